"""The save file as it is written: JSON Lines, one line an entry, only ever appended to.

A line counts once it is on the disk, in the file that stands under the save's name: a file that somebody else has
touched is written to no more. One writer at a time.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from vedette.engine import files, save_file
from vedette.engine.chain import DECISIONS_FORMAT, FIRST_FORMAT, FORMAT_AT, last_checksum, with_checksum
from vedette.engine.errors import DivergedError, JournalError, LostSaveError
from vedette.engine.files import why
from vedette.engine.save_file import Header, Save
from vedette.engine.system import LOCKS_BESIDE, WRITER, may_write, open_alone, read_from, status_of
from vedette.engine.timeline import Entry
from vedette.engine.written import Diverged, Written, diverged, note, place_of

if TYPE_CHECKING:  # who only looks at games locks none
    from filelock import FileLock

_PROTECTED = {errno.EACCES, errno.EPERM, errno.EROFS}
"""What a folder answers in which nothing may be made."""

Mark = tuple[int, int, int, int]
"""What tells a file that nobody else has touched: device, inode, size, time of its last change."""


class Journal:
    """A save file that is open for writing, and locked."""

    def __init__(
        self, path: Path, file: int, lock: FileLock | None, game: str, line: int, checksum: bytes
    ) -> None:
        """Use `create` or `open_journal`."""
        self.diverged: Diverged | None = None
        self._unmended: Save | None = None
        self._game, self._line, self._noted = game, line, place_of(path)
        self.path = path
        self._place = path.absolute()  # whoever opened it may go to another folder
        self._file = file
        self._lock = lock
        self._checksum = checksum
        self._mark = _mark(status_of(file, path))
        self._torn = ""
        self._drop_note()  # one that a killed Vedette has left

    @property
    def fault(self) -> str:
        """Why nothing can be written to this file any more; "" while it is as it was left, or closed."""
        if self._torn or self._file < 0:
            return self._torn
        what = self._touched()
        return f"{self.path.name} {what} while it was open." if what else ""

    def append(self, entries: Iterable[Entry]) -> None:
        """Write entries and wait until they are on the disk.

        Raises JournalError, with the file as it was, where they cannot be written: a LostSaveError where this file can
        never be written to again.
        """
        if self.diverged:
            raise DivergedError(self.diverged.sentence)
        entries, lines, checksum = list(entries), [], self._checksum
        for entry in entries:
            line, checksum = with_checksum(save_file.body(entry), checksum)
            lines.append(line)
        self._write(b"".join(lines), checksum, decisions=save_file.has_decisions(entries))
        self._line += len(lines)
        self.accept()

    def accept(self) -> None:
        """Accept the save as it is, even if it has diverged: note its last line as the last one of this computer."""
        if self._unmended:
            _mend(self._place, self._file, self._unmended)
            self._mark = _mark(status_of(self._file, self._place))
        self.diverged = self._unmended = None
        note(self._noted, Written(game=self._game, line=self._line, seal=self._checksum.decode()))

    def note_clock(self, told: str) -> None:
        """Note beside the save that the clock stands, or runs, for those who follow it; they do without it where that can't be done."""
        files.write_lightly(beside(self._place), told.encode(), in_place=True)

    def close(self) -> None:
        """Let others write."""
        if self._file >= 0:
            if self._torn:
                self._cut()
            file, self._file = self._file, -1
            with suppress(OSError):  # its disk may be gone; every line was on it
                os.close(file)
            self._drop_note()
        _unlock(self._lock, self._place)
        self._lock = None

    def _drop_note(self) -> None:
        """Remove the note of the clock where it is not the lock as well."""
        if not LOCKS_BESIDE:
            files.remove_lightly(beside(self._place))

    def _write(self, data: bytes, checksum: bytes, *, decisions: bool) -> None:
        """Write lines, of which the last has that checksum, and believe them only when they stand under the save's name."""
        if self._file < 0:
            raise JournalError(f"{self.path.name} is closed.")
        self._must_be_ours()
        before = self._mark, self._checksum
        raised = False
        try:
            raised = decisions and read_from(self._file, 0, len(FIRST_FORMAT)) == FIRST_FORMAT
            if raised:
                # On the disk before the lines, so a save of the first format never has such lines.
                files.overwrite(self._file, FORMAT_AT, DECISIONS_FORMAT[FORMAT_AT:-1])
            files.write_durably(self._file, data)
        except OSError as error:
            if raised:
                with suppress(OSError):  # harmless
                    files.overwrite(self._file, FORMAT_AT, FIRST_FORMAT[FORMAT_AT:-1])
            said = f"{self.path.name} could not be written: {why(error)}."
            if self._cut():  # it may have been written in part
                raise JournalError(said) from error
            self._torn = (
                f"{said} Half a line could not be taken back, so nothing more is written to this file. "
                "Opening it again sets the torn end aside."
            )
            raise LostSaveError(self._torn) from error
        device, inode, size, changed = self._mark
        with suppress(OSError):  # where its disk is gone the next look says so
            changed = status_of(self._file, self._place).st_ctime_ns
        self._mark, self._checksum = (device, inode, size + len(data), changed), checksum
        try:
            self._must_be_ours()
        except LostSaveError:
            self._mark, self._checksum = before
            with suppress(OSError):
                # It went into the file that was taken away.
                if os.fstat(self._file).st_size == size + len(data):
                    self._cut()
            raise

    def _must_be_ours(self) -> None:
        """Raise LostSaveError where the file under the save's name is not the one that was written so far."""
        fault = self.fault
        if fault:
            raise LostSaveError(fault if self._torn else f"{fault} Nothing more was written.")

    def _touched(self) -> str:
        """What somebody else has done to the file; "" where it still says what was written."""
        try:
            there = self._place.stat()
        except FileNotFoundError:
            with suppress(OSError):  # Windows knows nothing of a file on a disk that was pulled out
                if not os.fstat(self._file).st_nlink:
                    return "was deleted"
            return "was moved, renamed or unmounted"
        except OSError as error:
            return f"could no longer be reached ({why(error)})"
        mark = _mark(there)
        if mark == self._mark:
            return ""
        if mark[:2] != self._mark[:2]:
            return "was replaced by another file"
        reads_back = False
        if mark[2] == self._mark[2]:
            with suppress(OSError):
                reads_back = last_checksum(read_from(self._file, 0, mark[2])) == self._checksum
        if not reads_back:
            return "was changed by another program"
        self._mark = mark  # a new date, a backup's touch, or a write of ours that was taken back
        return ""

    def _cut(self) -> bool:
        """End the file where it ended before; whether that worked."""
        with suppress(OSError):
            files.cut(self._file, self._mark[2], lightly=True)
            return True
        return False


