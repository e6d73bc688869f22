"""Strength without wounds, hits left, life and consciousness (CH 11)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from vedette.games.close_quarters.state import Character, Fight, Options
from vedette.games.close_quarters.tables import modifier, number, skills


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


# --- what a character's skills cost him, and what they count as (CH 4)


@cache
def counting_as(skill: str) -> frozenset[str]:
    """CQ-SKL-11: the skill itself and all that it counts as, through any number of steps."""
    row = skills().get(skill)
    parts = (counting_as(part) for part in row.counts_as) if row else ()
    return frozenset({skill}).union(*parts)


def knows(character: Character, skill: str) -> bool:
    """CQ-SKL-11: whether he knows a skill, or one that counts as it."""
    return any(skill in counting_as(own) for own in character.skills)


def covering(character: Character, wanted: Iterable[str]) -> tuple[str, ...]:
    """CQ-SKL-10, CQ-SKL-11, CQ-SKL-12: those of his skills that are, or count as, one of the wanted ones."""
    wanted = set(wanted)
    return tuple(own for own in character.skills if wanted & counting_as(own))


def best_to_hit(character: Character, ids: Iterable[str]) -> int:
    """What the best of these skills adds to hit, for who has them; 0 without any (CQ-SKL-15 to CQ-SKL-17)."""
    return max((skills()[id].to_hit for id in ids if id in character.skills), default=0)


def slots_of(character: Character, skill: str, options: Options) -> int:
    """CQ-SKL-5: the slots that a skill takes for this character, less for each related one; literacy CQ-SKL-20."""
    row = skills()[skill]
    if skill == "literacy":
        return 0 if options.literate else number("literacy_slots")
    saved = sum(row.cheaper.get(other, 0) for other in character.skills if other != skill)
    return max(number("least_slots"), row.slots - saved)


def slots(character: Character, options: Options) -> int:
    """CQ-SKL-1, CQ-EXP-8: the slots taken by all his skills but those bought with experience."""
    return sum(
        slots_of(character, skill, options) for skill in character.skills if skill not in character.bought
    )


# --- the initiative bonus of Tactics and Strategy (CH 3, CQ-SKL-38, CQ-SKL-39)


def initiative_bonus(game: Fight, side: str) -> int:
    """What a side adds: its leader's skill; without a conscious leader that of its best conscious member."""
    leader = game.sides[side].leader
    if leader and conscious(game, leader):
        return _bonus(game.units[leader])
    return max((_bonus(game.units[name]) for name in game.of(side) if conscious(game, name)), default=0)


def own_initiative_bonus(game: Fight, name: str) -> int:
    """CQ-SKL-38: what a character adds where each rolls for himself: his side's, with Tactics at least 1."""
    character = game.units[name]
    own = number("tactics_bonus_least") if "tactics" in character.skills else 0
    return max(own, initiative_bonus(game, character.side))


def _bonus(character: Character) -> int:
    """The better of his skills; they do not add up (decision 14)."""
    return max((skills()[skill].initiative for skill in character.skills), default=0)
