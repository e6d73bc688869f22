"""A character on the summary, his sheet, his file at the table, and where his file stands at home."""

from __future__ import annotations

import os
from pathlib import Path

from tests.characters import own_file
from tests.snapshots.film import filming
from tests.tui.rooms import rooms
from vedette.campaign import character_path
from vedette.games.close_quarters.ruleset import RULESET

GAMES = {RULESET.id: RULESET}


async def test_the_bench(own: Path) -> None:
    """The sums stand large above the pages; what breaks a rule is marked with it, and all faults stand together."""
    async with rooms(own, GAMES) as at, filming(at) as film:
        await at.press("c")
        await film.shoot("builder-attributes", "1 Attributes", "STR", "points left", "every rule is kept")
        await at.press("right", "right", "right", "2", *["down"] * 5, "enter", "end", "enter", "home")
        await film.shoot("builder-skills", "2 Skills", "slots", "✘ New character has 33 points")
        await at.press("3", *["down"] * 8, "enter")
        await film.shoot("builder-weapons", "3 Weapons", "cr", "kg")
        await at.press("6")
        await film.shoot("builder-carrying", "6 Carrying", "in hand", "made for")


async def test_a_sheet_and_his_file(own: Path) -> None:
    """The sheet in as many columns as fit; his file as a game of one side; home lists it with what he is."""
    own_file()
    os.utime(character_path("bruce"), (1, 1))
    async with rooms(own, GAMES, character_path("bruce")) as at, filming(at) as film:
        await film.shoot("table-career", "Bruce Corr", "Between games", "Buy a skill")
        await at.press("S")
        await film.shoot("sheet", "Bruce Corr", "Attributes", "Marksmanship", "h writes this sheet")
        await at.press("escape", "q")
        await film.shoot("home-characters", "CHARACTERS", "STR 9 DEX 14", "New character")
