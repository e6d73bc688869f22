"""A new game at a glance: the table as a sketch beside its text, and what both sides have as bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from msgspec import Struct
from rich.cells import cell_len

from vedette.tui.sides import initials
from vedette.tui.text import Line, Said, beside, clean, fit, line, rows_of, wrap
from vedette.view.new_game_setup import ForcesSum
from vedette.view.roster import Sketch, Spot, entries
from vedette.view.signs import FREE_OBJECTIVE, LEFT

ROWS, FEW_ROWS = 11, 7  # rows of a sketch inside its frame, where there is room and where there is little
NARROWEST = 28  # cells that the text beside a sketch has; where it would have fewer it stands below
GROUND = "surface dim"  # the style of a piece of ground, and of the name of an objective

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
            return [*drawn, *rows_of(self.text, width)]
        said = wrap(clean(self.text), room)
        below = rows_of(" ".join(said[len(drawn) :]), width)
        return [*beside((drawn, [line(row) for row in said[: len(drawn)]]), wide, 2), *below]

    def _table(self, width: int) -> list[Line]:
        """The frame with who enters where, and everything that stands on the table, with its name where there is room."""
        across, down = self.sketch.size
        high = self.rows
        wide = max(8, min(round(2 * high * across / down), width - 2))
        grid: list[list[Cell]] = [[(" ", "surface")] * wide for _ in range(high)]
        letters = initials(self.names)
        edges = entries(self.sketch)
        for spot in self.sketch.spots:
            x = min(wide - 1, int(spot.at[0] / across * wide))
            y = min(high - 1, int(spot.at[1] / down * high))
            if spot.side and spot.side not in edges:
                grid[y][x] = letters.get(spot.side, "?"), f"surface {self.roles.get(spot.side, '')} strong"
            elif not spot.side and spot.objective:
                self._objective(grid, spot, x, y)
            elif not spot.side:
                name = fit(clean(spot.name), wide)
                _write(grid, max(0, min(x - cell_len(name) // 2, wide - cell_len(name))), y, name, GROUND)
        frame = [self._edge("┌┐", wide, [side for side in edges if edges[side] == "north"])]
        for row in grid:  # cells of one style are one piece
            styled = (
                (style, "".join(char for char, _ in cells)) for style, cells in groupby(row, itemgetter(1))
            )
            frame.append(line(("│", "edge"), *((text, style) for style, text in styled), ("│", "edge")))
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
        said: list[Said] = [
            (f" {fit(clean(self.names.get(one, one)), wide - 4)} ", f"{self.roles.get(one, '')} strong")
            for one in sides
        ]
        rest = max(0, wide - line(*said).width)
        left, right = corners[0] + "─" * (rest // 2), "─" * (rest - rest // 2) + corners[1]
        return line((left, "edge"), *said, (right, "edge"))


class Balance(Struct, frozen=True):
    """Sums of two sides as bars that grow from the middle, in the colours of the sides."""

    sums: tuple[ForcesSum, ...]
    roles: tuple[str, ...]

    def draw(self, width: int) -> list[Line]:
        """A row for each sum: bar, number, what it is, number, bar."""
        label = max(cell_len(one.name) for one in self.sums)
        number = max(len(str(value)) for one in self.sums for value in one.of_sides)
        room = max(1, (width - label - 2 * number - 6) // 2)
        made = [Line()]
        for one in self.sums:
            (left, right), most = one.of_sides, max(one.of_sides)
            bars = [LEFT * max(1 if value else 0, room * value // most) for value in one.of_sides]
            said: list[Said] = [
                (f"{bars[0]:>{room}} ", self.roles[0]),
                (f"{left:>{number}}", "strong"),
                (f"  {clean(one.name):^{label}}  ", "dim"),
                (f"{right:<{number}}", "strong"),
                (f" {bars[1]}", self.roles[1]),
            ]
            made.append(line(*said))
        return made


def _write(grid: list[list[Cell]], x: int, y: int, text: str, style: str) -> None:
    for i, char in enumerate(text):
        if x + i < len(grid[y]):
            grid[y][x + i] = char, style
