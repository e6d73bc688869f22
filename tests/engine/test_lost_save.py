"""A save that somebody else touches while it is open: nothing more is written to it, and nothing is lost."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.engine.saves import look, new, play_some, reopen
from tests.engine.touches import TOUCHED, append, later, replace
from vedette.engine.errors import JournalError, LostSaveError
from vedette.engine.plain import to_plain
from vedette.engine.saves import free_path, rescued
from vedette.engine.session import Session


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "saves").mkdir()
    return tmp_path / "saves/game.vedette"


@pytest.mark.posix
@pytest.mark.parametrize("how", TOUCHED)
def test_a_touched_save_is_written_to_no_more_and_the_game_goes_on_elsewhere(path: Path, how: str) -> None:
    session = new(path)
    play_some(session)
    touch, what = TOUCHED[how]
    touch(path)
    held = to_plain(session.state), session.request, list(session.timeline.entries)
    acts: list[Callable[[], object]] = [lambda: session.answer(1), session.undo, lambda: session.goto(1)]
    for act in acts:
        with pytest.raises(LostSaveError, match=what) as said:
            act()
        assert str(said.value).startswith("game.vedette was ")
        assert (to_plain(session.state), session.request, session.timeline.entries) == held
    assert what in session.fault
    beside = free_path(path, path.parent.parent / "home")
    assert beside.name == "game-2.vedette"
    session.write_to(beside)
    assert session.path == beside
    assert session.fault == ""
    session.answer(1)
    session.close()
    assert look(beside).timeline.entries == session.timeline.entries
    assert to_plain(look(beside).state) == to_plain(session.state)


@pytest.mark.posix
def test_what_was_touched_is_left_as_it_is(path: Path) -> None:
    session = new(path)
    play_some(session)
    append(path)
    data = path.read_bytes()
    with pytest.raises(LostSaveError):
        session.answer(1)
    session.close()
    assert path.read_bytes() == data


def chmod(path: Path) -> None:
    path.chmod(0o400)


@pytest.mark.posix
@pytest.mark.parametrize("touch", [Path.touch, chmod, lambda path: os.link(path, path.with_name("link"))])
def test_what_changes_nothing_in_it_is_no_matter(path: Path, touch: Callable[[Path], None]) -> None:
    session = new(path)
    play_some(session)
    before = path.stat()
    touch(path)
    later(path, before)
    session.answer(1)
    session.undo()
    session.close()
    assert look(path).timeline.entries == session.timeline.entries


@pytest.mark.posix
def test_a_save_that_comes_back_is_played_on(path: Path) -> None:
    session = new(path)
    play_some(session)
    path.rename(path.with_name("other"))
    with pytest.raises(LostSaveError):
        session.answer(1)
    path.with_name("other").rename(path)
    session.answer(1)
    session.close()
    assert look(path).timeline.entries == session.timeline.entries


def test_somebody_who_goes_to_another_folder_has_the_same_save(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    session = new(Path(path.name))
    monkeypatch.chdir("/")
    session.do({"do": "step", "by": "a1"})
    session.close()
    assert len(look(path).timeline.entries) == 1


@pytest.mark.posix
def test_a_change_while_it_is_being_written_is_no_acknowledgement(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look and the write somebody puts another file in its place: the line went into the old one."""
    session = new(path)
    play_some(session)
    write = os.write

    other = path.with_name("other.vedette")

    def slow(file: int, data: bytes) -> int:
        os.link(path, other)
        replace(path)
        return write(file, data)

    entries = list(session.timeline.entries)
    monkeypatch.setattr(os, "write", slow)
    with pytest.raises(LostSaveError, match="was replaced"):
        session.answer(1)
    monkeypatch.undo()
    assert session.timeline.entries == entries
    assert look(path).timeline.entries == entries
    assert look(other).timeline.entries == entries
    session.close()


@pytest.mark.posix
def test_where_it_cannot_be_written_beside_either_nothing_has_changed(path: Path) -> None:
    session = new(path)
    play_some(session)
    replace(path)
    with pytest.raises(JournalError, match="There is no folder"):
        session.write_to(path.parent / "none" / "game-2.vedette")
    path.with_name("game-2.vedette").touch()
    with pytest.raises(JournalError, match="already"):
        session.write_to(path.with_name("game-2.vedette"))
    assert session.path == path
    session.write_to(path.with_name("game-3.vedette"))
    session.close()


@pytest.mark.posix
def test_a_free_name_is_beside_the_save_or_in_the_save_folder(path: Path) -> None:
    home = path.parent.parent / "home"
    assert free_path(path, home) == path.with_name("game-2.vedette")
    path.with_name("game-2.vedette").symlink_to("nowhere")
    assert free_path(path, home) == path.with_name("game-3.vedette")
    shutil.rmtree(path.parent)
    assert free_path(path, home) == home / "game-2.vedette"
    blocked = path.parent.parent / "blocked"
    blocked.touch()
    with pytest.raises(JournalError, match="cannot be made"):
        free_path(path, blocked / "home")


@pytest.mark.posix
def test_a_game_that_ends_with_its_save_lost_is_rescued(path: Path) -> None:
    session = new(path)
    play_some(session)
    assert rescued(session, path.parent) == ""
    path.unlink()
    beside = path.with_name("game-2.vedette")
    assert rescued(session, path.parent) == (
        f"game.vedette was deleted while it was open. The whole game is now in {beside}"
    )
    session.close()
    assert look(beside).timeline.entries == session.timeline.entries
    assert rescued(session, path.parent) == ""


