"""The special rules of a unit, each with the battle as it would be without it: what decided an attack is found that way."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.record import replace
from vedette.games.open_fire.profiles import Special, UnitProfile
from vedette.games.open_fire.state import Battle


def traits(battle: Battle, unit: str) -> Mapping[str, Battle]:
    """The special rules of its models and weapons."""
    profile = battle.book.units[unit]
    special = [model.special for model in profile.models] + [arm.special for arm in profile.weapons.values()]
    found = {}
    for name in dict.fromkeys(name for one in special for name in one.values):
        units = {**battle.book.units, unit: _without(profile, name)}
        found[name.title()] = replace(battle, book=replace(battle.book, units=units))
    return found


def _without(profile: UnitProfile, name: str) -> UnitProfile:
    models = tuple(replace(model, special=_less(model.special, name)) for model in profile.models)
    weapons = {id: replace(arm, special=_less(arm.special, name)) for id, arm in profile.weapons.items()}
    return replace(profile, models=models, weapons=weapons)


def _less(special: Special, name: str) -> Special:
    return replace(special, values={one: x for one, x in special.values.items() if one != name})
