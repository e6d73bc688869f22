"""House profiles: what a game's packs may hold, and how an entry of one is asked for at the screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Literal

from msgspec import Struct

from vedette.engine.commands import shown
from vedette.engine.data import Row, Table
from vedette.view.fields import Draft
from vedette.view.vocabulary import Detail

Rows = Mapping[str, Sequence[Row]]  # rows by the names of their tables
NO_CHOICES: Mapping[Any, str] = {}


class PackField(Struct, frozen=True):
    """Something of an entry that is asked for at the screen.

    name: its key in the row, with a dot for what stands in a table of its own (`me.attack`). kind: `numbers` are one number
    or a pair; `names` a list of names, of which `choices` says the ids. choices: the values that there are, with what people
    call them; it is asked late.
    """

    name: str
    label: str
    kind: Literal["text", "number", "numbers", "toggle", "choice", "many", "names"] = "number"
    choices: Callable[[], Mapping[Any, str]] = lambda: NO_CHOICES
    required: bool = False
    unit: str = ""
    hint: str = ""


class PackKind(Struct, frozen=True):
    """A kind of thing that a game's packs may hold: profiles, weapons and the like.

    table: the name of its table. one, many: what people call it. faults: everything against an entry, in sentences without
    a full stop; the rows of its own pack, which nobody has taken in yet, are given beside it. fields: what is asked to make
    one, after its name and, where it is `described`, a few words about it. sums: what an entry comes to, by the formula of
    the rules or model by model. opened, closed: an entry as its fields are asked, and back, where that is not as it is written; `closed` is given what
    the entry was before. like: what a new one can begin as, besides those of its table.
    """

    table: str
    one: str
    many: str
    faults: Callable[[Row, Rows], Iterable[str]]
    fields: tuple[PackField, ...] = ()
    sums: Callable[[Row], Sequence[Detail]] = lambda row: ()
    opened: Callable[[Row], Row] = lambda row: row
    closed: Callable[[Row, Row], Row] = lambda row, before: row
    described: bool = True
    like: Callable[[], Sequence[Row]] = lambda: ()


# --- an entry as it is asked for, and back


def draft_of(kind: PackKind, row: Row) -> Table:
    """An entry as the values of its fields, by their names."""
    opened = kind.opened(row)
    values = {"name": opened.get("name"), "text": opened.get("text")}
    values |= {one.name: _told(one, _at(opened, one.name)) for one in kind.fields}
    return {name: value for name, value in values.items() if value not in (None, "")}


def row_of(kind: PackKind, draft: Draft, before: Row) -> Table:
    """The entry that a draft says; what has no field stays as it was before."""
    made: Table = deepcopy(dict(kind.opened(before)))
    for name in ("name", "text"):
        put(made, name, str(draft.get(name) or "").strip())
    for one in kind.fields:
        if one.name in draft or not is_beyond(kind, one, before):
            put(made, one.name, _meant(one, draft.get(one.name)))
    return dict(kind.closed(made, before))


def is_beyond(kind: PackKind, one: PackField, row: Row) -> bool:
    """Whether an entry says something that no field can have, such as several sorts of models where a number is asked for."""
    value = _at(kind.opened(row), one.name)
    return value is not None and _told(one, value) is None


def _at(row: Row, path: str) -> Any:
    value: Any = row
    for key in path.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def put(row: Table, path: str, value: Any) -> None:
    """Write a value, or take it out where it says nothing; a table of nothing goes as well."""
    outer, _, inner = path.partition(".")
    if inner:
        place = row[outer] = dict(row[outer]) if isinstance(row.get(outer), Mapping) else {}
        put(place, inner, value)
        value = place or None
    if value is None or value in ("", []):
        row.pop(outer, None)
    else:
        row[outer] = value


def _told(one: PackField, value: Any) -> Any:
    if one.kind == "names":
        called, listed = names_in_list(one), isinstance(value, list)
        return ", ".join(called.get(str(each), str(each)) for each in value) if listed else None
    if one.kind == "numbers":
        return value if isinstance(value, list) or value is None else [value]
    return None if one.kind == "number" and not isinstance(value, int | float) else value


def names_in_list(one: PackField) -> Mapping[Any, str]:
    """What the choices of a field are called between commas; where a name won't do for that, by their ids."""
    known = one.choices()
    many = Counter(name.lower() for name in known.values())
    return {id: id if "," in name or many[name.lower()] > 1 else name for id, name in known.items()}


def _meant(one: PackField, value: Any) -> Any:
    if one.kind == "names":
        ids = {name.lower(): id for id, name in names_in_list(one).items()}
        said = [" ".join(word.split()) for word in str(value or "").split(",")]
        return [ids.get(word.lower(), word) for word in said if word]
    if one.kind == "numbers":
        return value[0] if isinstance(value, list) and len(value) == 1 else value
    return value or None if one.kind == "toggle" else value


# --- an entry in words


def entry_values(kind: PackKind, row: Row) -> list[tuple[str, str]]:
    """What the fields of an entry say, each with its label, and what it comes to."""
    draft = draft_of(kind, row)
    said = []
    for one in kind.fields:
        value = draft.get(one.name, False)
        if value is False or value == []:
            continue
        words = brief(value)
        if one.kind in ("choice", "many"):  # by what people call it
            called = {str(each): name for each, name in one.choices().items()}
            many = value if isinstance(value, list) else [value]
            words = ", ".join(called.get(str(each), brief(each)) for each in many)
        said.append((one.label, words))
    return [*said, *((line.label, line.text) for line in kind.sums(row))]


def entry_in_a_line(kind: PackKind, row: Row) -> str:
    """An entry in a line."""
    return " · ".join(f"{label} {value}" for label, value in entry_values(kind, row))


def brief(value: Any) -> str:
    """A value in a few words."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return shown(", ".join(map(brief, value)) or "–")
    if isinstance(value, Mapping):
        return shown(" ".join(f"{key} {brief(one)}" for key, one in value.items()))
    return f"{value:g}" if isinstance(value, float) else shown(value)
