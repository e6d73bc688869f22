"""Progress bars on standard error, and worker processes for long work."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import contextmanager, nullcontext
from typing import Any

from vedette.cli.errors import say
from vedette.cli.late import behind
from vedette.engine.long_work import Told, unheard

MOST = 61
"""The most processes that Windows can wait for at once."""


@contextmanager
def progress(what: str) -> Iterator[Told]:
    """A bar during long work, removed afterwards, if standard error is a terminal. Ctrl-C ends it with a sentence."""
    shown = sys.stderr is not None and sys.stderr.isatty()
    try:
        with behind("bar:bar")(what) if shown else nullcontext(unheard) as tell:
            yield tell
    except KeyboardInterrupt:
        say("Stopped.")
        raise


def processes(count: int, begin: Callable[..., object], *arguments: Any) -> futures.ProcessPoolExecutor:
    """At most this many worker processes, which begin with a call; only this process handles Ctrl-C."""
    return futures.ProcessPoolExecutor(
        max(1, min(count, MOST)), initializer=_begin, initargs=(begin, *arguments)
    )


def cores() -> int:
    return os.cpu_count() or 1


def _begin(begin: Callable[..., object], *arguments: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin(*arguments)
