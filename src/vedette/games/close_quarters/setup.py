"""A set-up read and checked, and the first state of a game: characters, the map, presets, and the turn set in motion where it starts in the middle."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec.structs import replace
from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError

from vedette.engine import plain
from vedette.engine.data import Row, Table
from vedette.engine.errors import DataError
from vedette.engine.marks import marked
from vedette.engine.patch import put
from vedette.engine.text import clean, require_text
from vedette.games.close_quarters import state, tables
from vedette.games.close_quarters.arms import UNSAID, completed, full_ammo, is_by_strength
from vedette.games.close_quarters.derived import is_notation
from vedette.games.close_quarters.state import Character, Fight, Map, Options, Side, Weapon
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.terrain import metres, nearest_direction, pit, solid
from vedette.games.close_quarters.turn.ending import set_in_motion
from vedette.kit import schema
from vedette.kit.schema import Id, Name, Written, doubles, fitting, read_record
from vedette.kit.tracked import presets
from vedette.view.hexes import DIRECTIONS, Vector, is_hex_name, neighbours, on_map, vector
from vedette.view.hexes import hex_name as hex_named

Text = Annotated[str, Field(max_length=80)]
Whole = Annotated[int, Field(ge=0, le=10_000)]
Said = Annotated[Name, AfterValidator(lambda text: require_text(text) if text else clean(text))]

LIMITS = {int: Whole, str: Text}
LATE = ConfigDict(defer_build=True)

REMEMBERED = ("weapon", "by")
"""What a thing on the map remembers for itself, and no game file says."""

# --- a weapon


def _weapon_faults(weapon: Weapon) -> Iterator[str]:
    rows = tables.weapons()
    row = rows.get(weapon.type)
    if row is None:
        yield f"there is no weapon of the type {weapon.type}"
    if weapon.ammo_type and weapon.ammo_type not in tables.ammunition():
        yield f"there is no ammunition {weapon.ammo_type}"
    if weapon.bayonet not in rows:
        yield f"{weapon.bayonet} is not a knife that could be fitted"
    given = [weapon.damage, weapon.damage2 or None]
    yield from (f"{one!r} is not damage like 2d6-1" for one in given if row and not _is_damage(one, row))
    unfit = [one for one in weapon.fitted if one not in state.FITTED]
    yield from (f"{one} can't be fitted to a weapon" for one in unfit)
    yield from (f"there is no skill {one}" for one in weapon.skills or () if one not in tables.skills())


def _is_damage(written: str | None, row: tables.WeaponRow) -> bool:
    """Whether damage is written as the table writes it, a grenade's also in two zones; none given is none to judge."""
    if written is None or written == row.damage:
        return True
    if row.use != "grenade":
        return is_notation(written) or is_by_strength(written)
    inner, slash, outer = written.partition("/")
    return is_notation(inner) and (not slash or is_notation(outer))


WrittenWeapon = Annotated[
    Weapon,
    Written(
        LIMITS,
        id=Id,
        ammo=(Whole, UNSAID),
        grip=(Literal[1, 2], UNSAID),
        unbalanced=Annotated[int, Field(ge=-20, le=0)],
        hands=Literal[1, 2] | None,
        kg=Annotated[float, Field(ge=0, le=1000)] | None,
        name=Annotated[Text, AfterValidator(require_text)] | None,
    ),
    fitting(_weapon_faults),
]
"""A weapon instance in a game file; columns of the table may stand there and then beat it."""

# --- a character


class Entered(Character, frozen=True, kw_only=True):
    """A character as a game file has him, whose side is told around him; `id` is his own."""

    id: str = ""
    side: str = ""


def placed(character: Character) -> list[str]:
    """What a character has in hand, on his belt and back and in his pack."""
    return [*character.ready, *character.belt, *character.slung, *character.pack]


def unowned(character: Character, live: Collection[str] = ()) -> Iterator[str]:
    """One sentence for each of these that is nothing of his; `live` are the grenades of the map that he holds."""
    own = {weapon.id for weapon in character.weapons} | set(live)
    strange = [thing for thing in placed(character) if thing not in own and not tables.item(thing)]
    yield from (f"{thing} is neither one of the weapons nor an item" for thing in strange)


