"""A finished game, watched again."""

from __future__ import annotations

from pathlib import Path

from tests.snapshots.battle import GAMES, example
from tests.snapshots.film import filming
from tests.tui.rooms import rooms


async def test_the_example_is_watched(own: Path, examples: Path) -> None:
    """The set-up; an attack in the second round with its dice large and its sentence; the end; then with the undone lines."""
    example(examples)
    async with rooms(own, GAMES) as at, filming(at) as film:
        await at.press("slash", *"first", "enter", "enter")
        await film.shoot("replay-start", "line 0 of", "KEELBORN", "WARDENS")
        await at.press("right_square_bracket", "right_square_bracket")
        await at.press("full_stop", *["right"] * 6)
        await film.shoot("replay-middle", "ROUND 2", "line ")
        await at.press("a")
        await film.shoot("replay-audit", "undone lines too", "line ")
        await at.press("end")
        await film.shoot("replay-end", "Note: Good game")
