"""Saving oneself: `patch` a leak, `pull_up` out of a pit or `let_go` (section 6.4, CQ-ENV-19, CQ-MOV-15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters import dicing
from vedette.games.close_quarters.facts import close as facts
from vedette.games.close_quarters.fight.harm import harm
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn import falls
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import action_checks, not_in_hth
from vedette.games.close_quarters.turn.arriving import arrive
from vedette.games.close_quarters.words import by_unit


class Patch(Command):
    """Close one leak of one's own spacesuit."""


class PullUp(Command):
    """Pull oneself up over the edge of a pit."""


class LetGo(Command):
    """Let go of the edge, and fall."""


# --- patch


@forbids("CQ-ENV-19")
def _there_is_a_leak(game: Fight, command: Any) -> str | None:
    """An open leak, and nobody who wrestles with him."""
    one = game.units[command.by]
    if one.hth:
        return f"{one.name} can't see to his suit in hand-to-hand combat."
    return f"{one.name}'s suit doesn't leak." if not one.leaks else None


async def patch(play: Play[Fight], command: Patch) -> None:
    """CQ-ENV-19: a leak less; with the last one the count of turns ends."""
    use_action(play, command.by)
    one = play.state.units[command.by]
    left = max(0, one.leaks - 1)
    turns = one.leak_turns if left else 0
    game = play.state.with_unit(command.by, leaks=left, leak_turns=turns)
    play.becomes(game, facts.Patched(command.by, left))


# --- at the edge of a pit


@forbids("CQ-MOV-15", absolute=True)
def _he_hangs(game: Fight, command: Any) -> str | None:
    """Only who clings to the edge of a pit."""
    one = game.units[command.by]
    if one.hanging:
        return None
    return f"{one.name} isn't hanging from an edge."


async def pull_up(play: Play[Fight], command: PullUp) -> None:
    """CQ-MOV-15: a save on STR brings him prone into the hex he clings to; failing costs a point, and he hangs on."""
    use_action(play, command.by)
    one, dice = play.state.units[command.by], number("pull_up_dice")
    told = f"{one.name} pulls himself up"
    result = await dicing.save(play, command.by, "str", dice, why="pull_up", rules=("CQ-MOV-15",), told=told)
    if result.success:
        game = play.state.with_unit(command.by, hex=one.hanging, hanging="", posture="prone")
        play.becomes(game, facts.PulledUp(command.by, one.hanging))
        await arrive(play, command.by, one.hanging)
        return
    play.says(facts.HangsOn(command.by))
    points, soft = number("pull_up_damage"), play.state.options.nonlethal
    await harm(play, command.by, 0 if soft else points, nonlethal=points if soft else 0)


async def let_go(play: Play[Fight], command: LetGo) -> None:
    """CQ-MOV-15, CQ-MOV-14: he falls to the bottom of the pit."""
    use_action(play, command.by)
    play.becomes(play.state.with_unit(command.by, hanging=""), facts.LetGo(command.by))
    await falls.into_pit(play, command.by, play.state.units[command.by].hex)


RESCUING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "patch": CommandSpec(
        Patch,
        "Patch a leak",
        "unit",
        patch,
        by_unit,
        (*action_checks("still", "CQ-ENV-19"), _there_is_a_leak),
        rules=("CQ-ENV-19",),
        key="c",
    ),
    "pull_up": CommandSpec(
        PullUp,
        "Pull up",
        "unit",
        pull_up,
        by_unit,
        (*action_checks("half", "CQ-MOV-15"), not_in_hth, _he_hangs),
        rules=("CQ-MOV-15",),
        key="h",
    ),
    "let_go": CommandSpec(
        LetGo,
        "Let go",
        "unit",
        let_go,
        by_unit,
        (*action_checks("half", "CQ-MOV-15"), not_in_hth, _he_hangs),
        rules=("CQ-MOV-15", "CQ-MOV-14"),
        key="g",
    ),
}
