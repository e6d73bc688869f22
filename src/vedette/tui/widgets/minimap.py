"""The whole board in a corner of the map, where it is larger than its window: a cell for two hexes, or more."""

from __future__ import annotations

from collections import Counter

from textual.geometry import Region

from vedette.tui.text import Line, Piece, cut_line
from vedette.tui.widgets.hex_colours import between
from vedette.tui.widgets.hex_scene import Scene
from vedette.view.hexes import column_and_row

SHARE = 3
"""The part of the width and of the height of a map that it may take: one in so many."""

COARSEST = 3
"""Columns that one of its cells stands for, at most."""

FLAT = ("clear", "broken")
"""Grounds that look like the floor from so far."""

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
    board, marked = scene.board, _marked(scene, each)
    across, down = -(-board.cols // each), -(-board.rows // each)

    def ground(x: int, y: int) -> str:
        seen = cols[0] <= x * each + 1 <= cols[1] and rows[0] <= y * each + 1 <= rows[1]
        return marked.get((x, y), "chosen" if seen else "panel") if y < down else ""

    return [
        tuple(Piece("▀", between(ground(x, y), ground(x, y + 1))) for x in range(across))
        for y in range(0, down, 2)
    ]


def laid(lines: list[Line], width: int, region: Region, small: list[tuple[Piece, ...]]) -> list[Line]:
    """The rows of a map of that width with those of the minimap over a part of them."""
    made = list(lines)
    for y, pieces in enumerate(small, region.y):
        row = made[y]
        made[y] = Line((*cut_line(row, 0, region.x), *pieces, *cut_line(row, region.right, width)))
    return made


def _marked(scene: Scene, each: int) -> dict[tuple[int, int], str]:
    """The style of each block of hexes in which anybody is, else of what half of it is made of."""
    board = scene.board

    def block(hex: str) -> tuple[int, int]:
        col, row = column_and_row(hex)
        return (col - 1) // each, (row - 1) // each

    grounds: dict[tuple[int, int], Counter[str]] = {}
    for hex, cell in board.cells.items():
        if cell.ground not in FLAT:
            grounds.setdefault(block(hex), Counter())[cell.ground] += 1
    made = {
        (x, y): f"{ground}-0"
        for (x, y), found in grounds.items()
        for ground, many in found.most_common(1)
        if many * 2 >= min(each, board.cols - x * each) * min(each, board.rows - y * each)
    }
    there = (one for one in board.figures if one.standing != "gone" and board.has(one.hex))
    people: dict[tuple[int, int], str] = {}
    for figure in sorted(there, key=lambda one: column_and_row(one.hex)[::-1]):
        people.setdefault(block(figure.hex), f"{scene.roles.get(figure.side, 'ink')}-block")
    return made | people
