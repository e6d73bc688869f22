"""A game is watched while somebody else plays: it follows every line, and nothing can be done there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from tests.tui.little import LITTLE
from tests.tui.rooms import LITTLE_GAMES
from tests.web.serving import ask
from vedette.engine.following import FollowedSave
from vedette.engine.session import Session, new_session
from vedette.plain.watch import tell_on
from vedette.tui.app import VedetteApp
from vedette.tui.launch import make_watch
from vedette.tui.screens.watch import WATCHING
from vedette.tui.widgets.dice_panel import DicePanel
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.log import GameLog
from vedette.tui.widgets.panel_host import PanelHost
from vedette.tui.widgets.short_log import ShortLog

ATTACK = {"do": "attack", "by": "r1", "target": "b1", "range": 8}


@pytest.fixture
def writer(tmp_path: Path) -> Session[Any]:
    return new_session(LITTLE, {}, seed=7, path=tmp_path / "game.vedette")


class Watch:
    """A watched table, and how tests look at it."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot

    def shows(self, kind: Any) -> str:
        return str(self.pilot.app.screen.query_one(kind).plain)

    async def until(self, holds: Callable[[], bool]) -> None:
        for _ in range(200):
            if holds():
                return
            await self.pilot.pause(0.02)
        pytest.fail("it never came")


@asynccontextmanager
async def watched(path: Path) -> AsyncIterator[Watch]:
    app: VedetteApp = make_watch(LITTLE_GAMES, FollowedSave(LITTLE_GAMES, path))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        yield Watch(pilot)


def place(session: Session[Any]) -> Path:
    assert session.path is not None
    return session.path


async def test_it_follows_commands_dice_undo_and_another_branch(writer: Session[Any]) -> None:
    async with watched(place(writer)) as table:
        writer.do({"do": "move", "by": "r1", "inches": 5})
        await table.until(lambda: "5" in table.shows(ShortLog))
        writer.do(ATTACK)
        await table.until(lambda: isinstance(table.pilot.app.screen.query_one(PanelHost).panel, DicePanel))
        writer.answer(writer.throw())
        await table.until(
            lambda: writer.request is not None or "\N{MULTIPLICATION X}" not in table.shows(Head)
        )
        writer.undo("red", 1)
        writer.undo("red", 1)
        writer.do({"do": "note", "by": "blue", "text": "another way"})
        await table.until(lambda: "another way" in table.shows(ShortLog))


@pytest.mark.parametrize(
    "key", ["u", "y", "n", "x", "D", "h", "B", "R", "e", "full_stop", "exclamation_mark"]
)
async def test_keys_that_act_are_refused_in_one_sentence(writer: Session[Any], key: str) -> None:
    before = place(writer).read_bytes()
    async with watched(place(writer)) as table:
        await table.pilot.press(key)
        await table.pilot.pause()
        assert WATCHING.text in table.shows(Head)
    assert place(writer).read_bytes() == before


async def test_the_log_the_replay_and_a_form_can_be_looked_at_and_nothing_is_given(
    writer: Session[Any],
) -> None:
    writer.do({"do": "move", "by": "r2", "inches": 3})
    async with watched(place(writer)) as table:
        app = table.pilot.app
        await table.pilot.press("m", "4", "enter")
        assert WATCHING.text in table.shows(Head)
        await table.pilot.press("escape", "l")
        assert app.screen.query_one(GameLog).has_focus
        writer.do({"do": "move", "by": "r1", "inches": 2})
        await table.pilot.pause(0.2)
        assert app.screen.query_one(GameLog).has_focus  # nobody is torn away from what is read
        await table.pilot.press("escape")
        await table.until(lambda: "2" in table.shows(ShortLog))
        await table.pilot.press("P")
        assert type(app.screen).__name__ == "ReplayScreen"
        await table.pilot.press("enter", "enter")
        assert WATCHING.text in table.shows(Head)
        await table.pilot.press("escape")
        await table.pilot.pause()
        assert type(app.screen).__name__ == "WatchScreen"
    assert len(writer.timeline.entries) == 2


@pytest.mark.posix
async def test_a_page_of_a_watched_game_follows_a_save_that_is_written_anew(writer: Session[Any]) -> None:
    path = place(writer)
    writer.do({"do": "note", "by": "red", "text": "the first game"})
    async with watched(path) as table:
        await table.pilot.press("I", "2")
        await table.pilot.pause()
        head = table.pilot.app.screen.query_one("#head", Static)
        address = str(head.content)
        await table.pilot.press("escape")
        assert "the first game" in ask(address).text
        other = new_session(LITTLE, {}, seed=8, path=path.with_suffix(".other"))
        other.do({"do": "note", "by": "red", "text": "another game"})
        other.close()
        path.with_suffix(".other").replace(path)
        await table.until(lambda: "another game" in ask(address).text)


@pytest.mark.posix
async def test_a_save_that_goes_away_is_told_and_followed_when_it_is_back(writer: Session[Any]) -> None:
    path = place(writer)
    async with watched(path) as table:
        path.rename(path.with_suffix(".away"))
        await table.until(lambda: "cannot be read" in table.shows(Head))
        path.with_suffix(".away").rename(path)
        await table.until(lambda: "cannot be read" not in table.shows(Head))
        writer.do({"do": "move", "by": "r1", "inches": 5})
        await table.until(lambda: "5" in table.shows(ShortLog))


def test_in_lines_it_tells_what_happens_and_who_decides_what(writer: Session[Any]) -> None:
    told: list[str] = []
    decisions = iter(
        (
            lambda: writer.do({"do": "move", "by": "r1", "inches": 5}),
            lambda: writer.undo("red"),
            lambda: writer.do({"do": "note", "by": "blue", "text": "good"}),
        )
    )

    def wait() -> bool:
        decide = next(decisions, None)
        return decide is not None and bool(decide())

    tell_on(FollowedSave(LITTLE_GAMES, place(writer)), told.append, wait)
    assert [line for line in told if "5" in line], told
    assert any("undo" in line for line in told)
    assert told[-1] == "Note: good."


async def test_no_key_is_offered_that_only_players_may_press(writer: Session[Any], tmp_path: Path) -> None:
    async with watched(tmp_path / "game.vedette") as watch:
        offered = watch.shows(KeyBar)
        assert "undo" not in offered
        assert "Enter" not in offered
        assert "l log" in offered
        writer.do(ATTACK)
        await watch.until(lambda: "l log" in watch.shows(KeyBar) and "unit" not in watch.shows(KeyBar))
        assert "a face" not in watch.shows(KeyBar)