def _character_misfits(character: Character) -> Iterator[str]:
    known, armor = tables.skills(), tables.armor()
    named = (*character.skills, *character.bonuses)
    yield from (f"there is no skill {one}" for one in named if one not in known)
    things = (*character.items, *character.worn)
    yield from (f"there is no item {one}" for one in things if not tables.item(one))
    rows = [tables.item(one) for one in character.worn]
    yield from (f"{row.id} can't be worn" for row in rows if row and not row.worn)
    for name in (character.armor, character.armor2):
        if name and (name not in armor or armor[name].kind == "helmet"):
            yield f"{name} is not armor"
    helmet = character.helmet
    if helmet and (helmet not in armor or armor[helmet].kind != "helmet"):
        yield f"{helmet} is not a helmet"
    if character.shield and character.shield not in tables.shields():
        yield f"there is no shield {character.shield}"
    if character.energy_shield and character.energy_shield not in tables.energy_shields():
        yield f"there is no energy shield {character.energy_shield}"
    yield from (f"the skill {one} stands there twice" for one in doubles(character.skills))
    most = number("bonus_most")
    high = [one for one, bonus in character.bonuses.items() if bonus > most]
    yield from (f"a bonus is +{most} at most: {one}" for one in high)
    own = [weapon.id for weapon in character.weapons]
    yield from (f"the weapon id {one} is used twice" for one in doubles(own))
    strange = [one for one in character.bought if one not in character.skills]
    yield from (f"{one} is bought, but is not among the skills" for one in strange)
    if character.hex and not is_hex_name(character.hex):
        yield f"{character.hex} is not a hex"
    carried = [one for one in placed(character) if one in own]
    yield from (f"{double} is in two places" for double in doubles(carried))


GONE_THROUGH = (
    "wealth", "ep", "damage", "nonlethal", "arms_lost", "leg_lost", "leaks", "armor_worn", "shielding_worn",
    "file", "file_mark", "file_entry",
)  # fmt: skip
"""What a character has gone through, and a beginner has not."""

NEVER_WRITTEN = ("side", "arts_in_cloth", "left", *marked(Character, state.COMBAT, state.TURN))


def _character(*without: str) -> Written:
    return Written(
        LIMITS,
        without=(*NEVER_WRITTEN, *without),
        name=(Said, ""),
        bonuses=dict[Text, Annotated[Whole, Field(ge=1)]],
        weapons=Annotated[tuple[WrittenWeapon, ...], Field(strict=False)],
        status=Annotated[tuple[Literal["hurt", "tear-gas", "blinded"], ...], Field(strict=False)],
        arms_lost=Annotated[tuple[Literal["weapon-arm", "other-arm"], ...], Field(strict=False)],
        id=Id,
    )


WrittenCharacter = Annotated[Entered, _character(), fitting(_character_misfits)]
"""A character in a game file. Only the whole game knows which live grenades he holds (CQ-GRN-10)."""

CHARACTER: TypeAdapter[Entered] = TypeAdapter(WrittenCharacter, config=LATE)

BUILD: TypeAdapter[Entered] = TypeAdapter(
    Annotated[
        Entered,
        _character("id", *GONE_THROUGH),
        fitting(lambda character: (*_character_misfits(character), *unowned(character))),
    ],
    config=LATE,
)
"""What a character is made of and owns; what he has gone through is not part of it."""

OF_A_CHARACTER = tuple(one for one in Character.__struct_fields__ if one not in NEVER_WRITTEN)
OF_A_BUILD = tuple(one for one in OF_A_CHARACTER if one not in GONE_THROUGH)
"""What a game file says of them."""

WEAPON: TypeAdapter[Weapon] = TypeAdapter(WrittenWeapon, config=LATE)
WEAPONS: TypeAdapter[list[Weapon]] = TypeAdapter(list[WrittenWeapon], config=LATE)


