"""What commands name, understood; and who and what may be named in a form, and what people call it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from vedette.engine.commands import TEXT_LIMIT, shown
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.grammar import pronoun
from vedette.games.close_quarters.arms import Arm, figures, full_ammo
from vedette.games.close_quarters.derived import conscious
from vedette.games.close_quarters.near import aspect, away, in_hex, is_alive, is_enemy
from vedette.games.close_quarters.state import Character, Fight, Weapon
from vedette.games.close_quarters.tables import RELOAD
from vedette.games.close_quarters.telling import thing_named
from vedette.kit.words import count
from vedette.view.asked import Among
from vedette.view.forms import Words
from vedette.view.hexes import ARROWS, direction_between, is_hex_name, neighbours, on_map

Reason = Annotated[str, Field(max_length=TEXT_LIMIT)]
Count = Annotated[int, Field(ge=1, le=10_000)]

Rolled = Literal["str", "dex", "int"]

HANDS = "hands"
"""What stands for bare hands where a weapon is named."""


def by_unit(game: Fight, command: Any) -> Any:
    """The command, given by a character."""
    unit(game, command.by, command.do)
    return command


def unit(game: Fight, name: str, do: str = "") -> str:
    """The id of a character."""
    if name not in game.units:
        raise CommandError(f"{do + ': there' if do else 'There'} is no character “{shown(name)}”.")
    return name


def other_unit(game: Fight, by: str, name: str) -> str:
    """The id of a character who is somebody else."""
    if unit(game, name) == by:
        called = game.unit_name(by)
        raise ForbiddenError(f"{called} can't be {pronoun(called, 'their')} own target.")
    return name


def target_of(game: Fight, command: Any) -> str:
    """The command's target; "" while there is none."""
    target = getattr(command, "target", None)
    return str(target) if target in game.units else ""


def weapon(game: Fight, owner: str, name: str) -> Weapon:
    """A weapon of a character, by its instance id."""
    found = game.units[unit(game, owner)].weapon(name)
    if found is None:
        raise CommandError(f"{game.units[owner].name} has no weapon {shown(name)}.")
    return found


def hex_name(text: str) -> str:
    """A hex as it is named on the map: column and row, two digits each."""
    if not is_hex_name(text):
        raise CommandError(f"{shown(text)} is not a hex: hexes are named by column and row, like 0304.")
    return text


def first_free(id: str, taken: Collection[str]) -> str:
    """The id, with a number behind it where it is taken: `bruce-watch-2`."""
    numbered = (f"{id}-{number}" for number in range(2, len(taken) + 3))
    return next(free for free in (id, *numbered) if free not in taken)


def a_hex(game: Fight, by: str, text: str) -> str:
    """What names a hex."""
    return hex_name(text)


def anybody_there(game: Fight, by: str, name: str) -> str:
    """Who names a character, be it the same one."""
    return unit(game, name)


def weapon_or_hands(game: Fight, by: str, name: str) -> Weapon | None:
    """A weapon of who gives the command, or bare hands."""
    return None if name == HANDS else weapon(game, by, name)


def naming(**looked_up: Callable[[Fight, str, str], object]) -> Callable[[Fight, Any], Any]:
    """Understands the command of a character that names something in each of these fields; raises CommandError."""

    def understood(game: Fight, command: Any) -> Any:
        by_unit(game, command)
        for field, look_up in looked_up.items():
            look_up(game, command.by, getattr(command, field))
        return command

    return understood


at_somebody = naming(target=other_unit)
"""The command is given at somebody else."""


# --- who and what may be named: targets by their distance, weapons by their use, hexes


BARE_HANDS = "Bare hands"


def named(game: Fight, units: Iterable[str]) -> str:
    """Characters by their names, with commas."""
    return ", ".join(game.units[name].name for name in units)


SENSELESS = ("unconscious", "subdued")
"""Of those out of the fight, who may yet come back to it."""


def out_of_it(game: Fight, name: str) -> str:
    """Why he is out of the fight, in a word; "" for who is not."""
    character = game.units[name]
    if not is_alive(game, name):
        return "dead"
    if character.left:
        return "left the map"
    if character.subdued:
        return "subdued"
    return "" if conscious(game, name) else "unconscious"


def weapon_name(character: Character, id: str) -> str:
    """A weapon of his by its instance id; bare hands too."""
    weapon = character.weapon(id)
    return BARE_HANDS if id == HANDS else figures(weapon).name if weapon else thing_name(character, id)


def thing_name(character: Character | None, id: str) -> str:
    """Whatever can be carried: a weapon by its instance id, anything else by its type."""
    weapon = character.weapon(id) if character is not None else None
    return thing_named(weapon.type if weapon else id)


