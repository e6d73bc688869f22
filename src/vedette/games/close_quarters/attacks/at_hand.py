"""Which of his weapons somebody may attack with: guns, flame throwers, what is thrown, grenades."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.games.close_quarters.arms import Arm, figures
from vedette.games.close_quarters.attacks.weapon_checks import is_throwable
from vedette.games.close_quarters.candidates import ready_weapons, weapons
from vedette.games.close_quarters.derived import knows
from vedette.games.close_quarters.hexes import cross, vector
from vedette.games.close_quarters.near import enemies, side_of
from vedette.games.close_quarters.state import Fight, Weapon
from vedette.games.close_quarters.turn.order import in_follow_up

THROWN_WEAPONS = "thrown-weapons"

FUSES = {"turn": "at the end of this turn", "movement": "after the next movement phase"}
"""When a grenade goes off (CQ-GRN-4)."""


def is_gun(arm: Arm) -> bool:
    """Whether one shoots with it; flame throwers have a form of their own."""
    return arm.missile and not is_flame_thrower(arm)


def is_flame_thrower(arm: Arm) -> bool:
    """Whether it is a flame thrower."""
    return arm.is_a("flame-thrower")


def has_automatic_fire(arm: Arm) -> bool:
    """Whether it has automatic fire."""
    return arm.missile and bool(arm.shots[2])


def is_grenade(arm: Arm) -> bool:
    """Whether it is thrown into a hex."""
    return arm.use == "grenade"


def guns(game: Fight, by: str) -> Mapping[str, str]:
    """What he may fire: guns in hand, in a follow-up only the one that fired; CQ-OPT-10: a short one from the belt."""
    character = game.units[by]
    offered = ready_weapons(character, is_gun)
    if in_follow_up(game, by):
        return {id: label for id, label in offered.items() if id == character.fired} or offered
    if game.options.quick_shot and not character.ready:
        quick = weapons(character, ("belt",), lambda arm: is_gun(arm) and arm.length == "short")
        return {id: f"{label}, drawn (one die more)" for id, label in quick.items()}
    return offered


def throwables(game: Fight, by: str) -> Mapping[str, str]:
    """What he may throw at somebody: from his hands; CQ-OPT-10: with empty hands and the skill from the belt."""
    character = game.units[by]
    quick = game.options.quick_shot and not character.ready and knows(character, THROWN_WEAPONS)
    return weapons(character, ("belt",) if quick else ("ready",), is_throwable)


def grenades_at_hand(game: Fight, by: str) -> Mapping[str, str]:
    """Grenades in hand, smoking ones too, and those on the belt: he has to ready them first."""
    own = weapons(game.units[by], ("ready", "belt"), is_grenade)
    return {**own, **_lit(game, by)}


def _lit(game: Fight, by: str) -> Mapping[Any, str]:
    """CQ-GRN-10: smoking grenades that he has picked up."""
    return {
        id: f"burning {grenade.kind} grenade"
        for id, grenade in game.map.grenades.items()
        if grenade.held == by
    }


def has_fuse(held: Weapon | None) -> bool:
    """CQ-GRN-4: whether it is said when it goes off; a molotov bursts at once."""
    return held is not None and is_grenade(figures(held)) and not figures(held).is_a("molotov")


def nearest_in_front(game: Fight, by: str) -> str:
    """The hex of the nearest enemy before somebody; "" where there is none."""
    character = game.units[by]
    hexes = (game.units[name].hex for name in enemies(game, by))
    return next((hex for hex in hexes if character.hex and side_of(character, hex) == "front"), "")


def arc_of_enemies(game: Fight, by: str) -> tuple[str, str]:
    """The hexes of the leftmost and the rightmost enemy in front."""
    character = game.units[by]
    hexes = [
        game.units[name].hex
        for name in enemies(game, by)
        if character.hex and side_of(character, game.units[name].hex) == "front"
    ]
    first, last = (hexes[0], hexes[0]) if hexes else ("", "")
    for hex in hexes:
        first = hex if cross(vector(character.hex, hex), vector(character.hex, first)) > 0 else first
        last = hex if cross(vector(character.hex, last), vector(character.hex, hex)) > 0 else last
    return first, last
