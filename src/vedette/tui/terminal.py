"""The terminal: any bytes may come from it, it may vanish at any moment, and it is left as it was found."""

from __future__ import annotations

import os
import selectors
import signal
import sys
import termios
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

from textual import events
from textual.drivers.linux_driver import LinuxDriver

from vedette.tui.keyboard import RESET, Keyboard

if TYPE_CHECKING:
    from textual.message import Message

assert sys.platform != "win32"  # there it is a console: console.py

AT_ONCE = 4096
"""Bytes that are read at a time."""

WIDEST, TALLEST = 1000, 500
"""Columns and rows that are ever used, whatever a terminal says of itself."""

PAUSE = 0.1
"""Seconds after which a lone Escape is a key, and the end is noticed."""


class Outlet:
    """What the screen is written to. Where the terminal is gone it takes everything, and nobody waits for it."""

    def __init__(self, file: TextIO) -> None:
        """Write to a file."""
        self._file = file

    def write(self, text: str) -> None:
        """Write, if anybody reads it."""
        try:
            self._file.write(text)
        except OSError:
            self._drop()

    def flush(self) -> None:
        """Write what is left."""
        try:
            self._file.flush()
        except OSError:
            self._drop()

    def fileno(self) -> int:
        """The file's number."""
        return self._file.fileno()

    def _drop(self) -> None:
        """Python writes the rest when it ends; let that go nowhere, instead of failing once more."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._file.fileno())
        os.close(nowhere)


class Terminal(LinuxDriver):
    """Textual's driver, without the ways in which a terminal could end the program or be left in disorder."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """As Textual makes it."""
        super().__init__(*arguments, **options)
        self._outlet = Outlet(cast(TextIO, self._file))
        self._file = cast(Any, self._outlet)
        self._awake = self._asleep = False

    def run_input_thread(self) -> None:
        """Read keys; what goes wrong here goes wrong for all."""
        try:
            self._read_keys()
        except Exception as error:  # noqa: BLE001 - it ends the app as any other error
            self._app.call_later(self._app._handle_exception, error)

    def _read_keys(self) -> None:
        """Read until the end; the end of the terminal is a hang-up, also where nobody has told us."""
        keyboard = Keyboard()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(PAUSE):
                    data = self._read()
                    if not data:
                        os.kill(os.getpid(), signal.SIGHUP)
                        return
                    self._pass_on(keyboard.take(data, self._in_band_window_resize))
                self._pass_on(keyboard.tick())

    def process_message(self, message: Message) -> None:
        """Pass a message on, but no size that somebody has pasted."""
        if self._in_band_window_resize or not isinstance(message, events.Resize):
            super().process_message(message)

    def start_application_mode(self) -> None:
        """Take the terminal over, wholly or not at all."""
        try:
            super().start_application_mode()  # type: ignore[no-untyped-call]
        except BaseException:
            if self._writer_thread is not None:
                self.stop_application_mode()
            raise
        self._awake = self._writer_thread is not None and self._writer_thread.is_alive()

    def stop_application_mode(self) -> None:
        """Give it back."""
        self._awake = False
        super().stop_application_mode()

    def disable_input(self) -> None:
        """Read no more, and take back what the terminal's last answers have switched on."""
        super().disable_input()
        self._disable_in_band_window_resize()
        if self._mouse_pixels:
            self.write("\x1b[?1016l")

    def suspend_application_mode(self) -> None:
        """Give it back for a while."""
        super().suspend_application_mode()
        self._asleep = True

    def restore(self) -> None:
        """Give it back at once, past everything that may be stuck."""
        with suppress(OSError, termios.error):
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            way = os.open(os.ttyname(self._outlet.fileno()), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
            os.write(way, RESET.encode())

    def _pass_on(self, messages: list[Message]) -> None:
        for message in messages:
            self.process_message(message)

    def _read(self) -> bytes:
        """What was typed; nothing where the terminal is gone."""
        try:
            return os.read(self.fileno, AT_ONCE)
        except OSError:
            return b""

    def _get_terminal_size(self) -> tuple[int, int]:
        width, height = super()._get_terminal_size()
        return min(width, WIDEST), min(height, TALLEST)

    def _sigtstp_application(self, *_: object) -> None:
        """Stop, as soon as nobody is writing to the terminal: a signal may come in the middle of that."""
        self._loop.call_soon_threadsafe(self._stop)

    def _sigcont_application(self, *_: object) -> None:
        """Go on, likewise."""
        self._loop.call_soon_threadsafe(self._go_on)

    def _stop(self) -> None:
        """Stop; while the screen begins or ends there is nothing to give back."""
        if self._awake:
            self.suspend_application_mode()
            self._must_signal_resume = True
        os.kill(os.getpid(), signal.SIGSTOP)

    def _go_on(self) -> None:
        """Whoever was stopped without being asked takes the terminal over again, as it may be another's by now."""
        if self._awake:
            self.suspend_application_mode()
        if self._asleep:
            self.resume_application_mode()
            self._asleep = not self._awake
            self._app.refresh(layout=True)  # the shell has left nothing of the screen
