"""Throws and their outcomes: which of them a partition tells apart, and in how many ways each comes about."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import AnyPool, Die, Mark, Roll, Total
from vedette.engine.odds.random_variables import MOST_JOINT
from vedette.engine.play import Again

Predicate = tuple[Any, ...]
"""What is told apart of a die: ("mark", "failure"), ("face", 1), ("from", 9), ("above", 9), ("again",); or of all of them: TOTAL, ROW, PLACES."""

PLACES: Predicate = ("places",)
"""Every face in its place."""

ROW: Predicate = ("row",)
"""The class of the die in each place, by the other predicates."""

TOTAL: Predicate = ("total",)
AGAIN: Predicate = ("again",)

Partition = frozenset[Predicate]
"""Outcomes for which all of these predicates say the same are one."""

DieClass = tuple[bool, ...]
"""What the predicates of a partition say of a die, in the order of `ordered`."""

Counts = tuple[tuple[DieClass, int], ...]
"""How many dice are of each class."""


class NeedsRefinement(BaseException):
    """The partition of a throw doesn't say what is read of it: it must be refined by another predicate."""

    def __init__(self, throw: Throw, predicate: Predicate) -> None:
        self.throw, self.predicate = throw, predicate


class Throw(Struct, frozen=True, kw_only=True):
    """What `OddsPlay` waits for. `again`: what is rolled again of it at once, each die by itself and only once.

    `kept` are the dice that stay where others, so many `more`, are rolled again. `placed`: dice whose places matter.
    `known`: the faces that lie on the table already, by the places of the dice; None where there is none yet.
    """

    pool: AnyPool
    why: str
    side: str = ""
    again: tuple[Again, ...] = ()
    kept: Counts = ()
    more: int = 0
    placed: bool = False
    known: tuple[int | None, ...] = ()

    def __hash__(self) -> int:
        # Of what nearly always tells them apart: there are many, and each is looked up.
        return hash((self.why, self.pool.dice, self.pool.target, self.kept, self.more))

    @property
    def dice(self) -> int:
        """How many are thrown."""
        return self.more or self.pool.dice

    def faces_at(self, place: int) -> range:
        """The faces that the die in this place may show."""
        known = self.known[place] if place < len(self.known) else None
        return range(self.pool.lowest, self.pool.highest + 1) if known is None else range(known, known + 1)

    @property
    def key(self) -> tuple[str, type]:
        """Throws with the same key have the same partition."""
        return self.why, type(self.pool)

    def refined_by_place(self) -> NeedsRefinement:
        """The refinement to raise where it matters in which place a die lies."""
        rows = self.pool.reading in ("tests", "count", "low") and not self.more
        return NeedsRefinement(self, ROW if rows else PLACES)


class DependentThrow(Struct, frozen=True, kw_only=True):
    """One of several throws, by `which`, a random variable."""

    which: Any
    throws: tuple[Throw, ...]

    @property
    def key(self) -> tuple[str, type]:
        """The key of each of them."""
        return self.throws[0].key


def holds(predicate: Predicate, face: int, mark: Mark) -> bool:
    """True if a predicate holds of a die that shows this face."""
    what, *which = predicate
    if what == "mark":
        return bool(mark == which[0])
    if what == "face":
        return bool(face == which[0])
    return bool(face >= which[0] if what == "from" else face > which[0] if what == "above" else False)


@lru_cache
def ordered(partition: Partition) -> tuple[Predicate, ...]:
    """The predicates in the order of a class of dice."""
    return tuple(sorted(partition, key=repr))


def faces_by_class(pool: AnyPool, partition: Partition, place: int = 0) -> dict[DieClass, tuple[int, ...]]:
    """The faces of each class."""
    return _faces_of_a_die(
        replace(pool, dice=1), partition, place
    )  # they are the same for any number of dice


@lru_cache(maxsize=1024)
def _faces_of_a_die(pool: AnyPool, partition: Partition, place: int) -> dict[DieClass, tuple[int, ...]]:
    found: dict[DieClass, tuple[int, ...]] = {}
    for face in range(pool.lowest, pool.highest + 1):
        of = tuple(holds(one, face, pool.mark(face, place)) for one in ordered(partition))
        found[of] = (*found.get(of, ()), face)
    return found


@lru_cache(maxsize=1024)
def answers_by_class(
    pool: AnyPool, partition: Partition, place: int, predicate: Predicate
) -> Mapping[DieClass, bool | None]:
    """What another predicate says of the dice of each class; None where it holds of some of them."""
    answers = {
        of: {holds(predicate, face, "") for face in faces}
        for of, faces in faces_by_class(pool, partition, place).items()
    }
    return {of: None if len(every) > 1 else every.pop() for of, every in answers.items()}


Outcomes = Mapping[Any, int]
"""Every outcome that a partition tells apart, and in how many ways it comes about."""


