"""The terminal: any bytes may come from it, it may vanish at any moment, and it is left as it was found."""

from __future__ import annotations

import os
import selectors
import signal
import termios
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from textual.message import Message

AT_ONCE = 4096
"""Bytes that are read at a time."""

WIDEST, TALLEST = 1000, 500
"""Columns and rows that are ever used, whatever a terminal says of itself."""

PAUSE = 0.1
"""Seconds after which a lone Escape is a key, and the end is noticed."""

RESET = (
    "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"
    "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""Takes back all that Textual sets in a terminal; the alternate screen after the keyboard, as it must be."""


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


PASTE, PASTE_END = "\x1b[200~", "\x1b[201~"
"""What a terminal puts around pasted text once it has been asked to."""


class Keyboard:
    """What a terminal sends, as events. Bytes that are no text become “�”; a sequence that makes no sense is dropped.

    Pasted text is one event, whatever is in it: Textual's parser never sees it, since an Escape in it would make keys of
    the rest.
    """

    def __init__(self) -> None:
        """Nothing has come yet."""
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._parser = XTermParser()
        self._last = ""
        self._pasted: list[str] | None = None

    def take(self, data: bytes, pixels: bool = False) -> list[Message]:
        """The events of some bytes; a mouse is told in `pixels` only where we have asked for that."""
        found: list[Message] = []
        text = self._decode(data)
        while text:
            if self._pasted is None:
                found += self._parsed(text[0], pixels)
                self._last, text = (self._last + text[0])[-len(PASTE) :], text[1:]
                if self._last == PASTE:
                    self._last, self._pasted = "", []
                    for char in PASTE_END:  # the parser has seen that it begins
                        self._parsed(char, pixels)
            else:
                self._pasted.append(text)
                ended = PASTE_END in self._last + text
                self._last, text = (self._last + text)[-len(PASTE_END) :], ""
                if ended:
                    whole = "".join(self._pasted)
                    end = _end_of_paste(whole)
                    found.append(events.Paste(whole[:end].replace("\x00", "")))
                    self._last, self._pasted, text = "", None, whole[end + len(PASTE_END) :]
        return found

    def tick(self) -> list[Message]:
        """The events for which nothing more has to come: a lone Escape."""
        return list(self._parser.tick())

    def _parsed(self, char: str, pixels: bool) -> list[Message]:
        try:
            found = list(self._parser.feed(char))
        except (ValueError, ArithmeticError):  # the parser has ended over it
            self._parser, found = XTermParser(), []
        self._parser.mouse_pixels = self._parser.mouse_pixels and pixels
        return found


def _end_of_paste(text: str) -> int:
    """Where pasted text ends: at the last mark before anything else is pasted, as earlier ones were pasted themselves."""
    end = text.index(PASTE_END)
    while (later := text.find(PASTE_END, end + 1)) >= 0 and PASTE not in text[end:later]:
        end = later
    return end


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
