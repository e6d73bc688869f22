"""What a procedure holds while its odds are looked for: a play whose rolls stay unread until something is read of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import lcm
from operator import itemgetter
from typing import Any, Generic, TypeVar

from vedette.engine.dice import AnyPool, Die, Faces, Low, Roll, Tests, TypedTotal
from vedette.engine.facts import Fact
from vedette.engine.odds.lazy_roll import InARow, Unread, laid_out
from vedette.engine.odds.outcomes import PLACES, ROW, Cuts, Finer, Throw, Throws, left_of
from vedette.engine.odds.random_variables import JOINT, Chance, Key, Number, Portion, number
from vedette.engine.play import Again, Play, Waiting
from vedette.engine.record import replace
from vedette.engine.requests import DiceRequest

S = TypeVar("S")

Cells = Mapping[tuple[int, ...], frozenset[Key]]
"""What a run has learned of its throws: the results that are left, by the places of the throws among its answers."""

TOGETHER = 216
"""Results of dice in their places that are looked at together; where there would be more, die by die."""

APART = "apart"
"""The answer to a throw whose dice are wanted one by one."""

Hears = Callable[[Any, Fact], Any]
"""What is heard so far and a fact, to what is heard then."""


class HeardPlay(Play[S], Generic[S]):
    """A play that keeps no events: facts are heard at once."""

    def __init__(self, state: S, hears: Hears, heard: Any) -> None:
        """Begin with the state before the command, and with what was heard by then."""
        super().__init__(state)
        self._hears, self.heard = hears, heard

    def commit(self, state: S, fact: Fact) -> None:
        """The state is now this; the changes are nobody's concern."""
        self._state = state
        self.heard = self._hears(self.heard, fact)

    def emit(self, fact: Fact) -> None:
        """Something happened."""
        self.heard = self._hears(self.heard, fact)


