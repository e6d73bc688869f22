"""A set-up read and checked, and the first state of a game: characters, the map, presets, and the turn set in motion where it starts in the middle."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec.structs import replace
from pydantic import AfterValidator, BaseModel, Field, ValidationError, field_validator

from vedette.engine import plain
from vedette.engine.errors import DataError
from vedette.engine.patch import put
from vedette.engine.text import clean, require_text
from vedette.games.close_quarters import state, tables
from vedette.games.close_quarters.arms import full_ammo, is_by_strength, sold_with
from vedette.games.close_quarters.derived import is_notation
from vedette.games.close_quarters.state import (
    Character,
    Fight,
    Map,
    Options,
    Posture,
    Shots,
    Side,
    Tally,
    Weapon,
)
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.terrain import metres, nearest_direction, pit, solid
from vedette.games.close_quarters.turn.ending import set_in_motion
from vedette.kit import schema
from vedette.kit.schema import Checked, Id, Name, SpokenData, Written, doubles, read_setup
from vedette.kit.tracked import presets
from vedette.view.hexes import DIRECTIONS, Direction, Vector, is_hex_name, on_map, vector
from vedette.view.hexes import hex_name as hex_named

Text = Annotated[str, Field(max_length=80)]
Whole = Annotated[int, Field(ge=0, le=10_000)]
Ids = list[Text]
"""A character has attributes called `str` and `int`: the types need other names here."""

LIMITS = {int: Whole, str: Text}

REMEMBERED = ("weapon", "by")
"""What a thing on the map remembers for itself, and no game file says."""

WRITTEN, WITHOUT_MEMORY = Written(LIMITS), Written(LIMITS, without=REMEMBERED)
"""How a game file says what stands in the state as well."""

TERRAINS = Literal[
    "clear", "broken", "water-ankle", "water-knee", "water-deep", "mud-ankle", "mud-knee", "snow-ankle", "snow-knee",
    "ice", "wall",
]  # fmt: skip


class WeaponData(Checked):
    """A weapon instance; columns of the table may stand here and then beat it."""

    id: Id
    type: Text
    ammo: Whole | None = None
    ammo_type: Text = ""
    grip: Literal[1, 2] | None = None
    quality: Literal["normal", "practice", "improvised"] = "normal"
    unbalanced: Annotated[int, Field(ge=-20, le=0)] = 0
    broken: Literal["", "temporary", "permanent"] = ""
    fitted: Ids = []
    bayonet: Text = "fighting-knife"
    burning: bool = False
    club_breaks: Whole = 0
    span: Whole = 0
    kind: Literal["damaging", "bludgeoning", "shock"] = "damaging"
    damage: Text | None = None
    damage2: Text | None = None
    str_min: Whole | None = None
    length: Literal["short", "medium", "long"] | None = None
    hands: Literal[1, 2] | None = None
    missile: bool | None = None
    thrown: bool | None = None
    force: Literal["muscle", "recoil", "none"] | None = None
    shots: Whole | Shots | None = None
    rounds: Whole | None = None
    skills: Ids | None = None
    kg: Annotated[float, Field(ge=0, le=1000)] | None = None
    effective_range: Whole | None = None
    name: Annotated[Text, AfterValidator(require_text)] | None = None

    @property
    def weapon(self) -> Weapon:
        """The instance as the state holds it; hands and rounds that aren't given are filled in by `new_game`."""
        given = self.model_dump(exclude={"ammo", "grip", "fitted", "skills"})
        skills = None if self.skills is None else tuple(self.skills)
        return Weapon(**given, fitted=tuple(self.fitted), skills=skills)

    def _faults(self) -> Iterator[str]:
        rows = tables.weapons()
        if self.type not in rows:
            yield f"there is no weapon of the type {self.type}"
        if self.ammo_type and self.ammo_type not in tables.ammunition():
            yield f"there is no ammunition {self.ammo_type}"
        if self.bayonet not in rows:
            yield f"{self.bayonet} is not a knife that could be fitted"
        row = rows.get(self.type)
        given = [self.damage, self.damage2 or None]
        yield from (f"{one!r} is not damage like 2d6-1" for one in given if row and not _is_damage(one, row))
        unfit = [one for one in self.fitted if one not in state.FITTED]
        yield from (f"{one} can't be fitted to a weapon" for one in unfit)
        yield from (f"there is no skill {one}" for one in self.skills or () if one not in tables.skills())


