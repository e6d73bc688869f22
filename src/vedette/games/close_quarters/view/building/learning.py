"""The page of skills: slots as they are now, prerequisites, and what makes a skill cheaper (CQ-SKL-1 to CQ-SKL-5)."""

from __future__ import annotations

from collections.abc import Iterable

from vedette.engine.checks import Refusal
from vedette.engine.record import replace
from vedette.games.close_quarters.characters.creating import (
    too_clumsy_or_weak,
    too_dull,
    unlettered,
    without_groundwork,
)
from vedette.games.close_quarters.derived import slots_of
from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.tables import SkillRow, needed, skills, weapons
from vedette.games.close_quarters.view.building.yard import against_him, alone, fresh
from vedette.kit.words import count, some
from vedette.view.builder import Line

MELEE, RANGED, OTHER = "Fighting hand to hand", "Shooting and throwing", "Everything else"
NAMED = 4
"""Weapons of a skill that are named."""

GROUPS = (MELEE, RANGED, OTHER)


def lines(character: Character) -> tuple[Line, ...]:
    """All skills, in groups."""
    faults = against_him(character)
    made = [_line(character, row, faults) for row in skills().values()]
    return tuple(sorted(made, key=lambda line: GROUPS.index(line.group)))


def stepped(character: Character, line: str, step: int) -> Character:
    """A skill learned or given up."""
    if step > 0:
        return character if line in character.skills else _learned(character, line)
    return _unlearned(character, line)


def _learned(character: Character, skill: str) -> Character:
    return replace(character, skills=(*character.skills, skill))


def _unlearned(character: Character, skill: str) -> Character:
    kept = {id: bonus for id, bonus in character.bonuses.items() if id != skill}
    return replace(
        character,
        skills=tuple(own for own in character.skills if own != skill),
        bought=tuple(own for own in character.bought if own != skill),
        bonuses=kept,
    )


def _line(character: Character, row: SkillRow, faults: Iterable[Refusal]) -> Line:
    has = row.id in character.skills
    after = character if has else _learned(character, row.id)
    options = alone(character).options
    taken = slots_of(character, row.id, options)
    of_its_own = (
        too_dull(after, row.id),
        too_clumsy_or_weak(after, row.id),
        without_groundwork(after, row.id),
        unlettered(options, after, row.id),
    )
    against = next(filter(None, of_its_own), None)
    return Line(
        row.id,
        row.name,
        "known" if has else "",
        _slots(taken, row),
        _note(row),
        chosen=has,
        why_not=against or (None if has else fresh(faults, after)),
        less=has,
        more=not has,
        group=MELEE if row.melee or row.id == "shield" else RANGED if _shoots(row) else OTHER,
    )


def _shoots(row: SkillRow) -> bool:
    return (
        row.ranged or row.id in ("thrown-weapons", "automatic-weapons") or row.id.startswith("marksmanship")
    )


def _weapons(row: SkillRow) -> str:
    """CQ-SKL-7: the weapons that it takes the −4 off."""
    covered = {row.id, *row.counts_as}
    names = [weapon.name.lower() for weapon in weapons().values() if covered & set(weapon.skills)]
    return f"no −4 with {some(names, NAMED)}" if names else ""


def _slots(taken: int, row: SkillRow) -> str:
    """Slots for him now; behind them the table's where it has more."""
    said = count(taken, "slot")
    return f"{said} of {row.slots}" if taken < row.slots else said


def _note(row: SkillRow) -> str:
    """What it does, what it asks for, and what makes it cheaper."""
    least = (("INT", row.min_int), ("DEX", row.min_dex), ("STR", row.min_str))
    parts = [row.does or _weapons(row), ", ".join(f"{label} {value}" for label, value in least if value)]
    if row.needs_any:
        parts.append(
            "any skill with missile weapons" if row.needs_any == "ranged" else "any skill with melee weapons"
        )
    elif wanted := needed(row):
        parts.append("needs " + " or ".join(skills()[other].name for other in wanted))
    if row.cheaper:
        cheaper = ", ".join(f"{skills()[other].name} −{saved}" for other, saved in row.cheaper.items())
        parts.append(f"cheaper with {cheaper}")
    if row.counts_as:
        parts.append("counts as " + ", ".join(skills()[other].name for other in row.counts_as))
    return "; ".join(part for part in parts if part)
