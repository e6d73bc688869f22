"""Changes of a state: compare two states, fold changes, read and set by dotted path.

Cases, `adjust` and the save share these paths. A field with the metadata `static` never changes in a
game (profiles, the mission) and is left out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from vedette.engine.errors import CommandError
from vedette.engine.plain import PLAIN, from_plain, kept_fields, kept_values, to_plain
from vedette.engine.record import replace

Change = tuple[str, Any, Any]
"""Path, old value, new value; values are plain data."""

ABSENT = "<absent>"

S = TypeVar("S")


def compare(old: Any, new: Any) -> tuple[Change, ...]:
    """The changes that lead from one state to another; what is identical is not looked into."""
    changes: list[Change] = []
    _note(changes, old, new, "")
    return tuple(changes)


def _note(changes: list[Change], old: Any, new: Any, path: str) -> None:
    """Note the changes from one value to another; most calls are for a whole that has changed somewhere below."""
    if old is new:
        return
    if old.__class__ in PLAIN:
        if old != new:
            changes.append((path, old, to_plain(new)))
    elif type(old) is type(new) and (names := kept_fields(old.__class__)) is not None:
        read = kept_values(old.__class__)
        for name, before, after in zip(names, read(old), read(new), strict=True):
            if before is not after:  # nearly everything stays as it was
                _note(changes, before, after, _join(path, name))
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        for key, before in old.items():
            if (after := new.get(key, ABSENT)) is not before:
                _note(changes, before, after, _join(path, key))
        for key in new if old.keys() != new.keys() else ():
            if key not in old:
                _note(changes, ABSENT, new[key], _join(path, key))
    elif isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new) and _nested(old):
        for i, (before, after) in enumerate(zip(old, new, strict=True)):
            _note(changes, before, after, _join(path, str(i)))
    elif old != new:
        changes.append((path, to_plain(old), to_plain(new)))


def fold(state: S, changes: Iterable[Change]) -> S:
    """The state after the changes. They are trusted: they were made by `compare`."""
    for path, _, new in changes:
        state = _put(state, type(state), path.split("."), new, path)
    return state


def put(state: S, path: str, value: Any) -> S:
    """The state with one value set; raises CommandError for an unknown path or a wrong type."""
    return _put(state, type(state), path.split("."), value, path)  # type: ignore[no-any-return]


def get(data: Any, path: str) -> Any:
    """What stands at a path of plain data; `ABSENT` where nothing does."""
    for part in path.split("."):
        if isinstance(data, Mapping) and part in data:
            data = data[part]
        elif isinstance(data, (list, tuple)) and part.isdecimal() and int(part) < len(data):
            data = data[int(part)]
        else:
            return ABSENT
    return data


def _put(node: Any, hint: Any, parts: list[str], value: Any, path: str) -> Any:
    """The node with the value set below it."""
    if not parts:
        return from_plain(hint, value, path)
    head, rest = parts[0], parts[1:]
    if head in (kept_fields(node.__class__) or ()):
        below = _put(getattr(node, head), hints(node.__class__)[head], rest, value, path)
        return replace(node, **{head: below})
    if isinstance(node, Mapping) and not rest and value == ABSENT:
        return {key: item for key, item in node.items() if key != head}
    if isinstance(node, Mapping) and (head in node or not rest):
        return {**node, head: _put(node.get(head), argument(hint, 1), rest, value, path)}
    if isinstance(node, tuple) and head.isdecimal() and int(head) < len(node):
        i = int(head)
        below = _put(node[i], argument(hint, 0), rest, value, path)
        return (*node[:i], below, *node[i + 1 :])
    raise CommandError(f"There is no {path} in this game.")


@cache
def hints(kind: Hashable) -> dict[str, Any]:
    """The types of a dataclass's fields."""
    return get_type_hints(kind, include_extras=True)


def argument(hint: Any, i: int) -> Any:
    """What a mapping (1) or a tuple (0) holds, by its type hint."""
    return get_args(hint)[i] if get_origin(hint) else Any


def _nested(values: tuple[Any, ...]) -> bool:
    return bool(values) and is_dataclass(values[0])


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else str(name)
