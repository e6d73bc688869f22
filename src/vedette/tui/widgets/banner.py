"""The head of a screen that is not the table: what it is, large where there is room."""

from __future__ import annotations

from vedette.tui.text import Line, Piece, clean, fit, line
from vedette.tui.widgets.line_widget import LineWidget

GLYPHS = {
    "V": ("█ █", "█ █", " ▀ "),
    "E": ("█▀▀", "█▀▀", "▀▀▀"),
    "D": ("█▀▄", "█ █", "▀▀ "),
    "T": ("▀█▀", " █ ", " ▀ "),
}
"""The letters of the name, to be read across the room."""

WORD = "VEDETTE"


class Banner(LineWidget):
    """A title with a line about it: one row, or the name in large letters."""

    DEFAULT_CSS = """
    Banner { height: 1; padding: 0 1; background: $panel; }
    Banner.large { height: 5; background: $background; padding: 1 3; }
    """

    def __init__(self, title: str, said: str, *, id: str | None = None) -> None:
        """Show a title; `said` stands behind it."""
        super().__init__(id=id)
        self._title = title
        self._said = said

    def say(self, text: str) -> None:
        """Another line behind the title."""
        self._said = text
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        """The title in a row, or three rows of letters."""
        if height < 3:
            room = width - len(self._title) - 2
            return [line((self._title, "title"), "  ", (fit(clean(self._said), room), "dim"))]
        rows = [Piece("  ".join(GLYPHS[letter][row] for letter in WORD), "key") for row in range(3)]
        return [Line((rows[0],)), Line((rows[1],)), Line((rows[2], Piece(f"    {clean(self._said)}", "dim")))]
