"""The values of a game by path: as cases and `vedette state` see them, derived ones included, and set by hand."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from msgspec.structs import replace

from vedette.engine.errors import CommandError
from vedette.engine.patch import put
from vedette.engine.plain import to_plain
from vedette.games.napoleonic.phases import events_due, pending
from vedette.games.napoleonic.state import Battle, Unit
from vedette.games.napoleonic.tables import RULESET_ID, formations, plays
from vedette.games.napoleonic.units import (
    Parts,
    group_id,
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
from vedette.kit.tracked import must_be_tracked, untracked


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


# --- setting tracked values by hand: which may be set, what they may be, and what no battle can be

TRACKED_PATHS = re.compile(
    r"""
    round | phase | exchange
    | sides\.[a-z0-9-]+\.fire_ended
    | units\.([a-z0-9-]+)\.(\w+)
    """,
    re.VERBOSE,
)

_OF_ALL = {"status", "lives", "hits", "hits_coming", "ones_coming"}
_OF_A_GROUP = {*_OF_ALL, "fired"}
_OF_A_UNIT = {*_OF_ALL, "drum", "flag", "ammo", "formation", "shots_fired", "side_shot_used", "gun_fired"}
_OF_AN_ARM = {"infantry": {"regimental_gun"}, "cavalry": {"carbines"}, "artillery": set[str]()}

MOST = 1000
"""No number of the table is larger."""


def adjusted(battle: Battle, path: str, value: Any) -> Battle:
    """The battle with a value set; derived numbers follow, nothing else does. Raises CommandError."""
    unit, name = must_be_tracked(TRACKED_PATHS, path).groups()
    if unit is not None and (unit not in battle.units or name not in _values(battle, unit)):
        raise untracked(path)
    if isinstance(value, int) and not isinstance(value, bool) and not 0 <= value <= MOST:
        raise CommandError(f"{path} is 0 to {MOST}, not {value}.")
    battle = put(battle, path, value)
    if unit is not None and name == "ones_coming" and plays(battle, "ones_of_different_shooters", "apart"):
        return _without_ones(battle, unit)
    if unit is not None:
        _possible(battle, unit, battle.units[unit])
    return battle


def _without_ones(battle: Battle, unit: str) -> Battle:
    """1s that belong to whoever threw them can only be taken away (decision 2)."""
    if battle.units[unit].ones_coming:
        raise CommandError("Here a 1 belongs to whoever threw it: 1s can only be set to 0.")
    return replace(battle, ones=tuple(single for single in battle.ones if single.at != (unit,)))


def _values(battle: Battle, unit: str) -> set[str]:
    """The values of a Unit or a group that may be set."""
    if battle.units[unit].group:
        return _OF_A_GROUP
    return _OF_A_UNIT | _OF_AN_ARM[profile(battle, unit).arm]


def _possible(battle: Battle, unit: str, troop: Unit) -> None:
    """Raise CommandError where a Unit or a group has a value that it cannot have."""
    most, arm = lives_max(battle, unit), profile(battle, unit).arm
    if troop.lives > most:
        raise CommandError(f"{troop.name}: 0 to {most} lives, not {troop.lives}.")
    if troop.ones_coming > 1:
        raise CommandError("Two 1s are a pair: a single one waits, or none.")
    if troop.status == "recalled" and not troop.group:
        raise CommandError(f"{troop.name}: not a group, so on the table or lost.")
    if not troop.group and (arm == "artillery" if troop.formation else arm != "artillery"):
        raise CommandError("Every Unit has a formation, artillery has none.")
    if troop.formation and arm not in formations()[troop.formation].arms:
        raise CommandError(f"{formations()[troop.formation].name.capitalize()} is not a formation of {arm}.")


# --- what no battle can be, whoever set it: checked after every entry


def impossible(start: Battle, battle: Battle, units: Collection[str]) -> Iterator[str]:
    """One sentence for each thing that can't be; of units it is asked of those that have changed."""
    for name in start.book.units:
        if name not in battle.units:
            yield f"{name}: gone without a trace"
    for name in units:
        unit = battle.units[name]
        if not unit.group:
            if unit.mother or name not in start.book.units:
                yield f"{name}: neither a Unit nor a group of one"
        elif unit.mother not in start.book.units or not _is_group_of(unit.mother, name):
            yield f"{name}: not a group of a Unit"


def _is_group_of(mother: str, name: str) -> bool:
    number = name.removeprefix(group_id(mother, 0)[:-1])
    return number.isascii() and number.isdecimal() and len(number) < 4
