"""What a state can be, whoever has made it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from vedette.engine.errors import CommandError
from vedette.engine.mirror import Mirror

Impossible = Callable[[Any, Any, Collection[str]], Iterator[str]]
"""A game's own reasons against a state: given the first state, one as plain data, and those of its units that may have changed."""


def must_be_possible(impossible: Impossible, start: Any, state: Any) -> None:
    """Raise CommandError for an impossible state; `start` is a possible one."""
    mirror = Mirror(state)
    mirror.must_be_whole()
    data_must_be_possible(impossible, start, mirror.data, mirror.data["units"])


def data_must_be_possible(impossible: Impossible, start: Any, data: Any, units: Collection[str]) -> None:
    """The same of a state as plain data, in which every type and name is right already; all units but these are as they can be."""
    if data["sides"].keys() != start.sides.keys():
        raise CommandError("no side comes or goes")
    fault = next(impossible(start, data, units), "")
    if fault:
        raise CommandError(fault)
