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
from vedette.games.close_quarters.arms import full_ammo, is_by_strength, sold_with
from vedette.games.close_quarters.derived import is_notation
from vedette.games.close_quarters.state import (
    FITTED,
    Character,
    Cloud,
    Dropped,
    Fight,
    Fire,
    Grenade,
    Map,
    Options,
    Posture,
    Shots,
    Side,
    Tally,
    Wall,
    Weapon,
)
from vedette.games.close_quarters.tables import (
    TABLES,
    WeaponRow,
    ammunition,
    armor,
    awards,
    energy_shields,
    item,
    number,
    options,
    plays,
    shields,
    skills,
    thing,
    weapons,
)
from vedette.games.close_quarters.terrain import metres, nearest_direction, pit, solid
from vedette.games.close_quarters.turn.ending import set_in_motion
from vedette.kit.schema import (
    Checked,
    Id,
    Name,
    Setup,
    Several,
    SpokenData,
    Written,
    doubles,
    read_setup,
)
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
        if self.type not in weapons():
            yield f"there is no weapon of the type {self.type}"
        if self.ammo_type and self.ammo_type not in ammunition():
            yield f"there is no ammunition {self.ammo_type}"
        if self.bayonet not in weapons():
            yield f"{self.bayonet} is not a knife that could be fitted"
        row = weapons().get(self.type)
        given = [self.damage, self.damage2 or None]
        yield from (f"{one!r} is not damage like 2d6-1" for one in given if row and not _is_damage(one, row))
        yield from (f"{one} can't be fitted to a weapon" for one in self.fitted if one not in FITTED)
        yield from (f"there is no skill {one}" for one in self.skills or () if one not in skills())


def _is_damage(written: Text | None, row: WeaponRow) -> bool:
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
        yield from self._unknown()
        twice = doubles(self.skills), doubles([weapon_data.id for weapon_data in self.weapons])
        yield from (f"the skill {one} stands there twice" for one in twice[0])
        most = number("bonus_most")
        yield from (
            f"a bonus is +{most} at most: {one}" for one, bonus in self.bonuses.items() if bonus > most
        )
        yield from (f"the weapon id {one} is used twice" for one in twice[1])
        yield from (
            f"{one} is bought, but is not among the skills" for one in self.bought if one not in self.skills
        )
        if self.hex and not is_hex_name(self.hex):
            yield f"{self.hex} is not a hex"
        instances = {weapon_data.id for weapon_data in self.weapons}
        carried = [one for one in placed(self) if one in instances]
        yield from (f"{double} is in two places" for double in doubles(carried))
        yield from self._unowned()

    def _unowned(self) -> Iterator[Text]:
        """Ids in his hands or about him that are nothing of his."""
        return unowned(self)

    def _unknown(self) -> Iterator[Text]:
        """Ids that no table knows, or that stand in the wrong place."""
        yield from (
            f"there is no skill {one}" for one in (*self.skills, *self.bonuses) if one not in skills()
        )
        yield from (f"there is no item {one}" for one in (*self.items, *self.worn) if not item(one))
        yield from (f"{one} can't be worn" for one in self.worn if (row := item(one)) and not row.worn)
        for name in (self.armor, self.armor2):
            if name and (name not in armor() or armor()[name].kind == "helmet"):
                yield f"{name} is not armor"
        if self.helmet and (self.helmet not in armor() or armor()[self.helmet].kind != "helmet"):
            yield f"{self.helmet} is not a helmet"
        if self.shield and self.shield not in shields():
            yield f"there is no shield {self.shield}"
        if self.energy_shield and self.energy_shield not in energy_shields():
            yield f"there is no energy shield {self.energy_shield}"


def placed(character: Any) -> list[Text]:
    """What a character has in hand, on his belt and back and in his pack, in a game file or in play."""
    return [
        thing
        for place in (character.ready, character.belt, character.slung, character.pack)
        for thing in place
    ]


