"""A weapon in one line."""

from __future__ import annotations

from vedette.games.open_fire.profiles import Weapon


def weapon_line(weapon: Weapon) -> str:
    """Range, attacks, damage, piercing and special rules."""
    reach = f"{weapon.minimum:g}-{weapon.maximum:g}" if weapon.minimum else f"{weapon.maximum:g}"
    line = f'RNG {reach}" ATT {weapon.attacks} DMG {weapon.damage} PRC {weapon.piercing}'
    return ", ".join((line, *weapon.special.written))


def weapon_brief(weapon: Weapon) -> str:
    """The same in a few cells, for a card."""
    piercing = f" P{weapon.piercing}" if weapon.piercing else ""
    return f'{weapon.maximum:g}" A{weapon.attacks} D{weapon.damage}{piercing}'
