"""The console of Windows: any keys may come from it, and it is left as it was found."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from textual import events
from textual.drivers import win32
from textual.drivers.windows_driver import WindowsDriver

from vedette.tui.keyboard import RESET, UnmarkedKeyboard

if TYPE_CHECKING:
    from textual.message import Message

assert sys.platform == "win32"


class Monitor(win32.EventMonitor):
    """Textual's reader of the console; what it can't read costs that key, where Textual would hear no other any more."""

    def run(self) -> None:
        """Read until the end."""
        while not self.exit_event.is_set():
            super().run()


class _Keys(UnmarkedKeyboard):
    """What the reader feeds, made as Textual makes its parser. Before Windows Terminal nothing marks what is pasted."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__()


win32.EventMonitor = Monitor  # type: ignore[misc]
win32.XTermParser = _Keys  # type: ignore[attr-defined, assignment]


class Console(WindowsDriver):
    """Textual's driver, which can be left at once."""

    def process_message(self, message: Message) -> None:
        """Pass a message on, but no size that somebody has pasted: the console tells sizes in another way."""
        if not isinstance(message, events.Resize):
            super().process_message(message)

    def restore(self) -> None:
        """Give it back at once, past everything that may be stuck."""
        with suppress(OSError, ValueError):
            os.write(1, RESET.encode())
            if self._restore_console is not None:
                self._restore_console()
