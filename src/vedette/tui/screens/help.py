"""Help: keys, signs and rules beside each other; typing filters all three."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical
from textual.widgets import Input

from vedette.engine.readings import Chosen
from vedette.engine.ruleset import Ruleset
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import HELP, Keys
from vedette.tui.text import Line, Piece, clean, fit, line, pad, rule, wrap
from vedette.tui.topics import Entry, Topic, groups, key_entries, sign_entries, topics
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.menu import Menu, MenuRow
from vedette.tui.widgets.page import Page
from vedette.view.behind import Behind

WIDE, WIDER = 110, 160
"""From how many columns on keys, signs and rules stand beside each other; where there are fewer, the rules have a page of their own. From how many the columns share what is left."""

SIGN, LABEL, WORD = 6, 11, 13
"""Cells that a sign, the id of a rule, and a word or a colour take."""


class Column(LineWidget):
    """Keys or signs, those with the words that are wanted, below their headings."""

    def __init__(self, entries: Sequence[Entry], *, keys: bool, id: str) -> None:
        """Of keys what one wants comes first, and the key at the end of its row."""
        super().__init__(id=id)
        self._entries, self._keys = entries, keys
        self._wanted: Sequence[str] = ()

    def want(self, wanted: Sequence[str]) -> int:
        self._wanted, self.top = wanted, 0
        self.redraw()
        return sum(entry.has(wanted) for entry in self._entries)

    def draw(self, width: int, height: int) -> list[Line]:
        made: list[Line] = []
        heading = ""
        for entry in self._entries:
            if not entry.has(self._wanted):
                continue
            if entry.heading != heading:
                heading = entry.heading
                made += [*([Line()] if made else []), rule(heading, width, role="strong")]
            made += self._rows(entry, width)
        return made or [line(("Nothing found here.", "dim"))]

    def _rows(self, entry: Entry, width: int) -> list[Line]:
        text, sign = clean(entry.text).replace("`", ""), clean(entry.sign)
        if not self._keys:
            cells = WORD if entry.role else SIGN
            first, *rest = wrap(text, width - cells - 1)
            head = line((f" {pad(sign, cells)}", f"{entry.role} strong".strip()), first)
            return [head, *(line(" " * (cells + 1) + row) for row in rest)]
        first, *rest = wrap(text, width - 2 - Line((Piece(sign),)).width)
        room = width - 1 - Line((Piece(first), Piece(sign))).width
        return [line(f" {first}", " " * room, (sign, "key")), *(line(f" {row}") for row in rest)]


class HelpScreen(BaseScreen[None]):
    """The keyboard is in the search line; arrows walk through the rules anyway, and Tab goes to the next column."""

    DEFAULT_CSS = """
    HelpScreen {
        & > #search { height: 1; layout: horizontal; background: $chosen; }
        & #search Input, & #search Input.-textual-compact { width: 1fr; padding: 0 1; background: $chosen; }
        & #search Banner { width: 44; background: $chosen; }
        & > #body { height: 1fr; layout: horizontal; margin-top: 1; }
        & Column { width: 1fr; padding: 0 1; }
        & #rules { width: 1fr; }
        & Menu { width: 1fr; height: 2fr; }
        & Page { width: 1fr; height: 3fr; margin: 1 1 1 2; }
        & #rules { display: none; layout: horizontal; }
        &.ruled Column { display: none; }
        &.ruled #rules { display: block; }
        &.ruled Menu, &.ruled Page { height: 1fr; }
        &.wide, &.wider {
            & Column { display: block; }
            & #keys { width: 37; }
            & #signs { width: 43; padding: 0 3; }
            & #rules { display: block; layout: vertical; }
            & Menu { height: 2fr; }
            & Page { height: 3fr; }
        }
        &.wider #keys { width: 1fr; }
        &.wider #signs { width: 1fr; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(WIDE, "wide"), (WIDER, "wider")]
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
        edition: str | None = None,
        words: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Help for what had the keyboard, and the rules of these games.

        `near` are the rules behind what is on the screen: the first one is opened. With a `board` the keys and signs of the
        map are listed. On a small screen the `rules` come before the keys where they are wanted, or where some are near.
        `played` says how the game at hand reads the text, `edition` which of its editions it is, `words` what the words on the cards cost a unit now.
        """
        super().__init__()
        self._topics = topics(games, near, played=played, edition=edition)
        sheets = any(game.view.sheet is not None for game in games)
        keys = list(key_entries(here, groups(board=board, sheets=sheets)))
        self._columns = (
            Column(keys, keys=True, id="keys"),
            Column(list(sign_entries(words, board=board)), keys=False, id="signs"),
        )
        self._games = ", ".join(game.title for game in games)
        self._at = 0
        self.set_class(rules or bool(near), "ruled")
        self._wanted: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        yield Banner("Help", "type a word, a sign or the id of a rule")
        with Container(id="search"):
            yield Input(placeholder="/", max_length=80, compact=True)
            yield Banner("", "")
        with Container(id="body"):
            yield from self._columns
            with Vertical(id="rules"):
                yield Menu()
                yield Page()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).show(HELP)
        self.query_one(Input).focus()
        self.query_one(Menu).lit = True
        self._find()

    def _find(self, at: str | None = None) -> None:
        """Show what has the words: if that is rules alone, on a small screen the rules."""
        found = sum(column.want(self._wanted) for column in self._columns)
        rules = sum(topic.has(self._wanted) for topic in self._topics)
        if self._wanted and bool(rules) != bool(found):
            self.set_class(bool(rules), "ruled")
        self.query_one("#search Banner", Banner).say(f"{found + rules} entries: {self._games}".rjust(38))
        self.query_one(Menu).show(self._rows, at)
        self._read()

    def _rows(self, width: int) -> list[MenuRow]:
        made: list[MenuRow] = [MenuRow("", (rule("Rules", width, role="strong"),))]
        group = ""
        for topic in self._topics:
            if not topic.has(self._wanted):
                continue
            if topic.group != group:
                group = topic.group
                made.append(MenuRow("", (line((fit(clean(group), width), "dim")),)))
            made.append(MenuRow(topic.id, (_label(topic, width),)))
        return made if len(made) > 1 else [*made, MenuRow("", (line(("Nothing found here.", "dim")),))]

    def _read(self) -> None:
        at = self.query_one(Menu).at
        topic = next((topic for topic in self._topics if topic.id == at), None)
        self.query_one(Page).show(topic.title if topic else "", topic.page if topic else ())

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._wanted = tuple(clean(event.value).lower().split())
        self._find("")

    def on_menu_moved(self, event: Menu.Moved) -> None:
        self._read()

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """There is nothing more to a rule than its text."""
        self.query_one(Input).focus()

    def on_key(self, event: events.Key) -> None:
        """Arrows go to the rules, and scroll the text with Shift; Tab changes the column that pages scroll."""
        menu, at, key = self.query_one(Menu), self._at, event.key.removeprefix("shift+")
        is_wide, way = self.size.width >= WIDE, 1 if key in ("down", "pagedown") else -1
        shown = () if is_wide or self.has_class("ruled") else self._columns
        if event.key in ("tab", "shift+tab"):
            self._at = (at + 1) % (len(self._columns) + 1) if is_wide else 0
            self.set_class(not is_wide and not self.has_class("ruled"), "ruled")
        elif key in ("up", "down") and key == event.key and not shown:
            menu.step(way)
        elif key in ("up", "down"):
            for one in shown or (self.query_one(Page),):
                one.scroll_rows(way)
        elif event.key in ("pageup", "pagedown"):
            scrolled = self._columns[at : at + 1] if is_wide else shown
            for column in scrolled:
                column.scroll_rows(way * max(1, self.query_one("#body").size.height - 2))
            if not scrolled:
                menu.step(way * max(1, menu.size.height - 2))
        else:
            return
        event.stop()
        event.prevent_default()

    def action_back(self) -> None:
        search = self.query_one(Input)
        if search.value:
            search.value = ""
        else:
            _ = self.dismiss(None)


def _label(topic: Topic, width: int) -> Line:
    head = Piece(clean(topic.label).ljust(LABEL) + " " if topic.label else "", "key")
    return Line((head, Piece(fit(clean(topic.title), width - len(head.text)))))
