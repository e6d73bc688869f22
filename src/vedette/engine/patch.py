"""Changes of a state: compare two states, fold changes, read and set by dotted path.

Cases, `adjust` and the save share these paths. A `STATIC` field never changes in a game and is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from msgspec import Meta, MsgspecError, Struct
from msgspec.json import Decoder, encode
from msgspec.structs import replace

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.engine.marks import kept_fields, types_of
from vedette.engine.plain import PLAIN, from_plain, is_mapping, is_table, to_plain
from vedette.engine.references import Ways, ways_to_references

Change = tuple[str, Any, Any]
"""Path, old value, new value; values are plain data."""

ABSENT = "<absent>"

_Part = tuple[str, Any, Any]
"""Where something stands in a whole, and what stood and stands there."""

S = TypeVar("S")


def compare(old: object, new: object) -> tuple[Change, ...]:
    """The changes that lead from one state to another; what is identical is not looked into."""
    changes: list[Change] = []
    if old is not new:
        _note(changes, old, new, "")
    return tuple(changes)


def _note(changes: list[Change], old: object, new: object, path: str) -> None:
    parts = _other_parts(old, new)
    if parts is None:
        if old != new:
            changes.append((path, to_plain(old), to_plain(new)))
        return
    before = f"{path}." if path else ""
    for name, was, now in parts:
        if was.__class__ not in PLAIN:
            _note(changes, was, now, f"{before}{name}")
        elif was != now:
            changes.append((f"{before}{name}", was, now if now.__class__ in PLAIN else to_plain(now)))


def _other_parts(old: Any, new: Any) -> list[_Part] | None:
    """The parts that are other objects in the one whole than in the other; None where wholes have no parts that could be compared."""
    kind = old.__class__
    if kind is new.__class__ and isinstance(old, Struct):
        return [
            (name, was, now)
            for name in kept_fields(kind) or ()
            if (was := getattr(old, name)) is not (now := getattr(new, name))
        ]
    if is_mapping(old) and is_mapping(new):
        parts = [(key, was, now) for key, was in old.items() if (now := new.get(key, ABSENT)) is not was]
        if old.keys() != new.keys():
            parts += [(key, ABSENT, now) for key, now in new.items() if key not in old]
        return parts
    if (
        isinstance(old, tuple)
        and isinstance(new, tuple)
        and len(old) == len(new)
        and old
        and isinstance(old[0], Struct)
    ):
        return [
            (str(i), was, now) for i, (was, now) in enumerate(zip(old, new, strict=True)) if was is not now
        ]
    return None


MOST_PATHS = 16_384
"""Paths of which it's known where they lead, the latest ones."""


class Place(Struct, frozen=True):
    """Where a path leads: the way to what holds it, and the name, key or number there.

    `optional`: nothing may stand there. A value of one of the `plain` types is right as it is; any other is of this `hint`, and
    the decoder reads it. `references` stand in a value. `is_referred`: others may refer to it.
    """

    path: str
    way: tuple[str | int, ...]
    key: Any
    optional: bool
    plain: frozenset[type]
    hint: Any
    decoder: Decoder[Any]
    references: Ways
    is_referred: bool

    def read(self, new: Any) -> Any:
        """A new value; raises CommandError where it is none of the type."""
        if self.optional and new == ABSENT:
            return ABSENT
        try:
            return self.decoder.decode(encode(new))
        except (MsgspecError, TypeError, ValueError, RecursionError):
            return from_plain(self.hint, new, self.path)

    def value(self, state: object) -> Any:
        """What stands there in a state; None where it leads nowhere."""
        node: Any = state
        for part in (*self.way, self.key):
            if isinstance(node, tuple):
                node = node[part] if part < len(node) else None
            else:
                node = node.get(part) if is_mapping(node) else getattr(node, part, None)
        return node


