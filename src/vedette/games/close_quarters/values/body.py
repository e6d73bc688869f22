"""Strength without wounds, hits left, life and consciousness (CH 11)."""

from __future__ import annotations

from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import modifier, number
from vedette.games.close_quarters.values.skills import knows


def full_str(one: Character) -> int:
    """CQ-CHR-9: strength before wounds, with Weight Training."""
    return one.str + int(modifier("weight_training", knows(one, "weight-training")).value)


def hits_left(one: Character) -> int:
    """CQ-CHR-14: strength less both kinds of damage; below 0 by nonlethal damage alone."""
    return one.str - one.damage - one.nonlethal


def alive(one: Character) -> bool:
    """CQ-CHR-14: whether lethal damage has not used up his strength."""
    return one.damage < one.str


def conscious(game: Fight, name: str) -> bool:
    """CQ-CHR-14: alive, with more than 1 hit left; CQ-OPT-3 counts that 1 by lethal damage, and any hit by both."""
    one = game.units[name]
    if one.knocked_out or not alive(one):
        return False
    least = number("unconscious_hits")
    if game.options.nonlethal:
        return hits_left(one) > 0 and one.str - one.damage > least
    return hits_left(one) > least
