"""Firing a missile weapon: `shoot` (section 6.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt, aiming_at, aiming_into, as_bayonet
from vedette.games.close_quarters.attacks.commands import Shoot
from vedette.games.close_quarters.attacks.firing import draw, expose, fire, kick
from vedette.games.close_quarters.attacks.launching import (
    at_whom_or_what,
    hex_of,
    it_can_be_fired_there,
    it_fires_grenades,
    launch,
)
from vedette.games.close_quarters.attacks.melee import strike_at
from vedette.games.close_quarters.attacks.second_shot import (
    fire_second,
    second_shot,
    two_pistols_can_be_fired,
)
from vedette.games.close_quarters.attacks.shot_checks import (
    SPEAR_THROWER,
    can_go_down,
    changes_mode,
    drawn_or_in_hand,
    energy_dice,
    has_a_bayonet,
    has_the_mode,
    has_the_power,
    is_a_gun,
    is_loaded,
    not_moved_too_far_to_fire,
    same_weapon,
    support_can_stand,
)
from vedette.games.close_quarters.attacks.to_hit import ToHitRoll, aim
from vedette.games.close_quarters.attacks.weapon_checks import (
    LAUNCHER,
    aimed_shots_are_played,
    is_whole_in_hand,
    line_is_open,
    not_down_after_moving,
    only_at_a_charger,
    second_understood,
    target_in_front,
    with_weapon,
)
from vedette.games.close_quarters.damage.harm import drop_ready
from vedette.games.close_quarters.derived.arms import Arm, figures
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.known import BAYONET
from vedette.games.close_quarters.lookup import by_unit, weapon
from vedette.games.close_quarters.map.hexes import distance
from vedette.games.close_quarters.near import is_able, is_alive, is_down, is_engaged, is_walled
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.action_checks import (
    action_checks,
    keep_follow_ups,
    not_fallen,
    not_in_deep_water,
    not_in_hth,
    target_checks,
    use_action,
    use_follow_up,
)
from vedette.games.close_quarters.turn.order import in_follow_up, is_paid
from vedette.games.close_quarters.weapon import Weapon


def shoot_understood(game: Fight, command: Shoot) -> Shoot:
    """A character, his weapon, and somebody else, or a hex for a grenade."""
    by_unit(game, command)
    with_weapon(game, command)
    second_understood(game, command)
    understood: Shoot = at_whom_or_what(game, command)
    return understood


# --- the shot before it is fired


def lowered(game: Fight, command: Shoot) -> Fight:
    """The game with the firer gone down, if he does that first."""
    if not command.down:
        return game
    return game.with_unit(command.by, posture=command.down, went_down=True)


def rounds_of(arm: Arm, held: Weapon, command: Shoot) -> int:
    """CQ-AUT-1: the rounds that a shot, a burst or automatic fire uses, never more than are left."""
    if command.mode == "single":
        return 1
    wanted = number("burst_rounds") if command.mode == "burst" else arm.shots[2]
    if command.mode == "auto" and command.rounds is not None:
        wanted = min(wanted, command.rounds)
    return max(1, min(wanted, held.ammo))


def shot(game: Fight, command: Shoot) -> Attempt:
    """The shot that the command describes, once he has gone down and before the ammunition is gone."""
    character, held = game.units[command.by], weapon(game, command.by, command.weapon)
    arm = figures(held)
    first = not character.shots
    if arm.is_a(LAUNCHER):
        return launched(game, command)
    return Attempt(
        by=command.by,
        way="missile",
        weapon=held,
        target=command.target,
        mode=command.mode,
        rounds=rounds_of(arm, held, command),
        energy=power_of(arm, command),
        support=command.support,
        expose=command.expose,
        aim_at=command.aim_at,
        tank=command.tank,
        quick=command.quick,
        aiming=aiming_at(game, command.by, command.target) if first else 0,
        first_hex=character.shot_hex if not first and character.shot_at != command.target else "",
    )


def launched(game: Fight, command: Shoot) -> Attempt:
    """The grenade that the command fires: into a hex, be it that of a figure."""
    hex = hex_of(game, command)
    return Attempt(
        by=command.by,
        way="launch",
        weapon=weapon(game, command.by, command.weapon),
        hex=hex,
        support=command.support,
        expose=command.expose,
        aiming=aiming_into(game, command.by, hex),
    )


def power_of(arm: Arm, command: Shoot) -> int:
    """CQ-NRG-1: the dice of an energy weapon's shot; 0 for other weapons."""
    if not arm.is_a("energy"):
        return 0
    return energy_dice(arm) if command.power is None else command.power


