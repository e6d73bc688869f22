"""`leave` (section 6.2): off the map over its edge (CQ-TRN-6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.facts import moving as facts
from vedette.games.close_quarters.hexes import on_edge
from vedette.games.close_quarters.lookup import by_unit
from vedette.games.close_quarters.near import is_engaged
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.path_checks import MOVE_CHECKS, he_is_not_in_hth, he_is_not_too_laden
from vedette.games.close_quarters.turn.situations import offered_in


class Leave(Command):
    """A character leaves the map."""


@forbids("CQ-MOV-9", alternative="shift one hex")
def _nobody_engages_him(game: Fight, command: Any) -> str | None:
    """CQ-MOV-9: the engaged stay."""
    return f"{game.units[command.by].name} is engaged." if is_engaged(game, command.by) else None


@forbids("CQ-TRN-6")
def _he_is_on_the_edge(game: Fight, command: Any) -> str | None:
    """CQ-TRN-6: one leaves from a hex on the edge of the map."""
    character = game.units[command.by]
    return (
        f"{character.name} is not on the edge of the map." if not on_edge(game.map, character.hex) else None
    )


async def leave(play: Play[Fight], command: Leave) -> None:
    """CQ-TRN-6: he is gone for this combat, and his scenario says that he ran."""
    character = play.state.units[command.by]
    game = play.state.with_unit(command.by, left=True, hex="", tally=replace(character.tally, ran=True))
    play.commit(game, facts.LeftTheMap(command.by))


def _is_on_the_edge(game: Fight, by: str) -> bool:
    hex = game.units[by].hex
    return bool(hex) and on_edge(game.map, hex)


LEAVING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "leave": CommandSpec(
        Leave,
        "Leave the map",
        "unit",
        leave,
        by_unit,
        (*MOVE_CHECKS, he_is_not_in_hth, he_is_not_too_laden, _nobody_engages_him, _he_is_on_the_edge),
        rules=("CQ-TRN-6",),
        key="g",
        deliberate=True,
        moves=True,
        offered=offered_in("movement", where=_is_on_the_edge),
    ),
}
