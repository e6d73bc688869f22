"""A small scripted player of Flagrant Factions: it plays both sides, sensibly rather than well.

It rallies, tries what it must try, gives the likeliest orders first, shoots at what is in range, attacks with
what fights best close up, and walks the rest forward. Everything that it declares follows from its table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from seat import Seat, Words

from vedette.engine.requests import ChoiceRequest
from vedette.engine.session import Outcome, Session
from vedette.games.company.attacking import MeleeJoined, Reacted
from vedette.games.company.groups import (
    company_of,
    due,
    needed_for,
    profile,
    retreat_distance,
    trait_row,
)
from vedette.games.company.moving import Moved
from vedette.games.company.phase_check import captains_without_trait, pending
from vedette.games.company.resilience import Retreated
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import number

Place = tuple[float, float]

TABLE = 48.0
"""Inches of each edge of the table."""
TOUCHING = 0.5
"""Inches between Groups in melee."""
HOPELESS = 7
"""An order that needs more is given last."""


def placed(game: Skirmish) -> dict[str, Place]:
    """Both sides deployed across their ends of the road, the second side opposite the first."""
    places: dict[str, Place] = {}
    for depth, side in zip((5.0, TABLE - 5.0), game.sides, strict=True):
        own = [name for name, one in game.units.items() if one.side == side]
        for n, name in enumerate(own):
            places[name] = (24 + 7 * (n - (len(own) - 1) / 2), depth)
    return places


@dataclass
class CompanyPlayer(Seat):
    """Both sides of a game, and the table that it stands on. `typed` is the side with dice of its own."""

    session: Session[Skirmish]
    luck: Random
    typed: str
    places: dict[str, Place] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Everybody is deployed."""
        self.places = placed(self.game)

    @property
    def game(self) -> Skirmish:
        """The game as it stands."""
        return self.session.state

    # A game

    def play(self) -> Iterator[int]:
        """Play to the end; yields the turn before each step."""
        while not self.game.outcome:
            yield self.game.turn
            waits = pending(self.game)
            if waits == "rally":
                self.give(waits, due(self.game, "rally", self.game.active)[0])
            elif waits == "reckless":
                self.check(due(self.game, "reckless", self.game.active)[0])
            elif waits:
                self.prepare(waits)
            else:
                self.activate()

    def prepare(self, waits: str) -> None:
        """A step of the set-up, or the count at the end."""
        first = next(iter(self.game.sides))
        self.give(waits, captains_without_trait(self.game)[0] if waits == "captain_trait" else first)

    def check(self, unit: str) -> None:
        """A Reckless check against the nearest enemy in reach, if there is one."""
        enemy = self.nearest(unit)
        held = self.game.units[unit].in_melee_with
        if held:
            self.give("reckless", unit, target=held[0])
        elif self.distance(unit, enemy) <= profile(self.game, unit).mo:
            self.give("reckless", unit, target=enemy, inches=self.distance(unit, enemy))
        else:
            self.give("reckless", unit)

    def activate(self) -> None:
        """The likeliest order of all Groups, or the end of the turn."""
        orders = sorted(
            (self.needs(unit, words), unit, words) for unit in self.ready() if (words := self.order(unit))
        )
        if orders:
            _, unit, words = orders[0]
            if not self.carry_out(unit, words):
                raise SystemExit(f"{unit} cannot {words}.")
        else:
            self.give("end_turn", self.game.active)

    def needs(self, unit: str, words: Words) -> int:
        """What 2d6 must reach for an order."""
        return needed_for(self.game, unit, words["do"]) or 0

    def ready(self) -> list[str]:
        """The Groups that may still act."""
        return [
            name
            for name, one in self.game.units.items()
            if one.side == self.game.active
            and one.in_play
            and not (one.activated or one.rallied or one.checked or one.shaken)
        ]

    def order(self, unit: str) -> Words:
        """What a Group would do; nothing where it stands well."""
        own, enemy = profile(self.game, unit), self.nearest(unit)
        held = self.game.units[unit].in_melee_with
        if held:
            weak = own.me is None or self.game.units[unit].r <= 1
            return {"do": "retreat"} if weak else {"do": "attack", "target": held[0]}
        away = self.distance(unit, enemy)
        reach = self.reach(unit, enemy)
        if own.mi and away <= reach:
            return {"do": "shoot", "target": enemy, "inches": away, "cover": self.in_cover(enemy)}
        if own.me and own.me.attack < number("to_hit_most") and away <= own.mo:
            return {"do": "attack", "target": enemy, "inches": away}
        keep = reach - 1 if own.mi else own.mo - 1
        inches = round(min(own.mo, away - keep), 1)
        formed = {"formation": True} if "defensive" in own.traits and away <= 12 else {}
        return {"do": "move", "inches": max(inches, 0.0), **formed} if inches > 0 or formed else {}

    def reach(self, unit: str, enemy: str) -> float:
        """How far a Group may shoot at an enemy."""
        mi = profile(self.game, unit).mi
        stealthy = "stealthy" in profile(self.game, enemy).traits
        return min(mi.range if mi else 0, trait_row(self.game, "stealthy").reach if stealthy else TABLE)

    def carry_out(self, unit: str, words: Words) -> bool:
        """Give the order, and move the models as it came out."""
        return self.give(by=unit, **words) is not None

    def in_cover(self, unit: str) -> bool:
        """Whether a Group stands behind the low wall in the middle of the west."""
        x, y = self.places[unit]
        return x < 20 and abs(y - TABLE / 2) < 4

    # What is given

    def give(self, do: str, by: str, override: str = "", **words: Any) -> Outcome | None:
        """As always; then the models are moved."""
        outcome = super().give(do, by, override, **words)
        if outcome is not None:
            self.settle(words)
        return outcome

    def choice(self, request: ChoiceRequest) -> str:
        """Measured for the Captain and the way back; any second chance is taken."""
        options = [str(one.value) for one in request.options]
        unit = next((name for name, one in self.game.units.items() if request.why.startswith(one.name)), "")
        if request.name == "captain":
            near = self.distance(unit, company_of(self.game, unit).captain) <= number("captain_range")
            return "yes" if near else "no"
        if request.name == "retreat":
            _, _, cause = request.why.partition(" away from ")
            away_from = next((id for id, one in self.game.units.items() if cause.startswith(one.name)), "")
            return self.way_back(unit, away_from)
        if request.name in ("react", "reroll"):
            return next(one for one in options if one != "no")
        return options[0]

    def way_back(self, unit: str, away_from: str) -> str:
        """Clear, blocked by enemies behind, or over the edge."""
        x, y = self.behind(unit, retreat_distance(self.game, unit), away_from)
        if not (0 <= x <= TABLE and 0 <= y <= TABLE):
            return "off_table"
        others = (self.places[one] for one in self.enemies(unit))
        return "blocked" if any(math.dist((x, y), one) < 1 for one in others) else "clear"

    # The table

    def settle(self, words: Words) -> None:
        """Move the models as the last command came out."""
        for fact in self.last_facts():
            if isinstance(fact, Moved):
                self.walk(fact.unit, self.nearest(fact.unit), float(words.get("inches", 0)))
            elif isinstance(fact, MeleeJoined):
                away = self.distance(fact.unit, fact.target)
                self.walk(fact.unit, fact.target, away - TOUCHING)
            elif isinstance(fact, Retreated) and fact.way != "blocked":
                self.places[fact.unit] = self.behind(fact.unit, fact.inches, fact.away_from)
            elif isinstance(fact, Reacted) and fact.trait == "elusive" and fact.success:
                self.walk(fact.unit, self.nearest(fact.unit), -fact.inches)

    def walk(self, unit: str, towards: str, inches: float) -> None:
        """Straight ahead, or back where the inches are negative; nobody leaves the table."""
        x, y = self._ahead(self.places[unit], self.places[towards], inches)
        self.places[unit] = (min(max(x, 0.0), TABLE), min(max(y, 0.0), TABLE))

    def behind(self, unit: str, inches: float, away_from: str) -> Place:
        """Where a Group would end its Retreat."""
        return self._ahead(self.places[unit], self.places[away_from or self.nearest(unit)], -inches)

    @staticmethod
    def _ahead(here: Place, there: Place, inches: float) -> Place:
        far = math.dist(here, there) or 1.0
        step = inches / far
        return here[0] + (there[0] - here[0]) * step, here[1] + (there[1] - here[1]) * step

    def distance(self, one: str, other: str) -> float:
        """Inches between two Groups."""
        return round(math.dist(self.places[one], self.places[other]), 1)

    def enemies(self, unit: str) -> list[str]:
        """Enemies in play."""
        return [
            name for name, one in self.game.units.items() if one.in_play and self.game.enemies(unit, name)
        ]

    def nearest(self, unit: str) -> str:
        """The nearest enemy in play; after the last one is gone, any that there was."""
        enemies = self.enemies(unit) or [one for one in self.game.units if self.game.enemies(unit, one)]
        return min(enemies, key=lambda name: self.distance(unit, name))
