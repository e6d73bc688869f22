"""The table of a mission as a sketch: its edges, terrain by texture, objectives on their inch, and what all this is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt

from msgspec import Struct
from rich.cells import cell_len

from vedette.kit.table_plan import DOES, Terrain
from vedette.tui.text import Line, Said, clean, fit, flowing, joined
from vedette.view.roster import Sketch, Spot, entry_edges
from vedette.view.signs import BARRIER, CLIMB, FREE_OBJECTIVE, LOW, SMOKE, WALL, WOOD

TEXTURES = {
    "barrier": BARRIER,
    "obstacle": BARRIER,
    "cover": BARRIER,
    "slow": SMOKE,
    "difficult": SMOKE,
    "blocking": LOW,
    "impassable": WALL,
    "obscuring": WOOD,
    "climbable": CLIMB,
}
"""How terrain is filled; clear terrain is a ground without a sign."""

ARROWS = {"north": "↓", "south": "↑", "west": "→", "east": "←"}
FRAMED = (4, 3)  # cells and rows from which a piece that is climbed has a frame

Cell = tuple[str, str]  # a character and its style
Taken = set[tuple[int, int]]  # cells in which nothing else may be written


class TableSketch(Struct, frozen=True):
    """A sketch, and the names and colours of the sides; an inch has the same scale both ways, a row is two cells."""

    sketch: Sketch
    names: Mapping[str, str]
    roles: Mapping[str, str]

    def draw(self, width: int, height: int) -> list[Line]:
        """As large as the room allows, frame included."""
        across, down = self.sketch.size
        scale = min((width - 2) / across, 2 * (height - 2) / down)
        wide, high = max(8, round(across * scale)), max(3, round(down * scale / 2))
        grid: list[list[Cell]] = [[(" ", "surface")] * wide for _ in range(high)]
        taken: Taken = set()

        def at(spot: Spot) -> tuple[int, int]:
            x, y = spot.at
            return min(wide - 1, int(x * wide / across)), min(high - 1, int(y * high / down))

        for piece in self.sketch.terrain:
            _lay(grid, taken, piece, wide / across, high / down)
        spots = [(spot, *at(spot)) for spot in self.sketch.spots]
        objectives = [(spot, x, y) for spot, x, y in spots if not spot.side and spot.objective]
        for _, x, y in objectives:
            grid[y][x] = FREE_OBJECTIVE, f"{_ground(grid[y][x])} strong"
            taken |= {(x - 1, y), (x, y), (x + 1, y)}
        edges = entry_edges(self.sketch)
        inside = [one for one in spots if one[0].side and not _on_edge(one[0], self.sketch)]
        outside = [one for one in spots if one not in inside]
        frame = {edge: [one for one in outside if edges.get(one[0].side) == edge] for edge in ARROWS}
        for edge, x in (("west", 0), ("east", wide - 1)):
            self._enter_beside(grid, taken, frame[edge], edge, x)
        for spot, x, y in inside:
            arrow = ARROWS[edges[spot.side]] if spot.side in edges else ""
            said = [(f"{arrow} entry",), (arrow,)] if arrow else [(self._name(spot.side),)]
            _write(grid, taken, x, y, said, f"{self.roles.get(spot.side, '')} strong", on_spot=True)
        for spot, x, y in objectives:
            name = clean(spot.name)
            _write(grid, taken, x, y, [(name, f" {spot.text}", " VP"), (name, f" {spot.text}")], "strong")
        for spot, x, y in spots:
            if not spot.side and not spot.objective:
                _write(grid, taken, x, y, [(fit(clean(spot.name), wide),)], "dim", on_spot=True)
        made = [self._edge("┏┓", wide, frame["north"], "north")]
        entered = (frame["west"], frame["east"])
        sides = [self.roles.get(spots[0][0].side, "") if spots else "edge" for spots in entered]
        left, right = ("┃" if frame["west"] else "│"), ("┃" if frame["east"] else "│")
        for row in grid:
            walled = (left, f"surface {sides[0]}"), *row, (right, f"surface {sides[1]}")
            made.append(Line(tuple(joined(walled))))
        return [*made, self._edge("┗┛", wide, frame["south"], "south")]

    def _name(self, side: str) -> str:
        return clean(self.names.get(side, side))

    def _edge(self, corners: str, wide: int, spots: Sequence[tuple[Spot, int, int]], edge: str) -> Line:
        """The frame above or below: in the colour of the side that enters there, with its name at its entry points."""
        role = self.roles.get(spots[0][0].side, "strong") if spots else "edge"
        dash = "━" if spots else "─"
        row = [(dash, f"surface {role}")] * wide
        end = 0
        for i, (spot, x, _) in enumerate(sorted(spots, key=lambda one: one[1])):
            name = self._name(spot.side)
            if cell_len(name) + 4 > wide // len(spots) - 2:
                name = "" if i else fit(name, wide // 2)
            said = f" {ARROWS[edge]} {name} " if name else f" {ARROWS[edge]} "
            start = max(end, min(x - cell_len(said) // 2, wide - cell_len(said)))
            if start + cell_len(said) <= wide:
                style = "ink-block" if role == "strong" else f"{role}-block"
                row[start : start + cell_len(said)] = [(char, style) for char in said]
                end = start + cell_len(said) + 1
        return Line(tuple(joined([(corners[0], f"surface {role}"), *row, (corners[1], f"surface {role}")])))

    def _enter_beside(
        self, grid: list[list[Cell]], taken: Taken, spots: Sequence[tuple[Spot, int, int]], edge: str, x: int
    ) -> None:
        """Who enters from a side: the name at the first entry point, arrows at the others."""
        for i, (spot, _, y) in enumerate(spots):
            name = fit(self._name(spot.side), len(grid[0]) // 3)
            said = f" {ARROWS[edge]} {name} " if not i else f" {ARROWS[edge]} "
            said = f" {name} {ARROWS[edge]} " if edge == "east" and not i else said
            start = 0 if edge == "west" else x + 1 - cell_len(said)
            for cell, char in enumerate(said, start):
                grid[y][cell] = char, f"{self.roles.get(spot.side, 'ink')}-block"
                taken.add((cell, y))


def legend(sketch: Sketch, width: int) -> list[Line]:
    """What the textures are, and that they are only proposed."""
    words: dict[str, list[str]] = {}
    for piece in sketch.terrain:
        if sign := TEXTURES.get(piece.keyword):
            words.setdefault(sign, []).append(DOES.get(piece.keyword, piece.keyword))
    if not words:
        return []
    cells: list[list[Said]] = []
    for sign, some in words.items():
        style = "strong" if sign == CLIMB else "edge"
        cells.append([(sign, style), (f" {', '.join(dict.fromkeys(some))}   ", "dim")])
    return flowing([*cells, [("as drawn, or as you agree   ", "dim")]], width, 3)


def _lay(grid: list[list[Cell]], taken: Taken, piece: Terrain, across: float, down: float) -> None:
    """Fill the cells of a piece; at least one of them, and one row."""
    (x, y), (wide, high) = piece.at, piece.size
    left = max(0, int((x - wide / 2) * across + 0.5))
    right = min(len(grid[0]), int((x + wide / 2) * across + 0.5))
    top, bottom = int(max(0, y - high / 2) * down + 0.5), int((y + high / 2) * down + 0.5)
    if bottom <= top:
        top = min(int(y * down), len(grid) - 1)
        bottom = top + 1
    right = max(right, left + 1)
    top, bottom = max(0, top), min(len(grid), bottom)
    has_room = right - left >= FRAMED[0] and bottom - top >= FRAMED[1]
    framed = piece.keyword == "climbable" and piece.shape == "box" and has_room
    sign = " " if framed else TEXTURES.get(piece.keyword, " ")
    style = {"climbable": "chosen dim", "clear": "panel"}.get(piece.keyword, "surface edge")
    for row in range(top, bottom):
        share = 1.0
        if piece.shape == "round" and bottom - top > 1:
            share = sqrt(max(0.0, 1 - ((row + 0.5 - (top + bottom) / 2) / ((bottom - top) / 2)) ** 2))
        cut = round((right - left) * (1 - max(share, 0.4)) / 2)
        for cell in range(left + cut, right - cut):
            if 0 <= cell < len(grid[0]):
                grid[row][cell] = (WALL if sign == LOW and row > top else sign), style
                if framed:
                    taken.add((cell, row))
                else:
                    taken.discard((cell, row))
    if framed:
        for row in range(top, bottom):
            ends = {top: "┌─┐", bottom - 1: "└─┘"}.get(row, "│ │")
            for cell in range(left, right):
                grid[row][cell] = ends[0 if cell == left else 2 if cell == right - 1 else 1], "chosen"
        grid[top][left + 1] = CLIMB, "chosen"  # the legend says what it means


def _ground(cell: Cell) -> str:
    return next(iter(cell[1].split()), "surface")


def _on_edge(spot: Spot, sketch: Sketch) -> bool:
    return spot.at[0] in (0, sketch.size[0]) or spot.at[1] in (0, sketch.size[1])


def _write(
    grid: list[list[Cell]],
    taken: Taken,
    x: int,
    y: int,
    forms: Iterable[Sequence[str]],
    style: str,
    *,
    on_spot: bool = False,
) -> None:
    """Write the first of the forms that has room below a spot, above or beside it, clear of all else; none where none has. Its last part is faint."""
    wide, high = len(grid[0]), len(grid)
    for parts in forms:
        said = "".join(parts)
        length = cell_len(said)
        middle = max(0, min(x - length // 2, wide - length))
        beside = [(x + 2, y), (x - 1 - length, y)]
        rows = [(middle, y)] if on_spot else []
        rows += [(middle, y + 1), (middle, y - 1), *beside, (middle, y + 2), (middle, y - 2), (middle, y + 3)]
        found = []
        for order, (start, row) in enumerate(rows):
            cells = {(cell, row) for cell in range(start - 1, start + length + 1)}
            if 0 <= start <= wide - length and 0 <= row < high and not cells & taken:
                covered = sum(grid[row][cell][0] != " " for cell in range(start, start + length))
                found.append((covered + 2 * order, start, row, cells))
        if not found:
            continue
        _, start, row, cells = min(found, key=lambda one: one[0])
        faint = len(said) - len(parts[-1]) if len(parts) > 2 else len(said)
        for cell, at in cells:
            if 0 <= cell < wide:
                grid[at][cell] = " ", _ground(grid[at][cell])
        for i, char in enumerate(said):
            grid[row][start + i] = char, f"{_ground(grid[row][start + i])} {style if i < faint else 'dim'}"
        taken |= cells
        return
