"""Rolls that nobody has looked at: what a procedure reads of them is decided when it is read, and no more than that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NoReturn

from vedette.engine.amounts import made_of
from vedette.engine.dice import AnyPool, Die, Mark, SummedPool
from vedette.engine.odds.outcomes import (
    AGAIN,
    PLACES,
    TOTAL,
    Cut,
    Cuts,
    Finer,
    Kind,
    Known,
    Throw,
    count_of,
    faces_of,
    ordered,
    says,
    told_of_kinds,
)
from vedette.engine.odds.random_variables import Number
from vedette.engine.record import record, replace


class Face:  # noqa: PLW1641  (its hash is set below)
    """The face of a die of which only the kind is known."""

    __slots__ = ("_faces", "_throw")

    def __init__(self, throw: Throw, faces: tuple[int, ...]) -> None:
        """One of those faces."""
        self._throw, self._faces = throw, faces

    def _tell(self, cut: Cut) -> bool:
        answers = {says(cut, face, "") for face in self._faces}
        if len(answers) > 1:
            raise Finer(self._throw, cut)
        return answers.pop()

    def __eq__(self, other: object) -> bool:
        return self._tell(("face", other))

    def __ge__(self, other: float) -> bool:
        return self._tell(("from", other))

    def __lt__(self, other: float) -> bool:
        return not self >= other

    def __gt__(self, other: float) -> bool:
        return self._tell(("above", other))

    def __le__(self, other: float) -> bool:
        return not self > other

    def _whole(self, *_: object) -> NoReturn:
        raise Finer(self._throw, PLACES)

    __hash__ = __int__ = __index__ = __float__ = __add__ = __radd__ = __sub__ = __rsub__ = _whole
    __mul__ = __rmul__ = __mod__ = __floordiv__ = __bool__ = __str__ = __format__ = _whole


class Later:
    """A number that the results don't tell: it may be kept and taken no times, and whoever wants more must cut finer."""

    __slots__ = ("_cut", "_throw")

    def __init__(self, throw: Throw, cut: Cut) -> None:
        """What it would take to tell it."""
        self._throw, self._cut = throw, cut

    def __mul__(self, other: Any) -> Any:
        return self._wanted() if type(other) is Number or other else 0

    def _wanted(self, *_: object) -> NoReturn:
        raise Finer(self._throw, self._cut)

    __rmul__ = __mul__
    __hash__ = __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __int__ = __index__ = _wanted
    __add__ = __radd__ = __sub__ = __rsub__ = __floordiv__ = __mod__ = __str__ = __format__ = _wanted


class Some:
    """So many of something, in places that nobody has asked for."""

    __slots__ = ("_count", "_number", "_throw")

    def __init__(self, throw: Throw, number: Any, count: Callable[[Any], Any] | None = None) -> None:
        """How many they are; `count` tells how many of them are this or that."""
        self._throw, self._number, self._count = throw, number, count

    def __len__(self) -> int:
        return int(self._number)

    def __bool__(self) -> bool:
        return bool(self._number)

    def count(self, what: Any) -> Any:
        """How many of them are this."""
        if self._count is None:
            raise self._throw.by_place()
        return self._count(what)

    def __contains__(self, what: Any) -> bool:
        return self.count(what) > 0  # type: ignore[no-any-return]

    def _whole(self, *_: object) -> NoReturn:
        raise self._throw.by_place()

    __iter__ = __getitem__ = __eq__ = __hash__ = __add__ = __radd__ = _whole


class Row(Sequence[Die]):
    """The dice of a roll in some order; who only counts them has not looked at them."""

    __slots__ = ("_roll",)

    def __init__(self, roll: Unread) -> None:
        """Of that roll."""
        self._roll = roll

    def __len__(self) -> int:
        return self._roll.pool.dice

    def __getitem__(self, place: Any) -> Any:
        return tuple(map(Die, self._roll.faces))[place]


