"""Facts: what happened, named, with the numbers of it, and a sentence for people."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, lru_cache
from types import ModuleType
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Raw, Struct, ValidationError
from msgspec.json import Decoder, decode

from vedette.engine.data import Table
from vedette.engine.dice import Count, Low, Roll, Sum, Tests, Total
from vedette.engine.figures import number, signed
from vedette.engine.grammar import agree, at_start, the
from vedette.engine.marks import WORDS, marked
from vedette.engine.patch import Change
from vedette.engine.plain import faults_in
from vedette.engine.requests import question_title
from vedette.engine.settings import MOST_MINUTES, UndoRule, settings_words
from vedette.engine.text import joined

OFTEN_TOLD = 4096
"""Facts that are kept when they were read, the latest ones."""

Names = Callable[[str], str]
"""From an id to the name that people know."""


def verdict(outcome: str, names: Names) -> str:
    """The outcome in words: a draw or a side's victory, "" while the game goes on."""
    if not outcome:
        return ""
    return "A draw" if outcome == "draw" else f"Victory for {the(names(outcome))}"


Moment = Literal["", "lost", "down", "hurt", "waits", "gain", "fail"]
"""What a fact means to the table: somebody is lost (the loudest), or out of action but alive, hurt, will be when what waits falls, something is gained, something fails."""

LOSSES: frozenset[Moment] = frozenset({"lost", "down"})
"""Those after which somebody does not act any more."""


class Score(Struct, frozen=True):
    """Victory points that a side has scored or lost, and what for: an id, or words."""

    side: str
    points: int
    source: str


class Fact(Struct, frozen=True):
    """Base of all facts. A fact holds ids and numbers only, so it can be saved and told again.

    `names` tells a side or a unit as a `Name`, which knows its article and whether it is plural: see `engine/grammar.py`.

    `moves` is the name of the value that says which unit stands elsewhere afterwards, though it was not its own command.
    `ahead`: where it means that a command comes to nothing, what odds call that, such as `the jump fails`.
    """

    moves: ClassVar[str] = ""
    ahead: ClassVar[str] = ""

    @property
    def aside(self) -> bool:
        """True for bookkeeping, such as a change of turn. Summaries skip it if the command brought about anything else."""
        return False

    @property
    def moment(self) -> Moment:
        """What the fact means to the table, if it is more than routine."""
        return ""

    @property
    def score(self) -> Score | None:
        """The victory points that it scores, or None."""
        return None

    def sentence(self, names: Names) -> str:
        """What happened, in one plain sentence."""
        raise NotImplementedError

    def headline(self, names: Names) -> str:
        """The same in a few words, for a line of the log; the sentence without its full stop where nothing is shorter."""
        return self.sentence(names).removesuffix(".")

    def arithmetic(self, names: Names) -> str:
        """The calculation behind its numbers in one line; "" if there is none."""
        return ""

    def short_arithmetic(self, names: Names) -> str:
        """The same without what changes nothing, for few columns."""
        return self.arithmetic(names)

    def tale(self, names: Names) -> str:
        """What a battle report tells of it: a clause in the past tense, without a full stop; "" where it is not worth it.

        What units lose and sides score is told in any case, and needs none.
        """
        return ""


_TAG = re.compile(r"[a-z0-9-]{1,80}")


@cache
def tag(kind: type[Fact]) -> str:
    """The short name under which a fact is saved: `StressRemoved` is `stress-removed`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", kind.__name__).lower()


def facts_of(*modules: ModuleType) -> Mapping[str, type[Fact]]:
    """All facts of these modules, by their tags."""
    found = (kind for module in modules for kind in vars(module).values() if isinstance(kind, type))
    return {tag(kind): kind for kind in found if issubclass(kind, Fact) and kind is not Fact}


def one_of(words: Collection[str]) -> Meta:
    """Constrain a fact's word to the keys of a table; a save with any other is not read."""
    return Meta(pattern=f"^({'|'.join(map(re.escape, words))})$")


class Event(Struct, frozen=True):
    """A fact and the exact changes of state that came with it."""

    fact: Fact
    changes: tuple[Change, ...] = ()

    def written(self) -> Table:
        """The event as the save keeps it."""
        return {"is": tag(type(self.fact)), "of": self.fact, "changes": self.changes}


def read_fact(kinds: Mapping[str, type[Fact]], name: str, values: bytes | Raw) -> Fact:
    """A saved fact, of its values as JSON; one that this version does not know is told by its tag."""
    kind = kinds.get(name)
    try:
        return _fact(kind, bytes(values)) if kind else Unknown(name)
    except ValidationError:
        return Unknown(name)


