"""What both players agree on, at the table: undo by agreement, settings, and the clocks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textual.widgets import Static

from tests.tui.little import LITTLE
from tests.tui.rooms import Rooms, rooms
from vedette.engine.session import new_session
from vedette.engine.timeline import HeadEntry
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.panel_host import PanelHost

NAMES = {"names": {"red": "Ironclads", "blue": "Verdant Line"}}


def save(folder: Path, undo: str) -> Path:
    path = folder / "game.vedette"
    new_session(LITTLE, {**NAMES, "undo": undo}, seed=7, path=path).close()
    return path


def asked(at: Rooms) -> str:
    return "\n".join(str(one.render()) for one in at.screen.query(Static)) if at.where == "Agree" else ""


def moves(at: Rooms) -> Sequence[HeadEntry]:
    game = at.app.game
    assert game is not None
    return [entry for entry in game.timeline.entries if isinstance(entry, HeadEntry)]


async def test_a_roll_is_taken_back_only_if_the_other_side_agrees(tmp_path: Path) -> None:
    async with rooms(tmp_path, save=save(tmp_path, "both")) as at:
        assert "Undo: ask" in at.one(Head).plain
        await at.press("a", "b", "8", "enter", "3", "4", "5", "enter", "u")
        assert "Undo? This undoes 1 decision by Ironclads, 1 roll." in asked(at)
        assert "Enter  Verdant Line agrees; Ironclads undo" in asked(at)
        await at.press("u", "escape")
        assert "Not agreed: nothing is undone" in at.one(Head).plain
        assert not moves(at)
        await at.press("u", "tab")
        assert "Enter  Ironclads agree; Verdant Line undoes" in asked(at)
        await at.press("tab", "enter")
        assert [(move.who, move.input.agreed) for move in moves(at)] == [("red", ("blue",))]
        await at.press("y")
        assert at.where == "TableScreen", "what comes back takes nothing from anybody"


async def test_going_to_a_line_says_what_goes_and_asks_in_one_question(tmp_path: Path) -> None:
    async with rooms(tmp_path, save=save(tmp_path, "own")) as at:
        await at.press("m", "4", "enter", "m", "5", "enter", "m", "3", "enter")
        await at.press("u")
        assert (at.where, len(moves(at))) == ("TableScreen", 1)
        await at.press("y", "l", "home", "down", "g")
        assert "Go to line 1? This undoes 2 decisions by Ironclads." in asked(at)
        assert "↶ Grenadiers 1 moves 3 inches" in asked(at)
        await at.press("enter")
        assert moves(at)[-1].input.agreed == ("blue",)


async def test_an_own_decision_is_free_to_go_back_behind_though_another_side_is_called_upon(
    tmp_path: Path,
) -> None:
    async with rooms(tmp_path, save=save(tmp_path, "own")) as at:
        await at.press("m", "4", "enter", "e", "l", "home", "down", "g")
        assert at.where == "Confirm", "nobody need agree"
        await at.press("enter")
        assert [(move.kind, move.who, move.input.to) for move in moves(at)] == [("goto", "red", 1)]


async def test_settings_are_changed_in_a_form_of_the_table(tmp_path: Path) -> None:
    async with rooms(tmp_path, save=save(tmp_path, "free")) as at:
        assert "Undo" not in at.one(Head).plain
        await at.press("G", "3", "enter")
        assert "Undo: ask" in at.one(Head).plain
        assert "New settings. Undo: ask where it crosses a roll or the other side." in at.one(Head).plain


async def test_the_clock_is_put_on_the_table_stopped_and_started_by_one_key(tmp_path: Path) -> None:
    async with rooms(tmp_path, save=save(tmp_path, "free")) as at:
        await at.press("m", "4", "enter")
        assert "0:0" not in at.one(Head).plain
        await at.press("K")
        assert at.one(Head).plain.count("0:0") == 2
        await at.press("K")
        assert "Clock stopped" in at.one(Head).plain
        assert "The clock is stopped. K, or the next decision, lets it run again." in at.one(Head).plain
        await at.press("m", "5", "enter")
        assert "Clock stopped" not in at.one(Head).plain


async def test_a_setting_is_read_in_full_where_there_is_little_room(tmp_path: Path) -> None:
    async with rooms(tmp_path, save=save(tmp_path, "free"), size=(80, 24)) as at:
        await at.press("G")
        shown = " ".join(at.one(PanelHost).plain.split())
        assert "free for one's own last decision, else ask" in shown


async def test_settings_that_stay_as_they_are_write_nothing(tmp_path: Path) -> None:
    async with rooms(tmp_path, save=save(tmp_path, "free")) as at:
        await at.press("G", "enter")
        assert "The settings stay as they are." in at.one(Head).plain
        game = at.app.game
        assert game is not None
        assert not game.timeline.entries
