"""Lazy rolls: they stand in for a `Roll`, and only as much of their dice is decided as a procedure reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import AnyPool, Die, Mark, SummedPool
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
    count_of,
    faces_by_class,
    holds,
    ordered,
)
from vedette.engine.odds.random_variables import RandomVariable


class LazyFace:  # noqa: PLW1641  (its hash is set below)
    """The face of a die of which only the class is known: one of some faces."""

    __slots__ = ("_faces", "_throw")

    def __init__(self, throw: Throw, faces: tuple[int, ...]) -> None:
        self._throw, self._faces = throw, faces

    def _holds(self, predicate: Predicate) -> bool:
        answers = {holds(predicate, face, "") for face in self._faces}
        if len(answers) > 1:
            raise NeedsRefinement(self._throw, predicate)
        return answers.pop()

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


class LazyCount:
    """A number that the partition doesn't tell: it may be held and multiplied by zero; everything else needs the refinement."""

    __slots__ = ("_predicate", "_throw")

    def __init__(self, throw: Throw, predicate: Predicate) -> None:
        self._throw, self._predicate = throw, predicate

    def __mul__(self, other: Any) -> Any:
        return self._refine() if type(other) is RandomVariable or other else 0

    def _refine(self, *_: object) -> NoReturn:
        raise NeedsRefinement(self._throw, self._predicate)

    __rmul__ = __mul__
    __hash__ = __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __int__ = __index__ = _refine
    __add__ = __radd__ = __sub__ = __rsub__ = __floordiv__ = __mod__ = __str__ = __format__ = _refine


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


class LazyDice(Sequence[Die]):
    """The dice of a roll; counting them decides nothing."""

    __slots__ = ("_roll",)

    def __init__(self, roll: LazyRoll) -> None:
        self._roll = roll

    def __len__(self) -> int:
        return self._roll.pool.dice

    def __getitem__(self, place: Any) -> Any:
        return tuple(map(Die, self._roll.faces))[place]


class LazyRoll(Struct, frozen=True, eq=False):
    """Stands in for a `Roll` of which the class counts or the sum are known, as `results`, which may be a random variable.

    `pool` may hold random variables. `laid`: for `Again.which`, which may look at places: the dice lie in
    some order, and what is done with one of a class might be done with any.
    """

    results: Any
    partition: Partition
    throw: Throw
    pool: AnyPool
    laid: bool = False

    @property
    def why(self) -> str:
        """As `Roll.why`."""
        return self.throw.why

    @property
    def side(self) -> str:
        """As `Roll.side`."""
        return self.throw.side

    @property
    def failed(self) -> Any:
        """The number of dice that failed."""
        return self._count(("mark", "failure"))

    @property
    def successes(self) -> Any:
        """As `Roll.successes`."""
        return self.pool.dice - self.failed if self.pool.reading in ("tests", "count", "low") else 0

    @property
    def criticals(self) -> Any:
        """As `Roll.criticals`."""
        predicate = ("mark", "critical")
        return self._count(predicate) if predicate in self.partition else LazyCount(self.throw, predicate)

    @property
    def failures(self) -> Any:
        """As `Roll.failures`."""
        if not self.laid:
            return LazyCollection(self.throw, self.failed)
        at = self._at(("mark", "failure"))
        return tuple(i for i, of in enumerate(self._classes()) if of[at])

    @property
    def marks(self) -> Any:
        """As `Roll.marks`."""
        if not self.laid:
            return LazyCollection(self.throw, self.pool.dice, lambda mark: self._count(("mark", mark)))
        failed, best = self._at(("mark", "failure")), self._at(("mark", "critical"))
        return tuple(
            "failure" if of[failed] else "critical" if of[best] else "success" for of in self._classes()
        )

    @property
    def dice(self) -> Any:
        """As `Roll.dice`."""
        return LazyDice(self) if self.laid else LazyCollection(self.throw, self.pool.dice)

    @property
    def faces(self) -> Any:
        """As `Roll.faces`."""
        if not self.laid:
            return LazyCollection(self.throw, self.pool.dice, lambda face: self._count(("face", face)))
        faces = faces_by_class(self.throw.pool, self.partition)
        return tuple(LazyFace(self.throw, faces[of]) for of in self._classes())

    @property
    def scores(self) -> Any:
        """As `Roll.scores`."""
        return LazyCollection(self.throw, self.pool.dice)

    @property
    def rerolled(self) -> Any:
        """As `Roll.rerolled`."""
        return LazyCollection(self.throw, self._count(AGAIN) if self.throw.again else self.throw.more)

    @property
    def total(self) -> Any:
        """As `Roll.total`."""
        if TOTAL not in self.partition:
            raise NeedsRefinement(self.throw, TOTAL)
        return self.results + (0 if self.pool.reading == "sum" else self.pool.modifier)

    @property
    def result(self) -> Any:
        """As `Roll.result`."""
        return made_of(int, self.total) if isinstance(self.pool, SummedPool) else self.successes

    def in_a_row(self) -> LazyRoll:
        """The roll as `Again.which` may look at it."""
        return replace(self, laid=True)

    def without(self, which: tuple[int, ...]) -> Counts:
        """The dice that stay when those are rolled again."""
        if len(which) == self.pool.dice:
            return ()
        gone, kept = set(which), dict[DieClass, int]()
        for i, of in enumerate(self._classes()):
            if i not in gone:
                kept[of] = kept.get(of, 0) + 1
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


