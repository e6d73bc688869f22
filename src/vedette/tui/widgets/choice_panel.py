"""A question that one side must answer, with its options by digit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.message import Message

from vedette.engine.requests import ChoiceRequest, Option
from vedette.tui.keys import LETTERS, NOBODY, RESERVED
from vedette.tui.text import Line, Said, clean, fit, line, rows_of, rule, spread, wrap
from vedette.tui.widgets.panel_host import Acknowledged, Back, Panel, Result

OPTION_KEYS = "123456789" + "".join(letter for letter in LETTERS if letter not in RESERVED)


def keys_of(options: Sequence[Option]) -> str:
    """A key for each option, as far as there are any; nobody and nothing has the same one in every question."""
    return "".join(NOBODY if option.none else key for option, key in zip(options, OPTION_KEYS, strict=False))


FAR = 72  # cells beyond which nothing of an option stands
DETAIL = 19  # cells of a name before what its choice would change
ROOMY = 50  # from so many cells on what follows has all of its rows


@dataclass
class Chosen(Message):
    """An option was taken."""

    value: str | int


class ChoicePanel(Panel):
    """The options of the open question; Enter takes the one at hand."""

    def __init__(
        self,
        request: ChoiceRequest,
        name: str,
        role: str,
        *,
        is_guarded: bool = False,
        then: Callable[[int], list[Line]] = lambda width: [],
    ) -> None:
        """Put a question to a side; `is_guarded` while Enter only acknowledges the die before it: no option is at hand yet.

        `then` is what follows, below the options where there is room.
        """
        self._then = then
        self._ask, self._asked, self._role = request, name, role
        self._options = request.listed
        self._keys = keys_of(self._options)
        values = [option.value for option in self._options]
        self._at = values.index(request.suggested) if request.suggested in values else 0
        self._row = 1
        self._is_guarded = is_guarded

    def least(self, width: int, height: int) -> int:
        then = self._then(width)
        told = len(then) + 1 if then and width >= ROOMY else min(len(then), 2)
        return min(len(self._asked_in(width, height)) + told, height - 2)

    @property
    def at(self) -> int | None:
        return self._row if self._at else None

    def draw(self, width: int, height: int) -> list[Line]:
        made, then = self._asked_in(width, height), self._then(width)
        free = height - len(made)
        if then and free >= 2:
            air = [Line()] if free > len(then) else []
            made += [*air, *(then if free >= len(then) else then[1:])]
        return made[:height]

    def _asked_in(self, width: int, height: int) -> list[Line]:
        """The question and its options in so many rows; how they are told apart, and what Enter does."""
        ask, role = self._ask, self._role
        if ask.title:
            made = [rule(ask.title, width, ask.aside, f"{role} strong")]
        else:
            block = f" {clean(self._asked)} "
            rows = wrap(clean(ask.why), max(10, width - len(block) - 1))
            made = [line((block, f"{role}-block"), " ", (rows[0], "strong"))]
            made += [line(" " * (len(block) + 1), (row, "strong")) for row in rows[1:]]
        ends: list[Line] = []
        if ask.commit:
            said = f"  {clean(ask.commit.format(self._options[self._at].label))}", "good"
            ends = [line((" Enter", "key"), said, ground="good-ground")]
        barred = [self._option_row(option, "·", width, "") for option in ask.barred]
        told = rows_of(ask.rule, width, "dim", lead="  ") if ask.rule and width >= ROOMY else []
        notes = any(option.note for option in self._options)
        whole = [wrap(self._label(option), width - 6) for option in self._options]
        free = height - len(made) - len(ends) - len(barred) - sum(map(len, whole))
        if free < 0 or notes:
            whole = [(fit(self._label(option), width - 6),) for option in self._options]
        self._row = len(made) + sum(map(len, whole[: self._at]))
        for i, (option, (first, *more)) in enumerate(zip(self._options, whole, strict=True)):
            key = self._keys[i] if i < len(self._keys) else " "
            ground = "chosen" if i == self._at and not self._is_guarded else ""
            made.append(self._option_row(option, key, width, ground, i, first))
            made += [line(f"     {row}", ground=ground, target=str(i)) for row in more]
        made += barred
        made += told if free > len(told) else []
        return [*made, *([Line()] if ends and free > len(told) + 1 else []), *ends]

    def _option_row(
        self, option: Option, key: str, width: int, ground: str, i: int | None = None, label: str = ""
    ) -> Line:
        """An option with what it changes and what that costs; one that cannot be taken is grey."""
        quiet = "dim" if i is None else ""
        detailed = any(one.detail for one in self._options)
        name = f"{self._role} strong" if detailed else "strong" if option.note or self._ask.title else ""
        name = quiet or name
        left: list[Said] = [("▸" if ground else " ", "key"), (f" {key}  ", quiet or "key")]
        at = max((cell_len(self._label(one)) for one in self._options), default=0) + 2
        at = at if width < ROOMY else max(at, DETAIL)
        said = label or self._label(option)
        if option.brief and option.note and cell_len(said) + cell_len(option.note) + 7 > width:
            said = option.brief
        left.append((said, name))
        if detailed and option.detail:
            room = width - 5 - cell_len(option.detail)
            left += [(" " * max(1, min(at, room) - cell_len(said)), ""), (option.detail, quiet or "warn")]
        right: list[Said] = [(f" {option.note} ", quiet or f"{option.severity} strong".strip())]
        if not option.note:
            right = [("Enter ", "key")] if ground and self._ask.title else []
        if right and line(*left, *right).width > width:
            short = option.note.partition(":")[0].partition(",")[0]
            right = [(f" {short} ", right[0][1] if isinstance(right[0], tuple) else "")]
        # on wide screens what it costs stays near the option that it is about
        return spread(left, right, min(width, FAR), ground, "" if i is None else str(i))

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
        return Chosen(options[index].value) if index >= 0 else False

    def click(self, target: str) -> Result:
        index = int(target) if target.isdecimal() else len(self._options)
        return Chosen(self._options[index].value) if index < len(self._options) else False

    def point(self, hex: str, units: Sequence[str]) -> Result:
        """A hex of the map that is an answer, or somebody there who is one."""
        values = [option.value for option in self._ask.options]
        return next((Chosen(value) for value in (hex, *units) if value in values), False)
