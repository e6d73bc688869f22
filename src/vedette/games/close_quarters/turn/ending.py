"""Doing nothing more: `pass` in action, retreat and movement (section 6.3), and `concede` (section 6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.common import Concede, by_side
from vedette.engine.conditions import conditions_end
from vedette.engine.errors import CommandError
from vedette.engine.facts import Conceded
from vedette.engine.play import Play
from vedette.games.close_quarters.damage.blasts import grenades
from vedette.games.close_quarters.damage.end_steps import end_steps
from vedette.games.close_quarters.facts import turn as facts
from vedette.games.close_quarters.lookup import by_unit
from vedette.games.close_quarters.near import is_able, is_out
from vedette.games.close_quarters.state import Character, Fight, Side
from vedette.games.close_quarters.terrain import icy
from vedette.games.close_quarters.turn.action_checks import covered
from vedette.games.close_quarters.turn.footing import stood_on_ice
from vedette.games.close_quarters.turn.order import next_side, next_to_move, without_slots
from vedette.games.close_quarters.turn.path_checks import AFLAME, would_run
from vedette.games.close_quarters.turn.phases import before_initiative, in_phase
from vedette.games.close_quarters.turn.proceed import begin_action, go_on, is_wholly_out, over
from vedette.games.close_quarters.turn.retreats import beaten
from vedette.games.close_quarters.turn.situations import offered_in, offered_to_side
from vedette.view.vocabulary import Detail


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


async def pass_(play: Play[Fight], command: Pass) -> None:
    """He gives up all his slots, forces nobody back, or leaves the movement to the next one. Aiming goes on."""
    game, by = play.state, command.by
    if game.phase == "action":
        game = without_slots(covered(game), by)
    elif game.phase == "retreat":
        game = game.with_unit(by, forced_back=(*game.units[by].forced_back, *beaten(game, by)))
    elif game.actor == by:
        game = next_to_move(game)
    play.commit(game, facts.Passed(by))


# --- concede


def _concede_understood(game: Fight, command: Concede) -> Concede:
    """A side that fights may concede."""
    if game.phase == "between" or game.outcome:
        raise CommandError("There is no combat to concede.")
    by_side(game, command)
    return command


def _who_fights_on(game: Fight, side: str) -> list[str]:
    """The other sides that aren't wholly out of it."""
    return [other for other in game.sides if other != side and not is_wholly_out(game, other)]


def _what_follows(game: Fight, by: str, command: Any) -> Iterator[Detail]:
    """What becomes of it, before somebody means it."""
    others, name = _who_fights_on(game, by), game.sides[by].name
    if len(others) > 1:
        yield Detail("Then", f"{name} leaves the map, the others fight on.")
    else:
        yield Detail("Then", f"{game.sides[others[0]].name} has won." if others else "Nobody has won.")


async def concede(play: Play[Fight], command: Concede) -> None:
    """CQ-TRN-6: the one other side that fights has won; if more do, this side leaves the map, as if it had moved."""
    game = play.state
    others = _who_fights_on(game, command.by)
    if len(others) <= 1:
        play.commit(over(game, others[0] if others else "draw"), Conceded(command.by))
        return
    gone = {
        name: replace(game.units[name], left=True, hex="", hth=False)
        for name in game.of(command.by)
        if not is_out(game, name)
    }
    play.commit(replace(game, units={**game.units, **gone}), Conceded(command.by))
    if game.phase == "movement" and game.active == command.by and not game.options.advanced_initiative:
        await side_has_moved(play, command.by)


def _may_pass(game: Fight, by: str) -> bool:
    return game.phase != "movement" or game.options.advanced_initiative


PASSING_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "pass": CommandSpec(
        Pass,
        "Pass",
        "unit",
        pass_,
        by_unit,
        (_one_can_pass_now, _it_is_his_turn),
        rules=("CQ-TRN-3", "CQ-TRN-5"),
        key="p",
        ends=True,
        offered=offered_in("movement", "slot", "follow-up", "wrestles", "retreat", where=_may_pass),
        deliberate=True,
    ),
    "concede": CommandSpec(
        Concede,
        "Concede",
        "side",
        concede,
        _concede_understood,
        rules=("CQ-TRN-6",),
        common=True,
        key="c",
        of_table=True,
        deliberate=True,
        lines=_what_follows,
    ),
}


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
    active = game.sides[game.active].name if game.active in game.sides else "nobody"
    return Refusal("CQ-MOV-1", f"{active} moves now.")


