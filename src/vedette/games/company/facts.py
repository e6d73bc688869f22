"""What happens in the order of a game: setup, turns, activations, magic and the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from vedette.engine.facts import Fact, Names, one_of, verdict
from vedette.kit.sentences import fact
from vedette.kit.words import listed, with_reading


@fact("The Captain of {unit} is {trait:word}.")
class TraitSettled(Fact):
    """A Captain has his trait."""

    unit: str
    trait: str


@fact("{attacker} attacks, {defender} defends.")
class RolesSettled(Fact):
    """The roll-off was decided."""

    attacker: str
    defender: str


@fact("The ambition of {company} is {ambition:word}.")
class AmbitionChosen(Fact):
    """A Company has its ambition."""

    company: str
    ambition: str


@fact("{units} will not fight for {company} and deserted.")
class Deserted(Fact):
    """Groups left a Reprehensible Captain."""

    company: str
    units: tuple[str, ...]


@fact("{side} ends its turn.")
class TurnEnded(Fact):
    """A side ended its turn."""

    side: str


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """It is a side's turn; `due` are the Groups that come first in its phase."""

    side: str
    turn: int
    phase: str
    due: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        return f"Turn {self.turn}: {names(self.side)} acts. {_step(names, self.phase, self.due)}".rstrip()


@dataclass(frozen=True, slots=True)
class StepBegan(Fact):
    """The next step of a turn."""

    side: str
    phase: str
    due: tuple[str, ...]
    reading: str = field(default="", compare=False)

    def sentence(self, names: Names) -> str:
        step = _step(names, self.phase, self.due) or f"{names(self.side)} may activate its Groups."
        return with_reading(step, self.reading)


def _step(names: Names, phase: str, due: tuple[str, ...]) -> str:
    if phase == "rally":
        return f"{listed(names, due)} must test to Rally."
    if phase == "reckless":
        return f"{listed(names, due)} must be checked for Reckless."
    return ""


@dataclass(frozen=True, slots=True)
class Ordered(Fact):
    """A Group tries to activate; `check`: it is checked for Reckless."""

    unit: str
    order: str
    check: bool

    def sentence(self, names: Names) -> str:
        if self.check:
            return f"{names(self.unit)} is checked for Reckless."
        return f"{names(self.unit)} is ordered to {self.order.capitalize()}."


@fact("The Captain of {company} gave {unit} a second try.")
class RolledAgain(Fact):
    """A Commanding Captain's re-roll was used."""

    unit: str
    company: str


@dataclass(frozen=True, slots=True)
class ActivationFailed(Fact):
    """An order was not carried out."""

    unit: str
    order: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} does not {self.order.capitalize()}: the turn is over."


@fact("{unit} stays where it is; the turn goes on.")
class StoodStill(Fact):
    """A Reckless check failed."""

    unit: str


@dataclass(frozen=True, slots=True)
class NobodyInReach(Fact):
    """A Reckless Group has no enemy that it could attack; `rallied`: it has tested to Rally this turn."""

    unit: str
    rallied: bool = False

    def sentence(self, names: Names) -> str:
        then = "does nothing else this turn" if self.rallied else "is free to act"
        return f"{names(self.unit)} has no enemy within its movement and {then}."


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """A Group moved; `inches` where they were said."""

    unit: str
    inches: float | None
    formation: bool

    def sentence(self, names: Names) -> str:
        far = "" if self.inches is None else f" {self.inches:g} inches"
        formed = " and forms up (+1 T)" if self.formation else ""
        return f"{names(self.unit)} moves{far}{formed}."


@dataclass(frozen=True, slots=True)
class SpellCast(Fact):
    """A spell was cast."""

    unit: str
    spell: str
    target: str

    def sentence(self, names: Names) -> str:
        at = "itself" if self.target == self.unit else names(self.target)
        return f"{names(self.unit)} casts {self.spell} on {at}."


@fact("{unit} has {r} R now.")
class Mended(Fact):
    """A Group got R back."""

    unit: str
    r: int


@fact("{unit} is Shaken no longer.")
class Heartened(Fact):
    """A Group is Shaken no longer."""

    unit: str


@fact("{unit} has +1 T until the start of its side's next turn.")
class Warded(Fact):
    """A Group is under a Ward."""

    unit: str


@fact("{unit} may Move at once: move its models.")
class Hastened(Fact):
    """A Group may move at once."""

    unit: str


@fact("{unit} summons {group}; it cannot activate this turn.")
class Summoned(Fact):
    """A reserve Group came into play."""

    unit: str
    group: str


@dataclass(frozen=True, slots=True)
class Scored(Fact):
    """A side scored VP, declared or counted."""

    side: str
    vp: int
    reason: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.side)} scores {self.vp} VP: {self.reason.rstrip('.')}."


@dataclass(frozen=True, slots=True)
class GameClosing(Fact):
    """A closing condition is met."""

    why: Annotated[str, one_of(("rounds", "side_lost", "wiped_out"))]
    side: str = ""

    def sentence(self, names: Names) -> str:
        because = {
            "rounds": "The last round is over",
            "side_lost": f"{names(self.side)} has lost enough",
            "wiped_out": f"{names(self.side)} has no Group left in play",
        }[self.why]
        return f"{because}: the game closes, and VP are counted."


@dataclass(frozen=True, slots=True)
class GameOver(Fact):
    """The game is decided."""

    outcome: str

    def sentence(self, names: Names) -> str:
        return f"The game is over. {verdict(self.outcome, names)}."


@fact("{unit} is Reckless and must try to Attack {target}.")
class CheckedAgainst(Fact):
    """A Reckless Group must try to attack an enemy."""

    unit: str
    target: str
