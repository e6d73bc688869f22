"""Lazy rolls: they stand in for a `Roll`, and only as much of their dice is decided as a procedure reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Any, NoReturn

from msgspec import Struct

from vedette.engine.dice import AnyPool, Count, CountedPool, Die, SummedPool
from vedette.engine.lazy_numbers import made_of
from vedette.engine.odds.outcomes import (
    AGAIN,
    PLACES,
    TOTAL,
    Counts,
    DieClass,
    NeedsRefinement,
    Partition,
    Predicate,
    Throw,
    answers_by_class,
    by_its_face,
    count_of,
    faces_by_class,
    ordered,
)
from vedette.engine.odds.random_variables import RandomVariable


class LazyCollection:
    """A number of things whose places nobody has asked for; `count` tells how many of them are this or that."""

    __slots__ = ("_count", "_number", "_throw")

    def __init__(self, throw: Throw, number: Any, count: Callable[[Any], Any] | None = None) -> None:
        self._throw, self._number, self._count = throw, number, count

    def __len__(self) -> int:
        return int(self._number)

    def __bool__(self) -> bool:
        return bool(self._number)

    def count(self, what: Any) -> Any:
        """How many of them are this."""
        if self._count is None:
            raise self._throw.refined_by_place()
        return self._count(what)

    def __contains__(self, what: Any) -> bool:
        return self.count(what) > 0  # type: ignore[no-any-return]

    def _refine(self, *_: object) -> NoReturn:
        raise self._throw.refined_by_place()

    __iter__ = __getitem__ = __eq__ = __hash__ = __add__ = __radd__ = _refine


class LazyRoll(Struct, frozen=True, eq=False):
    """Stands in for a `Roll` of which the class counts or the sum are known, as `results`, which may be a random variable.

    `pool` may hold random variables.
    """

    results: Any
    partition: Partition
    throw: Throw
    pool: AnyPool

    @property
    def why(self) -> str:
        return self.throw.why

    @property
    def side(self) -> str:
        return self.throw.side

    @property
    def failed(self) -> Any:
        return self._count(("mark", "failure"))

    @property
    def successes(self) -> Any:
        pool = self.pool
        if not isinstance(pool, CountedPool):
            return 0
        good, critical = pool.counted("success"), pool.counted("critical")
        more = (
            self.criticals * (critical - good)
            if critical != good and isinstance(pool, Count) and pool.twice
            else 0
        )
        return (pool.dice - self.failed) * good + more

    @property
    def criticals(self) -> Any:
        return self._count(("mark", "critical"))

    @property
    def failures(self) -> Any:
        return LazyCollection(self.throw, self.failed)

    @property
    def marks(self) -> Any:
        return LazyCollection(self.throw, self.pool.dice, lambda mark: self._count(("mark", mark)))

    @property
    def dice(self) -> Any:
        return LazyCollection(self.throw, self.pool.dice)

    @property
    def faces(self) -> Any:
        return LazyCollection(self.throw, self.pool.dice, lambda face: self._count(("face", face)))

    @property
    def scores(self) -> Any:
        return LazyCollection(self.throw, self.pool.dice)

    @property
    def rerolled(self) -> Any:
        return LazyCollection(self.throw, self._count(AGAIN) if self.throw.again else self.throw.more)

    @property
    def total(self) -> Any:
        if TOTAL not in self.partition:
            raise NeedsRefinement(self.throw, TOTAL)
        return self.results + (0 if self.pool.reading == "sum" else self.pool.modifier)

    @property
    def result(self) -> Any:
        return made_of(int, self.total) if isinstance(self.pool, SummedPool) else self.successes

    def laid_out(self) -> LazyRoll:
        """The roll as `Again.which` may look at it: the dice lie in some order; what is done with one of a class might be done with any."""
        return LaidRoll(self.results, self.partition, self.throw, self.pool)

    def without(self, which: tuple[int, ...]) -> Counts:
        """The dice that stay when those are rolled again."""
        if len(which) == self.pool.dice:
            return ()
        kept = Counter(of for i, of in enumerate(self._classes()) if i not in which)
        return tuple(sorted(kept.items()))

    def _classes(self) -> list[DieClass]:
        """The class of each die, in some order; this observes the results."""
        if TOTAL in self.partition or (getattr(self.throw.pool, "own", None) and self.throw.pool.dice > 1):
            raise NeedsRefinement(self.throw, PLACES)
        counts = self.results.observe() if type(self.results) is RandomVariable else self.results
        return [of for of, dice in counts for _ in range(dice)]

    def _at(self, predicate: Predicate) -> int:
        if predicate not in self.partition:
            raise NeedsRefinement(self.throw, predicate)
        return ordered(self.partition).index(predicate)

    def _count(self, predicate: Predicate) -> Any:
        at = self._at(predicate)
        return made_of(lambda counts: count_of(counts, at), self.results)


class _PlacedRoll(LazyRoll, frozen=True, eq=False):
    """Stands in for a `Roll` of which the class of the die in each place is known, by its `row`."""

    @property
    def row(self) -> Any:
        return self.results

    @property
    def failures(self) -> Any:
        failed = self._of_each(("mark", "failure"))
        return tuple(i for i in range(int(self.pool.dice)) if failed(i))

    @property
    def marks(self) -> Any:
        failed, best = self._of_each(("mark", "failure")), self._of_each(("mark", "critical"))
        return tuple(
            "failure" if failed(i) else "critical" if best(i) else "success"
            for i in range(int(self.pool.dice))
        )

    @property
    def dice(self) -> Any:
        return LazyDice(self)

    @property
    def faces(self) -> Any:
        return tuple(LazyFace(self, i, self.row) for i in range(int(self.pool.dice)))

    def _of_each(self, predicate: Predicate) -> Callable[[int], bool]:
        at, row = self._at(predicate), self.row
        return lambda place: bool(made_of(lambda row: row[place][at], row))


class LaidRoll(_PlacedRoll, frozen=True, eq=False):
    """A roll whose dice have been laid out in some order."""

    @property
    def row(self) -> Any:
        return self._classes()

    @property
    def fresh(self) -> tuple[int, ...]:
        """As of a `Roll`."""
        every = range(int(self.pool.dice))
        if not (self.throw.again or self.throw.more):
            return tuple(every)
        redone = self._of_each(AGAIN)
        return tuple(i for i in every if not redone(i))

    def lowest(self, places: Sequence[int], most: int) -> tuple[int, ...]:
        """As of a `Roll`; of dice that nothing tells apart any will do."""
        row, faces = self.row, faces_by_class(self.throw.pool, self.partition)
        of_each = {place: faces[by_its_face(row[place], self.partition)] for place in places}
        kinds = sorted({*of_each.values()})
        if any(one[-1] > other[0] for one, other in pairwise(kinds)):
            raise NeedsRefinement(self.throw, PLACES)
        return tuple(sorted(sorted(places, key=lambda place: of_each[place])[:most]))


class OrderedLazyRoll(_PlacedRoll, frozen=True, eq=False):
    """A roll of which the classes are known place by place, as random variables."""

    @property
    def scores(self) -> Any:
        raise NeedsRefinement(self.throw, PLACES)

    rerolled = scores

    def _count(self, predicate: Predicate) -> Any:
        says = itemgetter(self._at(predicate))
        return made_of(lambda row: sum(map(says, row)), self.results)


class LazyDice(Sequence[Die]):
    """The dice of a roll; counting them decides nothing."""

    __slots__ = ("_roll",)

    def __init__(self, roll: LazyRoll) -> None:
        self._roll = roll

    def __len__(self) -> int:
        return self._roll.pool.dice

    def __getitem__(self, place: Any) -> Any:
        return tuple(map(Die, self._roll.faces))[place]


class LazyFace:  # noqa: PLW1641  (its hash is set below)
    """The face of the die in a place, of which only the class is known."""

    __slots__ = ("_partition", "_place", "_row", "_throw")

    def __init__(self, roll: LazyRoll, place: int, row: Any) -> None:
        self._throw, self._partition, self._place, self._row = roll.throw, roll.partition, place, row

    def _holds(self, predicate: Predicate) -> bool:
        if isinstance(predicate[1], LazyFace):
            self._refine()
        answers = answers_by_class(self._throw.pool, self._partition, self._place, predicate)

        def of_row(row: Sequence[DieClass]) -> bool:
            answer = answers[by_its_face(row[self._place], self._partition)]
            if answer is None:
                raise NeedsRefinement(self._throw, predicate)
            return answer

        return bool(made_of(of_row, self._row))

    def __eq__(self, other: object) -> bool:
        return self._holds(("face", other))

    def __ge__(self, other: float) -> bool:
        return self._holds(("from", other))

    def __lt__(self, other: float) -> bool:
        return not self >= other

    def __gt__(self, other: float) -> bool:
        return self._holds(("above", other))

    def __le__(self, other: float) -> bool:
        return not self > other

    def _refine(self, *_: object) -> NoReturn:
        raise NeedsRefinement(self._throw, PLACES)

    __hash__ = __int__ = __index__ = __float__ = __add__ = __radd__ = __sub__ = __rsub__ = _refine
    __mul__ = __rmul__ = __mod__ = __floordiv__ = __bool__ = __str__ = __format__ = _refine


def dice_in_places(results: Any) -> tuple[Die, ...]:
    """The dice of a throw one by one, where places matter."""
    dice = int(made_of(len, results))
    return tuple(Die(made_of(itemgetter(place), results)) for place in range(dice))
