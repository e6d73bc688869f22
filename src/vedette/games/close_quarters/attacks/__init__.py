"""Attacks: rolls to hit, misses, shooting, throwing, striking, guarding and watching (sections 6.4, 8, 9, 12)."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.commands import CommandSpec
from vedette.games.close_quarters.attacks.flaming import FLAMING_COMMANDS, SWEEPING_FIRE_COMMANDS
from vedette.games.close_quarters.attacks.grenades import GRENADE_COMMANDS
from vedette.games.close_quarters.attacks.guarding import DRAWING_COMMANDS, GUARDING_COMMANDS
from vedette.games.close_quarters.attacks.melee import MELEE_COMMANDS, STAFF_COMMANDS, SWEEPING_COMMANDS
from vedette.games.close_quarters.attacks.opportunity import OPPORTUNITY_COMMANDS, WATCHING_COMMANDS
from vedette.games.close_quarters.state import Fight

ATTACK_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    **DRAWING_COMMANDS,
    **SWEEPING_FIRE_COMMANDS,
    **MELEE_COMMANDS,
    **SWEEPING_COMMANDS,
    **STAFF_COMMANDS,
    **GRENADE_COMMANDS,
    **FLAMING_COMMANDS,
    **GUARDING_COMMANDS,
    **WATCHING_COMMANDS,
    **OPPORTUNITY_COMMANDS,
}
"""All commands of attacks by name."""
