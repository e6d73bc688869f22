"""The prompt of a screen that is not the table: what is at hand, and the answer to the last key."""

from __future__ import annotations

from msgspec import Struct

from vedette.tui.text import Line, clean, line, within
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.signs import CARE, FAILURE, SUCCESS, Tone

SIGNS = {"plain": "", "dim": "", "good": f"{SUCCESS} ", "warn": f"{CARE} ", "bad": f"{FAILURE} "}


class PromptText(Struct, frozen=True):
    """Who is called upon: the side's name and colour role, what it must decide, and a hint."""

    name: str
    role: str
    text: str
    hint: str = ""


class Prompt(LineWidget):
    """Two or three rows across the screen: a sentence, and below it a hint or the last answer."""

    DEFAULT_CSS = """
    Prompt { height: 2; padding: 0 1; background: $surface; }
    """

    _call = PromptText("", "", "")
    _said = _keys = ""
    _tone: Tone = "plain"

    def show(self, call: PromptText) -> None:
        self._call = call
        self.redraw()

    def say(self, text: str, tone: Tone = "plain", keys: str = "") -> None:
        """Answer the last key: a refusal, an error, a piece of news; and keys that have to do with it."""
        self._said, self._tone, self._keys = text, tone, keys
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        """What is at hand, in two rows at most, and below it the hint or the answer, which always has a row."""
        said = self._said or self._call.hint
        rows = within(clean(self._call.text), max(10, width - 1), min(2, height - bool(said)))
        made = [line((f"{' ' if i else ''}{row}", "strong")) for i, row in enumerate(rows)]
        if not said:
            return made
        tone = self._tone if self._said else "dim"
        role = f"{tone} strong" if tone in ("bad", "warn") else tone
        below = [line((row, role)) for row in within(SIGNS[tone] + clean(said), width, height - len(made), 2)]
        if self._said and self._keys and below[-1].width + len(self._keys) + 3 <= width:
            below[-1] = line(*below[-1].pieces, (f"   {self._keys}", "key"))
        return [*made, *below]
