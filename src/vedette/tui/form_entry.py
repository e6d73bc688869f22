"""Filling a form by keys: digits pick, letters jump, and what is missing comes up by itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

from vedette.engine.figures import read_number
from vedette.tui import path_entry as paths
from vedette.tui.keys import LETTERS, NOBODY, WHY, letters
from vedette.view.form_draft import Fill, FormDraft, Recall, is_empty
from vedette.view.vocabulary import Choice, Field

DIGITS = "1234567890"

MOST_TYPED, MOST_LISTED = 12, 60  # characters that a number takes, and a list of them
YES_OR_NO = {"y": True, "n": False}  # letters of a question that must be answered

Answer = Literal["", "commit", "close", "unknown"]
"""What a key came to: taken, a wish to give the command or to leave, or not for the form."""


class FormEntry(FormDraft):
    """A draft, the form that the game makes of it, and the field that has the keyboard."""

    def __init__(
        self, fill: Fill, recall: Recall, remembered: Mapping[str, Any], said: Mapping[str, Any] = {}
    ) -> None:
        """Begin with a draft out of remembered facts (or nothing), and with what has just been said."""
        super().__init__(fill, recall, remembered, said)
        self.unfolded = False
        self._letters: dict[str, str] = {}
        self._choice_keys: dict[str, dict[str, str]] = {}
        self._digits_pick = not self._number_fields()
        self.buffer: str | None = None
        self.member = 0
        self.tried: Choice | None = None
        self.no_step = ""
        self.focus = ""
        self._before_dice = ""
        self.start()

    def start(self) -> None:
        self.focus = ""
        self._go(self._missing() or next((field.name for field in self.fields), ""))

    @property
    def fields(self) -> list[Field]:
        """The fields that are shown: folded ones only once they are opened or hold something."""
        return [field for field in self.form.fields if self.unfolded or not self._folds(field)]

    @property
    def folded(self) -> list[Field]:
        """The fields behind "more"."""
        return [field for field in self.form.fields if not self.unfolded and self._folds(field)]

    @property
    def field(self) -> Field | None:
        return next((field for field in self.form.fields if field.name == self.focus), None)

    @property
    def words(self) -> tuple[str, str] | None:
        """What is written in the field that has the keyboard, and a hint for it; None where it takes no words."""
        field = self.field
        return (str(field.value or ""), field.hint or field.label) if field and field.kind == "text" else None

    @property
    def letters(self) -> Mapping[str, str]:
        """The letter of each field, by its name. It stays the field's own while the form is open, and no choice has it."""
        fields, taken = self.form.fields, self._taken
        held = {one.name: self._letters.get(one.name, "") for one in fields}
        held = {name: key for name, key in held.items() if key and key not in taken}
        fresh = [field for field in fields if field.name not in held]
        if fresh:
            picking = (key for one in fields for key in self._choice_keys.get(one.name, {}).values())
            wanted = tuple((field.key, field.label) for field in fresh)
            given = letters(wanted, frozenset((*taken, *held.values(), *picking)))
            held |= {field.name: key for field, key in zip(fresh, given, strict=True)}
            self._letters |= held
        return held

    @property
    def _taken(self) -> frozenset[str]:
        """Letters that no field has: those of steps where there are any, else the one that opens the rules."""
        return frozenset(paths.STEP_KEYS if any(map(paths.steers, self.form.fields)) else WHY)

    def keys_of(self, field: Field) -> Sequence[str]:
        """The keys of a field's choices, in their order; each stays its choice's own while the form is open.

        Where the form opens with a number, digits are that number and nothing else, so that none goes astray: choices have letters.
        """
        taken = {*self.letters.values(), *self._taken}
        keys = self._choice_keys.setdefault(field.name, {})
        free = (DIGITS if self._digits_pick else "") + "".join(one for one in LETTERS if one not in taken)
        left = iter([key for key in free if key not in keys.values()])
        for choice in field.choices:
            if repr(choice.value) not in keys:
                keys[repr(choice.value)] = NOBODY if choice.none else next(left, "")
        return [keys[repr(choice.value)] for choice in field.choices]

    @property
    def empty(self) -> Sequence[Field]:
        return [field for field in self.form.fields if field.required and is_empty(field)]

    @property
    def half_typed(self) -> str:
        """Why what has been typed is no value yet; "" where it is one."""
        field, text = self.field, self.buffer
        if field is None or not text:
            return ""
        if field.kind == "hex" and paths.hex_typed(self.form.board, text) is None:
            return f"{text} is not a hex of this map."
        return f"{text} is not a number." if field.kind == "number" and read_number(text) is None else ""

    @property
    def is_full(self) -> bool:
        """Whether the number at hand has all the digits that it can have, and nothing is against the command."""
        field, form, text = self.field, self.form, self.buffer or ""
        ended = field is not None and 0 < field.digits <= len(text) and text.isdecimal()
        return ended and form.ready and form.refusal is None and not form.error

    @property
    def at_dice(self) -> bool:
        """Whether the cursor stands behind the fields, where the dice of the command are typed."""
        return bool(self._before_dice) and not self.focus

    def go_to_dice(self) -> None:
        """From the number at hand on to the dice of the command; what changes a number comes back to it."""
        self._before_dice = self.focus
        self._go("")

    def key(self, key: str, char: str | None) -> Answer:
        """Take a key; an Enter right after a step that was not taken gives no command."""
        refused = bool(self.tried or self.no_step)
        self.tried, self.no_step = None, ""
        if self.at_dice and (key in MOVES or key == "backspace" or char == "."):
            self._go(self._before_dice)
            self.buffer = _written(self.field.value) if self.field else None
            if key in MOVES:
                return ""
        if self._steer(char or ""):
            return ""
        if key in MOVES:
            self._move(MOVES[key])
        elif key == "enter":
            return "" if refused else self._enter()
        elif key == "escape":
            return "close"
        elif key in ("plus", "asterisk"):
            self.unfolded = not self.unfolded
        elif not (self._value_key(key, char or "") or self._jump(char or "")):
            return "unknown"
        return ""

    def pick(self, name: str, index: int | None = None) -> None:
        self._go(name)
        field = self.field
        if field is not None and field.kind == "toggle":
            self._flip(field)
        elif field is not None and index is not None and index < len(field.choices):
            self._choose(field, index)

    @property
    def steps(self) -> Mapping[str, str]:
        return {str(choice.value): key for choice, key in self._open_hexes() if choice.why_not is None}

    @property
    def refused_steps(self) -> frozenset[str]:
        return frozenset(str(choice.value) for choice, _ in self._open_hexes() if choice.why_not)

    def force_step(self) -> bool:
        """Take the step that was refused, to be overruled with the whole path; false where there is none."""
        tried, field = self.tried, self.field
        if field is None or tried is None or tried.why_not is None or not tried.why_not.overridable:
            return False
        self.tried = None
        self.set_value(field, [*(field.value or ()), tried.value])
        return True

    def point(self, hex: str, units: Collection[str]) -> bool:
        """A click on the board: a way, a hex, or who stands there; false where it means nothing here."""
        field = self.field
        if field is None:
            return False
        self.tried, self.no_step = None, ""
        if field.kind == "path":
            self._go_to(field, hex)
            return True
        values = [choice.value for choice in field.choices]
        index = next((i for i, value in enumerate(values) if value == hex or value in units), None)
        if index is not None:
            self.pick(field.name, index)
        elif field.kind == "hex":
            self.set_value(field, hex)
        return index is not None or field.kind == "hex"

    def _go_to(self, field: Field, hex: str) -> None:
        """A path back to a hex of it, a step further, or the cheapest way there."""
        on_path, board = paths.walked(field), self.form.board
        choice = next((choice for choice in field.choices if choice.value == hex), None)
        if hex in on_path:
            self.set_value(field, list(on_path[bool(field.start) : on_path.index(hex) + 1]))
        elif board is not None and hex in board.reach and not (choice and choice.why_not is None):
            self.set_value(field, list(board.reach[hex].way))
        elif choice is not None:
            self._step(field, choice, "")
        else:
            self.no_step = f"No legal way leads to {hex}."

    def _open_hexes(self) -> list[tuple[Choice, str]]:
        field = self.field
        if field is None or field.kind not in ("path", "hex"):
            return []
        ways = [paths.step_way(self.form, field, choice) for choice in field.choices]
        return [
            (choice, paths.KEYS.get(way or "", "")) for choice, way in zip(field.choices, ways, strict=True)
        ]

    def _steer(self, char: str) -> bool:
        field = self.field
        way = paths.direction_of_key(field, char) if field is not None and paths.steers(field) else None
        if field is None or way is None:
            return False
        if field.kind == "choice":
            choice = paths.step_that_way(self.form, field, way)
            if choice is not None:
                self.set_value(field, choice.value)
        elif field.kind == "path":
            self._step(field, paths.step_that_way(self.form, field, way), way)
        else:
            here, board = paths.step_start(self.form, field), self.form.board
            beside = board.next(here, way) if board and here else ""
            self.no_step = "" if beside else paths.no_step(self.form, field, way)
            self.buffer = None
            self.set_value(field, beside or field.value)
        return True

    def _step(self, field: Field, choice: Choice | None, way: str) -> None:
        """One step more; what a rule is against is told, and not taken however often it is asked for."""
        if choice is None:
            self.no_step = paths.no_step(self.form, field, way)
        elif choice.why_not is None:
            self.set_value(field, [*(field.value or ()), choice.value])
        else:
            self.tried = choice

    def _folds(self, field: Field) -> bool:
        return field.advanced and field.name not in self.draft

    def _value_key(self, key: str, char: str) -> bool:
        field = self.field
        if field is None:
            return False
        if key in ("left", "right"):
            self._change(field, -1 if key == "left" else 1)
        elif key == "space" and field.kind == "toggle":
            self._flip(field)
        elif char in YES_OR_NO and field.kind == "toggle" and field.required:
            self.set_value(field, YES_OR_NO[char])
        elif key == "space" and field.kind == "many":
            if field.choices:  # there may be fewer than when the member was chosen
                self._choose(field, min(self.member, len(field.choices) - 1))
        elif char and field.kind in ("choice", "many") and char in (keys := self.keys_of(field)):
            self._choose(field, keys.index(char))
            if field.kind == "choice":
                self._go(self._missing() or field.name)
        elif char.isdigit() and char.isascii() and field.kind in ("choice", "many", "toggle"):
            return self._to_number(key, char)
        elif field.kind in ("number", "numbers"):
            return self._number(field, key, char)
        elif field.kind == "hex" and ((char.isdigit() and char.isascii()) or key == "backspace"):
            self._name(field, "" if key == "backspace" else char)
        elif field.kind == "path" and key == "backspace" and field.value:
            self.set_value(field, list(field.value)[:-1] or None)
        elif key == "backspace":
            self.clear(field)
        else:
            return False
        return True

    def _number_fields(self) -> list[Field]:
        return [field for field in self.fields if field.kind in ("number", "numbers")]

    def _to_number(self, key: str, char: str) -> bool:
        """A digit at another field of a command: the number that is missing, else the first one."""
        fields = self._number_fields() if self.form.do else []
        fields.sort(key=lambda field: not (field.required and is_empty(field)))
        if not fields:
            return False
        self._go(fields[0].name)
        return self._number(fields[0], key, char)

    def _name(self, field: Field, digit: str) -> None:
        """The name of a hex, digit by digit; without one the last digit is taken back."""
        text = self.buffer or ""
        if not digit:
            text = (str(field.value or "") if self.buffer is None else self.buffer)[:-1]
        elif len(text) == paths.NAME:
            text = ""
        self.buffer = text + digit
        self.set_value(field, paths.hex_typed(self.form.board, self.buffer))

    def _choose(self, field: Field, index: int) -> None:
        value = field.choices[index].value
        if field.kind == "path":
            way = paths.step_way(self.form, field, field.choices[index])
            self._step(field, field.choices[index], way or "")
        elif field.kind == "many":
            others = [one for one in field.value or () if one != value]
            self.member = index
            self.set_value(field, others if value in (field.value or ()) else [*others, value])
        else:
            self.set_value(field, value)

    def _change(self, field: Field, step: int) -> None:
        """The choice before or after, greyed ones left out; the next member of many."""
        if field.kind == "toggle":
            self._flip(field)
        elif field.kind == "many" and field.choices:
            self.member = (self.member + step) % len(field.choices)
        elif field.kind in ("choice", "hex"):
            open_to: list[Choice] = [choice for choice in field.choices if choice.why_not is None]
            values = [choice.value for choice in open_to]
            if values:
                at = values.index(field.value) + step if field.value in values else min(step, 0)
                self.set_value(field, values[at % len(values)])

    def _flip(self, field: Field) -> None:
        """Yes or no; where that asks for more, go there."""
        before = {asked.name for asked in self.form.fields}
        self.set_value(field, not field.value)
        if any(asked.required and asked.name not in before for asked in self.form.fields):
            self._go(self._missing() or self.focus)

    def _number(self, field: Field, key: str, char: str) -> bool:
        """Digits, a minus, a point or comma before decimals; in a list of numbers blanks and commas come between them."""
        text, is_list = self.buffer or "", field.kind == "numbers"
        points = "." if is_list else ".,"
        if key == "backspace":
            text = (self.buffer if self.buffer is not None else _written(field.value))[:-1]
        elif (char.isdigit() and char.isascii()) or (
            char and char in points and not any(point in text.split(" ")[-1] for point in points)
        ):
            text += char
        elif char == "-":
            text = text[1:] if text.startswith("-") else "-" + text
        elif char in (" ", ",") and is_list and text:
            text += " "
        else:
            return False
        if len(text) > (MOST_LISTED if is_list else MOST_TYPED):
            return False
        self.buffer = text
        found = [
            number for number in map(read_number, text.split() if is_list else [text]) if number is not None
        ]
        self.set_value(field, (found or None) if is_list else read_number(text))
        return True

    def _jump(self, char: str) -> bool:
        """A letter: to its field; a toggle is flipped at once, but none that nobody has seen yet."""
        name = next((name for name, letter in self.letters.items() if char and letter == char), "")
        if any(field.name == name for field in self.folded):
            self.unfolded = True
            self._go(name)
        elif name:
            self.pick(name)
        return bool(name)

    def _enter(self) -> Answer:
        """Give the command; else go to what is missing, not again to what is only taken for granted."""
        if self.half_typed:
            return ""
        if self.form.ready:
            return "commit"
        self._go(next((field.name for field in self.empty), self.focus))
        return ""

    def _missing(self) -> str:
        """The next field that must be said, from the one at hand on and round."""
        names = [field.name for field in self.form.fields]
        start = names.index(self.focus) if self.focus in names else 0
        ordered = [*self.form.fields[start:], *self.form.fields[:start]]
        return next((field.name for field in ordered if field.required and self.is_open(field)), "")

    def _move(self, step: int) -> None:
        names = [field.name for field in self.fields]
        if names:
            at = names.index(self.focus) if self.focus in names else 0
            self._go(names[(at + step) % len(names)])

    def _go(self, name: str) -> None:
        if name != self.focus:
            self.buffer, self.member = None, 0
        self.focus = name


MOVES = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1}  # keys that go from field to field


def _written(value: Any) -> str:
    if value is None:
        return ""
    return " ".join(f"{one:g}" for one in value) if isinstance(value, (list, tuple)) else f"{value:g}"
