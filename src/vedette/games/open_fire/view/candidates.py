"""Who may be named in a form: targets, neighbours, contacts."""

from __future__ import annotations

from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.units import has


def enemies_on_table(battle: Battle, unit: str) -> list[str]:
    """Enemy units that may be attacked or touched."""
    return [
        name
        for name, other_unit in battle.units.items()
        if other_unit.on_table and battle.enemies(unit, name)
    ]


def near_candidates(battle: Battle, unit: str, *, attacking: bool = False) -> list[str]:
    """Units whose rules would matter within 6 inches: Fear (not when attacking), Inspiring Presence."""
    return [
        name
        for name, other_unit in battle.units.items()
        if name != unit
        and other_unit.on_table
        and name not in battle.units[unit].contacts
        and _matters(battle, unit, name, attacking=attacking)
    ]


def _matters(battle: Battle, unit: str, other: str, *, attacking: bool) -> bool:
    inspiring = not battle.enemies(unit, other) and has(battle, other, "Inspiring Presence")
    return inspiring or (not attacking and has(battle, other, "Fear"))
