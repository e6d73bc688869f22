"""The row above a list in which words are typed, with what is listed at its end."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input

from vedette.tui.text import Line, line, spread
from vedette.tui.widgets.line_widget import LineWidget


class Said(LineWidget):
    """A few words at one end of the row."""

    def __init__(self, left: str = "", *, id: str) -> None:
        super().__init__(id=id)
        self._left, self._right = left, ""

    def show(self, right: str) -> None:
        self._right = right
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        return [spread([(self._left, "key strong")], [(self._right, "dim")], width) if width else line()]


class FindRow(Horizontal):
    """Words to look for; the screen hears of them by `Input.Changed`."""

    DEFAULT_CSS = """
    FindRow {
        height: 1; padding: 0 1;
        & #slash { width: 2; }
        & Input { width: 1fr; background: transparent; }
        & #listed { width: 32; }
    }
    """

    def __init__(self, hint: str, beside: LineWidget | None = None) -> None:
        """Words for which `hint` stands; `beside` them what is chosen besides, else how many are listed."""
        super().__init__()
        self.line = Input(placeholder=hint, compact=True, max_length=80)
        self._listed = Said(id="listed")
        self._beside = beside or self._listed

    def compose(self) -> ComposeResult:
        yield Said("/ ", id="slash")
        yield self.line
        yield self._beside

    def show(self, listed: str) -> None:
        self._listed.show(listed)
