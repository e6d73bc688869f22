"""The set-up of a battle: its schema, what a game file may name, and the first state that comes of it."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import AfterValidator, Field, field_validator, model_validator

from vedette.engine.conditions import LARGEST, TEXT_MOST
from vedette.engine.data import Row, Table
from vedette.engine.errors import CommandError
from vedette.engine.text import clean
from vedette.games.open_fire import profiles
from vedette.games.open_fire.paths import TRACKED_PATHS, consistent, stress_refused
from vedette.games.open_fire.state import Battle, Model, Objective, Side, Unit
from vedette.games.open_fire.tables import RULESET_ID, TABLES, number
from vedette.kit import schema
from vedette.kit.schema import Count, Id, Inches, Name, Pair, Words, doubles, taken, twice
from vedette.kit.setup_resolver import SetupResolver, keys, with_profile
from vedette.kit.tracked import presets, put_tracked


def resolve(setup: Row) -> Table:
    resolver = SetupResolver(RULESET_ID)
    resolved = dict(setup)
    if isinstance(setup.get("mission"), str):
        resolved["mission"] = dict(resolver.lookup("missions", setup["mission"], "mission"))
    return resolver.whole(resolver.sides(resolved, resolve_unit, keys("name", "units")))


def resolve_unit(unit: Row, resolver: SetupResolver, where: str) -> Table:
    resolved = with_profile(unit, resolver, where)
    for table in ("weapons", "abilities"):
        if isinstance(resolved.get(table), list):
            resolved[table] = [
                dict(resolver.lookup(table, one, where)) if isinstance(one, str) else one
                for one in resolved[table]
            ]
    return resolved


Attribute = Annotated[int, Field(ge=0, le=100)]


class WeaponData(schema.Data):
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
        profiles.read_special(value, "weapon")
        return value

    @model_validator(mode="after")
    def _range(self) -> Self:
        if isinstance(self.rng, tuple) and self.rng[0] > self.rng[1]:
            raise ValueError("rng: the minimum is above the maximum")
        return self


Brings = Annotated[
    profiles.AbilityCondition,
    schema.Written(
        text=Annotated[str, Field(max_length=TEXT_MOST), AfterValidator(clean)],
        modifiers=dict[
            Literal["attack", "attack_against", "defence", "defence_against"],
            Annotated[int, Field(ge=-LARGEST, le=LARGEST)],
        ],
        weapon=Id,
        beyond=Inches | None,
    ),
]
"""The condition that an ability brings about; without a text it has the ability's name."""


class AbilityData(schema.Data):
    """An ability (3.2). `once`: in a battle; the players keep count of it, and on paper it has a box.

    `how`: what the players enter themselves; it is not printed on paper.
    """

    id: Id
    name: Name = ""
    text: Words = ""
    how: Words = ""
    once: bool = False
    condition: Brings | None = None


class Attributes(schema.Data):
    """MOV, SKL, DEF, CMD and HP; a model's own go before the unit's."""

    mov: Inches | Pair | None = None
    skl: Attribute | None = None
    def_: Annotated[Attribute | None, Field(alias="def")] = None
    cmd: Attribute | None = None
    hp: Count | None = None
    special: list[Name] = []


class ModelData(Attributes):
    name: Name = ""
    count: Count = 1
    weapons: list[Id] | None = None


