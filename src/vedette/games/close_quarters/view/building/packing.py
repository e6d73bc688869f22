"""The page of things: items, and reloads for the weapons that he has (CH 8)."""

from __future__ import annotations

from vedette.engine.record import replace
from vedette.games.close_quarters.characters.carrying import (
    STOWED,
    appended,
    changed_weapon,
    fed_by,
    fitted,
    swapped,
)
from vedette.games.close_quarters.state import PACKS, SUPPORTS, Character
from vedette.games.close_quarters.tables import ItemRow, items, small
from vedette.games.close_quarters.view.building.yard import against_him, stepping
from vedette.view.builder import Line


def lines(character: Character) -> tuple[Line, ...]:
    """Reloads first, then everything else that can be bought."""
    faults = against_him(character)
    offered = [row for row in items().values() if not row.spent and _has_use(character, row)]
    made = [
        stepping(_line(character, row), faults, _taken(character, row), _returned(character, row))
        for row in offered
    ]
    return tuple(sorted(made, key=lambda line: line.group != RELOADS))


RELOADS, ITEMS = "Reloads for these weapons", "Items"


def stepped(character: Character, line: str, step: int) -> Character:
    """One more, or one less."""
    row = items()[line]
    return _taken(character, row) if step > 0 else _returned(character, row) or character


def count(character: Character, id: str) -> int:
    """How many he has, wherever they are; what is fitted counts."""
    on_guns = sum(id in weapon.fitted for weapon in character.weapons) if id in SUPPORTS else 0
    everywhere = [thing for place in STOWED for thing in getattr(character, place)]
    return on_guns + everywhere.count(id)


def _has_use(character: Character, row: ItemRow) -> bool:
    """Reloads only for what he has, or those that he has already."""
    return (
        not row.weapon
        or count(character, row.id) > 0
        or any(weapon.type == row.weapon for weapon in character.weapons)
    )


def _line(character: Character, row: ItemRow) -> Line:
    owned = count(character, row.id)
    notes = [f"{row.kg} kg", "small" if small(row) and not row.worn else "", "worn" if row.worn else ""]
    notes += ["can be held" if row.hand else "", f"{row.batteries} batteries" if row.batteries else ""]
    return Line(
        row.id,
        row.name,
        f"×{owned}" if owned else "",
        f"{row.cost} cr",
        ", ".join(note for note in notes if note),
        chosen=bool(owned),
        group=RELOADS if row.weapon else ITEMS,
    )


def _taken(character: Character, row: ItemRow) -> Character:
    """One more: worn where it is worn and none is yet, else on the person."""
    return appended(character, row.id, "worn" if row.worn and row.id not in character.worn else "items")


def _returned(character: Character, row: ItemRow) -> Character | None:
    """One put back; from a weapon only where none is loose."""
    if not count(character, row.id):
        return None
    for weapon in fed_by(character, row.id) if row.id in PACKS else ():
        character = fitted(character, weapon.id, tuple(thing for thing in weapon.fitted if thing != row.id))
    if any(row.id in getattr(character, place) for place in STOWED):
        return swapped(character, row.id)
    gun = next(weapon for weapon in character.weapons if row.id in weapon.fitted)
    kept = tuple(thing for thing in gun.fitted if thing != row.id)
    return changed_weapon(character, replace(gun, fitted=kept))