@forbids("CQ-INI-4")
def _the_fleeing_have_run(game: Fight, command: Any) -> str | None:
    """A side that took the initiative to run must run."""
    for name in _ending(game, command.by):
        character = game.units[name]
        if game.sides[character.side].fleeing and is_able(game, name) and not character.ran:
            return f"{character.name} hasn't run, and his side flees."
    return None


@forbids("CQ-FIR-4", alternative="resist panic")
def _the_burning_have_moved(game: Fight, command: Any) -> str | None:
    """Who burns runs, unless he keeps calm."""
    for name in _ending(game, command.by):
        character = game.units[name]
        runs = would_run(game, name) and is_able(game, name)
        if runs and not character.moved and character.panic != "calm":
            return f"{character.name} burns: he runs, unless he keeps calm."
    return None


async def end_movement(play: Play[Fight], command: EndMovement) -> None:
    """All others stand still; then the next side moves, or the phase ends."""
    for name in _ending(play.state, command.by):
        if _stands_still_on_ice(play.state, name):
            await stood_on_ice(play, name)
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


async def side_has_moved(play: Play[Fight], giver: str) -> None:
    """CQ-MOV-1: the next side moves; after the last the phase ends. `giver` is the side that gives the command."""
    side = next_side(play.state)
    if side:
        play.commit(replace(play.state, active=side), facts.SideMoves(side))
    else:
        await _movement_ends(play, giver)


async def _movement_ends(play: Play[Fight], giver: str) -> None:
    """CQ-GRN-4, CQ-DMG-6: grenades that are due go off, wounds ease, and the phase of action begins."""
    await grenades(play, "movement", giver)
    ease_wounds(play, f"movement-{play.state.round}")
    go_on(play, begin_action(play.state))


def ease_wounds(play: Play[Fight], moment: str) -> None:
    """CQ-DMG-6: those whose wounds slow them until that moment (`hurt_until`) are over it."""
    for name, character in play.state.units.items():
        if character.hurt_until == moment:
            status = tuple(flag for flag in character.status if flag != "hurt")
            play.commit(play.state.with_unit(name, hurt_until="", status=status), facts.WoundEased(name))


# --- the end of the turn


async def end_turn(play: Play[Fight], command: EndTurn) -> None:
    """CQ-TRN-7: what happens at the end of a turn, in its fixed order; then the next turn begins."""
    await end_steps(play, command.by)
    ease_wounds(play, f"end-{play.state.round}")
    conditions_end(play, "turn")
    game = _turned(play.state)
    play.commit(game, facts.TurnBegan(game.round))


def _turned(game: Fight) -> Fight:
    """Step 11: who ran, the weapons that are ready now, holds and stuns, and all marks of the turn gone."""
    return replace(
        before_initiative(game, game.round + 1),
        sides={name: _side_turned(game, name, side) for name, side in game.sides.items()},
        units={name: _turned_one(character) for name, character in game.units.items()},
    )


def _side_turned(game: Fight, name: str, side: Side) -> Side:
    """CQ-INI-4: whether all its able characters ran; its flight is over, unless it flees again."""
    able = [one for one in game.of(name) if is_able(game, one)]
    return replace(side, all_ran=bool(able) and all(game.units[one].ran for one in able), fleeing=False)


def _turned_one(character: Character) -> Character:
    """A character as the next turn finds him."""
    return replace(
        _with_weapon_ready(character).without_marks("turn"),
        stunned=max(0, character.stunned - 1),
        held=max(0, character.held - 1),
        ran_burning=character.ran and character.burning in AFLAME and not character.alight_after_run,
    )


def _with_weapon_ready(character: Character) -> Character:
    """CQ-HTH-3: the weapon that he drew while he was pulled into HTH is in his hand."""
    weapon = character.hth_ready
    if weapon not in character.belt:
        return replace(character, hth_ready="")
    belt = tuple(thing for thing in character.belt if thing != weapon)
    return replace(character, belt=belt, ready=(*character.ready, weapon), hth_ready="")


ENDING_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "end_movement": CommandSpec(
        EndMovement,
        "End the movement",
        "side",
        end_movement,
        by_side,
        (in_phase("movement"), _the_side_moves, _the_fleeing_have_run, _the_burning_have_moved),
        rules=("CQ-ENV-8", "CQ-GRN-4", "CQ-DMG-6"),
        key="e",
        offered=offered_to_side("movement"),
        deliberate=True,
    ),
    "end_turn": CommandSpec(
        EndTurn,
        "End the turn",
        "side",
        end_turn,
        by_side,
        (in_phase("end"),),
        rules=("CQ-TRN-7", "CQ-STN-2"),
        key="e",
        offered=offered_to_side("end"),
        deliberate=True,
    ),
}
