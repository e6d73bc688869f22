"""A unit's sheet, to be read and to be written as a page for the printer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from textual import events
from textual.app import ComposeResult

from vedette.engine.errors import VedetteError
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import SHEET, bindings
from vedette.tui.text import Line, beside, clean, line, rows_of, wrap
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.prompt import Prompt
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


class SheetScreen(BaseScreen[None]):
    """One sheet; `h` writes it as HTML into the folder of the saves."""

    BINDINGS = bindings(SHEET.keys)

    def __init__(self, sheet: Sheet, folder: Path) -> None:
        super().__init__()
        self._sheet = sheet
        self._folder = folder

    def compose(self) -> ComposeResult:
        yield Banner("Sheet", self._sheet.title)
        yield SheetPage(self._sheet)
        yield Prompt()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).show(SHEET)
        self.query_one(Prompt).show("h writes this sheet as a page for the printer")
        self.query_one(SheetPage).focus()

    def on_key(self, event: events.Key) -> None:
        page = self.query_one(SheetPage)
        jump = max(1, page.size.height - 2)
        end = 10_000
        steps = {
            "up": -1,
            "down": 1,
            "pageup": -jump,
            "pagedown": jump,
            "space": jump,
            "home": -end,
            "end": end,
        }
        if event.key in steps:
            event.stop()
            page.scroll_rows(steps[event.key])

    def action_write(self) -> None:
        from vedette.view.page_templates import write_sheet  # Jinja: 50 ms, not before a sheet is written

        prompt = self.query_one(Prompt)
        try:
            prompt.say(f"Written: {write_sheet(self._sheet, self._folder)}", "good")
        except VedetteError as error:
            prompt.say(str(error), "bad")

    def action_back(self) -> None:
        _ = self.dismiss(None)
