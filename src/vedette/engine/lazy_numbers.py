"""What is worked out of numbers that may not be known yet, without a comparison that would have to know them.

While odds are looked for, a number may stand for all that the dice can come to. A comparison parts the odds in two; what
is worked out by these does not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Unknown:
    """A number that isn't known yet."""

    __slots__ = ()

    def of(self, way: Callable[[Any], Any]) -> Any:
        """Apply `way` to the number."""
        raise NotImplementedError

    def with_other(self, way: Callable[[Any, Any], Any], other: Any) -> Any:
        """Apply `way` to it and another number, known or not."""
        raise NotImplementedError


def made_of(way: Callable[[T], R], value: T) -> R:
    """Apply a formula or a table to a number that may be unknown; `way` is called with each possible value."""
    return value.of(way) if isinstance(value, Unknown) else way(value)


def lesser(one: int, other: int) -> int:
    """As `min`."""
    return _of_both(min, one, other)


def greater(one: int, other: int) -> int:
    """As `max`."""
    return _of_both(max, one, other)


def _of_both(way: Callable[[int, int], int], one: Any, other: Any) -> int:
    if isinstance(one, Unknown):
        return one.with_other(way, other)  # type: ignore[no-any-return]
    return other.with_other(way, one) if isinstance(other, Unknown) else way(one, other)
