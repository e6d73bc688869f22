"""A character made step by step: pages of what there is, the sums, and every rule against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Container

from vedette.campaign import character_folder
from vedette.engine.errors import VedetteError
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import slug
from vedette.save_library import BuilderContext
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import BUILDER_KEYS
from vedette.tui.messages import OpenHelp
from vedette.tui.screens.dialogs import AskText, discard
from vedette.tui.screens.sheet import SheetScreen
from vedette.tui.text import clean
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.build_panel import BuildLines, PageTabs, Totals, build_rows
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.menu import Menu, MenuRow
from vedette.tui.widgets.page import Page, Paragraph
from vedette.tui.widgets.prompt import Prompt, PromptText
from vedette.view.editors import BuildLine, BuildSummary, Edited

WIDE, TALL = 116, 32
"""From how many columns on the faults stand beside the page, and from how many rows on the sums are large."""

BACK = ("shift+tab",)
"""Keys of the page before; the others that turn pages lead to the next one."""


class BuilderScreen(BaseScreen[Session[GameState] | None]):
    """Dismissed with the character's own file in play, or with None."""

    DEFAULT_CSS = """
    BuilderScreen {
        & > #body { height: 1fr; layout: vertical; }
        & BuildLines { height: 1fr; }
        & Page { height: 4; }
        & Prompt { height: 3; }
        & > #body.wide { layout: horizontal; }
        & > #body.wide BuildLines { width: 5fr; }
        & > #body.wide Page { width: 2fr; height: 1fr; }
    }
    """

    def __init__(self, context: BuilderContext) -> None:
        """Begin with a character of whom nothing is decided."""
        super().__init__()
        self._builder_context = context
        self._builder = context.builder
        self._draft = Edited(self._builder.begin())
        self._named = False
        self._page = self._builder.pages[0].id
        self._at: dict[str, str] = {}
        self._lines: tuple[BuildLine, ...] = ()

    def compose(self) -> ComposeResult:
        """Pages, sums, lines, faults, what is at hand."""
        yield Banner("Character", "")
        yield PageTabs(self._builder.pages)
        yield Totals()
        with Container(id="body"):
            yield BuildLines()
            yield Page()
        yield Prompt()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the first page."""
        self.query_one(KeyBar).show("builder")
        self._show("")

    def on_resize(self, event: events.Resize) -> None:
        """Put the faults, and the sums, where there is room."""
        wide = event.size.width >= WIDE
        self.query_one("#body").set_class(wide, "wide")
        self.query_one(Totals).set_class(wide and event.size.height >= TALL, "large")
        self._tell(self._summary)

    @property
    def _summary(self) -> BuildSummary:
        return self._builder.summary(self._draft.now)

    def _show(self, at: str | None = None) -> None:
        """Everything as it is now; `at` is the line to be at hand, "" the first one."""
        summary = self._summary
        lines = self._lines = self._builder.lines(self._draft.now, self._page)
        at = lines[0].id if at == "" and lines else at
        self.query_one(Banner).say(summary.title)
        self.query_one(PageTabs).show(self._page)
        self.query_one(Totals).show(summary.totals)
        self._tell(summary)

        def rows(width: int) -> Sequence[MenuRow]:
            return build_rows(lines, width)

        self.query_one(BuildLines).show(rows, at)
        self._describe()

    def _tell(self, summary: BuildSummary) -> None:
        """All faults with their rules; where they stand beside the page, the sheet in short below them."""
        faults = [
            Paragraph(f"✘ {refusal.rule}", str(refusal).partition(": ")[2], "bad")
            for refusal in summary.faults
        ]
        good = [Paragraph(text="✔ Legal. Press s to save.", tone="good")]
        beside = self._sheet_in_short() if self.query_one("#body").has_class("wide") else ()
        self.query_one(Page).show("", [*(faults or good), *beside])

    def _sheet_in_short(self) -> Iterator[Paragraph]:
        """Each block of the sheet as it would be, in running text."""
        for block in self._builder.sheet(self._draft.now).blocks:
            rows = "; ".join(f"{row.label} {row.value}".strip() for row in block.rows)
            yield Paragraph(block.title, rows, apart=True)

    def _line(self) -> BuildLine | None:
        at = self.query_one(BuildLines).at
        return next((line for line in self._lines if line.id == at), None)

    def _describe(self) -> None:
        prompt, line = self.query_one(Prompt), self._line()
        prompt.say("")
        if line is None:
            prompt.show(PromptText("", "", "Choose weapons and gear first; then say here where they go."))
            return
        head = " · ".join(part for part in (clean(line.label).strip(), line.value, line.cost) if part)
        against = f"✘ {line.why_not}  " if line.why_not else ""
        prompt.show(PromptText("", "", head, f"{against}{line.note}"))

    # --- changes

    def _step(self, line: str, step: int) -> None:
        self._change(self._builder.change(self._draft.now, self._page, line, step))

    def _change(self, draft: Any) -> None:
        if self._draft.change(draft):
            self._show()

    def on_menu_moved(self, event: Menu.Moved) -> None:
        """Another line is at hand."""
        self._describe()

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """A click on the line at hand."""
        self.action_take()

    def on_build_lines_stepped(self, event: BuildLines.Stepped) -> None:
        """An arrow was clicked."""
        self._step(event.line, event.step)

    def on_page_tabs_turned(self, event: PageTabs.Turned) -> None:
        """A page was clicked."""
        self._turn(event.page)

    async def on_key(self, event: events.Key) -> None:
        """Everything in the order in which it is pressed: walking, the letter of a page, what the keys do."""
        menu = self.query_one(BuildLines)
        jump, ends = max(1, menu.size.height - 2), 10_000
        walk = {"up": -1, "down": 1, "pageup": -jump, "pagedown": jump, "home": -ends, "end": ends}
        page = next((page.id for page in self._builder.pages if page.key == event.key.lower()), None)
        key = next((key.id for key in BUILDER_KEYS if event.key in key.keys), "")
        if not (event.key in walk or page or key):
            return
        event.stop()
        event.prevent_default()
        if event.key in walk:
            menu.step(walk[event.key])
        elif page:
            self._turn(page)
        elif key == "page":
            self._turn_by(-1 if event.key in BACK else 1)
        else:
            await self.run_action(key)

    def _turn(self, page: str) -> None:
        self._at[self._page] = self.query_one(BuildLines).at
        self._page = page
        self._show(self._at.get(page, ""))

    def _turn_by(self, step: int) -> None:
        ids = [page.id for page in self._builder.pages]
        self._turn(ids[(ids.index(self._page) + step) % len(ids)])

    def action_take(self) -> None:
        """Take the line at hand, or put it back; what has no more goes the other way."""
        line = self._line()
        if line is not None:
            self._step(line.id, line.toggle)

    def action_less(self) -> None:
        """One less."""
        self._step(self.query_one(BuildLines).at, -1)

    def action_more(self) -> None:
        """One more."""
        self._step(self.query_one(BuildLines).at, 1)

    def action_undo(self) -> None:
        """Take the last change back."""
        if self._draft.undo():
            self._show()
        else:
            self.query_one(Prompt).say("There is nothing to undo.", "dim")

    # --- name, sheet, file

    async def action_name(self) -> None:
        """Ask for a name."""
        await self._ask_name(saving=False)

    async def _ask_name(self, *, saving: bool) -> None:
        def name(given: str | None) -> None:
            if not given:
                return
            self._named = True
            self._change(self._builder.rename(self._draft.now, given))
            if saving:
                self._save()

        await self.app.push_screen(AskText("What is the character called?", self._summary.title), name)

    async def action_sheet(self) -> None:
        """The sheet as it would be."""
        await self.app.push_screen(SheetScreen(self._builder.sheet(self._draft.now), character_folder()))

    async def action_save(self) -> None:
        """Make the file, if no rule is against it."""
        faults = self._summary.faults
        if faults:
            more = f" and {len(faults) - 1} more" if len(faults) > 1 else ""
            self.query_one(Prompt).say(f"{faults[0]}{more}", "bad", "! save anyway")
        elif self._named:
            self._save()
        else:
            await self._ask_name(saving=True)

    async def action_force(self) -> None:
        """Make the file whatever the rules say, if all agree on a reason."""
        faults = self._summary.faults
        if not faults:
            await self.action_save()
            return

        def make(reason: str | None) -> None:
            if reason:
                self._save(reason)

        above = "\n".join(map(str, faults))
        await self.app.push_screen(
            AskText("All agree to overrule? Reason:", "the reason, for the log", above), make
        )

    def _save(self, reason: str = "") -> None:
        try:
            session = self._builder_context.make(self._draft.now, slug(self._summary.title), reason)
        except VedetteError as error:
            self.query_one(Prompt).say(str(error), "bad")
        else:
            _ = self.dismiss(session)

    async def action_back(self) -> None:
        """Leave; who has begun is asked first."""
        if not self._draft.is_touched:
            _ = self.dismiss(None)
            return
        await discard(self, "Discard this character?")

    def action_help(self) -> None:
        """Keys and rules."""
        self.post_message(OpenHelp("builder"))
