"""What a procedure may wait for (the faces of a pool, or a choice of one side), and where answers may come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from vedette.engine.dice import AnyPool, Dice, Die, Remark, Roll, SummedPool, TypedTotal
from vedette.engine.errors import CommandError

Answer = Dice | str | int

EACH_COUNTS = "Each die counts by itself here"
"""Why every die is needed, where no rule says more."""


class Option(Struct, frozen=True):
    """One possible answer: its value as cases and saves write it (a number is a place in a list, counted from 0), and its words for people.

    `alike`: options with the same word here are the same for the rules, such as models that nothing tells apart.
    `none`: it takes nobody and nothing of those that are listed, and comes last. `assumed`: what odds say behind
    *if* where they take it to be chosen. `brief` is the label in a few cells, `detail` is what would change at once, such as `▲1 → ▲2`, `note` what that may
    cost and `severity` how bad it is; of one that cannot be taken the note says why not.
    """

    value: str | int
    label: str
    alike: str = ""
    none: bool = False
    assumed: str = ""
    brief: str = ""
    detail: str = ""
    note: str = ""
    severity: Literal["", "warn", "bad"] = ""


class Queued(Struct, frozen=True):
    """A test of a unit, and what brought it."""

    unit: str
    reasons: tuple[Remark, ...] = ()


class Chain(Struct, frozen=True):
    """The test that a question belongs to, and those that wait behind it in the same command."""

    now: Queued
    waiting: tuple[Queued, ...] = ()


def question_title(key: str) -> str:
    """What a question is called, by its name or key: `Captain trait`, `Roll-off`."""
    name = key.partition("/")[0]
    return _CALLED.get(name) or name[:1].upper() + name[1:].replace("_", " ")


_CALLED = {
    "roll_off": "Roll-off", "reroll": "Re-roll", "hth_table": "Hand-to-hand table", "resilience": "Test",
    "resilience_high": "Test",
}  # fmt: skip
"""Questions that are called otherwise than their keys, which editions may have other words for."""


def distinct(options: Sequence[Option]) -> Sequence[Option]:
    """The options without later ones that are alike for the rules."""
    first = {option.alike: option for option in reversed(options) if option.alike}
    return [option for option in options if not option.alike or first[option.alike] is option]


class DiceRequest(Struct, frozen=True, kw_only=True):
    """A request for the faces of a pool, or of the dice of a `roll` that are rolled `again`.

    `told` is what people read in place of `why`, where a game names its pools by ids. `faces` tells why each die
    counts; "" where nothing but the total is read, so that it may be given in their place.
    """

    why: str
    side: str
    pool: AnyPool
    rules: tuple[str, ...] = ()
    roll: Roll | None = None
    again: tuple[int, ...] = ()
    told: str = ""
    faces: str = EACH_COUNTS
    chain: Chain | None = None

    @property
    def title(self) -> str:
        return self.told or self.why

    @property
    def name(self) -> str:
        """The word that `pending` shows."""
        return "dice"

    @property
    def dice(self) -> int:
        return len(self.again) if self.roll else self.pool.dice

    @property
    def key(self) -> str:
        """Identifies the same question after an undo."""
        what = "again" if self.roll else "pool"
        return f"{self.why}/{self.side}/{what}/{self.dice}d{self.pool.sides}"

    @property
    def no_total(self) -> str:
        """Why the total alone will not do, in a sentence; "" where it will."""
        if self.faces:
            return f"{self.faces}, so every die is needed."
        return "There is only one die: give its face." if self.dice == 1 else ""

    def check(self, answer: Answer) -> None:
        """Raise CommandError unless the answer is as many possible faces as are wanted, or a total that will do."""
        if isinstance(answer, TypedTotal):
            if self.no_total:
                raise CommandError(self.no_total)
            total, possible = answer.number, self.pool.totals
            if type(total) is not int or total not in possible:
                between = f"{possible[0]} to {possible[-1]}" if len(possible) > 1 else f"{possible[0]}"
                summed = isinstance(self.pool, SummedPool)
                can = f"come to {between}" if summed else f"give {between} successes"
                raise CommandError(f"{self.dice} D{self.pool.sides} {can} here, not {total}.")
            return
        if not isinstance(answer, tuple):
            raise CommandError(f"{self.title}: {self.dice} dice are waited for, not a choice.")
        lowest, highest = self.pool.lowest, self.pool.highest
        for die in answer:
            if type(die.face) is not int or not lowest <= die.face <= highest:
                raise CommandError(f"A D{self.pool.sides} shows {lowest} to {highest}, not {die.face}.")
        if len(answer) != self.dice:
            wanted = f"{self.dice} dice" if self.dice != 1 else "1 die"
            raise CommandError(f"{self.title}: needs {wanted}, not {len(answer)}.")


class ChoiceRequest(Struct, frozen=True, kw_only=True):
    """A request to one side to pick an option; `suggested` is its last answer, if any.

    `title` and `aside` stand over the options where `why` is told already; `barred` are those that one would look for
    among them, `rule` says how they are told apart, and `commit` what Enter does, as in `{} takes it`.
    `roll` is the roll that the question is about.
    """

    name: str
    side: str
    options: tuple[Option, ...]
    why: str
    rules: tuple[str, ...] = ()
    suggested: str | int | None = None
    title: str = ""
    aside: str = ""
    barred: tuple[Option, ...] = ()
    rule: str = ""
    commit: str = ""
    chain: Chain | None = None
    roll: Roll | None = None

    @property
    def listed(self) -> Sequence[Option]:
        """The distinct options as people are asked: yes is the first, and whatever declines the last."""
        return sorted(distinct(self.options), key=lambda option: option.none or option.value == "no")

    @property
    def key(self) -> str:
        """Identifies the same question after an undo."""
        return f"{self.name}/{self.side}/" + ",".join(str(option.value) for option in self.options)

    def check(self, answer: Answer) -> None:
        """Raise CommandError unless the answer is one of those offered."""
        values = [option.value for option in self.options]
        if type(answer) not in (str, int) or answer not in values:
            offered = ", ".join(str(value) for value in values)
            raise CommandError(f"The answer to “{self.name}” is one of: {offered}.")


def different(request: ChoiceRequest, taken: str | int) -> list[str | int]:
    """The other options, one of those that are alike for the rules."""
    same = next(option.alike or option.value for option in request.options if option.value == taken)
    return [option.value for option in distinct(request.options) if (option.alike or option.value) != same]


Request = DiceRequest | ChoiceRequest

Throw = Callable[[], Dice]
"""Rolls the assistant's dice for the request at hand."""


