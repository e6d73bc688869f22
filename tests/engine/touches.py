"""What other programs do to a save while it is open, and how that is told."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any


def append(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"hello\n")


def shorten(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 300)


def flip(path: Path) -> None:
    """One byte, in place, with the file's old date: as long as it was, and the same file."""
    before = path.stat()
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    with path.open("r+b") as file:
        file.write(data)
    later(path, before)


def later(path: Path, before: os.stat_result) -> None:
    """Until the clock of the disk has gone on, which some do in steps."""
    while path.stat().st_ctime_ns == before.st_ctime_ns:
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def replace(path: Path) -> None:
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.replace(path)


def by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


TOUCHED: dict[str, tuple[Callable[[Path], Any], str]] = {
    "deleted": (Path.unlink, "was deleted"),
    "renamed": (lambda path: path.rename(path.with_name("other")), "was moved, renamed or unmounted"),
    "folder renamed": (
        lambda path: path.parent.rename(f"{path.parent}-moved"),
        "was moved, renamed or unmounted",
    ),
    "folder deleted": (lambda path: shutil.rmtree(path.parent), "was deleted"),
    "replaced": (replace, "was replaced by another file"),
    "replaced by a folder": (by_folder, "was replaced by another file"),
    "appended to": (append, "was changed by another program"),
    "cut": (shorten, "was changed by another program"),
    "emptied": (lambda path: os.truncate(path, 0), "was changed by another program"),
    "one byte": (flip, "was changed by another program"),
}
