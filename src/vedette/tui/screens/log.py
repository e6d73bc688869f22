"""The whole log over the table: a line to look for words, kinds of lines to list, and the rows."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Literal

from textual import events, work
from textual.app import ComposeResult
from textual.widgets import Input

from vedette.kit.words import count
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import LOG, LOG_FIND, bindings
from vedette.tui.messages import KeyClicked, OpenHelp
from vedette.tui.screens.dialogs import ask_bookmark
from vedette.tui.text import Line, Said, clean, fit, spread
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.find_row import FindRow
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.log import GameLog
from vedette.view.behind import Behind
from vedette.view.log_rows import LogRow, LogRows
from vedette.view.log_search import FILTERS

if TYPE_CHECKING:
    from vedette.view.guide import On

SLICE, BREATH = 0.03, 0.01
"""Seconds of reading at a time, and between."""

Way = Literal["go", "correct", "replay"]


@dataclass
class LogAnswer:
    """What is to be done with a line after the log."""

    way: Way
    n: int


class Filters(LineWidget):
    """The kinds of lines that can be listed, the chosen one filled; while words are typed those that may come next."""

    DEFAULT_CSS = "Filters { height: 1; background: $chosen; }"

    chosen = "all"
    offered: tuple[str, ...] | None = None

    def draw(self, width: int, height: int) -> list[Line]:
        if self.offered is not None:
            said: list[Said] = [("  Tab  ", "key"), ("  ".join(self.offered), "key")]
            hint: list[Said] = [(fit("  words, or unit: rule: kind:", width), "dim")]
            return [spread([], said if self.offered else hint, width)]
        made: list[Said] = []
        for number, name in enumerate(FILTERS, 1):
            here = name == self.chosen
            made.append((f" {number} ", "ink-block strong" if here else "key strong", str(number)))
            made.append((f"{name} ", "ink-block strong" if here else "", str(number)))
        return [spread([], made, width)]

    def clicked(self, target: str) -> None:
        self.post_message(KeyClicked(target))


class LogScreen(BaseScreen[LogAnswer | None]):
    """Dismissed with what is to be done with a line, or None. Whatever was open at the table stays as it is."""

    LESSON: ClassVar[On] = "log"
    """What the guide of a first battle calls it."""

    AUTO_FOCUS = "GameLog"
    DEFAULT_CSS = """
    LogScreen {
        & > FindRow { background: $chosen; }
        & Input { width: 2fr; }
        & Filters { width: 3fr; min-width: 60; }
        & GameLog { margin: 1 0; }
    }
    """
    BINDINGS = bindings(LOG.some("help theme"))

    def __init__(
        self,
        rows: LogRows,
        roles: Mapping[str, str],
        letters: Mapping[str, str],
        bookmark: Callable[[int, str], str],
        why: Callable[[int], tuple[Behind, ...]] | None = None,
        *,
        at: int = 0,
        finds: bool = False,
    ) -> None:
        """Show rows from the end on, or from line `at`; `bookmark` puts a note to a line and says so, `why` knows what decided it."""
        super().__init__()
        self._rows, self._bookmark, self._why = rows, bookmark, why
        self._at, self._finds = at, finds
        self._log = GameLog(rows, roles, letters)
        self._read = 1.0
        header = rows.session.header
        self._about = str(header.setup.get("title") or rows.session.ruleset.title)
        self._head = Banner("Log", self._about)

    def compose(self) -> ComposeResult:
        yield self._head
        yield FindRow("a name, a word, a number", Filters())
        yield self._log
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).show(LOG)
        if self._at:
            self._log.show_line(self._at)
        if self._finds:
            self._find()
        self._read_on()

    @work
    async def _read_on(self) -> None:
        while not self._rows.go_on(perf_counter() + SLICE):
            await sleep(BREATH)

    def on_game_log_changed(self) -> None:
        searched = self._log.query_now.is_search
        found = f"{self._log.found} of " if searched else ""
        self._head.say(self._about, f"{found}{count(self._rows.count, 'line')}")
        filters = self.query_one(Filters)
        if filters.chosen != self._log.query_now.filter:
            filters.chosen = self._log.query_now.filter
            filters.redraw()
        if not searched and not self.query_one(Input).has_focus:
            with self.prevent(Input.Changed):
                self.query_one(Input).value = ""

    # --- looking for words

    def on_game_log_find(self) -> None:
        self._find()

    def _find(self) -> None:
        self.query_one(Input).focus()
        self.query_one(KeyBar).show(LOG_FIND)
        self._offer("")

    def _offer(self, text: str) -> None:
        filters = self.query_one(Filters)
        filters.offered = tuple(self._rows.finder.offered(text, so_far=True))
        filters.redraw()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        text = clean(event.value)
        self._log.look_for(text)
        self._offer(text)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._to_list()

    def _to_list(self) -> None:
        filters = self.query_one(Filters)
        filters.offered = None
        filters.redraw()
        self._log.focus()
        self.query_one(KeyBar).show(LOG)

    def on_key(self, event: events.Key) -> None:
        """While words are typed: arrows are the list's, Tab takes the first word that is offered, Esc lists all again."""
        line, filters = self.query_one(Input), self.query_one(Filters)
        if not line.has_focus or event.key not in ("up", "down", "tab", "escape"):
            return
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            line.value = ""
            self._to_list()
        elif event.key == "tab" and filters.offered:
            before, space, _ = line.value.rpartition(" ")
            word = filters.offered[0]
            line.value = f"{before}{space}{word}{'' if word.endswith(':') else ' '}"
            line.cursor_position = len(line.value)
        elif event.key != "tab":
            self._log.repeat(event.key, 1)

    # --- what is to be done with a line

    async def on_game_log_wanted(self, event: GameLog.Wanted) -> None:
        row = event.row
        if event.key == "b":
            await self._ask_bookmark(row)
        elif event.key == "w":
            self._explain(row)
        else:
            way: Way = "go" if event.key == "g" else "correct" if event.key == "h" else "replay"
            _ = self.dismiss(LogAnswer(way, row.last))

    async def _ask_bookmark(self, row: LogRow) -> None:
        def put(note: str | None) -> None:
            if note is not None:
                self._say(self._bookmark(row.last, note))
                self._log.list_again(at=row)

        if self._rows.session.timeline.entry(row.last).is_place:
            await self.app.push_screen(ask_bookmark(self._rows.session, row.last), put)
        else:
            self._say("There is no line here to bookmark.")

    def _explain(self, row: LogRow) -> None:
        played = self._rows.session.played.at(row.last) if row.kind == "command" else None
        rolls = [one.n for one in played.rolled] if played else []
        near = tuple(one for n in dict.fromkeys(rolls) for one in (self._why(n) if self._why else ()))
        if near:
            self.post_message(OpenHelp(LOG, self._rows.session, near, rules=True))
        else:
            self._say("No roll in this line.")

    def _say(self, said: str) -> None:
        self._head.say(said, count(self._rows.count, "line"), "warn")

    def on_game_log_left(self) -> None:
        _ = self.dismiss(None)

    def action_help(self) -> None:
        self.post_message(OpenHelp(LOG, self._rows.session))
