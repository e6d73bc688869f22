"""The whole board in a corner of the map, where it is larger than its window: a cell for two hexes, or more."""

from __future__ import annotations

from textual.geometry import Region

from vedette.tui.text import Line, Piece, cut
from vedette.tui.widgets.hex_colours import between
from vedette.tui.widgets.hex_scene import Scene
from vedette.view.board import hex_name

SHARE = 3
"""The part of the width and of the height of a map that it may take: one in so many."""

COARSEST = 3
"""Columns that one of its cells stands for, at most."""

Span = tuple[int, int]
"""The first and the last that is in view, of columns or of rows."""


def grain(scene: Scene, width: int, height: int) -> int:
    """The columns that a cell stands for, and half the rows, so that it leaves enough of a map of that size; 0 where none do."""
    board = scene.board
    fit = (
        each
        for each in range(1, COARSEST + 1)
        if -(-board.cols // each) * SHARE <= width and -(-board.rows // (2 * each)) * SHARE <= height
    )
    return next(fit, 0)


def minimap(scene: Scene, cols: Span, rows: Span, each: int) -> list[tuple[Piece, ...]]:
    """Its rows: walls, figures in the colours of their sides, and lighter what is in view."""
    board = scene.board
    return [
        tuple(
            Piece(
                "▀",
                between(
                    *(
                        _ground(scene, range(col, col + each), range(row, row + each), cols, rows)
                        for row in (upper, upper + each)
                    )
                ),
            )
            for col in range(1, board.cols + 1, each)
        )
        for upper in range(1, board.rows + 1, 2 * each)
    ]


def laid(lines: list[Line], region: Region, small: list[tuple[Piece, ...]]) -> list[Line]:
    """The rows of the map with those of the minimap over a part of them."""
    made = list(lines)
    for y, pieces in enumerate(small, region.y):
        row = made[y]
        made[y] = Line((*cut(row, 0, region.x), *pieces, *cut(row, region.right, row.width)))
    return made


def _ground(scene: Scene, across: range, down: range, cols: Span, rows: Span) -> str:
    """The style of a block of hexes: who is there, mostly walls, else whether it is in view."""
    board = scene.board
    hexes = [hex_name(col, row) for row in down for col in across if col <= board.cols and row <= board.rows]
    if not hexes:
        return ""
    there = (figure for hex in hexes for figure in scene.figures.get(hex, ()) if figure.standing != "gone")
    here = next(there, None)
    if here is not None:
        return f"{scene.roles.get(here.side, 'ink')}-block"
    if sum(scene.cell(hex).solid for hex in hexes) * 2 > len(hexes):
        return "wall-0"
    return "chosen" if cols[0] <= across[0] <= cols[1] and rows[0] <= down[0] <= rows[1] else "panel"
