"""A character made step by step: the open page, the sums in large figures, and beside it the faults and the sheet in short."""

from __future__ import annotations

from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Container

from vedette.pages.character import LINES, CharacterTool
from vedette.pages.model import Section
from vedette.tui.keys import Key
from vedette.tui.page_lines import detail_text
from vedette.tui.screens.tool import PageScreen
from vedette.tui.text import clean
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.build_panel import BuildLines, PageTabs, Totals, build_rows
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.menu import Rows
from vedette.tui.widgets.page import Page, Paragraph
from vedette.tui.widgets.prompt import Prompt, PromptText


class BuilderScreen(PageScreen):
    """Dismissed with the character's own file in play, or with None."""

    DEFAULT_CSS = """
    BuilderScreen {
        &.one #about { height: 4; }
        &.wide.one > #body BuildLines { width: 5fr; }
        &.wide.tall Totals { height: 5; padding: 0 1 1 1; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(116, "wide")]
    VERTICAL_BREAKPOINTS = [(32, "tall")]
    tool: CharacterTool

    def compose(self) -> ComposeResult:
        yield Banner(self.tool.title, self.tool.subtitle)
        yield PageTabs(self.tool.builder.pages)
        yield Totals()
        with Container(id="body"):
            yield BuildLines(id=LINES)
            yield Page(id="about")
        yield Prompt()
        yield KeyBar()

    def on_resize(self, event: events.Resize) -> None:
        """The sheet in short is there only on a wide screen."""
        self.call_after_refresh(self._tell)

    def paint(self, at: str = "") -> None:
        super().paint(at)
        self.query_one(PageTabs).show(self.tool.open.id)
        self.query_one(Totals).show(self.tool.summary.totals)
        self._tell()

    def _tell(self) -> None:
        """All faults with their rules; beside the page each block of the sheet as it would be, in running text."""
        told = list(detail_text(self.shown.notes))
        for block in self.tool.sheet_now.blocks if self.has_class("wide") else ():
            rows = "; ".join(f"{row.label} {row.value}".strip() for row in block.rows)
            told.append(Paragraph(block.title, rows, apart=True))
        self.query_one("#about", Page).show("", told)

    def rows(self, section: Section) -> Rows:
        return partial(build_rows, self.tool.lines)

    def describe(self) -> None:
        prompt, line = self.query_one(Prompt), self.tool.line(self.row)
        prompt.say("")
        if line is None:
            prompt.show(PromptText("", "", self.tool.page().sections[0].empty))
            return
        head = " · ".join(part for part in (clean(line.label).strip(), line.value, line.cost) if part)
        against = f"✘ {line.why_not}  " if line.why_not else ""
        prompt.show(PromptText("", "", head, f"{against}{line.note}"))

    def footer(self) -> list[Key]:
        *keys, back, help, walk = super().footer()
        return [*keys, help, back, walk]

    async def press(self, key: str) -> bool:
        """The letter of a page opens it; Shift and Tab go to the one before."""
        pages = self.tool.builder.pages
        letter = pages[pages.index(self.tool.open) - 1].key if key == "shift+tab" else key.lower()
        if letter not in [page.key for page in pages]:
            return await super().press(key)
        await self.act(self.tool.start(self.tool.action("page"), self.row, letter))
        return True

    async def on_build_lines_stepped(self, event: BuildLines.Stepped) -> None:
        word = "more" if event.step > 0 else "less"
        await self.act(self.tool.start(self.tool.action(word), event.line))

    async def on_page_tabs_turned(self, event: PageTabs.Turned) -> None:
        await self.press(event.page)