class AnswerSource(Protocol):
    """Gives answers one by one."""

    def answer(self, request: Request, throw: Throw) -> Answer | None:
        """The answer to this request, or None to let the game wait."""

    def finish(self) -> None:
        """Raise CommandError if something was given that nobody asked for."""


class ScriptedAnswers:
    """Faces and answers that were written down beforehand, as in a case or on the command line.

    A pool is answered whole, with faces or with a total. Where `dice` is None the assistant rolls.
    """

    def __init__(
        self, dice: Sequence[int | TypedTotal] | None = None, choose: Sequence[str | int] = ()
    ) -> None:
        self._rolls = dice is None
        self._dice = list(dice or ())
        self._choose = list(choose)

    def answer(self, request: Request, throw: Throw) -> Answer | None:
        """The next faces, thrown ones, the next choice, or nothing."""
        if not isinstance(request, DiceRequest):
            return self._choose.pop(0) if self._choose else None
        if self._rolls:
            return throw()
        if not self._dice:
            return None
        if isinstance(self._dice[0], TypedTotal):
            return self._dice.pop(0)
        faces = tuple(Die(face) for face in self._dice[: request.dice] if not isinstance(face, TypedTotal))
        del self._dice[: len(faces)]
        return faces

    def finish(self) -> None:
        """Raise CommandError if faces or answers are left over."""
        if self._dice:
            raise CommandError(f"{len(self._dice)} faces more were given than dice were asked for.")
        if self._choose:
            raise CommandError(f"Nobody asked for the answer “{self._choose[0]}”.")
