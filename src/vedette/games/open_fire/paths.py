"""The values of a game by path: as cases and `vedette state` see them, derived ones included, and set by hand."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.data import Table
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.plain import WhenAsked, to_plain
from vedette.games.open_fire.sequence import active_side, pending
from vedette.games.open_fire.state import Battle, Unit
from vedette.games.open_fire.tables import RULESET_ID, number
from vedette.games.open_fire.units import (
    aboard,
    damaged_vehicle,
    hurt,
    known,
    profile,
    with_contacts,
    wounded,
)
from vedette.kit.tracked import all_there, put_tracked


def paths(battle: Battle) -> Table:
    told = to_plain(replace(battle, units={}))
    for name in ("units", "turn_ended", "left_by"):
        del told[name]
    del told["activation"]["over"]
    units = WhenAsked(battle.units, lambda name: _unit(battle, name, battle.units[name]))
    acting = {"active": active_side(battle), "pending": pending(battle)}
    return {"ruleset": RULESET_ID, **told, **acting, "units": units}


def _unit(battle: Battle, name: str, unit: Unit) -> Table:
    own, models = profile(battle, name).models, []
    for n, model in enumerate(unit.models):
        harm = {
            "hurt": hurt(battle, name, n),
            "wounded": wounded(battle, name, n),
            "damaged_vehicle": damaged_vehicle(battle, name, n),
        }
        models.append({"hp": model.hp, "max_hp": own[n].hp, "used": list(model.used), **harm})
    derived = {"destroyed": unit.destroyed, "hp": unit.hp, "models_left": len(unit.living)}
    return {**to_plain(unit), **derived, "models": models}


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
        case ["objectives", objective, "status"] if value != "secured":
            changed = changed.with_objective(objective, secured_by="", unit="", round=0)
        case ["outcome"] if value:
            changed = replace(changed, phase="over")
        case ["units", unit, "contacts"]:
            contacts = changed.units[unit].contacts
            for one in (unit, *contacts) if contacts else ():
                if not known(battle, one).on_table:
                    raise ForbiddenError(f"{battle.units[one].name}: not on the table.")
            changed = with_contacts(replace(changed, units=battle.units), unit, contacts)
        case ["units", unit, "models", _, "hp"]:
            troop = changed.units[unit]
            if troop.living and troop.leader not in troop.living:  # a dead leader is replaced
                changed = changed.with_unit(unit, leader=troop.living[0])
        case ["units", unit, "embarked_in"]:
            # Aboard or taken out, it waits in no wreck; aboard, it is in reserve and in contact no more.
            transport = changed.units[unit].embarked_in
            waiting = tuple(name for name in battle.must_disembark if name != unit)
            changed = aboard(replace(battle, must_disembark=waiting), unit, transport)
            if transport:
                changed = with_contacts(changed, unit, ()).with_unit(unit, in_reserve=False)
        case ["units", unit, "in_reserve"] if changed.units[unit].in_reserve:
            changed = with_contacts(aboard(battle, unit, ""), unit, ()).with_unit(unit, in_reserve=True)
    return consistent(changed)


def consistent(battle: Battle) -> Battle:
    """The battle itself; raises CommandError where it names somebody who does not exist, or has a unit as it can't be."""
    all_there(battle)
    for unit, troop in battle.units.items():
        if unit in battle.must_disembark and not troop.embarked_in:
            raise CommandError(f"{unit}: not aboard a transport, and in no wreck.")
        if unit == troop.embarked_in:
            raise CommandError(f"{unit} cannot be aboard itself.")
        for other in troop.contacts:
            if not battle.enemies(unit, other):
                raise CommandError(f"{other} is not an enemy of {unit}.")
        if not 0 <= troop.leader < len(troop.models) or (troop.living and troop.leader not in troop.living):
            raise CommandError(f"{unit}: no living model {troop.leader}.")
        for n, (model, own) in enumerate(zip(troop.models, battle.book.units[unit].models, strict=True)):
            if not 0 <= model.hp <= own.hp:
                raise CommandError(f"Model {n} of {unit} has 0 to {own.hp} hit points.")
    return battle
