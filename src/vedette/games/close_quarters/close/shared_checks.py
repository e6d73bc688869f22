"""Checks and words that several commands of this package share."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from vedette.engine.checks import forbids
from vedette.games.close_quarters.close.things import lies_here
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.picking_up import is_live
from vedette.games.close_quarters.words import by_unit, other_unit

Ids = Annotated[tuple[str, ...], Field(strict=False)]
"""A list of ids in a command."""


def at_somebody(game: Fight, command: Any) -> Any:
    """The command, given by a character, at somebody else; raises CommandError."""
    by_unit(game, command)
    other_unit(game, command.by, command.target)
    return command


def target_of(game: Fight, command: Any) -> str:
    """The command's target; "" while there is none."""
    target = getattr(command, "target", None)
    return str(target) if target in game.units else ""


@forbids("CQ-ACT-6", alternative="pass")
def not_gone_down(game: Fight, command: Any) -> str | None:
    """Going down was the action; in hand-to-hand combat everybody is down."""
    one = game.units[command.by]
    return f"{one.name} went down this turn." if one.went_down and not one.hth else None


@forbids("CQ-GRN-10", reads=("weapon",))
def not_a_live_grenade(game: Fight, command: Any) -> str | None:
    """A live grenade is left alone; one that only smokes may be taken up."""
    thing = command.weapon or ""
    if lies_here(game, command.by, thing) and is_live(game, thing):
        return "That grenade is live: nobody picks it up."
    return None
