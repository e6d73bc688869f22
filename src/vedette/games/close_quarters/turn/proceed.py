"""Starting in the middle (section 4): what a set-up doesn't preset is derived from what it does."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import dropwhile

from vedette.engine.play import Play
from vedette.games.close_quarters.derived import conscious, e_dex
from vedette.games.close_quarters.facts import turn as facts
from vedette.games.close_quarters.near import in_hex, is_able, is_out
from vedette.games.close_quarters.state import Character, Fight, Slot
from vedette.games.close_quarters.turn.allowance import goes_far, with_halves
from vedette.games.close_quarters.turn.order import (
    FIRST,
    by_initiative,
    first_slots,
    first_to_move,
    has_moved,
    is_usable,
    next_to_move,
    with_actor,
    with_began,
)
from vedette.games.close_quarters.turn.retreats import can_force


def set_in_motion(game: Fight, preset: Collection[str]) -> Fight:
    """The game as its first command finds it; `preset` holds the paths that the set-up has set."""
    game = _with_orders(game, preset)
    game = with_began(game, [name for name in game.units if f"units.{name}.began" not in preset])
    game = with_halves(game, [name for name in game.units if f"units.{name}.half" not in preset])
    game = _with_runners(game, [name for name in game.units if f"units.{name}.ran" not in preset])
    if game.outcome:
        return game
    if game.phase == "movement":
        return _moving(game, preset)
    if game.phase == "action":
        return settled(_from_actor(_with_slots(_with_aimers(game), preset)))
    if game.phase == "retreat":
        return settled(replace(_with_slots(game, preset), slots=()))
    return game


def _with_orders(game: Fight, preset: Collection[str]) -> Fight:
    """The initiative as set up, and the movement as the initiative."""
    initiative = game.initiative if "initiative" in preset else tuple(game.sides)
    game = replace(game, initiative=initiative)
    if "move_order" in preset:
        return game
    if not game.options.advanced_initiative:
        return replace(game, move_order=initiative)
    return replace(game, move_order=tuple(name for name in by_initiative(game) if is_able(game, name)))


def _with_runners(game: Fight, names: Iterable[str]) -> Fight:
    """Who has spent more than half of his allowance ran (CQ-MOV-3)."""
    units = {
        name: replace(game.units[name], ran=goes_far(game.units[name], game.units[name].moved))
        for name in names
    }
    return replace(game, units={**game.units, **units})


def _with_aimers(game: Fight) -> Fight:
    """Whose aiming is preset has aimed this turn: to defend besides makes it no longer (CQ-RNG-7)."""
    units = {
        name: replace(character, aimed=character.aimed or character.aim_turns > 0)
        for name, character in game.units.items()
    }
    return replace(game, units=units)


def _moving(game: Fight, preset: Collection[str]) -> Fight:
    """The first side of the order is active, or the first character the actor, unless another is preset."""
    started = first_to_move(game)
    if game.options.advanced_initiative and "actor" in preset and game.actor in game.units:
        return replace(game, active=game.units[game.actor].side)
    return replace(started, active=game.active) if "active" in preset else started


def _with_slots(game: Fight, preset: Collection[str]) -> Fight:
    """The order of action as it is preset, or made on the spot."""
    slots = first_slots(game)
    if "order" in preset:
        dex = {name: e_dex(game, name) for name in game.order}
        slots = tuple(Slot(name, FIRST, dex[name], dex[name]) for name in game.order)
    return replace(game, order=tuple(slot.unit for slot in slots), slots=slots)


def _from_actor(game: Fight) -> Fight:
    """Whoever stands before a preset actor has had his turn."""
    if game.actor not in game.order:
        return game
    return replace(game, slots=tuple(dropwhile(lambda slot: slot.unit != game.actor, game.slots)))


# --- what follows every command of combat: HTH dissolves, the combat ends, slots and phases go on (section 5)


def begin_action(game: Fight) -> Fight:
    """CQ-TRN-3: the phase of action, with a slot for everybody who is able, and the first who can use his waiting."""
    slots = first_slots(game)
    order = tuple(slot.unit for slot in slots)
    return settled(replace(game, phase="action", order=order, slots=slots, last_move=None))


def settled(game: Fight) -> Fight:
    """The game with the actor whose turn it is next; slots that can't be used are passed over, and so are whole phases.

    Action goes over into retreat after its last slot, retreat into the end when nobody can force one (any more).
    """
    if game.phase == "action":
        slots = tuple(dropwhile(lambda slot: not is_usable(game, slot), game.slots))
        if slots:
            return with_actor(replace(game, slots=slots), slots[0].unit)
        game = begin_retreat(game)
    if game.phase == "retreat":
        victor = next((name for name in _retreats_left(game) if can_force(game, name)), "")
        return with_actor(game if victor else replace(game, phase="end"), victor)
    return game


def begin_retreat(game: Fight) -> Fight:
    """The phase of forced retreats, before anybody's turn."""
    return with_actor(replace(game, phase="retreat", slots=()), "")


