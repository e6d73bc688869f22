"""What a longer business has come to so far, such as a chain of tests or an exchange of fire: who was on, who is, who waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from vedette.engine.dice import Roll
from vedette.view.signs import Tone
from vedette.view.vocabulary import Badge

Cell = str | tuple[Badge, ...]
"""Plain words, or parts each with its tone."""


class Column(Struct, frozen=True):
    """A column of so many cells; of `few` where rows are short, 0: it is left out there. The first one takes what is left."""

    head: str
    cells: int
    few: int = 0


class Row(Struct, frozen=True):
    """Cells by their columns. `when`: it has had its turn, it is the one at hand, it waits, or it was lost; `tone` is that of the last cell."""

    cells: tuple[Cell, ...]
    side: str = ""
    when: Literal["done", "now", "waits", "lost"] = "done"
    tone: Tone = "plain"


class Ledger(Struct, frozen=True):
    """Rows under a title with a word at its right end; `count` says how far it has come, `below` is about the row at hand."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    count: str = ""
    note: str = ""
    tone: Tone = "dim"
    below: str = ""

    @property
    def at(self) -> int:
        """The row at hand, else the last one that has had its turn."""
        here = [i for i, row in enumerate(self.rows) if row.when == "now"]
        done = [i for i, row in enumerate(self.rows) if row.when != "waits"]
        return (here or done or [0])[-1]


class Verdict(Struct, frozen=True):
    """The test at hand: who took it, its dice, the number it was held against and what that is of, and what it came to."""

    unit: str
    side: str
    roll: Roll
    against: str
    of: str
    lines: tuple[str, ...]
    tone: Tone
    aside: str = ""


class Course(Struct, frozen=True):
    """The rows so far; the test that has just been taken, what waits besides, and what all that changes.

    `stays`: it goes on, and stays in view while the next command is filled in.
    """

    ledger: Ledger
    verdict: Verdict | None = None
    waits: Ledger | None = None
    then: Ledger | None = None
    stays: bool = False


def cell_text(cell: Cell) -> str:
    """A cell without its tones."""
    return cell if isinstance(cell, str) else "".join(part.text for part in cell)


def course_lines(course: Course) -> Iterator[str]:
    """The same in sentences, without the rows that were told when they came about."""
    ledger = course.ledger
    head = ", ".join(filter(None, (f"{ledger.title.capitalize()} {ledger.count}".strip(), ledger.note)))
    waiting = [_row(row) for row in ledger.rows if row.when == "waits"]
    yield f"{head}. Still to come: {'; '.join(waiting)}" if waiting else head
    for more in (course.waits, course.then):
        if more is not None:
            yield f"{more.title.capitalize()}: {'; '.join(map(_row, more.rows))}"


def _row(row: Row) -> str:
    return ", ".join(filter(None, (cell_text(cell).strip() for cell in row.cells)))
