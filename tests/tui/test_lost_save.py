"""The table, while somebody touches the save of the game that is played on it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.tui.rooms import LITTLE_GAMES, Rooms, played, rooms
from vedette.engine.session import read_session
from vedette.engine.timeline import Entry

pytestmark = pytest.mark.posix  # Windows lets nobody touch it


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return played(tmp_path / "game.vedette")


def entries(path: Path) -> list[Entry]:
    return read_session(LITTLE_GAMES, path).timeline.entries


def here(app: Rooms) -> list[Entry]:
    held: list[Entry] = app.app.screen_stack[-1].session.timeline.entries  # type: ignore[attr-defined]
    return held


async def note(app: Rooms, *letters: str) -> None:
    await app.press("n", *letters, "enter")


async def test_a_save_that_was_replaced_is_written_beside_with_one_key(tmp_path: Path, save: Path) -> None:
    async with rooms(tmp_path, save=save) as app:
        before = save.read_bytes()
        shutil.copy(save, tmp_path / "copy")
        (tmp_path / "copy").replace(save)

        await note(app, "a")
        assert app.where == "KeepGame"
        await app.press("enter")
        assert app.where == "TableScreen"
        assert "This game is now game-2.vedette." in app.said

        await note(app, "b")
        assert [one.given.get("text") for one in here(app)][-1] == "b"
        assert entries(tmp_path / "game-2.vedette") == here(app)
    assert save.read_bytes() == before


async def test_whoever_does_not_want_it_yet_is_asked_again(tmp_path: Path, save: Path) -> None:
    async with rooms(tmp_path, save=save) as app:
        save.unlink()
        await note(app, "a")
        await app.press("escape")
        assert "game.vedette was deleted while it was open." in app.said
        await note(app, "a")
        assert app.where == "KeepGame"
        await app.press("x", "enter")
        await note(app, "a")
        assert len(entries(tmp_path / "game-2.vedette")) == len(here(app))


async def test_dice_that_roll_themselves_do_not_pass_over_it(tmp_path: Path, save: Path) -> None:
    async with rooms(tmp_path, save=save) as app:
        await app.press("D", "a", "a", "3")
        save.unlink()
        await app.press("enter")
        assert app.where == "KeepGame"


async def test_nobody_leaves_a_lost_save_without_being_asked(tmp_path: Path, save: Path) -> None:
    async with rooms(tmp_path, save=save) as app:
        held = here(app)
        save.unlink()
        await app.press("q")
        assert app.where == "KeepGame"
        await app.press("escape", "q", "enter")
        assert app.where == "HomeScreen"
        assert entries(tmp_path / "game-2.vedette") == held


async def test_a_game_may_be_left_without_its_save(tmp_path: Path, save: Path) -> None:
    async with rooms(tmp_path, save=save) as app:
        save.unlink()
        await app.press("q", "l")
        assert app.where == "HomeScreen"
    assert list(tmp_path.glob("*.vedette")) == []


async def test_where_it_can_be_written_nowhere_it_stays_in_memory(
    tmp_path: Path, save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with rooms(tmp_path, save=save) as app:
        held = list(here(app))
        save.unlink()
        monkeypatch.setattr(os, "link", lambda *given: (_ for _ in ()).throw(OSError(28, "No space left")))
        await app.press("q", "enter")
        assert app.where == "TableScreen"
        assert "game-2.vedette could not be made: the disk is full." in app.said
        monkeypatch.undo()
        assert here(app) == held
        await app.press("q", "enter")
    assert entries(tmp_path / "game-2.vedette") == held