def _retreats_left(game: Fight) -> tuple[str, ...]:
    """Those whose turn to force retreats isn't over, in `order`: the actor and all after him (section 6.5)."""
    return game.order[game.order.index(game.actor) :] if game.actor in game.order else game.order


# --- the end of the combat


def is_wholly_out(game: Fight, side: str) -> bool:
    """Whether nobody of a side can fight any more."""
    return all(is_out(game, name) for name in game.of(side))


def winner(game: Fight) -> str:
    """CQ-TRN-6: the only side that isn't wholly out, "draw" if there is none, and "" while several fight."""
    fighting = [side for side in game.sides if not is_wholly_out(game, side)]
    if not fighting:
        return "draw"
    return fighting[0] if len(fighting) == 1 else ""


def over(game: Fight, outcome: str) -> Fight:
    """The game after its combat: nothing is waited for."""
    return with_actor(replace(game, outcome=outcome, slots=()), "")


# --- what follows every command of combat


async def proceed(play: Play[Fight]) -> None:
    """Let everything that follows by itself happen; between combats, and after one, nothing does."""
    if play.state.phase == "between" or play.state.outcome:
        return
    dissolve_brawls(play)
    end_holds(play)
    won = winner(play.state)
    if won:
        play.commit(over(play.state, won), facts.CombatWon(won))
    elif play.state.phase == "movement":
        _go_on_moving(play)
    else:
        go_on(play, settled(play.state))


def go_on(play: Play[Fight], after: Fight) -> None:
    """The game goes on to another phase or another actor, if so, and says it."""
    before = play.state
    next_one = after.actor if after.actor != before.actor else ""
    if after.phase != before.phase:
        play.commit(after, facts.PhaseBegan(after.phase))
        if next_one:
            play.emit(facts.NextToAct(next_one))
    elif next_one:
        play.commit(after, facts.NextToAct(next_one))
    elif after.slots != before.slots:
        play.commit(after, facts.SlotsPassed())


def _go_on_moving(play: Play[Fight]) -> None:
    """CQ-OPT-1: with `advanced_initiative` the next character moves when the actor has."""
    game = play.state
    if game.actor and has_moved(game):
        after = next_to_move(game)
        play.commit(after, facts.NextToMove(after.actor))


def dissolve_brawls(play: Play[Fight]) -> None:
    """CQ-HTH-3: where only one side of a hand-to-hand combat is not out, it is over."""
    for hex in dict.fromkeys(character.hex for character in play.state.units.values() if character.hth):
        game = play.state
        there = [name for name in in_hex(game, hex) if game.units[name].hth]
        if len({game.units[name].side for name in there if not is_out(game, name)}) <= 1:
            freed = {name: _released(game, name) for name in there}
            play.commit(replace(game, units={**game.units, **freed}), facts.BrawlEnded(hex))


def _released(game: Fight, name: str) -> Character:
    """Out of the brawl, and out of every hold, as those who held are out; the conscious lie prone."""
    character = replace(game.units[name], hth=False, held=0, held_by="")
    return replace(character, posture="prone") if conscious(game, name) else character


def end_holds(play: Play[Fight]) -> None:
    """CQ-HTH-11: who is out holds nobody any more; the subdued stay subdued."""
    for name, character in play.state.units.items():
        if character.held_by and not character.subdued and is_out(play.state, character.held_by):
            play.commit(play.state.with_unit(name, held=0, held_by=""), facts.HoldEnded(name))
