"""What no battle can be, whoever set it: checked after every entry, on the battle as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vedette.games.open_fire.profiles import UnitProfile
from vedette.games.open_fire.state import Battle


def impossible(start: Battle, data: Any) -> Iterator[str]:
    """One sentence for each thing that can't be."""
    if data["phase"] == "over" and not data["outcome"]:
        yield "a battle that is over was won, or is a draw"
    if data["free_attacks"] and not (data["left_by"] or data["activation"]["unit"]):
        yield "free attacks are made on a unit that leaves, and none does"
    if not start.book.mission.entry_points.keys() >= set(data["placed"]):
        yield "only entry points of the mission are placed"
    if data["units"].keys() != start.units.keys():
        yield "no unit comes into a battle, and none goes without a trace"
        return
    for name, profile in start.book.units.items():
        yield from _unit(name, profile, data["units"][name])


def _unit(name: str, profile: UnitProfile, unit: Any) -> Iterator[str]:
    models = unit["models"]
    if len(models) != len(profile.models):
        yield f"{name}: {len(profile.models)} models, dead ones too"
    elif not 0 <= unit["leader"] < len(models):
        yield f"{name}: no model {unit['leader']}"
    for model in models:
        if model["used"] and not profile.weapons.keys() >= set(model["used"]):
            yield f"{name}: no such weapon"
