"""The values of a game by path: as cases and `vedette state` see them, derived ones included, and set by hand."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from msgspec.structs import replace

from vedette.engine.data import Table
from vedette.engine.errors import CommandError
from vedette.engine.patch import put
from vedette.engine.plain import to_plain
from vedette.games.napoleonic import units
from vedette.games.napoleonic.marks import OF_AN_ARM
from vedette.games.napoleonic.phases import SETTLE, events_due
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import RULESET_ID, formations, plays
from vedette.games.napoleonic.units import lives_max, profile
from vedette.kit.tracked import must_be_tracked, untracked


def paths(battle: Battle) -> Table:
    due = events_due(battle)
    waits = {"active": "", "pending": SETTLE if due else "", "events_due": due}
    told = {name: _told(battle, name) for name in units.in_order(battle)}
    return {"ruleset": RULESET_ID, **to_plain(battle), **waits, "units": told}


def _told(battle: Battle, name: str) -> Table:
    unit, own = battle.units[name], profile(battle, name)
    tracked = {
        "name": unit.name, "side": unit.side, "arm": own.arm, "group": unit.group, "mother": unit.mother,
        "status": unit.status, "fire": own.fire, "lives": unit.lives, "lives_max": lives_max(battle, name),
        "hits": unit.hits, "hits_coming": unit.hits_coming, "ones_coming": unit.ones_coming,
        "carbines": units.has_carbines(battle, name),
    }  # fmt: skip
    if unit.group:
        return {
            **tracked,
            "fired": unit.fired,
            "score_modifier": int(units.score_modifier(battle, name).value),
        }
    skirmishers, shots = units.skirmisher_parts(battle, name), units.shot_parts(battle, name)
    out = units.groups_of(battle, name)
    return {
        **tracked,
        "class": own.rank, "type": own.type, "drill": own.drill, "experience": own.experience,
        "drum": unit.drum, "flag": unit.flag, "regimental_gun": unit.regimental_gun, "ammo": unit.ammo,
        "formation": unit.formation,
        "skirmishers_max": own.fire if units.is_infantry(battle, name) else 0,  # NA-3.3.1.1.1
        "skirmishers_parts": {id: int(part.value) for id, part in skirmishers.items()},
        "skirmishers": units.skirmishers(battle, name),
        "shots_parts": {id: int(part.value) for id, part in shots.items()},
        "shots_limit": units.shots_limit(battle, name),
        "shots_available": units.shots_available(battle, name),
        "shots_fired": unit.shots_fired,
        "shots_left": units.shots_left(battle, name),
        "side_shot_used": unit.side_shot_used, "gun_fired": unit.gun_fired,
        "groups_max": units.groups_limit(battle, name), "groups_out": len(out), "groups": out,
    }  # fmt: skip


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

MOST = 1000
"""No number of the table is larger."""


def adjusted(battle: Battle, path: str, value: Any) -> Battle:
    """The battle with a value set; derived numbers follow, nothing else does. Raises CommandError."""
    name, key = must_be_tracked(TRACKED_PATHS, path).groups()
    if name is not None:
        unit = battle.units.get(name)
        if unit is None:
            raise untracked(path)
        ours = not unit.group and OF_AN_ARM.get(key) == profile(battle, name).arm
        if key not in (_OF_A_GROUP if unit.group else _OF_A_UNIT) and not ours:
            raise untracked(path)
    if isinstance(value, int) and not isinstance(value, bool) and not 0 <= value <= MOST:
        raise CommandError(f"{path} is 0 to {MOST}, not {value}.")
    battle = put(battle, path, value)
    if name is None:
        return battle
    unit = battle.units[name]
    if key == "ones_coming" and plays(battle, "ones_of_different_shooters", "apart"):
        if unit.ones_coming:  # decision 2
            raise CommandError("Here a 1 belongs to whoever threw it: 1s can only be set to 0.")
        return replace(battle, ones=tuple(single for single in battle.ones if single.at != (name,)))
    most, arm = lives_max(battle, name), profile(battle, name).arm
    if unit.lives > most:
        raise CommandError(f"{unit.name}: 0 to {most} lives, not {unit.lives}.")
    if unit.ones_coming > 1:
        raise CommandError("Two 1s are a pair: a single one waits, or none.")
    if unit.status == "recalled" and not unit.group:
        raise CommandError(f"{unit.name}: not a group, so on the table or lost.")
    if not unit.group and (arm == "artillery" if unit.formation else arm != "artillery"):
        raise CommandError("Every Unit has a formation, artillery has none.")
    if unit.formation and arm not in formations()[unit.formation].arms:
        raise CommandError(f"{formations()[unit.formation].name.capitalize()} is not a formation of {arm}.")
    return battle


# --- what no battle can be, whoever set it: checked after every entry


def impossible(start: Battle, battle: Battle, changed: Collection[str]) -> Iterator[str]:
    """One sentence for each thing that can't be; of units it is asked of those that have changed."""
    for name in start.book.units:
        if name not in battle.units:
            yield f"{name}: gone without a trace"
    for name in changed:
        unit = battle.units[name]
        if not unit.group:
            if unit.mother or name not in start.book.units:
                yield f"{name}: neither a Unit nor a group of one"
        else:
            number = name.removeprefix(units.group_id(unit.mother, 0)[:-1])
            numbered = number.isascii() and number.isdecimal() and len(number) < 4
            if unit.mother not in start.book.units or not numbered:
                yield f"{name}: not a group of a Unit"
