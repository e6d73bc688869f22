"""What a character carries, what it weighs under this gravity, and how it hinders him (CH 9).

Masses are whole grams; what gravity makes of them is an exact fraction.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from vedette.games.close_quarters.known import BAYONET
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import (
    EncumbranceRow,
    encumbrance_bands,
    grams,
    in_grams,
    number,
    weapons,
)
from vedette.games.close_quarters.values.body import full_str
from vedette.games.close_quarters.values.remembered import of_character
from vedette.games.close_quarters.weapon import Weapon

SUPPORTS = ("bipod", "tripod")
"""Things fitted to a weapon that are nowhere else; packs stay in `items` or `worn` (CH 8)."""


def weapon_grams(weapon: Weapon) -> int:
    """The mass of a weapon with the support and the bayonet that are fitted to it."""
    own = weapons()[weapon.type].grams if weapon.kg is None else in_grams(weapon.kg)
    fitted = sum(grams(thing) for thing in weapon.fitted if thing in SUPPORTS)
    return own + fitted + (grams(weapon.bayonet) if BAYONET in weapon.fitted else 0)


def thing_grams(one: Character, thing: str) -> int:
    """The mass of what stands in one of his lists: a weapon of his, or an item."""
    weapon = one.weapon(thing)
    return grams(thing) if weapon is None else weapon_grams(weapon)


def pack_grams(one: Character) -> int:
    """The mass of what is in the backpack, without the backpack."""
    return sum(thing_grams(one, thing) for thing in one.pack)


def has_filled_backpack(one: Character) -> bool:
    """CQ-ARM-8: whether he wears a backpack with something in it."""
    return "backpack" in one.worn and bool(one.pack)


@of_character
def load_grams(one: Character) -> int:
    """CQ-ENC-1: all that is worn and carried, in grams; what lies on the map is not carried."""
    worn = (one.armor, one.armor2, one.helmet, one.energy_shield, *one.worn, *one.items)
    shield = 0 if one.shield_held == "dropped" else grams(one.shield)
    carried = sum(thing_grams(one, thing) for thing in (*one.ready, *one.belt, *one.slung))
    return sum(grams(thing) for thing in worn if thing) + shield + carried + pack_grams(one)


def gravity(game: Fight) -> Fraction:
    """The gravity, exactly as it is written (CH 1)."""
    return _exact(game.options.gravity)


@cache
def _exact(written: float) -> Fraction:
    return Fraction(str(written))


def effective_load(game: Fight, name: str) -> Fraction:
    """CQ-ENC-7: the load under this gravity and what his own body weighs more, in grams; never below 0."""
    return max(Fraction(0), load_grams(game.units[name]) * gravity(game) + _own_weight(game))


def encumbrance(game: Fight, name: str) -> EncumbranceRow:
    """CQ-ENC-2, CQ-ENC-8: the lightest band that the load fits; the heaviest for who is too heavy himself."""
    bands = encumbrance_bands()
    if incapacitated(game, name):
        return bands[-1]
    load, strength = effective_load(game, name), full_str(game.units[name])
    limits = ((row, row.limit(strength)) for row in bands)
    return next(row for row, limit in limits if limit is None or load <= limit)


def incapacitated(game: Fight, name: str) -> bool:
    """CQ-ENC-8: whether his own weight alone is too much for him."""
    return _own_weight(game) > in_grams(number("own_weight_times") * full_str(game.units[name]))


def _own_weight(game: Fight) -> Fraction:
    """What a body weighs more than on Earth, in grams; negative where it weighs less."""
    return _weight_of_a_body(game.options.gravity)


@cache
def _weight_of_a_body(written: float) -> Fraction:
    return number("own_weight") * (_exact(written) - 1)
