"""Units and brigades in a line, for whoever sets a battle up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from vedette.engine.record import replace
from vedette.games.napoleonic.setup import UnitData
from vedette.games.napoleonic.tables import RULESET_ID
from vedette.kit.setup_resolver import SetupResolver, with_profile
from vedette.kit.words import count
from vedette.view.roster import Catalogue, Labels, Profile, read_roster
from vedette.view.vocabulary import Detail

SIDES = (("fr", "French"), ("au", "Austrian"))
"""The ids and the usual names of the sides, as in the sample brigades."""


def roster() -> Catalogue:
    """Everything in the data of the game, and of the players."""
    return replace(read_roster(RULESET_ID, Labels(unit=_unit, army=_army, profile=_profile)), sides=SIDES)


def _unit(row: Mapping[str, Any]) -> str:
    """Class and arm, Type, Drill, Experience, and what else it has."""
    unit = _read(row)
    if unit is None:
        return "not complete"
    sort = unit.arm if unit.arm == "artillery" else f"{unit.rank} {unit.arm}"
    parts = [sort, f"Type {unit.type} Drill {unit.drill} Experience {unit.experience}"]
    parts += ["Regimental Gun"] if unit.regimental_gun else []
    parts += ["no carbines"] if unit.arm == "cavalry" and unit.carbines is False else []
    return " · ".join(parts)


def _profile(row: Mapping[str, Any]) -> Profile:
    """Type, Drill and Experience; class and arm, and what else it has."""
    unit = _read(row)
    if unit is None:
        return Profile()
    stats = ("Type", unit.type), ("Drill", unit.drill), ("Exp", unit.experience), ("Lives", unit.lives)
    sort = unit.arm if unit.arm == "artillery" else f"{unit.rank} {unit.arm}"
    details = [Detail("Arm", sort)]
    if unit.regimental_gun:
        details.append(Detail("Gun", "a Regimental Gun, which fires beside its skirmishers"))
    if unit.arm == "cavalry":
        details.append(Detail("Carbines", "none" if unit.carbines is False else "its groups may fire"))
    return Profile(1, tuple((name, str(value)) for name, value in stats), tuple(details))


def _army(units: Sequence[Mapping[str, Any]]) -> str:
    """How many Units of each arm."""
    arms = Counter(unit.arm for unit in map(_read, units) if unit is not None)
    words = ", ".join(f"{count} {arm}" for arm, count in arms.items())
    return count(len(units), "Unit") + (f": {words}" if words else "")


def _read(row: Mapping[str, Any]) -> UnitData | None:
    """A Unit or a profile written out; None where something is wrong with it."""
    words = {key: value for key, value in row.items() if key != "text"}
    try:
        return UnitData.model_validate(with_profile({"id": "unit", **words}, SetupResolver(RULESET_ID), ""))
    except ValidationError:
        return None
