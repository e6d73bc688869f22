"""Leaks in a spacesuit, where there is no air to breathe (CQ-ENV-19)."""

from __future__ import annotations

from vedette.engine.play import Play
from vedette.games.close_quarters.dicing import throw
from vedette.games.close_quarters.facts import space as facts
from vedette.games.close_quarters.fight.harm import harm
from vedette.games.close_quarters.standing import is_alive
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number

SPACESUIT = "spacesuit"
AIR = "air"


def open_leak(play: Play[Fight], name: str) -> None:
    """A hit that does damage to the wearer of a spacesuit opens a leak."""
    one = play.state.units[name]
    if play.state.map.atmosphere == AIR or SPACESUIT not in (one.armor, one.armor2):
        return
    first = one.leak_round if one.leaks else play.state.round
    game = play.state.with_unit(name, leaks=one.leaks + 1, leak_round=first)
    play.becomes(game, facts.SuitLeaks(name, one.leaks + 1))


async def leaks(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 4: an open leak does 1 die from the turn after the first on, then 2, then 3; armor doesn't count."""
    if play.state.map.atmosphere == AIR:
        return
    for name in tuple(play.state.units):
        one = play.state.units[name]
        if one.leaks and play.state.round > one.leak_round and is_alive(play.state, name) and not one.left:
            await _leak(play, name)


async def _leak(play: Play[Fight], name: str) -> None:
    one = play.state.units[name]
    turns = one.leak_turns + 1
    play.becomes(play.state.with_unit(name, leak_turns=turns), facts.AirRanOut(name, turns))
    dice = number("leak_first_dice") + turns - 1
    rolled = await throw(
        play, dice, why="leak", side=one.side, rules=("CQ-ENV-19",), told=f"{one.name}: leaks"
    )
    await harm(play, name, int(rolled.total))
