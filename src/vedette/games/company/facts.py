"""What happens in the order of a game: setup, turns, activations, magic and the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from vedette.engine.facts import Fact, Moment, Names, Score, one_of, verdict
from vedette.kit.sentences import fact
from vedette.kit.words import listed, with_reading


@fact("The Captain of {unit} is {trait:word}.", headline="Captain of {unit}: {trait:word}")
class TraitSettled(Fact):
    """A Captain has his trait."""

    unit: str
    trait: str


@fact("Attacker: {attacker}. Defender: {defender}.")
class RolesSettled(Fact):
    """The roll-off was decided."""

    attacker: str
    defender: str


@fact("The ambition of {company} is {ambition:word}.", headline="{company}: {ambition:word}")
class AmbitionChosen(Fact):
    """A Company has its ambition."""

    company: str
    ambition: str


@fact("{units} would not fight for {company} and deserted.", moment="lost", headline="{units} DESERTED")
class Deserted(Fact):
    """Groups left a Reprehensible Captain."""

    company: str
    units: tuple[str, ...]


@fact("{side} ended the turn.")
class TurnEnded(Fact):
    """A side ended its turn."""

    aside = True

    side: str


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """It is a side's turn; `due` are the Groups that come first in its phase."""

    aside = True

    side: str
    turn: int
    phase: str
    due: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        return f"Turn {self.turn}: {names(self.side)} to act. {_step(names, self.phase, self.due)}".rstrip()


@dataclass(frozen=True, slots=True)
class StepBegan(Fact):
    """The next step of a turn."""

    aside = True

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
    """A Group tries to activate; `check`: it is checked for Reckless.

    What comes of an order tells the order as well, but for Shoot.
    """

    unit: str
    order: str
    check: bool

    def sentence(self, names: Names) -> str:
        if self.check:
            return f"Reckless check for {names(self.unit)}."
        return f"Order for {names(self.unit)}: {self.order.capitalize()}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)}: {self.order.capitalize()}"

    @property
    def aside(self) -> bool:
        return self.order != "shoot"


@fact("The Captain of {company} gave {unit} a second try.")
class RolledAgain(Fact):
    """A Commanding Captain's re-roll was used."""

    aside = True

    unit: str
    company: str


@dataclass(frozen=True, slots=True)
class ActivationFailed(Fact):
    """An order was not carried out."""

    moment: ClassVar[Moment] = "fail"

    unit: str
    order: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} did not {self.order.capitalize()}: the turn is over."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} did not {self.order.capitalize()}"


@fact("{unit} stayed put; the turn goes on.", moment="fail", headline="{unit} stayed put")
class StoodStill(Fact):
    """A Reckless check failed."""

    unit: str


@dataclass(frozen=True, slots=True)
class NobodyInReach(Fact):
    """A Reckless Group has no enemy that it could attack; `rallied`: it has tested to Rally this turn."""

    unit: str
    rallied: bool = False

    def sentence(self, names: Names) -> str:
        then = "nothing else this turn" if self.rallied else "free to act"
        return f"{names(self.unit)}: no enemy within movement, {then}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)}: no enemy within movement"


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """A Group moved; `inches` where they were said."""

    unit: str
    inches: float | None
    formation: bool

    def sentence(self, names: Names) -> str:
        far = "" if self.inches is None else f" {self.inches:g} inches"
        formed = " and formed up (+1 T)" if self.formation else ""
        return f"{names(self.unit)} moved{far}{formed}."

    def headline(self, names: Names) -> str:
        far = "" if self.inches is None else f' {self.inches:g}"'
        return f"{names(self.unit)} moved{far}{' and formed up' if self.formation else ''}"


@dataclass(frozen=True, slots=True)
class SpellCast(Fact):
    """A spell was cast."""

    unit: str
    spell: str
    target: str

    def sentence(self, names: Names) -> str:
        at = "" if self.target == self.unit else f" on {names(self.target)}"
        return f"{names(self.unit)} cast {self.spell}{at}."

    def headline(self, names: Names) -> str:
        at = "" if self.target == self.unit else f" → {names(self.target)}"
        return f"{names(self.unit)}: {self.spell}{at}"


@fact("{unit}: {r} R now.", moment="gain", headline="{unit}: {r} R")
class Mended(Fact):
    """A Group got R back."""

    unit: str
    r: int


@fact("{unit}: no longer Shaken.", moment="gain")
class Heartened(Fact):
    """A Group is Shaken no longer."""

    unit: str


@fact("{unit}: +1 T until the side's next turn starts.", headline="{unit} +1 T")
class Warded(Fact):
    """A Group is under a Ward."""

    unit: str


@fact("{unit} may Move at once: move its models.", headline="{unit} may Move at once")
class Hastened(Fact):
    """A Group may move at once."""

    unit: str


@fact("{unit} summoned {group}, who cannot activate this turn.", headline="{unit} summoned {group}")
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
        return f"{names(self.side)} scored {self.vp} VP: {self.reason.rstrip('.')}."

    def headline(self, names: Names) -> str:
        return f"{names(self.side)} +{self.vp} VP: {self.reason.rstrip('.')}"

    @property
    def moment(self) -> Moment:
        return "gain" if self.vp else ""

    @property
    def score(self) -> Score:
        return Score(self.side, self.vp, self.reason.rstrip("."))


@dataclass(frozen=True, slots=True)
class GameClosing(Fact):
    """A closing condition is met."""

    why: Annotated[str, one_of(("rounds", "side_lost", "wiped_out"))]
    side: str = ""

    def sentence(self, names: Names) -> str:
        because = {
            "rounds": "The last round is over",
            "side_lost": f"{names(self.side)} lost too much",
            "wiped_out": f"{names(self.side)}, no Group left in play",
        }[self.why]
        return f"{because}: the game closes, and VP are counted."

    def headline(self, names: Names) -> str:
        return self.sentence(names).partition(":")[0]


@dataclass(frozen=True, slots=True)
class GameOver(Fact):
    """The game is decided."""

    outcome: str

    def sentence(self, names: Names) -> str:
        return f"The game is over. {verdict(self.outcome, names)}."

    def headline(self, names: Names) -> str:
        return verdict(self.outcome, names)

    @property
    def moment(self) -> Moment:
        return "" if self.outcome == "draw" else "gain"


@fact("Reckless: {unit} must try to Attack {target}.")
class CheckedAgainst(Fact):
    """A Reckless Group must try to attack an enemy."""

    aside = True

    unit: str
    target: str
