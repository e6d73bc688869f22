"""What happens to the turn: phases, initiative, the order of action, retreats, and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from vedette.engine.facts import Fact, Moment, Names
from vedette.games.close_quarters.facts.telling import fact
from vedette.games.close_quarters.state import Phase

_BEGINNINGS: dict[Phase, str] = {
    "between": "The combat is over.",
    "initiative": "Initiative.",
    "movement": "The sides move.",
    "action": "The characters act.",
    "retreat": "Beaten enemies may be driven back.",
    "end": "All have acted: the turn can end.",
}


@fact("A combat begins.")
class CombatBegan(Fact):
    """A combat starts."""


@fact("Turn {round} begins.", headline="Turn {round}")
class TurnBegan(Fact):
    """The next turn."""

    round: int


@dataclass(frozen=True, slots=True)
class PhaseBegan(Fact):
    """The next phase of the turn."""

    aside = True

    phase: Phase

    def sentence(self, names: Names) -> str:
        return _BEGINNINGS[self.phase]


@fact("The initiative is tied: {sides} roll again, without bonus.", headline="The initiative is tied")
class InitiativeTied(Fact):
    """Sides that roll for the initiative once more."""

    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InitiativeWon(Fact):
    """The sides in the order of their initiative."""

    sides: Annotated[tuple[str, ...], Field(min_length=1)]

    def sentence(self, names: Names) -> str:
        return f"The initiative goes to {names(self.sides[0])}."

    def headline(self, names: Names) -> str:
        return f"Initiative: {names(self.sides[0])}"


@fact("Surprise: nobody was ready for {side}.", headline="Nobody was ready for {side}")
class Surprised(Fact):
    """A side surprises the others."""

    side: str


@fact("The initiative is taken to go on running: {side}.", headline="{side}: on the run")
class Flees(Fact):
    """A side takes the initiative to go on running."""

    side: str


@dataclass(frozen=True, slots=True)
class MoveOrderSettled(Fact):
    """Sides or characters in the order in which they move."""

    aside = True

    order: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        return f"They move in this order: {', '.join(map(names, self.order))}."


@fact("It is the turn of {side} to move.")
class SideMoves(Fact):
    """The next side moves."""

    aside = True

    side: str


@dataclass(frozen=True, slots=True)
class NextToMove(Fact):
    """The next character moves; "" when all have."""

    aside = True

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} moves next." if self.unit else "Everybody has moved."


@fact("It is {unit}'s turn.")
class NextToAct(Fact):
    """The order of action has come to a character."""

    aside = True

    unit: str


@fact("{unit} takes an action.")
class ActionUsed(Fact):
    """A character has used his action."""

    aside = True

    unit: str


@fact("Another shot of {unit}'s.")
class FollowUpUsed(Fact):
    """A character fires another of his shots."""

    aside = True

    unit: str


@fact("{unit} passes.")
class Passed(Fact):
    """A character does nothing more."""

    unit: str


@fact("{unit} presses {target} back.")
class RetreatForced(Fact):
    """A character presses a beaten enemy."""

    unit: str
    target: str


@fact("{unit} drives {target} to {to:word}.")
class ForcedBack(Fact):
    """An enemy is driven back one hex."""

    unit: str
    target: str
    to: str


@fact("{target} stands firm against {unit}.")
class HeldOut(Fact):
    """An enemy doesn't go into the danger that he is driven to."""

    unit: str
    target: str


@fact("{unit} follows to {to:word}.")
class Followed(Fact):
    """The attacker takes the hex that was left."""

    unit: str
    to: str


@fact("The hand-to-hand combat in {hex:word} is over.", headline="Hand-to-hand combat is over")
class BrawlEnded(Fact):
    """Only one side of a hand-to-hand combat is left."""

    hex: str


@fact("Nobody holds {unit} any more.", headline="Nobody holds {unit}")
class HoldEnded(Fact):
    """Whoever held him is out."""

    unit: str


@fact("{unit} is over the shock of the wound.", moment="gain")
class WoundEased(Fact):
    """A wound no longer slows a character."""

    unit: str


@fact("The order passes over those who can't act.")
class SlotsPassed(Fact):
    """Slots that nobody can use are passed over."""

    aside = True


@dataclass(frozen=True, slots=True)
class CombatWon(Fact):
    """Only one side can fight; "draw" if none can."""

    outcome: str

    def sentence(self, names: Names) -> str:
        if self.outcome == "draw":
            return "Nobody can fight any more: a draw."
        return f"Only {names(self.outcome)} can fight: the combat is over."

    def headline(self, names: Names) -> str:
        return "A draw" if self.outcome == "draw" else f"Only {names(self.outcome)} can fight"

    @property
    def moment(self) -> Moment:
        return "" if self.outcome == "draw" else "gain"
