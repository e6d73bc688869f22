"""The save file: nothing acknowledged is lost, nothing changes silently."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.forging import forge
from tests.engine.saves import look, new, play_some, reopen, saved
from vedette.engine import files, journal, save_file
from vedette.engine.errors import JournalError
from vedette.engine.plain import to_plain
from vedette.engine.system import open_alone
from vedette.engine.timeline import CommandEntry, Entry, GivenCommand, whole_decisions
from vedette.testing.plugin import Times


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.vedette"


def entry(n: int, **more: Any) -> Entry:
    given = GivenCommand({"do": "note", "by": "a"})
    return CommandEntry(
        **{"n": n, "parent": n - 1, "time": "2026-01-01T00:00:00+00:00", "input": given, **more}
    )


def header() -> save_file.Header:
    return save_file.Header(
        vedette="0.1.0",
        ruleset="toy",
        revision=1,
        created="2026-01-01T00:00:00+00:00",
        seed=1,
        setup={"a": [1, "ü"]},
    )


def test_what_was_appended_is_read_back(path: Path) -> None:
    file = journal.create(path, header())
    file.append([entry(1, snapshot=(("round", 0, 1),)), entry(2)])
    file.append([entry(3)])
    file.close()
    save = save_file.read(path)
    assert save.header == header()
    assert save.entries == [entry(1, snapshot=(("round", 0, 1),)), entry(2), entry(3)]
    assert (save.notice, save.damage) == ("", "")


def test_one_line_an_entry(path: Path) -> None:
    data = saved(path)
    assert data.count(b"\n") == 1 + len(look(path).timeline.entries)
    assert data.endswith(b"}\n")


def test_a_game_comes_back_as_it_was(path: Path) -> None:
    session = new(path)
    play_some(session)
    before = to_plain(session.state), session.request, session.timeline.entries
    session.close()
    again = reopen(path)
    assert (to_plain(again.state), again.request, again.timeline.entries) == before
    again.close()


def test_a_save_is_never_overwritten(path: Path) -> None:
    data = saved(path)
    with pytest.raises(JournalError, match="already"):
        new(path)
    assert path.read_bytes() == data
    reopen(path).close()  # and it is not locked


def places(data: bytes, times: Times) -> list[int]:
    """Bytes of a save: those around the ends of its lines and every ninth, or all of them."""
    ends = [place for place, byte in enumerate(data) if byte == ord("\n")]
    near = {place for end in ends for place in (end - 1, end, end + 1) if place < len(data)}
    return sorted(near | set(range(0, len(data), times(9, 1))))


def test_a_save_cut_at_any_byte_keeps_every_whole_line(path: Path, times: Times) -> None:
    """A line is whole with its last brace; the line feed after it may be missing."""
    data = saved(path)
    entries = look(path).timeline.entries
    lines = data.splitlines(keepends=True)
    ends = [sum(map(len, lines[: i + 1])) - 1 for i in range(len(lines))]
    for cut in places(data, times):
        path.write_bytes(data[:cut])
        whole = sum(end <= cut for end in ends)
        if not whole:
            with pytest.raises(JournalError):
                journal.open_journal(path)
            assert path.read_bytes() == data[:cut]
            continue
        assert save_file.read(path).entries == list(whole_decisions(entries[: whole - 1]))
        file, save = journal.open_journal(path)
        assert file is not None
        assert save.entries == list(whole_decisions(entries[: whole - 1]))
        torn = data[ends[whole - 1] + 1 : cut]
        assert bool(save.notice) == bool(torn or save.timeline.left_out)
        file.append([entry(whole, parent=save.timeline.head)]) if not save.timeline.waits else file.append([])
        file.close()
        assert "set aside" not in save_file.read(path).notice
        aside = path.with_name("game.vedette.torn")
        assert (aside.read_bytes() if torn else b"\n") == torn + b"\n"
        aside.unlink(missing_ok=True)


@pytest.mark.parametrize("flip", [0x01, 0x80])
def test_a_changed_byte_never_goes_unnoticed(path: Path, flip: int, times: Times) -> None:
    data = saved(path)
    entries = look(path).timeline.entries
    for place in places(data, times):
        changed = data[:place] + bytes([data[place] ^ flip]) + data[place + 1 :]
        path.write_bytes(changed)
        number = data[:place].count(b"\n")
        if number == 0:
            continue  # the first line has tests of its own
        save = save_file.read(path)
        assert save.entries == list(whole_decisions(entries[: number - 1]))
        last = number >= (entries[-1].lines or (entries[-1].n,))[0]  # the last decision looks torn
        assert (save.notice and not save.damage) if last else save.damage
        if not last:
            file, _ = journal.open_journal(path)
            assert file is None
        assert path.read_bytes() == changed


@given(st.binary(max_size=300))
def test_any_file_is_a_save_or_none(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "x.vedette"
    path.write_bytes(data)
    with pytest.raises(JournalError):
        save_file.read(path)


@given(st.binary(min_size=1, max_size=300), st.booleans())
def test_anything_behind_a_save_is_set_aside_or_damage(
    tmp_path_factory: pytest.TempPathFactory, tail: bytes, ended: bool
) -> None:
    path = tmp_path_factory.mktemp("tail") / "x.vedette"
    data = saved(path)
    entries = len(save_file.read(path).entries)
    path.write_bytes(data + tail + (b"\n" if ended else b""))
    save = save_file.read(path)
    assert len(save.entries) == entries
    assert save.damage or save.notice


def test_a_damaged_save_opens_for_reading_only(path: Path) -> None:
    data = saved(path)
    lines = data.splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"kind"', b'"king"')
    path.write_bytes(b"".join(lines))
    session = reopen(path)
    assert len(session.timeline.entries) == 2
    assert "line 4" in session.damage
    state = session.state
    with pytest.raises(JournalError, match="damaged at line 4"):
        session.do({"do": "step", "by": "a1"})
    with pytest.raises(JournalError, match="damaged"):
        session.undo()
    assert session.state is state
    assert path.read_bytes() == b"".join(lines)


def test_lines_in_another_order_are_damage(path: Path) -> None:
    lines = saved(path).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[3], lines[2], *lines[4:]]))
    save = save_file.read(path)
    assert len(save.entries) == 1
    assert save.damage


@pytest.mark.parametrize(
    "wrong",
    [
        {"n": 3},
        {"parent": 2},
        {"parent": -1},
        {"kind": "undo"},
        {"kind": "undo", "input": {"to": 2}},
        {"kind": "undo", "input": {"to": "1"}},
        {"kind": "dice", "input": {"key": "x", "faces": [1], "from": ["typed"]}},
        {"input": {"do": 3, "by": "a"}},
        {"input": {}},
    ],
)
def test_a_sealed_line_that_makes_no_sense_is_damage(path: Path, wrong: dict[str, Any]) -> None:
    file = journal.create(path, header())
    file.append([entry(1)])
    file.close()
    forge(path, entry(2).plain() | wrong)
    save = save_file.read(path)
    assert len(save.entries) == 1
    assert "line 3" in save.damage


@pytest.mark.parametrize("faces", [None, [1], ["1", "2"], [1, 2.5], "12", [True, 1]])
def test_sealed_dice_that_make_no_sense_are_damage(path: Path, faces: Any) -> None:
    file = journal.create(path, header())
    file.append([entry(1, waits="dice")])
    file.close()
    dice = {"kind": "dice", "input": {"key": "x", "faces": faces, "from": ["typed", "typed"]}}
    forge(path, entry(2).plain() | dice)
    assert save_file.read(path).damage


def test_a_save_of_a_newer_vedette_is_told_apart(path: Path) -> None:
    file = journal.create(path, header().model_copy(update={"format": 9, "vedette": "9.1"}))
    file.close()
    with pytest.raises(JournalError, match="newer Vedette"):
        save_file.read(path)


def test_there_is_one_writer_at_a_time(path: Path) -> None:
    session = new(path)
    with pytest.raises(JournalError, match="open in another "):
        reopen(path)
    code = (
        "import sys; from pathlib import Path; from vedette.engine.journal import open_journal\n"
        "try: open_journal(Path(sys.argv[1]))\n"
        "except Exception as error: print(error); sys.exit(5)"
    )
    other = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
    )
    assert other.returncode == 5
    assert "open in another " in other.stdout
    assert look(path).timeline.entries == []  # to look is always possible
    session.close()
    reopen(path).close()


@pytest.mark.posix
def test_nobody_writes_to_a_save_while_it_is_moved(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(path)
    moved = files.move_new

    def meanwhile(old: Path, place: Path) -> None:
        with pytest.raises(BlockingIOError):
            open_alone(old)
        moved(old, place)

    monkeypatch.setattr(files, "move_new", meanwhile)
    journal.move(path, path.with_name("other.vedette"))
    reopen(path.with_name("other.vedette")).close()


def test_a_new_save_in_which_somebody_plays_at_once_is_theirs(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no lock stands beside it, another Vedette may have come and gone before it was opened."""

    write = files.write_new

    def play(path: Path, data: bytes) -> None:
        write(path, data)
        session = reopen(path)
        play_some(session)
        session.close()

    monkeypatch.setattr(journal, "LOCKS_BESIDE", False)
    monkeypatch.setattr(files, "write_new", play)
    with pytest.raises(JournalError):
        new(path)
    monkeypatch.undo()
    assert look(path).timeline.entries
    reopen(path).close()


