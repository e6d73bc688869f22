"""What each system does its own way: a file that one alone writes to, and that is surely on the disk."""

from __future__ import annotations

import os
import re
import shlex
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

BINARY: int = getattr(os, "O_BINARY", 0)
"""Windows ends lines its own way, and files at a Ctrl-Z, unless told not to."""

NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)

if sys.platform == "win32":
    import _winapi
    import msvcrt

    ANY_NAME = False
    """Some names are not for files here; a file of the name `a:b` would be written, and be hidden in one of the name `a`."""

    LOCKS_BESIDE = False
    """Who opens a file alone keeps its name, too; and what is locked beside it could not be read."""

    _READERS = 1
    """Others may read: FILE_SHARE_READ, and neither FILE_SHARE_WRITE nor FILE_SHARE_DELETE."""

    _IN_USE = 32
    """What Windows answers where somebody has a file open in a way that goes against ours: a sharing violation."""

    _TRIES, _WAIT = 20, 0.02

    def open_alone(path: Path, *, write: bool = True) -> int:
        """Open a file that nobody else then may write to, rename or delete. Raises BlockingIOError where somebody else writes."""
        access = _winapi.GENERIC_READ | (_winapi.GENERIC_WRITE if write else 0)
        try:
            handle = _winapi.CreateFile(str(path), access, _READERS, 0, _winapi.OPEN_EXISTING, 0, 0)
        except OSError as error:
            if error.winerror == _IN_USE:
                raise BlockingIOError(*error.args) from error
            raise
        return msvcrt.open_osfhandle(handle, os.O_APPEND | BINARY | os.O_NOINHERIT)

    def sync(file: int) -> None:
        """Wait until what was written is on the disk, with the file's name and size."""
        os.fsync(file)

    def sync_folder(folder: Path) -> None:
        """Windows writes names down by itself, in the order in which they were given."""

    def give_name(half: Path, path: Path) -> None:
        """Let a file stand under another name, which must be free."""
        _patiently(lambda: half.rename(path))

    def replace(half: Path, path: Path) -> None:
        """Let a file stand in the place of another."""
        _patiently(lambda: half.replace(path))

    def most_files() -> int:
        """So many files, or sockets, may this process have open; the true number is far larger."""
        return 8192

    def few_signs() -> bool:
        """Whether Windows' old console draws what is printed: it takes no sign from another font than its own.

        Windows Terminal, and editors, say who they are; where Windows hands a console over to one, its window tells.
        """
        if os.environ.keys() & {"WT_SESSION", "TERM_PROGRAM"}:
            return False
        import ctypes

        name = ctypes.create_unicode_buffer(32)
        window = ctypes.windll.kernel32.GetConsoleWindow()
        ctypes.windll.user32.GetClassNameW(window, name, len(name))
        return name.value != "PseudoConsoleWindow"

    def quoted(word: str) -> str:
        """A word as the shells of Windows take it, which know no single quotes; no name there holds a double one."""
        return word if re.fullmatch(r"[\w.:/\\-]+", word) else f'"{word}"'

    def _patiently(change: Callable[[], object]) -> None:
        """A virus scanner, or an index, has most new files open for a moment; nobody can change their names meanwhile."""
        for _ in range(_TRIES):
            with suppress(PermissionError):
                change()
                return
            time.sleep(_WAIT)
        change()

else:
    import errno
    import fcntl

    ANY_NAME = True

    LOCKS_BESIDE = True
    """Names can be taken from a file that is open and locked."""

    _NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}
    """What a disk answers that knows no second name of a file."""

    def open_alone(path: Path, *, write: bool = True) -> int:
        """Open a file, and lock it, as it may have several names. Raises BlockingIOError where somebody else has."""
        file = os.open(path, (os.O_RDWR if write else os.O_RDONLY) | os.O_APPEND | os.O_CLOEXEC)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BaseException:
            os.close(file)
            raise
        return file

    def sync(file: int) -> None:
        """Wait until what was written is on the disk; macOS waits for the disk only where it is asked in its own way."""
        if sys.platform == "darwin":
            with suppress(OSError):  # not every disk can do it
                fcntl.fcntl(file, fcntl.F_FULLFSYNC)
                return
        getattr(os, "fdatasync", os.fsync)(file)

    def sync_folder(folder: Path) -> None:
        """Wait until the names in a folder are on the disk."""
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def give_name(half: Path, path: Path) -> None:
        """Let a file stand under another name, which must be free; it may keep its own as well."""
        try:
            os.link(half, path)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            if os.path.lexists(path):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from error
            half.rename(path)

    def replace(half: Path, path: Path) -> None:
        """Let a file stand in the place of another."""
        half.replace(path)

    def most_files() -> int:
        """So many files may this process have open."""
        from resource import RLIMIT_NOFILE, getrlimit

        return getrlimit(RLIMIT_NOFILE)[0]

    def few_signs() -> bool:
        """Whether the console of Linux draws what is printed: its font has at most 512 signs."""
        return os.environ.get("TERM") == "linux"

    def quoted(word: str) -> str:
        """A word as a shell takes it."""
        return shlex.quote(word)


def read_from(file: int, start: int, size: int) -> bytes:
    """So many bytes of an open file, or all that there are."""
    os.lseek(file, start, os.SEEK_SET)
    parts = []
    while size > 0 and (part := os.read(file, size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
