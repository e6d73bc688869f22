"""Files that are never half there, and that never take the place of another."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from vedette.engine.errors import JournalError
from vedette.engine.system import BINARY, NO_LINK, give_name, replace, sync, sync_folder

_WHY = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "no more room is granted on this disk (quota)",
    errno.EFBIG: "the file would be larger than is allowed",
    errno.EROFS: "the disk is read-only",
    errno.EIO: "the disk failed (input/output error)",
    errno.EADDRINUSE: "it is in use already",
    errno.EADDRNOTAVAIL: "this computer does not have that address",
}


def why(error: OSError) -> str:
    """What the system refused, in words for a player, without a full stop."""
    return _WHY.get(error.errno or 0) or error.strerror or str(error)


def write_durably(file: int, data: bytes) -> None:
    """Write all of it and wait until it is on the disk."""
    rest = memoryview(data)
    while rest:
        written = os.write(file, rest)
        if not written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        rest = rest[written:]
    sync(file)


def write_new(path: Path, data: bytes) -> None:
    """Write a new file, which is there only when it is whole and on the disk.

    Raises FileExistsError where there is one already, and any other OSError with nothing left behind.
    """
    with _written(path, data) as half:
        _give_name(half, path)


def write_over(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file, whole or not at all; one that stood there is replaced, and no link is followed. Raises OSError.

    A `private` one can never be read by anybody but its owner.
    """
    with _written(path, data, 0o600 if private else 0o644) as half:
        replace(half, path)


def keep(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file over one that stood there, and make its folder where there is none; raises JournalError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_over(path, data, private=private)
    except OSError as error:
        raise JournalError(f"{path.name}: {why(error)}.") from error


def write_file(path: Path, data: bytes, *, over: bool = False) -> None:
    """Write a file, whole or not at all. Raises OSError; FileExistsError where there is one that must not be written `over`."""
    (write_over if over else write_new)(path, data)


def move_new(path: Path, place: Path) -> None:
    """Give a file another name, on the same disk, which must be free. Raises OSError; nothing is ever written over."""
    _give_name(path, place)
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def set_aside(path: Path, data: bytes) -> Path:
    """Write data into a new file of that name, or of that name with a number; tells which. Raises OSError."""
    number, place = 1, path
    while True:
        with suppress(FileExistsError):
            write_file(place, data)
            return place
        number += 1
        place = path.with_name(f"{path.name}-{number}")


@contextmanager
def _written(path: Path, data: bytes, mode: int = 0o644) -> Iterator[Path]:
    """A temporary file beside `path` with that data, already on the disk; removed at the end if it is still there."""
    half, file = _beside(path, mode)
    try:
        try:
            write_durably(file, data)
        finally:
            os.close(file)
        yield half
    finally:
        with suppress(OSError):  # a leftover does no harm
            half.unlink(missing_ok=True)


def _beside(path: Path, mode: int = 0o644) -> tuple[Path, int]:
    """A new file in the same folder, whose name nobody could know beforehand."""
    half = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK | BINARY
    try:
        return half, os.open(half, flags, mode)
    except OSError as error:
        error.filename = str(path)  # nobody has heard of the other name
        raise


def _give_name(half: Path, path: Path) -> None:
    """Let a whole file stand under its name, which must be free."""
    give_name(half, path)
    try:
        sync_folder(path.parent)
    except OSError:
        path.unlink()
        raise
