"""What never changes in a game: the profiles of Groups, the scenario and the ambitions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Order = Literal["move", "shoot", "attack", "retreat", "cast", "summon"]
Role = Literal["", "attacker", "defender"]

Trait = Literal[
    "reckless", "defiant", "elusive", "defensive", "accurate", "apprentice", "caster", "summoner", "fearless",
    "skittish", "stealthy", "shielded", "pathfinder",
]  # fmt: skip
"""The traits that the rules know (11.2); their texts stand in traits.toml."""

CaptainTrait = Literal[
    "craven", "reprehensible", "vapid", "blood-shy", "plain", "steady", "commanding", "valiant", "cunning",
    "inspiring", "legendary",
]  # fmt: skip
"""The Captain's traits that the rules know (11.3); texts and rolls stand in captain_traits.toml."""


@dataclass(frozen=True, slots=True)
class Melee:
    """ME: what a die must show to hit, attacking and defending."""

    attack: int
    defend: int


@dataclass(frozen=True, slots=True)
class Missile:
    """MI: what a die must show to hit, and the range in inches."""

    hit: int
    range: float


@dataclass(frozen=True, slots=True)
class Profile:
    """A Group as it is printed. `r_max` is R, `mo` inches, `activation` the number for each order."""

    points: int
    captain: bool
    r_max: int
    t: int
    mo: float
    me: Melee | None
    mi: Missile | None
    activation: Mapping[str, int]
    traits: tuple[Trait, ...]
    spells: tuple[str, ...]
    reserve: bool
    models: int


@dataclass(frozen=True, slots=True)
class Closing:
    """A condition that closes the game (CO-END-1). `value`: rounds, or percent of the points."""

    when: Literal["rounds", "side_lost", "declared", "wiped_out"]
    value: int = 0
    side: Role = ""


@dataclass(frozen=True, slots=True)
class Award:
    """What is worth VP, and to whom (CO-END-2)."""

    role: Literal["attacker", "defender", "both"]
    vp: int
    when: Literal["enemy_points", "captain_routed", "more_points", "declared"]
    per: int = 1
    text: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """The scenario of the game (CO-SET-3). `uneven`: the sides' points may differ."""

    name: str
    text: str
    first: Literal["attacker", "defender"]
    uneven: bool
    closing: tuple[Closing, ...]
    awards: tuple[Award, ...]


@dataclass(frozen=True, slots=True)
class Ambition:
    """What a Company may wish for itself (CO-SET-8)."""

    id: str
    name: str
    vp: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """All profiles of a game. `ambitious`: every Company must choose an ambition before the start."""

    units: Mapping[str, Profile]
    points: int
    scenario: Scenario
    ambitions: Mapping[str, Ambition]
    ambitious: bool
