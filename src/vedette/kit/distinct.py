"""Ids and names of both sides of a set-up made distinct: they may have the same army."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import count
from typing import Any

from vedette.engine.data import Row, Table

LONGEST = 80
"""Letters of a name, as `Name` in the schema allows."""

SHORT = 9
"""Letters of a side's name that are few enough for a mark behind the names of its units, so that cards need not cut it."""

COLOURS = ("Red", "Blue", "Green", "Yellow")
"""What tells sides of one name apart: their ids where those are colours, else these in the order of the sides."""

LISTS, NAMED_BY = ("units", "companies"), ("leader", "company")
"""What a side lists by ids, and the keys of a side or a unit that name one of them."""


def _rows(side: Any, key: str) -> list[Table]:
    """Nothing where a list is not as it must be, which is told later."""
    found = side.get(key) if isinstance(side, Mapping) else None
    whole = isinstance(found, list) and all(isinstance(row, dict) for row in found)
    return list(found) if whole and found else []


def _name(row: Any) -> str:
    name = row.get("name") if isinstance(row, Mapping) else None
    return name if isinstance(name, str) else ""


def ids_of(sides: Sequence[Any]) -> set[str]:
    """All ids in these sides."""
    return {str(row.get("id")) for side in sides for key in LISTS for row in _rows(side, key)}


def with_own_ids(side: Row, taken: Collection[str]) -> Table:
    """The side with other ids for those of its units and Companies that are taken: both may have the same army."""
    used, other = {*taken, *ids_of([side])}, dict[Any, str]()
    for id in sorted(ids_of([side]).intersection(taken)):
        other[id] = next(f"{id}-{n}" for n in count(2) if f"{id}-{n}" not in used)
        used.add(other[id])

    def renamed(row: Row, names: Sequence[str]) -> Table:
        given = {key: row[key] for key in names if isinstance(row.get(key), str)}
        return {**row, **{key: other.get(id, id) for key, id in given.items()}}

    lists = {key: [renamed(row, ("id", *NAMED_BY)) for row in _rows(side, key)] for key in LISTS}
    return {**renamed(side, NAMED_BY), **{key: rows for key, rows in lists.items() if rows}}


def told_apart(called: Sequence[tuple[str, str]]) -> list[str]:
    """The names of sides, given as ids and names: those that would share one are all marked, `The Hart (Red)`."""
    by_id = all(id.capitalize() in COLOURS for id, _ in called)
    names = [name for _, name in called]
    tags = [id.capitalize() if by_id else COLOURS[at % len(COLOURS)] for at, (id, _) in enumerate(called)]
    return [
        _marked(name, tag) if name and names.count(name) > 1 else name
        for name, tag in zip(names, tags, strict=True)
    ]


def with_own_names(sides: list[Any]) -> list[Any]:
    """Nobody is called like another: `Boarders 2` beside Boarders of the side, `The Ladder Gang (Wardens)` beside an enemy."""
    sides = list(sides)
    called = [_name(side) for side in sides]
    ids = [str(side.get("id", "")) if isinstance(side, Mapping) else "" for side in sides]
    names = told_apart(list(zip(ids, called, strict=True)))
    for at, name in enumerate(names):
        if name != called[at]:
            sides[at] = {**sides[at], "name": name}
    # What marks the units of a side: its own mark, else its name, or of a long one the first word that no other has; its id where it has none.
    words = [re.sub(r"^the\s+", "", name, flags=re.IGNORECASE).split() for name in names]
    tags = [" ".join(own) or id for own, id in zip(words, ids, strict=True)]
    for at, tag in enumerate(tags):
        if mark := re.search(r"\(([^()]+)\)$", tag):
            tags[at] = mark[1]
        elif len(tag) > SHORT:
            others = {word for other in (*words[:at], *words[at + 1 :]) for word in other}
            tags[at] = next((one for one in words[at] if one not in others), tag)
    for key in LISTS:
        lists = [_numbered(_rows(side, key)) for side in sides]
        for at, rows in enumerate(lists):
            elsewhere = {_name(row) for other in (*lists[:at], *lists[at + 1 :]) for row in other} - {""}
            if rows:
                own = [
                    {**row, "name": _marked(_name(row), tags[at])} if _name(row) in elsewhere else row
                    for row in rows
                ]
                sides[at] = {**sides[at], key: own}
    return sides


def _numbered(rows: list[Table]) -> list[Table]:
    """Rows with a number behind each name that one before has."""
    taken, seen = {_name(row) for row in rows}, {""}
    for at, row in enumerate(rows):
        if (name := _name(row)) in seen and name:
            numbered = (f"{name[: LONGEST - 4]} {n}" for n in count(2))
            name = next(one for one in numbered if one not in taken)
            rows[at] = {**row, "name": name}
        taken.add(name)
        seen.add(name)
    return rows


def _marked(name: str, tag: str) -> str:
    tag = tag[: LONGEST // 2]
    return f"{name[: LONGEST - 3 - len(tag)]} ({tag})"
