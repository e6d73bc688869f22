"""What stands between Vedette and its system: the parts that every system can try."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from tests.engine.saves import reopen, saved
from vedette.engine import journal, system
from vedette.engine.errors import JournalError
from vedette.engine.files import write_new


@pytest.mark.posix
@pytest.mark.parametrize("can", [True, False])
def test_macos_is_asked_to_write_the_cache_of_the_drive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can: bool
) -> None:
    """For the lines and for their folder; a disk that can't do it is synced as everywhere."""
    import fcntl

    asked: list[int] = []

    def answer(file: int, number: int) -> int:
        asked.append(number)
        if not can:
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
        return 0

    synced: list[int] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", answer)
    monkeypatch.setattr(os, "fsync", synced.append)
    monkeypatch.setattr(os, "fdatasync", synced.append, raising=False)
    file = os.open(tmp_path / "a", os.O_RDWR | os.O_CREAT)
    system.sync(file)
    system.sync_folder(tmp_path)
    os.close(file)
    assert asked == [51, 51]
    assert len(synced) == (0 if can else 2)


def test_a_save_without_permission_can_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.vedette"
    data = saved(path)
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(journal, "may_write", lambda path: False)
    session = reopen(path)
    assert session.timeline.entries
    assert session.readonly
    with pytest.raises(JournalError):
        session.goto(0)
    assert path.read_bytes() == data
    assert sorted(tmp_path.iterdir()) == before


def test_permissions_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"words")
    assert system.may_write(path)
    assert system.may_write(tmp_path)
    assert not system.may_write(tmp_path / "none")
    path.chmod(0o444)
    try:
        try:
            path.open("ab").close()
            can = sys.platform != "win32"  # whoever may do everything; Wine opens what is marked as read-only
        except PermissionError:
            can = False
        assert system.may_write(path) is can
    finally:
        path.chmod(0o644)


def test_a_leftover_that_cannot_be_removed_hides_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A virus scanner may hold it."""

    def held(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "unlink", held)
    write_new(tmp_path / "a", b"words")
    assert (tmp_path / "a").read_bytes() == b"words"
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space"):
        write_new(tmp_path / "b", b"words")
