"""The first state of a battle: Units, the groups that are out already, and presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from vedette.games.napoleonic.adjust import adjusted
from vedette.games.napoleonic.sending import with_groups_out
from vedette.games.napoleonic.setup import GameData, UnitData
from vedette.games.napoleonic.state import Battle, Book, Formation, Side, Unit
from vedette.kit.schema import read_setup
from vedette.kit.tracked import preset


def new_game(setup: Mapping[str, Any]) -> Battle:
    """The battle before its first command; raises DataError with every fault of the set-up."""
    data = read_setup(GameData, setup)
    battle = Battle(
        sides={side.id: Side(side.name, side.brigade) for side in data.sides},
        units={unit.id: _unit(unit, side.id) for side in data.sides for unit in side.units},
        book=_book(data),
        readings=data.readings,
    )
    for side in data.sides:
        for unit in side.units:
            battle = with_groups_out(battle, unit.id, unit.groups_out)
    return preset(battle, data.state, adjusted)


def _unit(data: UnitData, side: str) -> Unit:
    cavalry = data.arm == "cavalry"
    usual: Formation | Literal[""] = "" if data.arm == "artillery" else "line"
    return Unit(
        name=data.name,
        side=side,
        lives=data.lives,
        drum=data.drum,
        flag=data.flag,
        regimental_gun=data.regimental_gun,
        carbines=cavalry and data.carbines is not False,
        ammo=data.ammo,
        formation=usual if data.formation is None else data.formation,
    )


def _book(data: GameData) -> Book:
    profiles = {unit.id: unit.profile for side in data.sides for unit in side.units}
    return Book(profiles, data.options, data.title)
