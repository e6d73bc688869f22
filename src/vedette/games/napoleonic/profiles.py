"""What does not change in a game: the Units as they were set up, and the optional rules in use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Arm = Literal["infantry", "cavalry", "artillery"]
Class = Literal["line", "light", "crack", "irregular"]


@dataclass(frozen=True, slots=True)
class Profile:
    """A Unit's constant values. `rank` is its class; Fire is Drill + Experience (decision 16)."""

    arm: Arm
    rank: Class
    type: int
    drill: int
    experience: int
    lives: int

    @property
    def fire(self) -> int:
        """The Battle Value Fire."""
        return self.drill + self.experience


@dataclass(frozen=True, slots=True)
class Options:
    """Optional rules: NA-3.3.5 (Special Events), NA-T.5 (so many Hits take a life; 0: the table decides)."""

    special_events: bool = False
    hits_per_life: int = 0


@dataclass(frozen=True, slots=True)
class Book:
    """The profiles of all Units by id, and the options."""

    units: Mapping[str, Profile]
    options: Options
    title: str = ""
