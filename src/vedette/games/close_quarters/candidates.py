"""What commands name, understood; and who and what may be named in a form, and what people call it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field

from vedette.engine.commands import TEXT_LIMIT, Command, shown
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.grammar import pronoun
from vedette.games.close_quarters.arms import Arm, figures, full_ammo
from vedette.games.close_quarters.derived import conscious
from vedette.games.close_quarters.near import aspect, away, in_hex, is_alive, is_enemy
from vedette.games.close_quarters.state import Character, Fight, Weapon
from vedette.games.close_quarters.tables import RELOAD
from vedette.games.close_quarters.telling import thing_named
from vedette.kit.words import count
from vedette.view.asked import Among, Asked, BySaid
from vedette.view.forms import Words
from vedette.view.hexes import ARROWS, direction_between, is_hex_name, neighbours, on_map

Reason = Annotated[str, Field(max_length=TEXT_LIMIT)]
Count = Annotated[int, Field(ge=1, le=10_000)]

Rolled = Literal["str", "dex", "int"]

C = TypeVar("C", bound=Command)

HANDS = "hands"
"""What stands for bare hands where a weapon is named."""

BARE_HANDS = "Bare hands"

SENSELESS = ("unconscious", "subdued")
"""Of those out of the fight, who may yet come back to it."""


def by_unit(game: Fight, command: C) -> C:
    unit(game, command.by, command.do)
    return command


def unit(game: Fight, name: str, do: str = "") -> str:
    if name not in game.units:
        raise CommandError(f"{do + ': there' if do else 'There'} is no character “{shown(name)}”.")
    return name


def other_unit(game: Fight, by: str, name: str) -> str:
    if unit(game, name) == by:
        called = game.unit_name(by)
        raise ForbiddenError(f"{called} can't be {pronoun(called, 'their')} own target.")
    return name


def target_of(game: Fight, command: Any) -> str:
    """The command's target; "" while there is none."""
    target = getattr(command, "target", None)
    return str(target) if target in game.units else ""


def weapon(game: Fight, owner: str, name: str) -> Weapon:
    found = game.units[unit(game, owner)].weapon(name)
    if found is None:
        raise CommandError(f"{game.units[owner].name} has no weapon {shown(name)}.")
    return found


def hex_name(text: str) -> str:
    if not is_hex_name(text):
        raise CommandError(f"{shown(text)} is not a hex: hexes are named by column and row, like 0304.")
    return text


def first_free(id: str, taken: Collection[str]) -> str:
    """The id, with a number behind it where it is taken: `bruce-watch-2`."""
    numbered = (f"{id}-{number}" for number in range(2, len(taken) + 3))
    return next(free for free in (id, *numbered) if free not in taken)


def a_hex(game: Fight, by: str, text: str) -> str:
    return hex_name(text)


def anybody_there(game: Fight, by: str, name: str) -> str:
    return unit(game, name)


def weapon_or_hands(game: Fight, by: str, name: str) -> Weapon | None:
    return None if name == HANDS else weapon(game, by, name)


def naming(either: str = "", **looked_up: Callable[[Fight, str, str], object]) -> Callable[[Fight, Any], Any]:
    """Understands the command of a character that names something in each of these fields; raises CommandError.

    either: what is said unless just one of the fields is filled, for a command that is about one thing or another.
    """

    def understood(game: Fight, command: Any) -> Any:
        by_unit(game, command)
        names = {field: getattr(command, field) for field in looked_up}
        if either and sum(map(bool, names.values())) != 1:
            raise CommandError(either)
        for field, look_up in looked_up.items():
            if names[field] or not either:
                look_up(game, command.by, names[field])
        return command

    return understood


def if_named(look_up: Callable[[Fight, str, str], object]) -> Callable[[Fight, str, str], object]:
    """The same for a field that may be left empty."""
    return lambda game, by, name: look_up(game, by, name) if name else None


at_somebody = naming(target=other_unit)
"""The command is given at somebody else."""


# --- who and what may be named: targets by their distance, weapons by their use, hexes


def named(game: Fight, units: Iterable[str]) -> str:
    return ", ".join(game.units[name].name for name in units)


def out_of_it(game: Fight, name: str) -> str:
    """Why somebody is out of the fight, in a word; "" for others."""
    character = game.units[name]
    if not is_alive(game, name):
        return "dead"
    if character.left:
        return "left the map"
    if character.subdued:
        return "subdued"
    return "" if conscious(game, name) else "unconscious"


def weapon_name(character: Character, id: str) -> str:
    """A character's weapon by its instance id; bare hands too."""
    weapon = character.weapon(id)
    return BARE_HANDS if id == HANDS else figures(weapon).name if weapon else thing_name(character, id)


def thing_name(character: Character | None, id: str) -> str:
    weapon = character.weapon(id) if character is not None else None
    return thing_named(weapon.type if weapon else id)


