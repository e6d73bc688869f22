"""Throws, and what they can come to: every result that has to be told apart, and in how many ways it comes about."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any

from vedette.engine.dice import AnyPool, Die, Mark, Roll
from vedette.engine.odds.random_variables import JOINT
from vedette.engine.play import Again
from vedette.engine.record import record, replace

Cut = tuple[Any, ...]
"""What is told apart of a die: ("mark", "failure"), ("face", 1), ("from", 9), ("again",); or of all of them: ("total",), ("row",), ("places",)."""

Cuts = frozenset[Cut]
Kind = tuple[bool, ...]
Known = tuple[tuple[Kind, int], ...]
"""How many dice are of each kind; a kind is what the cuts say of a die, in their order."""

PLACES: Cut = ("places",)
"""Every face in its place."""

ROW: Cut = ("row",)
"""In each place what the other cuts say of the die that lies there."""

TOTAL: Cut = ("total",)
AGAIN: Cut = ("again",)


class Finer(BaseException):
    """The results of such a throw don't say what is read of it: they must be told apart by more."""

    def __init__(self, throw: Throw, cut: Cut) -> None:
        """Of which throw, and what."""
        self.throw, self.cut = throw, cut


@record(kw_only=True)
class Throw:
    """What `OddsPlay.roll` waits for. `again`: each die is rolled again or not, by itself.

    `kept` are the dice that stay where others, so many `more`, are rolled again. `placed`: dice whose places matter.
    """

    pool: AnyPool
    why: str
    side: str = ""
    again: Again | None = None
    kept: Known = ()
    more: int = 0
    placed: bool = False

    def __hash__(self) -> int:
        """Of what nearly always tells them apart: there are many, and each is looked up."""
        return hash((self.why, self.pool.dice, self.pool.target, self.kept, self.more))

    @property
    def dice(self) -> int:
        """How many are thrown."""
        return self.more or self.pool.dice

    @property
    def key(self) -> tuple[str, type]:
        """Throws that are read alike."""
        return self.why, type(self.pool)

    def by_place(self) -> Finer:
        """What is to be raised where it matters in which place a die lies."""
        rows = self.pool.reading in ("tests", "count", "low") and not self.more
        return Finer(self, ROW if rows else PLACES)


@record(kw_only=True)
class Throws:
    """One throw or another: `which` is a number that isn't known yet."""

    which: Any
    throws: tuple[Throw, ...]

    @property
    def key(self) -> tuple[str, type]:
        """As of each of them."""
        return self.throws[0].key


def says(cut: Cut, face: int, mark: Mark) -> bool:
    """Whether a cut holds of a die that shows this face."""
    what, *which = cut
    if what == "mark":
        return bool(mark == which[0])
    if what == "face":
        return bool(face == which[0])
    return bool(face >= which[0] if what == "from" else face > which[0] if what == "above" else False)


@lru_cache
def ordered(cuts: Cuts) -> tuple[Cut, ...]:
    """The cuts in the order of a kind."""
    return tuple(sorted(cuts, key=repr))


def faces_of(pool: AnyPool, cuts: Cuts, place: int = 0) -> dict[Kind, tuple[int, ...]]:
    """The faces of each kind."""
    return _faces_of_a_die(replace(pool, dice=1), cuts, place)


@lru_cache(maxsize=1024)
def _faces_of_a_die(pool: AnyPool, cuts: Cuts, place: int) -> dict[Kind, tuple[int, ...]]:
    """They are the same whatever the number of dice."""
    found: dict[Kind, tuple[int, ...]] = {}
    for face in range(pool.lowest, pool.highest + 1):
        kind = tuple(says(cut, face, pool.mark(face, place)) for cut in ordered(cuts))
        found[kind] = (*found.get(kind, ()), face)
    return found


@lru_cache(maxsize=1024)
def told_of_kinds(pool: AnyPool, cuts: Cuts, place: int, cut: Cut) -> Mapping[Kind, bool | None]:
    """Whether another cut holds of the dice of each kind; None where it holds of some of them."""
    told = {
        kind: {says(cut, face, "") for face in faces} for kind, faces in faces_of(pool, cuts, place).items()
    }
    return {kind: None if len(answers) > 1 else answers.pop() for kind, answers in told.items()}


Results = Mapping[Any, int]
"""Every result of a throw that is told apart, and in how many ways it comes about."""


