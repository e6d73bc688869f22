"""The page of weapons: what is bought, for how much, and what it would do in his hands (CH 5; CQ-ITM-13)."""

from __future__ import annotations

from vedette.games.close_quarters.arms import (
    damage,
    figures,
    hands_left,
    hands_used,
    hit_mods,
    is_small,
    new_weapon,
)
from vedette.games.close_quarters.characters.carrying import fitted, free_id, with_weapon, without_weapon
from vedette.games.close_quarters.state import Character, Weapon
from vedette.games.close_quarters.tables import WeaponRow, weapons
from vedette.games.close_quarters.view.building.yard import against_him, alone, stepping
from vedette.view.builder import Line


def lines(character: Character) -> tuple[Line, ...]:
    """Every type of weapon, in groups."""
    faults = against_him(character)
    made = [
        stepping(_line(character, row), faults, _bought(character, row), _returned(character, row))
        for row in weapons().values()
    ]
    groups = list(dict.fromkeys(line.group for line in made))
    return tuple(sorted(made, key=lambda line: groups.index(line.group)))


def stepped(character: Character, line: str, step: int) -> Character:
    """One more of a type, or one less."""
    row = weapons()[line]
    return _bought(character, row) if step > 0 else _returned(character, row) or character


def _line(character: Character, row: WeaponRow) -> Line:
    owned = sum(weapon.type == row.id for weapon in character.weapons)
    load = row.reload > 0 and not row.is_a("battery")
    return Line(
        row.id,
        row.name,
        f"×{owned}" if owned else "",
        f"{row.cost}+{row.reload} cr" if load else f"{row.cost} cr",
        _note(character, new_weapon(character, row.id, row.id), row),
        chosen=bool(owned),
        group=_group(row),
    )


def _bought(character: Character, row: WeaponRow) -> Character:
    """A full one more: in hand while there are hands for it, else on the belt."""
    weapon = new_weapon(character, free_id(character, row.id), row.id)
    hands = hands_used(character) + weapon.grip <= hands_left(character)
    return with_weapon(character, weapon, "ready" if hands and row.use != "grenade" else "belt")


def _returned(character: Character, row: WeaponRow) -> Character | None:
    """The last of that type put back; what is fitted to it stays his."""
    owned = [weapon for weapon in character.weapons if weapon.type == row.id]
    return without_weapon(fitted(character, owned[-1].id, ()), owned[-1].id) if owned else None


def _note(character: Character, weapon: Weapon, row: WeaponRow) -> str:
    """Damage and the roll to hit in his hands, the strength that it needs, hands, mass, rounds."""
    arm = figures(weapon)
    mods = hit_mods(character, weapon)
    parts = [f"{row.kg} kg", f"damage {damage(alone(character), character, weapon)}"]
    parts += [f"hit {int(mod.value):+d} {mod.title.lower()}" for mod in mods]
    parts += [f"STR {arm.strength}"] if arm.strength else []
    parts += ["both hands"] if arm.hands > 1 else []
    parts += [f"{arm.rounds} rounds"] if arm.rounds else []
    parts += ["small"] if is_small(arm) else []
    return ", ".join(parts)


def _group(row: WeaponRow) -> str:
    if row.use == "grenade":
        return "Grenades"
    if row.use == "thrown":
        return "To be thrown"
    if row.use == "melee":
        return "Hand to hand, both hands" if row.hands > 1 else "Hand to hand, one hand"
    if row.is_a("energy"):
        return "Energy weapons"
    is_bow = row.force != "recoil" or row.is_a("crossbow")
    return "Bows and other missile weapons" if is_bow else "Guns"