class UnitData(schema.SpokenData, Attributes, schema.Checked):
    """A unit (3.2). Everything that its models need must be given by the unit or by each of them."""

    id: Id
    name: Name = ""
    models: Count | Annotated[list[ModelData], schema.Several] = 1
    leader: Annotated[int, Field(ge=0)] = 0
    weapons: list[WeaponData] = []
    abilities: list[AbilityData] = []

    @property
    def each(self) -> list[ModelData]:
        if isinstance(self.models, int):
            return [ModelData()] * self.models
        return [model for model in self.models for _ in range(model.count)]

    def _faults(self) -> Iterator[str]:
        weapons = [weapon.id for weapon in self.weapons]
        yield from twice("weapon", weapons)
        yield from twice("ability", [ability.id for ability in self.abilities])
        sorts = self.models if isinstance(self.models, list) else [ModelData(count=self.models)]
        models = sum(model.count for model in sorts)
        if not 0 < models <= 200:
            yield "a unit has 1 to 200 models"
        elif self.leader >= models:
            yield f"there is no model {self.leader} to lead"
        for model in sorts:
            for name in ("mov", "skl", "def_", "cmd", "hp"):
                if getattr(model, name) is None and getattr(self, name) is None:
                    yield f"{name.strip('_')} is missing"
            yield from (f"there is no weapon {one}" for one in model.weapons or [] if one not in weapons)
            try:
                special = self.special_of(model)
            except ValueError as error:
                yield str(error)
                continue
            mov = _first(model.mov, self.mov)
            if mov is not None and isinstance(mov, tuple) != ("Aircraft" in special):
                yield "MOV is a pair, minimum and maximum, for Aircraft and for nobody else"
            if isinstance(mov, tuple) and mov[0] > mov[1]:
                yield "the minimum of MOV is above its maximum"

    def special_of(self, model: ModelData) -> profiles.Special:
        """The rules of a model: the unit's list before its own."""
        return profiles.read_special([*self.special, *model.special], "unit")


class ObjectiveData(schema.Data):
    """An objective (3.4); without `who` both sides may secure it."""

    id: Id
    name: Name = ""
    type: Literal["control", "destroy", "access", "recover"]
    vp: Annotated[int, Field(ge=-1000, le=1000)]
    who: list[Id] | None = None


class SketchData(schema.SketchData):
    """The table, with where things are on it by id, from its north-west corner."""

    at: dict[Id, Pair] = {}


class MissionData(schema.Data):
    """A mission (3.4). `players_place`: its entry points are placed by the players in turn (OF-SET-5)."""

    id: Id = "mission"
    name: Name = ""
    text: Words = ""
    rounds: Annotated[int, Field(ge=1, le=100)] = number("rounds")
    players_place: bool = False
    entry_points: list[Annotated[profiles.EntryPoint, schema.Written(id=Id, side=Id, text=Words)]] = []
    objectives: list[ObjectiveData] = []
    expansions: list[Literal["skirmish"]] = []
    sketch: SketchData | None = None
    setup: schema.Steps = []


class SideData(schema.SpokenData):
    id: Id
    name: Name = ""
    units: Annotated[list[UnitData], schema.Several] = []


class GameData(schema.Setup):
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
        yield from twice("entry point", [entry.id for entry in self.mission.entry_points])
        yield from twice("objective", [objective.id for objective in self.mission.objectives])
        for entry in self.mission.entry_points:
            if entry.side not in sides:
                yield f"entry point {entry.id}: there is no side {entry.side}"
        for objective in self.mission.objectives:
            for side in set(objective.who or ()) - set(sides):
                yield f"objective {objective.id}: there is no side {side}"


# --- the first state of a battle: profiles into the book, presets into the state (3.5)


def new_game(setup: Row) -> Battle:
    data = schema.read_setup(GameData, setup)
    units = [(unit, side) for side in data.sides for unit in side.units]
    mission = _mission(data.mission, tuple(side.id for side in data.sides))
    battle = Battle(
        sides={side.id: taken(Side, side, name=side.name or side.id) for side in data.sides},
        units={
            unit.id: taken(
                Unit,
                unit,
                name=unit.name or unit.id,
                side=side.id,
                models=tuple(Model(_first(model.hp, unit.hp)) for model in unit.each),
            )
            for unit, side in units
        },
        objectives={objective.id: Objective() for objective in data.mission.objectives},
        book=profiles.Book(
            {unit.id: unit_profile(unit) for unit, _ in units}, mission, tuple(data.expansions)
        ),
        readings=data.readings,
    )
    with presets():
        return _preset(battle, data.state)


