"""A question that one side must answer, with its options by digit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.message import Message

from vedette.engine.requests import ChoiceRequest, Option
from vedette.tui.keys import LETTERS, NOBODY, RESERVED
from vedette.tui.text import Line, clean, fit, line, wrap
from vedette.tui.widgets.panel_host import Acknowledged, Back, Panel, Result

OPTION_KEYS = "123456789" + "".join(letter for letter in LETTERS if letter not in RESERVED)


def keys_of(options: Sequence[Option]) -> str:
    """A key for each option, as far as there are any; nobody and nothing has the same one in every question."""
    return "".join(NOBODY if option.none else key for option, key in zip(options, OPTION_KEYS, strict=False))


@dataclass
class Chosen(Message):
    """An option was taken."""

    value: str | int


class ChoicePanel(Panel):
    """The options of the open question; Enter takes the one at hand."""

    def __init__(self, request: ChoiceRequest, name: str, role: str, *, is_guarded: bool = False) -> None:
        """Put a question to a side; `is_guarded` while Enter only acknowledges the die before it: no option is at hand yet."""
        self._ask, self._asked, self._role = request, name, role
        self._options = request.listed
        self._keys = keys_of(self._options)
        values = [option.value for option in self._options]
        self._at = values.index(request.suggested) if request.suggested in values else 0
        self._row = 1
        self._is_guarded = is_guarded

    def least(self, width: int, height: int) -> int:
        return min(len(self.draw(width, height)), height - 2)

    @property
    def at(self) -> int | None:
        return self._row if self._at else None

    def draw(self, width: int, height: int) -> list[Line]:
        block = f" {clean(self._asked)} "
        rows = wrap(clean(self._ask.why), max(10, width - len(block) - 1))
        made = [line((block, f"{self._role}-block"), " ", (rows[0], "strong"))]
        made += [line(" " * (len(block) + 1), (row, "strong")) for row in rows[1:]]
        whole = [wrap(self._label(option), width - 6) for option in self._options]
        if len(made) + sum(map(len, whole)) > height:
            whole = [(fit(self._label(option), width - 6),) for option in self._options]
        self._row = len(made) + sum(map(len, whole[: self._at]))
        for i, (first, *more) in enumerate(whole):
            key = self._keys[i] if i < len(self._keys) else " "
            at_hand = i == self._at and not self._is_guarded
            lead, ground = ("▸", "chosen") if at_hand else (" ", "")
            made.append(line((lead, "key"), (f" {key}  ", "key"), first, ground=ground, target=str(i)))
            made += [line(f"     {row}", ground=ground, target=str(i)) for row in more]
        return made

    def _label(self, option: Option) -> str:
        count = sum(other.alike == option.alike for other in self._ask.options) if option.alike else 1
        return clean(option.label) + (f"  ×{count} alike" if count > 1 else "")

    def key(self, key: str, char: str) -> Result:
        options = self._options
        if self._is_guarded and key in ("up", "down", "enter"):
            return Acknowledged()
        if key in ("up", "down"):
            self._at = (self._at + (1 if key == "down" else -1)) % len(options)
            return True
        if key == "enter":
            return Chosen(options[self._at].value)
        if key == "escape":
            return Back()
        index = self._keys.find(char) if char else -1
        if index >= 0:
            return Chosen(options[index].value)
        return False

    def click(self, target: str) -> Result:
        index = int(target) if target.isdecimal() else len(self._options)
        return Chosen(self._options[index].value) if index < len(self._options) else False

    def point(self, hex: str, units: Sequence[str]) -> Result:
        """A hex of the map that is an answer, or somebody there who is one."""
        values = [option.value for option in self._ask.options]
        return next((Chosen(value) for value in (hex, *units) if value in values), False)
