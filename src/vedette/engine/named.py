"""Names in a state: which texts are ids of something in it or in the rules, so that nothing is named that isn't there."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec import Struct

from vedette.engine.commands import shown
from vedette.engine.marks import kept_fields, types_of

EACH, KEYS = "*", "#"
"""In the way to a name: everything that a table or a list holds; the keys of a table."""


class Named(Struct, frozen=True):
    """Base of what is said of an annotated text of the state."""

    def known(self, data: Any, name: str) -> bool:
        """Whether there is something of that name, in a state as plain data."""
        raise NotImplementedError


class Names(Named, frozen=True):
    """It is an id of one of these top-level tables, or one of the words."""

    tables: tuple[str, ...]
    words: tuple[str, ...] = ()

    def known(self, data: Any, name: str) -> bool:
        """Whether there is something of that name."""
        return name in self.words or any(name in data[table] for table in self.tables)


class Among(Named, frozen=True):
    """It is one of what the function tells, such as the ids of a table of the rules, or one of the words."""

    ids: Callable[[], Container[str]]
    words: tuple[str, ...] = ()

    def known(self, data: Any, name: str) -> bool:
        """Whether there is something of that name."""
        return name in self.words or name in self.ids()


SideId = Annotated[str, Names(("sides",))]
AnySide = Annotated[str, Names(("sides",), ("",))]
Winner = Annotated[str, Names(("sides",), ("", "draw"))]
UnitId = Annotated[str, Names(("units",))]
AnyUnit = Annotated[str, Names(("units",), ("",))]
Actor = Annotated[str, Names(("sides", "units"))]

Way = tuple[str, ...]
WaysToNames = tuple[tuple[Way, Named], ...]


@cache
def ways_to_names(hint: Hashable) -> WaysToNames:
    """Where names stand in a value of that type."""
    return tuple(_ways(hint))


def unknown(data: Any, value: Any, ways: WaysToNames) -> str:
    """What a value names that the state, as plain data, has not; "" where everything is there."""
    for way, names in ways:
        for name in _texts(value, way):
            if not names.known(data, name):
                return f"there is no {shown(name) or 'nobody'} in this game"
    return ""


def _ways(hint: Any) -> Iterator[tuple[Way, Named]]:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        yield from (((), argument) for argument in arguments[1:] if isinstance(argument, Named))
        yield from _ways(arguments[0])
    elif origin in (Union, UnionType):
        for argument in arguments:
            yield from _ways(argument)
    elif origin is tuple and arguments:
        yield from (((EACH, *way), names) for way, names in ways_to_names(arguments[0]))
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        yield from (((KEYS, *way), names) for way, names in ways_to_names(arguments[0]))
        yield from (((EACH, *way), names) for way, names in ways_to_names(arguments[1]))
    else:
        for field in kept_fields(hint) or ():
            yield from (((field, *way), names) for way, names in ways_to_names(types_of(hint)[field]))


def _texts(value: Any, way: Way) -> Iterator[str]:
    """What stands at the ends of a way."""
    if value is None:
        return
    if not way:
        yield value
    elif way[0] == KEYS:
        yield from value
    elif way[0] == EACH:
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one, way[1:])
    else:
        yield from _texts(value.get(way[0]), way[1:])
