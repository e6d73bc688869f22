"""What happens in a battle, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from vedette.engine.facts import Fact, Moment, Names, Score, verdict
from vedette.kit.sentences import fact
from vedette.kit.words import count, listed, with_reading


@fact("The battle begins: every unit is in reserve.", headline="The battle begins")
class BattleStarted(Fact):
    """The set-up is over."""


@fact("{side} placed {entry}.", headline="{side}: {entry}")
class EntryPlaced(Fact):
    """A side placed one of its entry points."""

    side: str
    entry: str


@fact("The roll-off for {about:word} goes to {side}.", headline="Roll-off for {about:word}: {side}")
class RollOffWon(Fact):
    """A roll-off was decided."""

    side: str
    about: str


@fact("{unit} activated.")
class Activated(Fact):
    """A unit's activation began."""

    aside = True

    unit: str


@fact("{unit}: activation over.")
class ActivationEnded(Fact):
    """A unit's activation is over."""

    aside = True

    unit: str


@dataclass(frozen=True, slots=True)
class TurnPassed(Fact):
    """The next side activates; "" where nobody can."""

    aside = True

    side: str

    def sentence(self, names: Names) -> str:
        if not self.side:
            return "Nobody is left to activate: the round ends."
        return f"{names(self.side)} to activate."


@fact("{side} passed for the rest of the round.", headline="{side} passed")
class Passed(Fact):
    """A side gave up its units that need not act."""

    side: str


@dataclass(frozen=True, slots=True)
class StressRemoved(Fact):
    """Stress went down by recovering."""

    unit: str
    lost: int
    left: int

    def sentence(self, names: Names) -> str:
        if not self.lost:
            return f"{names(self.unit)} did not recover: {self.left} stress."
        return f"{names(self.unit)} recovered {self.lost} stress, {self.left} left."

    def headline(self, names: Names) -> str:
        if not self.lost:
            return f"{names(self.unit)} did not recover"
        return f"{names(self.unit)} recovered {self.lost} stress"

    @property
    def moment(self) -> Moment:
        return "gain" if self.lost else "fail"


@fact("{unit} took damage: {stress} stress.", moment="hurt", headline="{unit}: {stress} stress")
class StressGained(Fact):
    """Stress for the damage of the round."""

    unit: str
    stress: int


@dataclass(frozen=True, slots=True)
class Deployed(Fact):
    """A unit came onto the table."""

    unit: str
    entry: str
    ambush: bool

    def sentence(self, names: Names) -> str:
        where = " in ambush" if self.ambush else f" at {names(self.entry)}" if self.entry else ""
        return f"{names(self.unit)} deployed{where}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} deployed{' in ambush' if self.ambush else ''}"


@fact(
    "{unit} failed the Support test and stayed in reserve.",
    moment="fail",
    headline="{unit} stayed in reserve",
)
class SupportFailed(Fact):
    """A unit did not come out of reserve."""

    unit: str


@fact("There was no room for {unit}: destroyed.", moment="lost", headline="{unit} DESTROYED: no room")
class NoRoom(Fact):
    """A unit could not be placed and is lost."""

    unit: str


@fact(
    "{unit} could not fly the minimum: destroyed.",
    moment="lost",
    headline="{unit} DESTROYED: could not fly the minimum",
)
class CouldNotFly(Fact):
    """An aircraft could not fly its minimum."""

    unit: str


@dataclass(frozen=True, slots=True)
class AbilityUsed(Fact):
    """A unit used an ability."""

    unit: str
    ability: str
    text: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} used {self.ability}. {self.text}".strip()

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)}: {self.ability}"


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """A unit moved."""

    unit: str
    inches: float
    advanced: bool
    backward: bool
    cost: float
    contacts: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        how = "advanced" if self.advanced else "moved"
        way = " backward" if self.backward else ""
        cost = f" (counts as {self.cost:g})" if self.cost != self.inches else ""
        met = f", in assault range of {listed(names, self.contacts)}" if self.contacts else ""
        return f'{names(self.unit)} {how}{way} {self.inches:g}"{cost}{met}.'

    def headline(self, names: Names) -> str:
        how = "advanced" if self.advanced else "moved"
        met = " into assault" if self.contacts else ""
        return f'{names(self.unit)} {how} {self.inches:g}"{met}'


