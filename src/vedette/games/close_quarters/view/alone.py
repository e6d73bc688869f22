"""A character by himself, before the builder's checks: the game that he would stand in, what is against him, and how a file has him."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from vedette.engine.checks import Refusal
from vedette.engine.errors import DataError
from vedette.engine.plain import to_plain
from vedette.engine.readings import completed
from vedette.engine.record import replace
from vedette.engine.text import slug
from vedette.games.close_quarters.characters.carrying import Build
from vedette.games.close_quarters.characters.creating import (
    build_faults,
    low_attributes,
    too_clumsy_or_weak,
    too_dull,
    unlettered,
    without_groundwork,
)
from vedette.games.close_quarters.setup import BuildData, build, character_faults
from vedette.games.close_quarters.state import Character, Fight, Options, Side, Weapon
from vedette.games.close_quarters.tables import RULESET_ID, TABLES
from vedette.kit.schema import read_setup
from vedette.view.builder import Beginning, Line

# --- a character by himself, before the builder's checks


HOME = "home"
"""The side of a character in his own file."""

HERO = "hero"
"""What a character is called by while he has no file."""

WORSE = frozenset({"CQ-CHR-4", "CQ-CHR-7", "CQ-SKL-1", "CQ-ITM-2", "CQ-ITM-3", "CQ-ENC-6"})
"""Limits that can be broken further."""


def alone(character: Character) -> Fight:
    """A game of nobody else, in which the text is read as usual."""
    usual = completed(TABLES.readings, {})
    return Fight({HOME: Side("Home")}, {HERO: replace(character, side=HOME)}, readings=usual)


def against_him(character: Character) -> tuple[Refusal, ...]:
    """Every fault, in the order of the builder's checks; where one is with a skill, all skills that have it."""
    game = alone(character)
    return tuple(
        each
        for fault in build_faults(game, Build(character))
        for each in _all_alike(character, game.options, fault)
    )


def _all_alike(character: Character, options: Options, fault: Refusal) -> Iterable[Refusal]:
    """The faults of the same rule: a check tells only the first."""
    tests: Mapping[str, Callable[[str], Refusal | None]] = {
        "CQ-SKL-2": lambda skill: too_dull(character, skill),
        "CQ-SKL-3": lambda skill: too_clumsy_or_weak(character, skill),
        "CQ-SKL-4": lambda skill: without_groundwork(character, skill),
        "CQ-SKL-20": lambda skill: unlettered(options, character, skill),
    }
    if fault.rule == "CQ-CHR-5":
        return low_attributes(character)
    return filter(None, map(tests[fault.rule], character.skills)) if fault.rule in tests else (fault,)


def fresh(before: Iterable[Refusal], after: Character | None) -> Refusal | None:
    """The first rule against a step that wasn't broken before it, or that it breaks further: what would be then."""
    if after is None:
        return None
    known = {refusal.rule: refusal for refusal in before}
    new = (
        refusal
        for refusal in against_him(after)
        if refusal.rule not in known or (refusal.rule in WORSE and refusal != known[refusal.rule])
    )
    first = next(new, None)
    return replace(first, sentence=f"With it: {first.sentence}") if first is not None else None


def stepping(line: Line, before: Iterable[Refusal], more: Character | None, less: Character | None) -> Line:
    """The line with what a step either way would do; of what he has, the rules against it are told already."""
    why_not = line.why_not or (None if line.chosen else fresh(before, more))
    return replace(line, why_not=why_not, more=more is not None, less=less is not None)


# --- a character as a file has him


ABOUT = ("id", "ruleset", "text")
"""What a file may say beside the character."""


def begun() -> Character:
    """A new character, of whom nothing is decided yet."""
    return Character("New character", HOME)


def read(row: Mapping[str, Any]) -> Character:
    """A beginner as a file has him; raises DataError with everything that makes no sense."""
    given = {key: value for key, value in row.items() if key not in ABOUT}
    found = list(_misread(given))
    if found:
        raise DataError(found)
    data = read_setup(BuildData, given)
    if data.species == "human" and data.bought:
        found.append("bought: a new human has bought no skills yet")
    character = build(data, data.name or begun().name, HOME)
    found += character_faults(alone(character), HERO)
    if found:
        raise DataError(found)
    return character


def _misread(given: Mapping[str, Any]) -> Iterator[str]:
    """What can't be read; where that is single fields, also what doesn't fit together in the others."""
    try:
        read_setup(BuildData, given)
    except DataError as error:
        yield from error.faults
        wrong = {fault.partition(":")[0].partition(".")[0] for fault in error.faults}
        others = {key: value for key, value in given.items() if key not in wrong}
        if len(others) < len(given):
            yield from _misread(others)


def beginning(character: Character, file: str) -> Beginning:
    """His file's set-up, and the command that makes him (CQ-CHR-17)."""
    id = slug(file)
    setup = {"ruleset": RULESET_ID, "title": character.name, "sides": [{"id": HOME, "name": "Home"}]}
    id = HERO if id in ("", HOME) else id
    return Beginning(setup, {"do": "create", "by": HOME, "id": id, "character": _as_built(character)})


def _as_built(character: Character) -> dict[str, Any]:
    """What he is made of, without what goes without saying."""
    usual = to_plain(Character("", HOME))
    told = to_plain(character)
    made = {key: told[key] for key in BuildData.model_fields if told[key] != usual[key]}
    return {
        **made,
        **({"weapons": [_weapon(weapon) for weapon in character.weapons]} if character.weapons else {}),
    }


def _weapon(weapon: Weapon) -> dict[str, Any]:
    usual, told = to_plain(Weapon("", "")), to_plain(weapon)
    always = ("id", "type", "ammo", "grip")
    return {key: told[key] for key in told if key in always or told[key] != usual.get(key)}
