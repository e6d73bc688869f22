"""The map: shows a board, keeps what matters in view, and tells which hex was clicked, or is pointed at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from msgspec.structs import replace
from textual import events
from textual.geometry import Region
from textual.message import Message

from vedette.tui.path_entry import STEP_KEYS, arrow_way
from vedette.tui.text import Line, Piece, clean, fit, wrap
from vedette.tui.widgets.ground_widget import GroundWidget
from vedette.tui.widgets.hex_lines import (
    CLOSE,
    FAR,
    FARTHEST,
    NEAR,
    RULER,
    ZOOMS,
    Drawing,
    Window,
    Zoom,
    corner,
    hex_at,
    size,
)
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.line_widget import WHEEL
from vedette.tui.widgets.minimap import grain, laid, minimap
from vedette.view.board import Board
from vedette.view.hexes import hex_name, neighbour

TALL = 14
"""From how many rows on two of them tell about the hex that is looked at; below that one."""

HEAD = 1
"""The row with the numbers of the columns."""

MINIMAP = 0.8
"""Where more of a board than this part is in view, it is not shown in small as well."""

MOST = 0.65
"""The part of its columns, and of its rows, that counts as most of a board."""


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
        self._scene: Scene | None = None
        self._wanted: Zoom | None = None
        self._numbers = False
        self._threats = True
        self._pointed = ""
        self._seen: tuple[str, ...] = ()
        self._drawing: Drawing | None = None
        self._small = Region()
        self._left = 0
        self._top = 0

    @property
    def scene(self) -> Scene | None:
        """What is shown."""
        return self._scene

    @property
    def zoom(self) -> Zoom:
        """The zoom that was asked for, else the largest in which what matters fits; near where it fits in none."""
        if self._wanted is not None:
            return self._wanted
        if self._fits(CLOSE, MOST) and self._matters_fit(CLOSE):
            return CLOSE
        return next((zoom for zoom in (NEAR, FAR, FARTHEST) if self._matters_fit(zoom)), NEAR)

    def show(self, scene: Scene) -> None:
        """Show a scene; it scrolls only where other hexes matter than before."""
        scene = self.as_drawn(replace(scene, numbers=self._numbers, threats=self._threats))
        if scene == self._scene:
            return
        self._scene = scene
        matters = self._matters()
        if matters != self._seen:
            self._seen = matters
            self._reveal()
        self.redraw()

    def zoom_by(self, step: int, *, around: bool = False) -> None:
        """Nearer or farther; `around` goes on from one end to the other."""
        at = ZOOMS.index(self.zoom) + step
        self._wanted = ZOOMS[at % len(ZOOMS) if around else max(0, min(at, len(ZOOMS) - 1))]
        self._centre()
        self.redraw()

    def flip_numbers(self) -> None:
        """The name of every hex, or only of those that matter."""
        self._numbers = not self._numbers
        self._again()

    def flip_threats(self) -> None:
        """Threat zones shown or not."""
        self._threats = not self._threats
        self._again()

    def take_cursor(self) -> None:
        """The keyboard goes to a cursor, on the hex that is looked at."""
        scene = self._scene
        if scene is not None and self.region:
            self.focus(scroll_visible=False)
            self.post_message(self.HexPointed(scene.at or _anywhere(scene.board)))

    def move(self, across: int, down: int) -> None:
        """Look at another part, by so many hexes."""
        zoom = self.zoom
        self._put(self._left + across * zoom.across, self._top + down * zoom.down, zoom)
        self.redraw()

    def scroll_rows(self, rows: int) -> None:
        """The wheel."""
        self._put(self._left, self._top + rows, self.zoom)
        self.redraw()

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """The part of the board that is in view, and below it what the hex in question is."""
        if self._scene is None:
            return ()
        zoom = self.zoom
        self._put(self._left, self._top, zoom)
        foot = self._foot(self._scene, zoom, width)
        window = Window(self._left, self._top, width, max(HEAD, height - len(foot)))
        self._drawing = Drawing(self._scene, zoom, window, self._drawing)
        return [*self._with_minimap(self._drawing.lines(), self._scene, zoom, width), *foot]

    def notify_style_update(self) -> None:
        """Other colours, or none: then hexes are drawn with lines."""
        super().notify_style_update()
        self._again()

    def on_resize(self) -> None:
        """The hex that matters comes to the middle."""
        self._centre()
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        """The cursor: six letters or arrows move it, Enter picks, Esc leaves it."""
        if self._scene is None:
            return
        if event.key == "escape":
            self.post_message(self.Left())
        elif event.key == "enter":
            self.post_message(self.HexClicked(self._scene.at))
        elif not self._steer(event.key, event.character or ""):
            return
        event.stop()
        event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """A click counts for the hex under it; on the minimap it goes there."""
        if self._goes_to(event):
            event.stop()
            return
        hex = self._hex_under(event)
        if hex:
            event.stop()
            self.post_message(self.HexClicked(hex))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """What is under the mouse is told below the map."""
        self._point(self._hex_under(event))

    def on_leave(self, event: events.Leave) -> None:
        """The mouse has gone: the hex that is looked at is told again."""
        self._point("")

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """The wheel, or two fingers, sideways."""
        event.stop()
        self.move(1, 0)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """The wheel, or two fingers, sideways."""
        event.stop()
        self.move(-1, 0)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel; sideways with Shift."""
        event.stop()
        self._wheel(1, sideways=event.shift)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel; sideways with Shift."""
        event.stop()
        self._wheel(-1, sideways=event.shift)

    def _again(self) -> None:
        """The same scene, as it is to be shown now."""
        if self._scene is not None:
            self.show(self._scene)

    def _steer(self, key: str, char: str) -> bool:
        """Move the cursor; false for a key that doesn't."""
        scene = self._scene
        if scene is None or not scene.board.has(scene.at):
            return False
        way = STEP_KEYS.get(char) or arrow_way(key, scene.at)
        if way is None:
            return False
        self.post_message(self.HexPointed(scene.board.next(scene.at, way) or scene.at))
        return True

    def _hex_under(self, event: events.MouseEvent) -> str:
        """The hex under the mouse, "" where there is none."""
        offset = event.get_content_offset(self)
        scene = self._scene
        if offset is None or scene is None or not HEAD <= offset.y < self._room()[1] + HEAD:
            return ""
        if offset.x < RULER or self._small.contains_point(offset):
            return ""
        hex = hex_at(offset.x - RULER + self._left, offset.y - HEAD + self._top, self.zoom)
        return hex if scene.board.has(hex) else ""

    def _goes_to(self, event: events.MouseEvent) -> bool:
        """Look at the part of the board that was clicked on the minimap."""
        offset = event.get_content_offset(self)
        if offset is None or self._scene is None or not self._small.contains_point(offset):
            return False
        zoom, there = self.zoom, offset - self._small.offset
        width, height = self._room()
        each = -(-self._scene.board.cols // self._small.width)
        x, y = corner(hex_name(there.x * each + 1, there.y * 2 * each + 1), zoom)
        self._put(x - width // 2, y - height // 2, zoom)
        self.redraw()
        return True

    def _point(self, hex: str) -> None:
        if hex != self._pointed:
            self._pointed = hex
            self.redraw()

    def _wheel(self, way: int, *, sideways: bool) -> None:
        if sideways:
            self.move(way, 0)
        else:
            self.scroll_rows(way * WHEEL)

    def _matters(self) -> tuple[str, ...]:
        """The hexes to keep in view, the most important last: both ends of a shot, where a new path has come to, else all figures."""
        if self._scene is None:
            return ()
        scene, board = self._scene, self._scene.board
        figure = board.figure(scene.chosen)
        own = (figure.hex,) if figure else ()
        if scene.cursor:
            return (scene.cursor,)
        if board.line is not None:
            return (*board.line.hexes[-1:], *own)
        if scene.path and scene.path != board.path:
            return (scene.path[0], scene.path[-1])
        return (*_standing(board), *own)

    def _room(self) -> tuple[int, int]:
        width, height = self.size
        return width - RULER, height - HEAD - (2 if height >= TALL else 1)

    def _fits(self, zoom: Zoom, part: float) -> bool:
        if self._scene is None:
            return False
        wide, high = size(self._scene, zoom)
        width, height = self._room()
        return wide * part <= width and high * part <= height

    def _matters_fit(self, zoom: Zoom) -> bool:
        left, top, right, bottom = self._box(zoom)
        width, height = self._room()
        return right - left <= width and bottom - top <= height

    def _box(self, zoom: Zoom) -> tuple[int, int, int, int]:
        """The cells of all that matters, without the edges at its ends, but with a wall below the board: left, top, right, bottom."""
        scene = self._scene
        there = [hex for hex in self._seen if scene is not None and scene.board.has(hex)]
        below = {neighbour(hex, "s") for hex in there}
        walled = scene is not None and any(not scene.board.has(hex) for hex in below & scene.level.keys())
        corners = [corner(hex, zoom) for hex in there] or [(0, 0)]
        across, down = [x for x, _ in corners], [y for _, y in corners]
        return min(across), min(down), max(across) + zoom.across - 1, max(down) + zoom.down + walled

    def _put(self, left: int, top: int, zoom: Zoom) -> None:
        """Look at a part, within the board; a board that is smaller than the map stands in its middle."""
        if self._scene is None:
            return
        wide, high = size(self._scene, zoom)
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

    def _with_minimap(self, lines: list[Line], scene: Scene, zoom: Zoom, width: int) -> list[Line]:
        """The whole board over a corner of the map, where not all of it is in view; never over what matters."""
        height = len(lines)
        wide, high = size(scene, zoom)
        seen = min(1, (width - RULER) / wide) * min(1, (height - HEAD) / high)
        each = grain(scene, width, height)
        self._small = Region()
        if seen > MINIMAP or not each:
            return lines
        cols = self._left // zoom.across + 1, (self._left + width - RULER) // zoom.across
        rows = self._top // zoom.down + 1, (self._top + height - HEAD) // zoom.down
        small = minimap(scene, cols, rows, each)
        across, down = -(-scene.board.cols // each), len(small)
        corners = [(x, y) for y in (height - down, HEAD) for x in (width - across, RULER)]
        regions = (Region(x, y, across, down) for x, y in corners)
        self._small = next((region for region in regions if not self._covers(region, scene, zoom)), Region())
        return laid(lines, width, self._small, small) if self._small else lines

    def _covers(self, region: Region, scene: Scene, zoom: Zoom) -> bool:
        """Whether anybody, or anything that is said of a hex, is drawn in a part of the map."""
        board, (x, y) = scene.board, (self._left - RULER, self._top - HEAD)
        hexes = {
            hex_at(col + x, row + y, zoom) for col, row in product(region.column_range, region.line_range)
        }
        line = board.line.hexes if board.line else ()
        there = (scene.figures, board.reach, board.blast, scene.path, line, (scene.at,))
        return not all(hexes.isdisjoint(some) for some in there)

    def _foot(self, scene: Scene, zoom: Zoom, width: int) -> list[Line]:
        """All about the hex in question; on the right the zoom, and where there is more."""
        hex = self._pointed or scene.at
        tail = f" {self._more(scene, zoom)} {zoom.word}".rstrip()
        words, look = clean(scene.board.told(hex)), clean(scene.look(hex))
        tall, room = self.size.height >= TALL, width - len(tail) - 1
        told = wrap(words, room)[0].rstrip(" ·") if tall else fit(_listed(words, look), room)
        gap = " " * max(0, width - len(tail) - Line((Piece(told),)).width)
        first = Line((Piece(told, "strong"), Piece(gap), Piece(tail, "dim")), "panel")
        below = _listed(words[len(told) :].strip(" ·"), look)
        return [first, Line((Piece(fit(below, width)),), "panel")] if tall else [first]

    def _more(self, scene: Scene, zoom: Zoom) -> str:
        wide, high = size(scene, zoom)
        width, height = self._room()
        there = {
            "◂": self._left > 0,
            "▸": self._left + width < wide,
            "▴": self._top > 0,
            "▾": self._top + height < high,
        }
        return "".join(sign for sign, more in there.items() if more)


def _listed(*parts: str) -> str:
    """What is told of a hex, one thing after the other."""
    return " · ".join(filter(None, parts))


def _standing(board: Board) -> tuple[str, ...]:
    """The hexes of all figures that are not out of it."""
    return tuple(dict.fromkeys(figure.hex for figure in board.figures if figure.standing != "gone"))


def _anywhere(board: Board) -> str:
    """A hex to begin with where nobody is looked at."""
    return next(iter(_standing(board)), "0101")


def _within(start: int, last: int, span: int) -> int:
    """A start between 0 and the last that is needed, at the beginning of a hex: its name is not cut."""
    whole = -(-start // span) * span
    return max(0, min(whole, -(-last // span) * span))
