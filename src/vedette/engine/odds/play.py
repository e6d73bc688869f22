"""What a procedure holds while its odds are looked for: a play whose rolls stay unread until something is read of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import lcm
from operator import itemgetter
from typing import Any, Generic, TypeVar

from vedette.engine.dice import AnyPool, Die, Faces, Low, Roll, Tests, TypedTotal
from vedette.engine.facts import Fact
from vedette.engine.odds.numbers import JOINT, Chance, Key, Number, number
from vedette.engine.odds.results import PLACES, ROW, Cuts, Finer, Throw, Throws, results_of
from vedette.engine.odds.unread import InARow, Unread, laid_out
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
    are the same in every run: what rules remember of an object they find again.
    """

    def __init__(
        self, state: S, hears: Hears, heard: Any, cells: Cells, opening: list[S], recorded: int = 0
    ) -> None:
        """Begin with the state before the command."""
        super().__init__(state, hears, heard)
        self.cells, self._recorded = cells, recorded
        self.script: tuple[Any, ...] = ()
        self.notes: list[tuple[int, tuple[int, ...], list[dict[Key, int]]]] = []
        self._chances: list[Chance] = []
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
        which, pools = pools_of(pool) if again is alone else (0, (settled(pool),))
        pool = pool if len(pools) > 1 else pools[0]
        throws = tuple(Throw(pool=one, why=why, side=side, again=alone) for one in pools)
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

    def narrowed(self, places: tuple[int, ...], parts: list[dict[Key, int]]) -> None:
        """Take down what a chance of those throws was parted into, and after how many answers."""
        self.notes.append((self.answered, places, parts))
        self.cells = narrower(self.cells, places, parts[0])

    def still_possible(self, places: tuple[int, ...], keys: Sequence[Key]) -> Sequence[int] | None:
        """Which of these results agree with what is known already; None where all of them do."""
        left: Sequence[int] | None = None
        for at, cell in self.cells.items():
            own = [i for i, place in enumerate(places) if place in at]
            if not own:
                continue
            of_cell = itemgetter(*(at.index(places[i]) for i in own))
            of_key, known = itemgetter(*own), {of_cell(key) for key in cell}
            left = [i for i in (range(len(keys)) if left is None else left) if of_key(keys[i]) in known]
        return left

    def look_at_all(self) -> None:
        """From here on every result is known."""
        for chance in {id(latest): latest for latest in (one.latest() for one in self._chances)}.values():
            if len(chance.keys) > 1:
                chance.narrow([[i] for i in range(len(chance.keys))])
        self._chances.clear()

    def thrown(self, asked: Throw | Throws, cuts: Cuts) -> tuple[Any, Cuts]:
        """What the throw that was answered last comes to, as part of what it depends on."""
        place = self.answered - 1
        if isinstance(asked, Throws):
            return self._depending(place, asked, cuts), cuts
        results = results_of(asked, cuts)
        found = [((known,), ways, known) for known, ways in results.items()]
        left = self.still_possible((place,), [key for key, _, _ in found])
        keys, ways, values = zip(*found if left is None else (found[i] for i in left), strict=True)
        chance = Chance((place,), keys, ways, self)
        self._chances.append(chance)
        return number(chance, values), cuts

    def _depending(self, place: int, asked: Throws, cuts: Cuts) -> Any:
        """What one throw or another comes to, each with what it depends on."""
        which = asked.which.now()
        on: Chance = asked.which.chance
        every = [results_of(one, cuts) for one in asked.throws]
        sizes = [sum(one.values()) for one in every]
        parts = [lcm(*sizes) // size for size in sizes]  # so that each weighs the same
        found = [
            (i, (*key, known), ways * some * parts[throw], known)
            for i, (key, ways, throw) in enumerate(zip(on.keys, on.ways, which, strict=True))
            for known, some in every[throw].items()
        ]
        places = (*on.places, place)
        left = self.still_possible(places, [key for _, key, _, _ in found])
        found = found if left is None else [found[i] for i in left]
        on.picked, keys, ways, values = zip(*found, strict=True)
        on.then = Chance(places, keys, ways, self)
        return number(on.then, values)


def narrower(cells: Cells, places: tuple[int, ...], cell: Iterable[Key]) -> Cells:
    """The cells with another one, which says what others say of fewer of its throws."""
    within = set(places)
    others = {at: one for at, one in cells.items() if not within.issuperset(at)}
    return {**others, places: frozenset(cell)}


def settled(pool: AnyPool) -> AnyPool:
    """The pool with all of its numbers known."""
    return _with_numbers(pool, lambda value: value.known())


def pools_of(pool: AnyPool) -> tuple[Any, tuple[AnyPool, ...]]:
    """Every pool that it might be, and the number that says which; where they are too many, it is settled."""
    own = getattr(pool, "own", ())
    values: list[Any] = [pool.dice, pool.target, *(modifier.value for modifier in pool.modifiers), *own]
    numbers = [value for value in values if type(value) is Number]
    if not numbers:
        return 0, (pool,)
    told = [one.now() for one in numbers]
    chance: Chance = numbers[0].chance
    if any(one.chance is not chance for one in numbers):
        return 0, (settled(pool),)
    at = {id(one): i for i, one in enumerate(numbers)}
    ways = list(zip(*told, strict=True))
    made = {
        one: _with_numbers(pool, lambda value, one=one: one[at[id(value)]])  # type: ignore[misc]
        for one in dict.fromkeys(ways)
    }
    pools = tuple(dict.fromkeys(made.values()))
    if len(pools) * max(int(one.dice) for one in pools) > JOINT:
        return 0, (settled(pool),)
    return number(chance, [pools.index(made[one]) for one in ways]), pools


def _with_numbers(pool: AnyPool, known: Callable[[Number], Any]) -> AnyPool:
    """The pool with other values for the numbers in it."""

    def of(values: Any) -> Any:
        return tuple(known(value) if type(value) is Number else value for value in values)

    values: tuple[Any, ...] = tuple(modifier.value for modifier in pool.modifiers)
    if any(type(value) is Number for value in values):
        modifiers = zip(pool.modifiers, of(values), strict=True)
        pool = replace(pool, modifiers=tuple(replace(one, value=value) for one, value in modifiers))
    if isinstance(pool, Tests) and pool.own:
        pool = replace(pool, own=of(pool.own))
    dice, target = of((pool.dice, pool.target))
    return replace(pool, dice=dice, target=target)
