"""The data of Open Fire: profiles, armies and missions that a game file may name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from vedette.engine import library
from vedette.engine.commands import shown
from vedette.engine.errors import DataError
from vedette.engine.plain import data_error
from vedette.engine.ruleset import RuleText
from vedette.games.open_fire.tables import RULESET_ID


@cache
def rules() -> Mapping[str, RuleText]:
    """Every rule in our words, by id."""
    try:
        rows = TypeAdapter(list[RuleText]).validate_python(library.table(RULESET_ID, "rules"))
    except ValidationError as error:
        raise data_error(error, "rules.toml") from error
    return {rule.id: rule for rule in rows}


def resolve(setup: Mapping[str, Any]) -> dict[str, Any]:
    """A set-up with its army, profiles, weapons, abilities and mission written out; raises DataError."""
    resolved = dict(setup)
    faults: list[str] = []
    if isinstance(setup.get("mission"), str):
        resolved["mission"] = _find("missions", setup["mission"], faults, "mission")
    sides = setup.get("sides")
    if isinstance(sides, list):
        resolved["sides"] = [
            _side(side, faults, f"sides.{n}") if isinstance(side, Mapping) else side
            for n, side in enumerate(sides)
        ]
    if faults:
        raise DataError(faults)
    return resolved


def _side(side: Mapping[str, Any], faults: list[str], where: str) -> dict[str, Any]:
    resolved = dict(side)
    army = resolved.pop("army", None)
    if isinstance(army, str):
        army = _find("armies", army, faults, where)
    if isinstance(army, Mapping):
        resolved = {"name": army.get("name", ""), "units": army.get("units", []), **resolved}
    units = resolved.get("units")
    if isinstance(units, list):
        resolved["units"] = [
            resolve_unit(unit, faults, f"{where}.units.{n}") if isinstance(unit, Mapping) else unit
            for n, unit in enumerate(units)
        ]
    return resolved


def resolve_unit(unit: Mapping[str, Any], faults: list[str], where: str) -> dict[str, Any]:
    """A unit with its profile, weapons and abilities written out; faults are added, with the path of the unit."""
    resolved = dict(unit)
    if "profile" in resolved:
        profile = _find("profiles", resolved.pop("profile"), faults, where)
        resolved = {**{key: value for key, value in profile.items() if key not in ("id", "text")}, **resolved}
    for table, key in (("weapons", "weapons"), ("abilities", "abilities")):
        if isinstance(resolved.get(key), list):
            resolved[key] = [
                _find(table, one, faults, where) if isinstance(one, str) else one for one in resolved[key]
            ]
    return resolved


def _find(table: str, name: Any, faults: list[str], where: str) -> dict[str, Any]:
    for row in library.table(RULESET_ID, table):
        if row.get("id") == name:
            return row
    faults.append(f"{where}: there is no {shown(name)} among the {table}")
    return {}
