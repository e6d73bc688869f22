"""The state as cases and `vedette state` see it: tracked and derived values by path."""

from __future__ import annotations

from typing import Any

from vedette.engine.plain import to_plain
from vedette.games.napoleonic.phases import events_due, pending
from vedette.games.napoleonic.state import Battle, Unit
from vedette.games.napoleonic.tables import RULESET_ID
from vedette.games.napoleonic.units import (
    Parts,
    groups_limit,
    groups_of,
    has_carbines,
    in_order,
    lives_max,
    profile,
    score_modifier,
    shot_parts,
    shots_available,
    shots_left,
    shots_limit,
    skirmisher_parts,
    skirmishers,
    skirmishers_max,
)


def paths(battle: Battle) -> dict[str, Any]:
    """All paths of a battle as plain data."""
    told = to_plain(battle)
    units = {name: _told(battle, name) for name in in_order(battle)}
    due = {"active": "", "pending": pending(battle), "events_due": events_due(battle)}
    return {"ruleset": RULESET_ID, **told, **due, "units": units}


def _told(battle: Battle, name: str) -> dict[str, Any]:
    unit, own = battle.units[name], profile(battle, name)
    tracked = {
        "name": unit.name, "side": unit.side, "arm": own.arm, "group": unit.group, "mother": unit.mother,
        "status": unit.status, "fire": own.fire, "lives": unit.lives, "lives_max": lives_max(battle, name),
        "hits": unit.hits, "hits_coming": unit.hits_coming, "ones_coming": unit.ones_coming,
        "carbines": has_carbines(battle, name),
    }  # fmt: skip
    return tracked | (_group(battle, name, unit) if unit.group else _unit(battle, name, unit))


def _group(battle: Battle, name: str, unit: Unit) -> dict[str, Any]:
    return {"fired": unit.fired, "score_modifier": int(score_modifier(battle, name).value)}


def _unit(battle: Battle, name: str, unit: Unit) -> dict[str, Any]:
    own, out = profile(battle, name), groups_of(battle, name)
    return {
        "class": own.rank, "type": own.type, "drill": own.drill, "experience": own.experience,
        "drum": unit.drum, "flag": unit.flag, "regimental_gun": unit.regimental_gun, "ammo": unit.ammo,
        "formation": unit.formation,
        "skirmishers_max": skirmishers_max(battle, name),
        "skirmishers_parts": _numbers(skirmisher_parts(battle, name)),
        "skirmishers": skirmishers(battle, name),
        "shots_parts": _numbers(shot_parts(battle, name)),
        "shots_limit": shots_limit(battle, name),
        "shots_available": shots_available(battle, name),
        "shots_fired": unit.shots_fired,
        "shots_left": shots_left(battle, name),
        "side_shot_used": unit.side_shot_used, "gun_fired": unit.gun_fired,
        "groups_max": groups_limit(battle, name), "groups_out": len(out), "groups": out,
    }  # fmt: skip


def _numbers(parts: Parts) -> dict[str, int]:
    return {name: int(part.value) for name, part in parts.items()}