@lru_cache(maxsize=256)
def results_of(throw: Throw, cuts: Cuts) -> Results:
    """The results of a throw."""
    pool = throw.pool
    faces = range(pool.lowest, pool.highest + 1)
    if throw.placed or PLACES in cuts:
        return dict.fromkeys(product(faces, repeat=throw.dice), 1)
    if ROW in cuts:
        return _in_a_row(throw, cuts)
    if TOTAL in cuts:
        if throw.kept or throw.again or len(cuts) > 1:
            raise Finer(throw, PLACES)
        found: dict[Any, int] = {0: 1}
        for _ in range(pool.dice):
            found = _added(found, [(1, face) for face in faces], operator.add)
        return found
    found = {throw.kept: 1}
    for place, dice in _alike(throw).items():
        kinds = tuple(_ways_of_a_die(throw, cuts, place).items())
        found = _added(found, spread(dice, kinds), _both)
    return found


@lru_cache(maxsize=1024)
def left_of(throw: Throw, cuts: Cuts, *known: frozenset[Any]) -> tuple[Sequence[Any], Sequence[int], int]:
    """The results of a throw that are known to be left, in how many ways each of them comes about, and in how many any does."""
    results = results_of(throw, cuts)
    left = [*results]
    for said in known:
        left = [one for one in left if one in said]
    return left, [results[one] for one in left], sum(results.values())


def _in_a_row(throw: Throw, cuts: Cuts) -> Results:
    """What the kinds of the dice may be, place by place."""
    ways: dict[tuple[Kind, ...], int] = {(): 1}
    for place in range(throw.dice):
        kinds = _ways_of_a_die(throw, cuts, place)
        if len(ways) * len(kinds) > JOINT:
            raise Finer(throw, PLACES)
        ways = {(*row, kind): some * more for row, some in ways.items() for kind, more in kinds.items()}
    return ways


@lru_cache(maxsize=4096)
def count_of(known: Known, at: int) -> int:
    """Of how many dice that cut says yes."""
    return sum(dice for kind, dice in known if kind[at])


def _added(
    one: dict[Any, int], other: Iterable[tuple[int, Any]], both: Callable[[Any, Any], Any]
) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for known, ways in one.items():
        for more_ways, more in other:
            key = both(known, more)
            found[key] = found.get(key, 0) + ways * more_ways
    return found


def _both(known: Known, more: Known) -> Known:
    if not known:
        return more
    both = dict(known)
    for kind, dice in more:
        both[kind] = both.get(kind, 0) + dice
    return tuple(sorted(both.items()))


def _alike(throw: Throw) -> dict[int, int]:
    """How many dice are modified alike, by the first of them."""
    own = () if throw.more else getattr(throw.pool, "own", ())
    if not own:
        return {0: throw.dice}
    return {own.index(one): own.count(one) for one in dict.fromkeys(own)}


def _ways_of_a_die(throw: Throw, cuts: Cuts, place: int) -> dict[Kind, int]:
    """In how many ways one die comes to each kind: of its faces; of its faces squared where it may be rolled again."""
    ways = {kind: len(faces) for kind, faces in faces_of(throw.pool, cuts, place).items()}
    if throw.again is None:
        return ways
    own = getattr(throw.pool, "own", ())
    pool = replace(throw.pool, dice=1, **({"own": own[place : place + 1]} if own else {}))
    again = {
        face for face in range(pool.lowest, pool.highest + 1) if throw.again.which(_die(throw, pool, face))
    }
    at = ordered(cuts).index(AGAIN) if AGAIN in cuts else None
    found: dict[Kind, int] = {}
    for kind, faces in faces_of(throw.pool, cuts, place).items():
        if stay := [face for face in faces if face not in again]:
            found[kind] = found.get(kind, 0) + len(stay) * pool.sides
        if again:
            new = kind if at is None else (*kind[:at], True, *kind[at + 1 :])
            found[new] = found.get(new, 0) + len(faces) * len(again)
    return found


def _die(throw: Throw, pool: AnyPool, face: int) -> Roll:
    return Roll(throw.why, throw.side, pool, (Die(face),))


@lru_cache(maxsize=1024)
def spread(dice: int, kinds: tuple[tuple[Kind, int], ...]) -> list[tuple[int, Known]]:
    """Every way in which so many dice fall into kinds: how often, and how many of each."""
    (kind, ways), *rest = sorted(kinds)
    if not rest:
        return [(ways**dice, ((kind, dice),) if dice else ())]
    found = []
    for many in range(dice + 1):
        mine = comb(dice, many) * ways**many
        own = ((kind, many),) if many else ()
        found += [(mine * others, own + said) for others, said in spread(dice - many, tuple(rest))]
    return found