def weapon_words(character: Character, weapon: Weapon) -> str:
    """A weapon with its ammunition and its condition: `Autopistol 12/15`."""
    said = (f"({one})" for one in conditions(character, weapon))
    return " ".join([weapon_brief(character, weapon), *said])


def weapon_brief(character: Character, weapon: Weapon) -> str:
    """A weapon with its ammunition alone."""
    full = full_ammo(character, weapon)
    return f"{figures(weapon).name} {weapon.ammo}/{full}" if full else figures(weapon).name


def conditions(character: Character, weapon: Weapon) -> list[str]:
    """What is the matter with a weapon, the worst first."""
    said = []
    if weapon.broken:
        said.append("broken for good" if weapon.broken == "permanent" else "jammed or damaged")
    if full_ammo(character, weapon) and not weapon.ammo:
        said.append("empty")
    if weapon.span:
        said.append("not spanned")
    if weapon.burning:
        said.append("burning")
    if weapon.quality != "normal":
        said.append(weapon.quality)
    return [*said, *weapon.fitted]


# --- who and what may be named


OWN = ("belt", "slung", "pack")
"""Where his own things are that may be taken in hand."""


def target_label(game: Fight, by: str, name: str) -> str:
    """A target with its distance, and what there is to know of it: `Bruce, 12 hexes, kneeling`."""
    return ", ".join(target_parts(game, by, name))


def target_parts(game: Fight, by: str, name: str) -> list[str]:
    """The same in parts: the name, how far away, and what there is to know."""
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
    return parts


def value_called(game: Fight, by: str, value: str) -> str:
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


def held(fits: Callable[[Arm], bool]) -> Among:
    """What declares the weapons in hand that fit."""
    return lambda game, by: ready_weapons(game.units[by], fits)


def things_in_hand(game: Fight, by: str) -> Mapping[str, str]:
    """Everything in somebody's hands."""
    return in_hand(game.units[by])


def own_hex(game: Fight, by: str) -> str:
    """Where he is, or a hex that stands for it."""
    return game.units[by].hex or "0101"


def is_on_map(game: Fight, hex: object) -> bool:
    """Whether there is such a hex."""
    return isinstance(hex, str) and on_map(game.map, hex)


def around_him(game: Fight, by: str) -> Mapping[str, str]:
    """The hexes around somebody."""
    return around(game, game.units[by].hex)


def around_the_target(game: Fight, words: Words) -> Mapping[str, str]:
    """The hexes around whom a command names; none while it names nobody."""
    return around_him(game, words["target"]) if "target" in words else {}


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


def at_hand(game: Fight, by: str) -> Mapping[str, str]:
    """What may be taken in hand: his own things, and what lies in his hex."""
    return {**_carried(game.units[by]), **_within_reach(game, by)}


def _carried(character: Character) -> Mapping[str, str]:
    """His own things that aren't in hand: weapons, and items that one holds."""
    own = [id for place in OWN for id in getattr(character, place)]
    return {
        id: described(character, id)
        for id in (*own, *character.items)
        if id not in character.ready and not id.startswith(RELOAD)
    }


def _within_reach(game: Fight, by: str) -> Mapping[str, str]:
    """Things that lie in his hex, and what the unconscious and dead there have on them."""
    character = game.units[by]
    if not character.hex:
        return {}
    found = dict(lying(game, (character.hex,)))
    for id, grenade in game.map.grenades.items():
        if grenade.hex == character.hex:
            found[id] = f"{grenade.kind} grenade, {'burning' if grenade.lit else 'live'}"
    for name in in_hex(game, character.hex):
        if name != by and not (is_alive(game, name) and conscious(game, name)):
            found = {**_on_the_body(game.units[name]), **found}
    return found


def _on_the_body(other: Character) -> Mapping[str, str]:
    carried = (*other.ready, *other.belt, *other.slung, *other.items)
    return {id: f"{described(other, id)} of {other.name}" for id in carried}


def lying(game: Fight, hexes: tuple[str, ...]) -> Mapping[str, str]:
    """Things that lie in these hexes."""
    return {
        id: f"{thing_named(dropped.type)} in {dropped.hex}"
        for id, dropped in game.map.dropped.items()
        if dropped.hex in hexes
    }


def around(game: Fight, hex: str) -> Mapping[str, str]:
    """The neighbours of a hex that are on the map, with their directions."""
    if not hex:
        return {}
    return {
        neighbour: f"{neighbour} {ARROWS.get(direction_between(hex, neighbour), '')}"
        for neighbour in neighbours(hex)
        if on_map(game.map, neighbour)
    }
