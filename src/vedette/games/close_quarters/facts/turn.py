"""What happens to the turn: phases, initiative, the order of action, retreats, and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from vedette.engine.facts import Fact, Names
from vedette.games.close_quarters.state import Phase
from vedette.kit.words import listed

_BEGINNINGS: dict[Phase, str] = {
    "between": "The combat is over.",
    "initiative": "Initiative.",
    "movement": "The sides move.",
    "action": "The characters act.",
    "retreat": "Beaten enemies may be driven back.",
    "end": "All have acted: the turn can end.",
}


@dataclass(frozen=True, slots=True)
class CombatBegan(Fact):
    """A combat starts."""

    def sentence(self, names: Names) -> str:
        return "A combat begins."


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """The next turn."""

    round: int

    def sentence(self, names: Names) -> str:
        return f"Turn {self.round} begins."


@dataclass(frozen=True, slots=True)
class PhaseBegan(Fact):
    """The next phase of the turn."""

    aside = True

    phase: Phase

    def sentence(self, names: Names) -> str:
        return _BEGINNINGS[self.phase]


@dataclass(frozen=True, slots=True)
class InitiativeTied(Fact):
    """Sides that roll for the initiative once more."""

    sides: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        return f"The initiative is tied: {listed(names, self.sides)} roll again, without bonus."


@dataclass(frozen=True, slots=True)
class InitiativeWon(Fact):
    """The sides in the order of their initiative."""

    sides: Annotated[tuple[str, ...], Field(min_length=1)]

    def sentence(self, names: Names) -> str:
        return f"The initiative goes to {names(self.sides[0])}."


@dataclass(frozen=True, slots=True)
class Surprised(Fact):
    """A side surprises the others."""

    side: str

    def sentence(self, names: Names) -> str:
        return f"Surprise: nobody was ready for {names(self.side)}."


@dataclass(frozen=True, slots=True)
class Flees(Fact):
    """A side takes the initiative to go on running."""

    side: str

    def sentence(self, names: Names) -> str:
        return f"The initiative is taken to go on running: {names(self.side)}."


@dataclass(frozen=True, slots=True)
class MoveOrderSettled(Fact):
    """Sides or characters in the order in which they move."""

    order: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        return f"They move in this order: {', '.join(map(names, self.order))}."


@dataclass(frozen=True, slots=True)
class SideMoves(Fact):
    """The next side moves."""

    aside = True

    side: str

    def sentence(self, names: Names) -> str:
        return f"It is the turn of {names(self.side)} to move."


@dataclass(frozen=True, slots=True)
class NextToMove(Fact):
    """The next character moves; "" when all have."""

    aside = True

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} moves next." if self.unit else "Everybody has moved."


@dataclass(frozen=True, slots=True)
class NextToAct(Fact):
    """The order of action has come to a character."""

    aside = True

    unit: str

    def sentence(self, names: Names) -> str:
        return f"It is {names(self.unit)}'s turn."


@dataclass(frozen=True, slots=True)
class ActionUsed(Fact):
    """A character has used his action."""

    aside = True

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} takes an action."


@dataclass(frozen=True, slots=True)
class FollowUpUsed(Fact):
    """A character fires another of his shots."""

    aside = True

    unit: str

    def sentence(self, names: Names) -> str:
        return f"Another shot of {names(self.unit)}'s."


@dataclass(frozen=True, slots=True)
class Passed(Fact):
    """A character does nothing more."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} passes."


@dataclass(frozen=True, slots=True)
class RetreatForced(Fact):
    """A character presses a beaten enemy."""

    unit: str
    target: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} presses {names(self.target)} back."


@dataclass(frozen=True, slots=True)
class ForcedBack(Fact):
    """An enemy is driven back one hex."""

    unit: str
    target: str
    to: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} drives {names(self.target)} to {self.to}."


@dataclass(frozen=True, slots=True)
class HeldOut(Fact):
    """An enemy doesn't go into the danger that he is driven to."""

    unit: str
    target: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.target)} stands firm against {names(self.unit)}."


@dataclass(frozen=True, slots=True)
class Followed(Fact):
    """The attacker takes the hex that was left."""

    unit: str
    to: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} follows to {self.to}."


@dataclass(frozen=True, slots=True)
class BrawlEnded(Fact):
    """Only one side of a hand-to-hand combat is left."""

    hex: str

    def sentence(self, names: Names) -> str:
        return f"The hand-to-hand combat in {self.hex} is over."


@dataclass(frozen=True, slots=True)
class HoldEnded(Fact):
    """Whoever held him is out."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"Nobody holds {names(self.unit)} any more."


@dataclass(frozen=True, slots=True)
class WoundEased(Fact):
    """A wound no longer slows a character."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is over the shock of the wound."


@dataclass(frozen=True, slots=True)
class SlotsPassed(Fact):
    """Slots that nobody can use are passed over."""

    aside = True

    def sentence(self, names: Names) -> str:
        return "The order passes over those who can't act."


@dataclass(frozen=True, slots=True)
class CombatWon(Fact):
    """Only one side can fight; "draw" if none can."""

    outcome: str

    def sentence(self, names: Names) -> str:
        if self.outcome == "draw":
            return "Nobody can fight any more: a draw."
        return f"Only {names(self.outcome)} can fight: the combat is over."
