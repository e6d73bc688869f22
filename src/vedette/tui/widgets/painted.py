"""The base of the widgets that draw their own lines: no children, no layout, only changed rows are painted."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from vedette.tui.text import Line, Piece, clean, fit

WHEEL = 3
"""Rows that one notch of the mouse wheel moves."""


class Painted(Widget):
    """Draws lines made by `draw`; longer content scrolls by itself, with arrows at its ends."""

    DEFAULT_CSS = """
    Painted {
        height: 1fr;
        width: 1fr;
    }
    """
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._lines: Sequence[Line] = ()
        self._styles_by_role: dict[str, Style] = {}
        self.top = 0

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """The lines to show in that many cells; subclasses answer from their frozen data."""
        return ()

    def redraw(self) -> None:
        """Draw again, and paint the rows that differ from what is shown."""
        width, height = self.size
        if not width or not height:
            return
        before = [self._line_at(y) for y in range(height)]
        self._lines = self.draw(width, height)
        self.top = max(0, min(self.top, len(self._lines) - height))
        changed = [y for y in range(height) if self._line_at(y) != before[y]]
        if changed:
            self.refresh(*(Region(0, y, width, 1) for y in changed))

    def show_row(self, first: int, last: int) -> None:
        """Scroll so that these rows can be seen."""
        height = self.size.height
        top = min(max(self.top, last - height + 1), first)
        if top != self.top:
            self.top = max(0, top)
            self.refresh()

    def scroll_rows(self, rows: int) -> None:
        """Scroll by some rows, as far as there are any."""
        top = max(0, min(self.top + rows, len(self._lines) - self.size.height))
        if top != self.top:
            self.top = top
            self.refresh()

    @property
    def plain(self) -> str:
        """What is shown, as text."""
        return "\n".join(self._line_at(y).text.rstrip() for y in range(self.size.height))

    def render_line(self, y: int) -> Strip:
        """One row of the window."""
        return self.paint(self._line_at(y), self.size.width)

    def paint(self, line: Line, width: int) -> Strip:
        """A line as a strip of exactly that width."""
        ground = self.role(line.ground)
        segments = [self._segment(piece, line, ground) for piece in line.pieces if piece.text]
        return Strip(segments).crop_extend(0, width, ground)

    def role(self, names: str) -> Style:
        """The style that role names stand for, on this widget's own; the screen is a `Ground`."""
        if names not in self._styles_by_role:
            style = self.visual_style.rich_style
            for name in names.split():
                style += self.screen.get_component_rich_style(name, partial=True)
            self._styles_by_role[names] = style
        return self._styles_by_role[names]

    def notify_style_update(self) -> None:
        """Forget the styles of the theme before."""
        self._styles_by_role.clear()
        super().notify_style_update()

    def _segment(self, piece: Piece, line: Line, ground: Style) -> Segment:
        style = self.role(f"{line.ground} {piece.role}") if piece.role else ground
        target = piece.target or line.target
        return Segment(clean(piece.text), style + Style(meta={"target": target}) if target else style)

    def _line_at(self, y: int) -> Line:
        index = self.top + y
        height = self.size.height
        if y == 0 and self.top > 0:
            return Line((Piece(fit(f"↑ {self.top + 1} more above", self.size.width), "dim"),))
        if y == height - 1 and index < len(self._lines) - 1:
            return Line((Piece(fit(f"↓ {len(self._lines) - index} more below", self.size.width), "dim"),))
        return self._lines[index] if index < len(self._lines) else Line()

    def clicked(self, target: str) -> None:
        """A piece with a target was clicked."""

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.redraw()
        self.refresh()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel."""
        event.stop()
        self.scroll_rows(WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel."""
        event.stop()
        self.scroll_rows(-WHEEL)

    def on_click(self, event: events.Click) -> None:
        """A click counts for the piece under it."""
        target = event.style.meta.get("target", "")
        if target:
            event.stop()
            self.clicked(target)
