"""What a console paints whose font has few signs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.snapshots.battle import GAMES, Battle
from tests.snapshots.film import filming
from tests.snapshots.test_map import Yard
from tests.tui.rooms import rooms
from vedette.games.close_quarters.ruleset import RULESET


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VEDETTE_GLYPHS", "plain")


async def test_a_table(own: Path) -> None:
    """The unit that acts, those that have acted and those still to act; models and stress; a form and its dice."""
    path = Battle(own / "tuesday.vedette").to_first_relief()
    async with rooms(own, GAMES, path) as at, filming(at) as film:
        await film.shoot("plain-table", "►", "♠", "◊", "> a  Attack", large=("♦ 1 ready",))
        await at.press("a", "a", *"30")
        await film.shoot("plain-refused", "X ", large=("OF-RNG-1",))
        await at.press("backspace", "backspace", *"18", "n", "a")
        await film.shoot("plain-form", "◙", "▫", "Attack: roll 6 D12")
        await at.press("enter", "9", "t", "3")
        await film.shoot("plain-dice", "√", "X", "« back")


async def test_a_map(own: Path) -> None:
    """Hexes without slanted edges; walls by their weight, grounds, where figures look, and a line of fire."""
    yard = Yard(own / "yard.vedette")
    yard.to_the_action()
    async with rooms(own, {RULESET.id: RULESET}, yard.close()) as at, filming(at) as film:
        await at.press("s", "3")
        await film.shoot("plain-map", "◘ Egon")
