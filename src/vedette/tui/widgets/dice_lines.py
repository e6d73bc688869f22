"""Dice as boxes: big where there is room, small in brackets where there is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len

from vedette.engine.dice import Count, Die, Low, Pool, Roll
from vedette.tui.text import Line, Piece, clean, fit, line, pad, wrap
from vedette.view.dice_text import MARKS, SOURCES, needs, outcome, pool_words, reckoning, sources

DIGITS = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▀█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
}
"""Numbers to be read from the other side of the table."""

LABEL = 12
"""Cells that a name under a die may take."""

SHORT = 8
"""Cells that the reason of a roll takes at least."""


INDENT = 5
"""Cells before the name of a modifier, where its value stands."""


@dataclass(frozen=True, slots=True)
class Place:
    """A die to draw: its face (None: not there yet, and which it needs), how it is read, what it replaced."""

    face: int | None
    mark: str = ""
    source: str = ""
    earlier: tuple[int, ...] = ()
    cursor: bool = False
    faint: bool = False
    typing: str = ""
    need: str = ""

    @property
    def shown(self) -> str:
        """What stands on the die."""
        return self.typing or ("" if self.face is None else str(self.face))


@dataclass(frozen=True, slots=True)
class Boxes:
    """Dice in rows of boxes, all of one width."""

    places: Sequence[Place]
    sides: int
    labels: Sequence[str] = field(default=())

    def best(self, width: int, rows: int) -> list[Line]:
        """The biggest dice that fit into so many rows."""
        for big in (True, False):
            made = self.lines(width, big=big)
            if len(made) <= rows:
                return made
        return self.small(width)

    def lines(self, width: int, *, big: bool = False) -> list[Line]:
        """The dice in boxes, as many in a row as fit, marks below."""
        digits = len(str(self.sides))
        inner = digits * 4 + 1 if big else digits + 2
        cell = max(inner + 3, *(min(LABEL, cell_len(label)) + 1 for label in self.labels), 1)
        per = max(1, width // cell)
        made: list[Line] = []
        for start in range(0, len(self.places), per):
            made.extend(self._row(start, self.places[start : start + per], inner, cell, big=big))
        return made

    def small(self, width: int) -> list[Line]:
        """The dice in brackets, one row for many."""
        rows: list[list[Piece]] = [[]]
        used = 0
        for i, place in enumerate(self.places):
            pieces = _bracketed(place, i)
            size = Line(tuple(pieces)).width
            if used and used + size > width:
                rows.append([])
                used = 0
            rows[-1].extend(pieces)
            used += size
        return [Line(tuple(row)) for row in rows]

    def _row(self, start: int, places: Sequence[Place], inner: int, cell: int, *, big: bool) -> list[Line]:
        """Top, faces, bottom and marks of one row of boxes."""
        rows: list[list[Piece]] = [[] for _ in range(6 if big else 4)]
        for i, place in enumerate(places, start):
            gap = Piece(" " * (cell - inner - 2))
            boxed = [[*pieces, gap] for pieces in _box(place, i, inner, big=big)]
            for row, pieces in zip(rows, [*boxed, self._under(i, place, cell)], strict=True):
                row.extend(pieces)
        return [Line(tuple(row)) for row in rows]

    def _under(self, i: int, place: Place, cell: int) -> list[Piece]:
        """What a die means, and the faces that it replaced; or whose it is."""
        if i < len(self.labels):
            return [Piece(pad(clean(self.labels[i]), cell), "dim")]
        sign, role = MARKS[place.mark]
        earlier = "".join(f"{face}→" for face in place.earlier)
        text = place.need or f"{sign}{SOURCES.get(place.source, '')}"
        left = (cell - 1 - len(earlier) - len(text.rstrip())) // 2
        rest = cell - max(0, left) - len(earlier)
        return [
            Piece(" " * left),
            Piece(earlier, "dim struck"),
            Piece(text.ljust(rest), "dim" if place.need else f"{role} strong"),
        ]


def _box(place: Place, i: int, inner: int, *, big: bool) -> list[list[Piece]]:
    """A die as rows of pieces: the frame, and the number in one row or in three."""
    top, side, bottom = ("┏━┓", "┃", "┗━┛") if place.cursor else ("┌─┐", "│", "└─┘")
    frame, target = _frame(place), str(i)
    glyphs = (
        [" ".join(DIGITS[digit][row] for digit in place.shown) for row in range(3)] if big else [place.shown]
    )
    middle = [
        [
            Piece(side, frame, target),
            Piece(glyph.center(inner), _face_role(place), target),
            Piece(side, frame, target),
        ]
        for glyph in glyphs
    ]
    ends = [[Piece(edge[0] + edge[1] * inner + edge[2], frame, target)] for edge in (top, bottom)]
    return [ends[0], *middle, ends[1]]


def _bracketed(place: Place, i: int) -> list[Piece]:
    sign, role = MARKS[place.mark]
    ends = "«»" if place.cursor else "[]"
    earlier = "".join(f"{face}→" for face in place.earlier)
    return [
        Piece(ends[0], _frame(place)),
        Piece(earlier, "dim struck"),
        Piece(place.shown or "·", _face_role(place), str(i)),
        Piece(ends[1], _frame(place)),
        Piece(f"{place.need or sign.strip()}{SOURCES.get(place.source, '')} ", "dim" if place.need else role),
    ]


def _frame(place: Place) -> str:
    return "key" if place.cursor else "dim" if place.face is None or place.faint else ""


def _face_role(place: Place) -> str:
    if place.faint:
        return "dim"
    return {"critical": "good strong", "success": "good strong", "failure": "bad strong"}.get(
        place.mark, "strong"
    )


def rolled(roll: Roll) -> list[Place]:
    """The dice of a finished roll."""
    return [_place(die, mark) for die, mark in zip(roll.dice, roll.marks, strict=True)]


def _place(die: Die, mark: str) -> Place:
    return Place(die.face, mark, die.source, die.earlier)


def heading(why: str, name: str, role: str, pool: Pool, width: int, again: int = 0) -> Line:
    """Who rolls what, why, and which faces are wanted; `again` dice of it where it is a re-roll.

    Where the row is short the side's name is cut, then the reason, and not the dice.
    """
    wanted = needs(pool)
    what = f", {again} again of {pool_words(pool)}" if again else f": {pool_words(pool)}"
    said = Piece(f"  {wanted}" if wanted else "", "key")
    left = width - Line((Piece(clean(why) + what), said)).width - 3
    side = fit(clean(name), max(SHORT, left))
    who = (Piece(f" {side} ", f"{role}-block"), Piece(" ")) if name else ()
    room = width - Line((*who, Piece(what), said)).width
    if again and room < len(why):
        what = f", {again} again"
        room = width - Line((*who, Piece(what), said)).width
    return Line((*who, Piece(fit(clean(why), max(SHORT, room)), "strong"), Piece(what), said))


def reckoning_lines(pool: Pool, width: int) -> list[Line]:
    """Every modifier with its name and rules, one in a row; what is said besides may take more rows."""
    made: list[Line] = []
    for value, reason, rules in reckoning(pool):
        if not value:
            made += _said(reason, rules, width)
            continue
        name = fit(clean(reason), max(8, width - len(value) - len(rules) - 6))
        hinders = value.startswith("−") != isinstance(pool, (Count, Low))  # a lower number to reach is a help
        role = "strong" if not rules and reason == "target" else "bad" if hinders else "good"
        gap = " " * max(1, width - len(value.rjust(4)) - len(name) - len(rules) - 2)
        made.append(line((f"{value.rjust(4)} ", role), name, gap, (rules, "dim")))
    return made


def _said(text: str, rules: str, width: int) -> list[Line]:
    """A remark under the modifiers, its rules at the end of its last row or below it."""
    rows = [" " * INDENT + row for row in wrap(clean(text), max(SHORT, width - INDENT - 2))]
    if not rules:
        return [line(row) for row in rows]
    if cell_len(rows[-1]) + len(rules) + 3 > width:
        rows.append("")
    *before, last = rows
    gap = max(1, width - cell_len(last) - len(rules) - 2)
    return [*(line(row) for row in before), line(last, " " * gap, (rules, "dim"))]


def reckoning_row(pool: Pool, width: int) -> list[Line]:
    """The modifiers in running text, where rows are short."""
    parts = [" ".join(part for part in one if part) for one in reckoning(pool)]
    return [line((row, "dim")) for row in wrap(" · ".join(parts), width)] if parts else []


def result_line(roll: Roll, width: int) -> list[Line]:
    """What came of a roll, and where its faces came from."""
    said, from_where = outcome(roll), sources(roll.dice)
    made = [line(("= " + said, "strong"))] if said else []
    return made + [line((row, "dim")) for row in wrap(from_where, width) if row]
