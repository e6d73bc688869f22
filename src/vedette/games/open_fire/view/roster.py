"""Missions, units and armies in a line, for whoever sets a battle up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from vedette.games.open_fire.new_game import weapon_of
from vedette.games.open_fire.setup import UnitData, resolve_unit
from vedette.games.open_fire.tables import RULESET_ID, number, special_rules
from vedette.games.open_fire.view.weapons import weapon_line
from vedette.kit.setup_resolver import SetupResolver
from vedette.kit.words import count
from vedette.view.roster import Catalogue, Labels, Profile, read_roster
from vedette.view.vocabulary import Detail


def roster() -> Catalogue:
    """Everything in the data of Open Fire, and of the players."""
    return read_roster(RULESET_ID, Labels(_mission, _unit, _army, _profile))


def _mission(row: Mapping[str, Any]) -> str:
    objectives = row.get("objectives")
    goals = len(objectives) if isinstance(objectives, list) else 0
    return f"{count(row.get('rounds', number('rounds')), 'round')}, {count(goals, 'objective')}"


def _unit(row: Mapping[str, Any]) -> str:
    """Models, attributes and special rules; attributes of the leader where models differ."""
    unit = _read(row)
    if unit is None:
        return "not complete"
    stats = " ".join(f"{name} {value}" for name, value in _stats(unit))
    special = ", ".join(unit.special_of(unit.each[unit.leader]).written)
    return " · ".join(part for part in (count(len(unit.each), "model"), stats, special) if part)


def _stats(unit: UnitData) -> tuple[tuple[str, str], ...]:
    """Attributes, of the leader where models differ, and the hit points of all of them."""
    first = unit.each[unit.leader]
    mov, skl, def_, cmd = (
        getattr(unit, name) if getattr(first, name) is None else getattr(first, name)
        for name in ("mov", "skl", "def_", "cmd")
    )
    rate = f"{mov[0]:g}-{mov[1]:g}" if isinstance(mov, tuple) else f"{mov:g}"
    return (
        ("MOV", rate),
        ("SKL", str(skl)),
        ("DEF", str(def_)),
        ("CMD", str(cmd)),
        ("HP", f"{_hit_points(unit)}"),
    )


def _profile(row: Mapping[str, Any]) -> Profile:
    """Attributes, weapons, special rules and abilities."""
    unit = _read(row)
    if unit is None:
        return Profile()
    weapons = [weapon_of(data) for data in unit.weapons]
    known = special_rules()
    details = [Detail(weapon.name, weapon_line(weapon), kind="weapon") for weapon in weapons]
    details += [
        Detail(name, str(known.get(rule, {}).get("text", "")))
        for name in unit.special_of(unit.each[unit.leader]).written
        for rule in (name.partition("(")[0].strip().lower(),)
    ]
    details += [Detail(ability.name, ability.text, kind="ability") for ability in unit.abilities]
    return Profile(len(unit.each), _stats(unit), tuple(details))


def _army(units: Sequence[Mapping[str, Any]]) -> str:
    known = [unit for unit in map(_read, units) if unit is not None]
    models = sum(len(unit.each) for unit in known)
    points = sum(map(_hit_points, known))
    return f"{count(len(units), 'unit')}, {count(models, 'model')}, {points} HP"


def _read(row: Mapping[str, Any]) -> UnitData | None:
    """A unit or a profile written out; None where something is wrong with it."""
    words = {key: value for key, value in row.items() if key not in ("text", "expansions")}
    try:
        return UnitData.model_validate(resolve_unit({"id": "unit", **words}, SetupResolver(RULESET_ID), ""))
    except ValidationError:
        return None


def _hit_points(unit: UnitData) -> int:
    return sum(model.hp or unit.hp or 0 for model in unit.each)
