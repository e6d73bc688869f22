"""A board drawn into rows of text: three zooms, without gaps between the hexes.

Each hex is a body of cells and, to the right of it, one cell of edge, in which its slanted side and that of its neighbour
meet; even columns stand half a hex lower, as on the table. Walls stand on the edges and in the first row of a body.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from vedette.tui.signs import ROCK, UPRIGHT
from vedette.tui.text import Line, Piece
from vedette.tui.widgets.hex_colours import EDGE
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.hex_signs import Tile, tile
from vedette.view.board import Direction, hex_name, place

RULER = 3
"""Cells that the numbers of the rows take, on the left; those of the columns take a row."""

SLANTS = {2: "▙▛", 4: "▖▙▛▘"}
"""How far a hex reaches into the edge on its right, row by row."""

LINES = {2: "╲╱", 4: " ╲╱ "}
"""The same as lines, without colours."""

VOID = ""
"""The style of what is no part of the board."""


@dataclass(frozen=True, slots=True)
class Zoom:
    """How large a hex is: cells across, its edge among them, and rows down. `word` is its name."""

    word: str
    across: int
    down: int

    @property
    def half(self) -> float:
        """How much lower an even column stands, in rows."""
        return self.down / 2


ZOOMS = (Zoom("far", 3, 1), Zoom("near", 5, 2), Zoom("close", 10, 4))
"""From far to near."""


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the drawing that is shown, in cells; it may begin before the board does."""

    left: int
    top: int
    width: int
    height: int


Part = tuple[Tile | None, int]
"""A tile, None beyond the board, and which row of it."""


