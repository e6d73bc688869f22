"""A tool on the screen: what it shows, its keys and its questions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.widgets import Input

from vedette.controller import Feedback
from vedette.engine.errors import VedetteError
from vedette.engine.saves import save_folder
from vedette.engine.text import slug
from vedette.pages.model import Close, FormTool, Reply, Result, Section, Steps, Text, Tool
from vedette.tui.base_screen import BaseScreen
from vedette.tui.clipboard import copy
from vedette.tui.form_entry import FormEntry
from vedette.tui.keys import FIND, HOUSE_ENTRY, LIST, Key, Keys, bindings, key_of
from vedette.tui.messages import OpenHelp
from vedette.tui.page_lines import detail_text, section_rows
from vedette.tui.questions import carry_out
from vedette.tui.text import clean
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.find_row import FindRow
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.form_panel import Closed, Committed, FormPanel
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.menu import Menu, MenuRow, Rows
from vedette.tui.widgets.page import Page as PageText
from vedette.tui.widgets.panel_host import PanelHost
from vedette.tui.widgets.panel_host import Result as Taken
from vedette.tui.widgets.prompt import SIGNS, Prompt

WIDE = 104
"""Columns from which the text is beside the list or the form instead of below it."""


class ToolScreen(BaseScreen[Any]):
    """Runs the actions of a tool; dismissed with the tool's result."""

    def say(self, said: Feedback) -> None:
        raise NotImplementedError

    def heed(self, said: Reply) -> None:
        self.say(said)

    async def act(self, steps: Steps[Result]) -> None:
        def then(result: Result) -> None:
            if isinstance(result, Close):
                _ = self.dismiss(result.result)
            elif result is not None:
                self.heed(result)

        def screen_of(tool: Tool | FormTool) -> ToolScreen:
            return FormScreen(tool) if isinstance(tool, FormTool) else PageScreen(tool)

        await carry_out(steps, self.app.push_screen, then, self.say, screen_of)


WALK, OVER, READ, HELP, THEME = LIST.keys


class PageScreen(ToolScreen):
    """The lists of a tool, the row at hand in full, and what is right or wrong with the whole."""

    DEFAULT_CSS = """
    PageScreen {
        & > #body { height: 1fr; layout: vertical; }
        & #lists { height: 1fr; }
        & Menu { width: 1fr; height: 1fr; }
        & #about { height: 8; }
        & Prompt { height: 2; }
        &.one #about { height: 6; }
        &.one Prompt { height: 3; }
        &.wide > #body { layout: horizontal; }
        &.wide > #body #lists { width: 14fr; }
        &.wide > #body #about { width: 6fr; height: 1fr; }
        &.wide.one > #body #lists { width: 3fr; }
        &.wide.one > #body #about { width: 2fr; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(WIDE, "wide")]
    BINDINGS = bindings((HELP, THEME))

    def __init__(self, tool: Tool) -> None:
        super().__init__()
        self.tool = tool
        self.shown = tool.page()
        self.set_class(len(self.shown.sections) == 1, "one")

    def compose(self) -> ComposeResult:
        yield Banner(self.tool.title, clean(self.tool.subtitle))
        with Container(id="body"):
            with Horizontal(id="lists"):
                yield from (Menu(id=section.id) for section in self.shown.sections)
            yield PageText(id="about")
        yield Prompt()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).offer(self.footer())
        self.query(Menu).first().focus()
        self.paint(self.shown.at)

    def footer(self) -> list[Key]:
        first, *rest = [key_of(one) for one in self.tool.actions if one.footer]
        return [first, *([OVER] if len(self.shown.sections) > 1 else []), *rest, HELP, WALK]

    def action_help(self) -> None:
        self.post_message(OpenHelp(Keys(self.tool.group, ())))

    def takes(self, event: events.Key) -> bool:
        """Whether a key means something on this screen alone."""
        return False

    def paint(self, at: str = "") -> None:
        """Show what is different now; `at` is the row to go to."""
        page = self.shown = self.tool.page()
        for section in page.sections:
            there = at in [row.id for row in section.choices]
            self._menu(section.id).show(self.rows(section), at if there else None)
        self.query_one(Banner).say(self.tool.subtitle)
        self.describe()

    def rows(self, section: Section) -> Rows:
        keys = [key_of(one).show for one in self.tool.actions if one.word == section.does[0]]

        @cache
        def rows(width: int) -> Sequence[MenuRow]:
            return section_rows(section, width, key="".join(keys), enter="Enter")

        return rows

    def describe(self) -> None:
        self.query_one(Prompt).say("")
        detail = detail_text(self.tool.detail(self.row), wide=self.app.size.width >= WIDE)
        self.query_one("#about", PageText).show("", detail)

    def say(self, said: Feedback) -> None:
        self.query_one(Prompt).say(said.text, "dim" if said.tone == "plain" else said.tone)

    def heed(self, said: Reply) -> None:
        self.paint(said.at)
        text, tone = said.text, said.tone
        if said.hint[0]:
            word, does = said.hint
            text = f"{text}; {key_of(self.tool.action(word)).show} {does}."
        if said.detail:
            told = detail_text(said.detail)
            self.query_one("#about", PageText).show(f"{text.rstrip('.')}: {len(told)} {SIGNS[tone]}", told)
            text = " ".join([text, *(one.text for one in said.detail[:1] if isinstance(one, Text))])
        if said.copied:
            fallback = save_folder() / f"{slug(self.tool.about) or self.tool.title.lower()}-list.txt"
            try:
                text, tone = copy(self.app, said.copied, fallback), "good"
            except VedetteError as error:
                text, tone = str(error), "bad"
        self.say(Feedback(text, tone))

    # --- where the keys are

    def _menu(self, section: str) -> Menu:
        return self.query_one(f"#{section}", Menu)

    @property
    def _section(self) -> str:
        ids = [section.id for section in self.shown.sections]
        return next((id for id in ids if self._menu(id).has_focus), ids[0])

    @property
    def row(self) -> str:
        return self._menu(self._section).at

    def on_menu_moved(self, event: Menu.Moved) -> None:
        self.describe()

    def on_descendant_focus(self) -> None:
        self.describe()

    async def on_menu_chosen(self, event: Menu.Chosen) -> None:
        await self.press("enter")

    async def on_key(self, event: events.Key) -> None:
        ids = [section.id for section in self.shown.sections]
        if self.takes(event):
            pass
        elif event.key in OVER.keys and len(ids) > 1:
            self._menu(ids[(ids.index(self._section) + 1) % len(ids)]).focus()
        elif event.key in READ.keys:
            for text in self.query("#about").results(LineWidget):
                text.scroll_rows(-3 if event.key == READ.keys[0] else 3)
        elif not await self.press(event.key):
            return
        event.stop()
        event.prevent_default()

    async def press(self, key: str) -> bool:
        """Do what a key does at the row at hand; whether it does anything."""
        section, bound = self._section, [one for one in self.tool.actions if key in one.keys]
        action = next((one for one in bound if one.on in ("", section)), bound[0] if bound else None)
        if action is not None:
            at = action.on or self.shown.sections[0].id
            row = self._menu(at).at if action.on in ("", section) else ""
            await self.act(self.tool.start(action, row))
        return action is not None

    async def on_paste(self, event: events.Paste) -> None:
        event.stop()
        for action in self.tool.actions:
            if action.word == "paste":
                await self.act(self.tool.start(action, text=event.text))


class FindScreen(PageScreen):
    """Lists that are searched in a row above them: while words are typed, arrows are the list's, Enter keeps what is listed, Esc lists everything again."""

    async def press(self, key: str) -> bool:
        if key != "slash":
            return await super().press(key)
        self.query_one(FindRow).line.focus()
        self.query_one(KeyBar).show(FIND)
        self.query_one(KeyBar).offer(())
        return True

    async def on_key(self, event: events.Key) -> None:
        find, menu = self.query_one(FindRow).line, self.query(Menu).first()
        if not find.has_focus:
            await super().on_key(event)
        elif event.key in ("up", "down"):
            event.stop()
            menu.repeat(event.key, 1)
        elif event.key in ("enter", "escape"):
            event.stop()
            event.prevent_default()
            find.value = find.value if event.key == "enter" else ""
            menu.focus()
            self.query_one(KeyBar).offer(self.footer())

    async def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        await self.act(self.tool.start(self.tool.action("find"), "", clean(event.value)))


