"""Who and what may be named in a form: targets by their distance, weapons by their use, hexes around."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vedette.games.close_quarters.derived.arms import Arm, figures
from vedette.games.close_quarters.map.hexes import ARROWS, direction_between, neighbours, on_map
from vedette.games.close_quarters.near import aspect, away, is_enemy
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import thing
from vedette.games.close_quarters.view.marks import out_of_it
from vedette.games.close_quarters.view.told import thing_name, weapon_words
from vedette.kit.words import count

UNARMED = "hands"


def target_label(game: Fight, by: str, name: str) -> str:
    """A target with its distance, and what there is to know of it: `Bruce, 12 hexes, kneeling`."""
    character = game.units[name]
    hexes = away(game, by, name)
    parts = [character.name, count(hexes, "hex", "hexes")]
    state = out_of_it(game, name) or (character.posture if character.posture != "standing" else "")
    parts += [state] if state else []
    if hexes == 1 and character.hex and game.units[by].hex:
        side = aspect(game, name, game.units[by].hex)
        parts += [f"from the {side}"] if side != "front" else []
    parts += [
        word for word, holds in (("dodging", character.dodging), ("defending", character.defending)) if holds
    ]
    return ", ".join(parts)


def called(game: Fight, by: str, value: str) -> str:
    """What a value is called that a command declares: an enemy with his distance, a friend by his name, else the word."""
    if value not in game.units:
        return value
    return target_label(game, by, value) if is_enemy(game, by, value) else game.units[value].name


def targets(game: Fight, by: str, names: list[str]) -> Mapping[str, str]:
    """Targets with their labels."""
    return {name: target_label(game, by, name) for name in names}


def weapons(character: Character, places: tuple[str, ...], fits: Callable[[Arm], bool]) -> Mapping[str, str]:
    """His weapons in these places that fit, with their words."""
    carried = [id for place in places for id in getattr(character, place)]
    found = [
        weapon for id in carried if (weapon := character.weapon(id)) is not None and fits(figures(weapon))
    ]
    return {weapon.id: weapon_words(character, weapon) for weapon in found}


def ready_weapons(character: Character, fits: Callable[[Arm], bool]) -> Mapping[str, str]:
    """Those in his hands."""
    return weapons(character, ("ready",), fits)


def in_hand(character: Character) -> Mapping[str, str]:
    """Everything in his hands."""
    return {id: described(character, id) for id in character.ready}


def described(character: Character, id: str) -> str:
    """A weapon of his with its words, or an item by its name."""
    weapon = character.weapon(id)
    return weapon_words(character, weapon) if weapon else thing_name(character, id)


def lying(game: Fight, hexes: tuple[str, ...]) -> Mapping[str, str]:
    """Things that lie in these hexes."""
    return {
        id: f"{_type_name(dropped.type)} in {dropped.hex}"
        for id, dropped in game.map.dropped.items()
        if dropped.hex in hexes
    }


def _type_name(type: str) -> str:
    known = thing(type)
    return known.name if known else type


def around(game: Fight, hex: str) -> Mapping[str, str]:
    """The neighbours of a hex that are on the map, with their directions."""
    if not hex:
        return {}
    return {
        neighbour: f"{neighbour} {ARROWS.get(direction_between(hex, neighbour), '')}"
        for neighbour in neighbours(hex)
        if on_map(game.map, neighbour)
    }
