"""What follows every command of combat (section 5): HTH dissolves, the combat ends, slots and phases go on."""

from __future__ import annotations

from dataclasses import replace

from vedette.engine.play import Play
from vedette.games.close_quarters.facts import turn as facts
from vedette.games.close_quarters.standing import in_hex, is_out
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.turn.move_order import has_moved, next_to_move
from vedette.games.close_quarters.turn.settling import over, settled, winner
from vedette.games.close_quarters.values.effective import conscious


async def proceed(play: Play[Fight]) -> None:
    """Let everything that follows by itself happen; between combats, and after one, nothing does."""
    if play.state.phase == "between" or play.state.outcome:
        return
    dissolve_brawls(play)
    end_holds(play)
    won = winner(play.state)
    if won:
        play.becomes(over(play.state, won), facts.CombatWon(won))
    elif play.state.phase == "movement":
        _go_on_moving(play)
    else:
        go_on(play, settled(play.state))


def go_on(play: Play[Fight], after: Fight) -> None:
    """The game goes on to another phase or another actor, if so, and says it."""
    before = play.state
    next_one = after.actor if after.actor != before.actor else ""
    if after.phase != before.phase:
        play.becomes(after, facts.PhaseBegan(after.phase))
        if next_one:
            play.says(facts.NextToAct(next_one))
    elif next_one:
        play.becomes(after, facts.NextToAct(next_one))
    elif after.slots != before.slots:
        play.becomes(after, facts.SlotsPassed())


def _go_on_moving(play: Play[Fight]) -> None:
    """CQ-OPT-1: with `advanced_initiative` the next character moves when the actor has."""
    game = play.state
    if game.actor and has_moved(game):
        after = next_to_move(game)
        play.becomes(after, facts.NextToMove(after.actor))


def dissolve_brawls(play: Play[Fight]) -> None:
    """CQ-HTH-3: where only one side of a hand-to-hand combat is not out, it is over."""
    for hex in dict.fromkeys(one.hex for one in play.state.units.values() if one.hth):
        game = play.state
        there = [name for name in in_hex(game, hex) if game.units[name].hth]
        if len({game.units[name].side for name in there if not is_out(game, name)}) <= 1:
            freed = {name: _released(game, name) for name in there}
            play.becomes(replace(game, units={**game.units, **freed}), facts.BrawlEnded(hex))


def _released(game: Fight, name: str) -> Character:
    """Out of the brawl, and out of every hold, as those who held are out; the conscious lie prone."""
    one = replace(game.units[name], hth=False, held=0, held_by="")
    return replace(one, posture="prone") if conscious(game, name) else one


def end_holds(play: Play[Fight]) -> None:
    """CQ-HTH-11: who is out holds nobody any more; the subdued stay subdued."""
    for name, one in play.state.units.items():
        if one.held_by and not one.subdued and is_out(play.state, one.held_by):
            play.becomes(play.state.with_unit(name, held=0, held_by=""), facts.HoldEnded(name))
