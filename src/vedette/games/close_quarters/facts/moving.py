"""What happens on the move, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from vedette.engine.facts import Fact, Moment, Names
from vedette.games.close_quarters.facts.telling import fact


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """A character has gone on through these hexes, for so much MOV."""

    unit: str
    hexes: Annotated[tuple[str, ...], Field(min_length=1)]
    cost: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} moves to {self.hexes[-1]}, for {self.cost} MOV."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} moves to {self.hexes[-1]}"


@fact(
    "{unit} shrinks back from the fire in {hex:word}.",
    moment="fail",
    headline="{unit} shrinks back from the fire",
)
class StoppedShort(Fact):
    """A character doesn't dare to enter a burning hex."""

    unit: str
    hex: str


@fact("{unit} can't lift the load, and stays put.", moment="fail", headline="{unit} can't lift the load")
class CannotLift(Fact):
    """A character can't carry his load one hex."""

    unit: str


@fact("{unit} comes down in {hex:word}.")
class ComesDown(Fact):
    """A character falls in another hex of his path than the one in which he is."""

    unit: str
    hex: str


@fact("{unit} hangs on the edge of {hex:word}.", moment="hurt")
class Hangs(Fact):
    """A character has missed a jump and clings to the edge of a pit."""

    unit: str
    hex: str


@fact("{unit} picks up the {type:thing}.")
class PickedUp(Fact):
    """A character has taken a thing from the ground."""

    unit: str
    type: str


@dataclass(frozen=True, slots=True)
class Grabbed(Fact):
    """A character has reached for a thing on the run: he has no action this turn, whether he got it or not."""

    unit: str
    got_it: bool

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} reaches for it on the run" + ("." if self.got_it else ", and misses it.")

    @property
    def moment(self) -> Moment:
        return "" if self.got_it else "fail"


@fact("{unit} crawls.")
class Crawled(Fact):
    """A character has crawled: he is all rear for the rest of the turn."""

    unit: str


@fact("{unit} turns {facing:towards}.")
class Turned(Fact):
    """A character faces another way."""

    unit: str
    facing: str


@fact("{unit} is {posture:word} now.")
class WentDown(Fact):
    """A character takes a lower posture on the move."""

    unit: str
    posture: str


@fact("{unit} has charged.")
class Charged(Fact):
    """A character has moved up to an enemy."""

    unit: str


@dataclass(frozen=True, slots=True)
class MoveEnded(Fact):
    """A character has finished moving, or breaks his move off for now."""

    aside = True

    unit: str
    delayed: bool

    def sentence(self, names: Names) -> str:
        if self.delayed:
            return f"{names(self.unit)} breaks the move off, and waits."
        return f"{names(self.unit)} has moved."


@fact("{unit} stands up.")
class StoodUp(Fact):
    """A character stands up."""

    unit: str


@dataclass(frozen=True, slots=True)
class KeptCalm(Fact):
    """A burning character has tried not to panic."""

    unit: str
    calm: bool

    def sentence(self, names: Names) -> str:
        if self.calm:
            return f"{names(self.unit)} keeps calm in the flames."
        return f"{names(self.unit)} panics, and must run."

    @property
    def moment(self) -> Moment:
        return "" if self.calm else "fail"


@fact("{unit} leaves the map.")
class LeftTheMap(Fact):
    """A character has left the map."""

    unit: str
