"""A box over the screen during long work: shows the progress, and Esc cancels."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeVar

from textual import events, work
from textual.app import ComposeResult
from textual.widgets import Static

from vedette.engine.errors import VedetteError
from vedette.engine.long_work import Told
from vedette.tui.background import in_background
from vedette.tui.screens.dialogs import Dialog, keyed

T = TypeVar("T")

OFTEN = 0.1
"""Seconds between updates."""


class _Stopped(Exception):  # noqa: N818 - nothing went wrong
    """The work was cancelled."""


class Waiting(Dialog[Callable[[], T]]):
    """Dismissed with a function that returns the result or raises its error; with None if cancelled."""

    holds_keys: ClassVar[bool] = True
    """Keys typed meanwhile are for the next screen."""

    def __init__(self, what: str, work: Callable[[Told], T], drop: Callable[[T], object]) -> None:
        """Do some work in a thread; its result is dropped after Esc."""
        super().__init__(what)
        self._work, self._drop = work, drop
        self._share, self._stopped = 0.0, False

    def body(self) -> ComposeResult:
        yield Static("", id="share")
        yield Static(keyed([("Esc", "cancel")]), classes="ways")

    def on_mount(self) -> None:
        self.set_interval(OFTEN, self._show)
        self._wait()

    @work
    async def _wait(self) -> None:
        try:
            result = await in_background(self._done)
        except VedetteError as error:
            failed = error

            def fail() -> T:
                raise failed

            self.leave(fail)
        except _Stopped:
            pass
        else:
            self.leave(lambda: result)

    def _done(self) -> T:
        result = self._work(self._tell)
        if self._stopped:
            self._drop(result)
            raise _Stopped
        return result

    def _tell(self, share: float) -> None:
        if self._stopped:
            raise _Stopped
        self._share = share

    def _show(self) -> None:
        if self._share:
            self.query_one("#share", Static).update(f"{self._share:.0%}")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key == "escape":
            self._stopped = True
            if self in self.app.screen_stack:
                _ = self.dismiss(None)