def create(path: Path, header: Header, entries: Iterable[Entry] = ()) -> Journal:
    """Start a new save, with entries where a game goes on in it; a file that is there already is never overwritten.

    Nothing stands under its name before all of it is on the disk.
    """
    try:
        with ExitStack() as held:
            lock = _locked(path, held)
            entries = list(entries)
            data, checksum = save_file.save_bytes(header, entries)
            files.write_new(path, data)
            try:
                file = _opened(path)
            except BaseException as error:
                # Somebody may play in it already; Windows itself keeps what others have open.
                if not (LOCKS_BESIDE and isinstance(error, JournalError)):
                    with suppress(OSError):
                        files.remove(path)
                raise
            held.callback(os.close, file)
            if read_from(file, 0, len(data) + 1) != data:  # somebody has played in it before it was opened
                raise _in_use(path)
            journal = Journal(path, file, lock, header.game, len(entries), checksum)
            journal.accept()
            held.pop_all()
            return journal
    except FileExistsError as error:
        raise JournalError(f"There is a {path.name} already.") from error
    except OSError as error:
        raise JournalError(f"{path.name} could not be made: {why(error)}.") from error


def open_journal(path: Path) -> tuple[Journal | None, Save]:
    """Open a save for writing; without a journal where it is damaged or protected, and may only be read.

    Raises JournalError where another Vedette has it open.
    """
    save_file.must_be_readable(path)
    if not may_write(path):
        return None, save_file.read(path)
    try:
        with ExitStack() as held:
            lock = _locked_if_possible(path, held)
            file = _opened(path)
            held.callback(os.close, file)
            save = save_file.read_bytes(path, read_from(file, 0, os.fstat(file).st_size))
            if save.damage:
                return None, save
            game, checksums = save.header.game, save.checksums
            lost = diverged(path, game, checksums)
            if not lost:
                _mend(path, file, save)
            journal = Journal(path, file, lock, game, len(checksums) - 1, checksums[-1])
            if lost:
                journal.diverged, journal._unmended = lost, save
            held.pop_all()
            return journal, save
    except OSError as error:
        raise JournalError(f"{path.name} cannot be opened: {why(error)}.") from error


