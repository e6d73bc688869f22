"""Checks of the weapon that an attack is made with (CQ-ACT-16), and others that several attacks share."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.errors import CommandError
from vedette.games.close_quarters.attacks.to_hit import out_of_sight
from vedette.games.close_quarters.derived.arms import Arm, figures
from vedette.games.close_quarters.lookup import HANDS, by_unit, hex_name, other_unit, weapon
from vedette.games.close_quarters.map.cover import Figure
from vedette.games.close_quarters.near import engaged_by, is_engaged, side_of
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.turn.order import in_follow_up
from vedette.games.close_quarters.weapon import Weapon

FLAME_THROWER, LAUNCHER = "flame-thrower", "grenade-launcher"

NO_GUNS = (FLAME_THROWER, LAUNCHER)
"""Missile weapons that do no damage of their own: flame throwers, and what only fires grenades."""

EXPOSES = "CQ-ENV-10"
"""The refusal of the line of fire for who would have to show himself; flame throwers have no such way of firing."""

# --- understanding


def with_weapon(game: Fight, command: Any, *, hands: bool = False) -> Any:
    """The command, with a weapon that he has (or bare hands, where they will do); raises CommandError."""
    if not (hands and command.weapon == HANDS):
        weapon(game, command.by, command.weapon)
    return command


def with_weapon_at_somebody(game: Fight, command: Any, *, hands: bool = False) -> Any:
    """The command, given by a character, with a weapon of his, at somebody else; raises CommandError."""
    by_unit(game, command)
    with_weapon(game, command, hands=hands)
    other_unit(game, command.by, command.target)
    return command


def second_understood(game: Fight, command: Any) -> None:
    """A second weapon of his and its own target, as far as they are named; raises CommandError."""
    if command.weapon2:
        weapon(game, command.by, command.weapon2)
    if command.target2:
        other_unit(game, command.by, command.target2)
        if not command.weapon2:
            raise CommandError("A second target needs a second weapon.")


def at_hex(game: Fight, command: Any) -> Any:
    """The command, with a hex that is named like one; raises CommandError."""
    hex_name(command.hex)
    return command


# --- what he holds


def own_weapon(game: Fight, command: Any, field: str = "weapon") -> Weapon | None:
    """The weapon that a command names; None for bare hands, or while nothing is named."""
    return game.units[command.by].weapon(getattr(command, field, None) or "")


def own_arm(game: Fight, command: Any) -> Arm | None:
    """The figures of the weapon that a command names, if any."""
    found = own_weapon(game, command)
    return figures(found) if found is not None else None


def hits_nobody(arm: Arm) -> bool:
    """Whether the weapon has no damage that a single hit could do: grenades, flame throwers, grenade launchers."""
    return arm.use == "grenade" or any(arm.is_a(kind) for kind in NO_GUNS)


def is_whole_in_hand(character: Character, held: Weapon) -> bool:
    """CQ-ACT-16: ready and not broken."""
    return held.id in character.ready and not held.broken


def not_usable(character: Character, held: Weapon) -> Refusal | None:
    """CQ-ACT-16: why the weapon can't be used, if so."""
    if held.id not in character.ready:
        return Refusal("CQ-ACT-16", f"{character.name} doesn't hold that weapon.", "ready it")
    return Refusal("CQ-ACT-16", "That weapon is broken.") if held.broken else None


@check("CQ-ACT-16", reads=("weapon",))
def ready_and_whole(game: Fight, command: Any) -> Refusal | None:
    """Only a ready, unbroken weapon attacks; bare hands always do."""
    held = own_weapon(game, command)
    return not_usable(game.units[command.by], held) if held is not None else None


@forbids("CQ-OPT-7", reads=("aim_at",), alternative="no place")
def aimed_shots_are_played(game: Fight, command: Any) -> str | None:
    """Aiming at a part of the body is an optional rule."""
    if command.aim_at and not game.options.aimed_shots:
        return "Aimed shots are not played in this game."
    return None


# --- where the target is


@check("CQ-MAP-5", reads=("target",))
def target_in_front(game: Fight, command: Any) -> Refusal | None:
    """Attacks go only into the front."""
    character, target = game.units[command.by], game.units.get(command.target)
    if target is None or not character.hex or not target.hex:
        return None
    return not_in_front(character, target.hex, target.name)


@check("CQ-MAP-5", reads=("hex",))
def the_hex_is_in_front(game: Fight, command: Any) -> Refusal | None:
    """Attacks go only into the front."""
    character = game.units[command.by]
    return not_in_front(character, command.hex, command.hex) if character.hex else None


def not_in_front(character: Character, hex: str, what: str) -> Refusal | None:
    """CQ-MAP-5: why a hex can't be attacked, if it isn't in his front."""
    if side_of(character, hex) == "front":
        return None
    return Refusal("CQ-MAP-5", f"{what} is not in front of {character.name}.")


@check("CQ-ENV-13", "CQ-ENV-9", "CQ-ENV-10", reads=("target",))
def line_is_open(game: Fight, command: Any) -> Refusal | None:
    """Section 7: walls and pits on the line of fire."""
    character, target = game.units[command.by], game.units.get(command.target)
    if target is None or not character.hex:
        return None
    if not target.hex:
        return Refusal("CQ-ENV-9", f"{target.name} is not on the map.", overridable=False)
    refused = out_of_sight(
        game,
        Figure(character.hex, getattr(command, "down", "") or character.posture),
        Figure(target.hex, target.posture, target.exposed),
        getattr(command, "expose", "") or "",
    )
    if refused is not None and refused.rule == EXPOSES and not hasattr(command, "expose"):
        return Refusal(EXPOSES, "That isn't fired over a wall or round its end.", "away from the wall")
    return refused


# --- firing while engaged


@forbids("CQ-ACT-9", reads=("target",))
def only_at_a_charger(game: Fight, command: Any) -> str | None:
    """Engaged one fires a single shot, unmoved, at an enemy who has just come up."""
    character = game.units[command.by]
    if not is_engaged(game, command.by):
        return None
    charged = command.target in engaged_by(game, command.by) and command.target not in character.began
    if charged and not character.moved and not in_follow_up(game, command.by) and not character.shots:
        return None
    return f"{character.name} is engaged: one shot, at an enemy who has just charged."


@forbids("CQ-ACT-4")
def not_down_after_moving(game: Fight, command: Any) -> str | None:
    """Who goes down to fire, or went down, hasn't moved; who fell doesn't fire."""
    character = game.units[command.by]
    goes_down = bool(getattr(command, "down", ""))
    if character.moved and (character.went_down or goes_down):
        return f"{character.name} has moved: he can't go down and fire."
    return None
