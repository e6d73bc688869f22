"""All commands of the company game by name, in the order of the chapter."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.commands import CommandSpec
from vedette.games.company.attacking import ATTACK_COMMANDS
from vedette.games.company.beginning import SETUP_COMMANDS
from vedette.games.company.magic import MAGIC_COMMANDS
from vedette.games.company.moving import MOVE_COMMANDS
from vedette.games.company.resilience import RESILIENCE_COMMANDS, RETREAT_COMMANDS
from vedette.games.company.scoring import SCORE_COMMANDS
from vedette.games.company.shooting import SHOOT_COMMANDS
from vedette.games.company.state import Skirmish
from vedette.games.company.turns import TURN_COMMANDS

COMMANDS: Mapping[str, CommandSpec[Skirmish]] = {
    **SETUP_COMMANDS,
    **RESILIENCE_COMMANDS,
    **MOVE_COMMANDS,
    **SHOOT_COMMANDS,
    **ATTACK_COMMANDS,
    **RETREAT_COMMANDS,
    **MAGIC_COMMANDS,
    **TURN_COMMANDS,
    **SCORE_COMMANDS,
}
