"""What happens at close quarters besides blows: handling weapons, wrestling, fire fighting, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from vedette.engine.facts import Fact, Names
from vedette.games.close_quarters.facts.telling import called, figure
from vedette.kit.words import count

# --- weapons in hand


@dataclass(frozen=True, slots=True)
class Readied(Fact):
    """A thing is in his hands now."""

    unit: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} readies the {called(self.type)}."


@dataclass(frozen=True, slots=True)
class TookFromBody(Fact):
    """He has taken a thing from a body."""

    unit: str
    owner: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} takes the {called(self.type)} of {names(self.owner)}."


@dataclass(frozen=True, slots=True)
class Stowed(Fact):
    """A thing is out of his hands, and still with him."""

    unit: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} puts the {called(self.type)} away."


@dataclass(frozen=True, slots=True)
class Fumbled(Fact):
    """Handling a weapon came to nothing."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} fumbles: nothing comes of it."


@dataclass(frozen=True, slots=True)
class Handed(Fact):
    """A thing goes from one to the other."""

    unit: str
    to: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} hands the {called(self.type)} to {names(self.to)}."


@dataclass(frozen=True, slots=True)
class Reloaded(Fact):
    """A weapon is full again."""

    unit: str
    type: str
    ammo: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} reloads the {called(self.type)}: {self.ammo}."


@dataclass(frozen=True, slots=True)
class Spanned(Fact):
    """A crossbow is nearer to being spanned; `left` are the actions that it still takes."""

    unit: str
    type: str
    left: int

    def sentence(self, names: Names) -> str:
        left = f", {count(self.left, 'action')} to go" if self.left else ""
        return f"{names(self.unit)} spans the {called(self.type)}{left}."


@dataclass(frozen=True, slots=True)
class JamCleared(Fact):
    """A jam is cleared."""

    unit: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} clears the {called(self.type)}."


@dataclass(frozen=True, slots=True)
class BayonetFixed(Fact):
    """A bayonet is fixed."""

    unit: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} fixes a bayonet on the {called(self.type)}."


# --- going down, getting away, getting up


@dataclass(frozen=True, slots=True)
class Disengaged(Fact):
    """He is out of reach of whoever engaged him, or out of a brawl."""

    unit: str
    to: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} gets away to {self.to}."


@dataclass(frozen=True, slots=True)
class Stayed(Fact):
    """He doesn't get away."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} doesn't get away."


@dataclass(frozen=True, slots=True)
class PulledUp(Fact):
    """He has pulled himself out of a pit."""

    unit: str
    hex: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} pulls himself up into {self.hex}."


@dataclass(frozen=True, slots=True)
class HangsOn(Fact):
    """He hasn't the strength to pull himself up."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} can't pull himself up."


@dataclass(frozen=True, slots=True)
class LetGo(Fact):
    """He lets go of the edge of a pit."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} lets go."


# --- slams, knockdowns, throws


@dataclass(frozen=True, slots=True)
class Slams(Fact):
    """He slams an enemy, with his body or a shield."""

    by: str
    target: str
    shield: bool

    def sentence(self, names: Names) -> str:
        how = " with the shield" if self.shield else ""
        return f"{names(self.by)} slams {names(self.target)}{how}."


@dataclass(frozen=True, slots=True)
class Margins(Fact):
    """The two margins of an opposed roll."""

    unit: str
    against: str
    own: int
    other: int

    def sentence(self, names: Names) -> str:
        return f"Margins: {names(self.unit)} {figure(self.own)}, {names(self.against)} {figure(self.other)}."


@dataclass(frozen=True, slots=True)
class StoodAgainst(Fact):
    """He stands against it."""

    unit: str
    by: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} withstands {names(self.by)}."


@dataclass(frozen=True, slots=True)
class Thrown(Fact):
    """A martial artist throws an enemy."""

    by: str
    target: str
    to: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.by)} throws {names(self.target)} into {self.to}."


# --- hand-to-hand combat


@dataclass(frozen=True, slots=True)
class Grappled(Fact):
    """He comes to hand-to-hand combat, in that hex."""

    unit: str
    hex: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is in hand-to-hand combat in {self.hex}."


@dataclass(frozen=True, slots=True)
class AttemptFailed(Fact):
    """An attempt at hand-to-hand combat comes to nothing."""

    by: str
    target: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.target)} keeps {names(self.by)} off."


@dataclass(frozen=True, slots=True)
class ReachesFor(Fact):
    """He will have a weapon from his belt in hand next turn."""

    unit: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} gets at the {called(self.type)}: it is ready next turn."


@dataclass(frozen=True, slots=True)
class StruckBack(Fact):
    """Who was to be seized strikes at once, and hits."""

    unit: str
    by: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} strikes {names(self.by)} for it."


@dataclass(frozen=True, slots=True)
class Held(Fact):
    """He is held; this turn may count as one of the turns."""

    unit: str
    by: str
    turns: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.by)} holds {names(self.unit)}, for {count(self.turns, 'turn')} with this one."


@dataclass(frozen=True, slots=True)
class BrokeFree(Fact):
    """He is held no longer."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} breaks free."


@dataclass(frozen=True, slots=True)
class Subdued(Fact):
    """He is subdued for good."""

    unit: str
    by: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.by)} has subdued {names(self.unit)}."


@dataclass(frozen=True, slots=True)
class Disarmed(Fact):
    """A weapon is wrested from its bearer."""

    unit: str
    by: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.by)} wrests the {called(self.type)} from {names(self.unit)}."


# --- fire, leaks, breath


@dataclass(frozen=True, slots=True)
class Rolls(Fact):
    """He rolls on the ground to put out the flames."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} drops and rolls: the fire is out when the turn ends."


@dataclass(frozen=True, slots=True)
class PutOut(Fact):
    """The fire on a character is out, thanks to another."""

    unit: str
    by: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.by)} puts out the flames on {names(self.unit)}."


@dataclass(frozen=True, slots=True)
class HexPutOut(Fact):
    """The fire in a hex is out."""

    hex: str
    by: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.by)} puts out the fire in {self.hex}."


@dataclass(frozen=True, slots=True)
class ExtinguisherUsedUp(Fact):
    """An extinguisher is empty."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} has used up the extinguisher."


@dataclass(frozen=True, slots=True)
class Patched(Fact):
    """A leak is closed."""

    unit: str
    left: int

    def sentence(self, names: Names) -> str:
        left = f"{count(self.left, 'leak')} left" if self.left else "the suit is tight again"
        return f"{names(self.unit)} patches a leak: {left}."


@dataclass(frozen=True, slots=True)
class TakesABreather(Fact):
    """He takes a breather."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} takes a breather."
