"""The history of rolls, and how one that was misread is put right: nothing changes before Enter."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import cycle
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from vedette.engine.correction_forecast import Prospects
from vedette.pages.corrections import ROLLS, CorrectionTool
from vedette.pages.model import Section
from vedette.tui.keys import CORRECTION, Key, key_of
from vedette.tui.screens.tool import PageScreen
from vedette.tui.sides import initials
from vedette.tui.text import Line, Piece, clean, rule, spread
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.correction_page import CorrectionHead, CorrectionPage
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.menu import Menu, MenuRow, Rows
from vedette.tui.widgets.prompt import Prompt

MARKS = "ABDEFGHIJKLMNOPRSTUVWXYZ"
"""The letters of the rows, from the newest on, again and again; the other two leave this screen."""

BREATH = 0.015
"""Seconds until it is looked on beyond a question: keys come first."""

ROOMY = 36
"""From so many rows of the screen on there is a free one after each roll."""

PAGE = 8
"""Lines that PgUp and PgDn go."""

STEPS = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "home": -10_000, "end": 10_000}


class RollsHead(LineWidget):
    """What the list beside it holds."""

    def draw(self, width: int, height: int) -> list[Line]:
        return [rule("Rolls", width, "newest below")]


class CorrectScreen(PageScreen):
    """The rolls of the game in a list, beside it the one at hand as it was told and as it is told now."""

    DEFAULT_CSS = """
    CorrectScreen {
        & > #body { layout: horizontal; }
        & #rolls-side { width: 2fr; max-width: 43; }
        & #rolls-head { height: 2; padding: 1 2 0 1; }
        & Menu { padding: 0 1 0 0; }
        & #about { width: 3fr; max-width: 104; height: 1fr; }
        & Prompt { height: 1; background: $background; }
    }
    """
    HORIZONTAL_BREAKPOINTS = []
    tool: CorrectionTool

    def __init__(self, tool: CorrectionTool, roles: Mapping[str, str]) -> None:
        super().__init__(tool)
        self.remove_class("one")
        names = tool.session.names()
        self._roles = roles
        self._letters = initials({side: names.get(side, side) for side in roles})

    def compose(self) -> ComposeResult:
        yield CorrectionHead(self.tool, self._roles)
        with Horizontal(id="body"):
            with Vertical(id="rolls-side"):
                yield RollsHead(id="rolls-head")
                yield Menu(id=ROLLS)
            yield CorrectionPage(self.tool, self._roles, self._letters)
        yield Prompt()
        yield KeyBar()

    def footer(self) -> list[Key]:
        return [*CORRECTION.keys, *(key_of(one) for one in self.tool.actions if one.footer)]

    def rows(self, section: Section) -> Rows:
        entry, marks = self.tool.session.timeline.entry, cycle(MARKS)
        roomy = self.app.size.height >= ROOMY
        marked = [(row, next(marks)) for row in reversed(section.choices)][::-1]

        @cache
        def rows(width: int) -> list[MenuRow]:
            made = []
            for row, mark in marked:
                who = entry(int(row.id)).who
                head = (
                    Piece(mark, "key"),
                    Piece(f"{row.id:>4} ", "dim"),
                    Piece(f"{self._letters.get(who, ' ')} ", f"{self._roles.get(who, '')} strong".strip()),
                    Piece(clean(row.cells[0])),
                )
                note = [(f" {clean(row.note)} ", "dim")] if row.note else []
                made.append(MenuRow(row.id, (spread(head, note, width),)))
                made += [MenuRow("", (Line(),))] if roomy else []
            return made

        return rows

    def describe(self) -> None:
        self.tool.at(int(self.row or 0))
        self.query_one(Prompt).say("")
        self._draw()

    def _draw(self) -> None:
        self.query_one(CorrectionPage).redraw()
        self.query_one(Banner).say(self.tool.subtitle)
        if self.tool.ahead is not None:
            self.call_after_refresh(self._look_on, self.tool.ahead)

    def _look_on(self, ahead: Prospects[Any]) -> None:
        """Look beyond the question for a moment, and show what is known; keys that were pressed meanwhile come first."""
        if ahead is not self.tool.ahead or not self.is_attached:
            return
        done = self.tool.look_on()
        self.query_one(CorrectionPage).redraw()
        self.query_one(Banner).say(self.tool.subtitle)
        if not done:
            self.set_timer(BREATH, lambda: self._look_on(ahead))

    def takes(self, event: events.Key) -> bool:
        """Walk through the list, or type what lay there: it is seen at once, and what comes of it right after."""
        menu, char = self.query_one(Menu), event.character or ""
        if event.key in STEPS:
            menu.step(STEPS[event.key])
            return True
        if char and char in MARKS:
            at = menu.ids.index(menu.at) if menu.at else 0
            menu.step(marked_row(len(menu.ids), at, char) - at)
            return True
        said = self.tool.type(event.key, char)
        if said is not None:
            self.query_one(Prompt).say(said, "bad" if said else "plain")
            self._draw()
            self.call_after_refresh(self._work)
        return said is not None

    def _work(self) -> None:
        self.tool.work()
        self._draw()


def marked_row(rows: int, at: int, mark: str) -> int:
    """The row with a letter that is nearest to another row; that one where none has it."""
    marked = range(rows - 1 - MARKS.index(mark), -1, -len(MARKS))
    return min(marked, key=lambda row: abs(row - at), default=at)
