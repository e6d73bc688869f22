"""The only writer of the players' data: files are never partial, and are on the disk when a function returns.

Only functions that say "lightly" may lose data in a power cut.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from vedette.engine.errors import JournalError
from vedette.engine.system import BINARY, NO_LINK, give_name, put_over, sync, sync_folder, write_at

_WHY = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "no more room is granted on this disk (quota)",
    errno.EFBIG: "the file would be larger than is allowed",
    errno.EROFS: "the disk is read-only",
    errno.EIO: "the disk failed (input/output error)",
    errno.EBADF: "standard input or output is closed",
    errno.EADDRINUSE: "it is in use already",
    errno.EADDRNOTAVAIL: "this computer does not have that address",
}


def why(error: OSError) -> str:
    """Explain an OSError to a player, without a full stop."""
    return _WHY.get(error.errno or 0) or error.strerror or str(error)


def listed(folder: Path, pattern: str) -> list[Path]:
    """The files in a folder that match a pattern, sorted, with links to files and broken links. Nothing else is listed or opened."""
    return sorted(path for path in folder.glob(pattern) if _may_be_file(path))


def is_in(path: Path, folder: Path) -> bool:
    """True if a file is in a folder, with all links resolved as far as possible."""
    return os.path.realpath(os.path.dirname(os.path.realpath(path))) == os.path.realpath(folder)  # noqa: PTH120 - `Path.resolve` raises for a circle of links


def _may_be_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        return error.errno != errno.ELOOP  # reading the others gives the reason


def write_durably(file: int, data: bytes) -> None:
    """Write all of it and wait until it is on the disk."""
    _write(file, data)
    sync(file)


def overwrite(file: int, start: int, data: bytes) -> None:
    """Overwrite a few bytes in the middle of an append-only file, and wait until they are on the disk."""
    write_at(file, start, data)
    sync(file)


def cut(file: int, size: int, *, lightly: bool = False) -> None:
    """Truncate a file, and wait until that is on the disk, unless it may be lost."""
    os.ftruncate(file, size)
    if not lightly:
        sync(file)


def make_folder(folder: Path, *, new: bool = False) -> None:
    """Make a folder and its parents if needed. Raises OSError; FileExistsError if a `new` one exists."""
    if not new and folder.is_dir():
        return
    if not folder.parent.is_dir() and folder.parent != folder:
        make_folder(folder.parent)
    try:
        folder.mkdir()
    except OSError:  # the reason is not reliable for existing folders
        if new or not folder.is_dir():
            raise
        return
    try:
        sync_folder(folder.parent)
    except OSError:
        folder.rmdir()
        raise


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
        move_over(half, path)


def keep(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file over one that stood there, and make its folder where there is none; raises JournalError."""
    try:
        make_folder(path.parent)
        write_over(path, data, private=private)
    except OSError as error:
        raise JournalError(f"{path.name}: {why(error)}.") from error


def write_file(path: Path, data: bytes, *, over: bool = False) -> None:
    """Write a file, whole or not at all. Raises OSError; FileExistsError where there is one that must not be written `over`."""
    (write_over if over else write_new)(path, data)


def move_new(path: Path, place: Path) -> None:
    """Give a file another name, on the same disk, which must be free. Raises OSError; nothing is ever written over."""
    _give_name(path, place)
    remove(path)


def move_over(path: Path, place: Path) -> None:
    """Replace a file by another that is on the disk. Raises OSError."""
    put_over(path, place)
    sync_folder(place.parent)
    if path.parent != place.parent:
        sync_folder(path.parent)


def remove(path: Path) -> None:
    """Remove a file if it exists. Raises OSError."""
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def write_lightly(path: Path, data: bytes, *, in_place: bool = False) -> None:
    """Try to write a file that may be lost, such as a cache or a note, without waiting for the disk.

    `in_place`: into the existing file, which may be locked; others may read half of it.
    """
    with suppress(OSError):
        if in_place:
            path.write_bytes(data)
            return
        with _written(path, data, write=_write) as half:
            put_over(half, path)


def remove_lightly(path: Path) -> None:
    """Try to remove a file; it may come back after a power cut."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def move_lightly(path: Path, place: Path) -> None:
    """Replace a file by another that may be lost; if that is missing, only remove the file."""
    try:
        put_over(path, place)
    except OSError:
        remove_lightly(place)


def set_aside(path: Path, data: bytes) -> Path:
    """Write data into a new file of that name, or of that name with a number; tells which. Raises OSError."""
    number, place = 1, path
    while True:
        with suppress(FileExistsError):
            write_file(place, data)
            return place
        number += 1
        place = path.with_name(f"{path.name}-{number}")


def _write(file: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        written = os.write(file, rest)
        if not written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        rest = rest[written:]


@contextmanager
def _written(
    path: Path, data: bytes, mode: int = 0o644, write: Callable[[int, bytes], None] = write_durably
) -> Iterator[Path]:
    """A temporary file beside `path` with that data, on the disk unless `write` is lighter; removed at the end if it is still there."""
    half = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")  # nobody could know it beforehand
    try:
        file = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK | BINARY, mode)
    except OSError as error:
        error.filename = str(path)  # nobody has heard of the other name
        raise
    try:
        try:
            write(file, data)
        finally:
            os.close(file)
        yield half
    finally:
        remove_lightly(half)


def _give_name(half: Path, path: Path) -> None:
    give_name(half, path)
    try:
        sync_folder(path.parent)
    except OSError:
        path.unlink()
        raise
