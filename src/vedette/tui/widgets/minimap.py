"""The whole board in a corner of the map, where it is larger than its window: a cell for two hexes."""

from __future__ import annotations

from vedette.tui.text import Line, Piece
from vedette.tui.widgets.hex_colours import between
from vedette.tui.widgets.hex_scene import Scene
from vedette.view.board import hex_name

SHARE = 3
"""The part of the width and of the height of a map that it may take: one in so many."""

Span = tuple[int, int]
"""The first and the last that is in view, of columns or of rows."""


def minimap(scene: Scene, cols: Span, rows: Span) -> list[tuple[Piece, ...]]:
    """Its rows: walls, figures in the colours of their sides, and lighter what is in view."""
    board = scene.board
    made = []
    for upper in range(1, board.rows + 1, 2):
        cells = [
            (_ground(scene, col, upper, cols, rows), _ground(scene, col, upper + 1, cols, rows))
            for col in range(1, board.cols + 1)
        ]
        made.append(tuple(_cell(scene, *pair) for pair in cells))
    return made


def has_room(scene: Scene, width: int, height: int) -> bool:
    """Whether it leaves enough of a map of that size."""
    return scene.board.cols * SHARE <= width and (scene.board.rows + 1) // 2 * SHARE <= height


def laid(line: Line, right: int, pieces: tuple[Piece, ...]) -> Line:
    """A row of the map with a row of the minimap over its end, which is at a cell."""
    room = right - len(pieces)
    kept: list[Piece] = []
    for piece in line.pieces:
        kept.append(Piece(piece.text[:room], piece.role))
        room -= len(kept[-1].text)
    return Line((*kept, *pieces))


def _cell(scene: Scene, upper: str, lower: str) -> Piece:
    return Piece("▀", between(upper, lower))


def _ground(scene: Scene, col: int, row: int, cols: Span, rows: Span) -> str:
    """The style of a hex: who is there, a wall, else whether it is in view."""
    if row > scene.board.rows:
        return ""
    hex = hex_name(col, row)
    here = next((figure for figure in scene.figures.get(hex, ()) if figure.standing != "gone"), None)
    if here is not None:
        return f"{scene.roles.get(here.side, 'ink')}-block"
    if scene.cell(hex).solid:
        return "wall-0"
    return "floor-2" if cols[0] <= col <= cols[1] and rows[0] <= row <= rows[1] else "floor-0"
