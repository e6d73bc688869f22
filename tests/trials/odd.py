"""Values like those that stand somewhere, and odd ones."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct

from vedette.engine.marks import types_of
from vedette.engine.patch import ABSENT
from vedette.engine.session import Session

HIDDEN = "\x1b[2J\u202eevil"

ODD: tuple[Any, ...] = (
    "", " ", "nobody", "draw", "over", HIDDEN, "[red]x[/]", "0", "ä", "0101", "9999", ABSENT, "x" * 3000, 0, 1, -1, 7, 99,
    10**6, 10**9, 10**30, 0.5, -2.5, 1e300, float("nan"), float("inf"), True, False, None, [], {}, [""], [[[]]],
    {"id": "x"}, [None], {"a": {"b": {"c": {}}}},
)  # fmt: skip
"""What may stand anywhere in a file or a command, and should do no harm."""


def texts_of(session: Session[Any]) -> list[str]:
    """Words that may make sense in a game: its ids, and those that the types of its state know."""
    kind: Any = type(session.state)
    return sorted({*session.names(), *getattr(session.state, "units", ()), *_literals(kind)})


def values_like(old: Any, words: list[str], luck: Random) -> Iterator[Any]:
    """Other values of the same type, and a few of another."""
    if isinstance(old, bool):
        yield not old
    elif isinstance(old, (int, float)):
        yield from (0, 1, -1, 3, 99, type(old)(10**9), 0.5)
    elif isinstance(old, str):
        yield ""
        yield from luck.sample(words, min(6, len(words)))
    elif isinstance(old, list):
        yield from ([], luck.sample(words, min(2, len(words))), old[:1], [*old, *old], [old])
    yield from luck.sample(ODD, 2)


@cache
def _literals(kind: Any) -> frozenset[str]:
    """All words that the types below a type allow."""
    if get_origin(kind) is Literal:
        return frozenset(one for one in get_args(kind) if isinstance(one, str))
    found: set[str] = set()
    below = (
        list(types_of(kind).values())
        if isinstance(kind, type) and issubclass(kind, Struct)
        else list(get_args(kind))
    )
    for one in below:
        if isinstance(one, typing.Hashable):
            found |= _literals(one)
    return frozenset(found)


def deep_copy(value: Any) -> Any:
    """Plain data of one's own."""
    if isinstance(value, Mapping):
        return {key: deep_copy(one) for key, one in value.items()}
    return [deep_copy(one) for one in value] if isinstance(value, list) else value


def of_type(hint: Any, words: list[str], luck: Random) -> Any:
    """A value of that type as plain data, whatever it may mean."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is typing.Annotated:
        return of_type(arguments[0], words, luck)
    if origin is Literal:
        return luck.choice(arguments)
    if origin in (typing.Union, types.UnionType):
        return of_type(luck.choice(arguments), words, luck)
    if origin is tuple:
        return [of_type(arguments[0], words, luck) for _ in range(luck.choice((0, 1, 2, 3)))]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        keys = (of_type(arguments[0], words, luck) for _ in range(luck.choice((0, 1, 2))))
        return {str(key): of_type(arguments[1], words, luck) for key in keys}
    if isinstance(hint, type) and issubclass(hint, Struct):
        return {name: of_type(kind, words, luck) for name, kind in types_of(hint).items()}
    return luck.choice([*SIMPLE.get(hint, ANYTHING), *(words if hint is str else ())])


SIMPLE: Mapping[Any, Sequence[Any]] = {
    str: ["", "nobody"],
    int: [0, 1, -1, 2, 7, 99, 10**9],
    float: [0, 0.5, -3.0, 12, 1e9],
    bool: [False, True],
    type(None): [None],
}

ANYTHING = ["", 1, None, [], ["x"], {"x": 1}]
