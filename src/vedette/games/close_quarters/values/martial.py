"""Martial arts, toughness and fencing, as far as they are usable now (CH 4)."""

from __future__ import annotations

from vedette.games.close_quarters import tables
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import MartialArtsRow, number, skills
from vedette.games.close_quarters.values.defence import armor_penalty, shield_penalty
from vedette.games.close_quarters.values.effective import e_dex
from vedette.games.close_quarters.values.remembered import of_character
from vedette.games.close_quarters.values.skills import knows


def martial_arts(one: Character) -> int:
    """CQ-SKL-34, CQ-MRT-1: the highest level known, a Master's being 5; 0 while what he wears hinders him."""
    row = _level(one)
    return row.level if row else 0


def martial_bonus(one: Character) -> int:
    """CQ-SKL-34: steps of damage more with bare hands."""
    row = _level(one)
    return row.damage if row else 0


def toughness(one: Character) -> int:
    """CQ-SKL-31: points off each hit: 1 with Tough, 2 with Very Tough."""
    return max((skills()[skill].toughness for skill in one.skills), default=0)


def fencing(game: Fight, name: str) -> bool:
    """CQ-SKL-33: whether he knows fencing and is deft enough for it now."""
    return knows(game.units[name], "fencing") and e_dex(game, name) >= number("fencing_dex")


@of_character
def _level(one: Character) -> MartialArtsRow | None:
    if armor_penalty(one) + shield_penalty(one) < number("martial_arts_penalty"):
        return None
    known = [row for skill, row in tables.martial_arts().items() if skill in one.skills]
    return max(known, key=lambda row: row.level, default=None)
