"""The screen in a terminal of its own: from the start to the first frame, and from a key to its paint."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

SIZE = struct.pack("HHHH", 40, 120, 0, 0)
QUIET = 0.3
"""Seconds without a byte after which a screen has come to rest."""

TURNS, KEYS_A_TURN = 6, 10
"""How often two things are measured in turn, and the keys of each turn."""


@contextmanager
def terminal(command: Sequence[str]) -> Iterator[int]:
    """Run a program in a terminal of 120 columns and 40 lines; yields the terminal's end of it."""
    pid, file = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, SIZE)
        os.execvpe(command[0], list(command), {**os.environ, "TERM": "xterm-256color"})
    try:
        yield file
    finally:
        os.write(file, b"q")
        os.close(file)
        os.waitpid(pid, 0)


def first_frame(command: Sequence[str], word: bytes) -> float:
    """Milliseconds until a word stands on the screen."""
    begin = time.perf_counter()
    with terminal(command) as file:
        seen = b""
        while word not in seen:
            seen += os.read(file, 65536)
        taken = time.perf_counter() - begin
        _rest(file)
    return taken * 1000


def key_to_paint(
    command: Sequence[str], word: bytes, keys: bytes, times: int, first: bytes = b""
) -> tuple[list[float], list[int]]:
    """For each key the milliseconds to the first byte of what it changes, and the frames that it took.

    `first` is pressed before, and not measured.
    """
    with terminal(command) as file:
        _ready(file, word, first)
        return _pressed(file, keys, times)


def key_to_paint_in_turn(
    command: Sequence[str],
    word: bytes,
    keys: bytes,
    first: bytes,
    beside: Callable[[], AbstractContextManager[object]],
) -> tuple[list[float], list[float]]:
    """The same without and with something that goes on beside it, in turn, so that both are measured at the same time of day."""
    alone, accompanied = [], []
    with terminal(command) as file:
        _ready(file, word, first)
        for _ in range(TURNS):
            alone += _pressed(file, keys, KEYS_A_TURN)[0]
            with beside():
                _rest(file)
                accompanied += _pressed(file, keys, KEYS_A_TURN)[0]
            _rest(file)
    return alone, accompanied


def _ready(file: int, word: bytes, first: bytes) -> None:
    """Wait for a word, and press the first keys."""
    seen = b""
    while word not in seen:
        seen += os.read(file, 65536)
    _rest(file)
    for key in first:
        os.write(file, bytes([key]))
        _rest(file)


def _pressed(file: int, keys: bytes, times: int) -> tuple[list[float], list[int]]:
    """Press keys, one after the other came to rest."""
    taken, frames = [], []
    for i in range(times):
        begin = time.perf_counter()
        os.write(file, keys[i % len(keys) :][:1])
        select.select([file], [], [])
        taken.append((time.perf_counter() - begin) * 1000)
        frames.append(_rest(file))
    return taken, frames


def _rest(file: int) -> int:
    """Read until nothing more comes; how many frames that were (each shows or hides the cursor once)."""
    data = b""
    while select.select([file], [], [], QUIET)[0]:
        data += os.read(file, 65536)
    return data.count(b"\x1b[?2026h") or 1


def bare() -> list[str]:
    """How the bare app is started."""
    return [sys.executable, str(Path(__file__).with_name("bare.py"))]


def table(save: Path) -> list[str]:
    """How the table is opened."""
    return [*home(), "play", str(save)]


def home() -> list[str]:
    """How Vedette is started."""
    return [str(Path(sys.executable).with_name("vedette"))]
