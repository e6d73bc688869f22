"""A board drawn into rows of text: three zooms, and nothing that colour alone would tell.

Each hex is a block of cells; even columns stand half a block lower, as on the table. The column of
cells to the right of a block and the first row of a block are the edges, where walls stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from vedette.tui.text import Line, Piece
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.hex_signs import LEVEL, Execution, Row, close, near, overview
from vedette.view.board import Edge, Weight, hex_name, place

UPRIGHT = {1: "│", 2: "┃", 3: "█"}
"""Walls seen from their end, by weight."""

RULER = 3
"""Cells that the numbers of the rows take where hexes have no room for their names."""


@dataclass(frozen=True, slots=True)
class Zoom:
    """How large a hex is: cells across and rows down, edges among them. `word` is its name."""

    word: str
    across: int
    down: int

    @property
    def names(self) -> bool:
        """Whether there is room for the names of hexes."""
        return self.down > 1


ZOOMS = (Zoom("far", 3, 1), Zoom("near", 6, 2), Zoom("close", 10, 4))
"""From far to near."""


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the drawing that is shown, in cells; it may begin before the board does."""

    left: int
    top: int
    width: int
    height: int


Canvas = list[list[Execution]]
"""Rows of single cells: a character, its role, what a click on it means."""


def size(scene: Scene, zoom: Zoom) -> tuple[int, int]:
    """Cells that the whole board takes: across, down."""
    board = scene.board
    return board.cols * zoom.across + 1, board.rows * zoom.down + zoom.down // 2 + (1 if zoom.names else 0)


def corner(hex: str, zoom: Zoom) -> tuple[int, int]:
    """The first cell of a hex, from the left and from the top."""
    col, row = place(hex)
    return (col - 1) * zoom.across + 1, (row - 1) * zoom.down + (0 if col % 2 else zoom.down // 2)


def board_lines(scene: Scene, zoom: Zoom, window: Window) -> list[Line]:
    """The part of the board in the window, with the numbers of columns and rows where hexes tell none."""
    if zoom.names:
        return drawing(scene, zoom, window)
    inner = Window(window.left, window.top, window.width - RULER, window.height - 1)
    return ruled(drawing(scene, zoom, inner), scene, zoom, inner)


def drawing(scene: Scene, zoom: Zoom, window: Window) -> list[Line]:
    """Ground, figures and overlays first, then the walls between them."""
    canvas: Canvas = [[(" ", "", "")] * window.width for _ in range(window.height)]
    for hex in visible(scene, zoom, window):
        _put_hex(canvas, scene, zoom, window, hex)
    for edge in scene.board.edges:
        for x, y in edge_cells(edge, zoom):
            _put_edge(canvas, window, x, y, edge.weight, level=edge.side in ("n", "s"))
    return [_joined(row) for row in canvas]


def visible(scene: Scene, zoom: Zoom, window: Window) -> Iterator[str]:
    """The hexes that have a part in the window."""
    board = scene.board
    first, last = window.left // zoom.across, (window.left + window.width) // zoom.across + 1
    upper, lower = window.top // zoom.down - 1, (window.top + window.height) // zoom.down + 1
    for col in range(max(1, first), min(board.cols, last) + 1):
        for row in range(max(1, upper), min(board.rows, lower) + 1):
            yield hex_name(col, row)


def edge_cells(edge: Edge, zoom: Zoom) -> Iterator[tuple[int, int]]:
    """The cells that a wall takes."""
    x, y = corner(edge.hex, zoom)
    half = zoom.down // 2
    if edge.side in ("n", "s"):
        if zoom.names:
            at = y if edge.side == "n" else y + zoom.down
            yield from ((x + i, at) for i in range(zoom.across - 1))
        return
    across = x - 1 if "w" in edge.side else x + zoom.across - 1
    rows = range(half) if edge.side.startswith("n") else range(half, zoom.down)
    yield from ((across, y + i) for i in rows or (0,))


def _put_hex(canvas: Canvas, scene: Scene, zoom: Zoom, window: Window, hex: str) -> None:
    x, y = corner(hex, zoom)
    rows = {1: overview, 2: near, 4: close}[zoom.down](scene, hex)
    for down, row in enumerate(rows):
        at = y + down - window.top
        if 0 <= at < window.height:
            _put_row(canvas[at], x - window.left, row, hex)


def _put_row(line: list[Execution], start: int, row: Row, hex: str) -> None:
    at = start
    for text, role in row:
        for char in text:
            if 0 <= at < len(line):
                line[at] = (char, role, f"hex:{hex}")
            at += 1


def _put_edge(canvas: Canvas, window: Window, x: int, y: int, weight: Weight, *, level: bool) -> None:
    """A part of a wall; a heavier one that is there already stays."""
    across, down = x - window.left, y - window.top
    if not (0 <= down < window.height and 0 <= across < window.width):
        return
    signs = LEVEL if level else UPRIGHT
    before, _, target = canvas[down][across]
    drawn = next((one for one, sign in signs.items() if sign == before), 0)
    if weight > drawn:
        canvas[down][across] = (signs[weight], "wall", target)


def _joined(row: list[Execution]) -> Line:
    """Cells of one kind as one piece."""
    kinds = groupby(row, key=lambda cell: cell[1:])
    return Line(tuple(Piece("".join(cell[0] for cell in cells), *kind) for kind, cells in kinds))


def ruled(lines: list[Line], scene: Scene, zoom: Zoom, window: Window) -> list[Line]:
    """The drawing between the numbers of its columns and rows."""
    board = scene.board
    head = [" "] * window.width
    for col in range(1, board.cols + 1):
        for i, char in enumerate(f"{col:02}"):
            at = corner(hex_name(col, 1), zoom)[0] + i - window.left
            if 0 <= at < window.width:
                head[at] = char
    made = [Line((Piece(" " * RULER + "".join(head), "dim"),))]
    for down, line in enumerate(lines):
        row = window.top + down + 1
        said = f"{row:02} " if 1 <= row <= board.rows else " " * RULER
        made.append(Line((Piece(said, "dim"), *line.pieces)))
    return made
