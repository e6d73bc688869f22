"""What hits do to bodies and gear, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from vedette.engine.facts import Fact, Names
from vedette.games.close_quarters.tables import number, thing


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _thing(type: str) -> str:
    """What people call a thing of that type."""
    found = thing(type)
    return found.name.split(" / ")[0].lower() if found else type


# --- wounds


@dataclass(frozen=True, slots=True)
class Wounded(Fact):
    """A character takes points of damage; some may not be lethal."""

    unit: str
    points: int
    nonlethal: int
    left: int

    def sentence(self, names: Names) -> str:
        if not self.nonlethal:
            taken = _count(self.points, "point")
        elif self.points:
            taken = (
                f"{_count(self.points, 'point')}, and {self.nonlethal} that {_are(self.nonlethal)} not lethal"
            )
        else:
            taken = f"{_count(self.nonlethal, 'point')} that {_are(self.nonlethal)} not lethal"
        return f"{names(self.unit)} takes {taken}: {_count(self.left, 'hit')} left."


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


@dataclass(frozen=True, slots=True)
class Unharmed(Fact):
    """A hit does nothing."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is hit, and nothing gets through."


@dataclass(frozen=True, slots=True)
class Recorded(Fact):
    """A hit of a practice weapon is counted."""

    unit: str
    hits: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is hit in practice: {_count(self.hits, 'hit')} so far."


@dataclass(frozen=True, slots=True)
class Died(Fact):
    """A character is dead."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is dead."


@dataclass(frozen=True, slots=True)
class Fainted(Fact):
    """A character is unconscious."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} falls unconscious."


@dataclass(frozen=True, slots=True)
class Slowed(Fact):
    """A character is hurt badly enough to be slower for a time."""

    unit: str
    until: str

    def sentence(self, names: Names) -> str:
        phase, _, turn = self.until.partition("-")
        when = "the movement phase" if phase == "movement" else "the end"
        return f"{names(self.unit)} is hurt: slower till {when} of turn {turn}."


# --- falling, dropping, stun


@dataclass(frozen=True, slots=True)
class Fell(Fact):
    """A character falls."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} falls."


@dataclass(frozen=True, slots=True)
class Staggered(Fact):
    """Hits strong enough to knock a character off his feet have reached him this turn."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} must keep his feet."


@dataclass(frozen=True, slots=True)
class KnockedBack(Fact):
    """A character keeps his feet one hex farther back."""

    unit: str
    to: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is knocked back to {self.to}."


@dataclass(frozen=True, slots=True)
class ThingDropped(Fact):
    """A thing lies on the map now."""

    unit: str
    type: str
    hex: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} drops the {_thing(self.type)} in {self.hex}."


@dataclass(frozen=True, slots=True)
class ShieldLost(Fact):
    """A shield can't be held any more."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} drops the shield."


@dataclass(frozen=True, slots=True)
class Stunned(Fact):
    """A character is stunned; this turn may count as one of the turns."""

    unit: str
    turns: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is stunned, for {_count(self.turns, 'turn')} with this one."


@dataclass(frozen=True, slots=True)
class Entangled(Fact):
    """A net, lasso or bola holds a character till he has stood up."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is entangled till he stands up."


# --- places of the body


@dataclass(frozen=True, slots=True)
class HeadHit(Fact):
    """A hit to the head, felt to the end of that turn."""

    unit: str
    until: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is hit in the head, and feels it to the end of turn {self.until}."


@dataclass(frozen=True, slots=True)
class AimLost(Fact):
    """A character aims no longer."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} loses his aim."


@dataclass(frozen=True, slots=True)
class Blinded(Fact):
    """A flash blinds a character."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is blinded."


@dataclass(frozen=True, slots=True)
class ArmUseless(Fact):
    """An arm is of no use till it has healed."""

    unit: str
    arm: str

    def sentence(self, names: Names) -> str:
        return f"The {self.arm.replace('-', ' ')} of {names(self.unit)} is useless."


@dataclass(frozen=True, slots=True)
class LegHit(Fact):
    """A hit to the leg: no standing up before that turn is over."""

    unit: str
    until: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is hit in the leg, and can't stand up before turn {self.until + 1}."


