"""What a procedure holds, and all that may suspend it. Nothing else stops a game.

A procedure is an `async def` without an event loop: `driver.py` sends the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import AnyPool, Count, CountedPool, Die, Faces, Roll, SummedPool, TypedTotal
from vedette.engine.errors import CommandError
from vedette.engine.facts import Event, Fact, Rolled
from vedette.engine.figures import signed
from vedette.engine.patch import compare
from vedette.engine.requests import EACH_COUNTS, Answer, Chain, ChoiceRequest, DiceRequest, Option, Request

S = TypeVar("S")


class Waiting:
    """Hands a request to the driver and gives back its answer."""

    def __init__(self, request: Request) -> None:
        self.request = request

    def __await__(self) -> Generator[Request, Answer, Answer]:
        return (yield self.request)


ROLLED_AGAIN = "Some dice may be rolled again"


class Again(Struct, frozen=True):
    """Dice that may be rolled again once: `which` picks them from the first roll.

    `offer` asks a side first whether it wants to; its first option means yes. With `repeat` (a tie)
    they are rolled again until `which` picks nothing more. `alone`: each die is judged for itself, whatever
    the others show.
    """

    which: Callable[[Roll], tuple[int, ...]]
    offer: ChoiceRequest | None = None
    repeat: bool = False
    alone: bool = False


class Play(Generic[S]):
    """A command in the middle of being carried out: the state so far and what was said."""

    def __init__(self, state: S) -> None:
        self._state = state
        self.events: list[Event] = []

    @property
    def state(self) -> S:
        """The state so far; only `commit` changes it, so that no change goes unsaid."""
        return self._state

    def commit(self, state: S, fact: Fact) -> None:
        """The state is now this, because of that."""
        self.events.append(Event(fact, compare(self._state, state)))
        self._state = state

    def emit(self, fact: Fact) -> None:
        """Something happened that changes no tracked value."""
        self.events.append(Event(fact))

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
    ) -> Roll:
        """Roll a pool of which the faces are read and, where a rule allows it, roll some of its dice again (twice only for a tie).

        `faces` says why each die counts, for players who would rather tell what they came to.
        Raises CommandError, and the command is not carried out, where no table has so many dice.
        """
        faces = faces or (ROLLED_AGAIN if again else EACH_COUNTS)
        roll = await self.throw(pool, why=why, side=side, rules=rules, told=told, faces=faces)
        which = again.which(roll) if again and pool.dice else ()
        while which and again and await self._wanted(again, roll):
            told = f"{roll.title}, again after a tie" if again.repeat else ""
            roll = await self._rolled_again(roll, which, told)
            which = again.which(roll) if again.repeat else ()
        self.tell(roll)
        return roll

    async def throw(
        self,
        pool: AnyPool,
        *,
        why: str,
        side: str = "",
        rules: tuple[str, ...] = (),
        told: str = "",
        again: tuple[Again, ...] = (),
        faces: str = ROLLED_AGAIN,
        chain: Chain | None = None,
    ) -> Roll:
        """Roll a pool of which more dice may be rolled again by `reroll`; `tell` says what it came to in the end.

        `again`: what is rolled again without a question, one after the other and no die twice; each is `alone`.
        """
        roll = Roll(why, side, pool, (), rules, told)
        if not pool.dice:
            return roll
        roll = replace(roll, dice=_dice(await Waiting(replace(_request(roll, faces), chain=chain))))
        return await self._unasked(roll, again)

    def picked(self, roll: Roll, which: Callable[[Roll], tuple[int, ...]]) -> tuple[int, ...]:
        """The dice that `which` picks from a roll, by their places."""
        return which(roll)

    def picks_any(self, roll: Roll, which: Callable[[Roll], tuple[int, ...]]) -> bool:
        """Whether it picks any; how many there are need not be known."""
        return bool(self.picked(roll, which))

    async def reroll(
        self,
        roll: Roll,
        which: Callable[[Roll], tuple[int, ...]],
        chain: Chain | None = None,
        told: str = "",
    ) -> Roll:
        """Roll the dice again that `which` picks from a roll that has not been told yet."""
        places = self.picked(roll, which)
        return await self._rolled_again(roll, places, told, chain) if places else roll

    def tell(self, roll: Roll) -> None:
        """A roll lies as it stays."""
        if roll.dice:
            self.emit(Rolled(roll))

    async def _unasked(self, roll: Roll, again: tuple[Again, ...]) -> Roll:
        """The roll after what is rolled again without a question."""
        for one in again:
            if which := tuple(place for place in one.which(roll) if place in roll.fresh):
                roll = await self._rolled_again(roll, which)
        return roll

    async def _rolled_again(
        self, roll: Roll, which: tuple[int, ...], told: str = "", chain: Chain | None = None
    ) -> Roll:
        request = _request(roll, ROLLED_AGAIN)
        request = replace(request, roll=roll, again=which, told=told or roll.told, chain=chain)
        return roll.rerolled_with(which, _dice(await Waiting(request)))

    async def total(
        self,
        pool: AnyPool,
        *,
        why: str,
        side: str = "",
        rules: tuple[str, ...] = (),
        told: str = "",
        chain: Chain | None = None,
    ) -> int:
        """Roll a pool of which nothing is read but what it comes to: how many succeed, or the sum with its modifiers.

        The table may tell that instead of the faces. Raises CommandError like `roll`.
        """
        return (
            await self.recorded_total(pool, why=why, side=side, rules=rules, told=told, chain=chain)
        ).result

    async def recorded_total(
        self,
        pool: AnyPool,
        *,
        why: str,
        side: str = "",
        rules: tuple[str, ...] = (),
        told: str = "",
        chain: Chain | None = None,
    ) -> Roll:
        """The same for a rule that keeps a record of the faces, where there are any; nothing may depend on them."""
        roll = Roll(why, side, pool, (), rules, told)
        if not pool.dice:
            return roll
        answer = await Waiting(replace(_request(roll, ""), chain=chain))
        if isinstance(answer, TypedTotal):
            roll = replace(roll, typed=answer)
        else:
            roll = replace(roll, dice=_dice(answer))
        self.emit(Rolled(roll))
        return roll

    async def roll_off(
        self, sides: tuple[str, str], *, why: str, dice_sides: int, rules: tuple[str, ...]
    ) -> str:
        """One die each, in the order of the sides, again on a tie; the side with the higher face."""
        told = ""
        while True:
            pool = Faces(dice=2, sides=dice_sides)
            first, second = (await self.roll(pool, why=why, rules=rules, told=told)).faces
            if first != second:
                return sides[0] if first > second else sides[1]
            told = f"{why} again after a tie"

    async def choose(
        self,
        name: str,
        *,
        side: str,
        options: tuple[Option, ...],
        why: str,
        rules: tuple[str, ...] = (),
        suggested: str | int | None = None,
        title: str = "",
        aside: str = "",
        barred: tuple[Option, ...] = (),
        rule: str = "",
        commit: str = "",
        chain: Chain | None = None,
        roll: Roll | None = None,
    ) -> str | int:
        """Let a side pick, with the dice of a `roll` before its eyes; not asked where only one answer is possible."""
        if len(options) == 1:
            return options[0].value
        request = ChoiceRequest(
            name=name,
            side=side,
            options=options,
            why=why,
            rules=rules,
            suggested=suggested,
            title=title,
            aside=aside,
            barred=barred,
            rule=rule,
            commit=commit,
            chain=chain,
        )
        if roll is not None:
            request = self._with_dice(request, roll)
        answer = await Waiting(request)
        assert isinstance(answer, str | int)  # the driver has checked it against the request
        return answer

    async def wants(self, offer: ChoiceRequest, roll: Roll) -> bool:
        """Whether a side takes what it is offered, by the first of the options, with the dice before its eyes."""
        return await Waiting(self._with_dice(offer, roll)) == offer.options[0].value

    async def _wanted(self, again: Again, roll: Roll) -> bool:
        """Whether the side wants its re-roll; without an offer it is taken."""
        return again.offer is None or await self.wants(again.offer, roll)

    def _with_dice(self, offer: ChoiceRequest, roll: Roll) -> ChoiceRequest:
        """The question, and what was rolled."""
        pool, came = roll.pool, ""
        if isinstance(pool, CountedPool):
            came = f": {roll.successes} of {pool.dice} succeed"
        if isinstance(pool, Count) and not pool.each_is_one:
            came = f": {roll.successes} hit{'' if roll.successes == 1 else 's'}"
        if isinstance(pool, SummedPool):
            more = f" {signed(pool.added)}" if pool.added else ""
            needed = f", needed {pool.target}" if pool.target is not None else ""
            came = f"{more}: {roll.total:g}{needed}"
        return replace(offer, why=f"Rolled {' '.join(map(str, roll.faces))}{came}. {offer.why}", roll=roll)


def _request(roll: Roll, faces: str) -> DiceRequest:
    """Ask for the dice of a roll; raises CommandError where they are too many."""
    pool = roll.pool
    if pool.dice > pool.most:
        raise CommandError(
            f"{roll.title}: {pool.dice} dice are more than anybody can roll at once ({pool.most})."
        )
    return DiceRequest(why=roll.why, side=roll.side, pool=pool, rules=roll.rules, told=roll.told, faces=faces)


def _dice(answer: Answer) -> tuple[Die, ...]:
    assert isinstance(answer, tuple)  # the driver has checked it against the request
    return answer
