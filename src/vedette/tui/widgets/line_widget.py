"""The base of the widgets that draw their own lines: no children, no layout, only changed rows are painted; and room for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from vedette.tui.base_screen import BaseScreen, colouring
from vedette.tui.text import Line, clean, fit, line

WHEEL = 3  # rows that one notch of the mouse wheel moves

FLASH, FLASHES = 0.12, 2
"""Seconds that rows are lit, and how often: the eye is caught, and nothing is told that does not stay."""

CHOSEN = "chosen"  # the ground of the row at hand

NO_ROOM = Size(0, 0)

NOTHING = Line()  # an empty row


class Room(Widget):
    """Holds other widgets, and paints nothing: what they leave free is the ground of the screen."""

    DEFAULT_CSS = "Room { width: 1fr; height: 1fr; overflow: hidden hidden; }"


def is_moving(app: App[Any]) -> bool:
    return app.animation_level != "none"


class LineWidget(Widget):
    """Draws lines made by `draw`; longer content scrolls by itself, with arrows at its ends."""

    DEFAULT_CSS = "LineWidget { height: 1fr; width: 1fr; }"
    ALLOW_SELECT = False

    pages: ClassVar[tuple[str, str]] = ("", "")
    """What is said of the keys behind the counts of rows above and below."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: Sequence[Line] = ()
        self._visible_lines: list[Line] = []
        self._strips: list[tuple[Line, Strip]] = []
        self._painted_width = 0
        self._drawn_for = NO_ROOM
        self._styles_by_role: dict[str, Style] = {}
        self.top = 0
        self._lit: Mapping[int, Line] = {}
        self._frames: Iterator[Mapping[int, Line]] = iter(())
        self._clock: Timer | None = None

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """The lines to show in that many cells; subclasses answer from their frozen data."""
        return ()

    def redraw(self) -> None:
        """Draw again, and paint the rows that differ from what is shown; who has no room draws when there is some."""
        self._drawn_for = NO_ROOM
        room = self.size
        if room.area:
            self.be_still()
            self._refresh_rows(self._draw_anew(room))

    def _draw_anew(self, room: Size) -> list[int]:
        """Draw for the room that there is now; tells which rows of the window differ from before."""
        self._drawn_for = self.outer_size
        width, height = room
        self._lines = self.draw(width, height)
        self.top = max(0, min(self.top, len(self._lines) - height))
        before, now = self._visible_lines, self._window(width, height)
        before += [NOTHING] * (height - len(before))
        changed = [y for y, line in enumerate(now) if line is not before[y] and line != before[y]]
        self._visible_lines = before[:height]
        for y in changed:
            self._visible_lines[y] = now[y]
        return changed

    def flash(self, rows: Mapping[int, Line]) -> None:
        self.be_still()
        if rows:
            self.play([rows, {}] * FLASHES, FLASH)

    def play(self, frames: Iterable[Mapping[int, Line]], seconds: float) -> None:
        """Show rows of the window otherwise, each frame so long; whatever is drawn anew ends it."""
        self.be_still()
        self._frames = iter(frames)
        self._clock = self.set_interval(seconds, self._turn)
        self._turn()

    def be_still(self) -> None:
        if self._clock is not None:
            self._clock.stop()
            self._clock = None
            self._light({})

    def show_row(self, first: int, last: int) -> None:
        """Scroll so that these rows can be seen; what has no room, because it is hidden, stays as it is."""
        height = self.size.height
        if not height:
            return
        top = min(max(self.top, last - height + 1), first)
        if top != self.top:
            self._put_at(max(0, top))

    def scroll_rows(self, rows: int) -> None:
        top = max(0, min(self.top + rows, len(self._lines) - self.size.height))
        if top != self.top:
            self._put_at(top)

    @property
    def plain(self) -> str:
        return "\n".join(line.text.rstrip() for line in self._visible_lines)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows of the widget; only those that are other lines than before are painted.

        A new size is drawn for when it is first painted: before anybody hears of it, so that no empty frame is shown.
        Textual's own way looks for borders, titles, tints and links in every row. These widgets have a padding at most.
        """
        if self._drawn_for != self.outer_size and (room := self.size).area:
            self._draw_anew(room)
        width, height = self.outer_size
        above = self.styles.padding.top
        shown = [self._lit.get(y, line) for y, line in enumerate(self._visible_lines)]
        rows = [*[NOTHING] * above, *shown, *[NOTHING] * (height - above - len(shown))][:height]
        known = self._strips if self._painted_width == width else []
        paint = self._painter(width)
        self._strips = [
            known[y] if y < len(known) and known[y][0] is line else (line, paint(line))
            for y, line in enumerate(rows)
        ]
        self._painted_width = width
        strips = [strip for _, strip in self._strips[crop.y : crop.bottom]]
        return strips if crop.width == width else [strip.crop(crop.x, crop.right) for strip in strips]

    def _painter(self, width: int) -> Callable[[Line], Strip]:
        """Makes a line a strip of exactly that width, padding included."""
        _, right, _, left = self.styles.padding
        room, own = width - left - right, self.role("")
        coloured = colouring(self)
        before = [Segment(" " * left, own)] if left else []
        behind = [Segment(" " * right, own)] if right else []

        def paint(line: Line) -> Strip:
            segments = self._segments(line)
            cells = sum([cell_len(segment.text) for segment in segments])
            if cells > room:
                strip = Strip(segments, cells).crop(0, room)
                segments, cells = list(strip), strip.cell_length
            if cells < room:
                segments.append(Segment(" " * (room - cells), self.role(line.ground)))
            return coloured(Strip([*before, *segments, *behind], width))

        return paint

    @property
    def _base(self) -> BaseScreen[Any]:
        screen = self.screen
        assert isinstance(screen, BaseScreen)
        return screen

    def role(self, names: str) -> Style:
        """The style that role names stand for, on this widget's own."""
        if names not in self._styles_by_role:
            style = self.visual_style.rich_style
            for name in names.split():
                style += self._base.piece_style(name)
            self._styles_by_role[names] = style
        return self._styles_by_role[names]

    def notify_style_update(self) -> None:
        self._styles_by_role.clear()
        self._strips = []
        super().notify_style_update()

    def _turn(self) -> None:
        frame = next(self._frames, None)
        if frame is None:
            self.be_still()
        else:
            self._light(frame)

    def _light(self, rows: Mapping[int, Line]) -> None:
        changed = {*self._lit, *rows}
        self._lit = rows
        self._refresh_rows(changed)

    def _refresh_rows(self, rows: Collection[int]) -> None:
        """Paint these rows again, whole, since a part would have to be cut out; without any Textual would paint all."""
        width, left = self.outer_size.width, self.styles.padding.left
        if rows:
            self.refresh(*(Region(-left, y, width, 1) for y in rows))

    def _segments(self, line: Line) -> list[Segment]:
        """The pieces of a line in their styles, as text that steers no terminal; on the row at hand faint ones could hardly be read."""
        texts, ground = [piece.text for piece in line.pieces], line.ground
        if not "".join(texts).isprintable():
            texts = [clean(text) for text in texts]
        roles = [piece.role for piece in line.pieces]
        if ground == CHOSEN:
            roles = [role.replace("dim", "") for role in roles]
        return [
            Segment(text, self.role(f"{ground} {role}" if role else ground))
            for text, role in zip(texts, roles, strict=True)
            if text
        ]

    def _put_at(self, top: int) -> None:
        self.top = top
        self._visible_lines = self._window(*self.size)
        self.refresh()

    def _window(self, width: int, height: int) -> list[Line]:
        shown = list(self._lines[self.top : self.top + height])
        shown += [NOTHING] * (height - len(shown))
        below = len(self._lines) - (self.top + height)
        if below > 0:
            shown[-1] = line((fit(f"↓ {below + 1} more below{self.pages[1]}", width), "dim"))
        if self.top > 0:
            shown[0] = line((fit(f"↑ {self.top + 1} more above{self.pages[0]}", width), "dim"))
        return shown

    def repeat(self, key: str, times: int) -> int:
        """Handle a repeated cursor key and paint once; how many repeats were handled."""
        return 0

    def clicked(self, target: str) -> None:
        """A piece with a target was clicked."""

    def on_resize(self) -> None:
        """Draw for the new size, where it is not painted yet; what was lit is in other rows now."""
        self.be_still()
        if self._drawn_for != self.outer_size:
            self.redraw()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_rows(WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_rows(-WHEEL)

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        if place is None or place.y >= len(self._visible_lines):
            return
        row, x = self._visible_lines[place.y], place.x
        for piece in row.pieces:
            x -= cell_len(clean(piece.text))
            if x < 0:
                if target := piece.target or row.target:
                    event.stop()
                    self.clicked(target)
                return
