"""A sheet on the screen: its blocks in as many columns as there is room for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from vedette.tui.text import Line, beside, clean, line, rows_of, wrap
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.sheet import Block, Sheet

COLUMN, GAP = 56, 3  # cells that a column has at least, and the space between two


class SheetPage(LineWidget, can_focus=True):
    """Shows a sheet; one that is too long is scrolled."""

    DEFAULT_CSS = "SheetPage { padding: 0 1; }"

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet

    def draw(self, width: int, height: int) -> list[Line]:
        """The blocks, shared out so that the columns are about as long as each other."""
        count = max(1, (width + GAP) // (COLUMN + GAP))
        room = (width - GAP * (count - 1)) // count
        blocks = [list(_block(block, room)) for block in self._sheet.blocks]
        share = sum(map(len, blocks)) / count
        columns: list[list[Line]] = [[]]
        for block in blocks:
            if len(columns) < count and len(columns[-1]) + len(block) / 2 > share:
                columns.append([])
            columns[-1].extend(block)
        return [*rows_of(self._sheet.subtitle, width, "dim"), *beside(columns, room, GAP)]


def _block(block: Block, width: int) -> Iterator[Line]:
    """Its rows: the label, the value in bold; a single reason behind it where it fits, several below."""
    yield Line()
    yield line((clean(block.title), "strong"))
    label = min(max((len(row.label) for row in block.rows), default=0), width // 2) + 2
    for row in block.rows:
        names = wrap(clean(row.label), max(1, label - 2))
        values = wrap(clean(row.value), width - label)
        reasons = [clean(reason.words) for reason in row.reasons]
        fits = len(reasons) == 1 and label + len(values[0]) + 2 + len(reasons[0]) <= width
        for i, (name, value) in enumerate(zip_longest(names, values, fillvalue="")):
            behind = f"  {reasons[0]}" if fits and i == 0 else ""
            yield line(name.ljust(label), (value, "strong"), (behind, "dim"))
        for reason in () if fits else reasons:
            yield from (line(" " * label, (part, "dim")) for part in wrap(reason, width - label, 2))
