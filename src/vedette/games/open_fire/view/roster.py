"""Missions, units and armies in a line, for whoever sets a battle up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from vedette.games.open_fire.library import resolve_unit
from vedette.games.open_fire.setup import UnitData
from vedette.games.open_fire.tables import RULESET_ID, number
from vedette.kit.setup_resolver import SetupResolver
from vedette.kit.words import count
from vedette.view.roster import Catalogue, Labels, read_roster


def roster() -> Catalogue:
    """Everything in the data of Open Fire, and of the players."""
    return read_roster(RULESET_ID, Labels(_mission, _unit, _army))


def _mission(row: Mapping[str, Any]) -> str:
    objectives = row.get("objectives")
    goals = len(objectives) if isinstance(objectives, list) else 0
    return f"{count(row.get('rounds', number('rounds')), 'round')}, {count(goals, 'objective')}"


def _unit(row: Mapping[str, Any]) -> str:
    """Models, attributes and special rules; attributes of the leader where models differ."""
    unit = _read(row)
    if unit is None:
        return "not complete"
    first = unit.each[unit.leader]
    mov, skl, def_, cmd = (
        getattr(unit, name) if getattr(first, name) is None else getattr(first, name)
        for name in ("mov", "skl", "def_", "cmd")
    )
    rate = f"{mov[0]:g}-{mov[1]:g}" if isinstance(mov, tuple) else f"{mov:g}"
    stats = f"MOV {rate} SKL {skl} DEF {def_} CMD {cmd} HP {_hit_points(unit)}"
    special = ", ".join(unit.special_of(first).written)
    return " · ".join(part for part in (count(len(unit.each), "model"), stats, special) if part)


def _army(units: Sequence[Mapping[str, Any]]) -> str:
    known = [unit for unit in map(_read, units) if unit is not None]
    models = sum(len(unit.each) for unit in known)
    points = sum(map(_hit_points, known))
    return f"{count(len(units), 'unit')}, {count(models, 'model')}, {points} HP"


def _read(row: Mapping[str, Any]) -> UnitData | None:
    """A unit or a profile written out; None where something is wrong with it."""
    words = {key: value for key, value in row.items() if key != "text"}
    try:
        return UnitData.model_validate(resolve_unit({"id": "unit", **words}, SetupResolver(RULESET_ID), ""))
    except ValidationError:
        return None


def _hit_points(unit: UnitData) -> int:
    return sum(model.hp or unit.hp or 0 for model in unit.each)
