"""Takes a screen at three sizes as text, and compares it with what it looked like before."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from difflib import unified_diff
from pathlib import Path

from tests.seen import text_of
from tests.tui.rooms import Rooms

SIZES = ((80, 24), (120, 40), (200, 60))
GOLDEN = Path(__file__).parent / "golden"

thorough = False
"""Whether every picture is taken at every size; else only the first of each film is, and the others at one of the smaller sizes in turn."""

WRITE, LOOK = "VEDETTE_GOLDEN", "VEDETTE_LOOK"
"""What `python -m tests.snapshots` sets: write the goldens anew; a folder for pictures to look at."""


class Film:
    """Pictures of one running app. What differs from before is told at the end, all at once."""

    def __init__(self, at: Rooms) -> None:
        self._at = at
        self.faults: list[str] = []
        self._taken = 0

    async def shoot(self, name: str, *seen: str, large: tuple[str, ...] = ()) -> None:
        """Take the screen at the sizes: `seen` must be readable, `large` where there is room.

        A row's end may part words, so these are short. They are looked for beside the comparison, so that
        goldens that were written anew without a look don't hide a loss.
        """
        whole = thorough or WRITE in os.environ or not self._taken
        self._taken += 1
        for columns, rows in SIZES if whole else (SIZES[self._taken % 2],):
            await self._at.pilot.resize_terminal(columns, rows)
            await self._at.settled()
            text = text_of(self._at.app)
            size = f"{columns}x{rows}"
            wanted = (*seen, *(large if columns > SIZES[0][0] else ()))
            self.faults += [f"{name} {size}: “{one}” cannot be read" for one in wanted if one not in text]
            self._compare(f"{name}-{size}", text)
        await self._at.pilot.resize_terminal(*SIZES[0])
        await self._at.settled()

    def _compare(self, name: str, text: str) -> None:
        golden = GOLDEN / f"{name}.txt"
        if LOOK in os.environ:
            svg = Path(os.environ[LOOK]) / f"{name}.svg"
            svg.write_text(self._at.app.export_screenshot(), encoding="utf-8")
        if WRITE in os.environ:
            golden.write_text(text, encoding="utf-8")
            return
        before = golden.read_text(encoding="utf-8") if golden.exists() else ""
        if text != before:
            lines = unified_diff(
                before.splitlines(), text.splitlines(), f"golden {name}", "now", n=1, lineterm=""
            )
            self.faults.append("\n".join(lines))


@asynccontextmanager
async def filming(at: Rooms) -> AsyncIterator[Film]:
    """A film whose faults fail the test at its end."""
    film = Film(at)
    yield film
    assert not film.faults, "\n\n".join(film.faults)
