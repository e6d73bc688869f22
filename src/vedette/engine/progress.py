"""How far long work is: a share from 0 to 1, told now and then to whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable

Told = Callable[[float], object]
"""Is told the share that is done; it may raise to have the work stop there."""


def unheard(share: float) -> None:
    """Tell nobody."""
