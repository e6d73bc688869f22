"""Holds in hand-to-hand combat: `subdue` and `break_free` (section 6.4, CQ-HTH-10, CQ-HTH-11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.close.contests import outwrestles
from vedette.games.close_quarters.close.shared_checks import at_somebody, target_of
from vedette.games.close_quarters.facts import close as facts
from vedette.games.close_quarters.fight.harm import action_to_come
from vedette.games.close_quarters.near import in_reach
from vedette.games.close_quarters.standing import brawl, is_enemy
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import action_checks, target_checks
from vedette.games.close_quarters.words import by_unit
from vedette.view.asked import Asked


class Subdue(Command):
    """Get a hold on somebody in the same brawl."""

    target: Annotated[str, Asked("Target", "t", in_reach)]


class BreakFree(Command):
    """The one attempt to break out of a hold."""


# --- subdue


@forbids("CQ-HTH-10", reads=("target",), absolute=True)
def _he_can_be_held(game: Fight, command: Any) -> str | None:
    """In the same brawl, and neither held nor subdued yet."""
    one, target = game.units[command.by], target_of(game, command)
    if not one.hth:
        return f"{one.name} is not in hand-to-hand combat."
    if not target:
        return None
    other = game.units[target]
    if target not in brawl(game, command.by):
        return f"{other.name} is not in this brawl."
    return f"{other.name} is held already." if other.held_by or other.held or other.subdued else None


async def subdue(play: Play[Fight], command: Subdue) -> None:
    """CQ-HTH-10: opposed rolls; the beaten target is held for two turns, this one only if he was still to act."""
    use_action(play, command.by)
    by, target = command.by, command.target
    if not await outwrestles(play, by, target, rules=("CQ-HTH-10", "CQ-CHK-6")):
        play.says(facts.StoodAgainst(target, by))
        return
    turns = number("held_turns") + (not action_to_come(play.state, target))
    play.becomes(play.state.with_unit(target, held=turns, held_by=by), facts.Held(target, by, turns))


# --- break_free


@forbids("CQ-HTH-11", absolute=True)
def _he_may_try_to_break_free(game: Fight, command: Any) -> str | None:
    """Once the turns of the hold are over; while they last he can't act at all."""
    one = game.units[command.by]
    if one.held_by and not one.held:
        return None
    return f"{one.name} is not in a hold that he could try to break."


async def break_free(play: Play[Fight], command: BreakFree) -> None:
    """CQ-HTH-11: opposed rolls against the holder: free, or subdued for good, which counts as a foe beaten."""
    use_action(play, command.by)
    holder = play.state.units[command.by].held_by
    if await outwrestles(play, command.by, holder, rules=("CQ-HTH-11", "CQ-CHK-6")):
        play.becomes(play.state.with_unit(command.by, held_by=""), facts.BrokeFree(command.by))
        return
    game = play.state.with_unit(command.by, subdued=True)
    if is_enemy(game, holder, command.by):
        tally = game.units[holder].tally
        game = game.with_unit(holder, tally=replace(tally, foes=tally.foes + 1))
    play.becomes(game, facts.Subdued(command.by, holder))


HOLDING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "subdue": CommandSpec(
        Subdue,
        "Subdue",
        "unit",
        subdue,
        at_somebody,
        (*action_checks("still", "CQ-HTH-6"), _he_can_be_held, *target_checks()),
        rules=("CQ-HTH-10", "CQ-HTH-11"),
        key="s",
    ),
    "break_free": CommandSpec(
        BreakFree,
        "Break free",
        "unit",
        break_free,
        by_unit,
        (*action_checks("still", "CQ-HTH-6"), _he_may_try_to_break_free),
        rules=("CQ-HTH-11",),
        key="b",
    ),
}
