"""A list to choose from that fills a screen: one line is at hand, headings between are passed over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec import Struct
from textual import events
from textual.message import Message

from vedette.tui.text import Line, line
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.signs import CURSOR

LEAD = 2  # cells before each row: the sign of the row at hand


class MenuRow(Struct, frozen=True):
    """What may be chosen: its id and its lines. Without an id it is a heading."""

    id: str
    lines: tuple[Line, ...]


Rows = Callable[[int], Sequence[MenuRow]]
"""The rows for a width in cells."""


class Menu(LineWidget, can_focus=True):
    """Rows from frozen data; says which one is at hand, and when it is chosen.

    `lit` is for a list that is walked through while the keyboard is elsewhere.
    """

    DEFAULT_CSS = "Menu { padding: 0 1; }"

    @dataclass
    class At(Message):
        """Something about a row of a list."""

        menu: Menu
        id: str

        @property
        def control(self) -> Menu:
            return self.menu

    class Moved(At):
        """Another row is at hand."""

    class Chosen(At):
        """A row was chosen: Enter, or a click on the row at hand."""

    lit = False
    _listed: Sequence[MenuRow] = ()
    _at = 0

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: Rows = lambda width: ()

    @property
    def at(self) -> str:
        """The id of the row at hand; "" where there is none."""
        return self._listed[self._at].id if self._at < len(self._listed) else ""

    def show(self, rows: Rows, at: str | None = None) -> None:
        """Show other rows; `at` is to be at hand, else the row that was, else the one in its place."""
        wanted = self.at if at is None else at
        self._rows = rows
        self._listed = rows(self._room)
        ids = [row.id for row in self._listed]
        if wanted and wanted in ids:
            self._at = ids.index(wanted)
        else:  # the first row from there on that may be chosen, else the last before it
            choices = [at for at, row in enumerate(self._listed) if row.id]
            place = min(self._at, len(ids) - 1)
            self._at = next((at for at in choices if at >= place), choices[-1] if choices else 0)
        self.redraw()
        self._reveal()

    def draw(self, width: int, height: int) -> list[Line]:
        self._listed = self._rows(width - LEAD)
        has_keys = self.has_focus or self.lit
        made: list[Line] = []
        for index, row in enumerate(self._listed):
            here = bool(row.id) and index == self._at
            for i, shown in enumerate(row.lines):
                ground = ("chosen" if has_keys else "panel") if here else shown.ground
                lead = f"{CURSOR} " if here and i == 0 and has_keys else "  ", "key"
                made.append(line(lead, *shown.pieces, ground=ground, target=row.id))
        return made

    @property
    def ids(self) -> list[str]:
        return [row.id for row in self._listed if row.id]

    def step(self, rows: int) -> None:
        choices = [index for index, row in enumerate(self._listed) if row.id]
        if choices:
            at = choices.index(self._at) if self._at in choices else 0
            self._go(choices[max(0, min(at + rows, len(choices) - 1))])

    def clicked(self, target: str) -> None:
        """A row: the first click goes there, the next one chooses it."""
        self.focus()
        if target == self.at:
            self.post_message(self.Chosen(self, target))
        else:
            self._go([row.id for row in self._listed].index(target))

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        if self.repeat(event.key, 1):
            pass
        elif event.key == "enter" and self.at:
            self.post_message(self.Chosen(self, self.at))
        else:
            return
        event.stop()
        event.prevent_default()

    def repeat(self, key: str, times: int) -> int:
        tall = max((len(row.lines) for row in self._listed), default=1)
        page = max(1, (self.size.height - 2) // tall)
        ends = len(self._listed)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -ends, "end": ends}
        if key not in steps:
            return 0
        self.step(steps[key] * times)
        return times

    def on_resize(self) -> None:
        super().on_resize()
        self._reveal()

    @property
    def _room(self) -> int:
        return max(1, self.size.width - LEAD)

    def _go(self, index: int) -> None:
        if index != self._at:
            self._at = index
            self.redraw()
            self.post_message(self.Moved(self, self.at))
        self._reveal()

    def _reveal(self) -> None:
        first = sum(len(row.lines) for row in self._listed[: self._at])
        last = first + (len(self._listed[self._at].lines) if self._at < len(self._listed) else 1)
        if self.size.height:
            self.show_row(max(0, first - 2), last)