def test_a_new_save_that_somebody_else_has_open_stays(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others, write = list[int](), files.write_new

    def take(path: Path, data: bytes) -> None:
        write(path, data)
        others.append(open_alone(path))

    monkeypatch.setattr(files, "write_new", take)
    with pytest.raises(JournalError, match="is open in another "):
        new(path)
    os.close(others.pop())
    reopen(path).close()


def test_a_new_save_that_cannot_be_opened_is_removed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(path: Path, *, write: bool = True) -> int:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(journal, "open_alone", fails)
    with pytest.raises(JournalError, match="could not be made"):
        new(path)
    assert not path.exists()
    monkeypatch.undo()
    new(path).close()


def test_a_note_of_the_clock_is_not_left_to_the_next_game(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the note is no lock as well: a Vedette that was killed could not remove it."""
    monkeypatch.setattr(journal, "LOCKS_BESIDE", False)
    note = journal.beside(path)
    note.write_text("stands")
    session = new(path)
    assert not note.exists()
    session.close()
    note.write_text("stands")
    session = reopen(path)
    assert not note.exists()
    session.close()


def test_closing_twice_is_no_trouble_and_then_nothing_is_written(path: Path) -> None:
    session = new(path)
    session.close()
    session.close()
    with pytest.raises(JournalError, match="closed"):
        session.do({"do": "step", "by": "a1"})


def _short(fd: int, data: bytes) -> int:
    return real_write(fd, data[: len(data) // 2])


def _full(fd: int, data: bytes) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


real_write = os.write


@pytest.mark.parametrize("write", [_short, _full])
def test_a_full_disk_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[int, bytes], int]
) -> None:
    session = new(path)
    play_some(session)
    data, state, request = path.read_bytes(), session.state, session.request
    monkeypatch.setattr(os, "write", write)
    with pytest.raises(JournalError, match="could not be written"):
        session.answer(1)
    with pytest.raises(JournalError, match="could not be written"):
        session.undo()
    assert path.read_bytes() == data
    assert (session.state, session.request) == (state, request)
    monkeypatch.undo()
    session.answer(1)
    session.close()
    assert look(path).damage == ""
    assert len(look(path).timeline.entries) == data.count(b"\n")


def test_a_sync_that_fails_is_no_acknowledgement(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new(path)
    data = path.read_bytes()

    def fails(fd: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(files, "sync", fails)
    with pytest.raises(JournalError, match="the disk failed"):
        session.do({"do": "step", "by": "a1"})
    assert path.read_bytes() == data
    assert session.timeline.head == 0


@pytest.mark.parametrize("write", [_short, _full])
def test_a_new_save_on_a_full_disk_leaves_no_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[int, bytes], int]
) -> None:
    monkeypatch.setattr(os, "write", write)
    with pytest.raises(JournalError, match="could not be made"):
        new(path)
    assert not path.exists()
    monkeypatch.undo()
    new(path).close()


@pytest.mark.posix  # Windows has no locks beside saves
def test_no_lock_stays_without_its_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("never", "deleted", "moved"):
        path = tmp_path / f"{name}.vedette"
        if name == "never":
            with monkeypatch.context() as patch:
                patch.setattr(os, "write", _full)
                with pytest.raises(JournalError):
                    new(path)
            continue
        session = new(path)
        assert journal.beside(path).exists()
        if name == "deleted":
            path.unlink()
            session.close()
        else:
            session.close()
            assert journal.beside(path).exists()
            journal.move(path, tmp_path / "kept.vedette")
    assert [one.name for one in tmp_path.iterdir()] == ["kept.vedette"]


def test_a_save_that_cannot_be_made_is_not_locked(path: Path) -> None:
    """For whatever reason: this set-up is too long to be read again."""
    too_long = header().model_copy(update={"setup": {"a": "x" * save_file.LONGEST_SETUP}})
    for _ in range(2):
        with pytest.raises(JournalError, match="No save keeps this set-up"):
            journal.create(path, too_long)
    new(path).close()


@pytest.mark.parametrize("place", ["nowhere/x.vedette", "folder", "x" * 300])
def test_what_cannot_be_opened_is_told(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    for do in (save_file.read, journal.open_journal):
        with pytest.raises(JournalError):
            do(tmp_path / place)
    with pytest.raises(JournalError):
        journal.create(tmp_path / place, header())


def test_a_device_is_no_save() -> None:
    with pytest.raises(JournalError, match="not a save"):
        save_file.read(Path("/dev/zero"))
