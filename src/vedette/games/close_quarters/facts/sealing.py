"""What is told of sealed declarations: that there is one, and what it says once it is opened."""

from __future__ import annotations

from dataclasses import dataclass

from vedette.engine.facts import Fact, Names
from vedette.games.close_quarters.facts.telling import fact

SHIELD, WATCH = "a shield", "a watch"


@dataclass(frozen=True, slots=True)
class ShieldSealed(Fact):
    """A side has noted in secret whether an energy shield is on."""

    side: str
    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.side)} seals a declaration for {names(self.unit)} ({SHIELD})."

    def headline(self, names: Names) -> str:
        return f"{names(self.side)} seals a declaration"


@dataclass(frozen=True, slots=True)
class WatchSealed(Fact):
    """A side has noted in secret which hex is watched; `rounds` are used up at once in suppression."""

    side: str
    unit: str
    mode: str
    rounds: int

    def sentence(self, names: Names) -> str:
        fire = f", {self.rounds} rounds of fire" if self.mode == "suppression" else ""
        return f"{names(self.side)} seals a declaration for {names(self.unit)} ({WATCH}{fire})."

    def headline(self, names: Names) -> str:
        return f"{names(self.side)} seals a declaration"


@dataclass(frozen=True, slots=True)
class ShieldRevealed(Fact):
    """What a side has noted of an energy shield is known now."""

    side: str
    unit: str
    on: bool

    def sentence(self, names: Names) -> str:
        return f"{names(self.side)} had sealed for {names(self.unit)}: energy shield {'on' if self.on else 'off'}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)}: energy shield {'on' if self.on else 'off'}"


@fact("{side} had sealed for {unit}: watches {hex:word}.", headline="{unit} watches {hex:word}")
class WatchRevealed(Fact):
    """The hex of a sealed watch is known now."""

    side: str
    unit: str
    hex: str


@fact(
    "The watch that {side} had sealed for {unit} is over: it was on {hex:word}.",
    headline="{unit} watched {hex:word}",
)
class SealedWatchEnded(Fact):
    """A sealed watch is over: nobody came, or he has moved."""

    side: str
    unit: str
    hex: str
