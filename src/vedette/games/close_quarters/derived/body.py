"""Strength without wounds, hits left, life and consciousness (CH 11)."""

from __future__ import annotations

from vedette.games.close_quarters.derived.skills import knows
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import modifier, number


def full_str(character: Character) -> int:
    """CQ-CHR-9: strength before wounds, with Weight Training."""
    return character.str + int(modifier("weight_training", knows(character, "weight-training")).value)


def hits_left(character: Character) -> int:
    """CQ-CHR-14: strength less both kinds of damage; below 0 by nonlethal damage alone."""
    return character.str - character.damage - character.nonlethal


def alive(character: Character) -> bool:
    """CQ-CHR-14: whether lethal damage has not used up his strength."""
    return character.damage < character.str


def conscious(game: Fight, name: str) -> bool:
    """CQ-CHR-14: alive, with more than 1 hit left; CQ-OPT-3 counts that 1 by lethal damage, and any hit by both."""
    character = game.units[name]
    if character.knocked_out or not alive(character):
        return False
    least = number("unconscious_hits")
    if game.options.nonlethal:
        return hits_left(character) > 0 and character.str - character.damage > least
    return hits_left(character) > least
