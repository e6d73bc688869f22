"""The map: shows a board, keeps what matters in view, and tells which hex was clicked, or is pointed at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.geometry import Offset
from textual.message import Message

from vedette.engine.record import replace
from vedette.tui.path_entry import STEP_KEYS, arrow_way
from vedette.tui.text import Line, Piece, clean, fit
from vedette.tui.widgets.ground_widget import GroundWidget
from vedette.tui.widgets.hex_lines import RULER, ZOOMS, Drawing, Window, Zoom, corner, hex_at, size
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.line_widget import WHEEL
from vedette.tui.widgets.minimap import has_room, laid, minimap
from vedette.view.board import Board, hex_name

TALL = 14
"""From how many rows on two of them tell about the hex that is looked at; below that one."""

HEAD = 1
"""The row with the numbers of the columns."""

MINIMAP = 0.5
"""Where more of a board than this part is in view, it is not shown in small as well."""

MOST = 0.65
"""The part of its columns, and of its rows, that counts as most of a board."""

FAR, NEAR, CLOSE = ZOOMS


class HexMap(GroundWidget, can_focus=True):
    """A window on a board. Until somebody zooms it shows hexes near where all that matters fits, else far.

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
        self._small = Offset()
        self._left = 0
        self._top = 0

    @property
    def scene(self) -> Scene | None:
        """What is shown."""
        return self._scene

    @property
    def zoom(self) -> Zoom:
        """The zoom that was asked for, else the largest in which what matters fits."""
        if self._wanted is not None:
            return self._wanted
        if self._fits(CLOSE, MOST) and self._matters_fit(CLOSE):
            return CLOSE
        return NEAR if self._matters_fit(NEAR) else FAR

    def show(self, scene: Scene) -> None:
        """Show a scene; it scrolls only where other hexes matter than before."""
        scene = replace(scene, numbers=self._numbers, threats=self._threats, lined=self._lined)
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
        if self._scene is not None and self._scene.lined != self._lined:
            self._again()

    def on_resize(self) -> None:
        """The hex that matters comes to the middle."""
        self._centre()
        super().on_resize()

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
        if offset.x < RULER or self._on_minimap(event) is not None:
            return ""
        hex = hex_at(offset.x - RULER + self._left, offset.y - HEAD + self._top, self.zoom)
        return hex if scene.board.has(hex) else ""

    def _on_minimap(self, event: events.MouseEvent) -> Offset | None:
        """Where on the minimap the mouse is."""
        offset = event.get_content_offset(self)
        if offset is None or not self._small:
            return None
        there = offset - self._small
        return there if there.x >= 0 and 0 <= there.y < self._room()[1] + HEAD - self._small.y else None

    def _goes_to(self, event: events.MouseEvent) -> bool:
        """Look at the part of the board that was clicked on the minimap."""
        there = self._on_minimap(event)
        if there is None:
            return False
        zoom = self.zoom
        width, height = self._room()
        x, y = corner(hex_name(there.x + 1, 2 * there.y + 1), zoom)
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
        """Cells for the board itself."""
        width, height = self.size
        return width - RULER, height - HEAD - (2 if height >= TALL else 1)

    def _fits(self, zoom: Zoom, part: float) -> bool:
        """Whether that part of the whole board does."""
        if self._scene is None:
            return False
        wide, high = size(self._scene, zoom)
        width, height = self._room()
        return wide * part <= width and high * part <= height

    def _matters_fit(self, zoom: Zoom) -> bool:
        """Whether all that matters can be seen at once."""
        left, top, right, bottom = self._box(zoom)
        width, height = self._room()
        return right - left <= width and bottom - top <= height

    def _box(self, zoom: Zoom) -> tuple[int, int, int, int]:
        """The cells around all that matters: left, top, right, bottom."""
        there = [hex for hex in self._seen if self._scene is not None and self._scene.board.has(hex)]
        corners = [corner(hex, zoom) for hex in there] or [(0, 0)]
        across, down = [x for x, _ in corners], [y for _, y in corners]
        return min(across) - 1, min(down), max(across) + zoom.across, max(down) + zoom.down

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
            left, top, right, bottom = self._box(zoom)
        inside = self._left <= left and right <= self._left + width
        if not (inside and self._top <= top and bottom <= self._top + height):
            self._put((left + right - width) // 2, (top + bottom - height) // 2, zoom)

    def _centre(self) -> None:
        """Put what matters into the middle."""
        self._seen = self._matters()
        self._left = self._top = -(10**6)
        self._reveal()

    def _with_minimap(self, lines: list[Line], scene: Scene, zoom: Zoom, width: int) -> list[Line]:
        """The whole board over the lower right corner, where not all of it is in view."""
        height = len(lines)
        wide, high = size(scene, zoom)
        seen = min(1, (width - RULER) / wide) * min(1, (height - HEAD) / high)
        self._small = Offset()
        if seen > MINIMAP or not has_room(scene, width, height):
            return lines
        cols = self._left // zoom.across + 1, (self._left + width - RULER) // zoom.across
        rows = self._top // zoom.down + 1, (self._top + height - HEAD) // zoom.down
        small = minimap(scene, cols, rows)
        self._small = Offset(width - scene.board.cols, height - len(small))
        over = [laid(line, width, pieces) for line, pieces in zip(lines[-len(small) :], small, strict=True)]
        return [*lines[: -len(small)], *over]

    def _foot(self, scene: Scene, zoom: Zoom, width: int) -> list[Line]:
        """All about the hex in question; on the right the zoom, and where there is more."""
        hex = self._pointed or scene.at
        tail = f" {self._more(scene, zoom)} {zoom.word}".rstrip()
        tall, look = self.size.height >= TALL, clean(scene.look(hex))
        words = clean(scene.board.told(hex))
        told = fit(words if tall or not look else f"{words} · {look}", width - len(tail) - 1)
        gap = " " * max(0, width - len(tail) - Line((Piece(told),)).width)
        first = Line((Piece(told, "strong"), Piece(gap), Piece(tail, "dim")), "panel")
        return [first, Line((Piece(fit(look, width)),), "panel")] if tall else [first]

    def _more(self, scene: Scene, zoom: Zoom) -> str:
        """Arrows to the parts that are out of view."""
        wide, high = size(scene, zoom)
        width, height = self._room()
        there = {
            "◂": self._left > 0,
            "▸": self._left + width < wide,
            "▴": self._top > 0,
            "▾": self._top + height < high,
        }
        return "".join(sign for sign, more in there.items() if more)


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
