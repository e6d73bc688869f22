"""What is said of a unit by hand: a row for each value and each condition, minus and plus, one Enter for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from textual.message import Message

from vedette.tui.form_entry import MOVES
from vedette.tui.keys import THROUGH, letters
from vedette.tui.text import Line, Said, clean, fit, line, spread
from vedette.tui.widgets.form_panel import Closed
from vedette.tui.widgets.panel_host import PAGES, BadKey, Panel, Result
from vedette.view.vocabulary import Level, Stepper

ALL_VALUES, CONDITION, PLACE = "x", "c", "o"
"""The keys of the list of all values, of a new condition, and of another place on the board."""

ENDS_OR_HOLDS = (Level("ends"), Level("holds"))  # what a condition can be stepped to
WIDEST = 64  # cells of a row at most: a value stands near its name

PAGE = 10  # rows that PgUp and PgDn go
STEPS = {"minus": -1, "left": -1, "underscore": -1, "plus": 1, "right": 1, "equals_sign": 1}


@dataclass
class Corrected(Message):
    """These values are to be set, by their paths; conditions with these texts are to end."""

    values: Mapping[str, Any]
    lifted: Sequence[str] = ()


@dataclass
class ByHandWanted(Message):
    """What is to be said of the unit is not among the rows: any value, a condition, or another place."""

    what: Literal["any value", "condition", "place"]


class AdjustPanel(Panel):
    """The steppers of a unit and its conditions; nothing is set before Enter."""

    def __init__(
        self,
        name: str,
        role: str,
        steppers: Sequence[Stepper],
        conditions: Sequence[str] | None = None,
        *,
        can_place: bool = False,
    ) -> None:
        """Correct somebody, in the colour of the side; `conditions` is None where the game has none.

        `can_place`: the unit can be put elsewhere on a board.
        """
        self._name, self._role, self._values = name, role, len(steppers)
        held = [Stepper(text, ENDS_OR_HOLDS, 1) for text in conditions or ()]
        self._steppers = (*steppers, *held)
        self._levels = [stepper.at for stepper in self._steppers]
        taken = frozenset((ALL_VALUES, CONDITION, *(PLACE if can_place else "")))
        self._keys = letters(tuple((one.key, one.label) for one in self._steppers), taken)
        self._more = {PLACE: "another place on the map"} if can_place else {}
        self._more |= {} if conditions is None else {CONDITION: "a condition, such as dug in"}
        self._more |= {ALL_VALUES: "all values of the game"}
        self._row, self._typed = 0, ""

    @property
    def values(self) -> Mapping[str, Any]:
        pairs = zip(self._steppers, self._levels, strict=True)
        return {path: value for stepper, at in pairs for path, value in stepper.levels[at].values.items()}

    @property
    def lifted(self) -> Sequence[str]:
        held = zip(self._steppers[self._values :], self._levels[self._values :], strict=True)
        return [stepper.label for stepper, at in held if at != stepper.at]

    @property
    def at(self) -> int | None:
        return self._row + 1

    def draw(self, width: int, height: int) -> list[Line]:
        width = min(width, WIDEST)
        heading = line((fit(clean(self._name), width - 10), f"{self._role} strong"), ("  by hand", "dim"))
        made = [heading, *(self._line(row, width) for row in range(len(self._steppers)))]
        for key, text in self._more.items():
            made.append(line((f"  {key}", "key"), (f"  {text}", "dim"), target=f"below:{key}"))
        made += [Line()] if len(made) + 2 <= height else []
        count = sum(at != one.at for at, one in zip(self._levels, self._steppers, strict=True))
        said = f" ✔ Set {count} value{'s' if count > 1 else ''}" if count else "  no change"
        left = [(" Enter", "key", "commit"), (said, "good strong" if count else "dim", "commit")]
        right = [("Esc", "key", "close"), (" back ", "dim", "close")]
        return [*made, spread(left, right, width, "good-ground" if count else "panel")]

    def key(self, key: str, char: str) -> Result:
        if key in THROUGH or key.startswith("ctrl+"):
            return False
        if key == "escape" or (key == "enter" and not self.values and not self.lifted):
            return Closed()
        if key == "enter":
            return Corrected(self.values, self.lifted)
        if char in self._more:
            what: Mapping[str, Literal["any value", "condition", "place"]]
            what = {ALL_VALUES: "any value", CONDITION: "condition", PLACE: "place"}
            return ByHandWanted(what[char])
        if not self._steppers:
            return False
        if key in MOVES:
            self._go((self._row + MOVES[key]) % len(self._steppers))
        elif key in PAGES:
            self._go(max(0, min(self._row + PAGES[key] * PAGE, len(self._steppers) - 1)))
        elif key in STEPS:
            self._set(self._levels[self._row] + STEPS[key])
        elif key == "backspace":
            self._set(self._steppers[self._row].at, self._typed)
        elif char.isdecimal():
            return self._type(char)
        elif char and char in self._keys:  # rows beyond the alphabet have none
            self._go(self._keys.index(char))
        else:
            return False
        return True

    def click(self, target: str) -> Result:
        what, _, row = target.partition(":")
        if what in ("commit", "close"):
            return self.key({"commit": "enter", "close": "escape"}[what], "")
        if what == "below":
            return self.key(row, row)
        if row.isdecimal() and int(row) < len(self._steppers):
            self._go(int(row))
            self._set(self._levels[self._row] + {"less": -1, "more": 1}.get(what, 0))
        return True

    def _go(self, row: int) -> None:
        self._row, self._typed = row, ""

    def _set(self, level: int, typed: str = "") -> None:
        most = len(self._steppers[self._row].levels) - 1
        self._levels[self._row], self._typed = max(0, min(level, most)), typed

    def _type(self, digit: str) -> Result:
        """The level that reads as what was typed; where no level is a number, the one of that place."""
        labels = [level.label for level in self._steppers[self._row].levels]
        for typed in (self._typed + digit, digit):
            if typed in labels:
                self._set(labels.index(typed), typed)
                return True
        if not any(label.isdecimal() for label in labels) and int(digit) < len(labels):
            self._set(int(digit), self._typed)
            return True
        return BadKey(f"{clean(self._steppers[self._row].label)}: {labels[0]} to {labels[-1]}, not {digit}.")

    def _line(self, row: int, width: int) -> Line:
        stepper, at = self._steppers[row], self._levels[row]
        here, changed = row == self._row, at != stepper.at
        was, now = clean(stepper.levels[stepper.at].label), clean(stepper.levels[at].label)
        value: list[Said] = [(f"{was} → ", "dim")] if changed else []
        value.append((now, "warn strong" if changed else "strong"))
        value = (
            [("− ", "key", f"less:{row}"), *value, (" + ", "key", f"more:{row}")] if here else [*value, "   "]
        )
        label = f"  {clean(stepper.label)}", "strong" if here else ""
        head = ("▸ " if here else "  ", "key"), (self._keys[row] or " ", "key"), label
        return spread(head, ["  ", *value], width, "chosen" if here else "", f"row:{row}")