def _is_damage(written: Text | None, row: tables.WeaponRow) -> bool:
    """Whether damage is written as the table writes it, a grenade's also in two zones; none given is none to judge."""
    if written is None or written == row.damage:
        return True
    if row.use != "grenade":
        return is_notation(written) or is_by_strength(written)
    inner, slash, outer = written.partition("/")
    return is_notation(inner) and (not slash or is_notation(outer))


class BuildData(SpokenData, Checked):
    """What a character is made of and owns; what he has gone through is not part of it."""

    plural: bool | None = False
    name: Name = ""
    species: Text = "human"
    str: Whole = 10
    dex: Whole = 10
    int: Whole = 10
    mov: Whole = 10
    skills: Ids = []
    bought: Ids = []
    bonuses: dict[Text, Annotated[Whole, Field(ge=1)]] = {}
    weapons: list[WeaponData] = []
    ready: Ids = []
    belt: Ids = []
    slung: Ids = []
    pack: Ids = []
    items: Ids = []
    worn: Ids = []
    armor: Text = ""
    armor2: Text = ""
    helmet: Text = ""
    shield: Text = ""
    shield_held: Literal["ready", "slung", "dropped"] = "ready"
    energy_shield: Text = ""
    energy_shield_on: bool = False
    energy_shield_broken: bool = False
    old_damage: Whole = 0
    healed: Whole = 0
    status: list[Literal["hurt", "tear-gas", "blinded"]] = []
    tally: Annotated[Tally, WRITTEN] = Tally()
    awarded: Ids = []
    flammable: bool = False
    handhold: bool = False
    hex: Text = ""
    facing: Direction = "n"
    posture: Posture = "standing"

    @field_validator("name")
    @classmethod
    def _said(cls, value: Text) -> Text:
        return require_text(value) if value else clean(value)

    def _faults(self) -> Iterator[Text]:
        """Ids that no table knows, or that are in the wrong place; then what doesn't fit together."""
        known, armor = tables.skills(), tables.armor()
        named = (*self.skills, *self.bonuses)
        yield from (f"there is no skill {one}" for one in named if one not in known)
        yield from (f"there is no item {one}" for one in (*self.items, *self.worn) if not tables.item(one))
        rows = [tables.item(one) for one in self.worn]
        yield from (f"{row.id} can't be worn" for row in rows if row and not row.worn)
        for name in (self.armor, self.armor2):
            if name and (name not in armor or armor[name].kind == "helmet"):
                yield f"{name} is not armor"
        if self.helmet and (self.helmet not in armor or armor[self.helmet].kind != "helmet"):
            yield f"{self.helmet} is not a helmet"
        if self.shield and self.shield not in tables.shields():
            yield f"there is no shield {self.shield}"
        if self.energy_shield and self.energy_shield not in tables.energy_shields():
            yield f"there is no energy shield {self.energy_shield}"
        yield from (f"the skill {one} stands there twice" for one in doubles(self.skills))
        most = number("bonus_most")
        high = [one for one, bonus in self.bonuses.items() if bonus > most]
        yield from (f"a bonus is +{most} at most: {one}" for one in high)
        own = [weapon_data.id for weapon_data in self.weapons]
        yield from (f"the weapon id {one} is used twice" for one in doubles(own))
        strange = [one for one in self.bought if one not in self.skills]
        yield from (f"{one} is bought, but is not among the skills" for one in strange)
        if self.hex and not is_hex_name(self.hex):
            yield f"{self.hex} is not a hex"
        carried = [one for one in placed(self) if one in own]
        yield from (f"{double} is in two places" for double in doubles(carried))
        yield from self._unowned()

    def _unowned(self) -> Iterator[Text]:
        return unowned(self)


def placed(character: Any) -> list[Text]:
    """What a character has in hand, on his belt and back and in his pack, in a game file or in play."""
    return [*character.ready, *character.belt, *character.slung, *character.pack]


