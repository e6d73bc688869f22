"""The map while it is drawn on: tells where the mouse paints, and lists the brushes beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from textual import events
from textual.message import Message

from vedette.tui.text import Line, Piece, clean, cut_line, line, pad, rule
from vedette.tui.widgets.hex_colours import GroundWidget
from vedette.tui.widgets.hex_lines import NEAR, RULER, Drawing, Window, corner
from vedette.tui.widgets.hex_map import HEAD, HexMap
from vedette.tui.widgets.hex_scene import Scene
from vedette.view.editors import Brush, MapEditor
from vedette.view.signs import CURSOR

SAMPLE = "0101"  # the hex on which a brush shows what it draws


class PaintMap(HexMap, can_focus=False):
    """A map on which the mouse paints, also while it is dragged."""

    @dataclass
    class Painted(Message):
        """The mouse paints a hex, near one of its sides; `begun` where the button has just been pressed."""

        hex: str
        side: str
        begun: bool

    _last: tuple[str, str] | None = None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if self._hex_under(event):
            self.capture_mouse()
            self._paint(event, begun=True)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._last is not None:
            self._paint(event, begun=False)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self._last = None
        self.release_mouse()

    def _paint(self, event: events.MouseEvent, *, begun: bool) -> None:
        hex = self._hex_under(event)
        there = hex, self._side_under(event, hex) if hex else ""
        if hex and there != self._last:
            self._last = there
            self.post_message(self.Painted(*there, begun))

    def _side_under(self, event: events.MouseEvent, hex: str) -> str:
        """The side of a hex that the mouse is nearest to."""
        offset, zoom = event.get_content_offset_capture(self), self.zoom
        x, y = corner(hex, zoom)
        across = (offset.x - RULER - self._margin + self._left - x + 0.5) / zoom.across
        upper = offset.y - HEAD + self._top - y < zoom.half
        return ("n" if upper else "s") + ("w" if across < 0.3 else "" if across < 0.6 else "e")


class BrushList(GroundWidget):
    """All brushes with their keys and what each draws, the one that is taken marked."""

    DEFAULT_CSS = "BrushList { padding: 0 1; background: $surface; }"

    @dataclass
    class Taken(Message):
        """A brush was clicked."""

        brush: str

    def __init__(self, editor: MapEditor[Any]) -> None:
        super().__init__()
        self._brushes = editor.brushes
        self._drawn = {
            brush.id: editor.board(editor.paint(editor.begin(), brush.id, SAMPLE, "n"))
            for brush in editor.brushes
        }
        self._taken = ""

    def show(self, brush: str) -> None:
        self._taken = brush
        self.redraw()
        at = next((i for i, row in enumerate(self._lines) if row.ground), 0)
        self.show_row(max(0, at - 1), at + 1)

    def draw(self, width: int, height: int) -> list[Line]:
        made: list[Line] = []
        for group, brushes in groupby(self._brushes, key=lambda brush: brush.group):
            made.append(rule(group, width))
            for brush in brushes:
                mark, ground = (CURSOR, "chosen") if brush.id == self._taken else (" ", "")
                said = (mark, "strong"), (f"{brush.key} ", "key"), pad(clean(brush.label), width - 7)
                made.append(line(*said, " ", *self._sample(brush), ground=ground, target=brush.id))
        return made

    def _sample(self, brush: Brush) -> Iterator[Piece]:
        """What it draws: the upper row of a hex, the lower one of a pit with its depth."""
        scene = self.as_drawn(Scene(self._drawn[brush.id]))
        row = 2 if scene.cell(SAMPLE).depth else 1
        drawn = Drawing(scene, NEAR, Window(0, 0, RULER + NEAR.across, 3)).lines[row]
        return cut_line(drawn, RULER + 1, RULER + NEAR.across)

    def clicked(self, target: str) -> None:
        self.post_message(self.Taken(target))