class SideData(schema.SpokenData):
    """A side with its characters."""

    id: Id
    name: Said = ""
    leader: Text = ""
    spoils: list[Text] = []
    units: Annotated[list[WrittenCharacter], schema.Several] = []


# --- the map

TERRAINS = Literal[
    "clear", "broken", "water-ankle", "water-knee", "water-deep", "mud-ankle", "mud-knee", "snow-ankle", "snow-knee",
    "ice", "wall",
]  # fmt: skip

TOLD = 3

HEIGHTS = ("wall_low", "wall_high", "wall_full", "wall_solid")
"""The heights that a wall may have; the last stands for anything over the one before."""


class Ground(Map, frozen=True, kw_only=True):
    """A map as a game file has it, with the zones in which the sides begin."""

    name: str = ""
    zones: Mapping[str, tuple[str, ...]] = {}


def _ground_misfits(map: Ground) -> Iterator[str]:
    named = [*map.terrain, *map.pits, *map.fog, *map.anti_laser, *map.fires]
    named += [*(wall.hex for wall in map.walls), *(cloud.hex for cloud in map.clouds.values())]
    named += [lying.hex for lying in map.dropped.values()]
    named += [hex for zone in map.zones.values() for hex in zone]
    named += [grenade.hex for grenade in map.grenades.values() if grenade.hex]
    outside = [one for one in dict.fromkeys(named) if not on_map(map, one)]
    if outside:  # the first few are named, and told how many more there are
        shown, more = ", ".join(outside[:TOLD]), len(outside) - TOLD
        are = f"and {more} more are" if more > 0 else "is" if len(outside) == 1 else "are"
        yield f"{shown} {are} not on the map"
    heights = [metres(name) for name in HEIGHTS]
    known = ", ".join(f"{height:g}" for height in heights)
    wrong = [wall.height for wall in map.walls if wall.height not in heights]
    yield from (f"a wall is {known} metres high, not {height:g}" for height in wrong)
    types = dict.fromkeys(lying.type for lying in map.dropped.values())
    strange = [one for one in types if tables.thing(one) is None]
    yield from (f"there is no {one} that could lie on the map" for one in strange)


def _size(name: str) -> tuple[Any, Any]:
    return Annotated[int, Field(ge=1, le=99)], Field(default_factory=lambda: number(name))


WrittenMap = Annotated[
    Ground,
    Written(
        LIMITS,
        name=Name,
        cols=_size("map_cols"),
        rows=_size("map_rows"),
        terrain=dict[str, TERRAINS],
        pits=dict[str, Annotated[float, Field(gt=0, le=1000)]],
        zones=dict[Literal["1", "2", "3", "4"], Annotated[tuple[Text, ...], Field(strict=False)]],
        clouds=dict[Id, Annotated[state.Cloud, Written(LIMITS)]],
        grenades=dict[Id, Annotated[state.Grenade, Written(LIMITS, without=REMEMBERED)]],
        dropped=dict[Id, Annotated[state.Dropped, Written(LIMITS, without=REMEMBERED)]],
    ),
    fitting(_ground_misfits),
]

MAP: TypeAdapter[Ground] = TypeAdapter(WrittenMap, config=LATE)

# --- the whole set-up


class GameData(schema.Setup):
    """A whole set-up."""

    tables: ClassVar = tables.TABLES
    ruleset: Literal["close-quarters"] = "close-quarters"
    options: Annotated[Options, Written(LIMITS, gravity=Annotated[float, Field(ge=0, le=10)])] = Field(
        default_factory=Options
    )
    map: WrittenMap = Field(default_factory=lambda: read_record(MAP, {}))
    sides: Annotated[list[SideData], Field(min_length=1)]

    def _faults(self) -> Iterator[str]:
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
        outside = (unit for unit in units if unit.hex and not on_map(self.map, unit.hex))
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
    yield from _misread(CHARACTER, {"id": name} | {key: told[key] for key in OF_A_CHARACTER if key in told})
    yield from unowned(character, [id for id, grenade in game.map.grenades.items() if grenade.held == name])
    yield from (f"{key} is 0 or more" for key in COUNTS if getattr(character, key) < 0)
    strange = [reason for reason in character.awarded if reason not in tables.awards()]
    yield from (f"there is no reason {reason}" for reason in strange)
    for hex in (character.hex, character.hanging, *character.path):
        if hex and not on_map(game.map, hex):
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