def _preset(battle: Battle, values: Row) -> Battle:
    values = {("turn" if path == "active" else path): value for path, value in values.items()}
    started = any(path in values for path in ("turn", "activation.unit"))
    values = {"phase": "activation" if started else "setup", **values}
    for path, value in values.items():
        battle = put_tracked(TRACKED_PATHS, battle, path, value)
        if refused := stress_refused(battle, path, value):
            raise CommandError(refused.sentence)
    first = next(iter(battle.sides))
    if battle.phase == "setup":
        for unit, troop in battle.units.items():
            if f"units.{unit}.in_reserve" not in values and not troop.destroyed:
                battle = battle.with_unit(unit, in_reserve=True)
    elif "round" not in values:
        battle = replace(battle, round=1)
    if battle.phase == "activation":
        active = battle.units.get(battle.activation.unit)
        turn = battle.turn or (active.side if active else first)
        battle = replace(battle, turn=turn, initiative=battle.initiative or turn)
    if battle.phase == "end":
        battle = replace(battle, initiative=battle.initiative or first)
    if battle.phase != "setup" and battle.activation.unit and not battle.activation.stage:
        battle = battle.with_activation(stage="recover")
    # Contacts on both sides, passengers of transports, and a leader that lives.
    for unit, troop in battle.units.items():
        for other in troop.contacts:
            known = battle.units.get(other)
            if known and unit not in known.contacts:
                battle = battle.with_unit(other, contacts=(*known.contacts, unit))
        transport = battle.units.get(troop.embarked_in)
        if transport and transport.destroyed:  # out of such a one it must get out
            waiting = dict.fromkeys((*battle.must_disembark, unit))
            battle = replace(battle, must_disembark=tuple(waiting))
        elif transport:
            battle = battle.with_unit(troop.embarked_in, passengers=(*transport.passengers, unit))
        if troop.living and troop.leader not in troop.living and f"units.{unit}.leader" not in values:
            battle = battle.with_unit(unit, leader=troop.living[0])
    return consistent(battle)


def unit_profile(data: UnitData) -> profiles.UnitProfile:
    models, every = [], tuple(weapon.id for weapon in data.weapons)
    for model in data.each:
        mov = _first(model.mov, data.mov)
        minimum, maximum = mov if isinstance(mov, tuple) else (0, mov)
        profile = profiles.ModelProfile(
            name=model.name or data.name or data.id,
            mov=maximum,
            mov_minimum=minimum,
            skl=_first(model.skl, data.skl),
            def_=_first(model.def_, data.def_),
            cmd=_first(model.cmd, data.cmd),
            hp=_first(model.hp, data.hp),
            weapons=every if model.weapons is None else tuple(model.weapons),
            special=data.special_of(model),
        )
        models.append(profile)
    return profiles.UnitProfile(
        models=tuple(models[models.index(one)] for one in models),  # equal ones are compared by a look
        weapons={weapon.id: weapon_of(weapon) for weapon in data.weapons},
        abilities={ability.id: _ability(ability) for ability in data.abilities},
    )


def _ability(data: AbilityData) -> profiles.Ability:
    name, brings = data.name or data.id, data.condition
    if brings is not None:
        brings = replace(brings, text=brings.text or name[:TEXT_MOST])
    return profiles.Ability(data.id, name, " ".join(filter(None, (data.text, data.how))), brings)


def weapon_of(data: WeaponData) -> profiles.Weapon:
    minimum, maximum = data.rng if isinstance(data.rng, tuple) else (0, data.rng)
    special = profiles.read_special(data.special, "weapon")
    name, prc = data.name or data.id, data.prc
    return profiles.Weapon(data.id, name, minimum, maximum, data.att, data.dmg, prc, special, data.profile_of)


def _mission(data: MissionData, sides: tuple[str, ...]) -> profiles.Mission:
    objectives = {}
    for one in data.objectives:
        who = sides if one.who is None else tuple(one.who)
        objectives[one.id] = taken(profiles.ObjectiveProfile, one, name=one.name or one.id, who=who)
    points = {one.id: one for one in data.entry_points}
    return taken(profiles.Mission, data, entry_points=points, objectives=objectives)


def _first(own: Any, shared: Any) -> Any:
    """A model's own attribute, else the unit's."""
    return shared if own is None else own
