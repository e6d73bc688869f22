"""Going down as an action: `drop` (section 6.4, CQ-ACT-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.close.shared_checks import not_gone_down
from vedette.games.close_quarters.facts import moving as facts
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import action_checks, disengaged, not_in_hth
from vedette.games.close_quarters.words import by_unit
from vedette.view.asked import Asked

LOWER: Mapping[str, tuple[str, ...]] = {
    "standing": ("kneeling", "prone"),
    "kneeling": ("prone",),
    "prone": (),
    "fallen": ("kneeling", "prone"),
}
"""What one may go down to, by the posture one is in; the fallen may pull themselves together."""


def _postures(game: Fight, by: str) -> tuple[str, ...]:
    return ("prone", "kneeling")


class Drop(Command):
    """Kneel, or lie down."""

    posture: Annotated[Literal["prone", "kneeling"], Asked("Posture", "p", _postures)]


@forbids("CQ-ACT-6", reads=("posture",), alternative="stand_up")
def _it_is_lower(game: Fight, command: Any) -> str | None:
    """Only down; standing up is another action."""
    one = game.units[command.by]
    if command.posture is None or command.posture in LOWER[one.posture]:
        return None
    return f"{one.name} is {one.posture} already."


async def drop(play: Play[Fight], command: Drop) -> None:
    """CQ-ACT-6: he is in that posture."""
    use_action(play, command.by)
    game = play.state.with_unit(command.by, posture=command.posture)
    play.becomes(game, facts.WentDown(command.by, command.posture))


DROPPING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "drop": CommandSpec(
        Drop,
        "Go down",
        "unit",
        drop,
        by_unit,
        (
            *action_checks("half", "CQ-ACT-6"),
            not_in_hth,
            disengaged("CQ-ACT-6", "disengage first"),
            not_gone_down,
            _it_is_lower,
        ),
        rules=("CQ-ACT-6",),
        key="k",
        moves=True,
    )
}