@fact(
    "{unit} failed the jump and stopped before the gap; the activation is over.",
    moment="fail",
    headline="{unit} failed the jump",
)
class JumpFailed(Fact):
    """A unit stopped before a gap."""

    unit: str


@fact("{unit} left the battlefield and went into reserve.", headline="{unit} went into reserve")
class LeftBattlefield(Fact):
    """An aircraft flew off the table."""

    unit: str


@fact("{unit} left assault range: free attack for {by}.", headline="{unit} left assault range")
class FreeAttacksOpened(Fact):
    """Units may strike at one that left their assault range."""

    unit: str
    by: tuple[str, ...]


@fact("{unit} gave up the free attack.")
class FreeAttackGivenUp(Fact):
    """A free attack was not made."""

    unit: str


@fact("{unit} embarked on {transport}.")
class Embarked(Fact):
    """A unit went aboard."""

    unit: str
    transport: str


@fact("{unit} got out of {transport}.")
class Disembarked(Fact):
    """A unit got out."""

    unit: str
    transport: str


@fact("{passengers} must get out of the wreck of {transport}.", headline="Passengers must get out")
class MustDisembark(Fact):
    """A transport was destroyed with passengers aboard."""

    transport: str
    passengers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModelsLost(Fact):
    """Models were removed without damage: no place for them, or no transport any more."""

    moment: ClassVar[Moment] = "hurt"

    unit: str
    models: tuple[int, ...]
    reading: str = field(default="", compare=False)

    def sentence(self, names: Names) -> str:
        return with_reading(f"{names(self.unit)} lost {count(len(self.models), 'model')}.", self.reading)

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} −{count(len(self.models), 'model')}"


@fact("{unit}: destroyed.", moment="lost", headline="{unit} DESTROYED")
class UnitDestroyed(Fact):
    """A unit has no models left."""

    unit: str


@fact("{unit} secured {objective}.", moment="gain")
class Secured(Fact):
    """A unit secured an objective."""

    unit: str
    objective: str


@fact("Nobody holds {objective}.", headline="Nobody holds {objective}")
class ObjectiveLost(Fact):
    """Nobody holds an objective any more."""

    objective: str


@fact("{objective}: lost with the unit that held it.", headline="{objective}: lost")
class ObjectiveRemoved(Fact):
    """An objective was destroyed with the unit that carried it."""

    objective: str


@fact("{objective}: destroyed and removed.", headline="{objective}: destroyed")
class ObjectiveDestroyed(Fact):
    """A Destroy objective stayed secured until the end of the next round."""

    objective: str


@fact("{side} scored {vp} VP for {objective}.", moment="gain", headline="{side} +{vp} VP: {objective}")
class Scored(Fact):
    """A side scored an objective."""

    side: str
    objective: str
    vp: int

    @property
    def score(self) -> Score:
        return Score(self.side, self.vp, self.objective)


@fact("Round {round} begins.", headline="Round {round}")
class RoundBegan(Fact):
    """The next round; activation markers are collected."""

    round: int


@fact(
    "{side} forfeited: no unit on the battlefield.",
    moment="lost",
    headline="{side} FORFEITED: no unit on the battlefield",
)
class Forfeited(Fact):
    """A side has no unit on the battlefield at the end of a round."""

    side: str


@dataclass(frozen=True, slots=True)
class BattleEnded(Fact):
    """The battle is over."""

    outcome: str

    def sentence(self, names: Names) -> str:
        return f"The battle is over. {verdict(self.outcome, names)}."

    def headline(self, names: Names) -> str:
        return verdict(self.outcome, names)

    @property
    def moment(self) -> Moment:
        return "" if self.outcome == "draw" else "gain"


@fact("{objective}: removed.")
class ObjectiveTaken(Fact):
    """An Access objective was scored and is removed."""

    objective: str
