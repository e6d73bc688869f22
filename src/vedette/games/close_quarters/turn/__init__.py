"""The combat turn: initiative, movement, the order of action, forced retreats, and the end of the turn."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.commands import CommandSpec
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.beginning import BEGINNING_COMMANDS, RETREAT_COMMANDS
from vedette.games.close_quarters.turn.ending import ENDING_COMMANDS, PASSING_COMMANDS
from vedette.games.close_quarters.turn.footing import STANDING_COMMANDS
from vedette.games.close_quarters.turn.moving import LEAVING_COMMANDS, MOVING_COMMANDS, PANIC_COMMANDS

TURN_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    **BEGINNING_COMMANDS,
    **MOVING_COMMANDS,
    **STANDING_COMMANDS,
    **PANIC_COMMANDS,
    **LEAVING_COMMANDS,
    **ENDING_COMMANDS,
    **RETREAT_COMMANDS,
    **PASSING_COMMANDS,
}
"""The commands of the turn, in its order."""
