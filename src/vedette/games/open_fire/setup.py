"""The set-up of a battle: its schema, and the profiles, armies and missions that a game file may name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, field_validator, model_validator

from vedette.engine.conditions import LARGEST, TEXT_MOST
from vedette.engine.text import clean
from vedette.games.open_fire.profiles import EntryPoint, Special, read_special
from vedette.games.open_fire.tables import RULESET_ID, TABLES, number
from vedette.kit.schema import Checked, Count, Data, Id, Inches, Name, Setup, Several, Words, Written, doubles
from vedette.kit.setup_resolver import SetupResolver, keys, with_profile


def resolve(setup: Mapping[str, Any]) -> dict[str, Any]:
    """A set-up with its armies, profiles, weapons, abilities and mission written out; raises DataError."""
    resolver = SetupResolver(RULESET_ID)
    resolved = dict(setup)
    if isinstance(setup.get("mission"), str):
        resolved["mission"] = dict(resolver.lookup("missions", setup["mission"], "mission"))
    return resolver.whole(resolver.sides(resolved, resolve_unit, keys("name", "units")))


def resolve_unit(unit: Mapping[str, Any], resolver: SetupResolver, where: str) -> dict[str, Any]:
    """A unit with its profile, weapons and abilities written out."""
    resolved = with_profile(unit, resolver, where)
    for table in ("weapons", "abilities"):
        if isinstance(resolved.get(table), list):
            resolved[table] = [
                dict(resolver.lookup(table, one, where)) if isinstance(one, str) else one
                for one in resolved[table]
            ]
    return resolved


# --- the set-up of a battle: its schema, and the first state that comes of it


Pair = Annotated[tuple[Inches, Inches], Field(strict=False)]
Attribute = Annotated[int, Field(ge=0, le=100)]


class WeaponData(Data):
    """A weapon (3.3)."""

    id: Id
    name: Name = ""
    rng: Inches | Pair
    att: Count
    dmg: Count
    prc: Annotated[int, Field(ge=0, le=100)] = 0
    special: list[Name] = []
    profile_of: Name = ""

    @field_validator("special")
    @classmethod
    def _known(cls, value: list[str]) -> list[str]:
        read_special(value, "weapon")
        return value

    @model_validator(mode="after")
    def _range(self) -> WeaponData:
        if isinstance(self.rng, tuple) and self.rng[0] > self.rng[1]:
            raise ValueError("rng: the minimum is above the maximum")
        return self


class ConditionData(Data):
    """The condition that an ability brings about; without a text it has the ability's name."""

    text: Annotated[str, Field(max_length=TEXT_MOST), AfterValidator(clean)] = ""
    on: Literal["self", "friend", "enemy"] = "self"
    until: Literal["activation", "next_activation", "round", "removed"] = "activation"
    modifiers: dict[
        Literal["attack", "attack_against", "defence", "defence_against"],
        Annotated[int, Field(ge=-LARGEST, le=LARGEST)],
    ] = {}


class AbilityData(Data):
    """An ability (3.2). `once`: in a battle; the players keep count of it, and on paper it has a box.

    `how`: what the players enter themselves; it is not printed on paper.
    """

    id: Id
    name: Name = ""
    text: Words = ""
    how: Words = ""
    once: bool = False
    condition: ConditionData | None = None


class Attributes(Data):
    """MOV, SKL, DEF, CMD and HP; a model's own go before the unit's."""

    mov: Inches | Pair | None = None
    skl: Attribute | None = None
    def_: Annotated[Attribute | None, Field(alias="def")] = None
    cmd: Attribute | None = None
    hp: Count | None = None
    special: list[Name] = []


class ModelData(Attributes):
    """A model of a unit, or several equal ones (3.2)."""

    name: Name = ""
    count: Count = 1
    weapons: list[Id] | None = None


