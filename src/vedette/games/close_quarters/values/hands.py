"""Hands: how many he has, what is in them, and how many that fills (CQ-ITM-1)."""

from __future__ import annotations

from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.values.defence import has_ready_shield
from vedette.games.close_quarters.weapon import Weapon


def hands_left(one: Character) -> int:
    """CQ-ITM-1, CQ-OPT-9: hands that can hold something: one less for each useless arm."""
    return number("hands") - len(one.arms_lost)


def hands_used(one: Character) -> int:
    """CQ-ITM-1: the grips of the weapons in hand, one hand for each item, and one for a ready shield."""
    grips = [weapon.grip if (weapon := one.weapon(thing)) else 1 for thing in one.ready]
    return sum(grips) + has_ready_shield(one)


def in_hands(one: Character) -> list[Weapon]:
    """The weapons that he holds, in the order of `ready`; items in hand are none."""
    return [weapon for thing in one.ready if (weapon := one.weapon(thing))]


def too_full(one: Character) -> bool:
    """CQ-ITM-1: whether all that he holds, a ready shield too, takes more hands than he has."""
    return hands_used(one) > hands_left(one)


def shield_in_the_way(one: Character) -> bool:
    """CQ-WPN-9: whether a ready shield meets a weapon that is held in both hands."""
    return has_ready_shield(one) and any(weapon.grip > 1 for weapon in in_hands(one))
