"""What a skill asks of whoever learns it (CQ-SKL-2 to CQ-SKL-4, CQ-SKL-20). Base attributes count, never effective ones."""

from __future__ import annotations

from vedette.engine.checks import Refusal
from vedette.games.close_quarters.derived.skills import knows
from vedette.games.close_quarters.state import Character, Options
from vedette.games.close_quarters.tables import needed, skills

LITERACY = "literacy"


def too_dull(character: Character, skill: str) -> Refusal | None:
    """CQ-SKL-2: the minimum INT."""
    row = skills()[skill]
    if character.int >= row.min_int:
        return None
    return Refusal("CQ-SKL-2", f"{row.name} needs INT {row.min_int}; {character.name} has {character.int}.")


def too_clumsy_or_weak(character: Character, skill: str) -> Refusal | None:
    """CQ-SKL-3: the minimum DEX and STR."""
    row = skills()[skill]
    if character.dex < row.min_dex:
        return Refusal(
            "CQ-SKL-3", f"{row.name} needs DEX {row.min_dex}; {character.name} has {character.dex}."
        )
    if character.str < row.min_str:
        return Refusal(
            "CQ-SKL-3", f"{row.name} needs STR {row.min_str}; {character.name} has {character.str}."
        )
    return None


def without_groundwork(character: Character, skill: str) -> Refusal | None:
    """CQ-SKL-4, CQ-SKL-11: one of the prerequisite skills must be known, or one that counts as it."""
    row = skills()[skill]
    wanted = needed(row)
    if not wanted or any(knows(character, other) for other in wanted):
        return None
    sort = {"ranged": "any skill with missile weapons", "melee": "any skill with melee weapons"}
    what = sort.get(row.needs_any) or " or ".join(skills()[other].name for other in wanted)
    return Refusal("CQ-SKL-4", f"{row.name} needs {what}.")


def unlettered(options: Options, character: Character, skill: str) -> Refusal | None:
    """CQ-SKL-20: where few are educated, what is learned from books needs literacy."""
    row = skills()[skill]
    if options.literate or not row.learned or knows(character, LITERACY):
        return None
    return Refusal("CQ-SKL-20", f"{row.name} needs {skills()[LITERACY].name} where few are educated.")
