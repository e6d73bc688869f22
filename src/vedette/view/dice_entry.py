"""Typing dice: one key a face, refused at the key where no such die shows it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

LONG_KEYS = {"0": 10, "t": 10, "-": 11, "e": 11, "=": 12, "w": 12}
"""One key for each of the faces from 10 to 12."""

ONE_KEY = 12
"""Dice with more sides than this are typed in digits; Enter ends a number that could go on."""


DIGITS = 10
"""Dice with no more sides than this show a digit each where they begin at 0."""


def legend(sides: int, lowest: int = 1) -> list[str]:
    """Which keys mean which faces, a few words each that begin with the key."""
    if lowest == 0 and sides <= DIGITS:
        return [f"0-{sides - 1}"]
    if sides > ONE_KEY:
        return [f"1-{sides} in digits, Enter after a short number"]
    return [f"1-{min(sides, 9)}", *(words for face, words in LEGEND if face <= sides)]


LEGEND = ((10, "0 ten"), (11, "- eleven"), (12, "= twelve"))


class TotalEntry:
    """The digits of what the dice came to; only what they can come to is taken."""

    def __init__(self, totals: range, digits: str) -> None:
        """Go on with these digits; what the dice can't come to is dropped."""
        self.totals = totals
        self.digits = digits if self._begins_one(digits) else ""

    @property
    def total(self) -> int | None:
        """The total, once it is one."""
        return int(self.digits) if self.digits and int(self.digits) in self.totals else None

    @property
    def wanted(self) -> str:
        """What the dice can come to, in words."""
        least, most = self.totals[0], self.totals[-1]
        return f"{least}" if least == most else f"{least} to {most}"

    def type(self, char: str) -> str:
        """Take a digit; answers with a sentence where no total goes on so."""
        digits = self.digits + char if self.digits != "0" else char
        if not self._begins_one(digits):
            return f"These dice come to {self.wanted}, not {digits}."
        self.digits = digits
        return ""

    def _begins_one(self, digits: str) -> bool:
        return any(str(total).startswith(digits) for total in self.totals)


class DiceEntry:
    """The places of a pool, filled from left to right; a place may be gone back to and typed over.

    After an undo the places hold the faces from before, and `recalled` says so.
    """

    def __init__(
        self,
        dice: int,
        sides: int,
        recalled: Sequence[int] = (),
        lowest: int = 1,
        typed: list[int | None] | None = None,
        rolled: Collection[int] = (),
    ) -> None:
        """Empty places, or the faces that the same question had before an undo.

        `typed` is the list to type into; what it holds already stands, if such dice can show it. Vedette rolls the dice at
        the places that are `rolled`.
        """
        self.sides, self.rolled = sides, frozenset(rolled)
        self.lowest = lowest
        self.places: list[int | None] = [] if typed is None else typed
        possible = {None, *range(lowest, lowest + sides)}
        if len(self.places) != dice or any(face not in possible for face in self.places):
            self.places[:] = recalled or (None,) * dice
        self.recalled = tuple(recalled)
        self.cursor = self._empty[0] if self._empty else 0
        self.digits = ""

    @property
    def touched(self) -> bool:
        """Whether anything was typed."""
        return bool(self.digits) or tuple(self.places) != (self.recalled or (None,) * len(self.places))

    @property
    def full(self) -> bool:
        """Whether every place that is typed has a face."""
        return not self._empty

    @property
    def _empty(self) -> list[int]:
        return [i for i, face in enumerate(self.places) if face is None and i not in self.rolled]

    @property
    def ended(self) -> bool:
        """Whether the last place has just been typed, and none is empty."""
        return self.full and self.cursor >= len(self.places)

    def type(self, char: str) -> str:
        """Take a key; answers with a sentence where it is refused, and nothing is entered."""
        if self.sides > ONE_KEY:
            typed = self.digits + char
            if int(typed) > self.sides or typed == "0":
                return f"A D{self.sides} shows 1 to {self.sides}, not {typed}."
            self.digits = typed
            if int(typed) * 10 > self.sides:
                return self.finish_number()
            return ""
        digits = "123456789" if self.lowest else "0123456789"
        face = int(char) if char in digits else LONG_KEYS.get(char)
        if face is None:
            return f"{char} is not a die face: {', '.join(legend(self.sides, self.lowest))}."
        return self._put(face, char)

    def paste(self, text: str) -> str:
        """Take several faces at once; answers with a sentence where they are refused, and none is entered."""
        words = text.replace(",", " ").replace(";", " ").split()
        if len(words) == 1 and self.sides < DIGITS:
            words = list(words[0])
        room, highest = len(self.places) - self.cursor, self.lowest + self.sides - 1
        faces = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 5]
        if not words or len(faces) < len(words):
            return "Pasted text is ignored here, unless it is the faces of dice."
        wrong = next((face for face in faces if not self.lowest <= face <= highest), None)
        if wrong is not None:
            return f"A D{self.sides} shows {self.lowest} to {highest}, not {wrong}."
        if len(faces) > room:
            return f"{len(faces)} faces are pasted for {room} {'dice' if room > 1 else 'die'}."
        self.digits = ""
        self.places[self.cursor : self.cursor + len(faces)] = faces
        self.cursor += len(faces)
        if self.cursor >= len(self.places) and not self.full:
            self.cursor = self._empty[0]
        return ""

    def wants(self, char: str | None) -> bool:
        """Whether a key belongs to the dice, possible or not."""
        if char is None or len(char) != 1:
            return False
        return char in "0123456789" or (self.sides <= ONE_KEY and char in LONG_KEYS and self._long(char))

    def finish_number(self) -> str:
        """Enter, in the middle of a number of digits."""
        digits, self.digits = self.digits, ""
        return self._put(int(digits), digits)

    def back(self) -> None:
        """Take the last die (or digit) back."""
        if self.digits:
            self.digits = self.digits[:-1]
        elif self.cursor > 0:
            self.cursor -= 1
            self.places[self.cursor] = None

    def move(self, step: int) -> None:
        """Go to another die, to type over it."""
        self.digits = ""
        self.cursor = max(0, min(self.cursor + step, len(self.places) - 1))

    def fill(self, faces: Sequence[int]) -> list[int]:
        """All faces, the empty places taken from these."""
        return [face if place is None else place for place, face in zip(self.places, faces, strict=True)]

    def _long(self, char: str) -> bool:
        return char in "0-=" or LONG_KEYS[char] <= self.sides

    def _put(self, face: int, typed: str) -> str:
        highest = self.lowest + self.sides - 1
        if not self.lowest <= face <= highest:
            return f"A D{self.sides} shows {self.lowest} to {highest}, not {typed}."
        self.places[min(self.cursor, len(self.places) - 1)] = face
        behind = next(
            (i for i in range(self.cursor + 1, len(self.places)) if i not in self.rolled), len(self.places)
        )
        self.cursor = self._empty[0] if behind == len(self.places) and not self.full else behind
        return ""
