"""The prompt of a screen that is not the table: what is at hand, and the answer to the last key."""

from __future__ import annotations

from vedette.tui.text import Line, clean, line, within
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.signs import CARE, FAILURE, SUCCESS, Tone

SIGNS = {"plain": "", "dim": "", "good": f"{SUCCESS} ", "warn": f"{CARE} ", "bad": f"{FAILURE} "}


class Prompt(LineWidget):
    """Two or three rows across the screen: a sentence, and below it a hint or the last answer."""

    DEFAULT_CSS = "Prompt { height: 2; padding: 0 1; background: $surface; }"

    _text = _hint = _said = ""
    _tone: Tone = "plain"

    def show(self, text: str, hint: str = "") -> None:
        self._text, self._hint = text, hint
        self.redraw()

    def say(self, text: str, tone: Tone = "plain") -> None:
        self._said, self._tone = text, tone
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        said = self._said or self._hint
        rows = within(clean(self._text), max(10, width - 1), min(2, height - bool(said)))
        made = [line((f"{' ' if i else ''}{row}", "strong")) for i, row in enumerate(rows)]
        if not said:
            return made
        tone = self._tone if self._said else "dim"
        role = f"{tone} strong" if tone in ("bad", "warn") else tone
        below = within(SIGNS[tone] + clean(said), width, height - len(made), 2)
        return [*made, *(line((row, role)) for row in below)]
