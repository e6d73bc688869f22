"""Wresting a weapon from a foe in hand-to-hand combat: `disarm` (section 6.4, CQ-HTH-12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.close.contests import wins, wresting
from vedette.games.close_quarters.close.shared_checks import at_somebody, target_of
from vedette.games.close_quarters.close.things import handed, type_of
from vedette.games.close_quarters.facts import close as facts
from vedette.games.close_quarters.fight.dropping import drop_ready, weapons_in_hand
from vedette.games.close_quarters.near import in_reach
from vedette.games.close_quarters.standing import brawl
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import action_checks
from vedette.games.close_quarters.values.hands import hands_used
from vedette.view.asked import Asked


class Disarm(Command):
    """Wrest the first weapon from a foe's hands; without `take` it falls to the ground."""

    target: Annotated[str, Asked("Target", "t", in_reach)]
    take: bool = True


@check("CQ-HTH-12")
def _his_hands_are_empty(game: Fight, command: Any) -> Refusal | None:
    """In hand-to-hand combat, and with both hands free."""
    one = game.units[command.by]
    if not one.hth:
        return Refusal("CQ-HTH-12", f"{one.name} is not in hand-to-hand combat.", absolute=True)
    return Refusal("CQ-HTH-12", f"{one.name} needs empty hands for that.") if hands_used(one) else None


@forbids("CQ-HTH-12", reads=("target",), absolute=True)
def _there_is_something_to_wrest(game: Fight, command: Any) -> str | None:
    """From somebody in the same brawl who holds a weapon."""
    target = target_of(game, command)
    if not target:
        return None
    other = game.units[target]
    if target not in brawl(game, command.by):
        return f"{other.name} is not in this brawl."
    return f"{other.name} holds no weapon." if not weapons_in_hand(game, target) else None


async def disarm(play: Play[Fight], command: Disarm) -> None:
    """CQ-HTH-12: opposed rolls on STR; the target's first weapon changes hands, or falls."""
    use_action(play, command.by)
    game, by, target = play.state, command.by, command.target
    if not await wins(play, wresting(game, by), wresting(game, target), rules=("CQ-HTH-12", "CQ-CHK-6")):
        play.says(facts.StoodAgainst(target, by))
        return
    weapon = weapons_in_hand(play.state, target)[0]
    if command.take:
        type = type_of(play.state, target, weapon)
        play.becomes(handed(play.state, target, by, weapon), facts.Disarmed(target, by, type))
    else:
        drop_ready(play, target, weapon)


DISARMING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "disarm": CommandSpec(
        Disarm,
        "Disarm",
        "unit",
        disarm,
        at_somebody,
        (*action_checks("still", "CQ-HTH-6"), _his_hands_are_empty, _there_is_something_to_wrest),
        rules=("CQ-HTH-12",),
        key="d",
    )
}