class FormScreen(ToolScreen):
    """A form, and what is told about the field at hand."""

    DEFAULT_CSS = """
    FormScreen {
        & > #body { height: 1fr; layout: vertical; }
        & PanelHost { height: 1fr; }
        & Page { height: 7; }
        &.wide > #body { layout: horizontal; }
        &.wide > #body PanelHost { width: 3fr; }
        &.wide > #body Page { width: 2fr; height: 1fr; max-height: 100%; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(WIDE, "wide")]

    def __init__(self, tool: FormTool) -> None:
        super().__init__()
        self.tool = tool
        self._entry = FormEntry(tool.form, lambda target: {}, {}, said=tool.initial)
        if tool.first:
            self._entry.pick(tool.first)

    def compose(self) -> ComposeResult:
        yield Banner(self.tool.title, clean(self.tool.about))
        with Container(id="body"):
            yield PanelHost()
            yield PageText()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).show(HOUSE_ENTRY)
        self.query_one(PanelHost).show(HOUSE_ENTRY, ToolPanel(self._entry, self))
        self.describe()

    def describe(self) -> None:
        text = detail_text(self.tool.beside(self._entry.focus, self._entry.draft))
        self.query_one(PageText).show("", text)

    def say(self, said: Feedback) -> None:
        if said.text:
            self.query_one(PageText).show("", detail_text([Text(said.text, tone=said.tone)]))

    def on_panel_host_touched(self, event: PanelHost.Touched) -> None:
        for name, value in self.tool.follows(self._entry.draft).items():
            self._entry.put(name, value)
        self.describe()

    async def on_committed(self, event: Committed) -> None:
        await self.act(self.tool.submit(self._entry.draft))

    async def on_closed(self, event: Closed) -> None:
        await self.act(self.tool.cancel(self._entry.draft))


class ToolPanel(FormPanel):
    """The form; what is typed is the screen's too."""

    def __init__(self, entry: FormEntry, screen: FormScreen) -> None:
        super().__init__(entry, "", "", {}, {})
        self._screen = screen

    def put_words(self, text: str) -> Taken:
        super().put_words(text)
        self._screen.describe()
        return True
