"""Caches of what follows from a part of the state: they are kept on that part itself, which never changes, and go with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

V = TypeVar("V")
P = ParamSpec("P")
T = TypeVar("T")


def remembered(work: Callable[Concatenate[V, P], T]) -> Callable[Concatenate[V, P], T]:
    """Keep what a function comes to, by its other arguments, on its first one: a struct declared with `dict=True`.

    For structs that can't be keys of a cache, as they hold mappings, or that take long to hash.
    """
    name = f"{work.__module__}.{work.__qualname__}"

    @wraps(work)
    def known(value: Any, *others: Any) -> T:
        kept = value.__dict__.get(name)
        if kept is None:
            kept = value.__dict__[name] = {}
        if others not in kept:
            kept[others] = work(value, *others)  # type: ignore[call-arg]
        return kept[others]  # type: ignore[no-any-return]

    return known  # type: ignore[return-value]
