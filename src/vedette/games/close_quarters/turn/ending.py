"""What follows every command of combat, `pass`, `concede`, and the ends of movement, turn and combat (sections 4 to 6)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import dropwhile
from typing import Any

from msgspec.structs import replace

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.common import Concede, by_side
from vedette.engine.conditions import conditions_end
from vedette.engine.errors import ForbiddenError
from vedette.engine.facts import Conceded, Fact
from vedette.engine.grammar import agree, at_start, the
from vedette.engine.play import Play
from vedette.games.close_quarters.candidates import by_unit
from vedette.games.close_quarters.checks import throw
from vedette.games.close_quarters.damage.blow import end_steps, grenades
from vedette.games.close_quarters.derived import conscious, order_dex
from vedette.games.close_quarters.near import brawl, in_hex, is_able, is_out
from vedette.games.close_quarters.state import TURN, Character, Fight, Side, Slot, without
from vedette.games.close_quarters.tables import house_rule, number, plays
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import icy
from vedette.games.close_quarters.turn.allowance import is_run, with_halves
from vedette.games.close_quarters.turn.beginning import PhaseBegan, beaten, can_force
from vedette.games.close_quarters.turn.enduring import endure, is_in_deep_water, keep_afloat, strain
from vedette.games.close_quarters.turn.moving import stood_on_ice
from vedette.games.close_quarters.turn.order import (
    FIRST,
    before_initiative,
    by_initiative,
    covered,
    first_slots,
    first_to_move,
    in_phase,
    is_usable,
    movement_is_over,
    next_side,
    next_to_move,
    offered_in,
    offered_to_side,
    with_actor,
    with_began,
    without_slots,
)
from vedette.games.close_quarters.turn.path import AFLAME, would_run
from vedette.kit.sentences import of_the_end

COMMANDS = Commands[Fight]()


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
        name: replace(game.units[name], ran=is_run(game.units[name].moved, game.units[name].half))
        for name in names
    }
    return game.with_units(units)


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
        dex = {name: order_dex(game, name) for name in game.order}
        slots = tuple(Slot(name, FIRST, dex[name], dex[name]) for name in game.order)
    return replace(game, order=tuple(slot.unit for slot in slots), slots=slots)


def _from_actor(game: Fight) -> Fight:
    """Whoever stands before a preset actor has had his turn."""
    if game.actor not in game.order:
        return game
    return replace(game, slots=tuple(dropwhile(lambda slot: slot.unit != game.actor, game.slots)))


# --- what follows every command of combat: HTH dissolves, the combat ends, slots and phases go on (section 5)


def begin_action(game: Fight, ties: Sequence[str] = ()) -> Fight:
    """CQ-TRN-3: the phase of action, with a slot for everybody who is able, and the first who can use his waiting."""
    slots = first_slots(game, ties)
    order = tuple(slot.unit for slot in slots)
    return settled(
        replace(game, phase="action", order=order, slots=slots, last_move=None, left_cover={}, let_pass=())
    )


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


@fact("{unit:?{unit} moves next|Everybody has moved}.")
class NextToMove(Fact, frozen=True):
    """The next character moves; "" when all have."""

    aside = True
    unit: str


@fact("It is {unit}'s turn.")
class NextToAct(Fact, frozen=True):
    aside = True

    unit: str


@fact("The hand-to-hand combat in {hex:word} is over.", headline="Hand-to-hand combat is over")
class BrawlEnded(Fact, frozen=True):
    hex: str


@fact("Nobody holds {unit} any more.", headline="Nobody holds {unit}")
class HoldEnded(Fact, frozen=True):
    unit: str


@fact("The order passes over those who can't act.")
class SlotsPassed(Fact, frozen=True):
    aside = True


@fact(
    "{outcome:=draw?Nobody can fight any more: a draw|Only {outcome} {outcome:is/are} still able to fight: the combat is over}.",
    moment=of_the_end,
    headline="{outcome:=draw?A draw|Only {outcome} still able to fight}",
)
class CombatWon(Fact, frozen=True):
    """Only one side can fight; "draw" if none can."""

    outcome: str


async def proceed(play: Play[Fight]) -> None:
    """Let everything that follows by itself happen; between combats, and after one, nothing does."""
    if play.state.phase == "between" or play.state.outcome:
        return
    dissolve_brawls(play)
    end_holds(play)
    won = winner(play.state)
    if won:
        play.commit(over(play.state, won), CombatWon(won))
    elif play.state.phase == "movement":
        _go_on_moving(play)
    else:
        go_on(play, settled(play.state))


def go_on(play: Play[Fight], after: Fight) -> None:
    """The game goes on to another phase or another actor, if so, and says it."""
    before = play.state
    next_one = after.actor if after.actor != before.actor else ""
    if after.phase != before.phase:
        play.commit(after, PhaseBegan(after.phase))
        if next_one:
            play.emit(NextToAct(next_one))
    elif next_one:
        play.commit(after, NextToAct(next_one))
    elif after.slots != before.slots:
        play.commit(after, SlotsPassed())


def _go_on_moving(play: Play[Fight]) -> None:
    """CQ-OPT-1: with `advanced_initiative` the next character moves when the actor has."""
    game = play.state
    if game.actor and movement_is_over(game):
        after = next_to_move(game)
        play.commit(after, NextToMove(after.actor))


def dissolve_brawls(play: Play[Fight], fights: Callable[[Fight, str], bool] = conscious) -> None:
    """CQ-HTH-3, CQ-HTH-11: a hand-to-hand combat is over if all who still fight, by `fights`, are of one side.

    It continues while they strike the subdued; at the end of the turn, or after subduing a foe, they are free to go.
    """
    for hex in dict.fromkeys(character.hex for character in play.state.units.values() if character.hth):
        game = play.state
        there = [name for name in in_hex(game, hex) if game.units[name].hth]
        if len({game.units[name].side for name in there if fights(game, name)}) <= 1:
            freed = {name: _released(game, name) for name in there}
            play.commit(game.with_units(freed), BrawlEnded(hex))


def resists(game: Fight, name: str) -> bool:
    """Whether a character is neither out of it nor subdued."""
    return not is_out(game, name)


def _released(game: Fight, name: str) -> Character:
    """Out of the brawl, and out of every hold, as those who held are out; the conscious lie prone."""
    character = replace(game.units[name], hth=False, held=0, held_by="")
    return replace(character, posture="prone") if conscious(game, name) else character


def end_holds(play: Play[Fight]) -> None:
    """CQ-HTH-11: holders who are out or have gone release the held; the subdued stay subdued."""
    for name, character in play.state.units.items():
        holder = character.held_by
        if not holder or character.subdued:
            continue
        gone = character.hth and holder not in brawl(play.state, name)
        if gone or is_out(play.state, holder):
            play.commit(play.state.with_unit(name, held=0, held_by=""), HoldEnded(name))


# --- doing nothing more: `pass` in action, retreat and movement (section 6.3), and `concede` (section 6)


class Pass(Command):
    """A character does nothing, or nothing more."""


@check("CQ-TRN-1")
def _one_can_pass_now(game: Fight, command: Any) -> Refusal | None:
    """Characters pass in action and retreats, and in movement where they move one by one."""
    one_by_one = game.phase == "movement" and game.options.advanced_initiative
    return None if one_by_one else in_phase("action", "retreat").test(game, command)


@check("CQ-TRN-3", "CQ-OPT-1")
def _it_is_his_turn(game: Fight, command: Any) -> Refusal | None:
    """Only whose turn it is passes."""
    if game.actor == command.by:
        return None
    rule = "CQ-OPT-1" if game.phase == "movement" else "CQ-TRN-3"
    return Refusal(rule, f"It is not {game.units[command.by].name}'s turn.")


@fact("{unit} passes.")
class Passed(Fact, frozen=True):
    unit: str


def _may_pass(game: Fight, by: str) -> bool:
    return game.phase != "movement" or game.options.advanced_initiative


@COMMANDS.add(
    Pass,
    "Pass",
    by_unit,
    (_one_can_pass_now, _it_is_his_turn),
    rules=("CQ-TRN-3", "CQ-TRN-5"),
    key="p",
    ends=True,
    offered=offered_in("movement", "slot", "follow-up", "wrestles", "retreat", where=_may_pass),
    deliberate=True,
)
async def pass_(play: Play[Fight], command: Pass) -> None:
    """He gives up all his slots, forces nobody back, or leaves the movement to the next one. Aiming goes on."""
    game, by = play.state, command.by
    if game.phase == "action":
        game = without_slots(covered(game), by)
    elif game.phase == "retreat":
        game = game.with_unit(by, forced_back=(*game.units[by].forced_back, *beaten(game, by)))
    elif game.actor == by:
        game = next_to_move(game)
    play.commit(game, Passed(by))


def _concede_understood(game: Fight, command: Concede) -> Concede:
    """A side that fights may concede."""
    if game.phase == "between" or game.outcome:
        raise ForbiddenError("There is no combat to concede.")
    by_side(game, command)
    return command


def _who_fights_on(game: Fight, side: str) -> list[str]:
    """The other sides that aren't wholly out of it."""
    return [other for other in game.sides if other != side and not is_wholly_out(game, other)]


