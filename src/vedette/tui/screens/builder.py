"""A character made step by step: the sums in large figures, the open page, the line at hand, and beside it who it is so far."""

from __future__ import annotations

from functools import partial

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from vedette.engine.text import slug
from vedette.pages.character import LINES, CharacterTool
from vedette.pages.model import Section
from vedette.tui.keys import Key
from vedette.tui.screens.tool import FindScreen
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.build_panel import (
    AtHand,
    BuildCard,
    BuildLines,
    ListHead,
    PageTabs,
    Totals,
    build_rows,
)
from vedette.tui.widgets.find_row import FindRow
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.menu import Rows


class BuilderScreen(FindScreen):
    """Dismissed with the character's own file in play, or with None."""

    DEFAULT_CSS = """
    BuilderScreen {
        &.one AtHand { height: 3; }
        & #page { width: 1fr; height: 1fr; }
        & #body { layout: vertical; }
        & BuildCard { width: 1fr; height: 2; }
        &.wide > #body { layout: horizontal; }
        &.wide > #body BuildCard { width: 38; height: 1fr; margin: 0 0 0 2; }
        &.tall Totals { height: 4; }
        &.tall PageTabs { margin: 1 0; }
        &.tall AtHand { margin: 1 0; }
        &.tall.wide PageTabs { margin: 0 0 1 0; }
        &.tall.wide > #body { margin: 1 0 1 0; }
        &.tall.wide AtHand { margin: 1 0 0 0; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(116, "wide")]
    VERTICAL_BREAKPOINTS = [(32, "tall")]
    tool: CharacterTool

    def compose(self) -> ComposeResult:
        yield Banner(self.tool.title, self.tool.subtitle)
        yield Totals()
        with Horizontal(id="body"):
            with Vertical(id="page"):
                yield PageTabs(self.tool.builder.pages)
                yield FindRow("a name or a word")
                yield ListHead()
                yield BuildLines(id=LINES)
                yield AtHand()
            yield BuildCard()
        yield KeyBar()

    def paint(self, at: str = "") -> None:
        super().paint(at)
        tool = self.tool
        summary = tool.summary
        self.query_one(Banner).say(
            "Every rule is checked while you choose.", f"{slug(summary.title)}.vedette"
        )
        self.query_one(PageTabs).show(tool.open.id)
        self.query_one(Totals).show(summary.totals)
        self.query_one(ListHead).show(tool.open.title, tool.lines)
        self.query_one(BuildCard).show(tool.builder.card(tool.draft), summary)
        only = "what may be taken, " if tool.only_possible else ""
        listed = f"{len(tool.lines)} of {tool.of}" if len(tool.lines) < tool.of else f"all {tool.of}"
        find = self.query_one(FindRow)
        find.show(f"{only}{listed}")
        if not tool.words and not find.line.has_focus:
            with self.prevent(Input.Changed):
                find.line.value = ""

    def rows(self, section: Section) -> Rows:
        return partial(build_rows, self.tool.lines, nothing=self.tool.nothing)

    def describe(self) -> None:
        hand = self.query_one(AtHand)
        hand.say("")
        hand.show_line(self.tool.line(self.row), self.tool.nothing)

    def footer(self) -> list[Key]:
        *keys, back, help, walk = super().footer()
        return [
            Key("pages", (), "1-6", "page", ""),
            *[key for key in keys if key.id != "page"],
            help,
            back,
            walk,
        ]

    async def press(self, key: str) -> bool:
        """The number or letter of a page opens it; Shift and Tab go to the one before."""
        pages = self.tool.builder.pages
        letter = pages[pages.index(self.tool.open) - 1].key if key == "shift+tab" else key.lower()
        if letter.isdecimal() and 0 < int(letter) <= len(pages):
            letter = pages[int(letter) - 1].key
        if letter not in [page.key for page in pages]:
            return await super().press(key)
        await self.act(self.tool.start(self.tool.action("page"), self.row, letter))
        return True

    async def on_build_lines_stepped(self, event: BuildLines.Stepped) -> None:
        word = "more" if event.step > 0 else "less"
        await self.act(self.tool.start(self.tool.action(word), event.line))

    async def on_page_tabs_turned(self, event: PageTabs.Turned) -> None:
        await self.press(event.page)
