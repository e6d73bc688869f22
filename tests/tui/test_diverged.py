"""A save that another computer has replaced: the screen asks which one counts before anything is done in it."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from tests.tui.rooms import LITTLE_GAMES, Rooms, played, rooms
from vedette.engine.session import open_session, read_session
from vedette.save_library import SaveLibrary
from vedette.tui.messages import OpenTable
from vedette.tui.screens.table import TableScreen
from vedette.tui.table_controller import TableController


@pytest.fixture(autouse=True)
def lines_forgotten() -> None:
    """Here they are remembered."""


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A save that was replaced by an older one, and a copy beside it that has every line."""
    path = played(tmp_path / "game.vedette")
    old = path.read_bytes()
    session = open_session(LITTLE_GAMES, path)
    session.bookmark(1, "mine")
    session.close()
    shutil.copy(path, tmp_path / "game (copy).vedette")
    path.write_bytes(old)
    return path


def noted(path: Path) -> dict[int, str]:
    return dict(read_session(LITTLE_GAMES, path).timeline.bookmarks)


def at(app: Rooms) -> str:
    screen = app.pilot.app.screen
    assert isinstance(screen, TableScreen)
    path = screen.session.path
    assert path is not None
    return path.name


@pytest.mark.parametrize("from_home", [False, True])
@pytest.mark.parametrize("which", ["1", "2", "escape"])
async def test_the_players_say_which_save_counts(
    tmp_path: Path, save: Path, which: str, from_home: bool
) -> None:
    before = save.read_bytes()
    async with rooms(tmp_path, save=None if from_home else save) as app:
        if from_home:
            await app.app.on_open_table(OpenTable(SaveLibrary(LITTLE_GAMES, tmp_path).play(save)))
            await app.settled()
        assert app.where == "Choose"
        assert save.read_bytes() == before
        await app.press(which)
        if which == "escape":
            assert app.where == "HomeScreen"
            assert open_session(LITTLE_GAMES, save).diverged is not None
            return
        name = {"1": "game (copy).vedette", "2": "game.vedette"}[which]
        assert at(app) == name
        await app.press("N", "h", "i", "enter")
    lines = read_session(LITTLE_GAMES, tmp_path / name).timeline.entries
    assert lines[-1].given.get("text") == "hi"
    assert (noted(tmp_path / name) == {1: "mine"}) == (which == "1")


def test_nothing_rolls_itself_in_a_save_that_nobody_has_chosen_yet(tmp_path: Path) -> None:
    path = played(tmp_path / "game.vedette")
    session = open_session(LITTLE_GAMES, path)
    session.do({"do": "attack", "by": "b1", "target": "r1", "range": 3})
    assert session.request is not None
    before = path.read_bytes()
    session.bookmark(1, "mine")
    session.close()
    path.write_bytes(before)

    controller = TableController(open_session(LITTLE_GAMES, path))
    controller.rolled = dict.fromkeys(controller.rolled, True)
    controller.go_on()
    assert controller.session.diverged is not None
    assert path.read_bytes() == before
    controller.session.accept()
    assert controller.go_on().tone != "bad"
    assert controller.request is None


def test_what_goes_wrong_while_the_dice_roll_themselves_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_session(LITTLE_GAMES, played(tmp_path / "game.vedette"))
    session.do({"do": "attack", "by": "b1", "target": "r1", "range": 3})
    controller = TableController(session)
    controller.rolled = dict.fromkeys(controller.rolled, True)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.write", full)
    said = controller.go_on()
    assert said.tone == "bad"
    assert "the disk is full" in said.text


async def test_they_say_so_too_when_they_play_on_from_an_earlier_line(tmp_path: Path, save: Path) -> None:
    before = save.read_bytes()
    async with rooms(tmp_path) as app:
        await app.press("r")
        assert "line 0 of " in app.said
        await app.press("enter", "enter")
        assert app.where == "Choose"
        await app.press("2")
        assert at(app) == save.name
    assert save.read_bytes() == before
