"""What a state can't be, whoever set it: ids that no table knows, places off the map, more rounds than a gun holds.

Types and ids are those of the set-up (CH 17): a character, his weapons and the map are read as if a game file said so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from vedette.engine import plain
from vedette.games.close_quarters.derived.arms import full_ammo
from vedette.games.close_quarters.map.hexes import DIRECTIONS, is_hex_name, on_map
from vedette.games.close_quarters.setup import CharacterData, MapData, unowned
from vedette.games.close_quarters.state import Character, Fight, Map
from vedette.games.close_quarters.tables import awards, thing, weapons
from vedette.games.close_quarters.weapon import Weapon

COUNTS = (
    "moved", "half", "hits_turn", "raw_turn", "aim_turns", "held", "stunned", "burn_turns", "burn_bonus", "float_speed",
    "float_part", "leak_turns", "leak_round", "fell_turn", "head_hit", "leg_hit", "shots", "power",
)  # fmt: skip
"""Marks of the combat that are never below 0."""

_MOMENT = re.compile(r"(?:movement|end)-\d{1,4}")
"""When a wound no longer slows."""

REMEMBERED = ("weapon", "by")
"""What a thing on the map remembers for itself, and no game file says."""


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
        told[living] = {id: _without(row, REMEMBERED) for id, row in told[living].items()}
    yield from (f"map: {fault}" for fault in _misread(MapData, told))


def _without(row: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
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
        yield "he has no hex"
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
        yield f"{character.float_dir} is no direction"
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
