"""The console of Windows: any keys may come from it, and it is left as it was found."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import IO, TYPE_CHECKING, ClassVar

from textual import events
from textual.drivers import win32
from textual.drivers.windows_driver import WindowsDriver

from vedette.tui.keyboard import RESET, UnmarkedKeyboard

if TYPE_CHECKING:
    from textual.message import Message

assert sys.platform == "win32"

RESPITE = 0.05
"""Seconds between tries to read: of a console that is lost every one fails at once."""


class Monitor(win32.EventMonitor):
    """Textual's reader of the console; what it can't read costs those keys, where Textual would hear no other any more.

    What it feeds is one keyboard all the time, or half a paste would become keys. Before Windows Terminal nothing marks
    what is pasted.
    """

    def run(self) -> None:
        keys = UnmarkedKeyboard()
        win32.XTermParser = lambda debug=False: keys  # type: ignore[attr-defined, assignment, return-value]
        while not self.exit_event.is_set():
            super().run()
            keys.miss()
            self.exit_event.wait(RESPITE)


win32.EventMonitor = Monitor  # type: ignore[misc]


class Console(WindowsDriver):
    """Textual's driver, which can be left at once."""

    taken: ClassVar[Console | None] = None
    """The console that is taken over; a process has one."""

    def process_message(self, message: Message) -> None:
        """Pass a message on, but no size that somebody has pasted: the console tells sizes in another way."""
        if not isinstance(message, events.Resize):
            super().process_message(message)

    def start_application_mode(self) -> None:
        files: tuple[IO[str], IO[str]] = sys.__stdin__, sys.__stdout__  # type: ignore[assignment]
        self._modes = [(file, win32.get_console_mode(file)) for file in files]
        Console.taken = self
        super().start_application_mode()

    def restore(self) -> None:
        """Give it back at once, past everything that may be stuck."""
        with suppress(OSError, ValueError):
            os.write(1, RESET.encode())
            for file, mode in self._modes:
                win32.set_console_mode(file, mode)
