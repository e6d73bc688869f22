"""The numbers and tables of the rules, as they stand in rulesets/company/, and the profiles that never change in a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from vedette.kit.tables import Tables

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


class Melee(Struct, frozen=True):
    """ME: what a die must show to hit, attacking and defending."""

    attack: int
    defend: int


class Missile(Struct, frozen=True):
    """MI: what a die must show to hit, and the range in inches."""

    hit: int
    range: float


class Profile(Struct, frozen=True):
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


class Closing(Struct, frozen=True):
    """A condition that closes the game (CO-END-1). `value`: rounds, or percent of the points."""

    when: Literal["rounds", "side_lost", "declared", "wiped_out"]
    value: int = 0
    side: Role = ""


class Award(Struct, frozen=True):
    """What is worth VP, and to whom (CO-END-2)."""

    role: Literal["attacker", "defender", "both"]
    vp: int
    when: Literal["enemy_points", "captain_routed", "more_points", "declared"]
    per: int = 1
    text: str = ""


class Scenario(Struct, frozen=True):
    """The scenario of the game (CO-SET-3). `uneven`: the sides' points may differ."""

    name: str
    text: str
    first: Literal["attacker", "defender"]
    uneven: bool
    closing: tuple[Closing, ...]
    awards: tuple[Award, ...]


class Ambition(Struct, frozen=True):
    """What a Company may wish for itself (CO-SET-8)."""

    id: str
    vp: int
    name: str = ""
    text: str = ""


class Spell(Struct, frozen=True):
    """A spell (11.5): whom it is cast on, how far, on which condition, and what it does."""

    id: str
    name: str
    target: Literal["enemy", "friend"]
    range: float
    text: str = ""
    rules: tuple[str, ...] = ("CO-MAG-3", "CO-MAG-6")
    self: bool = False
    sight: bool = False
    shaken: bool | None = None
    in_melee: bool | None = None
    dice: int = 0
    hit: int = 0
    cover: bool = False
    test: bool = False
    r: int = 0
    ends_shaken: bool = False
    t: int = 0
    moves: bool = False


class Book(Struct, frozen=True):
    """All profiles of a game. `ambitious`: every Company must choose an ambition before the start. `spells` are those of the house."""

    units: Mapping[str, Profile]
    points: int
    scenario: Scenario
    ambitions: Mapping[str, Ambition]
    ambitious: bool
    spells: Mapping[str, Spell] = {}


RULESET_ID = "company"

TABLES = Tables(RULESET_ID)
number = TABLES.number
modifier = TABLES.modifier
plays = TABLES.plays
house_rule = TABLES.house_rule


class Named(Struct, frozen=True):
    """A trait of a Group or of a Captain: what it is called and does, and its rules. `roll`: sums of 2d6."""

    id: str
    name: str
    text: str
    rules: tuple[str, ...]
    points: int = 0
    roll: tuple[int, ...] = ()


traits = TABLES.by_id("traits", Named)

captain_traits = TABLES.by_id("captain_traits", Named)


def captain_trait_for(total: int) -> str:
    """CO-SET-4: the Captain's trait for a sum of 2d6."""
    return next(named.id for named in captain_traits().values() if total in named.roll)


spells = TABLES.by_id("spells", Spell)

ambitions = TABLES.by_id("ambitions", Ambition)
"""The ambitions to choose from where the game brings none of its own (11.6)."""
