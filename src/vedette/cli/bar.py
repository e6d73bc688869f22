"""The bar of long work, in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from rich.console import Console
from rich.progress import Progress

from vedette.engine.long_work import Told

SOON, OFTEN = 0.3, 0.1
"""Seconds before it is shown, and between its updates."""


@contextmanager
def bar(what: str) -> Iterator[Told]:
    """It is shown as long as the work takes, and then removed."""
    shown = Progress(console=Console(stderr=True), transient=True, auto_refresh=False)
    task, due = shown.add_task(what, total=1.0), perf_counter() + SOON

    def tell(share: float) -> None:
        nonlocal due
        if perf_counter() >= due:
            due = perf_counter() + OFTEN
            shown.start()
            shown.update(task, completed=share, refresh=True)

    try:
        yield tell
    finally:
        shown.stop()
