"""What vacuum and weightlessness do, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from vedette.engine.facts import Fact, Names
from vedette.games.close_quarters.facts.telling import fact, towards
from vedette.kit.words import count


@fact("The spacesuit of {unit} leaks: {leaks:# leak}.", moment="hurt", headline="{unit}: {leaks:# leak}")
class SuitLeaks(Fact):
    """A spacesuit has another leak."""

    unit: str
    leaks: int


@fact(
    "The leaks of {unit} have been open for {turns:# turn}.",
    moment="hurt",
    headline="{unit}: leaks open for {turns:# turn}",
)
class AirRanOut(Fact):
    """One more turn with an open leak."""

    unit: str
    turns: int


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


@fact("{unit} drifts, and is in {hex:word}.")
class Drifted(Fact):
    """A floating character has drifted to a hex."""

    unit: str
    hex: str


@fact("{unit} drifts off the map.", moment="lost", headline="{unit} DRIFTS off the map")
class DriftedOff(Fact):
    """A floating character has drifted off the map."""

    unit: str


@fact("{unit} floats no longer.", moment="gain")
class FootingFound(Fact):
    """A floating character floats no longer."""

    unit: str