def what_follows(game: Fight, side: str) -> str:
    """What becomes of it, as the end of a sentence."""
    others = _who_fights_on(game, side)
    if len(others) > 1:
        return f"{agree(game.side_name(side), 'it leaves', 'they leave')} the map, and the others fight on"
    won = game.side_name(others[0]) if others else "nobody"
    return f"{the(won)} {agree(won, 'wins', 'win')}"


@COMMANDS.add(
    Concede,
    "Concede",
    _concede_understood,
    actor="side",
    rules=("CQ-TRN-6",),
    common=True,
    key="c",
    of_table=True,
    deliberate=True,
)
async def concede(play: Play[Fight], command: Concede) -> None:
    """CQ-TRN-6: the one other side that fights has won; if more do, this side leaves the map, as if it had moved."""
    game = play.state
    others = _who_fights_on(game, command.by)
    if len(others) <= 1:
        won = others[0] if others else "draw"
        play.commit(over(game, won), Conceded(command.by, others[0] if others else ""))
        return
    gone = {
        name: replace(game.units[name], left=True, hex="", hth=False)
        for name in game.of(command.by)
        if not is_out(game, name)
    }
    play.commit(game.with_units(gone), Conceded(command.by))
    if game.phase == "movement" and game.active == command.by and not game.options.advanced_initiative:
        await side_has_moved(play, command.by)


