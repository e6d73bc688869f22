"""The set-up of a battle: its schema, what a game file may name, and the first state that comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator

from vedette.engine.data import Row, Table
from vedette.engine.text import require_text
from vedette.games.napoleonic.paths import adjusted
from vedette.games.napoleonic.sending import with_fresh_group
from vedette.games.napoleonic.state import Arm, Battle, Book, Class, Formation, Options, Profile, Side, Unit
from vedette.games.napoleonic.tables import RULESET_ID, TABLES, formations, groups_most, number
from vedette.kit import schema
from vedette.kit.schema import Id, Name, taken
from vedette.kit.setup_resolver import SetupResolver, with_profile
from vedette.kit.tracked import preset


def resolve(setup: Row) -> Table:
    resolver = SetupResolver(RULESET_ID)

    def of_a_brigade(army: Row) -> Table:
        name = army.get("name", "")  # the side takes the nation's, and the army's is the brigade's
        return {"name": army.get("nation", name), "brigade": name, "units": army.get("units", [])}

    return resolver.whole(resolver.sides(setup, with_profile, of_a_brigade))


Number = Annotated[int, Field(ge=0, le=1000)]

GROUP_ID = re.compile(r".*-g\d+")
"""Ids that are kept for groups."""


class BattleData(schema.Data):
    """Base of this game's data: a name has words."""

    @field_validator("name", check_fields=False)
    @classmethod
    def _said(cls, value: str) -> str:
        return require_text(value)


class UnitData(schema.SpokenData, BattleData, schema.Checked):
    id: Id
    name: Name
    arm: Arm
    rank: Annotated[Class, Field(alias="class")]
    type: int
    drill: int
    experience: int
    lives: int = Field(default_factory=lambda: number("lives"))
    drum: bool = True
    flag: bool = True
    regimental_gun: bool = False
    carbines: bool | None = None
    ammo: Number = Field(default_factory=lambda: number("ammo"))
    formation: Formation | Literal[""] | None = None
    groups_out: Number = 0

    @property
    def profile(self) -> Profile:
        return taken(Profile, self)

    def _faults(self) -> Iterator[str]:
        value, most = number("value_least"), number("value_most")
        limits = {
            "type": (number("type_least"), number("type_most")),
            "drill": (value, most),
            "experience": (value, most),
            "lives": (1, number("lives_most")),
        }
        for name, (least, top) in limits.items():
            if not least <= getattr(self, name) <= top:
                yield f"{name} is {least} to {top}"
        if GROUP_ID.fullmatch(self.id):
            yield "ids ending in -g and a number are kept for groups"
        if self.regimental_gun and self.arm != "infantry":
            yield "a regimental_gun is for infantry only"
        if self.carbines and self.arm != "cavalry":
            yield "carbines are for cavalry only"
        if self.formation is not None and (self.formation == "") != (self.arm == "artillery"):
            yield "every Unit has a formation, artillery has none"
        elif self.formation and self.arm not in formations()[self.formation].arms:
            yield f"{self.formation} is not a formation of {self.arm}"
        if self.groups_out > (most := groups_most(self.profile)):
            yield f"such a Unit has at most {most} groups out"


class SideData(schema.SpokenData, BattleData):
    id: Id
    name: Name
    brigade: Name = ""
    units: Annotated[list[UnitData], Field(min_length=1), schema.Several]


class GameData(BattleData, schema.Setup):
    tables: ClassVar = TABLES
    ruleset: Literal["napoleonic"] = "napoleonic"
    options: Annotated[Options, schema.Written({int: Number})] = Options()
    sides: list[SideData]

    def _faults(self) -> Iterator[str]:
        if len(self.sides) != number("sides"):
            yield f"there must be exactly {number('sides')} sides"
        ids = [side.id for side in self.sides] + [unit.id for side in self.sides for unit in side.units]
        yield from (f"the id {double} is used twice" for double in schema.doubles(ids))


# --- the first state of a battle: Units, the groups that are out already, and presets


def new_game(setup: Row) -> Battle:
    data = schema.read_setup(GameData, setup)
    profiles = {unit.id: unit.profile for side in data.sides for unit in side.units}
    battle = Battle(
        sides={side.id: taken(Side, side) for side in data.sides},
        units={unit.id: _unit(unit, side.id) for side in data.sides for unit in side.units},
        book=Book(profiles, data.options, data.title),
        readings=data.readings,
    )
    for side in data.sides:
        for unit in side.units:
            for _ in range(unit.groups_out):
                battle, _id = with_fresh_group(battle, unit.id)
    return preset(battle, data.state, adjusted)


def _unit(data: UnitData, side: str) -> Unit:
    carbines = data.arm == "cavalry" and data.carbines is not False
    usual: Formation | Literal[""] = "" if data.arm == "artillery" else "line"
    formation = usual if data.formation is None else data.formation
    return taken(Unit, data, side=side, carbines=carbines, formation=formation)