@cache
def _decoder(kind: type[Fact]) -> Decoder[Fact]:
    return Decoder(kind)


@lru_cache(maxsize=OFTEN_TOLD)  # in a long game most are told many times in the same words
def _fact(kind: type[Fact], values: bytes) -> Fact:
    return _decoder(kind).decode(values)


def outcomes(facts: Iterable[Fact]) -> list[Fact]:
    """The facts that are neither rolls nor bookkeeping."""
    return [fact for fact in facts if not fact.aside and not isinstance(fact, Rolled)]


def unreadable(kinds: Mapping[str, type[Fact]], name: str, values: bytes | Raw) -> str:
    """Why a saved fact can't be one of that name; "" where it can, also of a name that this version does not know."""
    kind = kinds.get(name)
    if kind is None:
        told = _TAG.fullmatch(name) and bytes(values).startswith(b"{")
        return "" if told else "no fact is written like that"
    try:
        _fact(kind, bytes(values))
    except ValidationError:
        return next(iter(faults_in(kind, decode(values))), "is not as it must be")
    return ""


def alike(one: object, other: object) -> bool:
    """Whether facts, or values of facts, are the same but for words that only explain."""
    if one == other:
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if type(one) is not type(other) or not isinstance(one, Struct):
        return False
    words = marked(type(one), WORDS)
    return all(
        alike(getattr(one, name), getattr(other, name)) for name in one.__struct_fields__ if name not in words
    )


class Unknown(Fact, frozen=True):
    """A fact of another version."""

    name: str

    def sentence(self, names: Names) -> str:
        return f"Something that this version does not know happened: {self.name}."


class Rolled(Fact, frozen=True):
    """A pool was rolled, re-rolls included."""

    roll: Roll

    def sentence(self, names: Names) -> str:
        roll, pool = self.roll, self.roll.pool
        who = "Both sides rolled " if pool.dice > 1 else ""
        if roll.side:
            who = f"{at_start(names(roll.side))} rolled "
        shown = ("→".join(map(str, (*die.earlier, die.face))) for die in roll.dice)
        faces = " ".join(shown) or "typed as a total"
        faces += f" ({joined(again)})" if (again := self._rolled_again_for()) else ""
        aim, bonus = "", ""
        if pool.target is not None and isinstance(pool, Low):
            best = pool.target - pool.modifier
            aim = f" for {f'1 to {best:g}' if best > 1 else '1' if best == 1 else 'nothing'}"
        elif pool.target is not None:
            aim = f" for {pool.target}{' or lower' if isinstance(pool, Sum) else '+'}"
        if pool.modifier and isinstance(pool, Tests | Total):
            bonus = f" at {signed(pool.modifier)}"
        why = pool.against_target(roll.total) if isinstance(pool, Sum) and not pool.compared else ""
        summed = f"{roll.total:g}{why and f' ({why})'}"
        if pool.modifier and pool.target is None:  # else the target holds it
            summed = f"{roll.total:g} {signed(pool.modifier)} = {number(roll.total + pool.modifier)}"
        each = not isinstance(pool, Count) or pool.each_is_one
        came = {
            "tests": f": {roll.successes} of {pool.dice} succeeded",
            "count": f": {roll.successes} {f'of {pool.dice} hit' if each else 'hits' if roll.successes != 1 else 'hit'}",
            "low": f": {roll.successes} of {pool.dice} scored{', a 0 always misses' if 0 in roll.faces else ''}",
            "total": f": {roll.total:g}",
            "sum": f": {summed}",
            "faces": "",
        }[pool.reading]
        what = roll.title
        if not roll.side and what.startswith("Roll-off"):
            who, what = "Both sides rolled off", what.removeprefix("Roll-off")
        elif who:
            what = the(what)
        return f"{who}{what}{aim}{bonus}: {faces}{came}."

    def _rolled_again_for(self) -> list[str]:
        """Why dice were rolled again whatever they showed, where any were."""
        return (
            [remark.name for remark in self.roll.pool.remarks if remark.again] if self.roll.rerolled else []
        )

    def arithmetic(self, names: Names) -> str:
        """The sum that is compared with the target; "" if nothing is added."""
        roll, pool = self.roll, self.roll.pool
        again = self._rolled_again_for()
        if pool.target is None or not (pool.modifiers or again) or not isinstance(pool, Sum | Total | Low):
            return ""
        more = "".join(f" {signed(pool.towards(modifier))} {modifier.title}" for modifier in pool.modifiers)
        what = roll.title.rpartition(": ")[0] or question_title(roll.why)
        if isinstance(pool, Total):
            shown = number(roll.total - pool.modifier)
            if again:  # the dice as they lie, and those that they replaced
                shown = " + ".join(map(str, roll.faces))
                shown += f" ({joined([*map(str, roll.rerolled)])} rolled again, {joined(again)})"
            if pool.best:
                shown += f" (the best {pool.best} of {pool.dice})"
            return f"{what}: {shown}{more} = {number(roll.total)}, needs {pool.target}+"
        if isinstance(pool, Low):
            lone = roll.faces[0] if len(roll.faces) == 1 else 0  # a natural 0 is a miss, whatever is added
            least = number(pool.target - pool.modifier)
            return f"{what}: {lone}, needs {pool.target}{more} = {least} or less" if lone else ""
        base, total = number(pool.target - pool.modifier), number(roll.total)
        why = pool.against_target(roll.total) or f"by {abs(pool.target - roll.total):g}"
        came = f"{'✔' if pool.succeeds(roll.total) else '✘'} {why}"
        return f"{what}: {base}{more} = {pool.target}, {pool.dice}d{pool.sides} {total} {came}"


