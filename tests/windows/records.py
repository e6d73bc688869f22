"""What the console of Windows puts into its input: a record for each key, and one for a new size."""

from __future__ import annotations

import ctypes
import sys
from ctypes import wintypes

from textual.drivers import win32

assert sys.platform == "win32"

KEY, SIZE = 0x0001, 0x0004


def typed(text: str) -> list[win32.INPUT_RECORD]:
    """A key pressed for each UTF-16 unit, halves of pairs as well. The mouse comes so, too, as the sequences of a terminal."""
    units = text.encode("utf-16-le", "surrogatepass")
    records = []
    for i in range(0, len(units), 2):
        record = win32.INPUT_RECORD(EventType=KEY)
        key = record.Event.KeyEvent
        key.bKeyDown, key.wRepeatCount = True, 1
        key.uChar.UnicodeChar = units[i : i + 2].decode("utf-16-le", "surrogatepass")
        records.append(record)
    return records


def resized(columns: int, rows: int) -> list[win32.INPUT_RECORD]:
    """The window has another size."""
    record = win32.INPUT_RECORD(EventType=SIZE)
    size = record.Event.WindowBufferSizeEvent.dwSize
    size.X, size.Y = columns, rows
    return [record]


def click(column: int, row: int) -> str:
    """A button pressed and let go on a cell, counted from 0."""
    return f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m"


def put_in(records: list[win32.INPUT_RECORD]) -> None:
    """Put them into the input of this process's console."""
    console = wintypes.HANDLE(win32.GetStdHandle(win32.STD_INPUT_HANDLE))
    array, written = (win32.INPUT_RECORD * len(records))(*records), wintypes.DWORD()
    if not ctypes.windll.kernel32.WriteConsoleInputW(console, array, len(records), ctypes.byref(written)):
        raise ctypes.WinError()