class OddsPlay(HeardPlay[S], Generic[S]):
    """A play whose rolls stay unread.

    `script`: the answers that it has had. `cells`: what was narrowed. `recorded`: how many of the first answers are
    those of a command under way. `notes`: what was narrowed since the last answer: after how many answers, of which
    throws, and into which parts, the first of which it goes on with. `opening`: the states before its first answer, which
    are the same in every run: what rules remember of an object they find again. `first_narrowed` is called once, before
    anything is narrowed.
    """

    def __init__(
        self, state: S, hears: Hears, heard: Any, cells: Cells, opening: list[S], recorded: int = 0
    ) -> None:
        """Begin with the state before the command."""
        super().__init__(state, hears, heard)
        self.cells, self._recorded = cells, recorded
        self.script: tuple[Any, ...] = ()
        self.notes: list[tuple[int, tuple[int, ...], list[Portion]]] = []
        self.first_narrowed: Callable[[], None] | None = None
        self._opening, self._opened = opening, 0

    @property
    def answered(self) -> int:
        """How many answers it has had."""
        return len(self.script)

    def commit(self, state: S, fact: Fact) -> None:
        """As ever; before the first answer the state is that of every other run."""
        super().commit(state if self.script else self._as_before(state), fact)

    def _as_before(self, state: S) -> S:
        """The state as the object that it was in the first run."""
        if self._opened == len(self._opening):
            self._opening.append(state)
        self._opened += 1
        return self._opening[self._opened - 1]

    async def roll(
        self,
        pool: AnyPool,
        *,
        why: str,
        side: str = "",
        rules: tuple[str, ...] = (),
        told: str = "",
        again: Again | None = None,
        faces: str = "",
    ) -> Any:
        """As `Play.roll`; where each die is judged by itself, rolling it again is part of the same throw."""
        if not pool.dice:
            return Roll(why, side, pool, ())
        if self.answered < self._recorded:
            return await self._dice_by_dice(settled(pool), why, side, again)
        alone = again if again and again.alone and not again.offer else None
        which, throws = throws_of(pool if again is alone else settled(pool), why, side, alone)
        pool = pool if len(throws) > 1 else throws[0].pool
        asked: Any = Throws(which=which, throws=throws) if len(throws) > 1 else throws[0]
        got: Any = await Waiting(asked)
        if got == APART:
            return await self._dice_by_dice(pool, why, side, again)
        results, cuts = got
        if PLACES in cuts:
            return await self._rolled_again(Roll(why, side, pool, laid_out(results)), again)
        if ROW in cuts:
            if again is not alone:
                raise Finer(throws[0], PLACES)
            return InARow(results, cuts, throws[0], pool)
        return await self._unread(Unread(results, cuts, throws[0], pool), None if alone else again)

    async def recorded_total(
        self, pool: AnyPool, *, why: str, side: str = "", rules: tuple[str, ...] = (), told: str = ""
    ) -> Any:
        """As `Play.recorded_total`."""
        if not pool.dice or self.answered >= self._recorded:
            return await self.roll(pool, why=why, side=side)
        answer = await Waiting(DiceRequest(why=why, side=side, pool=settled(pool)))
        roll = Roll(why, side, pool, ())
        if isinstance(answer, TypedTotal):
            return replace(roll, typed=answer)
        assert isinstance(answer, tuple)  # the session has checked it
        return replace(roll, dice=answer)

    async def _unread(self, roll: Unread, again: Again | None) -> Unread:
        """Roll dice again whose places nobody has seen."""
        which = again.which(roll.in_a_row()) if again else ()  # type: ignore[arg-type]
        while which and again and await self._wanted(again):
            more: Any = replace(roll.throw, kept=roll.without(which), more=len(which))
            answer: Any = await Waiting(more)
            results, cuts = answer
            roll = Unread(results, cuts, more, roll.pool)
            which = again.which(roll.in_a_row()) if again.repeat else ()  # type: ignore[arg-type]
        return roll

    async def _dice_by_dice(self, pool: AnyPool, why: str, side: str, again: Again | None) -> Roll:
        """A roll whose dice lie in their places."""
        return await self._rolled_again(
            Roll(why, side, pool, await self._dice(pool, why, range(pool.dice))), again
        )

    async def _rolled_again(self, roll: Roll, again: Again | None) -> Roll:
        """Roll some dice of it again, as the rule says."""
        pool, why = roll.pool, roll.why
        which = again.which(roll) if again else ()
        while which and again and await self._wanted(again):
            if (
                again.repeat and len(which) == pool.dice
            ):  # nothing of it stays, so that it comes back to itself
                roll = replace(roll, dice=())
                roll = replace(roll, dice=await self._dice(pool, why, which))
            else:
                roll = roll.rerolled_with(which, await self._dice(pool, why, which))
            which = again.which(roll) if again.repeat else ()
        return roll

    async def _dice(self, pool: AnyPool, why: str, places: Sequence[int]) -> tuple[Die, ...]:
        """Dice in their places: those of the table, else together where that makes few results, else one by one."""
        if self.answered < self._recorded:
            answer: Any = await Waiting(DiceRequest(why=why, side="", pool=pool))
            return tuple(answer)
        together = pool.sides ** len(places) <= TOGETHER
        kind = Faces if pool.lowest else Low
        dice: list[Die] = []
        for size in [len(places)] if together else [1] * len(places):
            asked: Any = Throw(pool=kind(dice=size, sides=pool.sides), why=why, placed=True)
            answer = await Waiting(asked)
            dice += laid_out(answer[0])
        return tuple(dice)

    def narrowed(self, places: tuple[int, ...], parts: list[Portion]) -> None:
        """Take down what a chance of those throws is parted into, and after how many answers."""
        if self.first_narrowed is not None:
            self.first_narrowed()
            self.first_narrowed = None
        self.notes.append((self.answered, places, parts))
        self.cells = narrower(self.cells, places, parts[0][1])

    def still_possible(
        self, places: tuple[int, ...], keys: Sequence[Key], *within: tuple[int, ...]
    ) -> Sequence[int] | None:
        """Which of these results agree with what is known already; None where all of them do.

        Of throws that are `within` the same of these places the results agree with it already.
        """
        left: Sequence[int] | None = None
        for at, cell in self.cells.items():
            own = [i for i, place in enumerate(places) if place in at]
            if not own or any({places[i] for i in own} <= {*others} for others in within):
                continue
            left = range(len(keys)) if left is None else left
            if at == places:
                left = [i for i in left if keys[i] in cell]
            else:
                of_key, known = itemgetter(*own), said_of(cell, tuple(at.index(places[i]) for i in own))
                left = [i for i in left if of_key(keys[i]) in known]
        return left

    def thrown(self, asked: Throw | Throws, cuts: Cuts) -> tuple[Any, Cuts]:
        """What the throw that was answered last comes to, as part of what it depends on."""
        place = self.answered - 1
        if isinstance(asked, Throws):
            return self._depending(place, asked, cuts), cuts
        values, ways, _ = left_of(asked, cuts, *self._said_of(place))
        return number(Chance((place,), [*zip(values)], ways, self), values), cuts

    def _said_of(self, place: int) -> Iterator[frozenset[Any]]:
        """What is known already of a throw: each time the results that are left."""
        for at, cell in self.cells.items():
            if place in at:
                yield said_of(cell, (at.index(place),))

    def _depending(self, place: int, asked: Throws, cuts: Cuts) -> Any:
        """What one throw or another comes to, each with what it depends on."""
        which = asked.which.now()
        on: Chance = asked.which.chance
        said = [*self._said_of(place)]
        every = [left_of(one, cuts, *said) for one in asked.throws]
        same = lcm(*(whole for _, _, whole in every))  # each weighs the same
        results = [
            [(known, some * (same // whole)) for known, some in zip(*of, strict=True)] for *of, whole in every
        ]
        found = [
            (i, (*key, known), ways * some, known)
            for i, (key, ways, throw) in enumerate(zip(on.keys, on.ways, which, strict=True))
            for known, some in results[throw]
        ]
        places = (*on.places, place)
        left = self.still_possible(places, [one[1] for one in found], on.places, (place,))
        on.picked, keys, ways, values = zip(
            *(found if left is None else (found[i] for i in left)), strict=True
        )
        on.then = Chance(places, keys, ways, self)
        return number(on.then, values)


@lru_cache(maxsize=256)
def said_of(cell: frozenset[Key], own: tuple[int, ...]) -> frozenset[Any]:
    """What a cell says of some of its throws."""
    return frozenset(map(itemgetter(*own), cell))


def narrower(cells: Cells, places: tuple[int, ...], cell: frozenset[Key]) -> Cells:
    """The cells with another one, which says what others say of fewer of its throws."""
    within = set(places)
    others = {at: one for at, one in cells.items() if not within.issuperset(at)}
    return {**others, places: cell}


def settled(pool: AnyPool) -> AnyPool:
    """The pool with all of its numbers known."""
    values = _values_of(pool)
    if all(type(value) is not Number for value in values):
        return pool
    return _with_values(pool, [value.known() if type(value) is Number else value for value in values])


def throws_of(pool: AnyPool, why: str, side: str, again: Again | None) -> tuple[Any, tuple[Throw, ...]]:
    """A throw of every pool that it might be, and the number that says which; where they are too many, the pool is settled."""
    values = _values_of(pool)
    at = tuple([i for i, value in enumerate(values) if type(value) is Number])
    if not at:
        return 0, (Throw(pool=pool, why=why, side=side, again=again),)
    ways = [*zip(*(values[i].now() for i in at), strict=True)]
    chances = {id(values[i].chance) for i in at}
    if len(chances) == 1:
        which, throws = _every_throw(
            _with_values(pool, _put(values, at, ways[0])), at, tuple(dict.fromkeys(ways)), why, side, again
        )
        if len(throws) * max(one.dice for one in throws) <= JOINT:
            return number(values[at[0]].chance, [which[one] for one in ways]), throws
    return 0, (Throw(pool=settled(pool), why=why, side=side, again=again),)


@lru_cache(maxsize=256)
def _every_throw(
    pool: AnyPool, at: tuple[int, ...], ways: tuple[Key, ...], why: str, side: str, again: Again | None
) -> tuple[dict[Key, int], tuple[Throw, ...]]:
    """The throws of the pool with each of these values in those places, and which of them belongs to which."""
    values = _values_of(pool)
    pools = [_with_values(pool, _put(values, at, way)) for way in ways]
    different = [*dict.fromkeys(pools)]
    which = {way: different.index(one) for way, one in zip(ways, pools, strict=True)}
    return which, tuple(Throw(pool=one, why=why, side=side, again=again) for one in different)


def _put(values: Sequence[Any], at: tuple[int, ...], new: Key) -> list[Any]:
    """The values with others in those places."""
    put = [*values]
    for i, value in zip(at, new, strict=True):
        put[i] = value
    return put


def _values_of(pool: AnyPool) -> list[Any]:
    """What of a pool may be numbers that aren't known yet."""
    own = pool.own if isinstance(pool, Tests) else ()
    return [pool.dice, pool.target, *(modifier.value for modifier in pool.modifiers), *own]


def _with_values(pool: AnyPool, values: Sequence[Any]) -> AnyPool:
    """The pool with those instead."""
    (dice, target), of_modifiers = values[:2], values[2:]
    modifiers = tuple(
        one if one.value is value else replace(one, value=value)
        for one, value in zip(pool.modifiers, of_modifiers, strict=False)
    )
    changed: dict[str, Any] = {"dice": dice, "target": target, "modifiers": modifiers}
    if isinstance(pool, Tests):
        changed["own"] = tuple(values[2 + len(modifiers) :])
    return replace(pool, **changed)
