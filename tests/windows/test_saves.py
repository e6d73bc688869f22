"""What Windows does with saves in its own way: an open one is nobody else's, and a scanner is waited for."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from tests.engine.saves import TOYS, new, play_some, reopen, saved
from vedette.engine import files, system
from vedette.engine.errors import JournalError
from vedette.engine.following import FollowedSave
from vedette.engine.journal import beside, move
from vedette.engine.save_file import read

pytestmark = pytest.mark.windows


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Path]:
    """A save that is open."""
    session = new(tmp_path / "game.vedette")
    play_some(session)
    assert session.path
    yield session.path
    session.close()


@pytest.mark.parametrize(
    "touch",
    [
        lambda path: path.open("ab"),
        lambda path: path.open("r+b"),
        lambda path: path.write_bytes(b""),
        lambda path: path.unlink(),
        lambda path: path.rename(path.with_name("other")),
        lambda path: os.truncate(path, 0),
    ],
    ids=["append", "change", "empty", "delete", "rename", "cut"],
)
def test_nobody_can_touch_an_open_save(game: Path, touch: Callable[[Path], Any]) -> None:
    data = game.read_bytes()
    with pytest.raises(PermissionError):
        touch(game)
    assert game.read_bytes() == data
    assert read(game).damage == ""


def test_nothing_is_put_in_the_place_of_an_open_save(game: Path) -> None:
    data = game.read_bytes()
    with pytest.raises(PermissionError):
        files.write_over(game, b"other")
    assert game.read_bytes() == data
    assert [path.name for path in game.parent.iterdir() if path.suffix == ".new"] == []


def test_there_is_one_writer_by_whatever_name(game: Path) -> None:
    other = game.with_name("other.vedette")
    os.link(game, other)
    for path in (game, other):
        with pytest.raises(JournalError, match="open in another "):
            reopen(path)
        with pytest.raises(JournalError, match="open in another "):
            move(path, path.with_name("third.vedette"))


def test_a_clock_that_stands_is_seen_by_those_who_look_on(tmp_path: Path) -> None:
    path = tmp_path / "game.vedette"
    session = new(path)
    play_some(session)
    followed = FollowedSave(TOYS, path)
    for change, stands in ((session.pauses.stop, True), (session.pauses.start, False)):
        change()
        assert followed.look()
        assert followed.session.pauses.stopped is stands
    session.close()
    assert not beside(path).exists()


def test_lines_end_as_everywhere(tmp_path: Path) -> None:
    assert b"\r" not in saved(tmp_path / "game.vedette")


@pytest.mark.parametrize("over", [False, True])
def test_a_scanner_that_holds_a_new_file_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, over: bool
) -> None:
    """It looks at the file, without its name, before that gets it."""
    path = tmp_path / "a"
    held: list[int] = []
    synced = system.sync

    def scan(file: int) -> None:
        synced(file)
        half = next(path for path in tmp_path.iterdir() if path.suffix == ".new")
        held.append(os.open(half, os.O_RDONLY))  # others may not rename it meanwhile
        Timer(0.2, os.close, held).start()

    if over:
        path.write_bytes(b"old")
    monkeypatch.setattr(files, "sync", scan)
    began = time.monotonic()
    files.write_file(path, b"words", over=over)
    assert path.read_bytes() == b"words"
    assert time.monotonic() - began > 0.15
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("code", "may"), [(5, False), (19, False), (32, True)])
def test_windows_itself_is_asked_whether_a_save_may_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, may: bool
) -> None:
    """Access denied; a disk that is write-protected; and a file that somebody has open just now."""
    path = tmp_path / "game.vedette"
    path.write_bytes(b"words")

    def refuse(*_: object) -> int:
        raise OSError(None, "no", str(path), code)

    monkeypatch.setattr(system, "_open", refuse)
    assert system.may_write(path) is may
    assert system.may_write(tmp_path) is may


def test_a_writer_that_is_killed_leaves_its_save_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "game.vedette"
    code = (
        "import sys, time; from pathlib import Path; from tests.engine.saves import new, play_some\n"
        "session = new(Path(sys.argv[1])); play_some(session); print('open', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True)
    assert other.stdout
    assert other.stdout.readline().strip() == "open"
    with pytest.raises(JournalError, match="open in another "):
        reopen(path)
    other.kill()
    other.communicate()
    session = reopen(path)
    assert session.timeline.entries
    session.close()
