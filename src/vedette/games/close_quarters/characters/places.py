"""Where a character has his things, and what he owns in all (CH 8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from vedette.games.close_quarters.known import BAYONET, SUPPORTS
from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.weapon import Weapon

CARRIED = ("ready", "belt", "slung", "pack")
"""The lists that weapons are in; one that is in none of them lies somewhere and is not carried (CH 9)."""

STOWED = ("items", "pack", "worn", "ready", "belt", "slung")
"""The lists that items are in, in the order in which one is looked for."""

KITS = ("items", "pack")
"""Where a kit is at hand."""

SETS = ("armor", "armor2")
"""The two places for sets of armor (CQ-ARM-2)."""

SLOTS = (*SETS, "helmet", "shield", "energy_shield")
"""What is worn or held in a place of its own."""


def changed(character: Character, **changes: Any) -> Character:
    """The character with fields changed that are named by their places."""
    return replace(character, **changes)


def has_kit(character: Character, kit: str) -> bool:
    """Whether he has a kit with him, on his person or in the backpack."""
    return any(kit in getattr(character, place) for place in KITS)


def in_no_list(character: Character, thing: str) -> Character:
    """The character with a thing gone from every list that weapons are in."""
    left = {place: tuple(own for own in getattr(character, place) if own != thing) for place in CARRIED}
    return changed(character, **left)


def without_weapon(character: Character, weapon: str) -> Character:
    """The character without one of his weapons."""
    kept = tuple(own for own in character.weapons if own.id != weapon)
    return replace(in_no_list(character, weapon), weapons=kept)


def with_weapon(character: Character, weapon: Weapon, place: str) -> Character:
    """The character with one weapon more, at the end of a list."""
    return appended(replace(character, weapons=(*character.weapons, weapon)), weapon.id, place)


def changed_weapon(character: Character, weapon: Weapon) -> Character:
    """The character with the weapon of that id as it is now."""
    return replace(
        character, weapons=tuple(weapon if own.id == weapon.id else own for own in character.weapons)
    )


def appended(character: Character, thing: str, place: str) -> Character:
    """The character with a thing at the end of a list."""
    return changed(character, **{place: (*getattr(character, place), thing)})


def place_of(character: Character, item: str) -> str:
    """The first list that an item is in; "" where he has none."""
    return next((place for place in STOWED if item in getattr(character, place)), "")


def swapped(character: Character, item: str, *new: str) -> Character:
    """The character with the first such item gone, and what takes its place."""
    place = place_of(character, item)
    if not place:
        return character
    things = list(getattr(character, place))
    at = things.index(item)
    things[at : at + 1] = new
    return changed(character, **{place: tuple(things)})


def owned(character: Character) -> Iterator[str]:
    """The types of all that he owns, one for each thing, in the order of spoils (CH 16): weapons with what is fitted first."""
    for weapon in character.weapons:
        yield weapon.type
        yield from (thing for thing in weapon.fitted if thing in SUPPORTS)
        if BAYONET in weapon.fitted:
            yield weapon.bayonet
    yield from filter(None, (getattr(character, slot) for slot in SLOTS))
    instances = {weapon.id for weapon in character.weapons}
    loose = (
        *character.worn,
        *character.items,
        *character.pack,
        *character.ready,
        *character.belt,
        *character.slung,
    )
    yield from (thing for thing in loose if thing not in instances)


def left_behind(character: Character) -> Character:
    """What he doesn't carry: weapons in no list, and a dropped shield."""
    placed = {thing for place in CARRIED for thing in getattr(character, place)}
    shield = character.shield if character.shield_held == "dropped" else ""
    bare = changed(character, **dict.fromkeys((*STOWED, "weapons"), ()), **dict.fromkeys(SLOTS, ""))
    off = replace(bare, energy_shield_on=False, energy_shield_broken=False, armor_worn=0, shielding_worn=0)
    return replace(off, weapons=tuple(w for w in character.weapons if w.id not in placed), shield=shield)


def carried(character: Character) -> Character:
    """The character as the victors find him: without what lies somewhere."""
    behind = left_behind(character)
    lying = {weapon.id for weapon in behind.weapons}
    return replace(
        character,
        weapons=tuple(weapon for weapon in character.weapons if weapon.id not in lying),
        shield="" if behind.shield else character.shield,
    )
