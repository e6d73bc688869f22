"""Rolls that nobody has looked at: what a procedure reads of them is decided when it is read, and no more than that.

A `Throw` has results, each with the number of ways in which it comes about. A `Chance` is those of them that are still
possible. Whatever is worked out from it is a `Number`, one value for each of them; where a procedure must know more,
as in a comparison that some of them pass and some don't, the chance is narrowed to a part of them, and goes on with
that; the other parts are noted, and looked into by runs of their own.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any, NoReturn

from vedette.engine.dice import AnyPool, Die, Mark, Roll, SummedPool
from vedette.engine.play import Again
from vedette.engine.record import record

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


class Rerun(BaseException):
    """A number was wanted as a key, and what keeps a key may outlive the run: begin again, with the number known."""


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


Key = tuple[Any, ...]
"""A result of each throw that a chance is made of."""

JOINT = 3000
"""Results of several throws that are kept together; where there would be more, one of them must be known."""


class Chance:
    """What is still possible of a throw, or of several that something depends on together, in one run.

    `ways` are the results that are possible and in how many ways they come about; a chance that has become part of
    another, `whole`, has its own results from `offset` on in those of the other. `places` are those of the throws
    among the answers of the command. The `play` takes down what is narrowed, and knows what has been before.
    """

    __slots__ = ("offset", "places", "play", "ways", "whole")

    def __init__(self, places: tuple[int, ...], ways: dict[Key, int], play: Any) -> None:
        """A chance of its own."""
        self.places, self.play, self.ways = places, play, ways
        self.whole: Chance | None = None
        self.offset = 0

    def root(self) -> tuple[Chance, int]:
        """The chance that this one is part of by now, and from where on in its results."""
        chance, offset = self, 0
        while chance.whole is not None:
            offset += chance.offset
            chance = chance.whole
        return chance, offset

    def narrow(self, parts: list[list[Key]]) -> None:
        """Go on with the first part."""
        ways = [{key: self.ways[key] for key in part} for part in parts]
        self.play.narrowed(self, ways)
        self.ways = ways[0]

    def joined(self, other: Chance, ways: dict[Key, int]) -> Chance:
        """Both as one."""
        whole = Chance((*self.places, *other.places), ways, self.play)
        self.whole, other.whole, other.offset = whole, whole, len(self.places)
        whole.ways = self.play.still_possible(whole)
        return whole


def number(chance: Chance, values: dict[Key, Any]) -> Any:
    """A number that isn't known yet, or the one that it can only be."""
    first = next(iter(values.values()))
    return first if all(one == first for one in values.values()) else Number(chance, values)


def together(one: Number, other: Number) -> Chance | None:
    """The chance of both numbers; None where that is too much."""
    mine, its = one.chance.root()[0], other.chance.root()[0]
    if mine is its:
        return mine
    if len(mine.ways) * len(its.ways) > JOINT:
        return None
    ways = {(*a, *b): x * y for a, x in mine.ways.items() for b, y in its.ways.items()}
    return mine.joined(its, ways)


def _worked(way: Callable[[Any, Any], Any], *, turned: bool = False) -> Any:
    def worked(self: Number, other: Any) -> Any:
        if type(other) is Number:
            chance = together(self, other)
            if chance is not None:
                mine, its = self.now(), other.now()
                return number(chance, {key: way(mine[key], its[key]) for key in chance.ways})
            other = other.known()
        chance, mine = self.chance.root()[0], self.now()
        if turned:
            return number(chance, {key: way(other, one) for key, one in mine.items()})
        return number(chance, {key: way(one, other) for key, one in mine.items()})

    return worked


def _told(way: Callable[[Any, Any], bool]) -> Any:
    worked = _worked(way)

    def told(self: Number, other: Any) -> bool:
        answer = worked(self, other)
        return answer.known() if type(answer) is Number else answer  # type: ignore[no-any-return]

    return told


