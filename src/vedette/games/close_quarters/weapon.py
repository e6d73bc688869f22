"""A weapon that somebody owns: an instance, with columns of its own where it has any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vedette.games.close_quarters.known import AnyAmmunition, Fitting, Hands, Shots, SkillId, WeaponType


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon instance (CH 3): its type's row is in the table of weapons, and the fields from `damage` on beat it.

    ammo: rounds, shots or turns of power left. grip: hands. fitted: what hangs on it. bayonet: the type of the knife
    that is fitted. span: Ready actions that a crossbow still needs. club_breaks: how often a club has shown an 18.
    """

    id: str
    type: WeaponType
    ammo: int = 0
    ammo_type: AnyAmmunition = ""
    grip: Hands = 1
    quality: Literal["normal", "practice", "improvised"] = "normal"
    unbalanced: int = 0
    broken: Literal["", "temporary", "permanent"] = ""
    fitted: tuple[Fitting, ...] = ()
    bayonet: WeaponType = "fighting-knife"
    burning: bool = False
    club_breaks: int = 0
    span: int = 0
    kind: Literal["damaging", "bludgeoning", "shock"] = "damaging"
    damage: str | None = None
    damage2: str | None = None
    str_min: int | None = None
    length: Literal["short", "medium", "long"] | None = None
    hands: Hands | None = None
    missile: bool | None = None
    thrown: bool | None = None
    force: Literal["muscle", "recoil", "none"] | None = None
    shots: int | Shots | None = None
    rounds: int | None = None
    skills: tuple[SkillId, ...] | None = None
    kg: float | None = None
    effective_range: int | None = None
