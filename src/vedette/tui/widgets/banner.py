"""The head of a screen that is not the table: what it is, large where there is room."""

from __future__ import annotations

from vedette.tui.figures import TALL, tall
from vedette.tui.text import Line, Piece, clean, line, spread
from vedette.tui.widgets.line_widget import LineWidget


class Banner(LineWidget):
    """A title with a line about it: one row, or the title in tall letters with a word at the end of the row."""

    DEFAULT_CSS = f"""
    Banner {{ height: 1; padding: 0 1; background: $panel; }}
    Banner.large {{ height: {TALL + 2}; background: $background; padding: 1 2; }}
    """

    def __init__(self, title: str, said: str, end: str = "") -> None:
        """Show a title; `said` stands behind it, `end` at the end where it is large."""
        super().__init__()
        self._title, self._said, self._end, self._role = title, said, end, "dim"

    def say(self, text: str, end: str = "", role: str = "dim") -> None:
        self._said, self._end, self._role = text, end or self._end, role
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        if height < TALL:
            said = (self._title, "brand"), "   ", (clean(self._said), self._role)
            return [spread(said, [f"  {clean(self._end)}" if self._end else ""], width)]
        *rows, last = [Piece(row, "brand") for row in tall(self._title.upper())]
        behind = Piece(f"   {clean(self._said)}", "dim")
        return [*map(line, rows), spread((last, behind), (Piece(self._end, "dim"),), width)]
