"""Setting tracked values by hand: which may be set, what they may be, and what no battle can be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from vedette.engine.errors import CommandError
from vedette.engine.patch import put
from vedette.engine.record import replace
from vedette.games.napoleonic.state import Battle, Unit
from vedette.games.napoleonic.tables import formations, plays
from vedette.games.napoleonic.units import group_id, lives_max, profile
from vedette.kit.tracked import must_be_tracked, untracked

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
        raise CommandError(f"{formations()[troop.formation].name} is not a formation of {arm}.")


# --- what no battle can be, whoever set it: checked after every entry, on the battle as plain data


def impossible(start: Battle, data: Any) -> Iterator[str]:
    """One sentence for each thing that can't be."""
    units = data["units"]
    for name in start.book.units:
        if name not in units:
            yield f"{name}: gone without a trace"
    for name, unit in units.items():
        if not unit["group"]:
            if unit["mother"] or name not in start.book.units:
                yield f"{name}: neither a Unit nor a group of one"
        elif unit["mother"] not in start.book.units or not _is_group_of(unit["mother"], name):
            yield f"{name}: not a group of a Unit"


def _is_group_of(mother: str, name: str) -> bool:
    number = name.removeprefix(group_id(mother, 0)[:-1])
    return number.isascii() and number.isdecimal() and len(number) < 4