class Noted(Fact, frozen=True):
    """A remark of the players."""

    text: str

    def sentence(self, names: Names) -> str:
        return f"Note: {self.text}"


class OddsShown(Fact, frozen=True):
    """The players will see the odds, or neither of them will."""

    aside: ClassVar[bool] = True  # it changes nothing in the game

    shown: bool

    def sentence(self, names: Names) -> str:
        return "Odds shown to both players." if self.shown else "Odds hidden from both players."


class SettingsAgreed(Fact, frozen=True):
    """How undo works and how long the players may think from here on; what is None stays as it was."""

    undo: UndoRule | None
    side_minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] | None
    round_minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] | None

    def sentence(self, names: Names) -> str:
        return f"New settings. {settings_words(self.undo, self.side_minutes, self.round_minutes)}"


_VP = re.compile(r"sides\.([^.]+)\.vp")
"""The tracked value of the victory points of a side, in every game that has them."""


class Adjusted(Fact, frozen=True):
    """A tracked value was set by hand."""

    path: str
    old: Any
    new: Any
    reason: str
    words: Annotated[tuple[tuple[str, str], ...], WORDS] = ()

    def sentence(self, names: Names) -> str:
        because = f" ({self.reason})" if self.reason else ""
        return f"By hand: {self._change(names)}{because}."

    def headline(self, names: Names) -> str:
        return f"{self._change(names)}, by hand"

    @property
    def score(self) -> Score | None:
        side = _VP.fullmatch(self.path)
        numbers = type(self.old) is int and type(self.new) is int
        return Score(side[1], self.new - self.old, "By hand") if side and numbers else None

    def _change(self, names: Names) -> str:
        where = place(self.path, names, dict(self.words))
        return f"{where} {_told(self.old, names)} → {_told(self.new, names)}"


class Conceded(Fact, frozen=True):
    """A side gave the game up; `winner` has won by it, "" where others fight on."""

    moment: ClassVar[Moment] = "lost"

    side: str
    winner: Annotated[str, WORDS] = ""

    def sentence(self, names: Names) -> str:
        winner = names(self.winner) if self.winner else ""
        wins = f": {the(winner)} {agree(winner, 'wins', 'win')}" if winner else ""
        return f"{at_start(names(self.side))} conceded{wins}."

    def headline(self, names: Names) -> str:
        return f"{names(self.side)} CONCEDED"

    def tale(self, names: Names) -> str:
        return f"{the(names(self.side))} conceded"


def place(path: str, names: Names, words: Mapping[str, str]) -> str:
    """A path as people say it, who count from 1: `units.m4.models.2.hp` is `Shrike, model 3, hit points`.

    `words` are what its parts are called where that is more than their own words.
    """
    said: list[str] = []
    for part in path.split("."):
        name = names(part)
        if said and name != part:  # of what: the list that it stands in goes without saying
            said[-1] = name
        elif said and part.isdecimal():
            said[-1] = f"{said[-1].removesuffix('s')} {int(part) + 1}"
        else:
            said.append(words.get(part) or part.replace("_", " "))
    return ", ".join(said)


def _told(value: object, names: Names) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_told(item, names) for item in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return names(value) or "none" if isinstance(value, str) else str(value)
