"""The scrubber: where in the game we are, where rounds begin, where somebody was lost, and whether it runs by itself."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct
from textual import events
from textual.message import Message

from vedette.tui.text import Line, Said, clean, fit, line
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.replay_cursor import RoundMark
from vedette.view.signs import BOOKMARK, GONE, PERIOD, PLACE


class Position(Struct, frozen=True):
    """What the scrubber shows: one picture of so many, the rounds, the pictures of losses and of bookmarks, and words for the end of the row."""

    at: int = 0
    last: int = 0
    marks: tuple[RoundMark, ...] = ()
    losses: tuple[int, ...] = ()
    bookmarks: tuple[int, ...] = ()
    said: str = ""


class Scrubber(LineWidget):
    """A track across the screen with the rounds below it; a click goes there."""

    DEFAULT_CSS = """
    Scrubber { height: 2; padding: 0 1; background: $surface; }
    """

    @dataclass
    class Jumped(Message):
        """The track was clicked."""

        index: int

    _position = Position()

    def show(self, position: Position) -> None:
        self._position = position
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        position = self._position
        here = self._cell(position.at, width)
        starts = {self._cell(mark.index, width) for mark in position.marks}
        lost = {self._cell(index, width) for index in position.losses}
        track: list[Said] = [
            (GONE, "bad strong")
            if cell in lost
            else (PERIOD if cell in starts else "━", "key" if cell < here else "dim")
            for cell in range(width)
        ]
        for index in position.bookmarks:
            track[self._cell(index, width)] = BOOKMARK, "strong"
        track[here] = PLACE, "strong"
        return [line(*track), self._labels(width)]

    def on_click(self, event: events.Click) -> None:
        event.stop()
        cells = max(1, self.size.width - 1)
        index = round(event.get_content_offset_capture(self).x * self._position.last / cells)
        self.post_message(self.Jumped(max(0, min(index, self._position.last))))

    def _cell(self, index: int, width: int) -> int:
        return round(index * (width - 1) / max(1, self._position.last))

    def _labels(self, width: int) -> Line:
        """The names of the rounds under their beginnings, as far as there is room; the words at the end."""
        position = self._position
        said = fit(clean(position.said), width)
        here = max((mark.round for mark in position.marks if mark.index <= position.at), default=-1)
        names: list[Said] = []
        used = 0
        for mark in position.marks:
            label = clean(mark.name) if mark.round else ""
            cell = self._cell(mark.index, width)
            if label and cell >= used and cell + len(label) < width - len(said) - 1:
                role = "strong" if mark.round == here else "dim"
                names += [" " * (cell - used), (label, role), " "]
                used = cell + len(label) + 1
        return line(*names, " " * max(0, width - used - len(said)), (said, "strong"))
