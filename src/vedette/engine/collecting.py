"""Python's search for garbage, which takes most of the time where very many objects are made that stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Don't search for garbage meanwhile; what is no longer needed goes all the same, unless it refers to itself.

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
