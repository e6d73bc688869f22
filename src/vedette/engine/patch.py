"""Changes of a state: compare two states, fold changes, read and set by dotted path.

Cases, `adjust` and the save share these paths. A `STATIC` field never changes in a game and is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.errors import CommandError
from vedette.engine.marks import kept_fields, types_of
from vedette.engine.plain import PLAIN, from_plain, is_mapping, to_plain

Change = tuple[str, Any, Any]
"""Path, old value, new value; values are plain data."""

ABSENT = "<absent>"

_Part = tuple[str, Any, Any]
"""Where something stands in a whole, and what stood and stands there."""

S = TypeVar("S")


def compare(old: Any, new: Any) -> tuple[Change, ...]:
    """The changes that lead from one state to another; what is identical is not looked into."""
    changes: list[Change] = []
    if old is not new:
        _note(changes, old, new, "")
    return tuple(changes)


def _note(changes: list[Change], old: Any, new: Any, path: str) -> None:
    """Note the changes from one whole to another."""
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
    if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new) and _nested(old):
        return [
            (str(i), was, now) for i, (was, now) in enumerate(zip(old, new, strict=True)) if was is not now
        ]
    return None


def fold(state: S, changes: Iterable[Change]) -> S:
    """The state after the changes. They are trusted: they were made by `compare`.

    Whatever they change is made anew once, however many of them are below it.
    """
    tree: _Tree = {}
    for path, _, new in changes:
        if not _is_added(tree, path, new):  # it goes on from one before it
            state, tree = _grown(state, type(state), tree, _kept), {}
            _is_added(tree, path, new)
    return cast(S, _grown(state, type(state), tree, _kept)) if tree else state


def put(state: S, path: str, value: Any) -> S:
    """The state with one value set; raises CommandError for an unknown path or a wrong type."""
    tree: _Tree = {}
    _is_added(tree, path, value)
    return cast(S, _grown(state, type(state), tree, from_plain))


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


_Tree = dict[str, Any]
"""Changes by the parts of their paths, with the path and the new value at the end of each."""

_Read = Callable[[Any, Any, str], Any]
"""Makes a value of a type out of plain data; it tells where that was to stand."""


def _is_added(tree: _Tree, path: str, value: Any) -> bool:
    """Add a change; False, with nothing added, where there is one for the same place, or for one above or below it."""
    *way, last = path.split(".")
    node: Any = tree
    for part in way:
        node = node.setdefault(part, {})
        if node.__class__ is tuple:
            return False
    return node.setdefault(last, new := (path, value)) is new


def _grown(node: Any, hint: Any, tree: _Tree, read: _Read) -> Any:
    """The node with the values set below it; raises CommandError for a path that leads nowhere."""
    kind = node.__class__
    fields = kept_fields(kind)
    if fields is not None and not tree.keys() - fields:
        types = types_of(kind)
        return replace(
            node, **{name: _below(getattr(node, name), types[name], tree[name], read) for name in tree}
        )
    held: Any = dict(node) if isinstance(node, Mapping) else list(node) if kind is tuple else ()
    for name, part in tree.items():
        is_new = part.__class__ is tuple
        if kind is tuple and len(name) < 10 and name.isdecimal() and int(name) < len(held):
            held[int(name)] = _below(held[int(name)], argument(hint, 0), part, read)
        elif isinstance(held, dict) and is_new and part[1] == ABSENT:
            held.pop(name, None)
        elif isinstance(held, dict) and (is_new or name in held):
            held[name] = _below(held.get(name), argument(hint, 1), part, read)
        else:
            raise CommandError(f"There is no {_path_of(part)} in this game.")
    return tuple(held) if kind is tuple else held


def _below(old: Any, hint: Any, part: Any, read: _Read) -> Any:
    """What stands at a part of a path after the changes."""
    if part.__class__ is not tuple:
        return _grown(old, hint, part, read)
    path, value = part
    return read(hint, value, path)


def _path_of(part: Any) -> str:
    while part.__class__ is not tuple:
        part = next(iter(part.values()))
    return str(part[0])


def _kept(hint: Any, value: Any, path: str) -> Any:
    """A value that `compare` has told; most are of a type that is plain data as it is."""
    return value if value.__class__ in _plain(hint) else from_plain(hint, value, path)


@cache
def _plain(hint: Hashable) -> frozenset[type]:
    """The types of plain data that values of a type may have themselves."""
    if get_origin(hint) is Annotated:
        return _plain(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return frozenset().union(*map(_plain, get_args(hint)))
    if get_origin(hint) is Literal:
        return frozenset(map(type, get_args(hint))) & PLAIN
    return frozenset((cast(Any, hint),)) & PLAIN


def argument(hint: Any, i: int) -> Any:
    """What a mapping (1) or a tuple (0) holds, by its type hint."""
    return get_args(hint)[i] if get_origin(hint) else Any


def _nested(values: tuple[Any, ...]) -> bool:
    return bool(values) and isinstance(values[0], Struct)
