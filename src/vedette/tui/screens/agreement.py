"""House rules or optional rules: the list by chapter, and beside it the question at hand with every answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Input

from vedette.controller import Feedback
from vedette.pages.agreement import AgreementTool
from vedette.tui.form_entry import FormEntry
from vedette.tui.keys import FIND, READINGS, READINGS_LIST
from vedette.tui.screens.tool import WIDE, ToolScreen
from vedette.tui.text import Line, clean
from vedette.tui.widgets.agreement_panel import AgreementPanel
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.form_panel import Closed, Committed
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.panel_host import PanelHost
from vedette.view.vocabulary import Form


class AtHand(LineWidget):
    """The question at hand."""

    def __init__(self, panel: AgreementPanel) -> None:
        super().__init__()
        self._panel = panel

    def draw(self, width: int, height: int) -> list[Line]:
        return self._panel.detail(width, height)

    def clicked(self, target: str) -> None:
        host = self.screen.query_one(PanelHost)
        host.clicked(target)


class AgreementScreen(ToolScreen):
    """Closed with all answers, or with None if they leave it; where it is narrow, Enter opens the question at hand."""

    DEFAULT_CSS = """
    AgreementScreen {
        & > #body { height: 1fr; }
        & PanelHost { width: 64; padding: 1 1 0 1; }
        & AtHand { width: 1fr; padding: 1 1 0 2; }
        &.narrow PanelHost { width: 1fr; padding: 0 1; }
        &.narrow AtHand { padding: 0 1; }
        &.narrow.list AtHand { display: none; }
        &.narrow.one PanelHost { width: 0; padding: 0; }
    }
    """
    BINDINGS = [
        Binding("slash", "find", show=False),
        Binding("escape", "list_all", show=False),
    ]

    def __init__(self, tool: AgreementTool) -> None:
        super().__init__()
        self.tool = tool
        self._words: tuple[str, ...] = ()
        self._panel: AgreementPanel | None = None
        self._entry = FormEntry(self._form, lambda target: {}, {}, said=tool.initial)
        self._panel = AgreementPanel(tool.agreement, self._entry)
        if tool.first:
            self._entry.focus = tool.first
        self.add_class("list")

    def _form(self, draft: Mapping[str, Any]) -> Form:
        """What is listed: all questions, those with the words, or those that are answered otherwise than usual."""
        form = self.tool.form(draft, self._words)
        if self._panel is None or not self._panel.only_changed:
            return form
        differs = self.tool.agreement.differs(draft)
        return replace(form, fields=tuple(field for field in form.fields if field.name in differs))

    def compose(self) -> ComposeResult:
        assert self._panel is not None
        yield Banner(self.tool.title, clean(self.tool.about))
        with Horizontal(id="body"):
            yield PanelHost()
            yield AtHand(self._panel)
        yield KeyBar()

    def on_mount(self) -> None:
        assert self._panel is not None
        self.query_one(PanelHost).show(READINGS, self._panel)
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width < WIDE, "narrow")
        self._back_to_list()

    @property
    def _lists(self) -> bool:
        """Whether the list alone is in sight."""
        return self.has_class("narrow") and self.has_class("list")

    def _turn(self) -> None:
        self.toggle_class("list", "one")
        self._back_to_list()

    def _show(self) -> None:
        agreement, draft = self.tool.agreement, self._entry.draft
        differs = len(agreement.differs(draft))
        total = len(agreement.fields(draft))
        self.query_one(Banner).say(clean(self.tool.about), f"{total} in all, {differs} differ")
        self.query_one(AtHand).redraw()

    def say(self, said: Feedback) -> None:
        """A fault stands beside the question anyway."""

    def on_panel_host_touched(self, event: PanelHost.Touched) -> None:
        """Another question or answer; a preset answers all of them."""
        for name, value in self.tool.follows(self._entry.draft).items():
            self._entry.put(name, value)
        self.query_one(PanelHost).redraw()
        self._show()

    async def on_committed(self, event: Committed) -> None:
        if self._lists:
            self._turn()
        elif not self.tool.agreement.against(self._entry.draft):
            await self.act(self.tool.submit(self._entry.draft))

    async def on_closed(self, event: Closed) -> None:
        """From an opened question to the list; after a search show all again; otherwise leave."""
        if self.has_class("narrow") and not self._lists:
            self._turn()
        elif self._words:
            await self.action_list_all()
        else:
            await self.act(self.tool.cancel(self._entry.draft))

    async def action_find(self) -> None:
        if not self.query(Input):
            find = Input(placeholder=self.tool.find, max_length=80, compact=True)
            await self.mount(find, after=self.query_one(Banner))
        self.query_one(Input).focus()
        self.query_one(KeyBar).show(FIND)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._look_for(*clean(event.value).split())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._back_to_list()

    async def action_list_all(self) -> None:
        await self.query("Input").remove()
        self._look_for()
        self._back_to_list()

    def on_key(self, event: events.Key) -> None:
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
        self._show()

    def _back_to_list(self) -> None:
        self.query_one(PanelHost).follow()
        self.query_one(KeyBar).show(READINGS_LIST if self._lists else READINGS)
