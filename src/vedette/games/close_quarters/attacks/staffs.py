"""CQ-POL-8, CQ-POL-9: disarming and tripping with a staff."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import Refusal, check
from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt, aiming_at
from vedette.games.close_quarters.attacks.commands import Staff
from vedette.games.close_quarters.attacks.held import (
    at_somebody,
    own_weapon,
    ready_and_whole,
    with_weapon,
)
from vedette.games.close_quarters.attacks.hitting import roll_to_hit
from vedette.games.close_quarters.attacks.melee import BLOW_RULES
from vedette.games.close_quarters.attacks.to_hit import Aim, aim
from vedette.games.close_quarters.dicing import save
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.fight.dropping import drop_ready
from vedette.games.close_quarters.fight.harm import fall
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import (
    action_checks,
    attack_checks,
    not_in_hth,
    reach_checks,
    target_checks,
)
from vedette.games.close_quarters.values.arms import figures
from vedette.games.close_quarters.words import by_unit

RULES = {"disarm": "CQ-POL-8", "trip": "CQ-POL-9"}

ON_ONES_FEET = ("standing", "kneeling")


def staff_understood(game: Fight, command: Staff) -> Staff:
    """A character, his weapon, and somebody else."""
    by_unit(game, command)
    with_weapon(game, command)
    understood: Staff = at_somebody(game, command)
    return understood


@check("CQ-POL-8", "CQ-POL-9", reads=("weapon", "effect"))
def it_is_a_staff(game: Fight, command: Any) -> Refusal | None:
    """Only a staff disarms or trips."""
    held = own_weapon(game, command)
    if held is None or figures(held).is_a("staff"):
        return None
    return Refusal(RULES[command.effect], "That takes a staff.")


@check("CQ-POL-8", "CQ-POL-9", reads=("target", "effect"))
def there_is_something_to_it(game: Fight, command: Any) -> Refusal | None:
    """Who is disarmed holds something; who is tripped stands or kneels."""
    target = game.units.get(command.target)
    if target is None:
        return None
    if command.effect == "disarm" and not droppable(target):
        return Refusal("CQ-POL-8", f"{target.name} holds nothing.")
    if command.effect == "trip" and (target.hth or target.posture not in ON_ONES_FEET):
        return Refusal("CQ-POL-9", f"{target.name} is not on his feet.")
    return None


def staff_of(game: Fight, command: Staff) -> Attempt:
    """The blow that the command describes, at −4."""
    return Attempt(
        by=command.by,
        way="melee",
        weapon=own_weapon(game, command),
        target=command.target,
        staff=True,
        aiming=aiming_at(game, command.by, command.target),
    )


def before_the_staff(game: Fight, command: Staff) -> Aim:
    """The breakdown of a blow with a staff as a form shows it."""
    return aim(game, staff_of(game, command))


async def staff(play: Play[Fight], command: Staff) -> None:
    """CQ-POL-8, CQ-POL-9: to hit at −4; then the target saves, or drops his first weapon, or falls. No damage."""
    by, target = command.by, command.target
    attempt = staff_of(play.state, command)
    use_action(play, by)
    play.becomes(play.state.with_unit(by, fought=True), facts.Strikes(by, target))
    if (await roll_to_hit(play, attempt)).hit:
        await take_effect(play, command)


async def take_effect(play: Play[Fight], command: Staff) -> None:
    """The target's save, and what its failure means."""
    name = command.target
    if command.effect == "disarm":
        saved = await save(play, name, "dex", number("staff_dice"), why="hold_on", rules=("CQ-POL-8",))
    else:
        saved = await save(play, name, "str", number("staff_dice"), why="stay_up", rules=("CQ-POL-9",))
    if saved.success:
        play.says(facts.Withstood(name))
    elif command.effect == "trip":
        fall(play, name)
    elif held := droppable(play.state.units[name]):
        drop_ready(play, name, held[0])


def droppable(one: Character) -> tuple[str, ...]:
    """What he holds and can drop, in order: everything but brass knuckles."""
    held = ((id, one.weapon(id)) for id in one.ready)
    return tuple(id for id, weapon in held if weapon is None or not figures(weapon).is_a("no_drop"))


STAFF_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "staff": CommandSpec(
        Staff,
        "Staff",
        "unit",
        staff,
        staff_understood,
        (
            *action_checks("attack", "CQ-ACT-8", hth="CQ-HTH-6"),
            *attack_checks(),
            not_in_hth,
            ready_and_whole,
            it_is_a_staff,
            *target_checks(),
            *reach_checks(),
            there_is_something_to_it,
        ),
        rules=BLOW_RULES,
        key="f",
    ),
}
