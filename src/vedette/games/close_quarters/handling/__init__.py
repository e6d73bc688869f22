"""Actions at close quarters that are no blows: handling weapons, getting away, wrestling, fighting fire (section 6.4)."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.commands import CommandSpec
from vedette.games.close_quarters.handling.emergencies import (
    BREATHING_COMMANDS,
    BURNING_COMMANDS,
    CLIMBING_COMMANDS,
    DROPPING_COMMANDS,
    RESCUING_COMMANDS,
    SANDBAG_COMMANDS,
)
from vedette.games.close_quarters.handling.guns import BAYONET_COMMANDS, RELOADING_COMMANDS
from vedette.games.close_quarters.handling.hand_to_hand import (
    DISARMING_COMMANDS,
    DISENGAGING_COMMANDS,
    GRAPPLING_COMMANDS,
    HOLDING_COMMANDS,
)
from vedette.games.close_quarters.handling.hands import READYING_COMMANDS, SWITCHING_COMMANDS
from vedette.games.close_quarters.handling.knockdowns import KNOCKDOWN_COMMANDS, SLAMMING_COMMANDS
from vedette.games.close_quarters.state import Fight

CLOSE_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    **READYING_COMMANDS,
    **SWITCHING_COMMANDS,
    **RELOADING_COMMANDS,
    **BAYONET_COMMANDS,
    **DROPPING_COMMANDS,
    **DISENGAGING_COMMANDS,
    **SLAMMING_COMMANDS,
    **KNOCKDOWN_COMMANDS,
    **GRAPPLING_COMMANDS,
    **HOLDING_COMMANDS,
    **DISARMING_COMMANDS,
    **BURNING_COMMANDS,
    **RESCUING_COMMANDS,
    **CLIMBING_COMMANDS,
    **SANDBAG_COMMANDS,
    **BREATHING_COMMANDS,
}
"""The commands of this package, in the order of the specification."""
