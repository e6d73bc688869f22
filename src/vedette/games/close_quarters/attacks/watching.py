"""Watching a hex, to attack who moves into it: `overwatch` (section 12)."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.commands import Overwatch
from vedette.games.close_quarters.attacks.grenade_throw import not_within_a_throw
from vedette.games.close_quarters.attacks.held import (
    at_hex,
    own_arm,
    own_weapon,
    ready_and_whole,
    the_hex_is_in_front,
    with_weapon,
)
from vedette.games.close_quarters.attacks.shot_checks import is_loaded, is_throwable
from vedette.games.close_quarters.facts import watching as facts
from vedette.games.close_quarters.ground.hexes import distance, on_map
from vedette.games.close_quarters.standing import is_engaged, side_of
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.state import Overwatch as Watch
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import action_checks, not_in_hth
from vedette.games.close_quarters.values.arms import Arm, figures
from vedette.games.close_quarters.weapon import Weapon
from vedette.games.close_quarters.words import by_unit


def overwatch_understood(game: Fight, command: Overwatch) -> Overwatch:
    """A character, his weapon or bare hands, and a hex."""
    by_unit(game, command)
    with_weapon(game, command, hands=True)
    understood: Overwatch = at_hex(game, command)
    return understood


@forbids("CQ-OPT-13")
def opportunity_fire_is_played(game: Fight, command: Any) -> str | None:
    """Watching a hex is an optional rule."""
    if game.options.opportunity_fire:
        return None
    return "Opportunity fire is not played in this game."


@forbids("CQ-ACT-16", reads=("weapon",), absolute=True)
def it_can_watch(game: Fight, command: Any) -> str | None:
    """Flame throwers watch no hex."""
    arm = own_arm(game, command)
    if arm is None or not arm.is_a("flame-thrower"):
        return None
    return f"A {arm.name.lower()} can't watch a hex."


@forbids("CQ-ACT-9", reads=("weapon", "hex"))
def not_engaged_with_a_gun(game: Fight, command: Any) -> str | None:
    """Missile and thrown weapons, and grenades, watch a hex only while he is disengaged."""
    if is_engaged(game, command.by) and watches_from_afar(
        game, command.by, own_arm(game, command), command.hex
    ):
        return f"{game.units[command.by].name} is engaged."
    return None


def watches_from_afar(game: Fight, by: str, arm: Arm | None, hex: str) -> bool:
    """Whether the hex is watched with a shot or a throw; what can be thrown as well strikes at the next hexes."""
    if arm is None:
        return False
    if arm.missile or arm.use in ("thrown", "grenade"):
        return True
    return is_throwable(arm) and not is_next(game.units[by], hex)


def is_next(one: Character, hex: str) -> bool:
    """Whether a hex is one of his front hexes next to him."""
    return bool(one.hex) and distance(one.hex, hex) == 1 and side_of(one, hex) == "front"


@forbids("CQ-OPT-13", reads=("weapon", "hex"))
def a_blade_watches_the_next_hexes(game: Fight, command: Any) -> str | None:
    """Other weapons watch only a front hex next to him."""
    one = game.units[command.by]
    if watches_from_afar(game, command.by, own_arm(game, command), command.hex) or is_next(one, command.hex):
        return None
    return f"{one.name} watches only the next hexes in front with that."


@forbids("CQ-MAP-1", reads=("hex",), absolute=True)
def the_hex_is_on_the_map(game: Fight, command: Any) -> str | None:
    """The hex is on the map."""
    if on_map(game.map, command.hex):
        return None
    return f"{command.hex} is not on the map."


@check("CQ-GRN-1", reads=("weapon", "hex"))
def a_grenade_reaches_it(game: Fight, command: Any) -> Refusal | None:
    """A grenade watches a hex into which he can throw it."""
    arm = own_arm(game, command)
    if arm is None or arm.use != "grenade":
        return None
    return not_within_a_throw(game.units[command.by], command.hex)


@forbids("CQ-OPT-14", reads=("weapon", "mode"), alternative="opportunity")
def suppression_takes_a_gun(game: Fight, command: Any) -> str | None:
    """Suppression takes a missile weapon."""
    arm = own_arm(game, command)
    if command.mode == "suppression" and (arm is None or not arm.missile):
        return "Suppression takes a missile weapon."
    return None


@check("CQ-RNG-12", "CQ-NRG-3", "CQ-ACT-15", reads=("weapon",))
def the_gun_is_loaded(game: Fight, command: Any) -> Refusal | None:
    """A missile weapon has something to fire."""
    arm = own_arm(game, command)
    return is_loaded.test(game, command) if arm is not None and arm.missile else None


async def overwatch(play: Play[Fight], command: Overwatch) -> None:
    """CQ-OPT-13, CQ-OPT-14: watch a hex."""
    game, watch = take_up_watch(play, command)
    fact = facts.Watches(command.by, watch.hex, watch.mode, watch.shots)
    play.becomes(game.with_unit(command.by, overwatch=watch), fact)


def take_up_watch(play: Play[Fight], command: Overwatch) -> tuple[Fight, Watch]:
    """CQ-OPT-13, CQ-OPT-14: use the action; the game without the rounds that suppression fires, and the watch.

    Suppression fires all its rounds at once. The aiming goes into it.
    """
    by = command.by
    aimed = play.state.units[by].aim_turns > 0
    use_action(play, by)
    game, shots = play.state, 1
    held = own_weapon(game, command)
    if command.mode == "suppression" and held is not None:
        shots = suppressing(held)
        left, span = max(0, held.ammo - shots), figures(held).row.span
        game = game.with_weapon(by, held.id, ammo=left, span=span)
    return game, Watch(command.weapon, command.hex, command.mode, shots, aimed)


def suppressing(held: Weapon) -> int:
    """CQ-OPT-14: its automatic fire, else its shots, as far as there is ammunition."""
    single, _, automatic = figures(held).shots
    return max(1, min(automatic or single, held.ammo))


WATCHING_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "overwatch": CommandSpec(
        Overwatch,
        "Watch a hex",
        "unit",
        overwatch,
        overwatch_understood,
        (
            *action_checks("step", "CQ-OPT-13"),
            opportunity_fire_is_played,
            not_in_hth,
            ready_and_whole,
            it_can_watch,
            not_engaged_with_a_gun,
            a_blade_watches_the_next_hexes,
            the_hex_is_on_the_map,
            the_hex_is_in_front,
            a_grenade_reaches_it,
            suppression_takes_a_gun,
            the_gun_is_loaded,
        ),
        key="o",
    ),
}
