"""The play that a procedure gets while its odds are looked for: its rolls are lazy."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from math import lcm
from operator import itemgetter
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from vedette.engine.data import Table
from vedette.engine.dice import AnyPool, Die, Faces, Low, Roll, Tests, TypedTotal
from vedette.engine.facts import Fact
from vedette.engine.lazy_numbers import made_of
from vedette.engine.odds.lazy_roll import LazyRoll, OrderedLazyRoll, dice_in_places
from vedette.engine.odds.outcomes import (
    PLACES,
    ROW,
    DependentThrow,
    NeedsRefinement,
    Partition,
    Throw,
    remaining_outcomes,
)
from vedette.engine.odds.random_variables import (
    MOST_JOINT,
    Block,
    Distribution,
    Outcome,
    RandomVariable,
    variable,
)
from vedette.engine.play import Again, Play, Waiting
from vedette.engine.requests import ChoiceRequest, DiceRequest

S = TypeVar("S")

Constraints = Mapping[tuple[int, ...], frozenset[Outcome]]
"""What a run has observed of its throws: the outcomes that are left, by the places of the throws among its answers."""

MOST_ORDERED = 216
"""Outcomes of dice in their places that are looked at together; where there would be more, die by die."""

DIE_BY_DIE = "die by die"
"""The answer to a throw whose dice are wanted one by one."""

Hears = Callable[[Any, Fact], Any]
"""Folds the facts: what is heard so far and a fact, to what is heard then."""


class ListeningPlay(Play[S], Generic[S]):
    """A play that keeps no events: facts are heard at once."""

    def __init__(self, state: S, hears: Hears, heard: Any) -> None:
        super().__init__(state)
        self._hears, self.heard = hears, heard

    def commit(self, state: S, fact: Fact) -> None:
        """As `Play.commit`; the changes are not looked for."""
        self._state = state
        self.heard = self._hears(self.heard, fact)

    def emit(self, fact: Fact) -> None:
        """As `Play.emit`."""
        self.heard = self._hears(self.heard, fact)


class OddsPlay(ListeningPlay[S], Generic[S]):
    """A play whose rolls are lazy.

    `script`: the answers that it has had. `constraints`: what was observed of them. `results`: what each throw came to, by
    its place among the answers. `recorded`: how many of the first answers are those of a command under way; `typed`: the
    faces of the dice behind them, as far as they lie on the table already. `splits`: what
    was observed since the last answer: after how many answers, of which throws, and into which blocks, the first of which
    the run goes on with. `opening`: the states before the first answer, which are the same in every run, so that rules that
    cache something of an object find it again. `before_split` is called once, before anything is observed.
    """

    def __init__(
        self,
        state: S,
        hears: Hears,
        heard: Any,
        constraints: Constraints,
        opening: list[S],
        recorded: int = 0,
        typed: tuple[int | None, ...] = (),
    ) -> None:
        super().__init__(state, hears, heard)
        self.constraints, self._recorded, self._typed = constraints, recorded, typed
        self.script: tuple[Any, ...] = ()
        self.results: dict[int, Any] = {}
        self.splits: list[tuple[int, tuple[int, ...], list[Block]]] = []
        self.before_split: Callable[[], None] | None = None
        self._opening, self._opened = opening, 0
        self._forgotten: set[int] = set()

    @property
    def answered(self) -> int:
        return len(self.script)

    @property
    def history(self) -> Hashable:
        """All that decides what the procedure holds: the answers that it hasn't forgotten, and what was observed of them."""
        answers = tuple((i, one) for i, one in enumerate(self.script) if i not in self._forgotten)
        observed = ((at, left) for at, left in self.constraints.items() if not self._forgotten.issuperset(at))
        return answers, frozenset(observed)

    def forget_since(self, answered: int) -> None:
        """The procedure holds nothing of the answers since then: a tie, after which everything is rolled again."""
        self._forgotten.update(range(answered, self.answered))

    def remembers(self, place: int) -> bool:
        """True unless that answer has been forgotten."""
        return place not in self._forgotten

    def commit(self, state: S, fact: Fact) -> None:
        """As `ListeningPlay.commit`; before the first answer the state is the same object as in every other run."""
        if not self.script:
            if self._opened == len(self._opening):
                self._opening.append(state)
            state = self._opening[self._opened]
            self._opened += 1
        super().commit(state, fact)

    async def roll(
        self, pool: AnyPool, *, why: str, side: str = "", again: Again | None = None, **_: Any
    ) -> Any:
        """As `Play.roll`; where each die is judged by itself, rolling it again is part of the same throw."""
        if not pool.dice:
            return Roll(why, side, pool, ())
        alone = again and again.alone and not again.offer
        if (
            alone or not again
        ):  # and nothing is held of where it began: else no loop of a rule would come back to itself
            return await self._thrown(pool, why, side, (again,) if again else (), stays=True)
        start = self.answered
        return await self._again(await self._thrown(pool, why, side, (), stays=False), again, start)

    async def throw(
        self, pool: AnyPool, *, why: str, side: str = "", again: tuple[Again, ...] = (), **_: Any
    ) -> Any:
        """As `Play.throw`; what is rolled again without a question is part of the same throw."""
        if not pool.dice:
            return Roll(why, side, pool, ())
        return await self._thrown(pool, why, side, again, stays=False)

    def picked(self, roll: Any, which: Callable[[Any], tuple[int, ...]]) -> tuple[int, ...]:
        """As `Play.picked`, of dice that lie in some order."""
        return which(roll.laid_out() if isinstance(roll, LazyRoll) else roll)

    def picks_any(self, roll: Any, which: Callable[[Any], tuple[int, ...]]) -> bool:
        """As `Play.picks_any`; nothing else of the roll is decided."""
        if not isinstance(roll, LazyRoll):
            return bool(which(roll))
        found = made_of(lambda counts: bool(which(replace(roll, results=counts).laid_out())), roll.results)
        return bool(found)

    def tell(self, roll: Roll) -> None:
        """Nobody hears of rolls."""

    async def _thrown(
        self, pool: AnyPool, why: str, side: str, again: tuple[Again, ...], *, stays: bool
    ) -> Any:
        """A roll of that pool, with what is rolled again of it at once; if more of it may be, its pool is observed."""
        if self.answered < self._recorded:
            return await self._placed(Roll(why, side, observed_pool(pool), ()), again)
        which, throws = possible_throws(pool if stays else observed_pool(pool), why, side, again)
        if known := self._known:
            throws = tuple(replace(one, known=known) for one in throws)
        pool = pool if len(throws) > 1 else throws[0].pool
        asked: Any = DependentThrow(which=which, throws=throws) if len(throws) > 1 else throws[0]
        got: Any = await Waiting(asked)
        if got == DIE_BY_DIE:
            return await self._placed(Roll(why, side, pool, ()), again, known)
        results, partition = got
        if PLACES in partition:
            roll = Roll(why, side, pool, dice_in_places(results))
            return await self._unasked(roll, again)
        if ROW in partition:
            if not stays:
                raise NeedsRefinement(throws[0], PLACES)
            return OrderedLazyRoll(results, partition, throws[0], pool)
        return LazyRoll(results, partition, throws[0], pool)

    async def roll_off(
        self, sides: tuple[str, str], *, why: str, dice_sides: int, rules: tuple[str, ...]
    ) -> str:
        """As `Play.roll_off`."""
        start = self.answered
        while True:
            first, second = (await self.roll(Faces(dice=2, sides=dice_sides), why=why)).faces
            if first != second:
                return sides[0] if first > second else sides[1]
            self.forget_since(start)

    async def recorded_total(self, pool: AnyPool, *, why: str, side: str = "", **_: Any) -> Any:
        """As `Play.recorded_total`."""
        if not pool.dice or self.answered >= self._recorded:
            return await self.roll(pool, why=why, side=side)
        answer = await Waiting(DiceRequest(why=why, side=side, pool=observed_pool(pool)))
        roll = Roll(why, side, pool, ())
        if isinstance(answer, TypedTotal):
            return replace(roll, typed=answer)
        assert isinstance(answer, tuple)  # the session has checked it
        return replace(roll, dice=answer)

    async def _again(self, roll: Any, again: Again, start: int) -> Any:
        """Roll dice again as a rule says; the first answer of the roll is the one at `start`."""
        which = self.picked(roll, again.which)
        while which and await self._wanted(again, roll):
            if (
                again.repeat and len(which) == roll.pool.dice
            ):  # nothing of it stays, so that it comes back to itself
                self.forget_since(start)
                roll = roll if isinstance(roll, LazyRoll) else replace(roll, dice=())
            roll = await self._rolled_again(roll, which)
            which = self.picked(roll, again.which) if again.repeat else ()
        return roll

    async def _rolled_again(self, roll: Any, which: tuple[int, ...], *_: Any) -> Any:
        """The roll with those dice rolled again; of a lazy one nobody has seen their places."""
        if not isinstance(roll, LazyRoll):
            dice = await self._dice(roll.pool, roll.why, which)
            return roll.rerolled_with(which, dice) if roll.dice else replace(roll, dice=dice)
        kept, known = roll.without(which), self._known
        more: Any = replace(roll.throw, again=(), kept=kept, more=len(which), known=known)
        answer: Any = await Waiting(more)
        results, partition = answer
        return LazyRoll(results, partition, more, roll.pool)

    def _with_dice(self, offer: ChoiceRequest, roll: Any) -> ChoiceRequest:
        """Nobody sees the dice."""
        return offer

    @property
    def _known(self) -> tuple[int | None, ...]:
        """What lies on the table of the dice that are thrown next."""
        return self._typed if self.answered == self._recorded else ()

    async def _placed(self, roll: Roll, again: tuple[Again, ...], known: tuple[int | None, ...] = ()) -> Roll:
        """Roll dice that lie in their places, and some of them again without a question."""
        dice = await self._dice(roll.pool, roll.why, range(roll.pool.dice), known)
        return await self._unasked(replace(roll, dice=dice), again)

    async def _dice(
        self, pool: AnyPool, why: str, places: Sequence[int], known: tuple[int | None, ...] = ()
    ) -> tuple[Die, ...]:
        """Dice in their places: those of the table, else together where that makes few outcomes, else one by one."""
        known = known or self._known
        if self.answered < self._recorded:
            answer: Any = await Waiting(DiceRequest(why=why, side="", pool=pool))
            return tuple(answer)
        together = pool.sides ** len(places) <= MOST_ORDERED
        kind = Faces if pool.lowest else Low
        dice: list[Die] = []
        for size in [len(places)] if together else [1] * len(places):
            own = known[len(dice) : len(dice) + size]
            asked: Any = Throw(pool=kind(dice=size, sides=pool.sides), why=why, placed=True, known=own)
            answer = await Waiting(asked)
            dice += dice_in_places(answer[0])
        return tuple(dice)

    def conditioned(self, places: tuple[int, ...], blocks: list[Block]) -> None:
        """Note into which blocks the outcomes of those throws are split, and go on with the first one."""
        if self.before_split is not None:
            self.before_split()
            self.before_split = None
        self.splits.append((self.answered, places, blocks))
        self.constraints = constrained(self.constraints, places, blocks[0][1])

    def compatible(
        self, places: tuple[int, ...], outcomes: Sequence[Outcome], *within: tuple[int, ...]
    ) -> Sequence[int] | None:
        """Return the indices of the outcomes that agree with what was observed already; None where all of them do.

        What was observed of throws that are all `within` the same of these places is known to agree.
        """
        left: Sequence[int] | None = None
        for at, known in self.constraints.items():
            own = [i for i, place in enumerate(places) if place in at]
            if not own or any({places[i] for i in own} <= {*others} for others in within):
                continue
            left = range(len(outcomes)) if left is None else left
            if at == places:
                left = [i for i in left if outcomes[i] in known]
            else:
                of_outcome, among = (
                    itemgetter(*own),
                    projected(known, tuple(at.index(places[i]) for i in own)),
                )
                left = [i for i in left if of_outcome(outcomes[i]) in among]
        return left

    def result_of(self, asked: Throw | DependentThrow, partition: Partition) -> tuple[Any, Partition]:
        """What the throw comes to that was answered last, as a random variable."""
        place = self.answered - 1
        observed = [
            projected(left, (at.index(place),)) for at, left in self.constraints.items() if place in at
        ]
        if isinstance(asked, DependentThrow):
            result = self._dependent(place, asked, partition, observed)
        else:
            values, ways, _ = remaining_outcomes(asked, partition, *observed)
            result = variable(Distribution((place,), [*zip(values)], ways, self), values)
        self.results[place] = result
        return result, partition

    def _dependent(
        self, place: int, asked: DependentThrow, partition: Partition, observed: list[frozenset[Any]]
    ) -> Any:
        """The joint distribution of the throw and of what it depends on."""
        which = asked.which.current_values()
        on: Distribution = asked.which.distribution
        every = [remaining_outcomes(one, partition, *observed) for one in asked.throws]
        same = lcm(*(whole for _, _, whole in every))  # so that each throw weighs the same
        results = [
            [(result, some * (same // whole)) for result, some in zip(*of, strict=True)]
            for *of, whole in every
        ]
        found = [
            (i, (*outcome, result), ways * some, result)
            for i, (outcome, ways, throw) in enumerate(zip(on.outcomes, on.ways, which, strict=True))
            for result, some in results[throw]
        ]
        places = (*on.places, place)
        left = self.compatible(places, [one[1] for one in found], on.places, (place,))
        on.picked, outcomes, ways, values = zip(
            *(found if left is None else (found[i] for i in left)), strict=True
        )
        on.then = Distribution(places, outcomes, ways, self)
        return variable(on.then, values)


@lru_cache(maxsize=256)
def projected(outcomes: frozenset[Outcome], own: tuple[int, ...]) -> frozenset[Any]:
    """The outcomes reduced to some of their throws."""
    return frozenset(map(itemgetter(*own), outcomes))


def constrained(constraints: Constraints, places: tuple[int, ...], left: frozenset[Outcome]) -> Constraints:
    """The constraints with another one, which covers those of only some of its throws."""
    within = set(places)
    others = {at: one for at, one in constraints.items() if not within.issuperset(at)}
    return {**others, places: left}


def observed_pool(pool: AnyPool) -> AnyPool:
    """The pool with all of its variables observed."""
    values = _values_of(pool)
    unknown = [i for i, value in enumerate(values) if type(value) is RandomVariable]
    return _with_values(pool, {i: values[i].observe() for i in unknown}) if unknown else pool


def possible_throws(
    pool: AnyPool, why: str, side: str, again: tuple[Again, ...]
) -> tuple[Any, tuple[Throw, ...]]:
    """A throw of every pool that it might be, and the variable that says which; where they are too many, the pool is observed."""
    values = _values_of(pool)
    at = tuple([i for i, value in enumerate(values) if type(value) is RandomVariable])
    if not at:
        return 0, (Throw(pool=pool, why=why, side=side, again=again),)
    ways = [*zip(*(values[i].current_values() for i in at), strict=True)]
    distribution = values[at[0]].distribution
    if all(values[i].distribution is distribution for i in at):
        first = _with_values(pool, dict(zip(at, ways[0], strict=True)))
        which, throws = _every_throw(first, at, tuple(dict.fromkeys(ways)), why, side, again)
        if len(throws) * max(one.dice for one in throws) <= MOST_JOINT:
            return variable(distribution, [which[one] for one in ways]), throws
    return 0, (Throw(pool=observed_pool(pool), why=why, side=side, again=again),)


@lru_cache(maxsize=256)
def _every_throw(
    pool: AnyPool,
    at: tuple[int, ...],
    ways: tuple[Outcome, ...],
    why: str,
    side: str,
    again: tuple[Again, ...],
) -> tuple[dict[Outcome, int], tuple[Throw, ...]]:
    """The throws of the pool with each of these values in those places, and which of them belongs to which."""
    pools = [_with_values(pool, dict(zip(at, way, strict=True))) for way in ways]
    different = [*dict.fromkeys(pools)]
    which = {way: different.index(one) for way, one in zip(ways, pools, strict=True)}
    return which, tuple(Throw(pool=one, why=why, side=side, again=again) for one in different)


def _values_of(pool: AnyPool) -> list[Any]:
    own = pool.own if isinstance(pool, Tests) else ()
    return [pool.dice, pool.target, *(modifier.value for modifier in pool.modifiers), *own]


def _with_values(pool: AnyPool, changes: Mapping[int, Any]) -> AnyPool:
    """The pool with other values at these indices of its values."""
    dice, target, *others = (changes.get(i, value) for i, value in enumerate(_values_of(pool)))
    many = len(pool.modifiers)
    modifiers = tuple(
        one if one.value is value else replace(one, value=value)
        for one, value in zip(pool.modifiers, others[:many], strict=True)
    )
    changed: Table = {"dice": dice, "target": target, "modifiers": modifiers}
    if isinstance(pool, Tests):
        changed["own"] = tuple(others[many:])
    return replace(pool, **changed)