def unowned(character: Any, live: Collection[Text] = ()) -> Iterator[Text]:
    """One sentence for each of these that is nothing of his; `live` are the grenades of the map that he holds."""
    own = {weapon.id for weapon in character.weapons} | set(live)
    strange = [thing for thing in placed(character) if thing not in own and not item(thing)]
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
    units: Annotated[list[CharacterData], Several] = []

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
    walls: list[Annotated[Wall, WRITTEN]] = []
    fog: Ids = []
    anti_laser: Ids = []
    fires: dict[str, Annotated[Fire, WRITTEN]] = {}
    clouds: dict[Id, Annotated[Cloud, WRITTEN]] = {}
    grenades: dict[Id, Annotated[Grenade, WITHOUT_MEMORY]] = {}
    dropped: dict[Id, Annotated[Dropped, WITHOUT_MEMORY]] = {}
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
        if outside:
            yield f"{_some(outside)} not on the map"
        heights = [metres(name) for name in HEIGHTS]
        for wall in self.walls:
            if wall.height not in heights:
                known = ", ".join(f"{height:g}" for height in heights)
                yield f"a wall is {known} metres high, not {wall.height:g}"
        types = dict.fromkeys(lying.type for lying in self.dropped.values())
        yield from (f"there is no {one} that could lie on the map" for one in types if thing(one) is None)


TOLD = 3
"""Hexes that are named in a sentence about many."""


def _some(hexes: list[Text]) -> Text:
    """The subject of a sentence about hexes: the first few, and how many more there are."""
    shown, more = ", ".join(hexes[:TOLD]), len(hexes) - TOLD
    return f"{shown} and {more} more are" if more > 0 else f"{shown} {'is' if len(hexes) == 1 else 'are'}"


HEIGHTS = ("wall_low", "wall_high", "wall_full", "wall_solid")
"""The heights that a wall may have; the last stands for anything over the one before."""


class GameData(Setup):
    """A whole set-up."""

    tables: ClassVar = TABLES
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
        for id, row in options().items():
            if row.needs and getattr(self.options, id) and not getattr(self.options, row.needs):
                yield f"{row.name} needs {options()[row.needs].name} (the option {row.needs})"
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
    """Of the game as a whole, and of these characters."""
    if game.round < 1:
        yield "a round is 1 or more"
    if game.options.gravity < 0:
        yield "gravity is 0 or more"
    yield from _named_sides(game)
    for name in names:
        yield from (f"{name}: {fault}" for fault in character_faults(game, name))
    yield from _doubled(game)


def character_faults(game: Fight, name: str) -> Iterator[str]:
    """What is wrong with one character."""
    character = game.units[name]
    yield from _misread(CharacterData, written(character, name))
    yield from unowned(character, [id for id, grenade in game.map.grenades.items() if grenade.held == name])
    yield from (f"{key} is 0 or more" for key in COUNTS if getattr(character, key) < 0)
    yield from (f"there is no reason {reason}" for reason in character.awarded if reason not in awards())
    yield from _places(game, character)
    for weapon in character.weapons:
        yield from _ammunition(character, weapon)


def written(character: Character, name: str) -> dict[str, Any]:
    """A character as a game file would write him, as far as one can."""
    told = plain.to_plain(character)
    return {"id": name} | {key: told[key] for key in CharacterData.model_fields if key in told}


def _misread(model: type[BaseModel], row: Mapping[str, Any]) -> Iterator[str]:
    """What a game file with this in it would be refused for."""
    try:
        model.model_validate(dict(row))
    except ValidationError as error:
        yield from plain.faults(error)


def _named_sides(game: Fight) -> Iterator[str]:
    """Sides, characters and leaders that the game names."""
    for name in (*game.initiative, game.active):
        if name and name not in game.sides:
            yield f"there is no side {name}"
    for name in (*game.order, game.actor):
        if name and name not in game.units:
            yield f"there is no character {name}"
    if game.outcome not in ("", "draw", *game.sides):
        yield f"{game.outcome} is neither a side nor a draw"
    for name in game.move_order:
        if name not in game.sides and name not in game.units:
            yield f"{name} is neither a side nor a character"
    for id, side in game.sides.items():
        if side.leader and side.leader not in game.of(id):
            yield f"{side.leader} can't lead {id}: there is no such character on that side"
        yield from (f"there is no such thing: {spoil}" for spoil in side.spoils if thing(spoil) is None)


