"""What a character's skills cost him, and what they count as (CH 4)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from vedette.games.close_quarters.state import Character, Options
from vedette.games.close_quarters.tables import number, skills


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
