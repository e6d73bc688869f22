"""Nonlethal damage at the end of the turn: fatigue, breathers, and who wakes up (CQ-OPT-4 to CQ-OPT-6)."""

from __future__ import annotations

from vedette.engine.play import Play
from vedette.games.close_quarters.dicing import throw
from vedette.games.close_quarters.facts import damage as facts
from vedette.games.close_quarters.fight.harm import faint
from vedette.games.close_quarters.standing import is_alive
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.values.effective import conscious, hits_left


async def recovery(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 5: with `nonlethal`, fatigue for all, then recovery."""
    if not play.state.options.nonlethal:
        return
    if play.state.options.fatigue:
        for name in tuple(play.state.units):
            _tire(play, name)
    for name in tuple(play.state.units):
        await _recover(play, name)


def _tire(play: Play[Fight], name: str) -> None:
    """CQ-OPT-6: 1 nonlethal point for who ran, struck in melee, defended or dodged, and is not dead."""
    before, one = play.state, play.state.units[name]
    busy = one.ran or one.fought or one.defending or one.dodging
    if not busy or not is_alive(before, name):
        return
    points = number("fatigue_damage")
    play.becomes(before.with_unit(name, nonlethal=one.nonlethal + points), facts.Tired(name, points))
    faint(play, before, name)


async def _recover(play: Play[Fight], name: str) -> None:
    """CQ-OPT-4, CQ-OPT-5: 1d6 for who takes a breather or is unconscious, unless he was hurt this turn."""
    one = play.state.units[name]
    out = not conscious(play.state, name)
    if not is_alive(play.state, name) or not (out or one.breather) or one.left:
        return
    if one.nonlethal and not one.hits_turn:
        rolled = await throw(
            play,
            number("breather_dice"),
            why="recovery",
            side=one.side,
            rules=("CQ-OPT-5" if out else "CQ-OPT-4",),
            told=f"{one.name} recovers",
        )
        points = min(one.nonlethal, int(rolled.total))
        play.becomes(
            play.state.with_unit(name, nonlethal=one.nonlethal - points), facts.Recovered(name, points)
        )
    if out:
        _wake(play, name)


def _wake(play: Play[Fight], name: str) -> None:
    """CQ-OPT-5: he wakes when more is left than he has lost for good; who has lost half his STR never has so much."""
    one = play.state.units[name]
    if wakes(one):
        play.becomes(play.state.with_unit(name, knocked_out=False), facts.WokeUp(name))
    elif not one.knocked_out:
        play.becomes(play.state.with_unit(name, knocked_out=True), facts.StaysUnconscious(name))


def wakes(one: Character) -> bool:
    """Whether an unconscious character has recovered enough."""
    return hits_left(one) > one.damage
