"""A sheet on the screen: its blocks in as many columns as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vedette.tui.text import Line, Piece, clean, line, wrap
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.sheet import Block, Sheet, SheetRow

COLUMN, GAP = 56, 3
"""Cells that a column has at least, and the space between two."""


class SheetPage(LineWidget, can_focus=True):
    """Shows a sheet; one that is too long is scrolled."""

    DEFAULT_CSS = """
    SheetPage { padding: 0 1; }
    """

    def __init__(self, sheet: Sheet) -> None:
        """Show a sheet."""
        super().__init__()
        self._sheet = sheet

    def draw(self, width: int, height: int) -> list[Line]:
        """The blocks, shared out so that the columns are about as long as each other."""
        count = max(1, (width + GAP) // (COLUMN + GAP))
        room = (width - GAP * (count - 1)) // count
        blocks = [list(_block(block, room)) for block in self._sheet.blocks]
        columns = _shared_out(blocks, count)
        subtitle = [line((row, "dim")) for row in wrap(clean(self._sheet.subtitle), width)]
        return [*subtitle, *_side_by_side(columns, room)]


def _block(block: Block, width: int) -> Iterator[Line]:
    yield Line()
    yield line((clean(block.title), "strong"))
    label = max((len(row.label) for row in block.rows), default=0)
    label = min(label, width // 2) + 2
    for row in block.rows:
        yield from _row(row, label, width)


def _row(row: SheetRow, label: int, width: int) -> Iterator[Line]:
    """The label, the value in bold; a single reason behind it where it fits, several below."""
    name = wrap(clean(row.label), max(1, label - 2))
    values = wrap(clean(row.value), width - label)
    reasons = [clean(reason.words) for reason in row.reasons]
    for index in range(max(len(name), len(values))):
        head = name[index] if index < len(name) else ""
        value = values[index] if index < len(values) else ""
        yield line(head.ljust(label), (value, "strong"), *_behind(reasons, label + len(value), width, index))
    if _behind(reasons, label + len(values[0]), width, 0):
        return
    for reason in reasons:
        yield from (line(" " * label, (part, "dim")) for part in wrap(reason, width - label, 2))


def _behind(reasons: Sequence[str], used: int, width: int, index: int) -> list[tuple[str, str]]:
    """The only reason, in the first row, if there is room for it."""
    fits = len(reasons) == 1 and index == 0 and used + 2 + len(reasons[0]) <= width
    return [(f"  {reasons[0]}", "dim")] if fits else []


def _shared_out(blocks: Sequence[list[Line]], count: int) -> list[list[Line]]:
    """Blocks into columns, in their order: a column is full when it has its share of the rows."""
    share = sum(map(len, blocks)) / count
    columns: list[list[Line]] = [[]]
    for block in blocks:
        if len(columns) < count and len(columns[-1]) + len(block) / 2 > share:
            columns.append([])
        columns[-1].extend(block)
    return columns


def _side_by_side(columns: Sequence[list[Line]], room: int) -> Iterator[Line]:
    for index in range(max(map(len, columns), default=0)):
        pieces: list[Piece] = []
        for at, column in enumerate(columns):
            row = column[index] if index < len(column) else Line()
            gap = " " * (room - row.width + GAP if at < len(columns) - 1 else 0)
            pieces += [*row.pieces, Piece(gap)]
        yield Line(tuple(pieces))
