"""A real terminal for tests: a pty, a child process, and pyte to read what it paints."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import randbelow
from types import TracebackType
from typing import Self

import pyte

from vedette.engine.library import read_toml
from vedette.engine.session import new_session
from vedette.registry import rulesets

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "backspace": "\x7f",
    "space": " ",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
}

VEDETTE = (sys.executable, "-m", "vedette")
"""How the program is started."""

GAMES = Path(__file__).parent / "games"
"""Small games of our own for these tests."""

MODE = re.compile(rb"\x1b\[\?(\d+)([hl])")
"""What switches a mode of the terminal on or off."""

USUAL = {b"7": True, b"25": True}
"""Modes that are on in a terminal that nobody has changed: lines wrap, and there is a cursor. All others are off."""

PATIENCE = 30.0
"""Seconds until a screen that does not come is given up; a slow machine takes as long as it needs."""


def begun(game: str, folder: Path) -> Path:
    """A save of one of these games, in which nothing has been done yet."""
    save, setup = folder / f"{game}.vedette", read_toml(GAMES / f"{game}.toml")
    new_session(rulesets()[setup["ruleset"]], setup, seed=randbelow(2**32), path=save).close()
    return save


class Terminal:
    """A program in a terminal of its own, played by keys and read from its screen."""

    def __init__(
        self, command: Sequence[str], *, columns: int, lines: int, environment: dict[str, str]
    ) -> None:
        """Start the program."""
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self.keys = 0
        self._gone = False
        self.raw = bytearray()
        self.pid, self._file = pty.fork()
        if self.pid == 0:
            _set_size(0, columns, lines)
            os.execvpe(command[0], list(command), _variables() | environment)
        self._found = termios.tcgetattr(self._file)

    def __enter__(self) -> Self:
        """Use it in a with block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the program, however it stands."""
        try:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        if not self._gone:
            os.close(self._file)

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    @property
    def left_behind(self) -> list[str]:
        """What is not as it was before the program: modes of the terminal, of its line, and of its keyboard."""
        last = {mode: state == b"h" for mode, state in MODE.findall(self.raw)}
        changed = [mode.decode() for mode, on in last.items() if on != USUAL.get(mode, False)]
        keyboard = ["keyboard"] if self.raw.count(b"\x1b[>") > self.raw.count(b"\x1b[<u") else []
        line = ["line"] if termios.tcgetattr(self._file)[:4] != self._found[:4] else []
        return [*changed, *keyboard, *line]

    @property
    def last_words(self) -> str:
        """What was said after the screen was left."""
        said = MODE.sub(b"", self.raw.rpartition(b"\x1b[?1049l")[2])
        return said.decode(errors="replace").replace("\r", "")

    def press(self, *keys: str) -> None:
        """Press keys, one after the other; names as in KEYS, else the character itself."""
        for key in keys:
            self.keys += 1
            os.write(self._file, KEYS.get(key, key).encode())
            self._read(0.05)

    def acknowledge(self) -> None:
        """Whoever is called upon now acknowledges it: until then no key acts."""
        self.see("Go on")
        self.press("enter")
        self.see_gone("Go on")

    def hurry(self, *keys: str) -> None:
        """Press keys without waiting for anything, all at once."""
        self.keys += len(keys)
        os.write(self._file, "".join(KEYS.get(key, key) for key in keys).encode())

    def send(self, data: bytes) -> None:
        """Bytes as they are, whatever they mean; what the program paints meanwhile is taken over."""
        while data:
            if select.select([], [self._file], [], 0.05)[1]:
                data = data[os.write(self._file, data[:512]) :]
            self._read(0.0)

    def click(self, words: str, across: int = 0, down: int = 0, button: int = 0) -> None:
        """Click these words where they stand first, or so many cells beside; button 35 only points there."""
        rows = self.text.splitlines()
        row = next(i for i, text in enumerate(rows) if words in text)
        place = f"{button};{rows[row].index(words) + 1 + across};{row + 1 + down}"
        self.send(f"\x1b[<{place}M".encode() + (b"" if button else f"\x1b[<{place}m".encode()))

    def resize(self, columns: int, lines: int) -> None:
        """Another size of the window."""
        self._screen.resize(lines, columns)
        _set_size(self._file, columns, lines)

    def signal(self, number: signal.Signals) -> None:
        """What somebody else tells the program."""
        os.kill(self.pid, number)

    def take_over(self) -> None:
        """Until the program has the terminal for itself, or has ended."""
        deadline = time.monotonic() + PATIENCE
        while self.runs and b"\x1b[?1049h" not in self.raw:
            if time.monotonic() > deadline:
                raise AssertionError(f"it never took the terminal over: {bytes(self.raw)!r}")
            self._read(0.05)

    def until(self, there: Callable[[str], bool]) -> None:
        """Wait until the screen is so, or nothing more is painted."""
        before = -1
        while not there(self.text) and len(self.raw) != before:
            before = len(self.raw)
            self._read(0.5)

    def settle(self) -> None:
        """Until nothing more is painted for a while."""
        before = -1
        while len(self.raw) != before:
            before = len(self.raw)
            self._read(0.3)

    @property
    def runs(self) -> bool:
        """Whether the program has not ended."""
        return not os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)

    def see(self, *words: str) -> str:
        """Wait until all these words stand on the screen; the screen is told where they never do."""
        return self._wait(lambda text: all(word in text for word in words), f"never saw {words}")

    def see_gone(self, word: str) -> str:
        """Wait until a word is no longer on the screen."""
        return self._wait(lambda text: word not in text, f"still saw {word}")

    def wait(self) -> int:
        """Wait until the program ends, and tell how: its exit code, negative for a signal."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self._read(0.1)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
        raise AssertionError(f"it did not end; the screen:\n{self.text}")

    def hang_up(self) -> int:
        """Close the window, and wait until the program has noticed; tells how it ended, as `wait`."""
        os.close(self._file)
        self._gone = True
        deadline = time.monotonic() + PATIENCE
        while True:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            if time.monotonic() > deadline:
                raise AssertionError("it goes on without a terminal")
            time.sleep(0.05)

    def _wait(self, there: Callable[[str], bool], complaint: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while not there(self.text):
            if time.monotonic() > deadline:
                raise AssertionError(f"{complaint}; the screen:\n{self.text}")
            self._read(0.1)
        return self.text

    def _read(self, seconds: float) -> None:
        """Take over what the program has painted in the meantime."""
        while select.select([self._file], [], [], seconds)[0]:
            try:
                data = os.read(self._file, 65536)
            except OSError:
                return
            if not data:
                return
            self.raw += data
            self._stream.feed(data)
            seconds = 0.0


def _variables() -> dict[str, str]:
    """The variables of this process; a size among them, which the workers of pytest have, would be believed before the terminal's."""
    own = {name: value for name, value in os.environ.items() if name not in ("LINES", "COLUMNS")}
    return {**own, "TERM": "xterm-256color"}


def _set_size(file: int, columns: int, lines: int) -> None:
    fcntl.ioctl(file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
