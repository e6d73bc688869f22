"""Hands: how many he has, and how many are full (CQ-ITM-1)."""

from __future__ import annotations

from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.values.defence import has_ready_shield


def hands_left(one: Character) -> int:
    """CQ-ITM-1, CQ-OPT-9: hands that can hold something: one less for each useless arm."""
    return number("hands") - len(one.arms_lost)


def hands_used(one: Character) -> int:
    """CQ-ITM-1: the grips of the weapons in hand, one hand for each item, and one for a ready shield."""
    grips = [weapon.grip if (weapon := one.weapon(thing)) else 1 for thing in one.ready]
    return sum(grips) + has_ready_shield(one)
