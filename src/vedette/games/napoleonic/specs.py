"""All commands by name, in the order of a turn."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.commands import CommandSpec
from vedette.games.napoleonic.exchange import EXCHANGE_COMMANDS
from vedette.games.napoleonic.marks import MARK_COMMANDS
from vedette.games.napoleonic.phases import EVENT_COMMANDS, PHASE_COMMANDS
from vedette.games.napoleonic.sending import SENDING_COMMANDS
from vedette.games.napoleonic.skirmishing import GROUP_COMMANDS, SKIRMISH_COMMANDS
from vedette.games.napoleonic.state import Battle

COMMANDS: Mapping[str, CommandSpec[Battle]] = {
    **PHASE_COMMANDS,
    **MARK_COMMANDS,
    **SENDING_COMMANDS,
    **SKIRMISH_COMMANDS,
    **GROUP_COMMANDS,
    **EXCHANGE_COMMANDS,
    **EVENT_COMMANDS,
}
