"""The state as cases and `vedette state` see it: tracked and derived values by path (section 5)."""

from __future__ import annotations

from typing import Any

from vedette.engine.plain import to_plain
from vedette.games.open_fire.sequence import active_side, pending
from vedette.games.open_fire.state import Battle, Unit
from vedette.games.open_fire.tables import RULESET_ID
from vedette.games.open_fire.units import damaged_vehicle, hurt, profile, wounded

_INTERNAL = ("units", "turn_ended", "left_by")


def paths(battle: Battle) -> dict[str, Any]:
    """All paths of a battle as plain data."""
    told = to_plain(battle)
    for name in _INTERNAL:
        del told[name]
    del told["activation"]["over"]
    units = {name: _unit(battle, name, unit) for name, unit in battle.units.items()}
    acting = {"active": active_side(battle), "pending": pending(battle)}
    return {"ruleset": RULESET_ID, **told, **acting, "units": units}


def _unit(battle: Battle, name: str, unit: Unit) -> dict[str, Any]:
    models = [_model(battle, name, n) for n in range(len(unit.models))]
    derived = {"destroyed": unit.destroyed, "hp": unit.hp, "models_left": len(unit.living)}
    return {**to_plain(unit), **derived, "models": models}


def _model(battle: Battle, unit: str, n: int) -> dict[str, Any]:
    model = battle.units[unit].models[n]
    return {
        "hp": model.hp,
        "max_hp": profile(battle, unit).models[n].hp,
        "used": list(model.used),
        "hurt": hurt(battle, unit, n),
        "wounded": wounded(battle, unit, n),
        "damaged_vehicle": damaged_vehicle(battle, unit, n),
    }
