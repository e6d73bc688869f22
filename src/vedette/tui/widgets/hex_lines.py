"""A board drawn into rows of text, near and far; and in small, a cell for each block of hexes.

Near, a hex is a body of three cells in two rows and, to the right of it, a cell of edge in which its slanted side and that of
its neighbour meet; even columns stand a row lower, as on the table. Far, it is two cells and one row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct
from rich.cells import cell_len, set_cell_size

from vedette.tui.sides import BRACKETS
from vedette.tui.text import Line, Piece, clean, joined, line
from vedette.tui.widgets.hex_colours import between
from vedette.tui.widgets.hex_scene import Scene
from vedette.view import signs
from vedette.view.board import Cell, Figure, doorways
from vedette.view.hexes import ARROWS, column_and_row, hex_name, neighbour
from vedette.view.palette import SIDES
from vedette.view.signs import severity

RULER = 2  # cells that the numbers of the rows take, on the left; those of the columns take a row
SLANTS = "▙▛"  # how far a hex reaches into the edge on its right, row by row
DOTS = "⢀⡀"  # where hexes of one ground meet, row by row
VOID = ""  # the style of what is no part of the board
COARSEST = 3  # columns that a cell of the small map stands for, at most
FLAT = ("clear", "broken")  # grounds that look like the floor from so far
PATTERNS = {
    "smoke": "haze",
    "dense": "haze",
    "fire": "warn strong",
    "threat": "bad",
    "wall": "dim",
    "door": "dim",
}
"""The styles of patterns, where these are not the grain of the ground."""

UNDER_A_LINE = frozenset(" ░▓." + DOTS + "".join("".join(rows) for rows in signs.GRAIN.values()))
"""What a line of fire is drawn over."""

Drawn = tuple[str, str]
"""A cell of the drawing: its sign and its style."""


class Zoom(Struct, frozen=True):
    """How large a hex is: cells across, its edge among them, and rows down. `word` is its name."""

    word: str
    across: int
    down: int

    @property
    def half(self) -> float:
        """How much lower an even column stands, in rows."""
        return self.down / 2


FAR, NEAR = ZOOMS = Zoom("far", 3, 1), Zoom("near", 4, 2)
"""From far to near."""


class Window(Struct, frozen=True):
    """The part of the drawing that is shown, in cells."""

    left: int
    top: int
    width: int
    height: int


def size(scene: Scene, zoom: Zoom) -> tuple[int, int]:
    """Cells that the whole board takes: across, down."""
    return scene.board.cols * zoom.across + 1, scene.board.rows * zoom.down + zoom.down // 2


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
        self._body = zoom.across - 1
        self._tones: dict[str, tuple[str, str]] = {}
        self._standing: set[tuple[int, int]] = set()  # the cells of figures
        self._floor: tuple[object, ...] = (
            scene.board.cols, scene.board.rows, scene.board.cells, scene.lined, scene.filled,
        )  # fmt: skip
        self._grounds: Mapping[str, str]
        self._bare: list[list[Drawn]]
        self._area_tones: Mapping[str, tuple[str, str]]
        self._ground_rows: list[list[Drawn]]
        if before is not None and (before._zoom, before._floor) == (zoom, self._floor):
            self._grounds, self._bare = before._grounds, before._bare
        else:
            grounds = {hex: _ground(cell) for hex, cell in scene.board.cells.items()}
            self._grounds = dict.fromkeys(doorways(scene.board), "doorway") | grounds
            self._bare = self._draw_floor()
        self._areas = self._all_areas()
        if before is not None and self._bare is before._bare and self._areas == before._areas:
            self._area_tones, self._ground_rows = before._area_tones, before._ground_rows
        else:
            self._rows = [row[:] for row in self._bare]
            self._area_tones = self._tones_of_areas()
            self._lay(
                self._area_tones, {hex for hex, cell in scene.board.cells.items() if cell.thing or cell.depth}
            )
            self._ground_rows = self._rows
        self._rows = [row[:] for row in self._ground_rows]
        self._draw_marks()
        self._draw_figures()
        self._draw_walls()
        self._draw_line_of_fire()
        self.lines = self._shown()
        if before is not None and before._window == window:
            pairs = zip(before.lines, self.lines, strict=True)
            self.lines = [old if old == new else new for old, new in pairs]

    # --- cells

    def _put(self, x: int, y: int, text: str, style: str) -> None:
        if 0 <= y < len(self._rows):
            row = self._rows[y]
            for at, sign in enumerate(text, x):
                if 0 <= at < len(row):
                    row[at] = sign, style

    def _mark(self, x: int, y: int, text: str, style: str) -> None:
        """Write on the ground that is there."""
        self._put(x, y, text, f"{self._ground_at(x, y)} {style}".strip())

    def _sign_at(self, x: int, y: int) -> str:
        inside = 0 <= y < len(self._rows) and 0 <= x < len(self._rows[y])
        return self._rows[y][x][0] if inside else ""

    def _ground_at(self, x: int, y: int) -> str:
        """The style of the ground of a cell, without that of a sign on it."""
        col, row = column_and_row(hex_at(x, y, self._zoom))
        return self._tone(col, y) if row else VOID

    def _tone(self, col: int, y: int) -> str:
        """The ground of a column in a row of the drawing. Beyond hexes of solid wall there is more of it: the outside is straight."""
        board, zoom = self._scene.board, self._zoom
        row, part = divmod(y - (0 if col % 2 else zoom.down // 2), zoom.down)
        hex = hex_name(col, row + 1) if col > 0 and row >= -1 else ""
        if board.has(hex):
            tones = self._tones.get(hex)
            return tones[part] if tones else self._grounds.get(hex, "deck")
        beside = hex_name(min(max(1, col), board.cols), min(max(1, row + 1), board.rows))
        is_rim = 0 < col <= board.cols and 0 <= y < board.rows * zoom.down + zoom.down // 2
        return "hull" if is_rim and self._grounds.get(beside) == "hull" else VOID

    # --- the ground

    def _draw_floor(self) -> list[list[Drawn]]:
        board, zoom = self._scene.board, self._zoom
        across, down = size(self._scene, zoom)
        self._rows = [[(" ", VOID)] * across for _ in range(down)]
        rock = _filling("wall", self._scene, 0)[: self._body]
        for col in range(1, board.cols + 1):
            for row in range(1, board.rows + 1):
                self._draw_ground(hex_name(col, row))
            for y in (0, down - 1):  # what is left over of a column
                if zoom.down > 1 and self._tone(col, y) == "hull":
                    self._put((col - 1) * zoom.across + 1, y, rock, "hull dim")
        for col in range(board.cols + 1):
            for y in range(down):
                self._draw_edge(col, y)
        return self._rows

    def _draw_ground(self, hex: str) -> None:
        scene, cell, (x, y) = self._scene, self._scene.cell(hex), corner(hex, self._zoom)
        tones = self._tones.get(hex) or (self._grounds.get(hex, "deck"),) * 2
        threat = "threat" if tones[0] == "threat" else ""
        kind = threat or _texture(cell) or ("door" if tones[0] == "doorway" and scene.filled else "")
        for part in range(self._zoom.down):
            ground = tones[part]
            if self._zoom.down == 1 and not column_and_row(hex)[0] % 2:
                above = self._tone(column_and_row(hex)[0], y - 1)
                self._put(x, y, "▀" * self._body, between(above, ground))
                continue
            text, style = _filling("" if "-block" in ground else kind, scene, part)[: self._body], ground
            if text.strip():
                style = f"{ground} {PATTERNS.get(kind, 'dim' if scene.lined else 'grain')}"
            self._put(x, y + part, text, style)

    def _draw_edge(self, col: int, y: int) -> None:
        """The cell between two columns: how far the left hex reaches, or the corner of hexes of one ground."""
        scene, zoom, x = self._scene, self._zoom, col * self._zoom.across
        one, other = self._tone(col, y), self._tone(col + 1, y)
        if "hull" in (one, other) and col in (0, scene.board.cols):
            one = other = "hull"
        if zoom.down == 1:
            self._put(x, y, " ", one or other)
            return
        part = (y - (0 if col % 2 else zoom.down // 2)) % zoom.down
        if one == other == "hull":
            self._put(x, y, *((signs.ROCK, "hull dim") if scene.filled else (" ", "hull")))
        elif scene.lined:
            plain = all(tone not in (VOID, "hull") and "block" not in tone for tone in (one, other))
            self._put(x, y, DOTS[part] if plain else " ", "dot")
        elif one != other:
            self._put(x, y, SLANTS[part], between(one, other))
        elif one == "smoke":
            self._put(x, y, signs.SMOKE, "smoke haze")
        else:
            self._put(x, y, DOTS[part] if one and "block" not in one else " ", f"{one} dot".strip())

    # --- what lies over it

    def _all_areas(self) -> tuple[object, ...]:
        """All that areas are drawn from, beside the floor."""
        scene, board = self._scene, self._scene.board
        threats = board.threats if scene.threats else frozenset()
        arc = board.line.arc if board.line else ()
        keys = {} if board.reach else (scene.steps, scene.refused)
        return board.reach, board.choices, keys, board.watched, board.blast, arc, threats, board.zones

    def _tones_of_areas(self) -> dict[str, tuple[str, str]]:
        """Where one may go, what is watched, struck or threatened, where sides begin, and grenades; those behind over those before."""
        scene, board = self._scene, self._scene.board
        areas: list[tuple[Iterable[str], str]] = [
            ((hex for hex, reach in board.reach.items() if not reach.acts), "far"),
            ((hex for hex, reach in board.reach.items() if reach.acts), "reach"),
            (board.choices | scene.steps.keys() if not board.reach else (), "reach"),
            (board.threats if scene.threats else (), "threat"),
            ((*board.watched, *board.blast, *(board.line.arc if board.line else ())), "warn-ground"),
            ((hex for hex, cell in board.cells.items() if cell.grenade), "warn-block"),
        ]
        tones = {hex: tone for hexes, tone in areas for hex in hexes if board.has(hex)}
        tones |= {hex: f"{_zone_side(zone)}-ground" for hex, zone in board.zones.items()}
        return {hex: (tone, tone) for hex, tone in tones.items() if not scene.cell(hex).solid}

    def _lay(self, tones: Mapping[str, tuple[str, str]], told: Iterable[str] = ()) -> None:
        """Draw hexes in other tones, with their edges and words; and the words of others."""
        self._tones |= tones
        for hex in tones:
            self._draw_ground(hex)
        for hex in tones:
            (col, _), (_, y) = column_and_row(hex), corner(hex, self._zoom)
            for part in range(self._zoom.down):
                self._draw_edge(col - 1, y + part)
                self._draw_edge(col, y + part)
        for hex in {*tones, *told}:
            self._write(hex)

    def _draw_marks(self) -> None:
        """The way, the hex that is looked at, the ground of figures, and the names of hexes."""
        scene, board = self._scene, self._scene.board
        self._tones = dict(self._area_tones)
        marks = dict.fromkeys(scene.path[1:], ("chosen", "chosen"))
        marks |= dict.fromkeys(scene.path_ahead, ("surface", "surface"))
        if scene.cursor or board.cursor:
            marks[scene.at] = "chosen", "chosen"
        for hex, figures in scene.figures.items():
            under = marks.get(hex) or self._tones.get(hex) or (self._grounds.get(hex, "deck"),) * 2
            marks[hex] = self._tones_of(figures, under)
        refused = () if board.reach else scene.refused
        self._lay({hex: tones for hex, tones in marks.items() if board.has(hex)}, filter(board.has, refused))
        if scene.numbers:
            for col in range(1, board.cols + 1):
                for row in range(1, board.rows + 1):
                    hex = hex_name(col, row)
                    x, y = corner(hex, self._zoom)
                    self._mark(x, y, hex[: self._zoom.across], "dim")

    def _write(self, hex: str) -> None:
        """The words in a hex without a figure: the step of a way and what it has cost, a grenade, a key that picks it."""
        scene, cell, (x, y) = self._scene, self._scene.cell(hex), corner(hex, self._zoom)
        upper = lower = ("", "")
        if hex in scene.ways:
            arrow, spent = scene.ways[hex]
            style = "dim" if hex in scene.path_ahead else "strong"
            upper, lower = (arrow, style), (f"{spent}" if spent else "", style)
        elif cell.grenade:
            upper, lower = (signs.GRENADE, ""), ("NOW", "")
            if cell.due:
                upper, lower = ("", ""), (f"{signs.GRENADE}{cell.due}", "")
        elif scene.steps.get(hex) and not scene.board.reach:
            upper = scene.steps[hex], "key"
        elif hex in scene.refused:
            upper = signs.FAILURE, "dim"
        elif hex in scene.board.zones:
            upper = scene.board.zones[hex], f"{_zone_side(scene.board.zones[hex])} strong"
        elif cell.thing:
            lower = f"{signs.THING}{cell.thing}", ""
        if cell.depth and not lower[0]:
            lower = f"−{cell.depth:g}", "strong"
        if scene.lined and not lower[0]:
            reach = scene.board.reach.get(hex)
            if reach is not None:
                lower = f"{reach.cost}", "strong" if reach.acts else "dim"
            elif hex in scene.board.blast or hex in scene.board.watched:
                upper, lower = ("· ·", ""), ("·", "")
        rows = (upper, lower) if self._zoom.down > 1 else (upper if upper[0] else lower,)
        for part, (text, style) in enumerate(rows):
            if text:
                said = set_cell_size(clean(text), min(self._body, cell_len(text)))
                self._mark(x + (self._body - len(said)) // 2, y + part, said, style)

    # --- walls

    def _draw_walls(self) -> None:
        """On the sides of hexes, over everything; where a figure stands south of a wall that lies across, in the row above it."""
        scene, zoom = self._scene, self._zoom
        for (hex, side), weight in scene.slanted.items():
            (col, _), (x, y) = column_and_row(hex), corner(hex, zoom)
            lower = side == "se"
            row = y + (zoom.down - 1 if lower else 0)
            if col < 1 or row < 0:
                continue
            sign = signs.SLANTED[self._height(weight)][lower]
            self._put(x + self._body, row, sign, f"{self._ground_at(x, row)} {_wall_role(weight)}")
        for hex, weight in scene.level.items():
            x, y = corner(hex, zoom)
            style, above, height = _wall_role(weight), neighbour(hex, "n"), self._height(weight)
            if hex not in scene.figures:
                last = y == len(self._rows)  # below the lowest hexes
                self._mark(x, y - last, (signs.BELOW if last else signs.LEVEL)[height] * self._body, style)
            elif zoom.down == 1 and (above in scene.figures or y == 0):
                continue  # there is room for the names alone
            elif above in scene.figures or y == 0:
                sign = (signs.LEVEL if y == 0 else signs.BELOW)[height]
                self._mark(x + self._body - 1, max(0, y - 1), sign, style)
            else:
                self._mark(x, y - 1, signs.BELOW[height] * self._body, style)

    def _height(self, weight: int) -> int:
        return weight + (self._scene.lined and weight > signs.BREAST)

    # --- figures

    def _tones_of(self, figures: tuple[Figure, ...], under: tuple[str, str]) -> tuple[str, str]:
        """What lies under the two rows of a hex: of two figures each has one."""
        scene = self._scene
        if len(figures) > 1:
            return self._block(figures[0]), self._block(figures[1])
        figure = figures[0]
        block, quiet = self._block(figure), f"{scene.roles.get(figure.side, SIDES[0])}-ground"
        if figure.standing == "gone":
            return (quiet, quiet) if figure.alive else under
        if figure.id == scene.target:
            return ("ink-block", "warn-block" if figure.hex in scene.board.watched else "ink-block")
        if figure.down:
            return under[0], block
        if "burning" in figure.statuses:
            return block, "fire"
        return block, quiet if self._hurt(figure) and not self._is_planned(figure) else block

    def _block(self, figure: Figure) -> str:
        """The ground of a figure: its side's colour, less bright when it has acted."""
        scene, role = self._scene, self._scene.roles.get(figure.side, SIDES[0])
        if figure.id == scene.target or self._is_planned(figure):
            return "ink-block"
        if scene.lined and BRACKETS.get(role, (" ",))[0] != " ":
            return "deck"
        return f"{role}-acted" if figure.standing == "done" else f"{role}-block"

    def _acts(self, figure: Figure) -> bool:
        """Whether it is this figure's turn, or it would be the one to act while everyone waits."""
        if figure.standing == "active" or figure.id != self._scene.chosen:
            return figure.standing == "active"
        return not any(one.standing == "active" for one in self._scene.board.figures)

    def _is_pointed_at(self, figure: Figure) -> bool:
        """Whether the cursor is there, where nothing else marks the figure."""
        marked = self._acts(figure) or figure.id == self._scene.target
        return figure.hex == self._scene.cursor and not marked

    def _is_planned(self, figure: Figure) -> bool:
        """Whether the figure is drawn where it would go."""
        return figure.hex in self._scene.ways and bool(self._scene.ways[figure.hex][1])

    def _hurt(self, figure: Figure) -> str:
        return "" if figure.hex in self._scene.chances else severity(figure.left, figure.full)

    def _draw_figures(self) -> None:
        scene, board = self._scene, self._scene.board
        if board.has(scene.cursor) and scene.cursor not in scene.figures and self._zoom.down > 1:
            x, y = corner(scene.cursor, self._zoom)
            for at, side, bar in ((x - 1, "w", "▐"), (x + self._body, "e", "▌")):
                for part in (0, 1):
                    self._put(at, y + part, bar, f"{self._beside(scene.cursor, side, y + part)} key")
        for hex, figures in scene.figures.items():
            if not board.has(hex):
                continue
            x, y = corner(hex, self._zoom)
            if self._zoom.down == 1:
                self._draw_far(figures, x, y)
            elif len(figures) > 1:
                for part, figure in enumerate(figures[:2]):
                    hits = f"{figure.left}"
                    letters = clean(figure.letters)[: 1 if len(hits) > 1 else 2]
                    self._mark(x, y + part, f"{letters}{hits}".ljust(self._body), "strong")
                    if self._acts(figure) or self._is_pointed_at(figure):
                        self._draw_bars(figure, x, y + part)
                if figures[2:]:
                    self._put(x + self._body, y + 1, "+", "strong")
                if over := _sign_over(scene.cell(hex)):
                    self._put(x + self._body, y, *over)
            else:
                self._draw_figure(figures[0], x, y)
            if figures[0].standing != "gone" or figures[0].alive:
                self._standing |= {(x + i, y + j) for i in range(self._body) for j in range(self._zoom.down)}
        ghost = scene.mover
        if ghost is not None and scene.path[0] not in scene.figures:
            role = scene.roles.get(ghost.side, SIDES[0])
            x, y = corner(scene.path[0], self._zoom)
            for part, text in enumerate((clean(ghost.letters)[:2], "was")[: self._zoom.down]):
                self._put(x, y + part, text.ljust(self._body)[: self._body], f"{role}-ground {role}")

    def _draw_far(self, figures: tuple[Figure, ...], x: int, y: int) -> None:
        figure = figures[0]
        if figure.standing == "gone":
            role = self._scene.roles.get(figure.side, SIDES[0])
            self._mark(x, y, "KO" if figure.alive else signs.GONE, role if figure.alive else "bad")
            return
        letters = "".join(clean(one.letters)[: 1 if figures[1:] else 2] for one in figures[:2])
        chance = self._scene.chances.get(figure.hex, "").rstrip("%")
        self._mark(x, y, f"{chance:>2}" if 0 < len(chance) <= 2 else letters.ljust(2), "strong")
        self._put(x + self._body, y, ARROWS.get(figure.facing, " "), f"{self._hurt(figure)} strong".strip())

    def _draw_figure(self, figure: Figure, x: int, y: int) -> None:
        """Two letters and the way it faces, hits and a sign below; the rim of who acts, and a bar on the side that it faces."""
        scene, role = self._scene, self._scene.roles.get(figure.side, SIDES[0])
        upper, lower = (self._ground_at(x, y + part) for part in (0, 1))
        letters, cell = clean(figure.letters)[:2].ljust(2), scene.cell(figure.hex)
        if figure.standing == "gone":
            style = f"{role} strong" if figure.alive else "bad strong"
            self._put(x, y, letters.rstrip(), f"{upper} {role if figure.alive else 'dim struck'}")
            self._put(x, y + 1, "KO" if figure.alive else signs.GONE, f"{lower} {style}")
            if cell.grenade:
                self._put(x + 2, y + 1, f"{cell.due or signs.CARE}", "warn-block")
            return
        hurt = self._hurt(figure)
        hits = scene.chances.get(figure.hex, "") or f"{figure.left}"
        hits = f"{scene.ways[figure.hex][1]}" if self._is_planned(figure) else hits
        hits = hits.rstrip("%") if len(hits) > self._body else hits
        sign = next((signs.FIGURES[status] for status in figure.statuses), signs.LOW if figure.low else "")
        if scene.steps.get(figure.hex) and not scene.board.reach:
            sign = scene.steps[figure.hex]
        is_looked_at = figure.id == scene.target or (figure.id == scene.chosen and not self._acts(figure))
        under = " under" if is_looked_at else ""
        bold = "" if figure.standing == "done" and figure.id != scene.target else "strong"
        name = letters, ARROWS.get(figure.facing, " ")
        numbers = hits.ljust(self._body - 1) + (sign or " ") if len(hits) < self._body else hits
        if figure.down and figure.id != scene.target:
            self._put(x, y, numbers, f"{upper} {hurt or role} strong")
            self._put(x, y + 1, "".join(name), f"{lower} {bold}{under}".strip())
        else:
            self._put(x, y, name[0], f"{upper} {bold}{under}".strip())
            self._put(x + 2, y, name[1], f"{upper} {bold}".strip())
            calm = "warn" if lower == "fire" else hurt if lower.endswith("-ground") else ""
            self._put(x, y + 1, numbers, f"{lower} {calm} strong")
        if cell.grenade:
            due = f"{cell.due}" if cell.due else signs.CARE
            text = f"{signs.GRENADE}{due}" if len(hits) == 1 else due
            self._put(x + self._body - len(text), y + 1, text, "warn-block")
        elif cell.fire and "burning" not in figure.statuses:
            self._put(x + self._body - 1, y + 1, signs.FIRE, "fire warn strong")
        elif (over := _sign_over(cell)) and not cell.fire and not sign and len(hits) < self._body:
            self._put(x + self._body - 1, y + 1, *over)
        elif cell.thing and not sign and len(hits) < self._body:
            self._put(x + self._body - 1, y + 1, signs.THING, lower)
        self._draw_rim(figure, x, y)

    def _draw_rim(self, figure: Figure, x: int, y: int) -> None:
        """White bars left and right of who acts, brackets where sides have no colours, and a bar on the side that is faced."""
        scene, right = self._scene, x + self._body
        role = scene.roles.get(figure.side, SIDES[0])
        acts, facing = self._acts(figure), figure.facing
        brackets = BRACKETS.get(role, (" ", " ")) if scene.lined else (" ", " ")
        for part in (0, 1):
            if acts or self._is_pointed_at(figure):
                self._draw_bars(figure, x, y + part)
            elif scene.lined and brackets[0] != " ":
                self._put(x - 1, y + part, brackets[0], "strong")
                self._put(right, y + part, brackets[1], "strong")
        if facing[1:]:  # to a slanted side
            at, part = (x - 1 if facing[1] == "w" else right), int(facing[0] == "s")
            sign = "█" if acts else "▐" if facing[1] == "w" else "▌"
            self._put(at, y + part, sign, between("ink-block", self._beside(figure.hex, facing[1], y + part)))
        if facing in ("n", "s"):
            at = y - 1 if facing == "n" else y + 2
            if all(self._sign_at(i, at) in UNDER_A_LINE for i in range(x, right)):
                ground = self._ground_at(x, at)
                sign = ("▄" if acts else "▂") if facing == "n" else "▀" if acts else "▔"
                self._put(x, at, sign * self._body, between("ink-block", ground))

    def _draw_bars(self, figure: Figure, x: int, y: int) -> None:
        """White bars left and right of a row of who acts, in the colour of keys where the cursor is."""
        lined = self._scene.lined  # a free edge tells the bar from a figure that is as white
        for at, side, bar in ((x - 1, "w", "▐"), (x + self._body, "e", "▌")):
            ground = self._beside(figure.hex, side, y)
            pointed = self._is_pointed_at(figure)
            if lined:
                self._put(at, y, "┃", f"{ground} strong")
                continue
            self._put(at, y, bar, f"{ground} key" if pointed else between("ink-block", ground))

    def _beside(self, hex: str, side: str, y: int) -> str:
        """The ground in a row of the column to the west or east of a hex."""
        return self._tone(column_and_row(hex)[0] + (1 if side == "e" else -1), y)

    # --- the line of fire

    def _draw_line_of_fire(self) -> None:
        """Dots from the middle of one hex to that of the other, over everything but figures and walls."""
        line = self._scene.board.line
        if line is None or not line.hexes or self._zoom.down == 1:
            return
        corners = (corner(hex, self._zoom) for hex in (line.start or line.hexes[0], line.hexes[-1]))
        (x1, y1), (x2, y2) = (((x + self._body / 2) * 2, (y + 1) * 4) for x, y in corners)
        many = int(max(abs(x2 - x1), abs(y2 - y1)) * 2) or 1
        stopped = line.hexes.index(line.blocked) + 1 if line.blocked in line.hexes else len(line.hexes) + 1
        dots: dict[tuple[int, int], int] = {}
        beyond: set[tuple[int, int]] = set()
        for i in range(many + 1):
            x = int(x1 + (x2 - x1) * i / many)
            for thick in (0, 1):
                y = int(y1 + (y2 - y1) * i / many + thick - 0.5)
                cell = x // 2, y // 4
                dots[cell] = dots.get(cell, 0) | BRAILLE[x % 2][y % 4]
                if i / many * len(line.hexes) > stopped - 0.5:
                    beyond.add(cell)
        for (x, y), shown in dots.items():
            if (x, y) not in self._standing and self._sign_at(x, y) in UNDER_A_LINE:
                self._mark(x, y, chr(0x2800 + shown), "dim" if (x, y) in beyond else "warn strong")
        if line.blocked and line.blocked not in self._scene.figures and self._scene.board.has(line.blocked):
            x, y = corner(line.blocked, self._zoom)
            self._mark(x + 1, y, signs.FAILURE, "bad strong")

    # --- the window

    def _shown(self) -> list[Line]:
        """The numbers of the columns, and the rows in view behind theirs, with flags on the rim for figures that are not."""
        window, zoom, board = self._window, self._zoom, self._scene.board
        room, down = window.width - RULER, window.height - 1
        rows = [row[window.left : window.left + room] for row in self._rows[window.top : window.top + down]]
        rows += [[] for _ in range(down - len(rows))]
        at_col, at_row = column_and_row(self._scene.at) if board.has(self._scene.at) else (0, 0)
        for figure in board.figures:
            if figure.standing == "gone" or not board.has(figure.hex) or not rows or not rows[0]:
                continue
            x, y = corner(figure.hex, zoom)
            x, y = x - window.left, y - window.top
            shown = x >= 0 and x + self._body <= len(rows[0]) and y >= 0 and y + zoom.down <= len(rows)
            if not shown:
                block = "ink-block" if figure.id == self._scene.target else ""
                _flag(rows, figure, self._scene.roles.get(figure.side, SIDES[0]), block, x, y)
        head, filled = [Piece(" " * RULER)], 0
        for col in range(window.left // zoom.across + 1, board.cols + 1):
            start = (col - 1) * zoom.across + 1 - window.left
            if start + 2 > room:
                break
            head += [Piece(" " * (start - filled)), Piece(f"{col:02}", "strong" if col == at_col else "dim")]
            filled = start + 2
        lines = [Line(tuple(head))]
        for y, cells in enumerate(rows, window.top):
            row, begun = divmod(y, zoom.down)
            number = f"{row + 1:02}" if begun == 0 and row < board.rows else " " * RULER
            lines.append(Line((Piece(number, "strong" if row + 1 == at_row else "dim"), *joined(cells))))
        return lines


BRAILLE = (0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80)
"""The dots of a cell, column by column, from above."""


def _flag(rows: list[list[Drawn]], figure: Figure, role: str, block: str, x: int, y: int) -> None:
    """A figure outside what is shown, on the rim of it in its row or column."""
    width = len(rows[0])
    letters = [(sign, block or f"{role}-block strong") for sign in clean(figure.letters)[:2]]
    row, at = min(max(0, y), len(rows) - 1), min(max(0, x), width - len(letters) - 1)
    sign = "◀" if x < 0 else "▶" if x + 3 > width else "▴" if y < 0 else "▾"
    flag = [*letters, (sign, role)] if sign == "▶" else [(sign, role), *letters]
    rows[row][at : at + len(flag)] = flag


def _zone_side(zone: str) -> str:
    """The colour of the side that begins in a zone, by the zone's number."""
    return SIDES[(int(zone) - 1) % len(SIDES)] if zone.isdecimal() else SIDES[0]


def _wall_role(weight: int) -> str:
    """Low walls are gold, high ones white."""
    return "warn strong" if weight <= signs.BREAST else "strong"


def _sign_over(cell: Cell) -> tuple[str, str] | None:
    """What is to be known of a hex that figures fill, and its style."""
    signed = (
        (bool(cell.grenade), signs.GRENADE, "warn-block"),
        (cell.fire, signs.FIRE, "fire warn strong"),
        (cell.gas, signs.GAS, "gas grain"),
        (cell.smoke > 0, signs.SMOKE if cell.smoke == 1 else signs.DENSE, "smoke haze"),
    )
    return next(((sign, style) for holds, sign, style in signed if holds), None)


def _ground(cell: Cell) -> str:
    over = {"hull": cell.solid, "fire": cell.fire, "gas": cell.gas, "smoke": cell.smoke > 0}
    found = next((name for name, holds in over.items() if holds), cell.ground)
    return "deck" if found in FLAT else found


def _texture(cell: Cell) -> str:
    """What fills a hex: what burns or hides in it, else what it is made of; a floor without either has none."""
    over = {
        "wall": cell.solid,
        "fire": cell.fire,
        "gas": cell.gas,
        "dense": cell.smoke > 1,
        "smoke": cell.smoke > 0,
    }
    found = next((name for name, holds in over.items() if holds), cell.ground)
    return "" if found == "clear" else found


def _filling(kind: str, scene: Scene, part: int) -> str:
    if kind == "wall" and not scene.filled:
        kind = ""
    return signs.GRAIN.get(kind, ("   ", "   "))[part]


# --- the small map


def grain(scene: Scene, width: int, height: int) -> int:
    """The columns that a cell of the small map stands for, and half the rows, so that it fits; 0 where none do."""
    board = scene.board
    for each in range(1, COARSEST + 1):
        if -(-board.cols // each) <= width and -(-board.rows // (2 * each)) <= height:
            return each
    return 0


def minimap(scene: Scene, each: int) -> list[Line]:
    """The rows of the small map: walls, and figures in the colours of their sides."""
    board, marked = scene.board, _marked(scene, each)
    across, down = -(-board.cols // each), -(-board.rows // each)

    def ground(x: int, y: int) -> str:
        return marked.get((x, y), "panel") if y < down else ""

    return [
        line(*(("▀", between(ground(x, y), ground(x, y + 1))) for x in range(across)))
        for y in range(0, down, 2)
    ]


def _marked(scene: Scene, each: int) -> Mapping[tuple[int, int], str]:
    """The style of each block of hexes in which anybody is, else of what half of it is made of."""
    board = scene.board

    def block(hex: str) -> tuple[int, int]:
        col, row = column_and_row(hex)
        return (col - 1) // each, (row - 1) // each

    grounds: dict[tuple[int, int], Counter[str]] = {}
    for hex, cell in board.cells.items():
        if cell.ground not in FLAT:
            grounds.setdefault(block(hex), Counter())[_ground(cell)] += 1
    made = {
        (x, y): ground
        for (x, y), found in grounds.items()
        for ground, many in found.most_common(1)
        if many * 2 >= min(each, board.cols - x * each) * min(each, board.rows - y * each)
    }
    there = (one for one in board.figures if one.standing != "gone" and board.has(one.hex))
    people: dict[tuple[int, int], str] = {}
    for figure in sorted(there, key=lambda one: column_and_row(one.hex)[::-1]):
        people.setdefault(block(figure.hex), f"{scene.roles.get(figure.side, 'ink')}-block")
    return made | people
