"""Whatever ends the screen, the terminal is as it was before, and the players know where they stand."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

from rich.console import Console as RichConsole
from rich.console import RenderableType
from textual.app import App
from textual.worker import WorkerFailed

from vedette.engine.saves import rescued, save_folder
from vedette.tui.keyboard import InputFailed

if sys.platform == "win32":
    from vedette.tui.console import Console as Terminal
else:
    from vedette.tui.terminal import Terminal

if TYPE_CHECKING:
    from vedette.engine.session import Session
    from vedette.engine.state import GameState


def _known(*names: str) -> tuple[signal.Signals, ...]:
    return tuple(signal.Signals[name] for name in names if hasattr(signal, name))


SIGNALS = _known("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGBREAK")
"""What others use to end us; in the screen Ctrl-C is a key."""

DRIVERS = _known("SIGTSTP", "SIGCONT", "SIGWINCH")
"""The signals that the screen's driver handles as well, while it runs."""

SOON = 0.02
"""Seconds until we look again whether a screen stands by now."""

PATIENCE = 3.0
"""Seconds that the screen has to end in order, once it has to end."""

Report = Callable[[Exception, "Session[GameState] | None", str], tuple[str, int]]
"""Told what went wrong, in which game, and where on the screen; answers with the last words and the exit code."""


class SafeApp(App[None]):
    """An app that ends in order, however it ends."""

    def __init__(self, report: Report | None = None) -> None:
        super().__init__(driver_class=Terminal)
        self.error_console = RichConsole(quiet=True)  # where Textual would print tracebacks
        self.last_words = ""
        self._report = report
        self._events: asyncio.AbstractEventLoop | None = None
        self._failure: Exception | None = None
        self._leaving = False
        self._playing = self._stands = self._leaves = False
        self._end: Timer | None = None
        self._code = 0

    @property
    def game(self) -> Session[GameState] | None:
        return None

    @property
    def error(self) -> Exception | None:
        return self._failure

    @property
    def leaving(self) -> bool:
        """Whether it ends: from then on nothing that is typed counts."""
        return self._leaving or self._failure is not None

    def play(self) -> int:
        """Run until the players leave or somebody ends us; returns the exit code."""
        with _as_before():
            for number in SIGNALS:
                signal.signal(number, self._told_to_end)
            self._playing = True
            try:
                self.run()
            except Exception as error:  # noqa: BLE001 - in ending; all others come to `bell`
                self._fail(error)
                self._restore()
            finally:
                self._playing = False
                if self._end is not None:
                    self._end.cancel()
        if self.game is not None:
            self._put_away(self.game)
        return self._code or self.return_code or 0

    def _put_away(self, game: Session[GameState]) -> None:
        """Close the game; where somebody has touched its save, it is written beside, and that is said."""
        self.last_words = "\n".join(filter(None, [self.last_words, rescued(game, save_folder())]))
        game.close()

    def bell(self) -> None:
        """Ring. Textual rings as well when it has caught an error that ends the app, and tells nobody else of it."""
        if not self._has_failed():
            super().bell()

    def panic(self, *renderables: RenderableType) -> None:
        """End. Textual does that where it has caught an error that knows how it is drawn."""
        self._has_failed()
        super().panic(*renderables)

    def _has_failed(self) -> bool:
        """Whether an error ends the app just now: Textual calls from where it has caught it, and its exit code stands."""
        error = sys.exception()
        if not self.return_code or not isinstance(error, Exception):
            return False
        self._fail(error)
        return True

    def _fail(self, error: Exception) -> None:
        """End because of an error of a handler, a timer, a worker, or of painting; the first is reported."""
        if isinstance(error, WorkerFailed) and isinstance(error.error, Exception):
            error = error.error
        first, self._failure = self._failure is None, self._failure or error
        if first and self._report is not None:
            self.last_words, self._code = self._report(error, self.game, self._where())
        if self._playing:
            _forget_frames(error)
        self._hurry()

    def on_input_failed(self, event: InputFailed) -> None:
        """Nothing that is typed can be read any more."""
        raise event.error

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        self._leaving = True
        super().exit(result, return_code, message)

    def on_load(self) -> None:
        self._events = asyncio.get_running_loop()

    def on_driver_signal_resume(self) -> None:
        """We go on after Ctrl+Z; the shell has left nothing of the screen."""
        self.refresh(layout=True)

    def _told_to_end(self, number: int, _frame: FrameType | None) -> None:
        """End in order; what was decided is on the disk already."""
        self._code = self._code or 128 + number
        if self._events is None:
            raise SystemExit(self._code)
        self._hurry()
        self._events.call_soon_threadsafe(self._leave)

    def _leave(self) -> None:
        """End, but no screen that is only being made: its parts would miss each other."""
        self._leaves = True
        if self._stands and self.screen.is_mounted:
            self.exit()
        elif self._stands and self._events is not None:
            self._events.call_later(SOON, self._leave)

    def on_ready(self) -> None:
        """The first screen stands."""
        self._stands = True
        if self._leaves:
            self.exit()

    def _hurry(self) -> None:
        """End in order within some seconds; where that does not come to an end, end all the same."""
        if self._playing and self._end is None:
            self._end = Timer(PATIENCE, self._end_at_once)
            self._end.daemon = True
            self._end.start()

    def _end_at_once(self) -> None:
        # A terminal that no longer reads would block what follows.
        last = Timer(PATIENCE, os._exit, [self._code])
        last.daemon = True
        last.start()
        self._restore()
        with suppress(OSError):
            os.write(2, self.last_words.encode(errors="replace") + b"\n" * bool(self.last_words))
        os._exit(self._code)

    def _restore(self) -> None:
        if Terminal.taken is not None:
            Terminal.taken.restore()

    def _where(self) -> str:
        """The screens that are open, what has the keyboard, and how large it all is."""
        screens = [type(screen).__name__ for screen in self.screen_stack]
        focused = [type(self.screen.focused).__name__] if screens and self.screen.focused else []
        return f"{' > '.join(screens + focused)} {self.size.width}x{self.size.height}".strip()


def _forget_frames(error: Exception) -> None:
    """Leave one frame of an error, ours: Textual draws each with all values in it, even where nobody looks."""
    frame = inspect.currentframe()
    if frame is not None:
        error.__traceback__ = TracebackType(None, frame, frame.f_lasti, frame.f_lineno)
    error.__cause__ = error.__context__ = None


@contextmanager
def _as_before() -> Iterator[None]:
    """Whoever listens to signals meanwhile: afterwards those listen who did before."""
    before = {number: signal.getsignal(number) for number in (*SIGNALS, *DRIVERS)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
