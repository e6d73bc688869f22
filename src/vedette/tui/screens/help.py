"""Help: keys and rules in one list; typing finds, and the text stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.widgets import Input

from vedette.engine.readings import Chosen
from vedette.engine.ruleset import Ruleset
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import HELP, Keys
from vedette.tui.text import Line, Piece, clean, fit, line
from vedette.tui.topics import KEYS, Topic, topics
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.menu import Menu, MenuRow
from vedette.tui.widgets.page import Page
from vedette.view.behind import Behind

WIDE = 72
"""From how many columns on the text stands beside the list."""

LABEL = 11
"""Cells that the id of a rule takes."""


class HelpScreen(BaseScreen[None]):
    """The keyboard is in the search line; arrows walk through the list all the same."""

    DEFAULT_CSS = """
    HelpScreen {
        & > Input, & > Input.-textual-compact { padding: 0 1; background: $panel; }
        & > #body { height: 1fr; layout: vertical; }
        & Menu { width: 1fr; height: 1fr; }
        & Page { width: 1fr; height: 1fr; padding: 0 2; }
        &.wide > #body { layout: horizontal; }
        &.wide > #body Menu { width: 2fr; }
        &.wide > #body Page { width: 3fr; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(WIDE, "wide")]
    BINDINGS = [Binding("escape", "back", "back", show=False), Binding("f1", "back", "back", show=False)]

    def __init__(
        self,
        here: Keys,
        games: Sequence[Ruleset[Any]],
        near: Sequence[Behind] = (),
        *,
        board: bool = False,
        rules: bool = False,
        played: Chosen = MappingProxyType({}),
    ) -> None:
        """Help for what had the keyboard, and the rules of these games.

        `near` are the rules behind what is on the screen: the first one is opened. With a
        `board` the keys of the map are told. `rules` come before the keys where they are wanted. `played` says how the game at hand reads the text.
        """
        super().__init__()
        found = topics(here, games, near, board=board, played=played)
        self._topics = sorted(found, key=lambda topic: topic.group == KEYS) if rules else found
        self._title = ("Rules", "type to find") if rules else ("Help", "keys and rules: type to find")
        self._wanted: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        yield Banner(*self._title)
        yield Input(placeholder="words, or the id of a rule", max_length=80, compact=True)
        with Container(id="body"):
            yield Menu()
            yield Page()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).show(HELP)
        self.query_one(Input).focus()
        menu = self.query_one(Menu)
        menu.lit = True
        menu.show(self._rows)
        self._read()

    def _rows(self, width: int) -> list[MenuRow]:
        made: list[MenuRow] = []
        group = ""
        for topic in self._topics:
            if not topic.has(self._wanted):
                continue
            if topic.group != group:
                group = topic.group
                made.append(MenuRow("", (line((fit(clean(group), width), "strong")),)))
            made.append(MenuRow(topic.id, (_label(topic, width),)))
        return made or [MenuRow("", (line(("Nothing found. Esc empties the search.", "dim")),))]

    def _read(self) -> None:
        at = self.query_one(Menu).at
        topic = next((topic for topic in self._topics if topic.id == at), None)
        self.query_one(Page).show(topic.title if topic else "", topic.page if topic else ())

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._wanted = tuple(clean(event.value).lower().split())
        self.query_one(Menu).show(self._rows, "")
        self._read()

    def on_menu_moved(self, event: Menu.Moved) -> None:
        self._read()

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """There is nothing more to a topic than its text."""
        self.query_one(Input).focus()

    def on_key(self, event: events.Key) -> None:
        """Keys that walk go to the list, and scroll the text with Shift."""
        page = max(1, self.query_one(Menu).size.height - 2)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}
        name = event.key.removeprefix("shift+")
        if name not in steps:
            return
        event.stop()
        event.prevent_default()
        if name == event.key:
            self.query_one(Menu).step(steps[name])
        else:
            self.query_one(Page).scroll_rows(steps[name])

    def action_back(self) -> None:
        search = self.query_one(Input)
        if search.value:
            search.value = ""
        else:
            _ = self.dismiss(None)


def _label(topic: Topic, width: int) -> Line:
    head = Piece(clean(topic.label).ljust(LABEL) + " " if topic.label else "", "key")
    return Line((head, Piece(fit(clean(topic.title), width - len(head.text)))))