class OrderedLazyRoll(LazyRoll, frozen=True, eq=False):
    """Stands in for a `Roll` of which the class of the die in each place is known."""

    @property
    def failures(self) -> Any:
        """As `Roll.failures`."""
        return tuple(i for i in range(int(self.pool.dice)) if self._of_die(i, ("mark", "failure")))

    @property
    def marks(self) -> Any:
        """As `Roll.marks`."""
        return tuple(map(self._mark, range(int(self.pool.dice))))

    @property
    def dice(self) -> Any:
        """As `Roll.dice`."""
        return LazyDice(self)

    @property
    def faces(self) -> Any:
        """As `Roll.faces`."""
        return tuple(OrderedLazyFace(self, i) for i in range(int(self.pool.dice)))

    @property
    def scores(self) -> Any:
        """As `Roll.scores`."""
        raise NeedsRefinement(self.throw, PLACES)

    rerolled = scores

    def holds_at(self, place: int, predicate: Predicate) -> bool:
        """True if a predicate, of the partition or not, holds of the die in a place."""
        answers = answers_by_class(self.throw.pool, self.partition, place, predicate)

        def of_row(row: tuple[DieClass, ...]) -> bool:
            answer = answers[row[place]]
            if answer is None:
                raise NeedsRefinement(self.throw, predicate)
            return answer

        return bool(made_of(of_row, self.results))

    def _mark(self, place: int) -> Mark:
        if self._of_die(place, ("mark", "failure")):
            return "failure"
        return "critical" if self._of_die(place, ("mark", "critical")) else "success"

    def _of_die(self, place: int, predicate: Predicate) -> bool:
        at = self._at(predicate)
        return bool(made_of(lambda row: row[place][at], self.results))

    def _count(self, predicate: Predicate) -> Any:
        says = itemgetter(self._at(predicate))
        return made_of(lambda row: sum(map(says, row)), self.results)


class OrderedLazyFace(LazyFace):
    """The face of the die in a place."""

    __slots__ = ("_place", "_roll")

    def __init__(self, roll: OrderedLazyRoll, place: int) -> None:
        super().__init__(roll.throw, ())
        self._roll, self._place = roll, place

    def _holds(self, predicate: Predicate) -> bool:
        if isinstance(predicate[1], LazyFace):
            self._refine()
        return self._roll.holds_at(self._place, predicate)


def dice_in_places(results: Any) -> tuple[Die, ...]:
    """The dice of a throw one by one, where places matter."""
    dice = int(made_of(len, results))
    return tuple(Die(made_of(itemgetter(place), results)) for place in range(dice))
