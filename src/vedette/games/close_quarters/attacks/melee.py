"""Striking with regular weapons: `attack`, with bayonets, guns as clubs, a second weapon, and small guns in HTH."""

from __future__ import annotations

from typing import Any

from vedette.engine.commands import CommandSpec
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt, aiming_at
from vedette.games.close_quarters.attacks.commands import Attack
from vedette.games.close_quarters.attacks.held import (
    aimed_shots_are_played,
    at_somebody,
    is_whole_in_hand,
    with_weapon,
)
from vedette.games.close_quarters.attacks.melee_checks import (
    battery_has_power,
    in_the_same_brawl,
    not_too_strong,
    of_the_right_kind,
    second_blow,
    small_in_hth,
    the_other_hand_is_free,
    two_weapons_can_be_used,
    used,
    used_as,
)
from vedette.games.close_quarters.attacks.striking import strike_at, use_power
from vedette.games.close_quarters.attacks.to_hit import Aim, aim
from vedette.games.close_quarters.ground.hexes import distance
from vedette.games.close_quarters.standing import is_able, is_alive
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import (
    action_checks,
    attack_checks,
    reach,
    reach_checks,
    target_checks,
)
from vedette.games.close_quarters.turn.order import has_fallen
from vedette.games.close_quarters.words import by_unit, other_unit, weapon


def attack_understood(game: Fight, command: Attack) -> Attack:
    """A character, his weapon or bare hands, and somebody else; the second blow likewise."""
    by_unit(game, command)
    with_weapon(game, command, hands=True)
    if command.weapon2:
        weapon(game, command.by, command.weapon2)
    if command.target2:
        other_unit(game, command.by, command.target2)
        if not command.weapon2:
            raise CommandError("A second target needs a second weapon.")
    understood: Attack = at_somebody(game, command)
    return understood


def blow_of(game: Fight, command: Attack) -> Attempt:
    """The blow that the command describes."""
    return Attempt(
        by=command.by,
        way="melee",
        weapon=used(game, command),
        target=command.target,
        power=command.power,
        aim_at=command.aim_at,
        aiming=aiming_at(game, command.by, command.target),
    )


def second_of(game: Fight, command: Attack) -> Attempt:
    """The second blow, at −4 (CQ-ATK-14)."""
    held = game.units[command.by].weapon(command.weapon2)
    target = command.target2 or command.target
    return Attempt(by=command.by, way="melee", weapon=used_as(held), target=target, second=True)


def before_the_blow(game: Fight, command: Attack) -> Aim:
    """The breakdown of a blow as a form shows it."""
    return aim(game, blow_of(game, command))


async def attack(play: Play[Fight], command: Attack) -> None:
    """CQ-ATK-1, CQ-ATK-14: a blow, and with two weapons another one while he can still act."""
    attempt = blow_of(play.state, command)
    use_action(play, command.by)
    use_power(play, command.by, attempt.weapon)
    await strike_at(play, attempt)
    if command.weapon2 and can_strike_again(play.state, command):
        second = second_of(play.state, command)
        use_power(play, command.by, second.weapon)
        await strike_at(play, second)


def can_strike_again(game: Fight, command: Attack) -> bool:
    """CQ-ATK-14: whether he can still act, with the second weapon in hand, and his target is alive and in reach."""
    one, target = game.units[command.by], command.target2 or command.target
    held = one.weapon(command.weapon2)
    if held is None or not is_whole_in_hand(one, held) or not is_able(game, command.by):
        return False
    near = one.hth or distance(one.hex, game.units[target].hex) <= reach(one, held.id)
    return near and not has_fallen(game, one) and is_alive(game, target)


async def free_attack(play: Play[Fight], by: str, target: str, weapon: str, difference: int) -> None:
    """CQ-ACT-13: a blow at who disengages, out of order, at minus the difference in DEX if that is positive."""
    used_weapon = used_as(play.state.units[by].weapon(weapon))
    attempt = Attempt(
        by=by,
        way="melee",
        weapon=used_weapon,
        target=target,
        aiming=aiming_at(play.state, by, target),
        slower=max(0, difference),
        giver=play.state.units[target].side,
    )
    use_action(play, by)
    use_power(play, by, used_weapon)
    await strike_at(play, attempt)


BLOW_RULES = (
    "CQ-ATK-1", "CQ-ATK-2", "CQ-ATK-3", "CQ-ATK-4", "CQ-ATK-5", "CQ-ATK-6", "CQ-ATK-7", "CQ-ATK-8", "CQ-ATK-9",
    "CQ-ATK-10", "CQ-ATK-11", "CQ-ATK-12", "CQ-ATK-13", "CQ-ATK-15", "CQ-DMG-8", "CQ-ENV-1", "CQ-ENV-6", "CQ-MRT-2",
    "CQ-MRT-4", "CQ-MRT-5", "CQ-NRG-8", "CQ-RNG-7",
)  # fmt: skip
"""What a blow goes through."""

_SECOND_CHECKS: tuple[Any, ...] = (
    in_the_same_brawl,
    small_in_hth,
    *target_checks(),
    *reach_checks(),
    battery_has_power,
)

MELEE_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "attack": CommandSpec(
        Attack,
        "Attack",
        "unit",
        attack,
        attack_understood,
        (
            *action_checks("attack", "CQ-ACT-8", hth="CQ-HTH-6"),
            *attack_checks(),
            in_the_same_brawl,
            small_in_hth,
            of_the_right_kind,
            aimed_shots_are_played,
            not_too_strong,
            the_other_hand_is_free,
            two_weapons_can_be_used,
            *target_checks(),
            *reach_checks(),
            battery_has_power,
        ),
        rules=(
            *BLOW_RULES, "CQ-POL-1", "CQ-POL-2", "CQ-POL-4", "CQ-POL-6", "CQ-HTH-5", "CQ-HTH-7", "CQ-HTH-13",
        ),
        parts=second_blow,
        part_checks=_SECOND_CHECKS,
    key="a",),
}  # fmt: skip
