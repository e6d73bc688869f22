"""Taunts: `taunt`. What a new action on a target takes."""

from __future__ import annotations

from typing import Annotated, Any

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters.candidates import at_somebody
from vedette.games.close_quarters.near import enemies
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn.order import action_checks, offered_in, use_action
from vedette.view.asked import Asked

COMMANDS = Commands[Fight]()


class Taunt(Command):
    target: Annotated[str, Asked("Whom", "h", enemies)]
    loudly: Annotated[bool, Asked("At the top of his voice", "v")] = False


@fact("{by} taunts {target}.")
class Taunted(Fact, frozen=True):
    by: str
    target: str


@forbids("CQ-ACT-8", reads=("target",), alternative="somebody on his feet")
def _he_stands(game: Fight, command: Any) -> str | None:
    other = game.units[command.target]
    return f"{other.name} doesn't look up." if other.posture != "standing" else None


def _somebody_hears(game: Fight, by: str) -> bool:
    return bool(enemies(game, by))


@COMMANDS.add(
    Taunt, "Taunt", at_somebody, (*action_checks("still", "CQ-ACT-8"), _he_stands), rules=("CQ-ACT-8",),
    key="t", offered=offered_in("slot", where=_somebody_hears),
)  # fmt: skip
async def taunt(play: Play[Fight], command: Taunt) -> None:
    use_action(play, command.by)
    play.emit(Taunted(command.by, command.target))
