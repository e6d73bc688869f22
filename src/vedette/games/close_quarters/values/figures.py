"""A weapon's figures: the row of its type with the instance's own columns over it (CH 3, CH 5, CH 6)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from vedette.games.close_quarters.rows import AmmunitionRow, Force, Length, Use, WeaponRow
from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.tables import ammunition, in_grams, items, shotguns, weapons
from vedette.games.close_quarters.weapon import Weapon

T = TypeVar("T")

SMALL = ("pistol", "knife", "brass-knuckles")
"""Classes whose weapons are small, whatever their length (combat half 4)."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon as it is now: loaded with its ammunition, and with columns of its own.

    damage: as the table writes it. strength: the STR that it needs in the table's number of hands. shots: single shots,
    bursts and automatic rounds a turn, 0 for a mode that it lacks. rounds: in a full weapon. effective_range: of a
    shotgun, in hexes; 0 for any other weapon.
    """

    id: str
    type: str
    name: str
    row: WeaponRow
    damage: str
    damage2: str
    strength: int
    length: Length
    hands: int
    use: Use
    missile: bool
    thrown: bool
    force: Force
    shots: tuple[int, int, int]
    rounds: int
    skills: tuple[str, ...]
    grams: int
    effective_range: int

    def is_a(self, klass: str) -> bool:
        """Whether it is of a class of weapons; that goes by its type alone (combat half 4)."""
        return self.row.is_a(klass)


@lru_cache(maxsize=512)
def figures(weapon: Weapon) -> Arm:
    """The figures of a weapon: own columns beat the table, loaded shot and slugs change it (CQ-WPN-1, CQ-WPN-13)."""
    row, load = weapons()[weapon.type], loaded(weapon)
    use = _use(weapon, row)
    return Arm(
        id=weapon.id,
        type=weapon.type,
        name=row.name,
        row=row,
        damage=_own(weapon.damage, load.damage if load else row.damage),
        damage2=_own(weapon.damage2, row.damage2),
        strength=_own(weapon.str_min, row.strength) + (load.strength if load else 0),
        length=_own(weapon.length, row.length),
        hands=_own(weapon.hands, row.hands),
        use=use,
        missile=use == "missile",
        thrown=_own(weapon.thrown, row.thrown),
        force=_own(weapon.force, row.force),
        shots=row.shots if weapon.shots is None else _shots(weapon.shots),
        rounds=_own(weapon.rounds, row.rounds),
        skills=_own(weapon.skills, row.skills),
        grams=row.grams if weapon.kg is None else in_grams(weapon.kg),
        effective_range=_own(weapon.effective_range, _effective_range(weapon, load)),
    )


def loaded(weapon: Weapon) -> AmmunitionRow | None:
    """CQ-WPN-13: the ammunition of a shotgun, unless told otherwise what it is sold with; None for other weapons."""
    usual = sold_with(weapon.type)
    return ammunition()[weapon.ammo_type or usual] if usual else None


def sold_with(type_id: str) -> str:
    """CQ-WPN-13: the ammunition that a shotgun is sold with; "" for other weapons."""
    gun = shotguns().get(type_id)
    return gun.sold_with if gun else ""


def full_ammo(one: Character, weapon: Weapon) -> int:
    """How much a weapon holds: its own rounds, and as many again for each battery of a pack that feeds it (CQ-ITM-7)."""
    carried = (*one.items, *one.worn)
    batteries = sum(
        items()[thing].batteries for thing in weapon.fitted if thing in carried and thing in items()
    )
    return figures(weapon).rounds * (1 + batteries)


def is_small(arm: Arm) -> bool:
    """Whether a weapon can be used in hand-to-hand combat: pistols, knives, knuckles, what is short and one-handed."""
    short = arm.length == "short" and arm.hands == 1 and arm.use != "grenade"
    return short or any(arm.is_a(klass) for klass in SMALL)


def _own(own: T | None, table: T) -> T:
    """The instance's column, else the table's."""
    return table if own is None else own


def _use(weapon: Weapon, row: WeaponRow) -> Use:
    """Its use: own `missile` and `thrown` beat the table; what can no longer be shot or only thrown is for melee."""
    if weapon.missile:
        return "missile"
    taken = weapon.missile is False and row.use == "missile"
    return "melee" if taken or (weapon.thrown is False and row.use == "thrown") else row.use


def _shots(written: int | str) -> tuple[int, int, int]:
    """Shots in a turn: a number of single shots, or `single/burst/automatic`."""
    single, burst, auto = (*(int(part) for part in f"{written}".split("/")), 0, 0)[:3]
    return single, burst, auto


def _effective_range(weapon: Weapon, load: AmmunitionRow | None) -> int:
    return shotguns()[weapon.type].effective[load.id] if load else 0