# --- the ends of movement and of the turn: `end_movement` (section 6.2) and `end_turn` (section 6.7)


class EndMovement(Command):
    """A side has moved; whoever hasn't stands still."""


class EndTurn(Command):
    """The turn ends."""


# --- the end of movement


@check("CQ-MOV-1", "CQ-OPT-1")
def _the_side_moves(game: Fight, command: Any) -> Refusal | None:
    """The active side ends its own movement; with `advanced_initiative` any side does, after the last character."""
    if game.options.advanced_initiative:
        if not game.actor:
            return None
        return Refusal("CQ-OPT-1", f"{game.units[game.actor].name} is still to move.", "move or pass")
    if command.by == game.active:
        return None
    active = game.side_name(game.active) if game.active in game.sides else "Nobody"
    return Refusal("CQ-MOV-1", f"{at_start(active)} {agree(active, 'moves', 'move')} now.")


@forbids("CQ-INI-4")
def _the_fleeing_have_run(game: Fight, command: Any) -> str | None:
    """A side that took the initiative to run must run."""
    for name in _ending(game, command.by):
        character = game.units[name]
        if game.sides[character.side].fleeing and is_able(game, name) and not character.ran:
            return f"{character.name} hasn't run, and the whole side flees."
    return None


@forbids("CQ-FIR-4", alternative="resist panic")
def _the_burning_have_moved(game: Fight, command: Any) -> str | None:
    """Who burns runs, unless he keeps calm."""
    for name in _ending(game, command.by):
        character = game.units[name]
        runs = would_run(game, name) and is_able(game, name)
        if runs and not character.moved and character.panic != "calm":
            return f"{character.name} is burning: run, or resist panic first."
    return None


@COMMANDS.add(
    EndMovement,
    "End the movement",
    by_side,
    (in_phase("movement"), _the_side_moves, _the_fleeing_have_run, _the_burning_have_moved),
    actor="side",
    rules=("CQ-ENV-8", "CQ-GRN-4", "CQ-DMG-6", "CQ-FIR-8"),
    key="e",
    ends=True,
    offered=offered_to_side("movement"),
    deliberate=True,
)
async def end_movement(play: Play[Fight], command: EndMovement) -> None:
    """All others stand still; then the next side moves, or the phase ends."""
    for name in _ending(play.state, command.by):
        if _stands_still_on_ice(play.state, name):
            await stood_on_ice(play, name)
    await endure(play, _ending(play.state, command.by))
    if play.state.options.advanced_initiative:
        await _movement_ends(play, command.by)
    else:
        await side_has_moved(play, command.by)


def _ending(game: Fight, side: str) -> Iterable[str]:
    """Whose movement ends with that of the side: its characters', or everybody's where they move one by one."""
    return tuple(game.units) if game.options.advanced_initiative else game.of(side)


def _stands_still_on_ice(game: Fight, name: str) -> bool:
    """CQ-ENV-8: whether he stands on ice and did nothing in this phase for which he would have rolled."""
    character = game.units[name]
    still = not character.done and not character.delayed and character.posture == "standing"
    return still and icy(game.map, character.hex)


@fact("It is the turn of {side} to move.")
class SideMoves(Fact, frozen=True):
    aside = True

    side: str


@fact("{unit} is over the shock of the wound.", moment="gain")
class WoundEased(Fact, frozen=True):
    unit: str


async def side_has_moved(play: Play[Fight], giver: str) -> None:
    """CQ-MOV-1: the next side moves; after the last the phase ends. `giver` is the side that gives the command."""
    side = next_side(play.state)
    if side:
        play.commit(replace(play.state, active=side), SideMoves(side))
    else:
        await _movement_ends(play, giver)