class Number:
    """A value for each result of a chance; it is known when it is the same for all that are possible."""

    __slots__ = ("chance", "values")

    def __init__(self, chance: Chance, values: dict[Key, Any]) -> None:
        """The values by the results."""
        self.chance, self.values = chance, values

    def now(self) -> dict[Key, Any]:
        """The values for what is still possible."""
        chance, offset = self.chance.root()
        values = self.values
        if chance is self.chance:
            return values if len(values) == len(chance.ways) else {key: values[key] for key in chance.ways}
        end = offset + len(self.chance.places)
        return {key: values[key[offset:end]] for key in chance.ways}

    def known(self) -> Any:
        """What it is, in the part of the results that the run goes on with."""
        parts: dict[Any, list[Key]] = {}
        for key, value in self.now().items():
            parts.setdefault(value, []).append(key)
        if len(parts) > 1:
            self.chance.root()[0].narrow(list(parts.values()))
        return next(iter(parts))

    def of(self, way: Callable[[Any], Any]) -> Any:
        """What is made of it."""
        return number(self.chance.root()[0], {key: way(one) for key, one in self.now().items()})

    def __bool__(self) -> bool:
        answer = self.of(bool)
        return answer.known() if type(answer) is Number else answer  # type: ignore[no-any-return]

    def __neg__(self) -> Any:
        return 0 - self

    def __abs__(self) -> Any:
        return self.of(abs)

    def __hash__(self) -> int:
        self.known()
        raise Rerun

    def __int__(self) -> int:
        return int(self.known())

    def __index__(self) -> int:
        return self.known().__index__()  # type: ignore[no-any-return]

    def __float__(self) -> float:
        return float(self.known())

    def __str__(self) -> str:
        return str(self.known())

    def __format__(self, spec: str) -> str:
        return format(self.known(), spec)

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other

    __add__, __radd__ = _worked(operator.add), _worked(operator.add, turned=True)
    __sub__, __rsub__ = _worked(operator.sub), _worked(operator.sub, turned=True)
    __mul__, __rmul__ = _worked(operator.mul), _worked(operator.mul, turned=True)
    __mod__, __rmod__ = _worked(operator.mod), _worked(operator.mod, turned=True)
    __floordiv__, __rfloordiv__ = _worked(operator.floordiv), _worked(operator.floordiv, turned=True)
    __truediv__, __rtruediv__ = _worked(operator.truediv), _worked(operator.truediv, turned=True)
    __eq__, __ne__ = _told(operator.eq), _told(operator.ne)
    __lt__, __le__, __gt__, __ge__ = map(_told, (operator.lt, operator.le, operator.gt, operator.ge))


class Face:  # noqa: PLW1641  (its hash is set below)
    """The face of a die of which only the kind is known."""

    __slots__ = ("_faces", "_throw")

    def __init__(self, throw: Throw, faces: tuple[int, ...]) -> None:
        """One of those faces."""
        self._throw, self._faces = throw, faces

    def _tell(self, cut: Cut) -> bool:
        answers = {_says(cut, face, "") for face in self._faces}
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

    chance: Chance
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
        return self._number(lambda known: known) + added

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
        known = self._number(lambda known: known)
        known = known.known() if type(known) is Number else known
        return [kind for kind, dice in known for _ in range(dice)]

    def _at(self, cut: Cut) -> int:
        if cut not in self.cuts:
            raise Finer(self.throw, cut)
        return ordered(self.cuts).index(cut)

    def _many(self, cut: Cut) -> Any:
        at = self._at(cut)
        return self._number(lambda known: count_of(known, at))

    def _number(self, what: Callable[[Any], Any]) -> Any:
        chance, offset = self.chance.root()
        return number(chance, {key: what(key[offset]) for key in chance.ways})


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
        told = _told_of_kinds(self.throw.pool, self.cuts, place, cut)

        def says(row: tuple[Kind, ...]) -> bool:
            answer = told[row[place]]
            if answer is None:
                raise Finer(self.throw, cut)
            return answer

        return bool(self._number(says))

    def _mark(self, place: int) -> Mark:
        if self._of_die(place, ("mark", "failure")):
            return "failure"
        return "critical" if self._of_die(place, ("mark", "critical")) else "success"

    def _of_die(self, place: int, cut: Cut) -> bool:
        at = self._at(cut)
        return bool(self._number(lambda row: row[place][at]))

    def _many(self, cut: Cut) -> Any:
        at = self._at(cut)
        return self._number(lambda row: sum(kind[at] for kind in row))


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


def _says(cut: Cut, face: int, mark: Mark) -> bool:
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


@lru_cache(maxsize=1024)
def faces_of(pool: AnyPool, cuts: Cuts, place: int = 0) -> dict[Kind, tuple[int, ...]]:
    """The faces of each kind."""
    found: dict[Kind, tuple[int, ...]] = {}
    for face in range(pool.lowest, pool.highest + 1):
        kind = tuple(_says(cut, face, pool.mark(face, place)) for cut in ordered(cuts))
        found[kind] = (*found.get(kind, ()), face)
    return found


@lru_cache(maxsize=1024)
def _told_of_kinds(pool: AnyPool, cuts: Cuts, place: int, cut: Cut) -> Mapping[Kind, bool | None]:
    """Whether another cut holds of the dice of each kind; None where it holds of some of them."""
    told = {
        kind: {_says(cut, face, "") for face in faces} for kind, faces in faces_of(pool, cuts, place).items()
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


def _in_a_row(throw: Throw, cuts: Cuts) -> Results:
    """What the kinds of the dice may be, place by place."""
    ways: dict[tuple[Kind, ...], int] = {(): 1}
    for place in range(throw.dice):
        kinds = _ways_of_a_die(throw, cuts, place)
        if len(ways) * len(kinds) > JOINT:
            raise Finer(throw, PLACES)
        ways = {(*row, kind): some * more for row, some in ways.items() for kind, more in kinds.items()}
    return ways


def laid_out(chance: Chance) -> tuple[Die, ...]:
    """The dice of a throw one by one, where places matter."""
    root, offset = chance.root()
    dice = len(next(iter(root.ways))[offset])
    return tuple(Die(number(root, {key: key[offset][i] for key in root.ways})) for i in range(dice))


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
