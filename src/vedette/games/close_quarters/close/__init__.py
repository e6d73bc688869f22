"""Actions at close quarters that are no blows: handling weapons, getting away, wrestling, fighting fire (section 6.4)."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.commands import CommandSpec
from vedette.games.close_quarters.close.bayonets import BAYONET_COMMANDS
from vedette.games.close_quarters.close.breathing import BREATHING_COMMANDS
from vedette.games.close_quarters.close.burning import BURNING_COMMANDS
from vedette.games.close_quarters.close.climbing import CLIMBING_COMMANDS
from vedette.games.close_quarters.close.disarming import DISARMING_COMMANDS
from vedette.games.close_quarters.close.disengaging import DISENGAGING_COMMANDS
from vedette.games.close_quarters.close.dropping import DROPPING_COMMANDS
from vedette.games.close_quarters.close.grappling import GRAPPLING_COMMANDS
from vedette.games.close_quarters.close.holding import HOLDING_COMMANDS
from vedette.games.close_quarters.close.knockdowns import KNOCKDOWN_COMMANDS
from vedette.games.close_quarters.close.readying import READYING_COMMANDS
from vedette.games.close_quarters.close.reloading import RELOADING_COMMANDS
from vedette.games.close_quarters.close.rescuing import RESCUING_COMMANDS
from vedette.games.close_quarters.close.sandbags import SANDBAG_COMMANDS
from vedette.games.close_quarters.close.slamming import SLAMMING_COMMANDS
from vedette.games.close_quarters.close.switching import SWITCHING_COMMANDS
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
