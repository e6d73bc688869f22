"""The characters half: how characters are made, checked, taught, equipped, healed and paid (CH 17)."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.commands import CommandSpec
from vedette.games.close_quarters.characters.careers import CAREER_COMMANDS
from vedette.games.close_quarters.characters.carrying import EQUIPPING_COMMANDS
from vedette.games.close_quarters.characters.checking import CHECKING_COMMANDS, SNEAKING_COMMANDS
from vedette.games.close_quarters.characters.creating import CREATING_COMMANDS
from vedette.games.close_quarters.characters.experience import EXPERIENCE_COMMANDS, TRAINING_COMMANDS
from vedette.games.close_quarters.characters.healing import HEALING_COMMANDS, WAKING_COMMANDS
from vedette.games.close_quarters.characters.scenarios import COLLECTING_COMMANDS, SCENARIO_COMMANDS
from vedette.games.close_quarters.characters.shields import SHIELD_COMMANDS
from vedette.games.close_quarters.characters.trade import REPAIRING_COMMANDS, TRADE_COMMANDS
from vedette.games.close_quarters.state import Fight

CHARACTER_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    **CREATING_COMMANDS,
    **CHECKING_COMMANDS,
    **SNEAKING_COMMANDS,
    **EXPERIENCE_COMMANDS,
    **TRAINING_COMMANDS,
    **HEALING_COMMANDS,
    **WAKING_COMMANDS,
    **TRADE_COMMANDS,
    **REPAIRING_COMMANDS,
    **EQUIPPING_COMMANDS,
    **SHIELD_COMMANDS,
    **SCENARIO_COMMANDS,
    **COLLECTING_COMMANDS,
    **CAREER_COMMANDS,
}
"""All commands of the characters half by name."""
