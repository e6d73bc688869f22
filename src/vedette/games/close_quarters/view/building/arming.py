"""The page of weapons: what is bought, for how much, and what it would do in his hands (CH 5; CQ-ITM-13)."""

from __future__ import annotations

from vedette.engine.figures import signed
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
from vedette.kit.words import count
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
    """Damage and the roll to hit in his hands, shots and rounds, the strength that it needs, hands, mass."""
    arm = figures(weapon)
    parts = [f"damage {damage(alone(character), character, weapon)}", f"{row.kg} kg"]
    parts += [f"{signed(mod.value)} to hit: {mod.title.lower()}" for mod in hit_mods(character, weapon)]
    parts += [*_fire(row), f"{arm.rounds} rounds"] if arm.rounds else []
    parts += [f"STR {arm.strength}"] if arm.strength else []
    parts += ["both hands"] if arm.hands > 1 else []
    parts += ["small"] if is_small(arm) else []
    return ", ".join(parts)


def _fire(row: WeaponRow) -> list[str]:
    """Its modes of fire, each with how often in a turn."""
    single, bursts, automatic = row.shots
    modes = count(single, "shot"), count(bursts, "burst"), f"{automatic} rounds automatic"
    fired = [said for number, said in zip(row.shots, modes, strict=True) if number]
    return [f"{' or '.join(fired)} a turn"] if fired else []


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
