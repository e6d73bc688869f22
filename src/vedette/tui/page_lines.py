"""Pages of a tool as lines of the screen."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from vedette.pages.model import Detail, Heading, Row, Section, Text
from vedette.tui.text import Line, Piece, clean, fit, line, pad, rule
from vedette.tui.widgets.menu import MenuRow
from vedette.tui.widgets.page import Paragraph
from vedette.tui.widgets.prompt import SIGNS

LEAST = 14
"""Cells that the main column keeps: others go first."""


def detail_text(detail: Detail, *, wide: bool = True) -> tuple[Paragraph, ...]:
    """A detail as the page widget takes it; facts are one to a line on a `wide` screen."""
    told: list[Paragraph] = []
    for one in detail:
        if isinstance(one, Text):
            label = one.sign or one.label
            text = clean(one.text) if label else SIGNS[one.tone] + clean(one.text)
            told.append(Paragraph(clean(label), text, one.tone, one.apart, one.hang))
        elif wide:
            told += [Paragraph(clean(label), clean(value)) for label, value in one.pairs]
        else:
            told.append(Paragraph(text=clean(one.brief)))
    return tuple(told)


def section_rows(section: Section, width: int, *, key: str, enter: str) -> list[MenuRow]:
    """The rows of a list under its heads; `key` is the key of what the section `does`, `enter` that of its headings."""
    columns = _Columns(section, width)
    title = " · ".join(filter(None, (section.title, f"{key} {section.does[1]}".strip())))
    made = [MenuRow("", (columns.head(title),))] if title else []
    for row in section.rows:
        if isinstance(row, Heading):
            right = f"{enter} {row.does}" if row.does else ""
            made.append(MenuRow("", (rule(row.title, width, right),)))
        else:
            made.append(MenuRow(row.id, (Line(tuple(columns.pieces(row))),)))
    return made


class _Columns:
    """The columns of a section that there is room for, each with its width."""

    def __init__(self, section: Section, width: int) -> None:
        self._all, self._width = section.columns, width
        self._main = next(i for i, column in enumerate(self._all) if column.main)
        rows = section.choices
        self._sizes = {
            i: max(column.least, len(column.name), *(cell_len(clean(row.cells[i])) for row in rows), 0)
            for i, column in enumerate(self._all)
            if not column.main
        }
        for i in sorted(self._sizes, reverse=True):
            if self._room < LEAST and not self._all[i].stay:
                del self._sizes[i]

    @property
    def _room(self) -> int:
        """Cells of the main column."""
        return self._width - sum(size + 1 for size in self._sizes.values())

    def head(self, title: str) -> Line:
        """The title and the names of the columns; a title alone is strong."""
        if not any(column.name for column in self._all):
            return line((title, "strong"))
        names = "".join(self._cell(i, self._all[i].name) for i in self._sizes)
        return line((pad(title, self._room), "dim"), (names, "dim"))

    def pieces(self, row: Row) -> Iterator[Piece]:
        """A row; behind the main cell its note."""
        for i, column in enumerate(self._all):
            if i in self._sizes:
                yield Piece(self._cell(i, clean(row.cells[i])), column.tone)
            elif column.main:
                room = self._room - cell_len(row.lead)
                name = fit(clean(row.cells[i]), room)
                note = fit(f"  {clean(row.note)}", room - cell_len(name)) if row.note else ""
                yield from (Piece(row.lead, "key"), Piece(name, column.tone), Piece(note, "dim"))
                yield Piece(" " * (room - cell_len(name) - cell_len(note)))

    def _cell(self, i: int, text: str) -> str:
        put = f"{text:>{self._sizes[i]}}" if self._all[i].right else pad(text, self._sizes[i])
        return f"{put} " if i < self._main else f" {put}"