class UnitData(Attributes, Checked):
    """A unit (3.2). Everything that its models need must be given by the unit or by each of them."""

    id: Id
    name: Name = ""
    models: Count | Annotated[list[ModelData], Several] = 1
    leader: Annotated[int, Field(ge=0)] = 0
    weapons: list[WeaponData] = []
    abilities: list[AbilityData] = []

    @property
    def each(self) -> list[ModelData]:
        """The models in the order of their numbers."""
        if isinstance(self.models, int):
            return [ModelData()] * self.models
        return [model for model in self.models for _ in range(model.count)]

    def _faults(self) -> Iterator[str]:
        weapons = [weapon.id for weapon in self.weapons]
        yield from (f"weapon {double} is there twice" for double in doubles(weapons))
        yield from (f"ability {double} is there twice" for double in doubles([a.id for a in self.abilities]))
        models = self.models if isinstance(self.models, int) else sum(model.count for model in self.models)
        if not 0 < models <= 200:
            yield "a unit has 1 to 200 models"
        elif self.leader >= models:
            yield f"there is no model {self.leader} to lead"
        for model in self.models if isinstance(self.models, list) else [ModelData()]:
            yield from self._model_faults(model, weapons)

    def _model_faults(self, model: ModelData, weapons: list[str]) -> Iterator[str]:
        for name in ("mov", "skl", "def_", "cmd", "hp"):
            if getattr(model, name) is None and getattr(self, name) is None:
                yield f"{name.strip('_')} is missing"
        yield from (f"there is no weapon {one}" for one in model.weapons or [] if one not in weapons)
        try:
            special = self.special_of(model)
        except ValueError as error:
            yield str(error)
            return
        mov = self.mov if model.mov is None else model.mov
        if mov is not None and isinstance(mov, tuple) != ("Aircraft" in special):
            yield "MOV is a pair, minimum and maximum, for Aircraft and for nobody else"
        if isinstance(mov, tuple) and mov[0] > mov[1]:
            yield "the minimum of MOV is above its maximum"

    def special_of(self, model: ModelData) -> Special:
        """The rules of a model: the unit's list before its own."""
        return read_special([*self.special, *model.special], "unit")


class ObjectiveData(Data):
    """An objective (3.4); without `who` both sides may secure it."""

    id: Id
    name: Name = ""
    type: Literal["control", "destroy", "access", "recover"]
    vp: Annotated[int, Field(ge=-1000, le=1000)]
    who: list[Id] | None = None


class MissionData(Data):
    """A mission (3.4). `players_place`: its entry points are placed by the players in turn (OF-SET-5)."""

    id: Id = "mission"
    name: Name = ""
    text: Words = ""
    rounds: Annotated[int, Field(ge=1, le=100)] = number("rounds")
    players_place: bool = False
    entry_points: list[Annotated[EntryPoint, Written(id=Id, side=Id, text=Words)]] = []
    objectives: list[ObjectiveData] = []
    expansions: list[Literal["skirmish"]] = []


class SideData(Data):
    """A side and its army (3.1)."""

    id: Id
    name: Name = ""
    units: Annotated[list[UnitData], Several] = []


class GameData(Setup):
    """A whole set-up (3.1)."""

    tables: ClassVar = TABLES
    ruleset: Literal["open-fire"] = "open-fire"
    expansions: list[Literal["skirmish"]] = []
    options: dict[str, bool] = {}
    mission: MissionData = MissionData()
    sides: list[SideData]

    def _faults(self) -> Iterator[str]:
        if self.options:
            yield f"Open Fire has no option {next(iter(self.options))}"
        sides = [side.id for side in self.sides]
        if len(sides) != 2:  # decision 1
            yield "there must be exactly two sides"
        units = [unit.id for side in self.sides for unit in side.units]
        yield from (f"the id {double} is used twice" for double in doubles(sides + units))
        yield from (
            f"entry point {double} is there twice"
            for double in doubles([e.id for e in self.mission.entry_points])
        )
        yield from (
            f"objective {double} is there twice"
            for double in doubles([o.id for o in self.mission.objectives])
        )
        for entry in self.mission.entry_points:
            if entry.side not in sides:
                yield f"entry point {entry.id}: there is no side {entry.side}"
        for objective in self.mission.objectives:
            for side in set(objective.who or ()) - set(sides):
                yield f"objective {objective.id}: there is no side {side}"
