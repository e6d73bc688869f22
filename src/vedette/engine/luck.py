"""The luck of the table: what every throw of a game came to, held against what fair dice would have come to.

Every die that was thrown counts, those that were rolled again as well: each throw was luck. Pools are taken as they
were rolled, and what was undone does not count. Of a pool with a target the successes count, each by its own chance;
of dice that are added up against a target the one success of the roll; of others their sum, which is neither good nor
bad by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import TypeGuard

from msgspec import Struct, field

from vedette.engine.dice import AnyPool, CountedPool, Faces, Roll, Source, Sum, Total
from vedette.engine.fairness import Part, fairness, percentile
from vedette.engine.timeline import GivenDice, GivenTotal

ENOUGH = 30
"""Rolls below which nothing is said of how unusual they are."""

TYPED: frozenset[Source] = frozenset({"typed", "corrected"})
"""Where faces come from that lay on the table."""


class Throw(Struct, frozen=True):
    """Dice thrown together: by whom, why, and with which result.

    `judged`: successes are counted, and not a sum. `parts` are what fair dice come to. `faces` are those that were told,
    of dice that show from `lowest` to `highest`.
    """

    side: str
    kind: str
    typed: bool
    judged: bool
    dice: int
    parts: tuple[Part, ...]
    actual: int
    faces: tuple[int, ...]
    lowest: int
    highest: int

    @property
    def luck(self) -> Fraction:
        return self.actual - _mean(self.parts)


class Tally(Struct):
    """Totals of several throws: actual result, number of rolls and of dice, and what fair dice come to (`parts`)."""

    rolls: int = 0
    dice: int = 0
    actual: int = 0
    parts: Counter[Part] = field(default_factory=Counter)

    @classmethod
    def of(cls, throws: Iterable[Throw]) -> Tally:
        """The tally of some throws, successes or sums."""
        tally = cls()
        for throw in throws:
            tally.rolls += 1
            tally.dice += throw.dice
            tally.actual += throw.actual
            tally.parts.update(throw.parts)
        return tally

    @property
    def expected(self) -> Fraction:
        """The average result of fair dice."""
        return sum((part.mean * times for part, times in self.parts.items()), Fraction(0))

    @property
    def luck(self) -> Fraction:
        return self.actual - self.expected

    @property
    def percentile(self) -> Fraction | None:
        """The share of fair games that do worse, plus half of the equal ones; None if the rolls are too few."""
        return percentile(self.parts, self.actual) if self.rolls >= ENOUGH else None


class FaceCounts(Struct, frozen=True):
    """How often each face of the real dice of one kind was typed for a side; "" are rolls of both.

    `counts` begin with the `lowest` face.
    """

    side: str
    lowest: int
    counts: tuple[int, ...]

    @property
    def fairness(self) -> float | None:
        """The probability that fair dice are at least as uneven; None if they are too few to tell."""
        return fairness(self.counts)


def typed_faces(throws: Iterable[Throw]) -> list[FaceCounts]:
    """The faces of real dice, by side and by kind of die."""
    seen: dict[tuple[str, int, int], Counter[int]] = {}
    for throw in throws:
        if throw.typed and throw.faces:
            seen.setdefault((throw.side, throw.lowest, throw.highest), Counter()).update(throw.faces)
    return [
        FaceCounts(side, lowest, tuple(counts[face] for face in range(lowest, highest + 1)))
        for (side, lowest, highest), counts in seen.items()
    ]


def throws_of(roll: Roll, told: Sequence[GivenDice]) -> Iterator[Throw]:
    """A roll as the throws that the table `told` of: all dice at first, then those that were rolled again."""
    pool = roll.pool
    judged = isinstance(pool, CountedPool) or _has_target(pool)

    def thrown(parts: tuple[Part, ...], actual: int, faces: tuple[int, ...] = (), *, typed: bool) -> Throw:
        dice, ends = len(faces) or pool.dice, (pool.lowest, pool.highest)
        return Throw(roll.side, roll.why, typed, judged, dice, parts, actual, faces, *ends)

    for again, given in enumerate(told):
        if isinstance(given, GivenTotal):
            if isinstance(pool, CountedPool):
                yield thrown(_chances(pool, pool.dice), given.total, typed=True)
            else:
                yield thrown(*_sums(pool, pool.dice, given.total), typed=True)
            continue
        places = [i for i, die in enumerate(roll.dice) if again in die.thrown]
        real = [source in TYPED for source in given.sources]
        if not isinstance(pool, CountedPool):  # dice that are added up count as typed where any of them was
            others = tuple(die.face for i, die in enumerate(roll.dice) if i not in places)
            shown = pool.sum_of((*others, *given.faces)) if _has_target(pool) else sum(given.faces)
            parts, actual = _sums(pool, len(given.faces), shown, others)
            yield thrown(parts, actual, given.faces, typed=any(real))
            continue
        chances = _chances(pool, len(roll.dice))
        for typed in dict.fromkeys(real):  # dice from the table apart from those that Vedette rolled
            mine = [one for one in zip(places, given.faces, real, strict=True) if one[2] is typed]
            actual = sum(pool.counted(pool.mark(face, place)) for place, face, _ in mine)
            parts = tuple(chances[place] for place, _, _ in mine)
            yield thrown(parts, actual, tuple(face for _, face, _ in mine), typed=typed)


def _sums(pool: AnyPool, dice: int, shown: int, others: tuple[int, ...] = ()) -> tuple[tuple[Part, ...], int]:
    """The distribution and result of dice that are added to `others` which stay: a success of all of them, or else the sum."""
    if isinstance(pool, Faces):
        return (), 0
    if not _has_target(pool):
        return (Part(pool.lowest, (1,) * pool.sides),) * dice, shown
    more = pool.modifier if isinstance(pool, Total) else 0
    good, of = pool.ways(dice, more, others)
    return (_part((of - good, good)),), int(pool.succeeds(shown + more))


def _has_target(pool: AnyPool) -> TypeGuard[Total | Sum]:
    return pool.target is not None and (
        isinstance(pool, Total) or (isinstance(pool, Sum) and not pool.compared)
    )


@lru_cache(maxsize=4096)
def _chances(pool: CountedPool, dice: int) -> tuple[Part, ...]:
    """What each die may count as; a game has the same pools again and again."""
    faces = range(pool.lowest, pool.highest + 1)
    each = [Counter(pool.counted(pool.mark(face, place)) for face in faces) for place in range(dice)]
    return tuple(_part(tuple(one[n] for n in range(max(1, *one) + 1))) for one in each)


@lru_cache(maxsize=4096)
def _mean(parts: tuple[Part, ...]) -> Fraction:
    return sum((part.mean for part in parts), Fraction(0))


def _part(ways: tuple[int, ...]) -> Part:
    common = gcd(*ways)
    return Part(0, tuple(some // common for some in ways))
