"""The terminal: any bytes may come from it, it may vanish at any moment, and it is left as it was found."""

from __future__ import annotations

import asyncio
import os
import selectors
import shutil
import signal
import sys
import termios
import tty
from contextlib import suppress
from queue import Queue
from threading import Event, Thread
from typing import Any, ClassVar, TextIO, cast

from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.messages import InBandWindowResize

from vedette.tui.keyboard import RESET, InputFailed, Keyboard

assert sys.platform != "win32"  # there it is a console: console.py

AT_ONCE = 4096
"""Bytes that are read at a time."""

WIDEST, TALLEST = 1000, 500
"""Columns and rows that are ever used, whatever a terminal says of itself."""

PAUSE = 0.1
"""Seconds after which a lone Escape is a key, and the end is noticed."""

MOST_WAITING = 30
"""Texts that may wait to be written; then the screen waits for the terminal."""

MOUSE_ON = "\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h"
MOUSE_OFF = "\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"

TAKE = f"\x1b[?1049h{MOUSE_ON}\x1b[?25l\x1b[?1004h\x1b[>1u"
"""Another screen, the mouse, no cursor, who has the focus, and keys that can't be mistaken for each other."""

ASK_FOR_WHOLE_FRAMES = "\x1b[?2026$p"
"""Whether the terminal can show a frame at once; Apple's would print a sign of it."""

PASTES_MARKED, LINES_UNWRAPPED = "\x1b[?2004h", "\x1b[?7l"
PASTES_UNMARKED, LINES_WRAPPED = "\x1b[?2004l", "\x1b[?7h"

LEAVE = "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""The keyboard as it was, before the screen; then the cursor."""


class Outlet(Thread):
    """Writes to the terminal, so that the screen need not wait for it. Where the terminal is gone it takes everything."""

    def __init__(self, file: TextIO) -> None:
        super().__init__(name="output", daemon=True)
        self._file = file
        self._texts: Queue[str | None] = Queue(MOST_WAITING)

    def write(self, text: str) -> None:
        self._texts.put(text)

    def end(self) -> None:
        self._texts.put(None)
        self.join()

    def run(self) -> None:
        """Write what comes, and hold nothing back where there is a break."""
        for text in iter(self._texts.get, None):
            self._write(text)
        self._write("")

    def _write(self, text: str) -> None:
        try:
            self._file.write(text)
            if self._texts.empty():
                self._file.flush()
        except (
            OSError
        ):  # Python writes the rest when it ends; let that go nowhere, instead of failing once more
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._file.fileno())
            os.close(nowhere)


