"""Getting away from the enemy: `disengage`, outside hand-to-hand combat and in it (CQ-ACT-13, CQ-HTH-9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.asks import Option
from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.melee import free_attack
from vedette.games.close_quarters.close.contests import outwrestles_all
from vedette.games.close_quarters.facts import close as facts
from vedette.games.close_quarters.ground.hexes import distance
from vedette.games.close_quarters.ground.terrain import deep_water, is_dangerous
from vedette.games.close_quarters.ground.walls import hemmed
from vedette.games.close_quarters.known import BAYONET
from vedette.games.close_quarters.standing import (
    brawl,
    engaged_by,
    is_able,
    is_down,
    is_enemy,
    is_engaged,
    is_free,
    threat_zone,
)
from vedette.games.close_quarters.state import Direction, Fight
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import action_checks, most_moved
from vedette.games.close_quarters.turn.allowance import is_too_laden
from vedette.games.close_quarters.turn.arriving import arrive
from vedette.games.close_quarters.turn.order import can_act, has_fallen
from vedette.games.close_quarters.values.arms import figures
from vedette.games.close_quarters.values.effective import e_dex
from vedette.games.close_quarters.values.hands import in_hands
from vedette.games.close_quarters.weapon import Weapon
from vedette.games.close_quarters.words import HANDS, by_unit, hex_name

NONE = "none"
"""The answer that lets him go."""


class Disengage(Command):
    """Get out of the enemies' reach, one hex away."""

    to: str
    facing: Direction | None = None


def _understood(game: Fight, command: Disengage) -> Disengage:
    by_unit(game, command)
    hex_name(command.to)
    return command


# --- checks


@forbids("CQ-ENC-5")
def _he_can_walk(game: Fight, command: Any) -> str | None:
    """Too heavily laden to walk, one doesn't get away."""
    if is_too_laden(game, command.by):
        return f"{game.units[command.by].name} is too heavily laden to walk."
    return None


@check("CQ-ACT-13")
def _he_is_engaged_and_up(game: Fight, command: Any) -> Refusal | None:
    """Only the engaged disengage, and not who went down or fell."""
    one = game.units[command.by]
    if one.hth:
        return None
    if not is_engaged(game, command.by):
        return Refusal("CQ-ACT-13", f"{one.name} isn't engaged.", "move")
    if one.went_down or one.posture == "fallen":
        return Refusal("CQ-ACT-13", f"{one.name} is down, and can't get away.")
    return None


@check("CQ-ACT-13", "CQ-HTH-9", reads=("to",))
def _there_is_a_way_out(game: Fight, command: Any) -> Refusal | None:
    """A free hex next to him, without a wall of 1 m or more; outside HTH also safe, and away from all who engage him."""
    one = game.units[command.by]
    if not command.to:
        return None
    rule = "CQ-HTH-9" if one.hth else "CQ-ACT-13"
    if not one.hex or not is_free(game, command.to) or distance(one.hex, command.to) != 1:
        return Refusal(rule, f"{command.to} is no free hex next to {one.name}.", absolute=True)
    if hemmed(game.map, one.hex, command.to):
        return Refusal(rule, f"A wall bars the way to {command.to}.")
    if one.hth:
        return None
    if is_dangerous(game.map, command.to):
        return Refusal(rule, f"{command.to} is too dangerous.")
    if any(command.to in threat_zone(game, foe) for foe in engaged_by(game, command.by)):
        return Refusal(rule, f"{command.to} is in the threat zone of an enemy who engages him.")
    return None


# --- what happens


async def disengage(play: Play[Fight], command: Disengage) -> None:
    """CQ-ACT-13, CQ-HTH-9: out of a brawl by opposed rolls, else past the blows of those who engage him."""
    use_action(play, command.by)
    if play.state.units[command.by].hth:
        await _out_of_the_brawl(play, command)
    elif await _gets_past_all(play, command):
        await _goes(play, command)
    else:
        play.says(facts.Stayed(command.by))


# --- in hand-to-hand combat


