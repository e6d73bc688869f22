"""A new game at a glance: the table as a sketch beside its text, and what both sides have as bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from msgspec import Struct
from rich.cells import cell_len

from vedette.tui.sides import initials
from vedette.tui.text import Line, Piece, clean, fit, line, wrap
from vedette.view.new_game_setup import ForcesSum
from vedette.view.roster import Sketch, Spot, entries
from vedette.view.signs import FREE_OBJECTIVE, LEFT

ROWS, FEW_ROWS = 11, 7
"""Rows of a sketch inside its frame, where there is room and where there is little."""

NARROWEST = 28
"""Cells that the text beside a sketch has; where it would have fewer it stands below."""

GROUND = "surface dim"
"""The style of a piece of ground, and of the name of an objective."""

Cell = tuple[str, str]
"""A character and its style."""


class Picture(Struct, frozen=True):
    """A sketch of the table, the text beside it, and the sides' names and colours."""

    sketch: Sketch
    text: str
    names: Mapping[str, str]
    roles: Mapping[str, str]
    rows: int = ROWS

    def draw(self, width: int) -> list[Line]:
        """The table in its frame, with the text at its side, or below where it is narrow."""
        drawn = self._table(width)
        wide = drawn[0].width
        room = width - wide - 2
        if room < NARROWEST:
            return [*drawn, *(line(row) for row in wrap(clean(self.text), width))]
        said = wrap(clean(self.text), room)
        beside = [Piece(row) for row in said[: len(drawn)]] + [Piece("")] * (len(drawn) - len(said))
        below = wrap(" ".join(said[len(drawn) :]), width)
        return [
            *(Line((*row.pieces, Piece("  "), told)) for row, told in zip(drawn, beside, strict=True)),
            *(line(row) for row in below),
        ]

    def _table(self, width: int) -> list[Line]:
        """The frame with who enters where, and everything that stands on the table, with its name where there is room."""
        across, down = self.sketch.size
        high = self.rows
        wide = max(8, min(round(2 * high * across / down), width - 2))
        grid: list[list[Cell]] = [[(" ", "surface")] * wide for _ in range(high)]
        letters = initials(self.names)
        edges = entries(self.sketch)
        for spot in self.sketch.spots:
            x, y = _cell(spot, self.sketch, wide, high)
            if spot.side and spot.side not in edges:
                grid[y][x] = letters.get(spot.side, "?"), f"surface {self.roles.get(spot.side, '')} strong"
            elif not spot.side and spot.objective:
                self._objective(grid, spot, x, y)
            elif not spot.side:
                name = fit(clean(spot.name), wide)
                _write(grid, max(0, min(x - cell_len(name) // 2, wide - cell_len(name))), y, name, GROUND)
        frame = [self._edge("┌┐", wide, [side for side in edges if edges[side] == "north"])]
        frame += [Line((Piece("│", "edge"), *_joined(row), Piece("│", "edge"))) for row in grid]
        return [*frame, self._edge("└┘", wide, [side for side in edges if edges[side] == "south"])]

    def _objective(self, grid: list[list[Cell]], spot: Spot, x: int, y: int) -> None:
        """Its sign and what it is worth, its name below where nothing is in the way."""
        _write(grid, x, y, f"{FREE_OBJECTIVE}{spot.text}", "surface strong")
        name = clean(spot.name)
        start = max(0, min(x - cell_len(name) // 2, len(grid[0]) - cell_len(name)))
        if y + 1 < len(grid) and cell_len(name) <= len(grid[0]):
            around = grid[y + 1][max(0, start - 1) : start + cell_len(name) + 1]
            if all(char == " " for char, _ in around):
                _write(grid, start, y + 1, name, GROUND)

    def _edge(self, corners: str, wide: int, sides: Sequence[str]) -> Line:
        said = [
            Piece(f" {fit(clean(self.names.get(one, one)), wide - 4)} ", f"{self.roles.get(one, '')} strong")
            for one in sides
        ]
        rest = max(0, wide - sum(cell_len(piece.text) for piece in said))
        left = rest // 2
        return Line(
            (
                Piece(corners[0] + "─" * left, "edge"),
                *said,
                Piece("─" * (rest - left) + corners[1], "edge"),
            )
        )


class Balance(Struct, frozen=True):
    """Sums of two sides as bars that grow from the middle, in the colours of the sides."""

    sums: tuple[ForcesSum, ...]
    roles: tuple[str, ...]

    def draw(self, width: int) -> list[Line]:
        """A row for each sum: bar, number, what it is, number, bar."""
        label = max(cell_len(one.name) for one in self.sums)
        number = max(len(str(value)) for one in self.sums for value in one.of_sides)
        room = max(1, (width - label - 2 * number - 6) // 2)
        return [Line()] + [self._row(one, label, number, room) for one in self.sums]

    def _row(self, one: ForcesSum, label: int, number: int, room: int) -> Line:
        most = max(one.of_sides)
        bars = [LEFT * max(1 if value else 0, room * value // most) for value in one.of_sides]
        left, right = one.of_sides
        first, second = self.roles
        return Line(
            (
                Piece(f"{bars[0]:>{room}} ", first),
                Piece(f"{left:>{number}}", "strong"),
                Piece(f"  {clean(one.name):^{label}}  ", "dim"),
                Piece(f"{right:<{number}}", "strong"),
                Piece(f" {bars[1]}", second),
            )
        )


def _cell(spot: Spot, sketch: Sketch, wide: int, high: int) -> tuple[int, int]:
    (x, y), (across, down) = spot.at, sketch.size
    return min(wide - 1, int(x / across * wide)), min(high - 1, int(y / down * high))


def _write(grid: list[list[Cell]], x: int, y: int, text: str, style: str) -> None:
    for i, char in enumerate(text):
        if x + i < len(grid[y]):
            grid[y][x + i] = char, style


def _joined(row: Sequence[Cell]) -> list[Piece]:
    return [
        Piece("".join(char for char, _ in cells), style) for style, cells in groupby(row, key=itemgetter(1))
    ]
