"""The numbers and tables of the rules, as they stand in rulesets/company/."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vedette.games.company.profiles import Ambition
from vedette.kit.tables import Tables

RULESET_ID = "company"

TABLES = Tables(RULESET_ID)
number = TABLES.number
modifier = TABLES.modifier
plays = TABLES.plays
house_rule = TABLES.house_rule


@dataclass(frozen=True, slots=True)
class Named:
    """A trait of a Group or of a Captain: what it is called and does, and its rules. `roll`: sums of 2d6."""

    id: str
    name: str
    text: str
    rules: tuple[str, ...]
    points: int = 0
    roll: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell (11.5): whom it is cast on, how far, on which condition, and what it does."""

    id: str
    name: str
    text: str
    rules: tuple[str, ...]
    target: Literal["enemy", "friend"]
    self: bool
    range: float
    sight: bool
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


traits = TABLES.by_id("traits", Named)
"""The traits of Groups by id (11.2)."""

captain_traits = TABLES.by_id("captain_traits", Named)
"""The Captain's traits by id (11.3)."""


def captain_trait_for(total: int) -> str:
    """CO-SET-4: the Captain's trait for a sum of 2d6."""
    return next(named.id for named in captain_traits().values() if total in named.roll)


spells = TABLES.by_id("spells", Spell)
"""The spells by id (11.5)."""

ambitions = TABLES.by_id("ambitions", Ambition)
"""The ambitions to choose from where the game brings none of its own (11.6)."""
