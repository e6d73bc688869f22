"""The page of attributes: points spread over STR, DEX, INT and MOV (CQ-CHR-4 to CQ-CHR-6, CQ-CHR-8)."""

from __future__ import annotations

from vedette.games.close_quarters.arms import unarmed
from vedette.games.close_quarters.characters.carrying import changed, kilograms
from vedette.games.close_quarters.derived import full_str
from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.tables import encumbrance_bands
from vedette.games.close_quarters.view.building.yard import against_him, stepping
from vedette.view.builder import Line

NAMES = {"str": "STR  strength", "dex": "DEX  dexterity", "int": "INT  intelligence", "mov": "MOV  movement"}

SPECIES = ("human", "alien", "robot")
"""Those of other species have whatever the players agree on (CQ-CHR-8)."""

LOWEST, HIGHEST = 1, 99
"""What an attribute can be at all."""


def lines(character: Character) -> tuple[Line, ...]:
    """Four attributes, and the species."""
    faults = against_him(character)
    made = [
        stepping(
            Line(attribute, name, f"{getattr(character, attribute)}", "1 point", _note(character, attribute)),
            faults,
            _raised(character, attribute, 1),
            _raised(character, attribute, -1),
        )
        for attribute, name in NAMES.items()
    ]
    at = SPECIES.index(character.species) if character.species in SPECIES else 0
    note = "Of the others the players agree on everything (CQ-CHR-8)."
    species = Line(
        "species", "Species", character.species, note=note, more=at < len(SPECIES) - 1, less=at > 0
    )
    return (*made, species)


def stepped(character: Character, line: str, step: int) -> Character:
    """A point more or less, or another species."""
    if line in NAMES:
        return _raised(character, line, step) or character
    at = (SPECIES.index(character.species) if character.species in SPECIES else 0) + step
    return changed(character, species=SPECIES[at]) if 0 <= at < len(SPECIES) else character


def _raised(character: Character, attribute: str, step: int) -> Character | None:
    value = getattr(character, attribute) + step
    return changed(character, **{attribute: value}) if LOWEST <= value <= HIGHEST else None


def _note(character: Character, attribute: str) -> str:
    """What the attribute is good for."""
    match attribute:
        case "str":
            free = kilograms(encumbrance_bands()[0].limit(full_str(character)) or 0)
            return f"{character.str} hits; {free} kg without a burden; bare hands {unarmed(character).punch}"
        case "dex":
            return "rolls to hit are 3d6 at or below it; armor and load take from it"
        case "int":
            return f"{character.int} slots for skills, and what may be learned at all"
    return "hexes in a turn; only what is above 10 costs points"
