"""Plays the example games in `saves/` anew: `python scripts/make_examples.py [FOLDER]`.

Two scripted players; always the same games for the same rules. The clock is made up, so that a game lasts
an evening and not a second.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from close_quarters_example import BOARDING, DUEL, make_close_quarters
from company_example import make_company
from napoleonic_example import make_napoleonic
from open_fire_example import FIRST_BATTLE, HANGING_YARD, make_open_fire
from ritual_example import make_ritual

from vedette.engine.library import data_folder


class Clock:
    """A made-up evening: every look at it is some seconds later."""

    def __init__(self, begin: datetime, luck: Random) -> None:
        """Begin there; the luck decides how long people think."""
        self._time, self._luck = begin, luck

    def __call__(self) -> str:
        """The time, as a save writes it."""
        self._time += timedelta(seconds=self._luck.choice((3, 5, 8, 12, 20, 45)))
        return self._time.isoformat(timespec="seconds")


COMPANY_CLOCK = 4
"""Decides how long people think in the example of Flagrant Factions."""

RITUAL_CLOCK = 5
"""The same for the ritual of Flagrant Factions."""

NAPOLEONIC_CLOCK = 7
"""The same for the Napoleonic game."""

CLOSE_QUARTERS_CLOCKS = (11, 12)
"""And for the two of Close Quarters."""


def main() -> None:
    """Make all examples."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else data_folder() / "saves"
    for plan in (FIRST_BATTLE, HANGING_YARD):
        clock = Clock(plan.begin, Random(plan.seed))
        sys.stdout.write(f"{make_open_fire(plan, folder, clock)}\n")
    clock = Clock(datetime(2025, 4, 4, 19, 30, tzinfo=UTC), Random(COMPANY_CLOCK))
    sys.stdout.write(f"{make_company(folder, clock)}\n")
    clock = Clock(datetime(2025, 5, 2, 19, 30, tzinfo=UTC), Random(RITUAL_CLOCK))
    sys.stdout.write(f"{make_ritual(folder, clock)}\n")
    clock = Clock(datetime(2025, 4, 11, 19, 45, tzinfo=UTC), Random(NAPOLEONIC_CLOCK))
    sys.stdout.write(f"{make_napoleonic(folder, clock)}\n")
    for fight, pace, day in zip((DUEL, BOARDING), CLOSE_QUARTERS_CLOCKS, (18, 25), strict=True):
        clock = Clock(datetime(2025, 4, day, 19, 15, tzinfo=UTC), Random(pace))
        sys.stdout.write(f"{make_close_quarters(fight, folder, clock)}\n")


if __name__ == "__main__":
    main()
