"""The state as plain data, on which changes are tried before anybody believes them.

To fold changes into a state makes new objects all the way up. Here they are only written down, and taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Struct

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.engine.marks import PAST, SELDOM, STATIC, kept_fields, marked, types_of
from vedette.engine.named import EACH, Named, WaysToNames, unknown, ways_to_names
from vedette.engine.patch import ABSENT, Change, argument
from vedette.engine.plain import from_plain, to_plain

Undo = tuple[Any, Any, Any]
"""A table or a list, a place in it, and what stood there (ABSENT: nothing)."""


class _Place(Struct, frozen=True):
    """Where a path leads: the way to a table or a list, the key or place in it, and the type of what stands there.

    `optional`: it may be nothing. A value of one of the `plain` types is right; of others `simple` tells quickly that they are,
    where it can. `names` stand there. `named`: it is a table of the state, or an entry of one, so that others may name it.
    `unit` is whose it is: "" for nobody's, EACH for that of all.
    """

    way: tuple[str | int, ...]
    key: Any
    hint: Any
    optional: bool
    plain: frozenset[type]
    simple: Callable[[Any], bool] | None
    names: WaysToNames
    named: bool
    unit: str

    def read(self, new: Any, path: str) -> Any:
        """A new value as plain data, complete and of its own; raises CommandError where it is not of the type."""
        if self.simple is not None and self.simple(new):
            return to_plain(new)
        return to_plain(from_plain(self.hint, new, path))


class Mirror:
    """The plain data of a state of that type."""

    def __init__(self, state: Any) -> None:
        """Begin with a state."""
        self.data: Any = to_plain(state)
        self._kind = state.__class__
        self._places: dict[str, _Place] = {}

    def change(self, changes: Iterable[Change]) -> list[Undo]:
        """Make changes; returns what takes them back.

        Raises CommandError, with nothing changed, for a path that leads nowhere, a value of the wrong type, and where
        something is named in the end that isn't there.
        """
        made: list[Undo] = []
        named: list[tuple[_Place, str]] = []
        places = self._places
        try:
            for path, _, new in changes:
                place = places.get(path) or self._find(path)
                node, key = self._holder(place), place.key
                if node is None:
                    raise CommandError(f"there is no {shown(path)} in this game")
                made.append((node, key, node.get(key, ABSENT) if node.__class__ is dict else node[key]))
                if place.optional and new == ABSENT:
                    node.pop(key, None)
                else:
                    node[key] = new if new.__class__ in place.plain else place.read(new, path)
                if place.names or place.named:
                    named.append((place, path))
            for place, path in named:
                self._must_be_there(place, path)
        except CommandError:
            take_back(made)
            raise
        return made

    def units(self, changes: Iterable[Change]) -> Collection[str]:
        """The units that there are and that changes which were made had to do with."""
        found, units = dict.fromkeys([self._places[path].unit for path, _, _ in changes]), self.data["units"]
        return units if EACH in found else [unit for unit in found if unit in units]

    def must_be_whole(self) -> None:
        """Raise CommandError where something is named that isn't there."""
        fault = unknown(self.data, self.data, ways_to_names(self._kind))
        if fault:
            raise CommandError(fault)

    def _must_be_there(self, place: _Place, path: str) -> None:
        """The same, as far as a change at that place can have led to it."""
        if place.named:
            self.must_be_whole()
            return
        node = self._holder(place)
        if node is None:  # a later change has taken it away
            return
        value = node.get(place.key) if isinstance(node, dict) else node[place.key]
        fault = unknown(self.data, value, place.names)
        if fault:
            raise CommandError(f"{shown(path)}: {fault}")

    def _find(self, path: str) -> _Place:
        place = _place(self._kind, path)
        if place is None:
            raise CommandError(f"there is no {shown(path)} in this game")
        self._places[path] = place
        return place

    def _holder(self, place: _Place) -> Any:
        """The table or list that a path ends in; None where it leads nowhere."""
        node = self.data
        try:
            for key in place.way:
                node = node[key]
        except (KeyError, IndexError, TypeError):
            return None
        kind = node.__class__
        return node if kind is dict or (kind is list and place.key < len(node)) else None


