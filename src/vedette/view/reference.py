"""The quick reference that is printed with an army: which rules are told, in which chapters, and the tables beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from vedette.engine import library
from vedette.engine.errors import DataError
from vedette.engine.plain import read_rows

REFERENCE = "reference"
MINUS = "−"


class TableLine(Struct, frozen=True):
    """A line of a table: what it is about, what it comes to, and its rules."""

    label: str
    value: str
    rules: tuple[str, ...] = ()


class Chapter(Struct, frozen=True):
    """A chapter: rules that are told in full, and a table.

    `when` are rules of which the army must use one for the chapter to be printed; none: it always is.
    """

    title: str
    rules: tuple[str, ...] = ()
    lines: tuple[TableLine, ...] = ()
    when: tuple[str, ...] = ()


class ChapterRow(Struct, frozen=True):
    """A chapter as it stands in `reference.toml`. `modifiers`: those that its table lists, each with what there is to add."""

    id: str
    title: str
    rules: tuple[str, ...] = ()
    modifiers: Mapping[str, str] = {}
    when: tuple[str, ...] = ()


def read_reference(ruleset: str) -> tuple[Chapter, ...]:
    """The chapters of a ruleset in their order; none where it has no `reference.toml`. Raises DataError."""
    given = library.table(ruleset, REFERENCE)
    if not given:
        return ()
    rows = read_rows(ChapterRow, given, f"{REFERENCE}.toml")
    known = {row["id"]: row for row in library.table(ruleset, "modifiers")}
    return tuple(Chapter(row.title, row.rules, tuple(_lines(row, known)), row.when) for row in rows)


def _lines(row: ChapterRow, known: Mapping[str, Mapping[str, Any]]) -> Iterator[TableLine]:
    """The modifiers of a chapter with their values, as `modifiers.toml` has them."""
    for id, note in row.modifiers.items():
        if id not in known:
            raise DataError(f"{REFERENCE}.toml: {row.id}: there is no {id} among the modifiers.")
        name, value = known[id]["name"], known[id]["value"]
        label = f"{name[:1].upper()}{name[1:]}{', ' if note else ''}{note}"
        yield TableLine(label, f"{value:+g}".replace("-", MINUS), tuple(known[id]["rules"]))
