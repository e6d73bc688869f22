"""A character who would come home to a file of another: one question, one key, and nothing is written before."""

from __future__ import annotations

from typing import Any

from tests.characters import arena, own_file
from tests.tui.test_table import Table, table
from vedette.campaign import character_path
from vedette.engine.session import Session
from vedette.tui.screens.dialogs import Confirm
from vedette.tui.screens.table import TableScreen


def strange() -> Session[Any]:
    """A game whose character's file was replaced by another of its name."""
    own_file()
    game = arena()
    character_path("bruce").unlink()
    own_file()
    return game


def asks(shown: Table) -> bool:
    return isinstance(shown.pilot.app.screen, Confirm)


async def settle(shown: Table) -> None:
    """Settle the game, as the form of it would."""
    screen = shown.pilot.app.screen
    assert isinstance(screen, TableScreen)
    screen.give({"do": "settle", "by": "red", "winner": "red"})
    await shown.pilot.pause()


async def test_escape_leaves_the_file_and_is_not_asked_again() -> None:
    game = strange()
    before = character_path("bruce").read_bytes()
    async with table(game, size=(120, 40)) as shown:
        await settle(shown)
        assert asks(shown)
        await shown.press("escape")
        await shown.press("u")
        await shown.press("y")
        assert not asks(shown)
    assert character_path("bruce").read_bytes() == before


async def test_enter_writes_into_it() -> None:
    game = strange()
    async with table(game, size=(120, 40)) as shown:
        await settle(shown)
        await shown.press("enter")
        assert not asks(shown)
    assert b"come_home" in character_path("bruce").read_bytes()


async def test_a_settled_game_asks_when_it_is_opened() -> None:
    game = strange()
    game.do({"do": "settle", "by": "red", "winner": "red"})
    async with table(game, size=(120, 40)) as shown:
        await shown.pilot.pause()
        assert asks(shown)
        await shown.press("enter")
    assert b"come_home" in character_path("bruce").read_bytes()
