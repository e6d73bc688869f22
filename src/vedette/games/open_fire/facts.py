"""What happens in a battle, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass, field

from vedette.engine.facts import Fact, Names, verdict
from vedette.kit.words import count, listed, with_reading


@dataclass(frozen=True, slots=True)
class BattleStarted(Fact):
    """The set-up is over."""

    def sentence(self, names: Names) -> str:
        return "The battle begins: every unit is in reserve."


@dataclass(frozen=True, slots=True)
class RollOffWon(Fact):
    """A roll-off was decided."""

    side: str
    about: str

    def sentence(self, names: Names) -> str:
        return f"The roll-off for {self.about} goes to {names(self.side)}."


@dataclass(frozen=True, slots=True)
class Activated(Fact):
    """A unit's activation began."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is activated."


@dataclass(frozen=True, slots=True)
class ActivationEnded(Fact):
    """A unit's activation is over."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} ends its activation."


@dataclass(frozen=True, slots=True)
class TurnPassed(Fact):
    """The next side activates; "" where nobody can."""

    side: str

    def sentence(self, names: Names) -> str:
        if not self.side:
            return "Nobody is left to activate: the round ends."
        return f"{names(self.side)} activates next."


@dataclass(frozen=True, slots=True)
class Passed(Fact):
    """A side gave up its units that need not act."""

    side: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.side)} passes for the rest of the round."


@dataclass(frozen=True, slots=True)
class StressRemoved(Fact):
    """Stress went down by recovering."""

    unit: str
    lost: int
    left: int

    def sentence(self, names: Names) -> str:
        if not self.lost:
            return f"{names(self.unit)} does not recover: {self.left} stress."
        return f"{names(self.unit)} recovers {self.lost} stress, {self.left} left."


@dataclass(frozen=True, slots=True)
class StressGained(Fact):
    """Stress for the damage of the round."""

    unit: str
    stress: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} took damage: {self.stress} stress."


@dataclass(frozen=True, slots=True)
class Deployed(Fact):
    """A unit came onto the table."""

    unit: str
    entry: str
    ambush: bool

    def sentence(self, names: Names) -> str:
        where = " in ambush" if self.ambush else f" at {names(self.entry)}" if self.entry else ""
        return f"{names(self.unit)} is deployed{where}."


@dataclass(frozen=True, slots=True)
class SupportFailed(Fact):
    """A unit did not come out of reserve."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} fails its Support test and stays in reserve."


@dataclass(frozen=True, slots=True)
class NoRoom(Fact):
    """A unit could not be placed and is lost."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"There is no room for {names(self.unit)}: it is destroyed."


@dataclass(frozen=True, slots=True)
class CouldNotFly(Fact):
    """An aircraft could not fly its minimum."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} cannot fly its minimum and is destroyed."


@dataclass(frozen=True, slots=True)
class AbilityUsed(Fact):
    """A unit used an ability."""

    unit: str
    ability: str
    text: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} uses {self.ability}. {self.text}".strip()


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
        how = "advances" if self.advanced else "moves"
        way = " backward" if self.backward else ""
        cost = f" (counts as {self.cost:g})" if self.cost != self.inches else ""
        met = f", in assault range of {listed(names, self.contacts)}" if self.contacts else ""
        return f'{names(self.unit)} {how}{way} {self.inches:g}"{cost}{met}.'


@dataclass(frozen=True, slots=True)
class JumpFailed(Fact):
    """A unit stopped before a gap."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} fails the jump and stops before the gap; its activation ends."


@dataclass(frozen=True, slots=True)
class LeftBattlefield(Fact):
    """An aircraft flew off the table."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} leaves the battlefield and goes into reserve."


@dataclass(frozen=True, slots=True)
class FreeAttacksOpened(Fact):
    """Units may strike at one that left their assault range."""

    unit: str
    by: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} leaves assault range: free attack for {listed(names, self.by)}."


@dataclass(frozen=True, slots=True)
class FreeAttackGivenUp(Fact):
    """A free attack was not made."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} gives up its free attack."


@dataclass(frozen=True, slots=True)
class Embarked(Fact):
    """A unit went aboard."""

    unit: str
    transport: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} embarks on {names(self.transport)}."


@dataclass(frozen=True, slots=True)
class Disembarked(Fact):
    """A unit got out."""

    unit: str
    transport: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} gets out of {names(self.transport)}."


@dataclass(frozen=True, slots=True)
class MustDisembark(Fact):
    """A transport was destroyed with passengers aboard."""

    transport: str
    passengers: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        return f"{listed(names, self.passengers)} must get out of the wreck of {names(self.transport)}."


@dataclass(frozen=True, slots=True)
class ModelsLost(Fact):
    """Models were removed without damage: no place for them, or no transport any more."""

    unit: str
    models: tuple[int, ...]
    reading: str = field(default="", compare=False)

    def sentence(self, names: Names) -> str:
        return with_reading(f"{names(self.unit)} loses {count(len(self.models), 'model')}.", self.reading)


@dataclass(frozen=True, slots=True)
class UnitDestroyed(Fact):
    """A unit has no models left."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is destroyed."


@dataclass(frozen=True, slots=True)
class Secured(Fact):
    """A unit secured an objective."""

    unit: str
    objective: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} secures {names(self.objective)}."


@dataclass(frozen=True, slots=True)
class ObjectiveLost(Fact):
    """Nobody holds an objective any more."""

    objective: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.objective)} is held by nobody any more."


@dataclass(frozen=True, slots=True)
class ObjectiveRemoved(Fact):
    """An objective was destroyed with the unit that carried it."""

    objective: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.objective)} is lost with the unit that held it."


@dataclass(frozen=True, slots=True)
class ObjectiveDestroyed(Fact):
    """A Destroy objective stayed secured until the end of the next round."""

    objective: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.objective)} is destroyed and removed."


@dataclass(frozen=True, slots=True)
class Scored(Fact):
    """A side scored an objective."""

    side: str
    objective: str
    vp: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.side)} scores {self.vp} for {names(self.objective)}."


@dataclass(frozen=True, slots=True)
class RoundBegan(Fact):
    """The next round; activation markers are collected."""

    round: int

    def sentence(self, names: Names) -> str:
        return f"Round {self.round} begins."


@dataclass(frozen=True, slots=True)
class Forfeited(Fact):
    """A side has no unit on the battlefield at the end of a round."""

    side: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.side)} has no unit on the battlefield and forfeits."


@dataclass(frozen=True, slots=True)
class BattleEnded(Fact):
    """The battle is over."""

    outcome: str

    def sentence(self, names: Names) -> str:
        return f"The battle is over. {verdict(self.outcome, names)}."


@dataclass(frozen=True, slots=True)
class ObjectiveTaken(Fact):
    """An Access objective was scored and is removed."""

    objective: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.objective)} is removed."
