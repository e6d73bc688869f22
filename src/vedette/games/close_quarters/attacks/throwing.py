"""Throwing a weapon at somebody: `throw` (section 6.4)."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import Refusal, check
from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.at_hand import throwables
from vedette.games.close_quarters.attacks.attempt import Attempt, aiming_at
from vedette.games.close_quarters.attacks.commands import Throw
from vedette.games.close_quarters.attacks.melee import not_too_strong
from vedette.games.close_quarters.attacks.shooting import SHOT_RULES, draw, expose, fire
from vedette.games.close_quarters.attacks.to_hit import ToHitRoll, aim
from vedette.games.close_quarters.attacks.weapon_checks import (
    aimed_shots_are_played,
    drawn_or_in_hand,
    hits_nobody,
    is_throwable,
    line_is_open,
    own_arm,
    target_in_front,
    with_weapon_at_somebody,
)
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.lookup import weapon
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.action_checks import (
    action_checks,
    attack_checks,
    not_in_hth,
    target_checks,
    use_action,
)
from vedette.games.close_quarters.turn.situations import offered_in


@check("CQ-RNG-10", reads=("weapon",))
def can_be_thrown(game: Fight, command: Throw) -> Refusal | None:
    """Only throwable weapons are thrown; grenades go into a hex."""
    arm = own_arm(game, command)
    if arm is None or is_throwable(arm):
        return None
    return Refusal(
        "CQ-RNG-10", f"A {arm.name.lower()} isn't thrown at anybody.", overridable=not hits_nobody(arm)
    )


def throw_of(game: Fight, command: Throw) -> Attempt:
    """The throw that the command describes."""
    return Attempt(
        by=command.by,
        way="thrown",
        weapon=weapon(game, command.by, command.weapon),
        target=command.target,
        power=command.power,
        aim_at=command.aim_at,
        expose=command.expose,
        quick=command.quick,
        aiming=aiming_at(game, command.by, command.target),
    )


def before_the_throw(game: Fight, command: Throw) -> ToHitRoll:
    """The breakdown of a throw as a form shows it."""
    return aim(game, throw_of(game, command))


async def throw(play: Play[Fight], command: Throw) -> None:
    """CQ-RNG-2, CQ-AVD-6: the dice of a shot; then the weapon lies where it ended."""
    attempt = raise_arm(play, command)
    play.emit(facts.Threw(command.by, command.target, thrown_type(attempt)))
    await fire(play, attempt)


def raise_arm(play: Play[Fight], command: Throw) -> Attempt:
    """All that comes before the throw itself: the weapon drawn, the action used, himself shown."""
    attempt = throw_of(play.state, command)
    if command.quick:
        draw(play, command.by, command.weapon)
    use_action(play, command.by)
    expose(play, attempt)
    return attempt


def thrown_type(attempt: Attempt) -> str:
    """The type of what is thrown."""
    assert attempt.weapon is not None  # nobody throws bare hands
    return attempt.weapon.type


THROW_CHECKS: tuple[Any, ...] = (
    *action_checks("attack", "CQ-ACT-8", hth="CQ-HTH-6"),
    *attack_checks(),
    not_in_hth,
    drawn_or_in_hand,
    can_be_thrown,
    not_too_strong,
    aimed_shots_are_played,
    *target_checks(),
    target_in_front,
    line_is_open,
)


def _has_something_to_throw(game: Fight, by: str) -> bool:
    return bool(throwables(game, by))


THROWING_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "throw": CommandSpec(
        Throw,
        "Throw",
        "unit",
        throw,
        with_weapon_at_somebody,
        THROW_CHECKS,
        rules=(*SHOT_RULES, "CQ-RNG-2", "CQ-AVD-6", "CQ-ATK-11"),
        key="z",
        offered=offered_in("slot", where=_has_something_to_throw),
    ),
}
