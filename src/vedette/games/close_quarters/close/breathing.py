"""Getting one's breath back: `breather` (section 12, CQ-OPT-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.facts import close as facts
from vedette.games.close_quarters.standing import is_engaged
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import action_checks
from vedette.games.close_quarters.words import by_unit


class Breather(Command):
    """Rest for a turn; what it recovers comes at the end of it."""


@forbids("CQ-OPT-4")
def _it_is_played(game: Fight, command: Any) -> str | None:
    """Breathers belong to the rules for nonlethal damage."""
    if game.options.nonlethal:
        return None
    return "Nonlethal damage is not played in this game."


@forbids("CQ-OPT-4")
def _nobody_disturbs_him(game: Fight, command: Any) -> str | None:
    """Neither engaged nor in hand-to-hand combat."""
    one = game.units[command.by]
    if one.hth or is_engaged(game, command.by):
        return f"{one.name} is too close to the enemy for a breather."
    return None


async def breather(play: Play[Fight], command: Breather) -> None:
    """CQ-OPT-4: he rests; who attacks him has it easier."""
    use_action(play, command.by)
    play.becomes(play.state.with_unit(command.by, breather=True), facts.TakesABreather(command.by))


BREATHING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "breather": CommandSpec(
        Breather,
        "Take a breather",
        "unit",
        breather,
        by_unit,
        (*action_checks("still", "CQ-OPT-4"), _it_is_played, _nobody_disturbs_him),
        rules=("CQ-OPT-4",),
        key="b",
    )
}
