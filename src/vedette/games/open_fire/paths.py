"""The values of a game by path: as cases and `vedette state` see them, derived ones included, and set by hand."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.commands import shown
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.plain import WhenAsked, to_plain
from vedette.games.open_fire.sequence import active_side, pending
from vedette.games.open_fire.state import Battle, Unit
from vedette.games.open_fire.tables import RULESET_ID, number
from vedette.games.open_fire.units import aboard, damaged_vehicle, hurt, profile, with_contacts, wounded
from vedette.kit.tracked import put_tracked

_INTERNAL = ("units", "turn_ended", "left_by")


def paths(battle: Battle) -> dict[str, Any]:
    """All paths of a battle as plain data."""
    told = to_plain(replace(battle, units={}))
    for name in _INTERNAL:
        del told[name]
    del told["activation"]["over"]
    units = WhenAsked(battle.units, lambda name: _unit(battle, name, battle.units[name]))
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


# --- setting tracked values by hand: which may be set, and what goes with them (4.18)

TRACKED_PATHS = re.compile(
    r"""
    placed | round | phase | turn | outcome | initiative | last_roll_off | free_attacks | must_disembark | last_attack
    | activation\.(unit|stage|ability|rear_of|moved|advanced|disembarked|inches)
    | last_attack\.\d+\.\w+
    | sides\.[a-z0-9-]+\.(name|vp|passed)
    | units\.[a-z0-9-]+\.(name|leader|stress|activated|took_damage|has_moved|contacts|in_reserve|embarked_in)
    | units\.[a-z0-9-]+\.models\.\d+\.(hp|used)
    | objectives\.[a-z0-9-]+\.(status|secured_by|unit|round)
    """,
    re.VERBOSE,
)

STRESS_LIMIT = "OF-STR-3"

NAME_LIMIT = 80
"""Characters of a name."""


def stress_refused(battle: Battle, path: str, value: Any) -> Refusal | None:
    """OF-STR-3: a unit never has more than 3 stress."""
    limit = number("stress_limit")
    if path.endswith(".stress") and not 0 <= value <= limit:
        return Refusal(STRESS_LIMIT, f"A unit has 0 to {limit} stress, not {value}.")
    return None


def adjusted(battle: Battle, path: str, value: Any) -> Battle:
    """The battle with a value set, and with what goes with it; raises CommandError.

    Nothing that is adjusted counts as damage taken.
    """
    if path.endswith(".name") and isinstance(value, str):
        value = value.strip()
    changed = put_tracked(TRACKED_PATHS, battle, path, value)
    match path.split("."):
        case [("sides" | "units"), _, "name"] if not 0 < len(value) <= NAME_LIMIT:
            raise CommandError(f"A name has 1 to {NAME_LIMIT} characters.")
        case ["round"] | ["activation", "inches"] if value < 0:
            raise CommandError(f"{path} is never below 0.")
        case ["units", unit, *field]:
            changed = _unit_adjusted(battle, changed, unit, field)
        case ["objectives", objective, "status"] if value != "secured":
            changed = changed.with_objective(objective, secured_by="", unit="", round=0)
        case ["outcome"] if value:
            changed = replace(changed, phase="over")
    return consistent(changed)


def consistent(battle: Battle) -> Battle:
    """The battle itself; raises CommandError where it names somebody who does not exist."""
    sides, units = (*battle.sides, ""), (*battle.units, "")
    _known(sides, battle.turn, battle.initiative, battle.last_roll_off)
    _known((*sides, "draw"), battle.outcome)
    _known(tuple(battle.book.mission.entry_points), *battle.placed)
    _known(units, battle.activation.unit, battle.activation.rear_of)
    _known(tuple(battle.units), *battle.free_attacks, *battle.must_disembark)
    for objective in battle.objectives.values():
        _known(sides, objective.secured_by)
        _known(units, objective.unit)
    for unit, troop in battle.units.items():
        _unit_consistent(battle, unit, troop)
    return battle


def _unit_consistent(battle: Battle, unit: str, troop: Unit) -> None:
    _known((*battle.units, ""), troop.embarked_in)
    _known(tuple(battle.units), *troop.contacts)
    if unit in battle.must_disembark and not troop.embarked_in:
        raise CommandError(f"{unit}: not aboard a transport, and in no wreck.")
    if unit == troop.embarked_in:
        raise CommandError(f"{unit} cannot be aboard itself.")
    for other in troop.contacts:
        if not battle.enemies(unit, other):
            raise CommandError(f"{other} is not an enemy of {unit}.")
    if not 0 <= troop.leader < len(troop.models) or (troop.living and troop.leader not in troop.living):
        raise CommandError(f"{unit}: no living model {troop.leader}.")
    for n, model in enumerate(troop.models):
        full = battle.book.units[unit].models[n].hp
        if not 0 <= model.hp <= full:
            raise CommandError(f"Model {n} of {unit} has 0 to {full} hit points.")
        if set(model.used) - set(battle.book.units[unit].weapons):
            raise CommandError(f"{unit}: no such weapon.")


def _known(ids: tuple[str, ...], *named: str) -> None:
    for one in named:
        if one not in ids:
            raise CommandError(f"There is no {shown(one)} in this battle.")


def _unit_adjusted(before: Battle, battle: Battle, unit: str, field: list[str]) -> Battle:
    """What goes with a value of a unit."""
    match field:
        case ["contacts"]:
            _on_table(before, (unit, *battle.units[unit].contacts) if battle.units[unit].contacts else ())
            return with_contacts(replace(battle, units=before.units), unit, battle.units[unit].contacts)
        case ["models", _, "hp"]:
            return _leader_replaced(battle, unit)
        case ["embarked_in"]:
            return _put_aboard(before, battle, unit)
        case ["in_reserve"] if battle.units[unit].in_reserve:
            return with_contacts(aboard(before, unit, ""), unit, ()).with_unit(unit, in_reserve=True)
    return battle


def _on_table(battle: Battle, units: tuple[str, ...]) -> None:
    _known(tuple(battle.units), *units)
    for unit in units:
        if not battle.units[unit].on_table:
            raise ForbiddenError(f"{battle.units[unit].name}: not on the table.")


def _leader_replaced(battle: Battle, unit: str) -> Battle:
    """A dead leader is replaced by the first living model."""
    troop = battle.units[unit]
    if troop.living and troop.leader not in troop.living:
        return battle.with_unit(unit, leader=troop.living[0])
    return battle


def _put_aboard(before: Battle, battle: Battle, unit: str) -> Battle:
    """A unit put aboard or taken out: it is in reserve and in contact no more, nor waits in a wreck."""
    transport = battle.units[unit].embarked_in
    waiting = tuple(name for name in before.must_disembark if name != unit)
    changed = aboard(replace(before, must_disembark=waiting), unit, transport)
    if not transport:
        return changed
    return with_contacts(changed, unit, ()).with_unit(unit, in_reserve=False)
