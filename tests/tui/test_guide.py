"""The guide of a first battle at the table: it can be left and brought back, and stands in nobody's way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.rooms import Rooms, played, rooms
from vedette.registry import rulesets
from vedette.save_library import SaveLibrary
from vedette.tui.widgets.guide_strip import GuideStrip
from vedette.tui.widgets.panel_host import PanelHost


@pytest.fixture
def first_battle(tmp_path: Path) -> Path:
    library = SaveLibrary(rulesets(), tmp_path)
    session = library.learn("open-fire")
    session.close()
    return library.path_of(session)


def said(table: Rooms) -> str:
    strip = table.one(GuideStrip)
    return str(strip.said) if strip.display else ""


async def test_the_guide_is_left_and_brought_back_by_one_key(first_battle: Path) -> None:
    async with rooms(first_battle.parent, rulesets(), first_battle) as table:
        assert "Welcome!" in said(table)
        await table.press("E")
        assert said(table) == ""
        assert "E brings it back" in table.said
        await table.press("s", "E")
        assert "`r`" in said(table)


async def test_the_guide_goes_by_what_is_done_and_not_by_what_it_said(first_battle: Path) -> None:
    async with rooms(first_battle.parent, rulesets(), first_battle) as table:
        await table.press("s", "r", "3", "8", "d", "escape", "d", "enter", "s", "enter", "u", "y", "e")
        assert "other side's turn" in said(table)
        await table.press("enter", "down", "l", "escape")
        assert "`d`" in said(table)


async def test_on_the_smallest_screen_the_guide_takes_the_rows_of_the_log(first_battle: Path) -> None:
    async with rooms(first_battle.parent, rulesets(), first_battle) as table:
        rows = table.one(PanelHost).size.height
        await table.press("E")
        assert table.one(PanelHost).size.height <= rows + 3  # nothing has happened: the log is one row


async def test_a_first_battle_that_is_not_over_is_gone_on_with(first_battle: Path) -> None:
    library = SaveLibrary(rulesets(), first_battle.parent)
    again = library.learn("open-fire")
    again.do({"do": "start_game", "by": "red"})
    again.do({"do": "concede", "by": "red"})
    again.close()
    another = library.learn("open-fire")
    another.close()
    assert [library.path_of(one).stem for one in (again, another)] == [
        "practice-open-fire",
        "practice-open-fire-2",
    ]


async def test_other_games_have_no_guide(tmp_path: Path) -> None:
    async with rooms(tmp_path, save=played(tmp_path / "game.vedette")) as table:
        await table.press("E")
        assert not table.screen.query(GuideStrip)
        assert "Only a first battle has a guide" in table.said
