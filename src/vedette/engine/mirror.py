"""The state as plain data, on which changes are tried before anybody believes them.

To fold changes into a state makes new objects all the way up. Here they are only written down, and taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.engine.named import Named, unknown, ways_to_names
from vedette.engine.patch import ABSENT, Change, argument, hints
from vedette.engine.plain import from_plain, kept_fields, to_plain

Undo = tuple[Any, Any, Any]
"""A table or a list, a place in it, and what stood there (ABSENT: nothing)."""


class _Place(NamedTuple):
    """Where a path leads: its parts, the type of what stands there, and whether it may be nothing.

    `simple` tells quickly that a value is right, where it can. `names`: something is named there. `named`: it is a
    table of the state, or an entry of one, so that others may name it.
    """

    parts: tuple[str, ...]
    hint: Any
    optional: bool
    simple: Callable[[Any], bool] | None
    names: bool
    named: bool


class Mirror:
    """The plain data of a state of that type."""

    def __init__(self, state: Any) -> None:
        """Begin with a state."""
        self.data: Any = to_plain(state)
        self._kind = type(state)
        self._places: dict[str, _Place | None] = {}

    def change(self, changes: Iterable[Change]) -> list[Undo]:
        """Make changes; returns what takes them back.

        Raises CommandError, with nothing changed, for a path that leads nowhere, a value of the wrong type, and where
        something is named in the end that isn't there.
        """
        made: list[Undo] = []
        named: list[tuple[_Place, str]] = []
        try:
            for path, _, new in changes:
                place = self._place(path)
                made.append(self._set(place, path, new))
                if place.names or place.named:
                    named.append((place, path))
            for place, path in named:
                self._must_be_there(place, path)
        except CommandError:
            take_back(made)
            raise
        return made

    def must_be_whole(self) -> None:
        """Raise CommandError where something is named that isn't there."""
        fault = unknown(self.data, self.data, self._kind)
        if fault:
            raise CommandError(fault)

    def _must_be_there(self, place: _Place, path: str) -> None:
        """The same, as far as a change at that place can have led to it."""
        if place.named:
            self.must_be_whole()
            return
        node, key = self._reached(place.parts)
        if node is None:  # a later change has taken it away
            return
        fault = unknown(self.data, node.get(key) if isinstance(node, dict) else node[key], place.hint)
        if fault:
            raise CommandError(f"{shown(path)}: {fault}")

    def _place(self, path: str) -> _Place:
        if path not in self._places:
            self._places[path] = _place(self._kind, path)
        place = self._places[path]
        if place is None:
            raise CommandError(f"there is no {shown(path)} in this game")
        return place

    def _set(self, place: _Place, path: str, new: Any) -> Undo:
        node, key = self._reached(place.parts)
        if node is None:
            raise CommandError(f"there is no {shown(path)} in this game")
        old = node.get(key, ABSENT) if isinstance(node, dict) else node[key]
        if place.optional and new == ABSENT:
            node.pop(key, None)
        else:
            node[key] = _read(place, new, path)
        return node, key, old

    def _reached(self, parts: tuple[str, ...]) -> tuple[Any, Any]:
        """The table or list that a path ends in, and the place in it; nothing where it leads nowhere."""
        node = self.data
        for part in parts[:-1]:
            key = _key(node, part)
            if key is None or (isinstance(node, dict) and key not in node):
                return None, None
            node = node[key]
        key = _key(node, parts[-1])
        return (None, None) if key is None else (node, key)


def take_back(made: list[Undo]) -> None:
    """Undo changes, the last one first."""
    for node, key, old in reversed(made):
        if old == ABSENT:
            node.pop(key, None)
        else:
            node[key] = old


def _key(node: Any, part: str) -> Any:
    """A part of a path as the key of a table or the place in a list; None where there can be none."""
    if isinstance(node, dict):
        return part
    return int(part) if isinstance(node, list) and len(part) < 10 and int(part) < len(node) else None


def _place(kind: Any, path: str) -> _Place | None:
    """Where a path leads in a state of that type; None where it leads nowhere, whatever the state."""
    hint, optional, parts = kind, False, tuple(path.split("."))
    for part in parts:
        whole = _whole(hint)
        optional = _is_table(whole)
        if part in (kept_fields(whole) or ()):
            hint = hints(whole)[part]
        elif optional:
            hint = argument(whole, 1)
        elif get_origin(whole) is tuple and part.isascii() and part.isdecimal():
            hint = argument(whole, 0)
        else:
            return None
    named = (len(parts) == 1 and _is_table(hint)) or (len(parts) == 2 and optional)
    return _Place(parts, hint, optional, _simple(hint), bool(ways_to_names(hint)), named)


def _is_table(hint: Any) -> bool:
    origin = get_origin(hint)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _whole(hint: Any) -> Any:
    """Of a type that may be None the other one; only what has parts of its own counts."""
    if get_origin(hint) in (Union, UnionType):
        return next((kind for kind in get_args(hint) if is_dataclass(kind) or get_origin(kind)), None)
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
    tests = [test for one in arguments if (test := _simple(one))]
    if get_origin(hint) in (Union, UnionType) and len(tests) == len(arguments):
        return lambda value: any(test(value) for test in tests)
    return None


def _are_texts(words: Iterable[Any]) -> bool:
    return all(type(word) is str for word in words)


def _read(place: _Place, value: Any, path: str) -> Any:
    """A value of the type of a place as plain data of its own, complete; raises CommandError."""
    if place.simple is not None and place.simple(value):
        return value
    return to_plain(from_plain(place.hint, value, path))