def unowned(character: Any, live: Collection[Text] = ()) -> Iterator[Text]:
    """One sentence for each of these that is nothing of his; `live` are the grenades of the map that he holds."""
    own = {weapon.id for weapon in character.weapons} | set(live)
    strange = [thing for thing in placed(character) if thing not in own and not tables.item(thing)]
    yield from (f"{thing} is neither one of the weapons nor an item" for thing in strange)


class CharacterData(BuildData):
    """A character in a game file: how he is built, and what he has gone through."""

    id: Id
    wealth: Whole = 0
    ep: Whole = 0
    damage: Whole = 0
    nonlethal: Whole = 0
    arms_lost: list[Literal["weapon-arm", "other-arm"]] = []
    leg_lost: bool = False
    leaks: Whole = 0
    armor_worn: Whole = 0
    shielding_worn: Whole = 0
    file: Text = ""
    file_mark: Text = ""
    file_entry: Whole = 0

    def _unowned(self) -> Iterator[Text]:
        """Nothing yet: only the whole game knows which live grenades he holds (CQ-GRN-10)."""
        return iter(())


class SideData(SpokenData):
    """A side with its characters."""

    id: Id
    name: Name = ""
    leader: Text = ""
    spoils: Ids = []
    units: Annotated[list[CharacterData], schema.Several] = []

    @field_validator("name")
    @classmethod
    def _said(cls, value: Text) -> Text:
        return require_text(value) if value else clean(value)


class MapData(Checked):
    """The ground (CQ-MAP-1)."""

    name: Name = ""
    cols: Annotated[int, Field(ge=1, le=99)] = Field(default_factory=lambda: number("map_cols"))
    rows: Annotated[int, Field(ge=1, le=99)] = Field(default_factory=lambda: number("map_rows"))
    dark: bool = False
    microgravity: bool = False
    atmosphere: Literal["air", "vacuum", "poison"] = "air"
    wind: Literal["none", "slight", "strong"] = "none"
    wind_to: Direction = "ne"
    terrain: dict[str, TERRAINS] = {}
    pits: dict[str, Annotated[float, Field(gt=0, le=1000)]] = {}
    walls: list[Annotated[state.Wall, WRITTEN]] = []
    fog: Ids = []
    anti_laser: Ids = []
    fires: dict[str, Annotated[state.Fire, WRITTEN]] = {}
    clouds: dict[Id, Annotated[state.Cloud, WRITTEN]] = {}
    grenades: dict[Id, Annotated[state.Grenade, WITHOUT_MEMORY]] = {}
    dropped: dict[Id, Annotated[state.Dropped, WITHOUT_MEMORY]] = {}
    zones: dict[Literal["1", "2", "3", "4"], Ids] = {}

    def has(self, hex: Text) -> bool:
        """Whether a hex is on this map."""
        return is_hex_name(hex) and 1 <= int(hex[:2]) <= self.cols and 1 <= int(hex[2:]) <= self.rows

    def _faults(self) -> Iterator[Text]:
        named = [*self.terrain, *self.pits, *self.fog, *self.anti_laser, *self.fires]
        named += [*(wall.hex for wall in self.walls), *(cloud.hex for cloud in self.clouds.values())]
        named += [lying.hex for lying in self.dropped.values()]
        named += [hex for zone in self.zones.values() for hex in zone]
        named += [grenade.hex for grenade in self.grenades.values() if grenade.hex]
        outside = [one for one in dict.fromkeys(named) if not self.has(one)]
        if outside:  # the first few are named, and told how many more there are
            shown, more = ", ".join(outside[:TOLD]), len(outside) - TOLD
            are = f"and {more} more are" if more > 0 else "is" if len(outside) == 1 else "are"
            yield f"{shown} {are} not on the map"
        heights = [metres(name) for name in HEIGHTS]
        known = ", ".join(f"{height:g}" for height in heights)
        wrong = [wall.height for wall in self.walls if wall.height not in heights]
        yield from (f"a wall is {known} metres high, not {height:g}" for height in wrong)
        types = dict.fromkeys(lying.type for lying in self.dropped.values())
        strange = [one for one in types if tables.thing(one) is None]
        yield from (f"there is no {one} that could lie on the map" for one in strange)


