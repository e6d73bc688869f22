"""How strong the sides were, as a curve of blocks: a full line for the first side, dashed ones for the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vedette.tui.text import Line, Piece, clean, fit, line, rule
from vedette.view.report import BattleReport, ReportSide

SCALE, NAME = 4, 8
"""Cells of the percent on the left, and of a side with what it has left on the right."""

HALVES = {(True, False): "▀", (False, True): "▄", (True, True): "█"}

DASH = 3
"""Cells of a dash, and of the gap behind it."""

Levels = Sequence[tuple[int, int]]
"""For each column from where to where a line goes, in half rows from above."""


def strength_lines(
    report: BattleReport, roles: Mapping[str, str], initials: Mapping[str, str], width: int, rows: int
) -> list[Line]:
    """The curve in so many rows, with the rounds and the numbers of the turning points below it; nothing where there is no room."""
    wide = width - SCALE - NAME
    if not report.curve or rows < 3 or wide < 2 * DASH:
        return []
    levels = {side.id: _levels(report, side.id, wide, 2 * rows) for side in report.sides}
    begins = {_column(report, told.first, wide): told.name.partition(" of ")[0] for told in report.rounds[1:]}
    drawn = [rule("Strength", width, "% of what they began with")]
    for row in range(rows):
        cells = [_cell(levels, roles, column, row, column in begins) for column in range(wide)]
        percent = 100 - round(100 * row / (rows - 1))
        mark = f"{percent:>3} " if row in (0, rows - 1) or row == (rows - 1) / 2 else " " * SCALE
        drawn.append(Line((Piece(mark, "dim"), *cells, *_left(report, roles, initials, row, rows))))
    return [*drawn, _marks(report, roles, wide), _rounds(begins, report, wide)]


def _column(report: BattleReport, n: int, wide: int) -> int:
    return min(wide - 1, n * (wide - 1) // max(1, report.curve[-1].n))


def _levels(report: BattleReport, side: str, wide: int, halves: int) -> Levels:
    """How high the line of a side is, column by column; where it falls, from where to where."""

    def level(share: float) -> int:
        return round((1 - share) * (halves - 1))

    ends = [level(report.curve[0].strength[side].share)] * wide
    for point in report.curve:
        at = _column(report, point.n, wide)
        ends[at:] = [level(point.strength[side].share)] * (wide - at)
    return [(ends[max(0, at - 1)], end) for at, end in enumerate(ends)]


def _cell(
    levels: Mapping[str, Levels], roles: Mapping[str, str], column: int, row: int, begins: bool
) -> Piece:
    """A cell of the curve: the line that goes through it; of several the one whose dash it is."""
    here = []
    for place, (side, own) in enumerate(levels.items()):
        first, last = sorted(own[column])
        half = (first <= 2 * row <= last, first <= 2 * row + 1 <= last)
        dashed = place and own[column][0] == own[column][1] and column // DASH % 2 == 0
        if any(half) and not dashed:
            here.append(Piece(HALVES[half], roles.get(side, "")))
    if here:
        return here[-1]
    return Piece("┆", "edge") if begins else Piece(" ")


def _left(
    report: BattleReport, roles: Mapping[str, str], initials: Mapping[str, str], row: int, rows: int
) -> list[Piece]:
    """Behind the end of a line: whose it is, and what is left."""
    ends: dict[int, ReportSide] = {}
    for side in report.sides:
        at = round((1 - side.strength.share) * (rows - 1))
        while at in ends:
            at = at - 1 if at else at + 1
        ends[at] = side
    if row not in ends:
        return []
    here = ends[row]
    return [Piece(f"  {initials[here.id]} {round(100 * here.strength.share)}", f"{roles[here.id]} strong")]


def _marks(report: BattleReport, roles: Mapping[str, str], wide: int) -> Line:
    """The turning points by their numbers, in the colour of who decided; of two at one place the first."""
    cells = [Piece("─", "edge")] * wide
    for number, turn in reversed([*enumerate(report.turning, 1)]):
        role = f"{roles.get(turn.side, '')} strong reverse".strip()
        cells[_column(report, turn.n, wide)] = Piece(str(number), role)
    return Line((Piece(" " * SCALE), *cells))


def _rounds(begins: Mapping[int, str], report: BattleReport, wide: int) -> Line:
    """Where rounds begin, by their names, as far as these have room."""
    text = fit(report.rounds[0].name.partition(" of ")[0], wide) if report.rounds else ""
    for column, name in sorted(begins.items()):
        if column > len(text) and column + len(name) <= wide + NAME:
            text = text.ljust(column) + name
    return line((" " * SCALE + clean(text), "dim"))