async def _out_of_the_brawl(play: Play[Fight], command: Disengage) -> None:
    """CQ-HTH-9: his margin must beat that of every able foe; he crawls out, and whom he held is free."""
    by, game = command.by, play.state
    foes = [name for name in brawl(game, by) if is_enemy(game, by, name) and is_able(game, name)]
    if not await outwrestles_all(play, by, foes, rules=("CQ-HTH-9", "CQ-CHK-6")):
        play.says(facts.Stayed(by))
        return
    game = play.state
    for held in (name for name, one in game.units.items() if one.held_by == by and not one.subdued):
        game = game.with_unit(held, held=0, held_by="")
    game = game.with_unit(by, hth=False, hex=command.to, posture="prone", held_by="")
    play.becomes(game, facts.Disengaged(by, command.to))
    await arrive(play, by, command.to)


# --- outside it


async def _gets_past_all(play: Play[Fight], command: Disengage) -> bool:
    """Each enemy who engages him may strike first; whether he can still go after that."""
    by = command.by
    engaging = engaged_by(play.state, by)
    for foe in (name for name in play.state.order if name in engaging):
        if foe in engaged_by(play.state, by) and can_strike(play.state, foe):
            await _may_strike(play, foe, by)
        if not _can_still_go(play.state, by):
            return False
    return is_free(play.state, command.to) and distance(play.state.units[by].hex, command.to) == 1


def can_strike(game: Fight, name: str) -> bool:
    """CQ-ACT-13: whether an enemy could still attack: he hasn't acted, and nothing he did this turn forbids it."""
    one = game.units[name]
    held_up = one.acted or one.stood or one.went_down or one.entangled or deep_water(game.map, one.hex)
    return can_act(game, name) and not held_up and one.moved <= most_moved(one, "attack")


def _can_still_go(game: Fight, name: str) -> bool:
    one = game.units[name]
    return is_able(game, name) and not has_fallen(game, one) and not one.entangled


async def _may_strike(play: Play[Fight], foe: str, by: str) -> None:
    """CQ-ACT-13: a blow out of order, at the price of his action, and of the difference in DEX if he is slower."""
    game = play.state
    one = game.units[foe]
    answer = await play.choose(
        "free_attack",
        side=one.side,
        options=_ways_to_strike(game, foe),
        why=f"{one.name} may strike at {game.units[by].name}, who gets away",
        rules=("CQ-ACT-13",),
    )
    if answer != NONE:
        await free_attack(play, foe, by, str(answer), max(0, e_dex(game, by) - e_dex(game, foe)))


def _ways_to_strike(game: Fight, foe: str) -> tuple[Option, ...]:
    """The regular weapons in hand, in their order, then bare hands, and none."""
    one = game.units[foe]
    usable = [Option(weapon.id, figures(weapon).name) for weapon in in_hands(one) if strikes(weapon)]
    return (*usable, Option(HANDS, "Bare hands"), Option(NONE, "No blow"))


def strikes(weapon: Weapon) -> bool:
    """Whether it serves as a regular weapon now: whole, with power if it needs any, or a gun with a bayonet."""
    arm = figures(weapon)
    if weapon.broken or (arm.is_a("battery") and not weapon.ammo and not arm.missile):
        return False
    return arm.use == "melee" or (arm.missile and BAYONET in weapon.fitted)


async def _goes(play: Play[Fight], command: Disengage) -> None:
    """He is one hex away; kneeling or prone he has crawled, and is all rear."""
    one = play.state.units[command.by]
    crawled = one.posture == "kneeling" or is_down(one)
    game = play.state.with_unit(
        command.by,
        hex=command.to,
        moved=1,
        facing=command.facing or one.facing,
        all_rear=one.all_rear or crawled,
        overwatch=None,
    )
    play.becomes(game, facts.Disengaged(command.by, command.to))
    await arrive(play, command.by, command.to)


DISENGAGING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "disengage": CommandSpec(
        Disengage,
        "Disengage",
        "unit",
        disengage,
        _understood,
        (
            *action_checks("still", "CQ-ACT-13", hth="CQ-HTH-9"),
            _he_can_walk,
            _he_is_engaged_and_up,
            _there_is_a_way_out,
        ),
        rules=("CQ-ACT-13", "CQ-HTH-9"),
        key="e",
        moves=True,
    )
}
