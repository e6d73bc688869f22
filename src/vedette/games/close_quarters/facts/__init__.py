"""What happens in this game, each with its sentence: one module for each area."""

from vedette.games.close_quarters.facts import (
    attacks,
    characters,
    close,
    damage,
    equipment,
    fire,
    moving,
    protection,
    sealing,
    space,
    turn,
    watching,
)

AREAS = (
    attacks,
    characters,
    close,
    damage,
    equipment,
    fire,
    moving,
    protection,
    sealing,
    space,
    turn,
    watching,
)
"""All modules with facts."""
