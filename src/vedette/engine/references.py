"""References: which texts of a state are ids of something in it or in the rules, so that nothing is named that isn't there."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec import Struct

from vedette.engine.commands import shown
from vedette.engine.marks import kept_fields, types_of
from vedette.engine.plain import is_mapping, is_table

EACH, KEYS = "*", "#"
"""In the way to a reference: everything that a table or a list holds; the keys of a table."""


class Reference(Struct, frozen=True):
    """Base of what is said of an annotated text of the state."""

    def is_there(self, state: object, name: str) -> bool:
        """Whether there is something of that name in a state."""
        raise NotImplementedError


class IdOf(Reference, frozen=True):
    """It is an id of one of these top-level tables, or one of the words."""

    tables: tuple[str, ...]
    words: tuple[str, ...] = ()

    def is_there(self, state: object, name: str) -> bool:
        """Whether there is something of that name."""
        return name in self.words or any(name in getattr(state, table) for table in self.tables)


class Among(Reference, frozen=True):
    """It is one of what the function tells, such as the ids of a table of the rules, or one of the words."""

    ids: Callable[[], Container[str]]
    words: tuple[str, ...] = ()

    def is_there(self, state: object, name: str) -> bool:
        """Whether there is something of that name."""
        return name in self.words or name in self.ids()


SideId = Annotated[str, IdOf(("sides",))]
AnySide = Annotated[str, IdOf(("sides",), ("",))]
Winner = Annotated[str, IdOf(("sides",), ("", "draw"))]
UnitId = Annotated[str, IdOf(("units",))]
AnyUnit = Annotated[str, IdOf(("units",), ("",))]
Actor = Annotated[str, IdOf(("sides", "units"))]

Way = tuple[str, ...]
Ways = tuple[tuple[Way, Reference], ...]


@cache
def ways_to_references(hint: Hashable) -> Ways:
    """Where references stand in a value of that type."""
    return tuple(_ways(hint))


def missing(state: object, value: Any, ways: Ways) -> str:
    """That a value names something that isn't there; "" where everything is."""
    for way, reference in ways:
        for name in _texts(value, way):
            if not reference.is_there(state, name):
                return f"there is no {shown(name) or 'nobody'} in this game"
    return ""


def _ways(hint: Any) -> Iterator[tuple[Way, Reference]]:
    origin, arguments = get_origin(hint), get_args(hint)
    parts: list[tuple[str, Hashable]] = []
    if origin is Annotated:
        yield from (((), argument) for argument in arguments[1:] if isinstance(argument, Reference))
        yield from _ways(arguments[0])
    elif origin in (Union, UnionType):
        for argument in arguments:
            yield from _ways(argument)
    elif origin is tuple and arguments:
        parts = [(EACH, arguments[0])]
    elif is_table(hint):
        parts = [(KEYS, arguments[0]), (EACH, arguments[1])]
    else:
        parts = [(field, types_of(hint)[field]) for field in kept_fields(hint) or ()]
    for part, kind in parts:
        yield from (((part, *way), reference) for way, reference in ways_to_references(kind))


def _texts(value: Any, way: Way) -> Iterator[str]:
    if value is None:
        return
    if not way:
        yield value
    elif way[0] == KEYS:
        yield from value
    elif way[0] == EACH:
        for one in value.values() if is_mapping(value) else value:
            yield from _texts(one, way[1:])
    else:
        yield from _texts(getattr(value, way[0], None), way[1:])