async def _movement_ends(play: Play[Fight], giver: str) -> None:
    """CQ-GRN-4, CQ-DMG-6: grenades that are due go off, wounds ease, and the phase of action begins."""
    await grenades(play, "movement", giver)
    ease_wounds(play, f"movement-{play.state.round}")
    ties = await throw_for_ties(play) if plays(play.state, "dex_ties", "die") else ()
    go_on(play, begin_action(play.state, ties))


async def throw_for_ties(play: Play[Fight]) -> tuple[str, ...]:
    """CQ-TRN-3: if dice settle ties, characters of several sides with the same DEX roll one each, and equal ones again."""
    able = [name for name in by_initiative(play.state) if is_able(play.state, name)]
    groups = [
        [name for name in able if order_dex(play.state, name) == dex]
        for dex in sorted({order_dex(play.state, name) for name in able}, reverse=True)
    ]
    settled_ones: list[str] = []
    while groups:
        group = groups.pop(0)
        if len({play.state.units[name].side for name in group}) < 2:
            settled_ones += group
            continue
        faces = {name: await _throw_for_tie(play, name) for name in group}
        tied = sorted(set(faces.values()), reverse=True)
        groups = [[name for name in group if faces[name] == face] for face in tied] + groups
    return tuple(settled_ones)


async def _throw_for_tie(play: Play[Fight], name: str) -> int:
    character = play.state.units[name]
    told = f"{character.name} has the same DEX as others: who acts first"
    read, rules = (house_rule(play.state, "dex_ties"),), ("CQ-TRN-3",)
    dice, side = number("tie_dice"), character.side
    return await throw(play, dice, why="tie", side=side, rules=rules, told=told, readings=read)


def ease_wounds(play: Play[Fight], moment: str) -> None:
    """CQ-DMG-6: those whose wounds slow them until that moment (`hurt_until`) are over it."""
    for name, character in play.state.units.items():
        if character.hurt_until == moment:
            status = tuple(flag for flag in character.status if flag != "hurt")
            play.commit(play.state.with_unit(name, hurt_until="", status=status), WoundEased(name))


# --- the end of the turn


@fact("Turn {round} begins.", headline="Turn {round}")
class TurnBegan(Fact, frozen=True):
    round: int


@COMMANDS.add(
    EndTurn,
    "End the turn",
    by_side,
    (in_phase("end"),),
    actor="side",
    rules=("CQ-TRN-7", "CQ-STN-2", "CQ-ENC-4", "CQ-SKL-21", "CQ-ENC-10"),
    key="e",
    of_both=True,
    offered=offered_to_side("end"),
    deliberate=True,
)
async def end_turn(play: Play[Fight], command: EndTurn) -> None:
    """CQ-TRN-7: what happens at the end of a turn, in its fixed order; then the next turn begins."""
    await end_steps(play, command.by)
    await keep_afloat(play)
    await strain(play)
    dissolve_brawls(play, resists)
    ease_wounds(play, f"end-{play.state.round}")
    conditions_end(play, "turn")
    game = _turned(play.state)
    play.commit(game, TurnBegan(game.round))


def _turned(game: Fight) -> Fight:
    """Step 11: who ran, the weapons that are ready now, holds and stuns, and all marks of the turn gone."""
    return replace(
        before_initiative(game, game.round + 1),
        sides={name: _side_turned(game, name, side) for name, side in game.sides.items()},
        units={name: _turned_one(game, name) for name in game.units},
    )


def _side_turned(game: Fight, name: str, side: Side) -> Side:
    """CQ-INI-4: whether all its able characters ran; its flight is over, unless it flees again."""
    able = [unit for unit in game.of(name) if is_able(game, unit)]
    return replace(side, all_ran=bool(able) and all(game.units[unit].ran for unit in able), fleeing=False)


def _turned_one(game: Fight, name: str) -> Character:
    """A character as the next turn finds him."""
    character = game.units[name]
    return replace(
        _with_weapon_ready(character).without_marks(TURN),
        stunned=max(0, character.stunned - 1),
        held=max(0, character.held - 1),
        in_deep_water=is_in_deep_water(game, name),
        ran_burning=character.ran and character.burning in AFLAME and not character.alight_after_run,
    )


def _with_weapon_ready(character: Character) -> Character:
    """CQ-HTH-3: the weapon that he drew while he was pulled into HTH is in his hand."""
    weapon = character.hth_ready
    if weapon not in character.belt:
        return replace(character, hth_ready="")
    belt, ready = without(character.belt, weapon), (*character.ready, weapon)
    return replace(character, belt=belt, ready=ready, hth_ready="")