def take_back(made: list[Undo]) -> None:
    """Undo changes, the last one first."""
    for node, key, old in reversed(made):
        if old == ABSENT:
            node.pop(key, None)
        else:
            node[key] = old


def _place(kind: Any, path: str) -> _Place | None:
    """Where a path leads in a state of that type; None where it leads nowhere, whatever the state."""
    hint, optional = kind, False
    way: list[str | int] = []
    for part in path.split("."):
        whole = _whole(hint)
        optional = _is_table(whole)
        if part in (kept_fields(whole) or ()):
            way.append(part)
            hint = types_of(whole)[part]
        elif optional:
            way.append(part)
            hint = argument(whole, 1)
        elif get_origin(whole) is tuple and part.isascii() and part.isdecimal() and len(part) < 10:
            way.append(int(part))
            hint = argument(whole, 0)
        else:
            return None
    *before, key = way
    named = (not before and _is_table(hint)) or (len(before) == 1 and optional)
    unit = (*way, EACH)[1] if way[0] == "units" else ""
    return _Place(
        tuple(before), key, hint, optional, _plain(hint), _simple(hint), ways_to_names(hint), named, str(unit)
    )


def _is_table(hint: Any) -> bool:
    origin = get_origin(hint)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _whole(hint: Any) -> Any:
    """Of a type that may be None the other one; only what has parts of its own counts."""
    if get_origin(hint) in (Union, UnionType):
        return next((kind for kind in get_args(hint) if _is_struct(kind) or get_origin(kind)), None)
    return hint


_SIMPLE: Mapping[Any, tuple[type, ...]] = {
    str: (str,),
    bool: (bool,),
    int: (int,),
    float: (int, float),
    NoneType: (NoneType,),
}
"""Types whose values are plain data as they are, and what they are in plain data."""


@cache
def _plain(hint: Hashable) -> frozenset[type]:
    """The types that a value of that type may have in plain data, where these alone tell that it is right."""
    if get_origin(hint) is Annotated:
        kind, *said = get_args(hint)
        return _plain(kind) if all(isinstance(one, Named) for one in said) else frozenset()
    if get_origin(hint) in (Union, UnionType):
        return frozenset().union(*map(_plain, get_args(hint)))
    return frozenset(_SIMPLE.get(hint, ()))


@cache
def _simple(hint: Hashable) -> Callable[[Any], bool] | None:
    """Tells quickly whether a value is of that type and plain data as it is; None where only pydantic can tell."""
    if get_origin(hint) is Annotated:
        kind, *said = get_args(hint)
        return _simple(kind) if all(isinstance(one, Named) for one in said) else None
    if hint in _SIMPLE:
        kinds = _SIMPLE[hint]
        return lambda value: type(value) in kinds
    arguments = get_args(hint)
    if get_origin(hint) is Literal:
        words = frozenset(arguments)
        return (lambda value: type(value) is str and value in words) if _are_texts(words) else None
    if get_origin(hint) is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        item = _simple(arguments[0])
        return item and (lambda value: type(value) is list and all(map(item, value)))
    if _is_struct(hint):
        return _simple_record(hint)
    tests = [test for one in arguments if (test := _simple(one))]
    if get_origin(hint) in (Union, UnionType) and len(tests) == len(arguments):
        return lambda value: any(test(value) for test in tests)
    return None


def _simple_record(kind: Any) -> Callable[[Any], bool] | None:
    """Tells quickly whether a value is a record of that class with all its fields, where every one of them can be told."""
    names = frozenset(kind.__struct_fields__) - marked(kind, STATIC, SELDOM, PAST)
    tests = [(name, test) for name in names if (test := _simple(types_of(kind)[name]))]
    if len(tests) < len(kind.__struct_fields__):
        return None
    return lambda value: (
        type(value) is dict and value.keys() == names and all(test(value[name]) for name, test in tests)
    )


def _are_texts(words: Iterable[Any]) -> bool:
    return all(type(word) is str for word in words)


def _is_struct(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Struct)