def weapon_words(character: Character, weapon: Weapon) -> str:
    """A weapon with its ammunition and its condition: `Autopistol 12/15`."""
    said = (f"({one})" for one in conditions(character, weapon))
    return " ".join([weapon_brief(character, weapon), *said])


def weapon_brief(character: Character, weapon: Weapon) -> str:
    full = full_ammo(character, weapon)
    return f"{figures(weapon).name} {weapon.ammo}/{full}" if full else figures(weapon).name


def conditions(character: Character, weapon: Weapon) -> list[str]:
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


def described(character: Character, id: str) -> str:
    """A weapon of somebody's with its words, or an item by its name."""
    weapon = character.weapon(id)
    return weapon_words(character, weapon) if weapon else thing_name(character, id)


def target_parts(game: Fight, by: str, name: str) -> list[str]:
    """A target in parts: the name, how far away, and what there is to know of it."""
    character, hexes = game.units[name], away(game, by, name)
    parts = [character.name, count(hexes, "hex", "hexes")]
    state = out_of_it(game, name) or (character.posture if character.posture != "standing" else "")
    parts += [state] if state else []
    if hexes == 1 and character.hex and game.units[by].hex:
        side = aspect(game, name, game.units[by].hex)
        parts += [f"from the {side}"] if side != "front" else []
    parts += ["dodging"] if character.dodging else []
    parts += ["defending"] if character.defending else []
    return parts


def targets(game: Fight, by: str, names: list[str]) -> Mapping[str, str]:
    """Targets, each with its distance and what there is to know of it: `Bruce, 12 hexes, kneeling`."""
    return {name: ", ".join(target_parts(game, by, name)) for name in names}


def value_called(game: Fight, by: str, value: str) -> str:
    """What a value is called that a command declares: an enemy as a target, a friend by name, else the word."""
    if value not in game.units:
        return value
    return targets(game, by, [value])[value] if is_enemy(game, by, value) else game.units[value].name


def weapons(character: Character, places: tuple[str, ...], fits: Callable[[Arm], bool]) -> Mapping[str, str]:
    """Somebody's weapons in these places that fit, with their words."""
    carried = (character.weapon(id) for place in places for id in getattr(character, place))
    found = (weapon for weapon in carried if weapon is not None and fits(figures(weapon)))
    return {weapon.id: weapon_words(character, weapon) for weapon in found}


def ready_weapons(character: Character, fits: Callable[[Arm], bool]) -> Mapping[str, str]:
    return weapons(character, ("ready",), fits)


def held(fits: Callable[[Arm], bool]) -> Among:
    """What declares the weapons in hand that fit."""
    return lambda game, by: ready_weapons(game.units[by], fits)


def in_hand(character: Character) -> Mapping[str, str]:
    return {id: described(character, id) for id in character.ready}


def things_in_hand(game: Fight, by: str) -> Mapping[str, str]:
    return in_hand(game.units[by])


def at_hand(game: Fight, by: str) -> Mapping[str, str]:
    """What may be taken in hand: somebody's own things, and in their hex what lies there or is on the dead and senseless."""
    character = game.units[by]
    own = (*character.belt, *character.slung, *character.pack, *character.items)
    carried = {
        id: described(character, id) for id in own if id not in character.ready and not id.startswith(RELOAD)
    }
    if not character.hex:
        return carried
    near = dict(lying(game, (character.hex,)))
    for id, grenade in game.map.grenades.items():
        if grenade.hex == character.hex:
            near[id] = f"{grenade.kind} grenade, {'burning' if grenade.lit else 'live'}"
    for name in in_hex(game, character.hex):
        if name != by and not (is_alive(game, name) and conscious(game, name)):
            body = game.units[name]
            on_it = (*body.ready, *body.belt, *body.slung, *body.items)
            near = {**{id: f"{described(body, id)} of {body.name}" for id in on_it}, **near}
    return {**carried, **near}


def own_hex(game: Fight, by: str) -> str:
    """Where somebody is, or a hex that stands for it."""
    return game.units[by].hex or "0101"


def is_on_map(game: Fight, hex: object) -> bool:
    return isinstance(hex, str) and on_map(game.map, hex)


def lying(game: Fight, hexes: tuple[str, ...]) -> Mapping[str, str]:
    return {
        id: f"{thing_named(dropped.type)} in {dropped.hex}"
        for id, dropped in game.map.dropped.items()
        if dropped.hex in hexes
    }


def around_him(game: Fight, by: str) -> Mapping[str, str]:
    own = game.units[by].hex
    near = [hex for hex in neighbours(own) if on_map(game.map, hex)] if own else []
    return {hex: f"{hex} {ARROWS.get(direction_between(own, hex), '')}" for hex in near}


def beside_the_target(label: str, default: BySaid | None = None) -> Asked:
    """Asks for a hex beside whom the command names; none is offered while it names nobody."""

    def offered(game: Fight, words: Words) -> Mapping[str, str]:
        return around_him(game, words["target"]) if "target" in words else {}

    return Asked(
        label, "o", given=offered, after=("target",), default=default, hex=is_on_map, stand_in=own_hex
    )
