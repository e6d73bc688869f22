"""What each system does in its own way: files with one writer, names that are on the disk, permissions, pipes, shells."""

from __future__ import annotations

import errno
import os
import re
import shlex
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

BINARY: int = getattr(os, "O_BINARY", 0)
"""Opens a file as bytes; otherwise Windows changes line endings."""

NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)
"""Opens no file through a link."""

LOCKS_BESIDE = sys.platform != "win32"
"""Whether a save needs a second lock, on a file beside it. Windows does without: nobody can move an open save there, and nobody could read a locked file."""

WRITER = "program" if sys.platform == "win32" else "Vedette"
"""What may have a save open for writing: Windows says so of any program, and elsewhere only Vedette locks saves."""

ESCAPE = "" if sys.platform == "win32" else "\\"
"""What makes the next character an ordinary one in words that are typed; none on Windows, where a backslash separates folders."""

GO_TO = "pushd" if sys.platform == "win32" else "cd"
"""Goes to a folder; in cmd `cd` stays on its drive."""

PYTHON, ENVIRONMENT = ("py", ".venv\\Scripts\\") if sys.platform == "win32" else ("python3", ".venv/bin/")
"""What starts Python in a shell, and where a virtual environment has its programs."""

if sys.platform == "win32":
    import ctypes
    import msvcrt
    from ctypes import wintypes

    _KERNEL = ctypes.WinDLL("kernel32", use_last_error=True)
    _create_file, _close, _move_file = _KERNEL.CreateFileW, _KERNEL.CloseHandle, _KERNEL.MoveFileExW
    _write_file = _KERNEL.WriteFile
    _write_file.argtypes = (
        *(wintypes.HANDLE, wintypes.LPCVOID, wintypes.DWORD),
        *(wintypes.LPDWORD, wintypes.LPVOID),
    )
    _create_file.restype, _close.restype, _move_file.restype = wintypes.HANDLE, wintypes.BOOL, wintypes.BOOL
    _create_file.argtypes = (
        *(wintypes.LPCWSTR, wintypes.DWORD, wintypes.DWORD),
        *(wintypes.LPVOID, wintypes.DWORD, wintypes.DWORD, wintypes.HANDLE),
    )
    _close.argtypes = (wintypes.HANDLE,)
    _move_file.argtypes = wintypes.LPCWSTR, wintypes.LPCWSTR, wintypes.DWORD

    _READ, _WRITE, _WRITE_DATA = 0x80000000, 0x40000000, 0x2  # GENERIC_READ, GENERIC_WRITE, FILE_WRITE_DATA
    _SHARE_READ, _SHARE_ALL = 0x1, 0x7
    _OPEN_EXISTING, _FOLDERS_TOO = 3, 0x02000000  # FILE_FLAG_BACKUP_SEMANTICS
    _REPLACE, _WRITE_THROUGH = 0x1, 0x8  # MOVEFILE_REPLACE_EXISTING, MOVEFILE_WRITE_THROUGH
    _ACCESS_DENIED, _WRITE_PROTECTED, _SHARING_VIOLATION, _LOCK_VIOLATION = 5, 19, 32, 33

    _WAITS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64)
    """Seconds between tries: virus scanners and indexers hold most new files for a moment."""

    def _open(path: Path, access: int, share: int, flags: int = 0) -> int:
        handle = _create_file(str(path), access, share, None, _OPEN_EXISTING, flags, None)
        if handle == wintypes.HANDLE(-1).value:
            raise _refused(path)
        return int(handle)

    def _move(path: Path, place: Path, flags: int) -> None:
        """Move a file, and wait until its new name is on the disk."""
        if not _move_file(str(path), str(place), flags | _WRITE_THROUGH):
            raise _refused(place)

    def _refused(path: Path) -> OSError:
        code = ctypes.get_last_error()
        return OSError(None, ctypes.FormatError(code).strip().rstrip("."), str(path), code)

    def _patiently(call: Callable[[], T], waits: tuple[float, ...] = _WAITS) -> T:
        """Call again for as long as it raises PermissionError, which passes where somebody has the file open."""
        for wait in waits:
            with suppress(PermissionError):
                return call()
            time.sleep(wait)
        return call()

else:
    try:
        import fcntl
        import resource
    except ImportError:
        sys.exit("Vedette runs on Windows, macOS and Linux only.")

    _NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}
    """Errors of a disk that has no hard links."""


def open_alone(path: Path, *, write: bool = True) -> int:
    """Open a file as its only writer; raises BlockingIOError where somebody else has it open to write.

    On Windows nobody else can write to it, rename or delete it while it is open, and everybody can read it. Elsewhere it is
    locked, which other Vedettes heed.
    """
    if sys.platform == "win32":
        access = _READ | _WRITE if write else _READ
        try:
            handle = _patiently(lambda: _open(path, access, _SHARE_READ), _WAITS[:5])
        except PermissionError as error:
            if error.winerror in (_SHARING_VIOLATION, _LOCK_VIOLATION):
                raise BlockingIOError(errno.EAGAIN, error.strerror, str(path)) from error
            raise
        try:
            return msvcrt.open_osfhandle(handle, os.O_APPEND | BINARY | os.O_NOINHERIT)
        except BaseException:
            _close(handle)
            raise
    else:
        file = os.open(path, (os.O_RDWR if write else os.O_RDONLY) | os.O_APPEND | os.O_CLOEXEC)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BaseException:
            os.close(file)
            raise
        return file


def status_of(file: int, path: Path) -> os.stat_result:
    """The status of a file that was opened alone, with the numbers that `path.stat()` gives of it.

    On Windows some of them may differ between the open file and its name, which nobody can change while it is open.
    """
    return path.stat() if sys.platform == "win32" else os.fstat(file)