@dataclass(frozen=True, slots=True)
class LegUseless(Fact):
    """A leg is of no use till it has healed."""

    unit: str
    leg: str

    def sentence(self, names: Names) -> str:
        return f"The {self.leg.replace('-', ' ')} of {names(self.unit)} is useless: he can't move any more."


@dataclass(frozen=True, slots=True)
class LimbLost(Fact):
    """An arm or a leg is lost for good; the table sets what remains of it."""

    unit: str
    limb: str

    def sentence(self, names: Names) -> str:
        limb = self.limb.replace("-", " ")
        what = f"his movement to {number('leg_lost_mov')}" if "leg" in limb else "what remains of it"
        return f"{names(self.unit)} has lost the {limb} for good: after the combat, set {what}."


# --- armor, shielding, energy shields


@dataclass(frozen=True, slots=True)
class ArmorWorn(Fact):
    """What the armor of a character has stopped so far."""

    unit: str
    points: int

    def sentence(self, names: Names) -> str:
        return f"The armor of {names(self.unit)} has stopped {_count(self.points, 'point')} so far."


@dataclass(frozen=True, slots=True)
class ShieldingWorn(Fact):
    """The dice that the shielding of a character has taken off so far."""

    unit: str
    dice: int

    def sentence(self, names: Names) -> str:
        dice = "die" if self.dice == 1 else "dice"
        return f"The shielding of {names(self.unit)} has stopped {self.dice} {dice} so far."


@dataclass(frozen=True, slots=True)
class Absorbed(Fact):
    """Shielding or smoke leaves nothing of an energy weapon's shot."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"Nothing of it reaches {names(self.unit)}."


@dataclass(frozen=True, slots=True)
class ShotReflected(Fact):
    """A reflector throws a shot back at the firer."""

    unit: str
    firer: str
    points: int

    def sentence(self, names: Names) -> str:
        return f"The reflector of {names(self.unit)} throws {_count(self.points, 'point')} back at {names(self.firer)}."


@dataclass(frozen=True, slots=True)
class EnergyShieldBroken(Fact):
    """An energy shield is broken."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"The energy shield of {names(self.unit)} is broken."


# --- vacuum, weightlessness, recovery


@dataclass(frozen=True, slots=True)
class SuitLeaks(Fact):
    """A spacesuit has another leak."""

    unit: str
    leaks: int

    def sentence(self, names: Names) -> str:
        return f"The spacesuit of {names(self.unit)} leaks: {_count(self.leaks, 'leak')}."


@dataclass(frozen=True, slots=True)
class AirRanOut(Fact):
    """One more turn with an open leak."""

    unit: str
    turns: int

    def sentence(self, names: Names) -> str:
        return f"The leaks of {names(self.unit)} have been open for {_count(self.turns, 'turn')}."


@dataclass(frozen=True, slots=True)
class Floats(Fact):
    """A character floats; the speed is in quarter hexes a turn."""

    unit: str
    direction: str
    speed: int

    def sentence(self, names: Names) -> str:
        if not self.speed:
            return f"{names(self.unit)} floats at rest."
        return f"{names(self.unit)} floats {self.direction}, {_count(self.speed, 'quarter hex').replace('hexs', 'hexes')} a turn."


@dataclass(frozen=True, slots=True)
class Drifted(Fact):
    """A floating character has drifted to a hex."""

    unit: str
    hex: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} drifts, and is in {self.hex}."


@dataclass(frozen=True, slots=True)
class DriftedOff(Fact):
    """A floating character has drifted off the map."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} drifts off the map."


@dataclass(frozen=True, slots=True)
class FootingFound(Fact):
    """A floating character floats no longer."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} floats no longer."


@dataclass(frozen=True, slots=True)
class Tired(Fact):
    """A turn of running or melee tires a character."""

    unit: str
    points: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is tired by {_count(self.points, 'point')}."


@dataclass(frozen=True, slots=True)
class Recovered(Fact):
    """Nonlethal damage goes."""

    unit: str
    points: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} recovers {_count(self.points, 'point')}."


@dataclass(frozen=True, slots=True)
class WokeUp(Fact):
    """An unconscious character is himself again."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} wakes up."


@dataclass(frozen=True, slots=True)
class StaysUnconscious(Fact):
    """An unconscious character has not recovered enough yet."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} stays unconscious."
