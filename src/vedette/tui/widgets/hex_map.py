"""The map: shows a board, keeps what matters in view, and tells which hex was clicked, or is pointed at; and what its signs mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from msgspec.structs import replace
from textual import events
from textual.geometry import Region
from textual.message import Message

from vedette.tui.path_entry import STEP_KEYS, arrow_way
from vedette.tui.text import Line, Said, clean, cut_line, filled, fit, in_rows, line, rule, spread, wrap
from vedette.tui.widgets import hex_lines as lines
from vedette.tui.widgets.hex_colours import GroundWidget
from vedette.tui.widgets.hex_lines import RULER, Zoom
from vedette.tui.widgets.hex_scene import Scene, wall_role
from vedette.view import signs
from vedette.view.board import Board
from vedette.view.hexes import hex_name, neighbour

TALL = 14  # from how many rows on two of them tell about the hex that is looked at; below that one
HEAD = 1  # the row with the numbers of the columns
MINIMAP = 0.8  # where more of a board than this part is in view, it is not shown in small as well
MOST = 0.65  # the part of its columns, and of its rows, that counts as most of a board

Sign = tuple[str, str, str]
"""A sign, the names of its style, and what it means."""

SIGN = 2  # cells of a sign
COLUMN = 16  # the least cells of a sign with its meaning

GROUNDS = {
    "wall": "solid wall", "broken": "broken ground", "water": "water", "deep": "deep water", "mud": "mud", "snow": "snow",
    "ice": "ice", "pit": "a pit",
}  # fmt: skip

WALLS = {3: "high wall", 2: "wall to 1 m", 1: "wall to ½ m"}


class HexMap(GroundWidget, can_focus=True):
    """A window on a board. Until somebody zooms its hexes are as large as they can be with all that matters in view.

    While it has the keyboard a cursor is moved over it, and Enter is a click.
    """

    FOCUS_ON_CLICK = False
    DEFAULT_CSS = """
    HexMap { background: $background; padding: 0 0 0 1; }
    """

    @dataclass
    class HexClicked(Message):
        """A hex was clicked, or picked with the cursor."""

        hex: str

    @dataclass
    class HexPointed(Message):
        """The cursor is on another hex."""

        hex: str

    class Left(Message):
        """The cursor is left."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.scene: Scene | None = None
        self._wanted: Zoom | None = None
        self._numbers, self._threats = False, True
        self._pointed = ""
        self._seen: tuple[str, ...] = ()
        self._drawing: lines.Drawing | None = None
        self._small = Region()
        self._left = self._top = 0

    @property
    def zoom(self) -> Zoom:
        """The zoom that was asked for, else the largest in which what matters fits; near where it fits in none."""
        if self._wanted is not None:
            return self._wanted
        tried = (zoom for zoom in reversed(lines.ZOOMS) if zoom is not lines.CLOSE or self._fits(zoom, MOST))
        return next((zoom for zoom in tried if self._matters_fit(zoom)), lines.NEAR)

    def show(self, scene: Scene) -> None:
        """Show a scene; it scrolls only where other hexes matter than before."""
        scene = self.as_drawn(replace(scene, numbers=self._numbers, threats=self._threats))
        if scene != self.scene:
            self.scene = scene
            if (matters := self._matters()) != self._seen:
                self._seen = matters
                self._reveal()
            self.redraw()

    def zoom_by(self, step: int, *, around: bool = False) -> None:
        """Nearer or farther; `around` goes on from one end to the other."""
        at, zooms = lines.ZOOMS.index(self.zoom) + step, lines.ZOOMS
        self._wanted = zooms[at % len(zooms) if around else max(0, min(at, len(zooms) - 1))]
        self._centre()
        self.redraw()

    def flip_numbers(self) -> None:
        self._numbers = not self._numbers
        self._again()

    def flip_threats(self) -> None:
        self._threats = not self._threats
        self._again()

    def take_cursor(self) -> None:
        """The keyboard goes to a cursor, on the hex that is looked at."""
        scene = self.scene
        if scene is not None and self.region:
            self.focus(scroll_visible=False)
            self.post_message(self.HexPointed(scene.at or next(iter(_standing(scene.board)), "0101")))

    def move(self, across: int, down: int) -> None:
        zoom = self.zoom
        self._put(self._left + across * zoom.across, self._top + down * zoom.down, zoom)
        self.redraw()

    def scroll_rows(self, rows: int) -> None:
        self._put(self._left, self._top + rows, self.zoom)
        self.redraw()

    def draw(self, width: int, height: int) -> Sequence[Line]:
        if self.scene is None:
            return ()
        zoom = self.zoom
        self._put(self._left, self._top, zoom)
        foot = self._foot(self.scene, zoom, width)
        window = lines.Window(self._left, self._top, width, max(HEAD, height - len(foot)))
        self._drawing = lines.Drawing(self.scene, zoom, window, self._drawing)
        return [*self._with_minimap(self._drawing.lines(), self.scene, zoom, width), *foot]

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._again()

    def on_resize(self) -> None:
        self._centre()
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        scene = self.scene
        if scene is None:
            return
        if event.key == "escape":
            self.post_message(self.Left())
        elif event.key == "enter":
            self.post_message(self.HexClicked(scene.at))
        else:
            way = STEP_KEYS.get(event.character or "")
            if not scene.board.has(scene.at) or not (way := way or arrow_way(event.key, scene.at)):
                return
            self.post_message(self.HexPointed(scene.board.next(scene.at, way) or scene.at))
        event.stop()
        event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """A click counts for the hex under it; on the minimap it goes to the part of the board that was clicked."""
        offset = event.get_content_offset(self)
        if self.scene is not None and offset is not None and self._small.contains_point(offset):
            zoom, there = self.zoom, offset - self._small.offset
            width, height = self._room()
            each = -(-self.scene.board.cols // self._small.width)
            x, y = lines.corner(hex_name(there.x * each + 1, there.y * 2 * each + 1), zoom)
            self._put(x - width // 2, y - height // 2, zoom)
            self.redraw()
            event.stop()
        elif hex := self._hex_under(event):
            event.stop()
            self.post_message(self.HexClicked(hex))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._point(self._hex_under(event))

    def on_leave(self, event: events.Leave) -> None:
        self._point("")

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        event.stop()
        self.move(1, 0)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        event.stop()
        self.move(-1, 0)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scroll_sideways(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scroll_sideways(event, -1)

    def _again(self) -> None:
        if self.scene is not None:
            self.show(self.scene)

    def _hex_under(self, event: events.MouseEvent) -> str:
        """The hex under the mouse, "" where there is none."""
        offset = event.get_content_offset(self)
        scene = self.scene
        if offset is None or scene is None or not HEAD <= offset.y < self._room()[1] + HEAD:
            return ""
        if offset.x < RULER or self._small.contains_point(offset):
            return ""
        hex = lines.hex_at(offset.x - RULER + self._left, offset.y - HEAD + self._top, self.zoom)
        return hex if scene.board.has(hex) else ""

    def _point(self, hex: str) -> None:
        if hex != self._pointed:
            self._pointed = hex
            self.redraw()

    def _scroll_sideways(self, event: events.MouseEvent, way: int) -> None:
        """With Shift; without it the wheel does what it does to all lines, whose handler comes after this one."""
        if event.shift:
            event.stop()
            event.prevent_default()
            self.move(way, 0)

    def _matters(self) -> tuple[str, ...]:
        """The hexes to keep in view, the most important last: both ends of a shot, where a new path has come to, else all figures."""
        if self.scene is None:
            return ()
        scene, board = self.scene, self.scene.board
        if scene.cursor:
            return (scene.cursor,)
        if board.line is None and scene.path and scene.path != board.path:
            return (scene.path[0], scene.path[-1])
        figure = board.figure(scene.chosen)
        others = _standing(board) if board.line is None else board.line.hexes[-1:]
        return (*others, *((figure.hex,) if figure else ()))

    def _room(self) -> tuple[int, int]:
        width, height = self.size
        return width - RULER, height - HEAD - (2 if height >= TALL else 1)

    def _fits(self, zoom: Zoom, part: float) -> bool:
        if self.scene is None:
            return False
        wide, high = lines.size(self.scene, zoom)
        width, height = self._room()
        return wide * part <= width and high * part <= height

    def _matters_fit(self, zoom: Zoom) -> bool:
        left, top, right, bottom = self._box(zoom)
        width, height = self._room()
        return right - left <= width and bottom - top <= height

    def _box(self, zoom: Zoom) -> tuple[int, int, int, int]:
        """The cells of all that matters, without the edges at its ends, but with a wall below the board: left, top, right, bottom."""
        scene = self.scene
        there = [hex for hex in self._seen if scene is not None and scene.board.has(hex)]
        below = {neighbour(hex, "s") for hex in there}
        walled = scene is not None and any(not scene.board.has(hex) for hex in below & scene.level.keys())
        corners = [lines.corner(hex, zoom) for hex in there] or [(0, 0)]
        across, down = [x for x, _ in corners], [y for _, y in corners]
        return min(across), min(down), max(across) + zoom.across - 1, max(down) + zoom.down + walled

    def _put(self, left: int, top: int, zoom: Zoom) -> None:
        """Look at a part, within the board; a board that is smaller than the map stands in its middle."""
        if self.scene is None:
            return
        wide, high = lines.size(self.scene, zoom)
        width, height = self._room()
        self._left = _within(left, wide - width, zoom.across) if wide > width else (wide - width) // 2
        self._top = _within(top, high - height, zoom.down) if high > height else (high - height) // 2

    def _reveal(self) -> None:
        """Scroll until all that matters is in view; where it has no room, the hex that matters most."""
        zoom = self.zoom
        width, height = self._room()
        left, top, right, bottom = self._box(zoom)
        if right - left > width or bottom - top > height:
            self._seen = self._seen[-1:]
            zoom = self.zoom
            left, top, right, bottom = self._box(zoom)
        inside = self._left <= left and right <= self._left + width
        if not (inside and self._top <= top and bottom <= self._top + height):
            self._put((left + right - width) // 2, (top + bottom - height) // 2, zoom)

    def _centre(self) -> None:
        self._seen = self._matters()
        self._left = self._top = -(10**6)
        self._reveal()

    def _with_minimap(self, shown: list[Line], scene: Scene, zoom: Zoom, width: int) -> list[Line]:
        """The whole board over a corner of the map, where not all of it is in view; never over what matters."""
        height = len(shown)
        wide, high = lines.size(scene, zoom)
        seen = min(1, (width - RULER) / wide) * min(1, (height - HEAD) / high)
        each = lines.grain(scene, width, height)
        self._small = Region()
        if seen > MINIMAP or not each:
            return shown
        cols = self._left // zoom.across + 1, (self._left + width - RULER) // zoom.across
        rows = self._top // zoom.down + 1, (self._top + height - HEAD) // zoom.down
        small = lines.minimap(scene, cols, rows, each)
        across, down = -(-scene.board.cols // each), len(small)
        corners = [(x, y) for y in (height - down, HEAD) for x in (width - across, RULER)]
        regions = (Region(x, y, across, down) for x, y in corners)
        region = self._small = next((one for one in regions if not self._covers(one, scene, zoom)), Region())
        for y, pieces in enumerate(small if region else (), region.y):
            row = shown[y]
            shown[y] = line(*cut_line(row, 0, region.x), *pieces, *cut_line(row, region.right, width))
        return shown

    def _covers(self, region: Region, scene: Scene, zoom: Zoom) -> bool:
        """Whether anybody, or anything that is said of a hex, is drawn in a part of the map."""
        board, (x, y) = scene.board, (self._left - RULER, self._top - HEAD)
        cells = product(region.column_range, region.line_range)
        hexes = {lines.hex_at(col + x, row + y, zoom) for col, row in cells}
        fire = board.line.hexes if board.line else ()
        there = (scene.figures, board.reach, board.blast, scene.path, fire, (scene.at,))
        return not all(hexes.isdisjoint(some) for some in there)

    def _foot(self, scene: Scene, zoom: Zoom, width: int) -> list[Line]:
        """All about the hex in question; on the right the zoom, and where there is more."""
        wide, high = lines.size(scene, zoom)
        across, down = self._room()
        there = {
            "◂": self._left > 0,
            "▸": self._left + across < wide,
            "▴": self._top > 0,
            "▾": self._top + down < high,
        }
        more = "".join(sign for sign, goes_on in there.items() if goes_on)
        hex, tail = self._pointed or scene.at, f" {more} {zoom.word}"
        words, look = clean(scene.board.told(hex)), clean(scene.look(hex))
        tall, room = self.size.height >= TALL, width - len(tail) - 1
        told = wrap(words, room)[0].rstrip(" ·") if tall else fit(_listed(words, look), room)
        first = spread([(told, "strong")], [(tail, "dim")], width, "panel")
        below = _listed(words[len(told) :].strip(" ·"), look)
        return [first, line(fit(below, width), ground="panel")] if tall else [first]


def _listed(*parts: str) -> str:
    """What is told of a hex, one thing after the other."""
    return " · ".join(filter(None, parts))


def _standing(board: Board) -> tuple[str, ...]:
    return tuple(dict.fromkeys(figure.hex for figure in board.figures if figure.standing != "gone"))


def _within(start: int, last: int, span: int) -> int:
    """A start between 0 and the last that is needed, at the beginning of a hex: its name is not cut."""
    whole = -(-start // span) * span
    return max(0, min(whole, -(-last // span) * span))


class Legend(GroundWidget):
    """As many signs as there is room for, in columns."""

    DEFAULT_CSS = "Legend { padding: 0 1; }"

    _scene: Scene | None = None
    _signs: tuple[Sign, ...] = ()

    def show(self, scene: Scene) -> None:
        self._scene = scene
        signs = tuple(signs_on(self.as_drawn(scene)))
        if signs != self._signs:
            self._signs = signs
            self.redraw()

    def notify_style_update(self) -> None:
        """Other colours, or none: then grounds have other patterns."""
        super().notify_style_update()
        if self._scene is not None:
            self.show(self._scene)

    def draw(self, width: int, height: int) -> Sequence[Line]:
        across = max(1, width // COLUMN)
        room = width // across - SIGN
        cells: list[list[Said]] = [
            [(shown[:SIGN].ljust(SIGN), role), *filled([(f" {words}", "dim")], room)]
            for shown, role, words in self._signs[: across * (height - 1)]
        ]
        return [rule("Signs", width), *in_rows(cells, across)]


def signs_on(scene: Scene) -> Iterator[Sign]:
    """The signs on a scene: what is laid over it, what is in its hexes, who is on it, its walls and grounds."""
    board, cells = scene.board, scene.board.cells.values()
    acts = {reach.acts for reach in board.reach.values()}
    fire = {part for hex, part in scene.line_of_fire.items() if hex not in scene.figures}
    smoke = {cell.smoke for cell in cells}
    here = [figure for figure in board.figures if figure.standing != "gone"]
    out = [figure for figure in board.figures if figure.standing == "gone"]
    states = {status for figure in here for status in figure.statuses}
    asked: tuple[tuple[bool, Sign], ...] = (
        (True in acts, (" 3", "reach-0 good strong", f"{board.unit}, may act")),
        (False in acts, (" 7", "floor-0 dim", f"{board.unit}, no action")),
        ("open" in fire, (signs.SHOT * 2, "floor-0 warn strong", "line of fire")),
        ("beyond" in fire, (signs.UNREACHED * 2, "floor-0 warn strong", "line stopped")),
        (bool(board.blast), ("", "blast-0", "blast: damage")),
        (bool(scene.chances), ("%", "strong", "risk of harm" if board.blast else "chance to hit")),
        (scene.threats and bool(board.threats), (signs.THREAT, "threat-0 grain", "threat zone")),
        (board.figure(scene.target) is not None, (signs.TARGET, "strong", "target")),
        (any(cell.grenade for cell in cells), (f"{signs.GRENADE}2", "bad strong", "grenade, fuse")),
        (any(cell.thing for cell in cells), (signs.THING, "", "dropped")),
        (1 in smoke, (signs.GRAIN["smoke"][0], "smoke-0 grain", "smoke")),
        (max(smoke, default=0) > 1, (signs.GRAIN["dense"][0], "smoke-0 grain", "thick smoke")),
        (any(cell.fire for cell in cells), (signs.GRAIN["fire"][0], "fire-0", "fire")),
        (any(cell.gas for cell in cells), (signs.GRAIN["gas"][0], "gas-0", "gas")),
        *((status in states, (sign, "strong", status)) for status, sign in signs.FIGURES.items()),
        (any(figure.low for figure in here), (signs.LOW, "strong", "kneeling")),
        (any(figure.down for figure in here), ("ab", "strong", "lying")),
        (not all(figure.alive for figure in out), (signs.GONE, "dim", "out of action")),
        (any(figure.alive for figure in out), (signs.SENSELESS, "dim", "unconscious")),
    )
    yield from (sign for holds, sign in asked if holds)
    weights = {edge.weight for edge in board.edges}
    for weight, words in WALLS.items():
        if weight in weights:
            yield signs.LEVEL[weight] * SIGN, f"floor-0 {wall_role(weight)}", words
    grounds = {cell.ground for cell in cells}
    for ground, words in GROUNDS.items():
        if ground in grounds:
            pattern = "" if ground == "wall" and not scene.filled else signs.GRAIN[ground][0]
            yield pattern, f"{'floor' if ground == 'broken' else ground}-0 grain", words
