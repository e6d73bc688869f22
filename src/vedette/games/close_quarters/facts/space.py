"""What vacuum and weightlessness do, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from vedette.engine.facts import Fact, Names
from vedette.games.close_quarters.facts.telling import towards
from vedette.kit.words import count


@dataclass(frozen=True, slots=True)
class SuitLeaks(Fact):
    """A spacesuit has another leak."""

    unit: str
    leaks: int

    def sentence(self, names: Names) -> str:
        return f"The spacesuit of {names(self.unit)} leaks: {count(self.leaks, 'leak')}."


@dataclass(frozen=True, slots=True)
class AirRanOut(Fact):
    """One more turn with an open leak."""

    unit: str
    turns: int

    def sentence(self, names: Names) -> str:
        return f"The leaks of {names(self.unit)} have been open for {count(self.turns, 'turn')}."


@dataclass(frozen=True, slots=True)
class Floats(Fact):
    """A character floats; the speed is in quarter hexes a turn."""

    unit: str
    direction: str
    speed: int

    def sentence(self, names: Names) -> str:
        if not self.speed:
            return f"{names(self.unit)} floats at rest."
        speed = count(self.speed, "quarter hex", "quarter hexes")
        return f"{names(self.unit)} floats {towards(self.direction)}, {speed} a turn."


@dataclass(frozen=True, slots=True)
class Drifted(Fact):
    """A floating character has drifted to a hex."""

    unit: str
    hex: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} drifts, and is in {self.hex}."


@dataclass(frozen=True, slots=True)
class DriftedOff(Fact):
    """A floating character has drifted off the map."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} drifts off the map."


@dataclass(frozen=True, slots=True)
class FootingFound(Fact):
    """A floating character floats no longer."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} floats no longer."
