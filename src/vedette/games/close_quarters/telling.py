"""Words that many facts share: directions, what things are called, and numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal, TypeVar, dataclass_transform

from vedette.engine.data import Row
from vedette.engine.facts import Fact, Moment
from vedette.engine.figures import number, signed
from vedette.engine.text import joined
from vedette.games.close_quarters.tables import ArmorRow, awards, skills, thing
from vedette.kit import sentences
from vedette.kit.words import with_article

F = TypeVar("F", bound=Fact)

POINTS = {
    "n": "north", "ne": "northeast", "se": "southeast", "s": "south", "sw": "southwest", "nw": "northwest",
}  # fmt: skip


def towards(direction: str) -> str:
    return f"to the {POINTS.get(direction, direction)}"


def thing_called(type: str) -> str:
    found = thing(type)
    return found.name.split(" / ")[0].lower() if found else type


def things_called(types: Sequence[str]) -> str:
    """Several things as they stand in a sentence: `a pistol, 2 × knife and leather`."""
    told = []
    for type, several in Counter(types).items():
        name, row = thing_called(type), thing(type)
        material = isinstance(row, ArmorRow) and row.kind == "full" and "suit" not in name
        bare = material or _MANY_OR_SOME.search(name.partition(",")[0])
        told.append(f"{several} × {name}" if several > 1 else name if bare else with_article(name))
    return joined(told)


_MANY_OR_SOME = re.compile(r"((?<!u)s|shot)$")
"""Things without an article: `goggles`, `buckshot`; neither `cestus` nor `shotgun`."""


def figure(value: float, sign: Literal["", "+"] = "") -> str:
    """A number with a real minus sign; with `sign` a plus where it is one."""
    return signed(value) if sign else number(value)


def skill_names(ids: str | tuple[str, ...]) -> str:
    if isinstance(ids, tuple):
        return ", ".join(map(skill_names, ids))
    return _named(skills(), ids)


def thing_named(type: str) -> str:
    """What a thing is called where its name stands by itself, as after a colon."""
    found = thing(type)
    return found.name if found else type


def _named(rows: Row, id: str) -> str:
    return str(rows[id].name) if id in rows else id


WAYS: Mapping[str, Callable[[Any], str]] = {
    "thing": thing_called,
    "things": things_called,
    "brief": lambda kind: thing_called(kind).partition(",")[0],
    "named": thing_named,
    "a": lambda kind: with_article(thing_called(kind)),
    "skill": skill_names,
    "award": lambda award: _named(awards(), award),
    "towards": towards,
    "figure": figure,
    "signed": signed,
    "part": lambda part: part.replace("-", " "),
    "caps": str.upper,
}
"""How else a value is told: a thing in a sentence, by itself or as `a rifle`, a skill, a direction, a number with its sign."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def fact(
    template: str,
    *,
    moment: Moment | Callable[[Any], Moment] = "",
    headline: str = "",
    tale: str = "",
    **ways: Callable[[Any], str],
) -> Callable[[type[F]], type[F]]:
    """As in `kit.sentences`, with the ways of this game: `{weapon:thing}`, `{facing:towards}`, and `ways` of this fact's own."""
    return sentences.fact(template, {**WAYS, **ways}, moment=moment, headline=headline, tale=tale)
