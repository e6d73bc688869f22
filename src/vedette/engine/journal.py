"""The save file: JSON Lines, one line an entry, each sealed by a checksum over itself and the line before.

A line counts once it is synced to disk. What a crash tears off the end is set aside on opening; a break
in the middle opens the part before it, read-only. One writer at a time.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock, Timeout
from pydantic import BaseModel, ConfigDict, ValidationError

from vedette.engine.errors import JournalError
from vedette.engine.timeline import Entry, follows

FORMAT = 1
LARGEST = 256 * 1024 * 1024
_SEAL = 26  # ,"sum":"0123456789abcdef"}

_sync = getattr(os, "fdatasync", os.fsync)  # macOS has no fdatasync

M = TypeVar("M", bound=BaseModel)


class Header(BaseModel):
    """The first line: which game this is, and its whole resolved set-up."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int = FORMAT
    vedette: str
    ruleset: str
    revision: int
    created: str
    seed: int
    setup: dict[str, Any]


@dataclass(slots=True)
class Save:
    """What could be read of a save file. `damage` says why it must not be written to."""

    header: Header
    entries: list[Entry] = field(default_factory=list)
    notice: str = ""
    damage: str = ""


@dataclass(slots=True)
class _Reading:
    """A save and where its good part ends."""

    save: Save
    good: int
    seal: bytes
    torn: bytes = b""


def read(path: Path) -> Save:
    """Read a save without locking it; raises JournalError where not even the first line is good."""
    return _read(path).save


