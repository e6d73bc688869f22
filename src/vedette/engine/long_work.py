"""Long work: how far it is, and Python's search for garbage, which takes most of the time where many objects are made that stay."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Told = Callable[[float], object]
"""Receives the share that is done, from 0 to 1; it may raise to stop the work."""

SELDOM = 20_000
"""So many objects more, and the newest are searched; Python's own number, 700, is less than a key makes."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Suspend the cyclic garbage collector; only reference cycles stay uncollected meanwhile.

    What is there at the end counts as old, so that it isn't looked through at once.
    """
    searches = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searches:
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def search_seldom() -> None:
    """Enable the garbage collector if it was off: existing objects are frozen, and it runs seldom."""
    if not gc.isenabled():
        gc.freeze()
        gc.set_threshold(SELDOM)
        gc.enable()


def unheard(share: float) -> None:
    """Ignore the progress."""