@lru_cache(MOST_PATHS)
def find(kind: type, path: str) -> Place:
    """Where a path leads in states of a type; raises CommandError where it leads nowhere, whatever the state."""
    hint: Any = kind
    parts: list[Any] = []
    for part in path.split("."):
        whole = _whole(hint)
        if part in (kept_fields(whole) or ()):
            parts.append(part)
            hint = types_of(whole)[part]
        elif is_table(whole):
            parts.append(part)
            hint = get_args(whole)[1]
        elif get_origin(whole) is tuple and part.isascii() and part.isdecimal() and len(part) < 10:
            parts.append(int(part))
            hint = get_args(whole)[0]
        else:
            raise _nowhere(path)
    *way, key = parts
    optional = is_table(whole)
    return Place(
        path,
        tuple(way),
        key,
        optional,
        frozenset() if optional else _plain(hint),
        hint,
        Decoder(hint),
        references=ways_to_references(hint),
        is_referred=is_table(hint) if not way else optional and len(way) == 1,
    )


def fold(state: S, changes: Iterable[Change]) -> S:
    """The state after changes, one after the other; raises CommandError like `put`."""
    return folded(state, changes)[0]


def folded(state: S, changes: Iterable[Change]) -> tuple[S, list[Place]]:
    """The same, and the changed places that refer to something, or to which something may refer."""
    referring: list[Place] = []
    kind: Any = state.__class__
    for way, places in groupby(((find(kind, path), new) for path, _, new in changes), lambda one: one[0].way):
        values = {}
        for place, new in places:
            values[place.key] = new if new.__class__ in place.plain else place.read(new)
            if place.references or place.is_referred:
                referring.append(place)
        try:
            state = _with(state, way, values)
        except LookupError as error:
            raise _nowhere(".".join(map(str, (*way, next(iter(values)))))) from error
    return state, referring


def put(state: S, path: str, value: Any) -> S:
    """The state with one value set; raises CommandError for an unknown path or a wrong type."""
    return fold(state, [(path, None, value)])


def _with(node: Any, way: Sequence[Any], values: Mapping[Any, Any]) -> Any:
    """A part of a state with values set at the end of a way; raises LookupError where there is no such place."""
    is_struct = isinstance(node, Struct)
    if node is None:
        raise LookupError
    if way:
        part = way[0]
        values = {part: _with(getattr(node, part) if is_struct else node[part], way[1:], values)}
    if is_struct:
        return replace(node, **values)
    if isinstance(node, tuple):
        items = list(node)
        for i, value in values.items():
            items[i] = value
        return tuple(items)
    held = {**node, **values}
    if ABSENT in values.values():
        return {key: value for key, value in held.items() if value is not ABSENT}
    return held


def _nowhere(path: str) -> CommandError:
    return CommandError(f"There is no {shown(path)} in this game.")


def get(data: Any, path: str) -> Any:
    """What stands at a path of plain data; `ABSENT` where nothing does."""
    for part in path.split("."):
        if isinstance(data, Mapping) and part in data:
            data = data[part]
        elif (
            isinstance(data, (list, tuple)) and len(part) < 10 and part.isdecimal() and int(part) < len(data)
        ):
            data = data[int(part)]
        else:
            return ABSENT
    return data


def _whole(hint: Any) -> Any:
    """Of a type that may be None the other one; only what has parts of its own counts."""
    if get_origin(hint) in (Union, UnionType):
        return next((kind for kind in get_args(hint) if kept_fields(kind) or get_origin(kind)), None)
    return hint


def _plain(hint: Any) -> frozenset[type]:
    """The types of plain data whose values are of a type as they are."""
    if get_origin(hint) is Annotated:
        kind, *said = get_args(hint)
        return frozenset() if any(isinstance(one, Meta) for one in said) else _plain(kind)
    if get_origin(hint) in (Union, UnionType):
        return frozenset().union(*map(_plain, get_args(hint)))
    return frozenset((hint,)) & PLAIN
