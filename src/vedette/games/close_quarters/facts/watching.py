"""Watching a hex, and attacks on who moves through it or leaves his cover, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from vedette.engine.facts import Fact, Names
from vedette.games.close_quarters.facts.telling import fact
from vedette.kit.words import count


@dataclass(frozen=True, slots=True)
class Watches(Fact):
    """He watches a hex; `rounds` are used up at once in suppression."""

    unit: str
    hex: str
    mode: str
    rounds: int

    def sentence(self, names: Names) -> str:
        if self.mode == "suppression":
            return f"{names(self.unit)} lays {self.rounds} rounds of fire on {self.hex}."
        return f"{names(self.unit)} watches {self.hex}."


@fact("{by} attacks {target} on the move, in {hex:word}.", headline="{by} → {target}, on the move")
class FiresAtMover(Fact):
    """Opportunity fire: the attack falls while the target is in that hex."""

    by: str
    target: str
    hex: str


@fact("{by} attacks {target} out of cover, in {hex:word}.", headline="{by} → {target}, out of cover")
class FiresAtUncovered(Fact):
    """Opportunity fire in the phase of action, at who has just left his cover in that hex."""

    by: str
    target: str
    hex: str


@fact("{unit} goes on to {hex:word}.")
class MovedOn(Fact):
    """After opportunity fire the target goes on to where he was going."""

    unit: str
    hex: str


@fact("The move of {unit} ends there.")
class Stopped(Fact):
    """After opportunity fire his move ends where he was hit."""

    unit: str


@dataclass(frozen=True, slots=True)
class WatchUsed(Fact):
    """A shot of the watch is used; `left` are left."""

    aside = True

    unit: str
    left: int

    def sentence(self, names: Names) -> str:
        left = f"; {count(self.left, 'shot')} left" if self.left else ""
        return f"{names(self.unit)} was watching{left}."


@fact("{unit} has left cover before {watchers}.", headline="{unit} leaves cover")
class LeftCover(Fact):
    """In the phase of action somebody has left his cover before enemies who watch."""

    unit: str
    watchers: tuple[str, ...]
