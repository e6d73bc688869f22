"""A board drawn into rows of text: four zooms, without gaps between the hexes; and in small for a corner of the map.

Each hex is a body of cells and, to the right of it, one cell of edge, in which its slanted side and that of its neighbour
meet; even columns stand half a hex lower, as on the table. Walls stand on the edges and in the first row of a body.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct

from vedette.tui.text import Line, Piece
from vedette.tui.widgets.hex_colours import between
from vedette.tui.widgets.hex_scene import Row, Scene, Tile, tile, wall_role
from vedette.view.hexes import Direction, column_and_row, hex_name
from vedette.view.signs import CORNERS, LEVEL, ROCK, UPRIGHT

RULER = 3  # cells that the numbers of the rows take, on the left; those of the columns take a row
SLANTS = {2: "▙▛", 4: "▖▙▛▘"}  # how far a hex reaches into the edge on its right, row by row
LINES = {2: "╲╱", 4: " ╲╱ "}  # the same as lines, without colours
VOID = ""  # the style of what is no part of the board
SHARE = 3  # the part of the width and of the height of a map that the small one may take: one in so many
COARSEST = 3  # columns that a cell of the small map stands for, at most
FLAT = ("clear", "broken")  # grounds that look like the floor from so far

Span = tuple[int, int]
"""The first and the last that is in view, of columns or of rows."""


class Zoom(Struct, frozen=True):
    """How large a hex is: cells across, its edge among them, and rows down. `word` is its name."""

    word: str
    across: int
    down: int

    @property
    def half(self) -> float:
        """How much lower an even column stands, in rows."""
        return self.down / 2


FARTHEST, FAR, NEAR, CLOSE = ZOOMS = (
    Zoom("farthest", 2, 1),
    Zoom("far", 3, 1),
    Zoom("near", 5, 2),
    Zoom("close", 10, 4),
)
"""From far to near."""


class Window(Struct, frozen=True):
    """The part of the drawing that is shown, in cells; it may begin before the board does."""

    left: int
    top: int
    width: int
    height: int


Part = tuple[Tile | None, int]
"""A tile, None beyond the board, and which row of it."""


def size(scene: Scene, zoom: Zoom) -> tuple[int, int]:
    """Cells that the whole board takes: across, down; a wall below the lowest hexes takes a row of its own."""
    board = scene.board
    walled = any(hex_name(col, board.rows + 1) in scene.level for col in range(2, board.cols + 1, 2))
    below = zoom.down // 2 + (walled and zoom.down > 1)
    return board.cols * zoom.across + 1, board.rows * zoom.down + max(1, below)


def corner(hex: str, zoom: Zoom) -> tuple[int, int]:
    """The first cell of the body of a hex, from the left and from the top."""
    col, row = column_and_row(hex)
    return (col - 1) * zoom.across + 1, (row - 1) * zoom.down + (0 if col % 2 else zoom.down // 2)


def hex_at(x: int, y: int, zoom: Zoom) -> str:
    """The hex of a cell of the drawing; an edge belongs to the hex on its left. It may lie beyond the board."""
    col = max(0, (x - 1) // zoom.across + 1)
    row = max(0, (y - (0 if col % 2 else zoom.down // 2)) // zoom.down + 1)
    return hex_name(col, row)


class Drawing:
    """A scene as it is drawn in a window. It takes over from the one before whatever is the same in it."""

    def __init__(self, scene: Scene, zoom: Zoom, window: Window, before: Drawing | None = None) -> None:
        self._scene, self._zoom, self._window = scene, zoom, window
        self._tiles: dict[str, Tile] = {}
        self._rows: dict[int, tuple[str, Line]] = {}
        changed = scene.changes(before._scene) if before is not None and before._zoom == zoom else None
        if before is None or changed is None:
            return
        self._tiles = {hex: tile for hex, tile in before._tiles.items() if hex not in changed}
        if before._window == window:  # from afar a hex is seen in the row of the next one as well
            tops = {corner(hex, zoom)[1] for hex in changed}
            stale = {top + row for top in tops for row in range(max(2, zoom.down))}
            self._rows = {y: row for y, row in before._rows.items() if y not in stale}

    def lines(self) -> list[Line]:
        """The numbers of the columns, and each row of the drawing behind the number of its hexes."""
        window = self._window
        rows = range(window.top, window.top + window.height - 1)
        return [self._head(), *(self._numbered(y) for y in rows)]

    def _numbered(self, y: int) -> Line:
        """A row behind the number of the hexes that begin in it, bright where one of them is looked at."""
        row, beginning = divmod(y, self._zoom.down)
        board, at = self._scene.board, self._scene.at
        there = beginning == 0 and 1 <= row + 1 <= board.rows
        role = "strong" if there and board.has(at) and column_and_row(at)[1] == row + 1 else "dim"
        kept = self._rows.get(y)
        if kept is None or kept[0] != role:
            number = f"{row + 1:02} " if there else " " * RULER
            pieces = kept[1].pieces[1:] if kept else self._drawn(y)
            kept = self._rows[y] = role, Line((Piece(number, role), *pieces))
        return kept[1]

    def _head(self) -> Line:
        """The numbers of the columns, that of the hex that is looked at bright; arrows where the board goes on."""
        scene, zoom, window = self._scene, self._zoom, self._window
        pieces = [Piece("◂".center(RULER) if window.left > 0 else " " * RULER, "strong")]
        filled, room = 0, window.width - RULER
        at = column_and_row(scene.at)[0] if scene.board.has(scene.at) else 0
        for col in range(1, scene.board.cols + 1):
            start = corner(hex_name(col, 1), zoom)[0] + (zoom.across - 3) // 2 - window.left
            crowded = zoom.across < len("00 ") and (col - at) % 2
            if filled <= start <= room - 3 and not crowded:
                pieces += [
                    Piece(" " * (start - filled)),
                    Piece(f"{col:02}", "strong" if col == at else "dim"),
                ]
                filled = start + 2
        more = window.left + room < size(scene, zoom)[0]
        return Line((*pieces, Piece(("▸" if more else "").rjust(room - filled), "strong")))

    def _drawn(self, y: int) -> tuple[Piece, ...]:
        """A row without its number: for each column an edge and a body, and the edge of the last one."""
        zoom, left, room = self._zoom, self._window.left, self._window.width - RULER
        first = max(1, (left - 1) // zoom.across + 1)
        last = min(self._scene.board.cols, (left + room) // zoom.across + 1)
        start = left - (first - 1) * zoom.across
        segments: list[tuple[str, str]] = [(" " * max(0, -start), VOID)]
        places = [(col, *self._place(col, y)) for col in range(first - 1, last + 2)]
        parts = [(self._tile(col, row), part) for col, row, part in places]
        for col, (left_one, right_one) in enumerate(pairwise(parts), first):
            segments.append(self._edge(left_one, right_one, self._wall(col - 1, y)))
            if col <= last:
                segments += self._body(col, y, right_one)
        segments.append((" " * room, VOID))
        return tuple(_cut(segments, max(0, start), room))

    def _place(self, col: int, y: int) -> tuple[int, int]:
        """The row of the hex that a column has there, on the board or beyond it, and which row of that hex it is."""
        above, part = divmod(y - (0 if col % 2 else self._zoom.down // 2), self._zoom.down)
        return above + 1, part

    def _tile(self, col: int, row: int) -> Tile | None:
        board = self._scene.board
        if not (1 <= col <= board.cols and 1 <= row <= board.rows):
            return None
        hex = hex_name(col, row)
        if hex not in self._tiles:
            self._tiles[hex] = tile(self._scene.spot(hex), self._zoom.across)
        return self._tiles[hex]

    def _body(self, col: int, y: int, part: Part) -> Row:
        """The cells of a hex in a row; below the last one the wall on its lower side."""
        shown, row = part
        wall = self._scene.level.get(hex_name(col, self._place(col, y)[0])) if shown is None else None
        if wall and row == 0:
            return ((LEVEL[wall] * (self._zoom.across - 1), wall_role(wall)),)
        here, sign, role = VOID if shown is None else shown.ground, " ", VOID
        if self._zoom.down == 1 and col % 2 == 0 and (shown is None or shown.empty):
            above = self._tile(
                col, y
            )  # from afar it has the lower half of the hex above, and the upper half of the next
            if above is not None or shown is not None:
                sign, role = (
                    ("▄", between(here, VOID)) if above is None else ("▀", between(above.ground, here))
                )
        elif shown is not None:
            return shown.rows[row]
        return ((sign * (self._zoom.across - 1), role),)

    def _edge(self, left: Part, right: Part, wall: int) -> tuple[str, str]:
        """The cell between two columns: a wall, a bracket of who stands there, else how far the left hex reaches."""
        one, other = (part[0].ground if part[0] is not None else VOID for part in (left, right))
        over = [part[0].wall if part[0] is not None and part[1] == 0 else 0 for part in (right, left)]
        if self._zoom.down == 1:
            over[0] = 0  # the hex tells it in its own cells
        if wall or (any(over) and self._zoom.down > 1):
            weight = max(wall, *over)
            corner = CORNERS[weight][0 if over[0] else 1]
            sign = LEVEL[weight] if not wall else corner if any(over) else UPRIGHT[weight]
            under = next((ground for ground in (one, other) if ground and "-block" not in ground), "floor-0")
            return sign, f"{under} {wall_role(weight)}"
        if self._zoom.down == 1:
            return (left[0].edge if left[0] is not None else ()) or (" ", one)
        if self._scene.filled and one.startswith("wall") and other.startswith("wall"):
            return ROCK, f"{one} grain"
        if self._scene.lined:
            brackets = (part[0].ends[i] if part[0] is not None else "" for part, i in ((right, 0), (left, 1)))
            bracket = next((one for one in brackets if one.strip()), "")
            line = (" ", VOID) if left[0] is right[0] is None else (LINES[self._zoom.down][left[1]], "edge")
            return (bracket, "strong") if bracket else line
        if one == other:
            return " ", one
        return SLANTS[self._zoom.down][left[1]], between(one, other)

    def _wall(self, col: int, y: int) -> int:
        """The weight of the wall on the right side of a column, in that row."""
        if not self._scene.slanted or y < 0:
            return 0
        row, part = self._place(col, y)
        sides: list[tuple[int, Direction]] = [(row, "ne"), (row, "se")]
        if self._zoom.down > 1:
            sides = sides[:1] if part < self._zoom.half else sides[1:]
        elif row == 1:
            sides.append((0, "se"))  # of the hex above the board, which has no row of its own
        return max(self._scene.slanted.get((hex_name(col, row), side), 0) for row, side in sides)


def _cut(segments: Iterable[tuple[str, str]], start: int, room: int) -> Iterator[Piece]:
    """So many cells from a start on, neighbours of one style as one."""
    texts: list[str] = []
    roles: list[str] = []
    for text, role in segments:
        if roles and role == roles[-1]:
            texts[-1] += text
        else:
            texts.append(text)
            roles.append(role)
    for text, role in zip(texts, roles, strict=True):
        if shown := text[start : start + room]:
            yield Piece(shown, role)
        start, room = max(0, start - len(text)), room - len(shown)


def grain(scene: Scene, width: int, height: int) -> int:
    """The columns that a cell of the small map stands for, and half the rows, so that it leaves enough of a map of that size; 0 where none do."""
    board = scene.board
    for each in range(1, COARSEST + 1):
        if -(-board.cols // each) * SHARE <= width and -(-board.rows // (2 * each)) * SHARE <= height:
            return each
    return 0


def minimap(scene: Scene, cols: Span, rows: Span, each: int) -> list[tuple[Piece, ...]]:
    """The rows of the small map: walls, figures in the colours of their sides, and lighter what is in view."""
    board, marked = scene.board, _marked(scene, each)
    across, down = -(-board.cols // each), -(-board.rows // each)

    def ground(x: int, y: int) -> str:
        seen = cols[0] <= x * each + 1 <= cols[1] and rows[0] <= y * each + 1 <= rows[1]
        return marked.get((x, y), "chosen" if seen else "panel") if y < down else ""

    return [
        tuple(Piece("▀", between(ground(x, y), ground(x, y + 1))) for x in range(across))
        for y in range(0, down, 2)
    ]


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
