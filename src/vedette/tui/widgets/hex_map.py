"""The map: shows a board, keeps what matters in view, and tells which hex was clicked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from vedette.tui.text import Line, Piece, clean, fit
from vedette.tui.widgets.hex_lines import RULER, ZOOMS, Window, Zoom, board_lines, corner, size
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.line_widget import WHEEL, LineWidget
from vedette.view.board import Board

FOOT = 1
"""The row that tells about one hex."""

MOST = 0.65
"""The part of its columns, and of its rows, that counts as most of a board."""

MARGIN = 1
"""Hexes that are kept in view around the one that matters, where there is room."""


class HexMap(LineWidget):
    """A window on a board. Until somebody zooms it takes the nearest zoom that shows most of the board."""

    DEFAULT_CSS = """
    HexMap { background: $background; padding: 0 0 0 1; }
    """

    @dataclass
    class HexClicked(Message):
        """A hex was clicked."""

        map: HexMap
        hex: str

        @property
        def control(self) -> HexMap:
            """The map."""
            return self.map

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._scene: Scene | None = None
        self._wanted: Zoom | None = None
        self._seen: tuple[str, ...] = ()
        self._left = 0
        self._top = 0

    @property
    def scene(self) -> Scene | None:
        """What is shown."""
        return self._scene

    @property
    def zoom(self) -> Zoom:
        """The zoom that was asked for, else the nearest that shows most, else the middle one."""
        if self._wanted is not None:
            return self._wanted
        fitting = [zoom for zoom in ZOOMS[1:] if self._shows_most(zoom)]
        return fitting[-1] if fitting else ZOOMS[1]

    def show(self, scene: Scene) -> None:
        """Show a scene; it scrolls only where another hex matters than before."""
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

    def move(self, across: int, down: int) -> None:
        """Look at another part, by so many hexes."""
        zoom = self.zoom
        self._put(self._left + across * zoom.across, self._top + down * zoom.down)
        self.redraw()

    def scroll_rows(self, rows: int) -> None:
        """The wheel."""
        self._put(self._left, self._top + rows)
        self.redraw()

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """The part of the board that is in view, and below it what the hex in question is."""
        if self._scene is None:
            return ()
        self._put(self._left, self._top)
        room = max(0, height - FOOT)
        window = Window(self._left, self._top, width, room)
        return [*board_lines(self._scene, self.zoom, window), self._foot(self._scene, width)]

    def on_resize(self) -> None:
        """The hex that matters comes to the middle."""
        self._centre()
        super().on_resize()

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

    def clicked(self, target: str) -> None:
        """A hex."""
        self.post_message(self.HexClicked(self, target.removeprefix("hex:")))

    def _wheel(self, way: int, *, sideways: bool) -> None:
        if sideways:
            self.move(way, 0)
        else:
            self.scroll_rows(way * WHEEL)

    def _matters(self) -> tuple[str, ...]:
        """The hexes to keep in view, the most important last: where a new path has come to, or who is looked at."""
        if self._scene is None:
            return ()
        path, board = self._scene.path, self._scene.board
        target = board.line.hexes[-1:] if board.line else ()
        return (*target, path[-1] if path and path != board.path else self._scene.at or _anybody(board))

    def _room(self, zoom: Zoom) -> tuple[int, int]:
        """Cells for the board itself."""
        width, height = self.size.width, self.size.height - FOOT
        return (width, height) if zoom.names else (width - RULER, height - 1)

    def _shows_most(self, zoom: Zoom) -> bool:
        if self._scene is None:
            return False
        wide, high = size(self._scene, zoom)
        width, height = self._room(zoom)
        return wide * MOST <= width and high * MOST <= height

    def _put(self, left: int, top: int) -> None:
        """Look at a part, within the board; a board that is smaller than the map stands in its middle."""
        if self._scene is None:
            return
        wide, high = size(self._scene, self.zoom)
        width, height = self._room(self.zoom)
        zoom = self.zoom
        self._left = _within(left, wide - width, zoom.across) if wide > width else (wide - width) // 2
        self._top = _within(top, high - height, zoom.down) if high > height else (high - height) // 2

    def _reveal(self) -> None:
        """Scroll until the hexes that matter are in view, with a neighbour on each side."""
        zoom = self.zoom
        width, height = self._room(zoom)
        for hex in self._seen:
            if self._scene is not None and self._scene.board.has(hex):
                x, y = corner(hex, zoom)
                left = _near(self._left, x, zoom.across, width)
                self._put(left, _near(self._top, y, zoom.down + zoom.down // 2, height))

    def _centre(self) -> None:
        """Put the hex that matters most into the middle."""
        hex = self._seen[-1] if self._seen else ""
        if self._scene is not None and self._scene.board.has(hex):
            width, height = self._room(self.zoom)
            x, y = corner(hex, self.zoom)
            self._put(x - width // 2, y - height // 2)
        self._reveal()

    def _foot(self, scene: Scene, width: int) -> Line:
        """All about the hex in question; on the right the zoom, and where there is more."""
        tail = f" {self._more()} {self.zoom.word}".rstrip()
        told = fit(clean(scene.told(scene.at)), width - len(tail) - 1)
        gap = " " * max(0, width - len(tail) - Line((Piece(told),)).width)
        return Line((Piece(told, "strong"), Piece(gap), Piece(tail, "dim")), "panel")

    def _more(self) -> str:
        """Arrows to the parts that are out of view."""
        if self._scene is None:
            return ""
        wide, high = size(self._scene, self.zoom)
        width, height = self._room(self.zoom)
        there = {
            "◂": self._left > 0,
            "▸": self._left + width < wide,
            "▴": self._top > 0,
            "▾": self._top + height < high,
        }
        return "".join(sign for sign, more in there.items() if more)


def _anybody(board: Board) -> str:
    """The hex of the first figure that is not out of it; "" where there is none."""
    return next((figure.hex for figure in board.figures if figure.standing != "gone"), "")


def _within(start: int, last: int, span: int) -> int:
    """A start between 0 and the last that is needed, at the beginning of a hex: its name is not cut."""
    whole = -(-start // span) * span
    return max(0, min(whole, -(-last // span) * span))


def _near(start: int, at: int, span: int, room: int) -> int:
    """The start of a window that has the span in view, with as much on both sides where there is room."""
    edge = MARGIN * span if room >= 3 * span else 0
    return max(min(start, at - edge), at + span + edge - room)
