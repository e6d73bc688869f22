"""A unit's sheet, to be read and to be written as a page for the printer."""

from __future__ import annotations

from pathlib import Path

from textual import events
from textual.app import ComposeResult

from vedette.engine.errors import VedetteError
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import SHEET, bindings
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.prompt import Prompt
from vedette.tui.widgets.sheet_page import SheetPage
from vedette.view.sheet import Sheet


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