def _misread(kind: TypeAdapter[Any], row: Row) -> Iterator[str]:
    try:
        kind.validate_python(row)
    except ValidationError as error:
        yield from plain.faults(error)


def _map_faults(map: Map) -> Iterator[str]:
    told = plain.to_plain(map)
    for living in ("grenades", "dropped"):
        told[living] = {id: row_without(row, REMEMBERED) for id, row in told[living].items()}
    yield from (f"map: {fault}" for fault in _misread(MAP, told))


def row_without(row: Row, names: Collection[str]) -> Table:
    return {key: value for key, value in row.items() if key not in names}


# --- the first state


def new_game(setup: Row) -> Fight:
    """The game before its first command; raises DataError with every fault of the set-up."""
    data = schema.read_setup(GameData, setup)
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


def build(written: Character, name: str, side: str) -> Character:
    """A character as he is built, whose weapons are complete, and on the belt where nothing else is said."""
    given = {key: getattr(written, key) for key in Character.__struct_fields__}
    character = Character(**{**given, "name": written.name or name, "side": side})
    made = tuple(completed(character, weapon) for weapon in character.weapons)
    somewhere = set(placed(character))
    belt = (*character.belt, *(weapon.id for weapon in made if weapon.id not in somewhere))
    return replace(character, weapons=made, belt=belt)


def map_of(ground: Ground) -> Map:
    return Map(**{key: getattr(ground, key) for key in Map.__struct_fields__})


def in_their_zones(setup: Row) -> Table:
    """The set-up with a hex for all who have none, in their side's zone if there is room; a faulty one is unchanged.

    A side begins spread over the middle of its zone and faces the enemy, or the middle of the map without one.
    """
    try:
        data = schema.read_setup(GameData, setup)
    except DataError:
        return dict(setup)
    taken = {unit.hex for side in data.sides for unit in side.units}
    stands = [{unit.id: unit.hex for unit in side.units if unit.hex} for side in data.sides]
    placed: dict[str, str] = {}
    for side, zone, there in zip(data.sides, _zones(data), stands, strict=True):
        free = [hex for hex in zone if hex not in taken]
        by_distance = sorted(free, key=lambda one: (_off_middle(one, free), one))
        found = dict(zip([unit.id for unit in side.units if not unit.hex], _apart(by_distance), strict=False))
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


def _apart(hexes: Sequence[str]) -> list[str]:
    """The same hexes: first each that touches none before it, then the others."""
    chosen: list[str] = []
    for hex in hexes:
        if not {hex, *neighbours(hex)} & set(chosen):
            chosen.append(hex)
    return [*chosen, *(hex for hex in hexes if hex not in chosen)]


def _zones(data: GameData) -> list[list[str]]:
    """The hexes of each side's zone in which somebody can stand."""
    map = data.map
    own = [map.zones.get(str(at), ()) for at in range(1, len(data.sides) + 1)]
    return [[hex for hex in zone if not solid(map, hex) and not pit(map, hex)] for zone in own]


def _middle(map: Map) -> str:
    return hex_named((map.cols + 1) // 2, (map.rows + 1) // 2)


def _way_to_middle(hex: str, hexes: Sequence[str]) -> Vector:
    """The vector from a hex to the middle of these hexes, times their number."""
    ways = [vector(hex, other) for other in hexes]
    return sum(dx for dx, _ in ways), sum(dz for _, dz in ways)


def _off_middle(hex: str, hexes: Sequence[str]) -> int:
    """The distance from a hex to the middle of these hexes, times their number."""
    dx, dz = _way_to_middle(hex, hexes)
    return max(abs(dx), abs(dz), abs(dx + dz))
