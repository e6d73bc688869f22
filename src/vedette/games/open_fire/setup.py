"""The set-up of a battle: its schema, what a game file may name, and the first state that comes of it."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import AfterValidator, Field, field_validator, model_validator

from vedette.engine.conditions import LARGEST, TEXT_MOST
from vedette.engine.errors import CommandError
from vedette.engine.text import clean
from vedette.games.open_fire.paths import TRACKED_PATHS, consistent, stress_refused
from vedette.games.open_fire.profiles import (
    Ability,
    AbilityCondition,
    Book,
    EntryPoint,
    Mission,
    ModelProfile,
    ObjectiveProfile,
    Special,
    UnitProfile,
    Weapon,
    read_special,
)
from vedette.games.open_fire.state import Battle, Model, Objective, Side, Unit
from vedette.games.open_fire.tables import RULESET_ID, TABLES, number
from vedette.kit.schema import (
    Checked,
    Count,
    Data,
    Id,
    Inches,
    Name,
    Setup,
    Several,
    SpokenData,
    Words,
    Written,
    doubles,
    read_setup,
)
from vedette.kit.setup_resolver import SetupResolver, keys, with_profile
from vedette.kit.tracked import presets, put_tracked


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
    def _range(self) -> Self:
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
    weapon: Id | None = None
    beyond: Inches | None = None
    between: Literal["", "source", "others"] = ""
    once: bool = False
    forfeits: Literal["", "move"] = ""


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


class UnitData(SpokenData, Attributes, Checked):
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


class SketchData(Data):
    """The table in inches from west to east and from north to south, and where things are on it, by id, from its north-west corner."""

    size: Pair
    at: dict[Id, Pair] = {}


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
    sketch: SketchData | None = None


class SideData(SpokenData):
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


# --- the first state of a battle: profiles into the book, presets into the state (3.5)


def new_game(setup: Mapping[str, Any]) -> Battle:
    """The battle before its first command; raises DataError with every fault of the set-up."""
    data = read_setup(GameData, setup)
    battle = Battle(
        sides={side.id: Side(side.name or side.id, **side.spoken) for side in data.sides},
        units={unit.id: _unit(unit, side.id) for side in data.sides for unit in side.units},
        objectives={objective_data.id: Objective() for objective_data in data.mission.objectives},
        book=_book(data),
        readings=data.readings,
    )
    with presets():
        return preset(battle, data.state)


def preset(battle: Battle, values: Mapping[str, Any]) -> Battle:
    """The battle with presets, and with the defaults that follow from them."""
    values = {("turn" if path == "active" else path): value for path, value in values.items()}
    started = any(path in values for path in ("turn", "activation.unit"))
    values = {"phase": "activation" if started else "setup", **values}
    for path, value in values.items():
        battle = put_tracked(TRACKED_PATHS, battle, path, value)
        if refused := stress_refused(battle, path, value):
            raise CommandError(refused.sentence)
    battle = _under_way(battle, values)
    return consistent(_linked(battle, values))


def _under_way(battle: Battle, values: Mapping[str, Any]) -> Battle:
    """What a phase other than the set-up brings with it."""
    if battle.phase == "setup":
        for unit, troop in battle.units.items():
            if f"units.{unit}.in_reserve" not in values and not troop.destroyed:
                battle = battle.with_unit(unit, in_reserve=True)
        return battle
    first = next(iter(battle.sides))
    if "round" not in values:
        battle = replace(battle, round=1)
    if battle.phase == "activation":
        active = battle.units.get(battle.activation.unit)
        turn = battle.turn or (active.side if active else first)
        battle = replace(battle, turn=turn, initiative=battle.initiative or turn)
    if battle.phase == "end":
        battle = replace(battle, initiative=battle.initiative or first)
    if battle.activation.unit and not battle.activation.stage:
        battle = battle.with_activation(stage="recover")
    return battle


def _linked(battle: Battle, values: Mapping[str, Any]) -> Battle:
    """Contacts on both sides, passengers of transports, and a leader that lives."""
    for unit, troop in battle.units.items():
        for other in troop.contacts:
            known = battle.units.get(other)
            if known and unit not in known.contacts:
                battle = battle.with_unit(other, contacts=(*known.contacts, unit))
        if troop.embarked_in in battle.units:
            battle = _boarded(battle, unit, troop.embarked_in)
        if troop.living and troop.leader not in troop.living and f"units.{unit}.leader" not in values:
            battle = battle.with_unit(unit, leader=troop.living[0])
    return battle


def _boarded(battle: Battle, unit: str, transport: str) -> Battle:
    """The battle with a passenger; out of a transport that is destroyed already it must get out."""
    if battle.units[transport].destroyed:
        return replace(battle, must_disembark=tuple(dict.fromkeys((*battle.must_disembark, unit))))
    aboard = battle.units[transport].passengers
    return battle.with_unit(transport, passengers=(*aboard, unit))


def _unit(data: UnitData, side: str) -> Unit:
    models = tuple(Model(_first(model.hp, data.hp)) for model in data.each)
    return Unit(data.name or data.id, side, data.leader, models, **data.spoken)


def _book(data: GameData) -> Book:
    units = {unit.id: unit_profile(unit) for side in data.sides for unit in side.units}
    return Book(units, _mission(data.mission, tuple(side.id for side in data.sides)), tuple(data.expansions))


def unit_profile(data: UnitData) -> UnitProfile:
    """A unit as the game keeps it."""
    profiles = [_model_profile(data, model) for model in data.each]
    return UnitProfile(
        models=tuple(profiles[profiles.index(one)] for one in profiles),  # equal ones are compared by a look
        weapons={weapon.id: weapon_of(weapon) for weapon in data.weapons},
        abilities={ability_data.id: _ability(ability_data) for ability_data in data.abilities},
    )


def _ability(data: AbilityData) -> Ability:
    name, brings = data.name or data.id, data.condition
    told = " ".join(filter(None, (data.text, data.how)))
    if brings is None:
        return Ability(data.id, name, told)
    text = brings.text or name[:TEXT_MOST]
    modifiers = {str(roll): value for roll, value in brings.modifiers.items()}
    condition = AbilityCondition(
        text,
        brings.until,
        modifiers,
        brings.on,
        brings.weapon or "",
        brings.beyond,
        brings.between,
        brings.once,
        brings.forfeits,
    )
    return Ability(data.id, name, told, condition)


def _model_profile(unit: UnitData, model: ModelData) -> ModelProfile:
    mov = _first(model.mov, unit.mov)
    minimum, maximum = mov if isinstance(mov, tuple) else (0, mov)
    every = tuple(weapon.id for weapon in unit.weapons)
    return ModelProfile(
        name=model.name or unit.name or unit.id,
        mov=maximum,
        mov_minimum=minimum,
        skl=_first(model.skl, unit.skl),
        def_=_first(model.def_, unit.def_),
        cmd=_first(model.cmd, unit.cmd),
        hp=_first(model.hp, unit.hp),
        weapons=every if model.weapons is None else tuple(model.weapons),
        special=unit.special_of(model),
    )


def weapon_of(data: WeaponData) -> Weapon:
    """A weapon as the game keeps it."""
    minimum, maximum = data.rng if isinstance(data.rng, tuple) else (0, data.rng)
    special = read_special(data.special, "weapon")
    name, prc = data.name or data.id, data.prc
    return Weapon(data.id, name, minimum, maximum, data.att, data.dmg, prc, special, data.profile_of)


def _mission(data: MissionData, sides: tuple[str, ...]) -> Mission:
    return Mission(
        name=data.name,
        text=data.text,
        rounds=data.rounds,
        players_place=data.players_place,
        entry_points={entry_point.id: entry_point for entry_point in data.entry_points},
        objectives={
            objective_data.id: ObjectiveProfile(
                objective_data.id,
                objective_data.name or objective_data.id,
                objective_data.type,
                objective_data.vp,
                sides if objective_data.who is None else tuple(objective_data.who),
            )
            for objective_data in data.objectives
        },
    )


def _first(own: Any, shared: Any) -> Any:
    """A model's own attribute, else the unit's."""
    return shared if own is None else own