def before_the_shot(game: Fight, command: Shoot) -> ToHitRoll:
    """The breakdown of a shot as a form shows it."""
    game = lowered(game, command)
    return aim(game, shot(game, command))


def shots_opened(game: Fight, command: Shoot) -> int:
    """CQ-RNG-11, CQ-TRN-5: how many shots his first one opens this turn."""
    character, arm = game.units[command.by], figures(weapon(game, command.by, command.weapon))
    if is_engaged(game, command.by) or command.quick or command.mode == "auto":
        return 1
    single, bursts, _ = arm.shots
    shots = bursts if command.mode == "burst" else single
    power = power_of(arm, command)
    if power:
        shots *= max(1, energy_dice(arm) // max(1, power))
    if character.moved > number("step"):
        shots = max(1, shots // number("moved_shots_divisor"))
    return shots


# --- the procedure


async def shoot(play: Play[Fight], command: Shoot) -> None:
    """CQ-ATK-1, CQ-RNG-11: go down, show himself, fire; then the bayonet, and a long weapon that engaged him drops."""
    by = command.by
    engaged = is_engaged(play.state, by)
    attempt = spend(play, raise_gun(play, command))
    at = attempt.at(play.state)
    if attempt.way == "launch":
        await launch(play, attempt, command.grenade, command.fuse)
    else:
        await fire(play, attempt)
    await kick(play, attempt)
    if command.weapon2:
        await fire_second(play, command, at)
    if command.then_bayonet:
        await then_bayonet(play, attempt)
    if engaged:
        let_go(play, by, command.weapon)


def raise_gun(play: Play[Fight], command: Shoot) -> Attempt:
    """All that comes before the shot itself: the weapon drawn, himself gone down and shown, the action used."""
    opens = shots_opened(play.state, command)
    get_ready(play, command)
    attempt = shot(play.state, command)
    if in_follow_up(play.state, command.by):
        changed = changes_mode(play.state, command)
        use_follow_up(play, command.by)
        if changed:
            change_mode(play, command, opens)
    else:
        use_action(play, command.by, shots=opens)
    expose(play, attempt)
    return attempt


def change_mode(play: Play[Fight], command: Shoot, shots: int) -> None:
    """CQ-AUT-1: the shots that are left go on in another mode, no more of them than the weapon has of it."""
    game = keep_follow_ups(play.state, command.by, shots - 1)
    game = game.with_unit(command.by, mode_changed=True)
    play.commit(game, facts.ModeChanged(command.by, command.mode))


def get_ready(play: Play[Fight], command: Shoot) -> None:
    """He draws the weapon, and goes down."""
    if command.quick:
        draw(play, command.by, command.weapon)
    if command.down:
        play.commit(lowered(play.state, command), facts.WentDownToFire(command.by, command.down))


def spend(play: Play[Fight], attempt: Attempt) -> Attempt:
    """CQ-RNG-12, CQ-NRG-1: the ammunition goes, and the turn's first shot is remembered."""
    game, by = play.state, attempt.by
    character, held, arm = game.units[by], attempt.weapon, attempt.arm
    assert held is not None  # nobody fires bare hands
    assert arm is not None
    used = rounds_used(game, attempt)
    game = game.with_weapon(by, held.id, ammo=max(0, held.ammo - used), span=arm.row.span)
    game = game.with_unit(
        by, shots=character.shots + 1, mode=attempt.mode, fired=held.id, power=attempt.energy
    )
    if not character.shots:
        game = game.with_unit(by, shot_at=attempt.target, shot_hex=attempt.at(game))
    now = game.units[by].weapon(held.id)
    left = now.ammo if now is not None and not arm.is_a(SPEAR_THROWER) else -1
    if attempt.way == "launch":
        play.commit(game, facts.Launched(by, attempt.hex, held.type))
    else:
        play.commit(game, facts.Fired(by, attempt.target, held.type, attempt.rounds, left))
    return replace(attempt, weapon=now)


def rounds_used(game: Fight, attempt: Attempt) -> int:
    """What a shot takes from `ammo`: nothing where a split charge has paid for it, or a spear flies."""
    character = game.units[attempt.by]
    paid = bool(character.shots) and is_paid(character)
    return 0 if paid or attempt.is_a(SPEAR_THROWER) else attempt.rounds


async def then_bayonet(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-POL-5: after the shot the bayonet, at the same target, while both are there and the gun is whole."""
    game, by, target = play.state, attempt.by, attempt.target
    character, there = game.units[by], game.units[target].hex
    gun = character.weapon(attempt.weapon.id) if attempt.weapon is not None else None
    if gun is None or not is_whole_in_hand(character, gun) or BAYONET not in gun.fitted:
        return
    near = (
        bool(character.hex and there)
        and distance(character.hex, there) == 1
        and not is_walled(game, character.hex, there)
    )
    if near and is_alive(game, target) and is_able(game, by) and not is_down(character):
        await strike_at(play, Attempt(by=by, way="melee", weapon=as_bayonet(gun), target=target))


def let_go(play: Play[Fight], by: str, id: str) -> None:
    """CQ-ACT-9: who fired while engaged drops the weapon, unless it is short."""
    held = play.state.units[by].weapon(id)
    if held is not None and id in play.state.units[by].ready and figures(held).length != "short":
        drop_ready(play, by, id)


SHOOT_CHECKS: tuple[Any, ...] = (
    *action_checks("half", "CQ-ACT-4"),
    not_in_hth,
    not_in_deep_water,
    only_at_a_charger,
    not_moved_too_far_to_fire,
    not_down_after_moving,
    can_go_down,
    not_fallen,
    drawn_or_in_hand,
    is_a_gun,
    same_weapon,
    has_the_mode,
    has_the_power,
    is_loaded,
    support_can_stand,
    aimed_shots_are_played,
    has_a_bayonet,
    it_fires_grenades,
    two_pistols_can_be_fired,
    *target_checks(),
    target_in_front,
    line_is_open,
    it_can_be_fired_there,
)

SHOT_RULES = (
    "CQ-ATK-1", "CQ-ATK-2", "CQ-ATK-3", "CQ-ATK-4", "CQ-ATK-5", "CQ-ATK-6", "CQ-ATK-7", "CQ-ATK-10", "CQ-AVD-1",
    "CQ-AVD-2", "CQ-AVD-3", "CQ-AVD-4", "CQ-AVD-5", "CQ-AVD-7", "CQ-AVD-8", "CQ-RNG-1", "CQ-RNG-3", "CQ-RNG-5",
    "CQ-RNG-6", "CQ-RNG-7", "CQ-RNG-8", "CQ-RNG-9", "CQ-RNG-11", "CQ-MAP-4", "CQ-ENV-5", "CQ-ENV-6", "CQ-ENV-7",
    "CQ-ENV-12", "CQ-TRN-5",
)  # fmt: skip
"""What a shot goes through."""

SHOOTING_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "shoot": CommandSpec(
        Shoot,
        "Shoot",
        "unit",
        shoot,
        shoot_understood,
        SHOOT_CHECKS,
        parts=second_shot,
        part_checks=(is_loaded, has_the_mode, *target_checks(), target_in_front, line_is_open),
        rules=(
            *SHOT_RULES, "CQ-AUT-2", "CQ-AUT-3", "CQ-AUT-4", "CQ-AUT-5", "CQ-AUT-6", "CQ-AUT-7", "CQ-AUT-9",
            "CQ-SHG-1", "CQ-SHG-2", "CQ-SHG-3", "CQ-NRG-2", "CQ-OPT-15", "CQ-GRN-3", "CQ-GRN-4",
        ),
    key="s",),
}  # fmt: skip
