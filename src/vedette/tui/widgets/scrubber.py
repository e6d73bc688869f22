"""The track of a replay: rounds, bookmarks, what each side lost and where, and the line that is looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import Struct
from rich.cells import cell_len
from textual import events
from textual.message import Message

from vedette.engine.grammar import the
from vedette.tui.text import Line, Said, clean, line, spread
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.replay_cursor import LossMark, RoundMark
from vedette.view.signs import BOOKMARK, GONE, PERIOD, PLACE

SIDES = 2
"""Cells at both ends that the track leaves to the initials of the sides."""

LOW, HIGH = 3, 8
"""Rows on a small screen, and with rounds, bookmarks and a legend."""


class Position(Struct, frozen=True):
    """One picture of so many with its line number, and the pictures where rounds begin, where something is lost, and with bookmarks."""

    at: int = 0
    n: int = 0
    last: int = 0
    last_n: int = 0
    marks: tuple[RoundMark, ...] = ()
    losses: tuple[LossMark, ...] = ()
    bookmarks: tuple[int, ...] = ()
    points: str = "hit points"


class Scrubber(LineWidget):
    """What the first side lost stands above the track, what the others lost below it; a click goes there."""

    DEFAULT_CSS = f"Scrubber {{ height: {LOW}; padding: 0 1; background: $panel; }}"

    @dataclass
    class Jumped(Message):
        """The track was clicked."""

        index: int

    _position = Position()
    _roles: Mapping[str, str] = {}
    _names: Mapping[str, str] = {}
    _letters: Mapping[str, str] = {}

    def show(
        self,
        position: Position,
        roles: Mapping[str, str],
        names: Mapping[str, str],
        letters: Mapping[str, str],
    ) -> None:
        self._position, self._roles, self._names, self._letters = position, roles, names, letters
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        position = self._position
        first, *others = [*self._roles, ""]
        lost = self._lost(width, [first], ""), self._lost(width, others, position.last_n)
        if height < HIGH:
            return [lost[0], self._track(width, bookmarks=True), lost[1]]
        rounds: dict[int, Said] = {}
        here = max((mark.round for mark in position.marks if mark.index <= position.at), default=-1)
        for mark in position.marks:
            role = "strong" if mark.round == here else "dim"
            rounds |= {self._cell(mark.index, width): (clean(mark.name), role)} if mark.round else {}
        places = [self._cell(index, width) - 1 for index in position.bookmarks]
        numbered = {place: (f" {n} ", "warn-block") for n, place in enumerate(places, 1)}
        number = f" {position.n} "
        cell = min(self._cell(position.at, width) - len(number) // 2 + 1, width - len(number))
        here_is = _at({max(0, cell): (number, "ink-block strong")})
        under = spread(here_is.pieces, [(f"{position.last_n}", "dim")], width)
        if cell + len(number) + len(str(position.last_n)) >= width:
            under = _at({cell: (number, "ink-block strong")})
        sides = [(clean(name), self._roles[id]) for id, name in self._names.items()]
        legend: list[Said] = ["  "]
        legend += [(f"{n} ", f"{role} strong") for n, (_, role) in zip("43", sides, strict=False)]
        whose = zip(("above", "below"), sides, strict=False)
        said = ", ".join(
            [f"{position.points} lost", *(f"{place} by {the(name)}" for place, (name, _) in whose)]
        )
        legend.append((f"{said}   ", "dim"))
        gone = (f"{GONE} ", "bad strong"), ("a unit gone   ", "dim")
        marked = (" 1 ", "warn-block"), (" bookmark", "dim")
        track = lost[0], self._track(width), lost[1]
        return [Line(), _at(rounds), _at(numbered), *track, under, line(*legend, *gone, *marked)]

    def _lost(self, width: int, sides: list[str], end: int | str) -> Line:
        """What these sides lost at each cell of the track: losses that share a cell are summed."""
        sums: Counter[tuple[int, str]] = Counter()
        gone = set()
        for loss in self._position.losses:
            if loss.side in sides:
                cell = self._cell(loss.index, width)
                sums[cell, loss.side] += loss.points
                gone |= {cell} if loss.gone else set()
        shown: dict[int, Said] = {}
        for (cell, side), points in sums.items():
            role = f"{self._roles.get(side, '')} strong"
            shown[cell] = (str(points) if points else "", role)
            if cell in gone:
                shown[cell + len(str(points)) if points else cell] = (GONE, "bad strong")
        letters = "".join(self._letters.get(side, "") for side in sides)[:1]
        role = self._roles.get(sides[0], "") if sides else ""
        shown[0] = (letters, f"{role} strong")
        return _at(shown)

    def _track(self, width: int, *, bookmarks: bool = False) -> Line:
        position, room = self._position, width - 2 * SIDES
        here = self._cell(position.at, width)
        starts = {self._cell(mark.index, width) for mark in position.marks if mark.round}
        marked = {self._cell(index, width) for index in position.bookmarks} if bookmarks else set()
        track: list[Said] = [" " * SIDES]
        for cell in range(SIDES, SIDES + room):
            if cell == here:
                track.append((PLACE, "strong"))
            elif cell in marked:
                track.append((BOOKMARK, "warn strong"))
            elif cell in starts:
                track.append((PERIOD, "dim"))
            else:
                track.append(("━", "strong" if cell < here else "edge"))
        return line(*track)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        cells = max(1, self.size.width - 2 * SIDES - 1)
        index = round((event.get_content_offset_capture(self).x - SIDES) * self._position.last / cells)
        self.post_message(self.Jumped(max(0, min(index, self._position.last))))

    def _cell(self, index: int, width: int) -> int:
        return SIDES + round(index * (width - 2 * SIDES - 1) / max(1, self._position.last))


def _at(places: Mapping[int, Said]) -> Line:
    """Pieces at their cells; one that would touch the one before is left out, except a sign beside its number."""
    made: list[Said] = []
    used = 0
    for cell, piece in sorted(places.items()):
        text = piece[0] if isinstance(piece, tuple) else ""
        if text and (cell > used or (cell == used and text in (GONE,)) or not used):
            made += [" " * (cell - used), piece]
            used = max(cell, used) + cell_len(str(text))
    return line(*made)