@pytest.mark.posix
def test_a_game_on_a_disk_that_was_pulled_out_is_rescued(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Windows then knows nothing of the open file either."""
    session = new(path)
    play_some(session)
    gone, status = path.stat().st_ino, os.fstat

    def unknown(file: int) -> os.stat_result:
        if status(file).st_ino == gone:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return status(file)

    path.parent.rename(tmp_path / "pulled")
    monkeypatch.setattr(os, "fstat", unknown)
    assert "unmounted" in session.fault
    with pytest.raises(LostSaveError):
        session.answer(1)
    assert "The whole game is now in " in rescued(session, tmp_path / "home")
    assert session.fault == ""
    session.close()
    assert look(tmp_path / "home/game-2.vedette").timeline.entries == session.timeline.entries


@pytest.mark.posix
def test_a_disk_that_is_pulled_out_in_a_write_is_no_acknowledgement(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    session = new(path)
    play_some(session)
    entries = list(session.timeline.entries)
    write = os.write

    def gone(*_: object) -> os.stat_result:
        raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))

    def last(file: int, data: bytes) -> int:
        path.parent.rename(tmp_path / "pulled")
        monkeypatch.setattr(os, "fstat", gone)
        return write(file, data)

    monkeypatch.setattr(os, "write", last)
    with pytest.raises(LostSaveError):
        session.answer(1)
    monkeypatch.undo()
    assert session.timeline.entries == entries
    session.close()


@pytest.mark.posix
def test_a_game_that_cannot_be_rescued_says_so(path: Path) -> None:
    session = new(path)
    path.unlink()
    shutil.rmtree(path.parent)
    blocked = path.parent.parent / "blocked"
    blocked.touch()
    said = rescued(session, blocked / "home")
    assert said.startswith("game.vedette was deleted while it was open. The game could not be kept: ")
    session.close()


def other_names(path: Path) -> list[Path]:
    """The same save under other names: a link, a hard link, a linked folder."""
    link, hard, folder = (path.with_name(name) for name in ("link.vedette", "hard.vedette", "folder"))
    link.symlink_to(path)
    os.link(path, hard)
    folder.symlink_to(path.parent)
    return [link, hard, folder / path.name]


@pytest.mark.posix
def test_no_two_write_through_other_names(path: Path) -> None:
    session = new(path)
    play_some(session)
    names = other_names(path)
    for name in names:
        with pytest.raises(JournalError, match="is open in another "):
            reopen(name)
        assert look(name).timeline.entries == session.timeline.entries
    session.answer(1)
    session.close()
    for name in (path, *other_names_again(path)):
        reopen(name).close()


def other_names_again(path: Path) -> list[Path]:
    return [
        path.with_name("link.vedette"),
        path.with_name("hard.vedette"),
        path.with_name("folder") / path.name,
    ]


@pytest.mark.posix
def test_no_two_write_where_the_lock_was_removed(path: Path) -> None:
    session = new(path)
    path.with_name(".game.vedette.lock").unlink()
    with pytest.raises(JournalError, match="is open in another "):
        reopen(path)
    session.do({"do": "step", "by": "a1"})
    session.close()
    reopen(path).close()


def test_the_lock_is_kept_however_often_the_save_is_read_meanwhile(path: Path) -> None:
    session = new(path)
    for _ in range(3):
        look(path)
        with pytest.raises(JournalError, match="is open in another "):
            reopen(path)
    session.close()


def _stuck(session: Session[Any], path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that fails in its middle, and a truncation that fails as well."""
    real = os.write

    def half(file: int, data: bytes) -> int:
        if len(data) < 50:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(file, data[: len(data) // 2])

    def fails(file: int, size: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "write", half)
    monkeypatch.setattr(os, "ftruncate", fails)
    with pytest.raises(LostSaveError, match=r"the disk is full\. Half a line could not be taken back"):
        session.answer(1)
    monkeypatch.undo()


def test_where_cleaning_up_failed_nothing_more_is_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line behind a torn one could never be read."""
    session = new(path)
    play_some(session)
    entries = list(session.timeline.entries)
    _stuck(session, path, monkeypatch)
    torn = path.read_bytes()
    for _ in range(3):
        with pytest.raises(LostSaveError, match="could not be taken back, so nothing more is written"):
            session.answer(1)
    assert path.read_bytes() == torn
    assert "could not be taken back" in session.fault
    monkeypatch.setattr(os, "ftruncate", lambda *given: (_ for _ in ()).throw(OSError(errno.EIO, "x")))
    session.close()
    monkeypatch.undo()
    again = reopen(path)
    assert "is set aside in game.vedette.torn" in again.notice
    assert again.timeline.entries == entries
    again.answer(1)
    again.close()
    assert not look(path).notice
    assert len(look(path).timeline.entries) == len(entries) + 1


def test_what_could_not_be_cleaned_up_is_tried_once_more_on_closing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = new(path)
    play_some(session)
    data = path.read_bytes()
    _stuck(session, path, monkeypatch)
    assert path.read_bytes() != data
    session.close()
    assert path.read_bytes() == data


def test_a_game_that_is_stuck_goes_on_beside(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new(path)
    play_some(session)
    _stuck(session, path, monkeypatch)
    session.write_to(path.with_name("game-2.vedette"))
    session.answer(1)
    session.close()
    assert look(path.with_name("game-2.vedette")).timeline.entries == session.timeline.entries
