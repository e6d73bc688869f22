"""House rules and optional rules of a new game, one field each, with search and explanations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.widgets import Input

from vedette.tui.base_screen import BaseScreen
from vedette.tui.form_entry import FormEntry
from vedette.tui.text import clean
from vedette.tui.topics import agreement_page
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.duel import Duel
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.form_panel import Closed, Committed, FormPanel
from vedette.tui.widgets.page import Page
from vedette.tui.widgets.panel_host import PanelHost, Result
from vedette.view.agreements import PRESET, Agreement
from vedette.view.vocabulary import Form

WIDE = 104
"""Columns from which the text is beside the questions instead of below them."""


class AgreementPanel(FormPanel):
    """The questions; the slash is the screen's."""

    def key(self, key: str, char: str) -> Result:
        """Every key except the search key."""
        return False if key == "slash" else super().key(key, char)


class AgreementScreen(BaseScreen[Mapping[str, Any] | None]):
    """Dismissed with the answers, or with None if nothing was changed."""

    DEFAULT_CSS = """
    AgreementScreen {
        & > #body { height: 1fr; layout: vertical; }
        & PanelHost { height: 1fr; }
        & Page { height: 40%; max-height: 11; }
        &.wide > #body { layout: horizontal; }
        &.wide > #body PanelHost { width: 3fr; }
        &.wide > #body Page { width: 2fr; height: 1fr; max-height: 100%; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(WIDE, "wide")]
    BINDINGS = [
        Binding("slash", "find", show=False),
        Binding("escape", "list_all", show=False),
    ]

    def __init__(self, agreement: Agreement) -> None:
        """Begin with the answers so far."""
        super().__init__()
        self._agreement = agreement
        self._words: tuple[str, ...] = ()
        self._entry = FormEntry(self._form, lambda target: {}, {}, said=agreement.now)

    def compose(self) -> ComposeResult:
        """The questions and the text."""
        yield Banner(self._agreement.title, self._agreement.about)
        with Container(id="body"):
            yield PanelHost()
            yield Page()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the questions."""
        self.query_one(KeyBar).show("readings")
        self.query_one(PanelHost).show(AgreementPanel(self._entry, "", "", Duel({}, {})))
        self._tell()

    def on_panel_host_touched(self, event: PanelHost.Touched) -> None:
        """Another question or answer is chosen; a preset answers all of them."""
        preset = self._entry.draft.pop(PRESET, None)
        for name, value in self._agreement.presets.get(preset or "", {}).items():
            self._entry.put(name, value)
        self._tell()

    def on_committed(self, event: Committed) -> None:
        """Play so."""
        _ = self.dismiss(self._agreement.said(self._entry.draft))

    async def on_closed(self, event: Closed) -> None:
        """After a search show all questions again, otherwise leave without changes."""
        if self._words:
            await self.action_list_all()
        else:
            _ = self.dismiss(None)

    async def action_find(self) -> None:
        """Begin a search."""
        if not self.query(Input):
            find = Input(placeholder="words of a question or an answer", max_length=80, compact=True)
            await self.mount(find, after=self.query_one(Banner))
        self.query_one(Input).focus()
        self.query_one(KeyBar).show("home_find")

    def on_input_changed(self, event: Input.Changed) -> None:
        """List the questions with all these words."""
        event.stop()
        self._look_for(*clean(event.value).split())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return to the filtered list."""
        event.stop()
        self._back_to_list()

    async def action_list_all(self) -> None:
        """End a search; the question found stays chosen."""
        await self.query("Input").remove()
        self._look_for()
        self._back_to_list()

    def on_key(self, event: events.Key) -> None:
        """Cursor keys go to the list while words are typed."""
        if event.key in ("up", "down") and self.query("Input:focus"):
            event.stop()
            _ = self._entry.key(event.key, None)
            self._look_for(*self._words)

    def _look_for(self, *words: str) -> None:
        self._words = words
        self._entry.refill()
        if self._entry.field is None:
            self._entry.start()
        self.query_one(PanelHost).redraw()
        self._tell()

    def _back_to_list(self) -> None:
        self.query_one(PanelHost).follow()
        self.query_one(KeyBar).show("readings")

    def _form(self, draft: Mapping[str, Any]) -> Form:
        return self._agreement.form(draft, self._words)

    def _tell(self) -> None:
        lines = self._agreement.told(self._entry.focus, self._entry.draft)
        page, sections = self.query_one(Page), agreement_page(lines)
        if lines:
            page.show(lines[0][1], sections[1:])
        else:
            page.show("", () if self._entry.field else agreement_page([("", "No question has these words.")]))