def may_write(path: Path) -> bool:
    """Whether a file may be written to, or a new one made in a folder; also where somebody has it open just now."""
    if sys.platform == "win32":  # os.access sees only the read-only mark there, not the permissions
        if not os.access(path, os.W_OK):
            return False
        try:
            _close(_open(path, _WRITE_DATA if path.is_dir() else _WRITE, _SHARE_ALL, _FOLDERS_TOO))
        except OSError as error:
            return error.winerror not in (_ACCESS_DENIED, _WRITE_PROTECTED)
        return True
    else:
        return os.access(path, os.W_OK)


def sync(file: int) -> None:
    """Wait until what was written to a file is on the disk."""
    if _synced_by_drive(file):
        return
    getattr(os, "fdatasync", os.fsync)(file)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk; on Windows `give_name` and `put_over` have waited already."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            if not _synced_by_drive(handle):
                os.fsync(handle)
        finally:
            os.close(handle)


def give_name(half: Path, path: Path) -> None:
    """Give a file another name, which must be free, or FileExistsError is raised. It may keep its own as well."""
    if sys.platform == "win32":
        _patiently(lambda: _move(half, path, 0))
    else:
        try:
            os.link(half, path)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            if os.path.lexists(path):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from error
            half.rename(path)


def put_over(half: Path, path: Path) -> None:
    """Put a file in the place of another."""
    if sys.platform == "win32":
        _patiently(lambda: _move(half, path, _REPLACE))
    else:
        half.replace(path)


def read_from(file: int, start: int, size: int) -> bytes:
    """At most `size` bytes of an open file."""
    os.lseek(file, start, os.SEEK_SET)
    parts = []
    while size > 0 and (part := os.read(file, size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def write_at(file: int, start: int, data: bytes) -> None:
    """Overwrite a few bytes of an append-only file that was opened exclusively."""
    if sys.platform == "win32":  # the C library would append
        handle, written = msvcrt.get_osfhandle(file), wintypes.DWORD()
        os.lseek(file, start, os.SEEK_SET)
        if not _write_file(handle, data, len(data), ctypes.byref(written), None) or written.value < len(data):
            raise ctypes.WinError(ctypes.get_last_error())
    else:  # Linux appends too, whatever the offset
        flags = fcntl.fcntl(file, fcntl.F_GETFL)
        fcntl.fcntl(file, fcntl.F_SETFL, flags & ~os.O_APPEND)
        try:
            while data:
                written = os.pwrite(file, data, start)
                start, data = start + written, data[written:]
        finally:
            fcntl.fcntl(file, fcntl.F_SETFL, flags)


def most_files() -> int:
    """How many files and sockets this process may have open."""
    if sys.platform == "win32":
        return 8192  # sockets are not limited there
    else:
        return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def only_owner_reads(path: Path) -> bool:
    """Whether nobody but its owner can read a file in the owner's folder; on Windows the folder keeps all others out."""
    return sys.platform == "win32" or not path.stat().st_mode & 0o077


def use_utf8() -> None:
    """Use UTF-8 in pipes, where Windows would use an old code page, unless another encoding was named."""
    if sys.platform == "win32" and "PYTHONIOENCODING" not in os.environ:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8")


def reader_left(error: OSError) -> bool:
    """Whether a write failed because the program that reads the pipe has ended, as `head` does; on Windows that is EINVAL without a file name."""
    if sys.platform == "win32" and error.errno == errno.EINVAL and error.filename is None:
        return True
    return isinstance(error, BrokenPipeError)


def few_signs() -> bool:
    """Whether the terminal has no more signs than one font: the old console window of Windows, or the text console of Linux with its 512.

    Windows Terminal and editors name themselves in the environment; if Windows has opened the console in one of them, the class of its window tells.
    """
    if sys.platform == "win32":
        if os.environ.keys() & {"WT_SESSION", "TERM_PROGRAM"}:
            return False
        name = ctypes.create_unicode_buffer(32)
        window = ctypes.windll.kernel32.GetConsoleWindow()
        ctypes.windll.user32.GetClassNameW(window, name, len(name))
        return name.value != "PseudoConsoleWindow"
    else:
        return os.environ.get("TERM") == "linux"


def keeps_data() -> bool:
    """Whether data stays when Python is uninstalled; with Python from the Microsoft Store, Windows deletes it."""
    return sys.platform != "win32" or "\\PythonSoftwareFoundation.Python." not in sys.base_prefix


def quoted(word: str) -> str:
    """Quote a word for the shell.

    Git's shell on Windows, and others like it, say who they are. Both shells of Windows itself take double quotes, in which
    PowerShell alone reads variables; so it gets single ones where it would. It adds the player's own folder to the two for
    modules, in what it starts. Nothing protects a `%` in cmd, and a double quote is passed on rightly only by
    PowerShell before 7.3.
    """
    if sys.platform == "win32" and not os.environ.keys() & {"MSYSTEM", "SHELL"}:
        if re.fullmatch(r"[\w.:/\\=+-]+", word):
            return word
        if re.search(r'[$`"“”„]', word) and os.environ.get("PSMODULEPATH", "").count(os.pathsep) > 1:
            return "'" + re.sub("['‘’‚‛]", r"\g<0>\g<0>", word).replace('"', '\\"') + "'"
        kept = re.sub(r'(\\*)("|$)', lambda end: 2 * end[1] + (end[2] and '\\"'), word)
        return f'"{kept}"'
    else:
        return shlex.quote(word)


def _synced_by_drive(file: int) -> bool:
    """Whether the drive's own cache was written out, which macOS does only on request, and not on every disk."""
    if sys.platform == "darwin":
        with suppress(OSError):
            fcntl.fcntl(file, fcntl.F_FULLFSYNC)
            return True
    return False
