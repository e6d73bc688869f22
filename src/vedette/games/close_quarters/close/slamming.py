"""Slams and shield rushes: `slam` (section 6.4, CQ-KND-1, CQ-KND-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters import dicing
from vedette.games.close_quarters.attacks.attempt import Attempt, aiming_at
from vedette.games.close_quarters.attacks.hitting import roll_to_hit
from vedette.games.close_quarters.close.knockdowns import on_his_feet
from vedette.games.close_quarters.close.shared_checks import at_somebody
from vedette.games.close_quarters.facts import close as facts
from vedette.games.close_quarters.fight.harm import fall
from vedette.games.close_quarters.near import foe_beside, in_reach
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import modifier, number
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import (
    action_checks,
    attack_checks,
    not_in_hth,
    reach_checks,
    target_checks,
)
from vedette.games.close_quarters.values.defence import has_ready_shield
from vedette.games.close_quarters.values.effective import e_dex, full_str
from vedette.games.close_quarters.values.martial import martial_arts
from vedette.view.asked import Asked


class Slam(Command):
    """Run an enemy down, with the body or, with `shield`, behind a shield."""

    target: Annotated[str, Asked("Target", "t", in_reach)]
    shield: Annotated[bool, Asked("With the shield", "h")] = False


@forbids("CQ-KND-1", reads=("shield",), alternative="slam without it")
def _the_shield_is_ready(game: Fight, command: Any) -> str | None:
    """A shield rush takes a shield in hand."""
    one = game.units[command.by]
    return f"{one.name} has no shield ready." if command.shield and not has_ready_shield(one) else None


async def slam(play: Play[Fight], command: Slam) -> None:
    """CQ-KND-1: a roll to hit as with bare hands; who is hit falls unless he is strong enough. No damage."""
    attempt = Attempt(
        by=command.by,
        way="melee",
        weapon=None,
        target=command.target,
        aiming=aiming_at(play.state, command.by, command.target),
    )
    use_action(play, command.by)
    game = play.state.with_unit(command.by, fought=True)
    play.becomes(game, facts.Slams(command.by, command.target, command.shield))
    attacked = await roll_to_hit(play, attempt)
    if attacked.hit:
        await _stay_up(play, command.by, command.target)


async def _stay_up(play: Play[Fight], by: str, target: str) -> None:
    """CQ-KND-2: 3d6 on unwounded STR, or DEX for who knows how to fall, with the difference in STR."""
    one = play.state.units[target]
    strength = full_str(one)
    deft = martial_arts(one) >= number("martial_dex")
    result = await dicing.check(
        play,
        number("slam_dice"),
        max(strength, e_dex(play.state, target)) if deft else strength,
        why="stay_up",
        side=one.side,
        rules=("CQ-KND-1", "CQ-KND-2"),
        told=f"{one.name} to stay upright",
        modifiers=(modifier("strength_difference", strength - full_str(play.state.units[by])),),
    )
    if result.success:
        play.says(facts.StoodAgainst(target, by))
    else:
        fall(play, target)


SLAMMING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "slam": CommandSpec(
        Slam,
        "Slam",
        "unit",
        slam,
        at_somebody,
        (
            *action_checks("attack", "CQ-ACT-8", hth="CQ-HTH-6"),
            *attack_checks(),
            not_in_hth,
            _the_shield_is_ready,
            *target_checks(),
            *reach_checks(armed=False),
            on_his_feet("CQ-KND-1"),
        ),
        rules=("CQ-KND-1", "CQ-KND-2"),
        key="j",
        offered=foe_beside,
    )
}