class Terminal(Driver):
    """A terminal that can neither end the program nor be left in disorder.

    Textual's own driver is no base for it: all that would have to be changed there is private.
    """

    taken: ClassVar[Terminal | None] = None
    """The terminal that is taken over; a process has one."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._output = cast(TextIO, sys.__stderr__)
        self._input = cast(TextIO, sys.__stdin__).fileno()
        self._found: list[Any] | None = None
        self._outlet: Outlet | None = None
        self._reader: Thread | None = None
        self._ends = Event()
        self._awake = self._asleep = False
        loop = asyncio.get_running_loop()
        # A signal may come while somebody is writing to the terminal.
        signal.signal(signal.SIGTSTP, lambda *_: loop.call_soon_threadsafe(self._stop))
        signal.signal(signal.SIGCONT, lambda *_: loop.call_soon_threadsafe(self._go_on))

    @property
    def can_suspend(self) -> bool:
        """Ctrl+Z stops us."""
        return True

    def write(self, data: str) -> None:
        if self._outlet is not None:
            self._outlet.write(data)

    def process_message(self, message: Message) -> None:
        """Pass on what was typed, but no size: the terminal tells it by a signal, and nobody who pastes."""
        if not isinstance(message, (events.Resize, InBandWindowResize)):
            super().process_message(message)

    def start_application_mode(self) -> None:
        """Take the terminal over, wholly or not at all."""
        try:
            self._awake = self._take_over()
            self._asleep = not self._awake  # until a signal says that we are in front
        except BaseException:
            if self._outlet is not None:
                self.stop_application_mode()
            raise

    def _take_over(self) -> bool:
        """Take the terminal over; whether it was ours to take, and not that of a program in front of us."""
        if os.isatty(self._input):
            before = {number: signal.getsignal(number) for number in (signal.SIGTTOU, signal.SIGTTIN)}
            for number in before:
                signal.signal(number, lambda *_: os.kill(os.getpid(), signal.SIGSTOP))
            try:
                termios.tcsetattr(self._input, termios.TCSANOW, termios.tcgetattr(self._input))
            except termios.error:
                return False
            finally:
                for number, handler in before.items():
                    signal.signal(number, handler)
        Terminal.taken = self
        self._outlet = Outlet(self._output)
        self._outlet.start()
        signal.signal(signal.SIGWINCH, lambda *_: self._tell_size())
        self._tell_size()
        self.write(TAKE)
        with suppress(termios.error):
            self._found = termios.tcgetattr(self._input)
            termios.tcsetattr(self._input, termios.TCSANOW, _raw(termios.tcgetattr(self._input)))
        self._reader = Thread(target=self._read_to_the_end, name="input")
        self._reader.start()
        if os.isatty(self._input) and os.environ.get("TERM_PROGRAM") != "Apple_Terminal":
            self.write(ASK_FOR_WHOLE_FRAMES)
        self.write(PASTES_MARKED + LINES_UNWRAPPED)
        return True

    def stop_application_mode(self) -> None:
        self._awake = False
        self.write(PASTES_UNMARKED + LINES_WRAPPED)
        self.disable_input()
        if self._found is not None:
            with suppress(termios.error):
                termios.tcsetattr(self._input, termios.TCSANOW, self._found)
        self.write(LEAVE)

    def disable_input(self) -> None:
        signal.signal(signal.SIGWINCH, signal.SIG_DFL)
        self.write(MOUSE_OFF)
        if self._reader is not None:
            self._ends.set()
            self._reader.join()
            self._ends.clear()
            self._reader = None
        with suppress(termios.error):
            termios.tcflush(self._input, termios.TCIFLUSH)

    def close(self) -> None:
        if self._outlet is not None:
            self._outlet.end()
            self._outlet = None

    def restore(self) -> None:
        """Give it back at once, past everything that may be stuck."""
        with suppress(OSError, termios.error):
            if self._found is not None:
                termios.tcsetattr(self._input, termios.TCSANOW, self._found)
            way = os.open(os.ttyname(self._output.fileno()), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
            os.write(way, RESET.encode())

    def _tell_size(self) -> None:
        width, height = shutil.get_terminal_size()
        size = Size(min(width, WIDEST), min(height, TALLEST))
        self.send_message(events.Resize(size, size))

    def _read_to_the_end(self) -> None:
        """Read keys; what goes wrong here goes wrong for all."""
        try:
            self._read_keys()
        except Exception as error:  # noqa: BLE001 - it ends the app as any other error
            self.send_message(InputFailed(error))

    def _read_keys(self) -> None:
        """Read until the end; the end of the terminal is a hang-up, also where nobody has told us."""
        keyboard = Keyboard()
        with selectors.SelectSelector() as selector:
            selector.register(self._input, selectors.EVENT_READ)
            while not self._ends.is_set():
                if selector.select(PAUSE):
                    data = self._read()
                    if not data:
                        os.kill(os.getpid(), signal.SIGHUP)
                        return
                    self._pass_on(keyboard.take(data))
                self._pass_on(keyboard.tick())

    def _pass_on(self, messages: list[Message]) -> None:
        for message in messages:
            self.process_message(message)

    def _read(self) -> bytes:
        """What was typed; nothing where the terminal is gone."""
        try:
            return os.read(self._input, AT_ONCE)
        except OSError:
            return b""

    def _stop(self) -> None:
        """Stop; while the screen begins or ends there is nothing to give back."""
        if self._awake:
            self.suspend_application_mode()
            self._asleep = True
        os.kill(os.getpid(), signal.SIGSTOP)

    def _go_on(self) -> None:
        """Take the terminal over again, as it may be another's by now where we were stopped without being asked."""
        if self._awake:
            self.suspend_application_mode()
            self._asleep = True
        if self._asleep:
            self.resume_application_mode()
            self.send_message(self.SignalResume())


def _raw(attributes: list[Any]) -> list[Any]:
    """Every key comes to us by itself and as it is: no echo, no lines, no signals, no flow control."""
    attributes[tty.LFLAG] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
    attributes[tty.IFLAG] &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
    attributes[tty.CC][termios.VMIN] = 1
    return attributes