TOLD = 3
"""Hexes that are named in a sentence about many."""

HEIGHTS = ("wall_low", "wall_high", "wall_full", "wall_solid")
"""The heights that a wall may have; the last stands for anything over the one before."""


class GameData(schema.Setup):
    """A whole set-up."""

    tables: ClassVar = tables.TABLES
    ruleset: Literal["close-quarters"] = "close-quarters"
    options: Annotated[Options, Written(LIMITS, gravity=Annotated[float, Field(ge=0, le=10)])] = Field(
        default_factory=Options
    )
    map: MapData = MapData()
    sides: Annotated[list[SideData], Field(min_length=1)]

    def _faults(self) -> Iterator[Text]:
        units = [unit for side in self.sides for unit in side.units]
        ids = [side.id for side in self.sides] + [unit.id for unit in units]
        yield from (f"the id {double} is used twice" for double in doubles(ids))
        for side in self.sides:
            if side.leader and side.leader not in {unit.id for unit in side.units}:
                yield f"{side.leader} can't lead {side.id}: there is no such character on that side"
        for unit in units:
            live = [id for id, grenade in self.map.grenades.items() if grenade.held == unit.id]
            yield from (f"{unit.id}: {fault}" for fault in unowned(unit, live))
        rows = tables.options()
        for id, row in rows.items():
            if row.needs and getattr(self.options, id) and not getattr(self.options, row.needs):
                yield f"{row.name} needs {rows[row.needs].name} (the option {row.needs})"
        outside = (unit for unit in units if unit.hex and not self.map.has(unit.hex))
        yield from (f"{unit.id} stands in {unit.hex}, which is not on the map" for unit in outside)


# --- what a state can't be, whoever set it: read as if a game file said so (CH 17)


COUNTS = (
    "moved", "half", "hits_turn", "raw_turn", "aim_turns", "held", "stunned", "burn_turns", "burn_bonus", "float_speed",
    "float_part", "leak_turns", "leak_round", "fell_turn", "head_hit", "leg_hit", "shots", "power",
)  # fmt: skip
"""Marks of the combat that are never below 0."""

_MOMENT = re.compile(r"(?:movement|end)-\d{1,4}")
"""When a wound no longer slows."""


def faults(game: Fight) -> Iterator[str]:
    """One sentence for each thing that can't be."""
    yield from _map_faults(game.map)
    yield from _faults_of(game, game.units)


def new_faults(before: Fight, after: Fight) -> Iterator[str]:
    """What a change has brought about: only what is not the same object as before is looked at."""
    touched = [name for name, character in after.units.items() if before.units.get(name) is not character]
    known = set(_faults_of(before, [name for name in touched if name in before.units]))
    if after.map is not before.map:
        known |= set(_map_faults(before.map))
        yield from (fault for fault in _map_faults(after.map) if fault not in known)
    yield from (fault for fault in _faults_of(after, touched) if fault not in known)


def _faults_of(game: Fight, names: Iterable[str]) -> Iterator[str]:
    if game.round < 1:
        yield "a round is 1 or more"
    if game.options.gravity < 0:
        yield "gravity is 0 or more"
    sides, units = game.sides, game.units
    named = [name for name in (*game.initiative, game.active) if name and name not in sides]
    yield from (f"there is no side {name}" for name in named)
    named = [name for name in (*game.order, game.actor) if name and name not in units]
    yield from (f"there is no character {name}" for name in named)
    if game.outcome not in ("", "draw", *sides):
        yield f"{game.outcome} is neither a side nor a draw"
    named = [name for name in game.move_order if name not in sides and name not in units]
    yield from (f"{name} is neither a side nor a character" for name in named)
    for id, side in sides.items():
        if side.leader and side.leader not in game.of(id):
            yield f"{side.leader} can't lead {id}: there is no such character on that side"
        strange = [spoil for spoil in side.spoils if tables.thing(spoil) is None]
        yield from (f"there is no such thing: {spoil}" for spoil in strange)
    for name in names:
        yield from (f"{name}: {fault}" for fault in character_faults(game, name))
    taken: dict[str, str] = {}  # two standing or kneeling figures in one hex
    for name, character in units.items():
        if character.left or not character.hex or character.hth or character.posture in ("prone", "fallen"):
            continue
        if character.hex in taken:
            yield f"{taken[character.hex]} and {name} both stand in {character.hex}"
        taken[character.hex] = name


