"""What hits do to bodies and gear, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from vedette.engine.facts import Fact, Moment, Names
from vedette.games.close_quarters.facts.reckoning import Step, reckoned, summed
from vedette.games.close_quarters.facts.telling import fact, figure, read_so
from vedette.games.close_quarters.tables import modifier, number
from vedette.kit.words import count

# --- wounds


@dataclass(frozen=True, slots=True)
class Wounded(Fact):
    """A character takes points of damage; some may not be lethal. `how` leads to them, `place` is where they hit.

    reading: the house rules by which it came to that.
    """

    moment: ClassVar[Moment] = "hurt"

    unit: str
    points: int
    nonlethal: int
    left: int
    how: tuple[Step, ...] = ()
    place: str = ""
    reading: str = field(default="", compare=False)

    def sentence(self, names: Names) -> str:
        how = reckoned(self.how, names)
        if not self.nonlethal:
            taken = count(self.points, "point")
        elif self.points:
            taken = (
                f"{count(self.points, 'point')}, and {self.nonlethal} that {_are(self.nonlethal)} not lethal"
            )
        else:
            taken = f"{count(self.nonlethal, 'point')} that {_are(self.nonlethal)} not lethal"
        left = count(self.left, "hit") if self.left > 0 else "no hits"
        where, read = f"{_in(self.place)}{',' if how else ':'}", read_so(self.reading)
        return f"{how}{names(self.unit)} takes {taken}{where} {left} left{read}."

    def headline(self, names: Names) -> str:
        lost = count(self.points + self.nonlethal, "hit")
        return f"{names(self.unit)} −{lost}, {max(0, self.left)} left"

    def arithmetic(self, names: Names) -> str:
        """From the points that were rolled to those that count."""
        return summed(self.how, names)


def _in(place: str) -> str:
    return f" in the {place.replace('-', ' ')}" if place else ""


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


@dataclass(frozen=True, slots=True)
class Unharmed(Fact):
    """A hit does nothing; `how` is what became of its points, by which house rules, `place` where it hit."""

    unit: str
    how: tuple[Step, ...] = ()
    place: str = ""
    reading: str = field(default="", compare=False)

    def sentence(self, names: Names) -> str:
        how, where = reckoned(self.how, names), _in(self.place)
        return f"{how}{names(self.unit)} is hit{where}, and nothing gets through{read_so(self.reading)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} is hit, no effect"

    def arithmetic(self, names: Names) -> str:
        """What became of the points that were rolled."""
        return summed(self.how, names)


@fact("{unit} is hit in practice: {hits:# hit} so far.", headline="{unit} hit in practice: {hits}")
class Recorded(Fact):
    """A hit of a practice weapon is counted."""

    unit: str
    hits: int


@fact("{unit} is dead.", moment="lost", headline="{unit} DEAD")
class Died(Fact):
    """A character is dead."""

    unit: str


@fact("{unit} falls unconscious.", moment="lost", headline="{unit} UNCONSCIOUS")
class Fainted(Fact):
    """A character is unconscious."""

    unit: str


@dataclass(frozen=True, slots=True)
class Slowed(Fact):
    """A character is hurt badly enough to be slower for a time."""

    moment: ClassVar[Moment] = "hurt"

    unit: str
    until: str

    def sentence(self, names: Names) -> str:
        phase, _, turn = self.until.partition("-")
        when = "the movement phase" if phase == "movement" else "the end"
        lost = figure(modifier("hurt").value, "+")
        return f"{names(self.unit)} is hurt: {lost} DEX till {when} of turn {turn}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} is hurt"


# --- falling, dropping, stun


@fact("{unit} falls.", moment="hurt")
class Fell(Fact):
    """A character falls."""

    unit: str


@fact("{unit} may be knocked over.")
class Staggered(Fact):
    """Hits strong enough to knock a character off his feet have reached him this turn."""

    unit: str


@fact("{unit} is knocked back to {to:word}.")
class KnockedBack(Fact):
    """A character keeps his feet one hex farther back."""

    unit: str
    to: str


@fact("{unit} drops the {type:thing} in {hex:word}.")
class ThingDropped(Fact):
    """A thing lies on the map now."""

    unit: str
    type: str
    hex: str


@fact("{unit} drops the shield.")
class ShieldLost(Fact):
    """A shield can't be held any more."""

    unit: str


@fact("{unit} is stunned, for {turns:# turn} with this one.", moment="hurt", headline="{unit} STUNNED")
class Stunned(Fact):
    """A character is stunned; this turn may count as one of the turns."""

    unit: str
    turns: int


@fact("{unit} is entangled till he stands up.", moment="hurt", headline="{unit} ENTANGLED")
class Entangled(Fact):
    """A net, lasso or bola holds a character till he has stood up."""

    unit: str


# --- places of the body


@fact(
    "{unit} is hit in the head, and feels it to the end of turn {until}.",
    moment="hurt",
    headline="{unit} hit in the head",
)
class HeadHit(Fact):
    """A hit to the head, felt to the end of that turn."""

    unit: str
    until: int


@fact("{unit} loses the aim.")
class AimLost(Fact):
    """A character aims no longer."""

    unit: str


@fact("{unit} is blinded.", moment="hurt", headline="{unit} BLINDED")
class Blinded(Fact):
    """A flash blinds a character."""

    unit: str


@dataclass(frozen=True, slots=True)
class ArmUseless(Fact):
    """An arm is of no use till it has healed."""

    moment: ClassVar[Moment] = "hurt"

    unit: str
    arm: str

    def sentence(self, names: Names) -> str:
        return f"The {self.arm.replace('-', ' ')} of {names(self.unit)} is useless."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)}: {self.arm.replace('-', ' ')} useless"


@dataclass(frozen=True, slots=True)
class LegHit(Fact):
    """A hit to the leg: no standing up before that turn is over."""

    moment: ClassVar[Moment] = "hurt"

    unit: str
    until: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is hit in the leg, and can't stand up before turn {self.until + 1}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} hit in the leg"


@dataclass(frozen=True, slots=True)
class LegUseless(Fact):
    """A leg is of no use till it has healed."""

    moment: ClassVar[Moment] = "hurt"

    unit: str
    leg: str

    def sentence(self, names: Names) -> str:
        return f"The {self.leg.replace('-', ' ')} of {names(self.unit)} is useless: he can't move any more."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)}: {self.leg.replace('-', ' ')} useless"


@dataclass(frozen=True, slots=True)
class LimbLost(Fact):
    """An arm or a leg is lost for good; the table sets what remains of it."""

    moment: ClassVar[Moment] = "hurt"

    unit: str
    limb: str

    def sentence(self, names: Names) -> str:
        limb = self.limb.replace("-", " ")
        what = f"his movement to {number('leg_lost_mov')}" if "leg" in limb else "what remains of it"
        return f"{names(self.unit)} has lost the {limb} for good: after the combat, set {what}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} loses the {self.limb.replace('-', ' ')}"


# --- recovery


@fact("{unit} is tired by {points:# point}.", moment="hurt", headline="{unit} is tired, −{points}")
class Tired(Fact):
    """A turn of running or melee tires a character."""

    unit: str
    points: int


@fact("{unit} recovers {points:# point}.", moment="gain", headline="{unit} +{points}")
class Recovered(Fact):
    """Nonlethal damage goes."""

    unit: str
    points: int


@fact("{unit} wakes up.", moment="gain")
class WokeUp(Fact):
    """An unconscious character is himself again."""

    unit: str


@fact("{unit} stays unconscious.")
class StaysUnconscious(Fact):
    """An unconscious character has not recovered enough yet."""

    unit: str
