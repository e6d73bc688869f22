"""Vedette's screen under Wine, for `winscreen`, which setup.sh makes: keys come by Wine's console, what is painted goes past it.

Wine's console shows nothing of what Textual paints, and delivers no mouse and no new size. So the painting goes by a pipe to the
terminal, and what the console of Windows would put into its input is put there from a file, which is removed when it was read. Its
path is in INJECT, as Windows writes it; each line of it is one of these:

    keys TEXT               TEXT is typed
    click COLUMN ROW        counted from 1
    wheel COLUMN ROW        downwards
    size COLUMNS ROWS       after the terminal itself was given this size
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from ctypes import wintypes
from pathlib import Path

from textual.drivers import win32

import vedette.cli.screen
from vedette.cli import main

assert sys.platform == "win32"

KEY, SIZE = 0x0001, 0x0004
"""The kinds of records of Windows' console that Textual reads."""


def typed(text: str) -> list[win32.INPUT_RECORD]:
    """A key for each character; the mouse comes so as well."""
    records = []
    for character in text:
        record = win32.INPUT_RECORD(EventType=KEY)
        key = record.Event.KeyEvent
        key.bKeyDown, key.wRepeatCount, key.uChar.UnicodeChar = True, 1, character
        records.append(record)
    return records


def resized(columns: int, rows: int) -> list[win32.INPUT_RECORD]:
    """The window has another size."""
    record = win32.INPUT_RECORD(EventType=SIZE)
    size = record.Event.WindowBufferSizeEvent.dwSize
    size.X, size.Y = columns, rows
    return [record]


def read(line: str) -> list[win32.INPUT_RECORD]:
    """What a line of the file stands for."""
    what, _, rest = line.rstrip("\n").partition(" ")
    if what == "keys":
        return typed(rest)
    x, y = map(int, rest.split())
    if what == "size":
        return resized(x, y)
    button = {"click": 0, "wheel": 65}[what]
    return typed(f"\x1b[<{button};{x};{y}M" + (f"\x1b[<0;{x};{y}m" if what == "click" else ""))


def put_in(records: list[win32.INPUT_RECORD]) -> None:
    """Put records into the input of this process's console, as the console does itself."""
    console = wintypes.HANDLE(win32.GetStdHandle(win32.STD_INPUT_HANDLE))
    many = wintypes.DWORD()
    array = (win32.INPUT_RECORD * len(records))(*records)
    if not ctypes.windll.kernel32.WriteConsoleInputW(console, array, len(records), ctypes.byref(many)):
        raise ctypes.WinError()


def watch(path: Path) -> None:
    """Put in what stands in the file, whenever there is one."""
    while True:
        time.sleep(0.1)
        if path.exists():
            lines = path.read_text(encoding="utf-8").splitlines()
            path.unlink()
            for line in lines:
                put_in(read(line))


if __name__ == "__main__":
    vedette.cli.screen.need_terminal = lambda: None  # there is one, behind the pipe
    sys.__stdout__.reconfigure(encoding="utf-8", newline="")
    if path := os.environ.get("INJECT"):
        threading.Thread(target=watch, args=[Path(path)], daemon=True).start()
    sys.argv[0] = "vedette"
    main()