def character_faults(game: Fight, name: str) -> Iterator[str]:
    """What is wrong with one character, as if a game file wrote him, as far as one can; then what it doesn't say."""
    character = game.units[name]
    told = plain.to_plain(character)
    row = {"id": name} | {key: told[key] for key in CharacterData.model_fields if key in told}
    yield from _misread(CharacterData, row)
    yield from unowned(character, [id for id, grenade in game.map.grenades.items() if grenade.held == name])
    yield from (f"{key} is 0 or more" for key in COUNTS if getattr(character, key) < 0)
    strange = [reason for reason in character.awarded if reason not in tables.awards()]
    yield from (f"there is no reason {reason}" for reason in strange)
    for hex in (character.hex, character.hanging, *character.path):
        if hex and not (is_hex_name(hex) and on_map(game.map, hex)):
            yield f"{hex} is not on the map"
    if not character.hex and not character.left and game.phase != "between":
        yield "there is no hex"
    others = [character.aim_target, character.held_by, character.defends_against]
    for other in (*others, *character.began, *character.dealt):
        if other and other not in game.units:
            yield f"there is no character {other}"
    if character.float_dir and character.float_dir not in DIRECTIONS:
        yield f"{character.float_dir} is not a direction"
    if character.hurt_until and not _MOMENT.fullmatch(character.hurt_until):
        yield f"hurt_until is like movement-3 or end-3, not {character.hurt_until}"
    for weapon in character.weapons:
        if weapon.type in tables.weapons():  # a type that there isn't is told already
            full = full_ammo(character, weapon)
            if not 0 <= weapon.ammo <= full:
                yield f"{weapon.id} holds 0 to {full}, not {weapon.ammo}"


def _misread(model: type[BaseModel], row: Mapping[str, Any]) -> Iterator[str]:
    """What a game file with this in it would be refused for."""
    try:
        model.model_validate(dict(row))
    except ValidationError as error:
        yield from plain.faults(error)


def _map_faults(map: Map) -> Iterator[str]:
    told = plain.to_plain(map)
    for living in ("grenades", "dropped"):
        told[living] = {id: row_without(row, REMEMBERED) for id, row in told[living].items()}
    yield from (f"map: {fault}" for fault in _misread(MapData, told))