def size(scene: Scene, zoom: Zoom) -> tuple[int, int]:
    """Cells that the whole board takes: across, down."""
    board = scene.board
    return board.cols * zoom.across + 1, board.rows * zoom.down + max(1, zoom.down // 2)


def corner(hex: str, zoom: Zoom) -> tuple[int, int]:
    """The first cell of the body of a hex, from the left and from the top."""
    col, row = place(hex)
    return (col - 1) * zoom.across + 1, (row - 1) * zoom.down + (0 if col % 2 else zoom.down // 2)


def hex_at(x: int, y: int, zoom: Zoom) -> str:
    """The hex of a cell of the drawing; an edge belongs to the hex on its left. It may lie beyond the board."""
    col = max(0, (x - 1) // zoom.across + 1)
    row = max(0, (y - (0 if col % 2 else zoom.down // 2)) // zoom.down + 1)
    return hex_name(col, row)


def board_lines(scene: Scene, zoom: Zoom, window: Window) -> list[Line]:
    """The part of the board in the window, with the numbers of its columns above and of its rows on the left."""
    rows = range(window.top, window.top + window.height - 1)
    inner = Window(window.left, window.top, window.width - RULER, window.height - 1)
    return [_head(scene, zoom, inner), *(_numbered(scene, zoom, inner, y) for y in rows)]


def _numbered(scene: Scene, zoom: Zoom, window: Window, y: int) -> Line:
    """A row of the drawing behind the number of the hexes that begin in it."""
    row, beginning = divmod(y, zoom.down)
    there = beginning == 0 and 1 <= row + 1 <= scene.board.rows
    looked_at = there and scene.board.has(scene.at) and place(scene.at)[1] == row + 1
    number = f"{row + 1:02} " if there else " " * RULER
    return _ruled(drawn_row(scene, zoom, window, y), number, "strong" if looked_at else "dim")


@lru_cache(maxsize=512)
def _ruled(line: Line, number: str, role: str) -> Line:
    return Line((Piece(number, role), *line.pieces))


def _head(scene: Scene, zoom: Zoom, window: Window) -> Line:
    """The numbers of the columns, that of the hex that is looked at bright; arrows where the board goes on."""
    wide = size(scene, zoom)[0]
    pieces = [Piece("◂".center(RULER) if window.left > 0 else " " * RULER, "strong")]
    filled = 0
    at = place(scene.at)[0] if scene.board.has(scene.at) else 0
    for col in range(1, scene.board.cols + 1):
        start = corner(hex_name(col, 1), zoom)[0] + (zoom.across - 3) // 2 - window.left
        if filled <= start <= window.width - 3:
            pieces += [Piece(" " * (start - filled)), Piece(f"{col:02}", "strong" if col == at else "dim")]
            filled = start + 2
    more = window.left + window.width < wide
    pieces.append(Piece(("▸" if more else "").rjust(window.width - filled), "strong"))
    return Line(tuple(pieces))


def drawn_row(scene: Scene, zoom: Zoom, window: Window, y: int) -> Line:
    """One row of the drawing: for each column an edge and a body, and the edge of the last one."""
    first = max(1, (window.left - 1) // zoom.across + 1)
    last = min(scene.board.cols, (window.left + window.width) // zoom.across + 1)
    start = window.left - (first - 1) * zoom.across
    parts = [_part(scene, zoom, col, y) for col in range(first - 1, last + 2)]
    walls = tuple(_slant(scene, zoom, col, y) for col in range(first - 1, last + 1))
    return _row(tuple(parts), walls, zoom, start, window.width, scene.lined)


def _part(scene: Scene, zoom: Zoom, col: int, y: int) -> tuple[Part, Part]:
    """What a column shows in a row; from afar the half hex above it as well."""
    row, part = divmod(y - (0 if col % 2 else zoom.down // 2), zoom.down)
    if not 1 <= col <= scene.board.cols:
        return (None, part), (None, 0)
    here = _tile(scene, zoom, col, row + 1), part
    above = _tile(scene, zoom, col, row) if zoom.down == 1 and col % 2 == 0 else here[0]
    return here, (above, 0)


def _tile(scene: Scene, zoom: Zoom, col: int, row: int) -> Tile | None:
    if not 1 <= row <= scene.board.rows:
        return None
    return tile(scene.spot(hex_name(col, row)), zoom.down)


def _slant(scene: Scene, zoom: Zoom, col: int, y: int) -> int:
    """The weight of the wall on the right side of a column, in that row."""
    if not scene.slanted:
        return 0
    row, part = divmod(y - (0 if col % 2 else zoom.down // 2), zoom.down)
    side: Direction = "ne" if part < zoom.half else "se"
    return scene.slanted.get((hex_name(max(0, col), max(0, row + 1)), side), 0)


@lru_cache(maxsize=1024)
def _row(
    parts: tuple[tuple[Part, Part], ...],
    walls: tuple[int, ...],
    zoom: Zoom,
    start: int,
    width: int,
    lined: bool,
) -> Line:
    """A row, cut to the window; it is kept as long as its tiles are the same."""
    cells: list[tuple[str, str]] = []
    for at, (left, right) in enumerate(pairwise(parts)):
        cells.append(_edge(left[0], right[0], walls[at], zoom, lined))
        if at + 2 < len(parts):
            cells += _body(*right, zoom)
    shown = [(" ", VOID)] * max(0, -start) + cells[max(0, start) : max(0, start) + width + min(0, start)]
    shown += [(" ", VOID)] * (width - len(shown))
    return Line(tuple(Piece("".join(c[0] for c in kind), role) for role, kind in _kinds(shown)))


def _kinds(cells: list[tuple[str, str]]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Cells of one style together."""
    for role, kind in groupby(cells, key=lambda cell: cell[1]):
        yield role, list(kind)


def _body(here: Part, above: Part, zoom: Zoom) -> list[tuple[str, str]]:
    """The cells of a hex in one row; from afar a hex of an even column has the lower half of it and the upper of the next."""
    shown, over = here[0], above[0]
    if shown is over or (shown is not None and not shown.empty):
        return _cells(shown, here[1], zoom)
    upper = over.ground if over is not None else "floor-0"
    if over is None and shown is None:
        return [(" ", VOID)] * (zoom.across - 1)
    lower = shown.ground if shown is not None else VOID
    if over is None:
        return [("▄", _between(lower, VOID))] * (zoom.across - 1)
    return [("▀", _between(upper, lower))] * (zoom.across - 1)


def _cells(shown: Tile | None, row: int, zoom: Zoom) -> list[tuple[str, str]]:
    if shown is None:
        return [(" ", VOID)] * (zoom.across - 1)
    return [(char, role) for text, role in shown.rows[row] for char in text]


def _edge(left: Part, right: Part, wall: int, zoom: Zoom, lined: bool) -> tuple[str, str]:
    """The cell between two hexes: a wall, a bracket of who stands there, else how far the left one reaches into it."""
    one, other = (part[0].ground if part[0] is not None else VOID for part in (left, right))
    if wall:
        return UPRIGHT[wall], f"{one} {'strong' if wall == max(UPRIGHT) else 'warn strong'}"
    if zoom.down == 1:
        bracket = left[0].ends[1] if left[0] is not None else ""
        return bracket.strip() or " ", one
    if lined:
        return _line_between(left, right, zoom)
    if one == other:
        return " ", one
    return SLANTS[zoom.down][left[1]], _between(one, other)


def _line_between(left: Part, right: Part, zoom: Zoom) -> tuple[str, str]:
    """Without colours: the line between two hexes, or the bracket of who stands in one of them."""
    brackets = (part[0].ends[i] if part[0] is not None else "" for part, i in ((right, 0), (left, 1)))
    bracket = next((one for one in brackets if one.strip()), "")
    if bracket:
        return bracket, "strong"
    tiles = [part[0] for part in (left, right) if part[0] is not None]
    if len(tiles) == 2 and all(one.ground.startswith("wall") for one in tiles):
        return ROCK, f"{tiles[0].ground} grain"
    return (LINES[zoom.down][left[1]], "edge") if tiles else (" ", VOID)


def _between(left: str, right: str) -> str:
    """The style of a sign in the colour of one ground on another."""
    return f"{right} {EDGE}{left.replace(' ', '+')}"