@lru_cache(maxsize=256)
def outcomes_of(throw: Throw, partition: Partition) -> Outcomes:
    """The outcomes of a throw."""
    pool = throw.pool
    if throw.placed or PLACES in partition:
        return dict.fromkeys(product(*map(throw.faces_at, range(throw.dice))), 1)
    if ROW in partition:
        rows: dict[Any, int] = {(): 1}
        for place in range(throw.dice):
            classes = _ways_of_a_die(throw, partition, place)
            if len(rows) * len(classes) > MOST_JOINT:
                raise NeedsRefinement(throw, PLACES)
            rows = {(*row, of): some * more for row, some in rows.items() for of, more in classes.items()}
        return rows
    if TOTAL in partition:
        if throw.kept or throw.again or len(partition) > 1:
            raise NeedsRefinement(throw, PLACES)
        if isinstance(pool, Total) and pool.best:
            return Counter(map(pool.sum_of, product(*map(throw.faces_at, range(pool.dice)))))
        totals: dict[Any, int] = {0: 1}
        for place in range(pool.dice):
            totals = _convolved(totals, [(1, face) for face in throw.faces_at(place)], operator.add)
        return totals
    found: dict[Any, int] = {throw.kept: 1}
    own = () if throw.more else getattr(pool, "own", ())
    # Dice that are modified alike and show the same so far, by the place of the first of them.
    each = [(own[place] if own else 0, throw.faces_at(place)) for place in range(throw.dice)]
    for one, dice in Counter(each).items():
        place = each.index(one)
        classes_of = tuple(_ways_of_a_die(throw, partition, place).items())
        found = _convolved(found, multinomial(dice, classes_of), _both)
    return found


@lru_cache(maxsize=1024)
def remaining_outcomes(
    throw: Throw, partition: Partition, *known: frozenset[Any]
) -> tuple[Sequence[Any], Sequence[int], int]:
    """The outcomes that are in all of the `known` sets, in how many ways each comes about, and in how many any outcome does."""
    outcomes = outcomes_of(throw, partition)
    left = [*outcomes]
    for among in known:
        left = [one for one in left if one in among]
    return left, [outcomes[one] for one in left], sum(outcomes.values())


@lru_cache(maxsize=4096)
def count_of(counts: Counts, at: int) -> int:
    """The number of dice of which the predicate at that index holds."""
    return sum(dice for of, dice in counts if of[at])


def _convolved(
    one: dict[Any, int], other: Iterable[tuple[int, Any]], both: Callable[[Any, Any], Any]
) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for outcome, ways in one.items():
        for more_ways, more in other:
            key = both(outcome, more)
            found[key] = found.get(key, 0) + ways * more_ways
    return found


def _both(counts: Counts, more: Counts) -> Counts:
    if not counts:
        return more
    both = dict(counts)
    for of, dice in more:
        both[of] = both.get(of, 0) + dice
    return tuple(sorted(both.items()))


def _ways_of_a_die(throw: Throw, partition: Partition, place: int) -> dict[DieClass, int]:
    """In how many ways one die is of each class: of its faces, or of its faces squared where it may be rolled again."""
    classes, shown = faces_by_class(throw.pool, partition, place), throw.faces_at(place)
    at = ordered(partition).index(AGAIN) if AGAIN in partition else None
    if not throw.again:
        ways = {of: sum(face in shown for face in faces) for of, faces in classes.items()}
        return {_redone(of, at if throw.more else None): some for of, some in ways.items() if some}
    own = getattr(throw.pool, "own", ())
    pool = replace(throw.pool, dice=1, **({"own": own[place : place + 1]} if own else {}))
    again = {
        face
        for face in range(pool.lowest, pool.highest + 1)
        if any(one.which(Roll(throw.why, throw.side, pool, (Die(face),))) for one in throw.again)
    }
    found: dict[DieClass, int] = {}
    for of, faces in classes.items():
        if stay := [face for face in faces if face in shown and face not in again]:
            found[of] = found.get(of, 0) + len(stay) * pool.sides
        if anew := len(again.intersection(shown)):
            new = _redone(of, at)
            found[new] = found.get(new, 0) + len(faces) * anew
    return found


def _redone(of: DieClass, at: int | None, *, again: bool = True) -> DieClass:
    """The class of a die that was rolled again; `at` says where a class tells that."""
    return of if at is None else (*of[:at], again, *of[at + 1 :])


def by_its_face(of: DieClass, partition: Partition) -> DieClass:
    """The class of a die without whether it was rolled again, as `faces_by_class` has it."""
    return _redone(of, ordered(partition).index(AGAIN), again=False) if AGAIN in partition else of


@lru_cache(maxsize=1024)
def multinomial(dice: int, classes: tuple[tuple[DieClass, int], ...]) -> list[tuple[int, Counts]]:
    """In how many ways, and into what counts, dice fall into classes, given the ways of one die."""
    (of, ways), *rest = sorted(classes)
    if not rest:
        return [(ways**dice, ((of, dice),) if dice else ())]
    found = []
    for many in range(dice + 1):
        mine = comb(dice, many) * ways**many
        own = ((of, many),) if many else ()
        found += [(mine * others, own + said) for others, said in multinomial(dice - many, tuple(rest))]
    return found