def row_without(row: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """The row without the values of these names."""
    return {key: value for key, value in row.items() if key not in names}


# --- the first state


def new_game(setup: Mapping[str, Any]) -> Fight:
    """The game before its first command; raises DataError with every fault of the set-up."""
    data = read_setup(GameData, setup)
    sides = {
        side.id: Side(side.name or side.id, side.leader, tuple(side.spoils), **side.spoken)
        for side in data.sides
    }
    units = {unit.id: build(unit, unit.id, side.id) for side in data.sides for unit in side.units}
    game = Fight(
        sides=sides,
        units=units,
        map=map_of(data.map),
        options=data.options,
        title=data.title,
        readings=data.readings,
    )
    if tables.plays(game, "martial_arts_armor", "cloth"):
        units = {name: replace(character, arts_in_cloth=True) for name, character in game.units.items()}
        game = game.with_units(units)
    # Games from before the set-up kept places: in the order of the zone, facing the middle.
    middle = _middle(game.map)
    for side, zone in zip(data.sides, _zones(data), strict=True):
        taken = {unit.hex for unit in game.units.values()}
        free = [hex for hex in zone if hex not in taken]
        for unit, hex in zip([unit.id for unit in side.units if not unit.hex], free, strict=False):
            game = game.with_unit(unit, hex=hex, facing=nearest_direction(vector(hex, middle)))
    for path, value in data.state.items():
        if path.split(".", maxsplit=1)[0] not in PRESET:
            raise DataError(f"state: {path} is not a tracked value that a set-up could set.")
        with presets():
            game = put(game, path, value)
    found = list(faults(game))
    if found:
        raise DataError(found)
    return set_in_motion(game, data.state)


PRESET = set(Fight.__struct_fields__) - {"title", "slots", "readings"}
"""What a set-up may preset: everything but what the game works out by itself."""


def build(data: BuildData, name: str, side: str) -> Character:
    """A character as he is built, for a game file as well as for the builder."""
    own = {key: _frozen(value) for key, value in data if key not in ("id", "name", "weapons")}
    character = Character(**own, name=data.name or name, side=side)
    made = tuple(weapon_of(character, weapon) for weapon in data.weapons)
    somewhere = set(placed(character))
    belt = (*character.belt, *(weapon.id for weapon in made if weapon.id not in somewhere))
    return replace(character, weapons=made, belt=belt)


def weapon_of(owner: Character, data: WeaponData) -> Weapon:
    """The instance with the table's hands, the ammunition that it is sold with, and full unless it says otherwise."""
    grip = data.grip or data.hands or tables.weapons()[data.type].hands
    made = replace(data.weapon, grip=grip, ammo_type=data.ammo_type or sold_with(data.type))
    return replace(made, ammo=full_ammo(owner, made) if data.ammo is None else data.ammo)


def map_of(data: MapData) -> Map:
    """The map as it is at the beginning."""
    return Map(**{key: _frozen(value) for key, value in data if key not in ("name", "zones")})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def in_their_zones(setup: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up with a hex for all who have none, in their side's zone if there is room; a faulty one is unchanged.

    A side begins in the middle of its zone and faces the enemy, or the middle of the map without one.
    """
    try:
        data = read_setup(GameData, setup)
    except DataError:
        return dict(setup)
    taken = {unit.hex for side in data.sides for unit in side.units}
    stands = [{unit.id: unit.hex for unit in side.units if unit.hex} for side in data.sides]
    placed: dict[str, str] = {}
    for side, zone, there in zip(data.sides, _zones(data), stands, strict=True):
        free = [hex for hex in zone if hex not in taken]
        by_distance = sorted(free, key=lambda one: (_off_middle(one, free), one))
        found = dict(zip([unit.id for unit in side.units if not unit.hex], by_distance, strict=False))
        placed |= found
        there.update(found)
        taken |= set(found.values())
    if not placed:
        return dict(setup)
    middle = _middle(data.map)
    sides = []
    for at, row in enumerate(setup["sides"]):
        enemies = [hex for other, there in enumerate(stands) if other != at for hex in there.values()]
        units = [dict(unit) for unit in row.get("units", ())]
        for unit in units:
            if hex := placed.get(unit["id"]):
                unit |= {"hex": hex, "facing": nearest_direction(_way_to_middle(hex, enemies or [middle]))}
        sides.append({**row, "units": units})
    return {**setup, "sides": sides}


def _zones(data: GameData) -> list[list[str]]:
    """The hexes of each side's zone in which somebody can stand."""
    map, zones = map_of(data.map), {str(zone): hexes for zone, hexes in data.map.zones.items()}
    own = [zones.get(str(at), []) for at in range(1, len(data.sides) + 1)]
    return [[hex for hex in zone if not solid(map, hex) and not pit(map, hex)] for zone in own]


def _middle(map: Map | MapData) -> str:
    return hex_named((map.cols + 1) // 2, (map.rows + 1) // 2)


def _way_to_middle(hex: str, hexes: Sequence[str]) -> Vector:
    """The vector from a hex to the middle of these hexes, times their number."""
    ways = [vector(hex, other) for other in hexes]
    return sum(dx for dx, _ in ways), sum(dz for _, dz in ways)


def _off_middle(hex: str, hexes: Sequence[str]) -> int:
    """The distance from a hex to the middle of these hexes, times their number."""
    dx, dz = _way_to_middle(hex, hexes)
    return max(abs(dx), abs(dz), abs(dx + dz))
