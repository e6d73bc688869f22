"""What never changes in a battle: the profiles of units, models and weapons, and the mission."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from vedette.games.open_fire.special import Special

ObjectiveType = Literal["control", "destroy", "access", "recover"]


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon: range in inches, attacks, damage, piercing (OF-WPN-2 to OF-WPN-6)."""

    id: str
    name: str
    minimum: float
    maximum: float
    attacks: int
    damage: int
    piercing: int
    special: Special
    profile_of: str

    def is_same(self, other: Weapon) -> bool:
        """OF-WPN-1: the same weapon, in this or in another of its profiles."""
        return self.id == other.id or (self.profile_of != "" and self.profile_of == other.profile_of)


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """A model's attributes (OF-UNI-3). MOV has a minimum for aircraft only, else 0."""

    name: str
    mov: float
    mov_minimum: float
    skl: int
    def_: int
    cmd: int
    hp: int
    weapons: tuple[str, ...]
    special: Special


@dataclass(frozen=True, slots=True)
class AbilityCondition:
    """The condition that an ability brings about: of the unit itself, or of a friend or an enemy that is named."""

    text: str
    until: str
    modifiers: Mapping[str, int]
    on: Literal["self", "friend", "enemy"]


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability of a unit; what it does is text (OF-ABL-1), but for the condition that it may bring about."""

    id: str
    name: str
    text: str
    condition: AbilityCondition | None = None


@dataclass(frozen=True, slots=True)
class UnitProfile:
    """A unit as it was set up."""

    models: tuple[ModelProfile, ...]
    weapons: Mapping[str, Weapon]
    abilities: Mapping[str, Ability]


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """Where units of a side come in (OF-RES-2)."""

    id: str
    side: str
    text: str


@dataclass(frozen=True, slots=True)
class ObjectiveProfile:
    """An objective of the mission (OF-OBJ-5): its type, its victory points, who may secure it."""

    id: str
    name: str
    type: ObjectiveType
    vp: int
    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mission:
    """The mission's profile (OF-MIS-1, OF-SET-2)."""

    name: str
    text: str
    rounds: int
    players_place: bool
    entry_points: Mapping[str, EntryPoint]
    objectives: Mapping[str, ObjectiveProfile]


@dataclass(frozen=True, slots=True)
class Book:
    """All profiles of a battle, the mission and the expansions in use."""

    units: Mapping[str, UnitProfile]
    mission: Mission
    expansions: tuple[str, ...]
