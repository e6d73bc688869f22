"""Progress bars on standard error, and worker processes for long work."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

from vedette.cli.errors import say
from vedette.engine.long_work import Told, unheard

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

SOON, OFTEN = 0.3, 0.1
"""Seconds before a bar is shown, and between its updates."""

MOST = 61
"""The most processes that Windows can wait for at once."""


@contextmanager
def progress(what: str) -> Iterator[Told]:
    """A bar during long work, removed afterwards, if standard error is a terminal. Ctrl-C ends it with a sentence."""
    try:
        with _bar(what) as tell:
            yield tell
    except KeyboardInterrupt:
        say("Stopped.")
        raise


@contextmanager
def _bar(what: str) -> Iterator[Told]:
    if sys.stderr is None or not sys.stderr.isatty():
        yield unheard
        return
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True, auto_refresh=False)
    task, due = bar.add_task(what, total=1.0), perf_counter() + SOON

    def tell(share: float) -> None:
        nonlocal due
        if perf_counter() >= due:
            due = perf_counter() + OFTEN
            bar.start()
            bar.update(task, completed=share, refresh=True)

    try:
        yield tell
    finally:
        bar.stop()


def processes(count: int, begin: Callable[..., object], *arguments: Any) -> ProcessPoolExecutor:
    """At most this many worker processes, which begin with a call; only this process handles Ctrl-C."""
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(max(1, min(count, MOST)), initializer=_begin, initargs=(begin, *arguments))


def cores() -> int:
    """How many processes can run at once."""
    return os.cpu_count() or 1


def _begin(begin: Callable[..., object], *arguments: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin(*arguments)