def _map_faults(map: Map) -> Iterator[str]:
    told = plain.to_plain(map)
    for living in ("grenades", "dropped"):
        told[living] = {id: row_without(row, REMEMBERED) for id, row in told[living].items()}
    yield from (f"map: {fault}" for fault in _misread(MapData, told))


def row_without(row: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """The row without the values of these names."""
    return {key: value for key, value in row.items() if key not in names}


def _ammunition(character: Character, weapon: Weapon) -> Iterator[str]:
    """Rounds beyond what a weapon holds; a type that there isn't is told already."""
    if weapon.type not in weapons():
        return
    full = full_ammo(character, weapon)
    if not 0 <= weapon.ammo <= full:
        yield f"{weapon.id} holds 0 to {full}, not {weapon.ammo}"


def _places(game: Fight, character: Character) -> Iterator[str]:
    for hex in (character.hex, character.hanging, *character.path):
        if hex and not (is_hex_name(hex) and on_map(game.map, hex)):
            yield f"{hex} is not on the map"
    if not character.hex and not character.left and game.phase != "between":
        yield "there is no hex"
    for other in (
        character.aim_target,
        character.held_by,
        character.defends_against,
        *character.began,
        *character.dealt,
    ):
        if other and other not in game.units:
            yield f"there is no character {other}"
    if character.float_dir and character.float_dir not in DIRECTIONS:
        yield f"{character.float_dir} is not a direction"
    if character.hurt_until and not _MOMENT.fullmatch(character.hurt_until):
        yield f"hurt_until is like movement-3 or end-3, not {character.hurt_until}"


def _doubled(game: Fight) -> Iterator[str]:
    """Two standing or kneeling figures in one hex."""
    taken: dict[str, str] = {}
    for name, character in game.units.items():
        if character.left or not character.hex or character.hth or character.posture in ("prone", "fallen"):
            continue
        if character.hex in taken:
            yield f"{taken[character.hex]} and {name} both stand in {character.hex}"
        taken[character.hex] = name


# --- the first state


def new_game(setup: Mapping[str, Any]) -> Fight:
    """The game before its first command; raises DataError with every fault of the set-up."""
    data = read_setup(GameData, setup)
    game = Fight(
        sides={
            side.id: Side(side.name or side.id, side.leader, tuple(side.spoils), **side.spoken)
            for side in data.sides
        },
        units={
            character_data.id: build(character_data, character_data.id, side.id)
            for side in data.sides
            for character_data in side.units
        },
        map=map_of(data.map),
        options=data.options,
        title=data.title,
        readings=data.readings,
    )
    if plays(game, "martial_arts_armor", "cloth"):
        units = {name: replace(character, arts_in_cloth=True) for name, character in game.units.items()}
        game = game.with_units(units)
    game = _in_zones_as_before(game, data)
    for path, value in data.state.items():
        game = _preset(game, path, value)
    found = list(faults(game))
    if found:
        raise DataError(found)
    return set_in_motion(game, data.state)


def build(data: BuildData, name: str, side: str) -> Character:
    """A character as he is built, for a game file as well as for the builder."""
    own = {key: _frozen(value) for key, value in data if key not in ("id", "name", "weapons")}
    character = Character(**own, name=data.name or name, side=side)
    made = tuple(weapon_of(character, weapon) for weapon in data.weapons)
    placed = {*character.ready, *character.belt, *character.slung, *character.pack}
    belt = (*character.belt, *(weapon.id for weapon in made if weapon.id not in placed))
    return replace(character, weapons=made, belt=belt)


def weapon_of(owner: Character, data: WeaponData) -> Weapon:
    """The instance with the table's hands, the ammunition that it is sold with, and full unless it says otherwise."""
    row = weapons()[data.type]
    made = replace(
        data.weapon,
        grip=data.grip or data.hands or row.hands,
        ammo_type=data.ammo_type or sold_with(data.type),
    )
    return replace(made, ammo=full_ammo(owner, made) if data.ammo is None else data.ammo)


def in_their_zones(setup: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up with a hex for all who have none, in their side's zone if there is room; a faulty one is unchanged.

    A side begins in the middle of its zone and faces the enemy, or the middle of the map without one.
    """
    try:
        data = read_setup(GameData, setup)
    except DataError:
        return dict(setup)
    map = map_of(data.map)
    zones = {str(zone): hexes for zone, hexes in data.map.zones.items()}
    taken = {unit.hex for side in data.sides for unit in side.units}
    stands = [{unit.id: unit.hex for unit in side.units if unit.hex} for side in data.sides]
    placed: dict[str, str] = {}
    for at, side in enumerate(data.sides):
        free = [hex for hex in zones.get(str(at + 1), ()) if hex not in taken and _can_be_stood_in(map, hex)]
        homeless = [unit.id for unit in side.units if not unit.hex]
        found = dict(zip(homeless, sorted(free, key=lambda one: (_off_middle(one, free), one)), strict=False))
        placed |= found
        stands[at] |= found
        taken |= set(found.values())
    if not placed:
        return dict(setup)
    middle = hex_named((map.cols + 1) // 2, (map.rows + 1) // 2)
    sides = []
    for at, row in enumerate(setup["sides"]):
        enemies = [hex for other, there in enumerate(stands) if other != at for hex in there.values()]
        units = []
        for unit in row.get("units", ()):
            hex = placed.get(unit["id"])
            facing = (
                {"hex": hex, "facing": nearest_direction(_way_to_middle(hex, enemies or [middle]))}
                if hex
                else {}
            )
            units.append({**unit, **facing})
        sides.append({**row, "units": units})
    return {**setup, "sides": sides}


def _way_to_middle(hex: str, hexes: Sequence[str]) -> Vector:
    """The vector from a hex to the middle of these hexes, times their number."""
    ways = [vector(hex, other) for other in hexes]
    return sum(dx for dx, _ in ways), sum(dz for _, dz in ways)


def _off_middle(hex: str, hexes: Sequence[str]) -> int:
    """The distance from a hex to the middle of these hexes, times their number."""
    dx, dz = _way_to_middle(hex, hexes)
    return max(abs(dx), abs(dz), abs(dx + dz))


def _in_zones_as_before(game: Fight, data: GameData) -> Fight:
    """The same for games from before the set-up kept places: in the order of the zone, facing the middle."""
    middle = hex_named((data.map.cols + 1) // 2, (data.map.rows + 1) // 2)
    zones = {str(zone): hexes for zone, hexes in data.map.zones.items()}
    for at, side in enumerate(data.sides, 1):
        zone = zones.get(str(at), [])
        taken = {unit.hex for unit in game.units.values()}
        free = iter([hex for hex in zone if hex not in taken and _can_be_stood_in(game.map, hex)])
        for unit, hex in zip([unit.id for unit in side.units if not unit.hex], free, strict=False):
            game = game.with_unit(unit, hex=hex, facing=nearest_direction(vector(hex, middle)))
    return game


def _can_be_stood_in(map: Map, hex: str) -> bool:
    return not solid(map, hex) and not pit(map, hex)


def map_of(data: MapData) -> Map:
    """The map as it is at the beginning."""
    return Map(**{key: _frozen(value) for key, value in data if key not in ("name", "zones")})


def _preset(game: Fight, path: str, value: Any) -> Fight:
    """The game with a tracked value set before its beginning; raises DataError."""
    if path.split(".", maxsplit=1)[0] not in PRESET:
        raise DataError(f"state: {path} is not a tracked value that a set-up could set.")
    with presets():
        return put(game, path, value)


PRESET = set(Fight.__struct_fields__) - {"title", "slots", "readings"}
"""What a set-up may preset: everything but what the game works out by itself."""


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
