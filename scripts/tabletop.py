"""A table with a game on it: where every unit stands, how far it is, and how answers are given."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from seat import Seat

from vedette.engine.session import Session
from vedette.games.open_fire.profiles import Weapon
from vedette.games.open_fire.state import Battle, Unit
from vedette.games.open_fire.units import has, profile

Place = tuple[float, float]


@dataclass
class Tabletop(Seat):
    """A game and the table that it stands on. `typed` is the side with dice of its own.

    `bonus` is what an ability adds to the attack under way, `quiet` are units that must not move now,
    `goal_of` is where each unit is going.
    """

    session: Session[Battle]
    luck: Random
    entries: Mapping[str, Place]
    objectives: Mapping[str, Place]
    typed: str
    places: dict[str, Place] = field(default_factory=dict)
    bonus: int = 0
    quiet: set[str] = field(default_factory=set)
    goal_of: dict[str, str] = field(default_factory=dict)

    @property
    def battle(self) -> Battle:
        """The battle as it stands."""
        return self.session.state

    # What is given

    # How far it is

    def distance(self, one: str, other: str) -> float:
        """Inches between two units, objectives or entry points."""
        return round(math.dist(self.place(one), self.place(other)), 1)

    def place(self, name: str) -> Place:
        """Where something stands."""
        for places in (self.places, self.objectives, self.entries):
            if name in places:
                return places[name]
        raise KeyError(name)

    def near(self, unit: str) -> list[str]:
        """Units within 6 inches whose rules reach this one."""
        return [
            name
            for name in self.on_table()
            if name != unit and self.distance(name, unit) <= 6 and self._reaches(name, unit)
        ]

    def _reaches(self, name: str, unit: str) -> bool:
        """Fear reaches everybody, Inspiring Presence only friends."""
        inspiring = has(self.battle, name, "Inspiring Presence") and not self.battle.enemies(name, unit)
        return inspiring or has(self.battle, name, "Fear")

    def on_table(self, side: str = "") -> list[str]:
        """The units on the table, of one side or of both."""
        units = self.battle.units.items()
        return [name for name, one in units if one.on_table and side in ("", one.side)]

    def foes(self, unit: str) -> list[str]:
        """Enemies on the table, the nearest first."""
        enemy = self.battle.other(self.battle.units[unit].side)
        return sorted(self.on_table(enemy), key=lambda name: self.distance(unit, name))

    def unit(self, name: str) -> Unit:
        """A unit as it is now."""
        return self.battle.units[name]

    def weapons(self, unit: str) -> list[Weapon]:
        """The weapons that its living models carry."""
        one = profile(self.battle, unit)
        carried = {name for n in self.unit(unit).living for name in one.models[n].weapons}
        return [weapon for name, weapon in one.weapons.items() if name in carried]
