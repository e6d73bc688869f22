"""A game that took a month, with many undos and branches: `python benchmarks/month.py FILE` writes one."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from figures import fight_on, start

LINES = 24_000
MOST_BACK = 4


def month(path: Path, lines: int = LINES) -> None:
    """An endless battle of so many lines, in which every tenth command is thought better of."""
    session, luck = start(), random.Random(1)
    while len(session.timeline.entries) < lines:
        fight_on(session, luck)
        if luck.random() < 1 / 10:
            for _ in range(luck.randint(1, MOST_BACK)):
                session.undo()
            if luck.random() < 1 / 2:
                session.redo()
    session.write_to(path)
    session.close()


if __name__ == "__main__":
    month(Path(sys.argv[1]))
