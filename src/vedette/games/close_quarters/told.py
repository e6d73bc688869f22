"""What people call things: weapons with what is in them, items, several names in a row, who is out of it."""

from __future__ import annotations

from collections.abc import Iterable

from vedette.games.close_quarters.derived.arms import figures, full_ammo
from vedette.games.close_quarters.derived.effective import conscious
from vedette.games.close_quarters.lookup import HANDS
from vedette.games.close_quarters.near import is_alive
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import thing
from vedette.games.close_quarters.weapon import Weapon

BARE_HANDS = "Bare hands"


def named(game: Fight, units: Iterable[str]) -> str:
    """Characters by their names, with commas."""
    return ", ".join(game.units[name].name for name in units)


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
    known = thing(weapon.type if weapon else id)
    return known.name if known else id


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