def move(path: Path, place: Path) -> None:
    """Give a save another name or another folder on the same disk; no other file is ever written over.

    Raises JournalError where that cannot be done, or where another Vedette has it open.
    """
    save_file.must_be_readable(path)
    noted = place_of(path)
    try:
        with ExitStack() as held:
            _locked_if_possible(path, held)
            file = _opened(path, write=False)
            if LOCKS_BESIDE:
                held.callback(os.close, file)
            else:
                os.close(file)  # Windows moves no open file
            files.move_new(path, place)
            files.move_lightly(noted, place_of(place))
    except FileExistsError as error:
        raise JournalError(f"There is a {place.name} already.") from error
    except OSError as error:
        raise JournalError(f"{path.name} could not be moved: {why(error)}.") from error


def beside(path: Path) -> Path:
    """The file beside a save that is locked while somebody plays. It tells how the clock stands since the last line."""
    return path.with_name(f".{path.name}.lock")


def _mark(status: os.stat_result) -> Mark:
    return status.st_dev, status.st_ino, status.st_size, status.st_ctime_ns


def _locked(path: Path, held: ExitStack) -> FileLock | None:
    """The lock beside the save, which keeps two from making one of that name, and older Vedettes out; it's held as long as the stack."""
    if not path.parent.is_dir():  # the lock would make it
        raise JournalError(f"There is no folder {path.parent}.")
    if not LOCKS_BESIDE:
        return None
    from filelock import FileLock, Timeout

    lock = FileLock(beside(path), thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        raise _in_use(path) from error
    held.callback(_unlock, lock, path)
    return lock


def _locked_if_possible(path: Path, held: ExitStack) -> FileLock | None:
    """The lock beside the save, where its folder lets anybody make one: the save is locked itself, too."""
    try:
        return _locked(path, held)
    except OSError as error:
        if error.errno in _PROTECTED:
            return None
        raise


def _opened(path: Path, *, write: bool = True) -> int:
    """Open the file for us alone: it may have another name, or the lock beside it may have been removed."""
    try:
        return open_alone(path, write=write)
    except BlockingIOError as error:
        raise _in_use(path) from error


def _in_use(path: Path) -> JournalError:
    return JournalError(f"{path.name} is open in another {WRITER}. Close it there first.")


def _unlock(lock: FileLock | None, path: Path) -> None:
    """Release the save; remove its lock if the save was never made or is gone."""
    if lock:
        if not os.path.lexists(path):
            files.remove_lightly(beside(path))
        lock.release()


def _mend(path: Path, file: int, save: Save) -> None:
    """Set a torn end aside, and end the last good line where only its line feed is missing."""
    if save.torn:
        aside = files.set_aside(path.with_name(f"{path.name}.torn"), save.torn.removesuffix(b"\n") + b"\n")
        files.cut(file, save.good)
        save.notice = save.notice.replace(save_file.LEFT_OUT, f"set aside in {aside.name}", 1)
    elif read_from(file, save.good - 1, 1) != b"\n":
        files.write_durably(file, b"\n")
