"""The state as cases and `vedette state` see it: tracked and derived values by path (section 5)."""

from __future__ import annotations

from typing import Any

from vedette.engine.plain import to_plain
from vedette.games.company.groups import bloodied, points, points_lost, profile
from vedette.games.company.phase_check import pending
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import RULESET_ID

_INTERNAL = ("captain_near",)


def paths(game: Skirmish) -> dict[str, Any]:
    """All paths of a game as plain data."""
    told = to_plain(game)
    return {
        "ruleset": RULESET_ID,
        **told,
        "round": game.round,
        "pending": pending(game),
        "sides": {name: {**side, **_points(game, name)} for name, side in told["sides"].items()},
        "units": {name: _group(game, name, group) for name, group in told["units"].items()},
    }


def _points(game: Skirmish, side: str) -> dict[str, int]:
    return {"points": points(game, side), "points_lost": points_lost(game, side)}


def _group(game: Skirmish, name: str, group: dict[str, Any]) -> dict[str, Any]:
    """A Group: the profile as printed, what is tracked, and what follows from it."""
    printed = {key: value for key, value in to_plain(profile(game, name)).items() if value is not None}
    tracked = {key: value for key, value in group.items() if key not in _INTERNAL}
    return {**printed, **tracked, "bloodied": bloodied(game, name)}
