"""The first state of a game: characters, the map, presets, and the turn set in motion where it starts in the middle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from vedette.engine.errors import DataError
from vedette.engine.patch import put
from vedette.engine.record import replace
from vedette.games.close_quarters.arms import full_ammo, sold_with
from vedette.games.close_quarters.hexes import name, nearest_direction, vector
from vedette.games.close_quarters.setup import (
    BuildData,
    CharacterData,
    GameData,
    MapData,
    SideData,
    WeaponData,
    faults,
)
from vedette.games.close_quarters.state import Character, Fight, Map, Side, Weapon
from vedette.games.close_quarters.tables import weapons
from vedette.games.close_quarters.terrain import pit, solid
from vedette.games.close_quarters.turn.ending import set_in_motion
from vedette.kit.schema import read_setup
from vedette.kit.tracked import presets


def new_game(setup: Mapping[str, Any]) -> Fight:
    """The game before its first command; raises DataError with every fault of the set-up."""
    data = read_setup(GameData, setup)
    game = Fight(
        sides={side_data.id: _side(side_data) for side_data in data.sides},
        units={
            character_data.id: _character(character_data, side.id)
            for side in data.sides
            for character_data in side.units
        },
        map=map_of(data.map),
        options=data.options,
        title=data.title,
        readings=data.readings,
    )
    game = _in_their_zones(game, data)
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


def _character(data: CharacterData, side: str) -> Character:
    return build(data, data.id, side)


def weapon_of(owner: Character, data: WeaponData) -> Weapon:
    """The instance with the table's hands, the ammunition that it is sold with, and full unless it says otherwise."""
    row = weapons()[data.type]
    made = replace(
        data.weapon,
        grip=data.grip or data.hands or row.hands,
        ammo_type=data.ammo_type or sold_with(data.type),
    )
    return replace(made, ammo=full_ammo(owner, made) if data.ammo is None else data.ammo)


def _side(data: SideData) -> Side:
    return Side(data.name or data.id, data.leader, tuple(data.spoils))


def _in_their_zones(game: Fight, data: GameData) -> Fight:
    """The game with everybody who has no hex in the zone of the side, as far as there is room; all look to the middle."""
    middle = name((data.map.cols + 1) // 2, (data.map.rows + 1) // 2)
    zones = {str(zone): hexes for zone, hexes in data.map.zones.items()}
    for number, side in enumerate(data.sides, 1):
        zone = zones.get(str(number), [])
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


PRESET = {field.name for field in fields(Fight)} - {"title", "slots", "readings"}
"""What a set-up may preset: everything but what the game works out by itself."""


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
