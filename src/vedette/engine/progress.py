"""Progress of long work: a share from 0 to 1, reported now and then."""

from __future__ import annotations

from collections.abc import Callable

Told = Callable[[float], object]
"""Receives the share that is done; it may raise to stop the work."""


def unheard(share: float) -> None:
    """Ignore the progress."""