@record(eq=False)
class Unread:
    """Stands in for a `Roll` whose dice are told apart by their kinds only, or by their sum.

    `pool` may hold numbers that aren't known yet. `laid`: for `Again.which`, which may look at places: the dice lie in
    some order, and what is done with one of a kind might be done with any.
    """

    results: Any
    cuts: Cuts
    throw: Throw
    pool: AnyPool
    laid: bool = False

    @property
    def why(self) -> str:
        """Why it is rolled."""
        return self.throw.why

    @property
    def side(self) -> str:
        """Who rolls."""
        return self.throw.side

    @property
    def failed(self) -> Any:
        """How many dice failed."""
        return self._many(("mark", "failure"))

    @property
    def successes(self) -> Any:
        """As `Roll.successes`."""
        return self.pool.dice - self.failed if self.pool.reading in ("tests", "count", "low") else 0

    @property
    def criticals(self) -> Any:
        """As `Roll.criticals`."""
        cut = ("mark", "critical")
        return self._many(cut) if cut in self.cuts else Later(self.throw, cut)

    @property
    def failures(self) -> Any:
        """As `Roll.failures`."""
        if not self.laid:
            return Some(self.throw, self.failed)
        at = self._at(("mark", "failure"))
        return tuple(i for i, kind in enumerate(self._dice()) if kind[at])

    @property
    def marks(self) -> Any:
        """As `Roll.marks`."""
        if not self.laid:
            return Some(self.throw, self.pool.dice, lambda mark: self._many(("mark", mark)))
        failed, best = self._at(("mark", "failure")), self._at(("mark", "critical"))
        told = (
            "failure" if kind[failed] else "critical" if kind[best] else "success" for kind in self._dice()
        )
        return tuple(told)

    @property
    def dice(self) -> Any:
        """As `Roll.dice`."""
        return Row(self) if self.laid else Some(self.throw, self.pool.dice)

    @property
    def faces(self) -> Any:
        """As `Roll.faces`."""
        if not self.laid:
            return Some(self.throw, self.pool.dice, lambda face: self._many(("face", face)))
        kinds = faces_of(self.throw.pool, self.cuts)
        return tuple(Face(self.throw, kinds[kind]) for kind in self._dice())

    @property
    def scores(self) -> Any:
        """As `Roll.scores`."""
        return Some(self.throw, self.pool.dice)

    @property
    def rerolled(self) -> Any:
        """As `Roll.rerolled`."""
        return Some(self.throw, self._many(AGAIN) if self.throw.again else self.throw.more)

    @property
    def total(self) -> Any:
        """As `Roll.total`."""
        if TOTAL not in self.cuts:
            raise Finer(self.throw, TOTAL)
        added = 0 if self.pool.reading == "sum" else self.pool.modifier
        return self.results + added

    @property
    def result(self) -> Any:
        """As `Roll.result`."""
        if not isinstance(self.pool, SummedPool):
            return self.successes
        total = self.total
        return total.of(int) if type(total) is Number else int(total)

    def in_a_row(self) -> Unread:
        """The roll as `Again.which` may look at it."""
        return replace(self, laid=True)

    def without(self, which: tuple[int, ...]) -> Known:
        """The dice that stay when those are rolled again."""
        if len(which) == self.pool.dice:
            return ()
        gone, kept = set(which), dict[Kind, int]()
        for i, kind in enumerate(self._dice()):
            if i not in gone:
                kept[kind] = kept.get(kind, 0) + 1
        return tuple(sorted(kept.items()))

    def _dice(self) -> list[Kind]:
        if TOTAL in self.cuts or (getattr(self.throw.pool, "own", None) and self.throw.pool.dice > 1):
            raise Finer(self.throw, PLACES)
        known = self.results.known() if type(self.results) is Number else self.results
        return [kind for kind, dice in known for _ in range(dice)]

    def _at(self, cut: Cut) -> int:
        if cut not in self.cuts:
            raise Finer(self.throw, cut)
        return ordered(self.cuts).index(cut)

    def _many(self, cut: Cut) -> Any:
        at = self._at(cut)
        return made_of(lambda known: count_of(known, at), self.results)


@record(eq=False)
class InARow(Unread):
    """Stands in for a `Roll` of which it matters which dice are of a kind."""

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
        return Row(self)

    @property
    def faces(self) -> Any:
        """As `Roll.faces`."""
        return tuple(FaceInARow(self, i) for i in range(int(self.pool.dice)))

    @property
    def scores(self) -> Any:
        """As `Roll.scores`."""
        raise Finer(self.throw, PLACES)

    rerolled = scores

    def tell(self, place: int, cut: Cut) -> bool:
        """Whether a cut holds of the die in a place."""
        told = told_of_kinds(self.throw.pool, self.cuts, place, cut)

        def says_so(row: tuple[Kind, ...]) -> bool:
            answer = told[row[place]]
            if answer is None:
                raise Finer(self.throw, cut)
            return answer

        return bool(made_of(says_so, self.results))

    def _mark(self, place: int) -> Mark:
        if self._of_die(place, ("mark", "failure")):
            return "failure"
        return "critical" if self._of_die(place, ("mark", "critical")) else "success"

    def _of_die(self, place: int, cut: Cut) -> bool:
        at = self._at(cut)
        return bool(made_of(lambda row: row[place][at], self.results))

    def _many(self, cut: Cut) -> Any:
        holds = itemgetter(self._at(cut))
        return made_of(lambda row: sum(map(holds, row)), self.results)


class FaceInARow(Face):
    """The face of a die in a place, where only the kinds are known of all of them."""

    __slots__ = ("_place", "_roll")

    def __init__(self, roll: InARow, place: int) -> None:
        """The die that lies there."""
        super().__init__(roll.throw, ())
        self._roll, self._place = roll, place

    def _tell(self, cut: Cut) -> bool:
        if isinstance(cut[1], Face):
            self._whole()
        return self._roll.tell(self._place, cut)


def laid_out(results: Any) -> tuple[Die, ...]:
    """The dice of a throw one by one, where places matter."""
    dice = int(made_of(len, results))
    return tuple(Die(made_of(itemgetter(place), results)) for place in range(dice))
