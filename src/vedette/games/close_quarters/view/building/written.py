"""A character as a file has him: read with every fault, and written as the beginning of his own file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from vedette.engine.errors import DataError
from vedette.engine.plain import plain
from vedette.games.close_quarters.new_game import build
from vedette.games.close_quarters.setup import BuildData, WeaponData
from vedette.games.close_quarters.sound import character_faults
from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.tables import RULESET_ID
from vedette.games.close_quarters.view.building.yard import HERO, HOME, alone
from vedette.games.close_quarters.weapon import Weapon
from vedette.kit.schema import read_setup
from vedette.view.builder import Beginning

ABOUT = ("id", "ruleset", "text")
"""What a file may say beside the character."""


def begun() -> Character:
    """A new character, of whom nothing is decided yet."""
    return Character("New character", HOME)


def read(row: Mapping[str, Any]) -> Character:
    """A beginner as a file has him; raises DataError with everything that makes no sense."""
    given = {key: value for key, value in row.items() if key not in ABOUT}
    found = list(_misread(given))
    if found:
        raise DataError(found)
    data = read_setup(BuildData, given)
    if data.species == "human" and data.bought:
        found.append("bought: a new human has bought no skills yet")
    one = build(data, data.name or begun().name, HOME)
    found += character_faults(alone(one), HERO)
    if found:
        raise DataError(found)
    return one


def _misread(given: Mapping[str, Any]) -> Iterator[str]:
    """What can't be read; where that is single fields, also what doesn't fit together in the others."""
    try:
        read_setup(BuildData, given)
    except DataError as error:
        yield from error.faults
        wrong = {fault.partition(":")[0].partition(".")[0] for fault in error.faults}
        others = {key: value for key, value in given.items() if key not in wrong}
        if len(others) < len(given):
            yield from _misread(others)


def beginning(one: Character, file: str) -> Beginning:
    """His file's set-up, and the command that makes him (CQ-CHR-17)."""
    id = re.sub(r"[^a-z0-9]+", "-", file.lower()).strip("-")[:40].strip("-")
    setup = {"ruleset": RULESET_ID, "title": one.name, "sides": [{"id": HOME, "name": "Home"}]}
    id = HERO if id in ("", HOME) else id
    return Beginning(setup, {"do": "create", "by": HOME, "id": id, "character": _as_built(one)})


def _as_built(one: Character) -> dict[str, Any]:
    """What he is made of, without what goes without saying."""
    usual = plain(Character("", HOME))
    told = plain(one)
    made = {key: told[key] for key in BuildData.model_fields if told[key] != usual[key]}
    return {**made, **({"weapons": [_weapon(weapon) for weapon in one.weapons]} if one.weapons else {})}


def _weapon(weapon: Weapon) -> dict[str, Any]:
    usual, told = plain(Weapon("", "")), plain(weapon)
    always = ("id", "type", "ammo", "grip")
    return {key: told[key] for key in WeaponData.model_fields if key in always or told[key] != usual[key]}