class Journal:
    """A save file that is open for writing."""

    def __init__(self, path: Path, lock: FileLock, seal: bytes) -> None:
        """Use `create` or `open_journal`."""
        self.path = path
        self._lock = lock
        self._seal = seal
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND)

    def append(self, entries: Iterable[Entry]) -> None:
        """Write entries and wait until they are on the disk.

        Raises JournalError, with the file as it was, where they cannot be written.
        """
        lines, seal = [], self._seal
        for entry in entries:
            line, seal = _sealed(_body(entry), seal)
            lines.append(line)
        self._write(b"".join(lines))
        self._seal = seal

    def close(self) -> None:
        """Let others write."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
        self._lock.release()

    def _write(self, data: bytes) -> None:
        if self._file < 0:
            raise JournalError(f"{self.path.name} is closed.")
        before = os.fstat(self._file).st_size
        try:
            _write_durably(self._file, data)
        except OSError as error:
            _truncate(self._file, before)
            raise JournalError(
                f"{self.path.name} could not be written: {error.strerror or error}."
            ) from error


def create(path: Path, header: Header) -> Journal:
    """Start a new save; a file that is there already is never overwritten."""
    lock = _locked(path)
    try:
        line, seal = _sealed(_body(header), b"")
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        try:
            _write_durably(file, line)
        except OSError:
            path.unlink()
            raise
        finally:
            os.close(file)
        _sync_folder(path.parent)
        return Journal(path, lock, seal)
    except FileExistsError as error:
        lock.release()
        raise JournalError(f"There is a {path.name} already.") from error
    except OSError as error:
        lock.release()
        raise JournalError(f"{path.name} could not be made: {error.strerror or error}.") from error


def open_journal(path: Path) -> tuple[Journal | None, Save]:
    """Open a save for writing; without a journal where it is damaged and may only be read.

    Raises JournalError where another Vedette has it open.
    """
    _must_be_readable(path)
    lock = _locked(path)
    try:
        reading = _read(path)
        if reading.save.damage or not os.access(path, os.W_OK):
            lock.release()
            return None, reading.save
        _mend(path, reading)
        return Journal(path, lock, reading.seal), reading.save
    except OSError as error:
        lock.release()
        raise JournalError(f"{path.name} cannot be opened: {error.strerror}.") from error
    except BaseException:
        lock.release()
        raise


def _locked(path: Path) -> FileLock:
    if not path.parent.is_dir():  # the lock would make it
        raise JournalError(f"There is no folder {path.parent}.")
    lock = FileLock(path.with_name(f".{path.name}.lock"), thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        raise JournalError(f"{path.name} is open in another Vedette. Close it there first.") from error
    except OSError as error:
        raise JournalError(f"{path.name} cannot be locked: {error.strerror}.") from error
    return lock


def _read(path: Path) -> _Reading:
    data = _bytes(path)
    lines = data.splitlines(keepends=True)
    if not lines:
        raise JournalError(f"{path.name} is empty.")
    header, seal = _unsealed(lines[0], b"", Header)
    if header is None:
        raise JournalError(f"{path.name} is no save of Vedette, or its first line is damaged.")
    if header.format > FORMAT:
        raise JournalError(f"{path.name} was written by a newer Vedette ({header.vedette}).")
    reading = _Reading(Save(header), len(lines[0]), seal)
    for line in lines[1:]:
        entry, seal = _unsealed(line, reading.seal, Entry)
        if entry is None or not follows(entry, reading.save.entries):
            _broken(path, reading, data, line is lines[-1])
            break
        reading.save.entries.append(entry)
        reading.good += len(line)
        reading.seal = seal
    return reading


def _bytes(path: Path) -> bytes:
    _must_be_readable(path)
    try:
        return path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path.name} cannot be read: {error.strerror}.") from error


def _must_be_readable(path: Path) -> None:
    """Raise JournalError for what is not there, no file, or too large to be a save."""
    try:
        status = path.stat()
    except OSError as error:
        raise JournalError(f"{path.name} cannot be read: {error.strerror}.") from error
    if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST:
        raise JournalError(f"{path.name} is no save: it is no file, or too large.")


def _broken(path: Path, reading: _Reading, data: bytes, last: bool) -> None:
    """Tell a line that a crash tore off from damage to lines that were complete."""
    rest = data[reading.good :]
    good = f"The {len(reading.save.entries)} entries before it are good."
    if last and not rest.endswith(b"\n"):
        reading.torn = rest
        reading.save.notice = (
            f"The last line of {path.name} was not written to its end and is set aside. {good}"
        )
    else:
        number = len(reading.save.entries) + 2
        reading.save.damage = f"{path.name} is damaged at line {number}. {good}"


def _mend(path: Path, reading: _Reading) -> None:
    """Set a torn end aside, and end the last good line where only its line feed is missing."""
    if reading.torn:
        aside = path.with_name(f"{path.name}.torn")
        with aside.open("ab") as file:
            file.write(reading.torn + b"\n")
        os.truncate(path, reading.good)
    elif not _bytes(path).endswith(b"\n"):
        with path.open("ab") as file:
            file.write(b"\n")


def _body(model: BaseModel) -> bytes:
    return model.model_dump_json(by_alias=True, exclude_unset=True).encode()


def _sealed(body: bytes, before: bytes) -> tuple[bytes, bytes]:
    """The line with its checksum, and the checksum that the next line builds on."""
    seal = hashlib.blake2b(before + body, digest_size=8).hexdigest().encode()
    return body[:-1] + b',"sum":"' + seal + b'"}\n', seal


def _unsealed(line: bytes, before: bytes, model: type[M]) -> tuple[M | None, bytes]:
    """What a line says, or None where its checksum or its form is wrong."""
    line = line.rstrip(b"\n")
    body, seal = line[:-_SEAL] + b"}", line[-18:-2]
    if line[-_SEAL:] != b',"sum":"' + seal + b'"}':
        return None, before
    if hashlib.blake2b(before + body, digest_size=8).hexdigest().encode() != seal:
        return None, before
    try:
        return model.model_validate_json(body), seal
    except ValidationError:
        return None, before


def _write_durably(file: int, data: bytes) -> None:
    """Write all of it and wait until it is on the disk."""
    written = os.write(file, data)
    if written != len(data):
        raise OSError(f"only {written} of {len(data)} bytes fitted")
    _sync(file)


def _truncate(file: int, size: int) -> None:
    with suppress(OSError):  # else the torn end is set aside on the next opening
        os.ftruncate(file, size)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
