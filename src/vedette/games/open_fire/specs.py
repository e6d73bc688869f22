"""All commands of Open Fire by name, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.commands import CommandSpec
from vedette.games.open_fire.attack import ATTACK_COMMANDS
from vedette.games.open_fire.deployment import DEPLOYMENT_COMMANDS, PLACING_COMMANDS
from vedette.games.open_fire.movement import MOVEMENT_COMMANDS
from vedette.games.open_fire.objectives import OBJECTIVE_COMMANDS
from vedette.games.open_fire.recovery import ACTIVATION_COMMANDS
from vedette.games.open_fire.rounds import ROUND_COMMANDS
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.transports import TRANSPORT_COMMANDS

COMMANDS: Mapping[str, CommandSpec[Battle]] = {
    **PLACING_COMMANDS,
    **ROUND_COMMANDS,
    **ACTIVATION_COMMANDS,
    **DEPLOYMENT_COMMANDS,
    **MOVEMENT_COMMANDS,
    **TRANSPORT_COMMANDS,
    **ATTACK_COMMANDS,
    **OBJECTIVE_COMMANDS,
}
