"""The guide of a first battle at the table: it can be left and brought back, and stands in nobody's way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.rooms import Rooms, played, rooms
from vedette.engine.session import new_session, read_session
from vedette.registry import rulesets
from vedette.save_library import SaveLibrary
from vedette.testing.plugin import Times
from vedette.tui.widgets.guide_strip import GuideStrip
from vedette.tui.widgets.panel_host import PanelHost
from vedette.view.guide import keys_in, read_first_battle

SEED = 4
"""With these dice every step of the lesson comes up."""

MOST = 90
"""Lessons until a skirmish should be over."""


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


async def test_the_keys_that_the_guide_names_lead_a_skirmish_to_its_end(tmp_path: Path, times: Times) -> None:
    game = rulesets()["company"]
    first = read_first_battle(game)
    for seed in range(SEED, SEED + times(1, 8)):
        path, steps = tmp_path / f"{seed}.vedette", set[int]()
        new_session(game, first.game, seed=seed, path=path, practice=True).close()
        async with rooms(tmp_path, rulesets(), path) as table:
            for _ in range(MOST):
                if table.where == "HomeScreen":  # the last lesson leads there
                    break
                told = table.one(GuideStrip).said
                steps.add(told.step)
                await table.press(*(keys_in(told.press) or keys_in(told.text)))
        assert read_session(rulesets(), path).state.outcome, seed
        assert seed != SEED or steps == {*range(1, told.of + 1)}


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
