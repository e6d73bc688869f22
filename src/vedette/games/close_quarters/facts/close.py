"""What happens at close quarters besides blows: handling weapons, wrestling, fire fighting, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from vedette.engine.facts import Fact, Moment, Names
from vedette.games.close_quarters.facts.telling import called, fact, figure
from vedette.kit.words import count

# --- weapons in hand


@fact("{unit} readies the {type:thing}.")
class Readied(Fact):
    """A thing is in his hands now."""

    unit: str
    type: str


@fact("{unit} takes the {type:thing} of {owner}.")
class TookFromBody(Fact):
    """He has taken a thing from a body."""

    unit: str
    owner: str
    type: str


@fact("{unit} puts the {type:thing} away.")
class Stowed(Fact):
    """A thing is out of his hands, and still with him."""

    unit: str
    type: str


@fact("{unit} fumbles: nothing comes of it.", moment="fail", headline="{unit} fumbles")
class Fumbled(Fact):
    """Handling a weapon came to nothing."""

    unit: str


@fact("{unit} hands the {type:thing} to {to}.")
class Handed(Fact):
    """A thing goes from one to the other."""

    unit: str
    to: str
    type: str


@fact("{unit} reloads the {type:thing}: {ammo}.", headline="{unit} reloads the {type:thing}")
class Reloaded(Fact):
    """A weapon is full again."""

    unit: str
    type: str
    ammo: int


@dataclass(frozen=True, slots=True)
class Spanned(Fact):
    """A crossbow is nearer to being spanned; `left` are the actions that it still takes."""

    unit: str
    type: str
    left: int

    def sentence(self, names: Names) -> str:
        left = f", {count(self.left, 'action')} to go" if self.left else ""
        return f"{names(self.unit)} spans the {called(self.type)}{left}."


@fact("{unit} clears the {type:thing}.")
class JamCleared(Fact):
    """A jam is cleared."""

    unit: str
    type: str


@fact("{unit} fixes a bayonet on the {type:thing}.")
class BayonetFixed(Fact):
    """A bayonet is fixed."""

    unit: str
    type: str


# --- going down, getting away, getting up


@fact("{unit} gets away to {to:word}.")
class Disengaged(Fact):
    """He is out of reach of whoever engaged him, or out of a brawl."""

    unit: str
    to: str


@fact("{unit} doesn't get away.", moment="fail")
class Stayed(Fact):
    """He doesn't get away."""

    unit: str


@fact("{unit} pulls himself up into {hex:word}.")
class PulledUp(Fact):
    """He has pulled himself out of a pit."""

    unit: str
    hex: str


@fact("{unit} can't pull himself up.", moment="fail")
class HangsOn(Fact):
    """He hasn't the strength to pull himself up."""

    unit: str


@fact("{unit} lets go.")
class LetGo(Fact):
    """He lets go of the edge of a pit."""

    unit: str


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

    aside = True

    unit: str
    against: str
    own: int
    other: int

    def sentence(self, names: Names) -> str:
        return f"Margins: {names(self.unit)} {figure(self.own)}, {names(self.against)} {figure(self.other)}."


@fact("{unit} withstands {by}.")
class StoodAgainst(Fact):
    """He stands against it."""

    unit: str
    by: str


@fact("{by} throws {target} into {to:word}.")
class Thrown(Fact):
    """A martial artist throws an enemy."""

    by: str
    target: str
    to: str


# --- hand-to-hand combat


@fact("{unit} is in hand-to-hand combat in {hex:word}.")
class Grappled(Fact):
    """He comes to hand-to-hand combat, in that hex."""

    unit: str
    hex: str


@fact("{target} keeps {by} off.", moment="fail")
class AttemptFailed(Fact):
    """An attempt at hand-to-hand combat comes to nothing."""

    by: str
    target: str


@fact("{unit} gets at the {type:thing}: it is ready next turn.", headline="{unit} gets at the {type:thing}")
class ReachesFor(Fact):
    """He will have a weapon from his belt in hand next turn."""

    unit: str
    type: str


@fact("{unit} strikes {by} for it.")
class StruckBack(Fact):
    """Who was to be seized strikes at once, and hits."""

    unit: str
    by: str


@fact("{by} holds {unit}, for {turns:# turn} with this one.", moment="hurt", headline="{unit} HELD by {by}")
class Held(Fact):
    """He is held; this turn may count as one of the turns."""

    unit: str
    by: str
    turns: int


@fact("{unit} breaks free.", moment="gain")
class BrokeFree(Fact):
    """He is held no longer."""

    unit: str


@fact("{by} has subdued {unit}.", moment="lost", headline="{unit} SUBDUED")
class Subdued(Fact):
    """He is subdued for good."""

    unit: str
    by: str


@fact("{by} wrests the {type:thing} from {unit}.", moment="hurt", headline="{unit} DISARMED")
class Disarmed(Fact):
    """A weapon is wrested from its bearer."""

    unit: str
    by: str
    type: str


# --- fire, leaks, breath


@fact("{unit} drops and rolls: the fire is out when the turn ends.", headline="{unit} drops and rolls")
class Rolls(Fact):
    """He rolls on the ground to put out the flames."""

    unit: str


@fact("{by} puts out the flames on {unit}.", moment="gain")
class PutOut(Fact):
    """The fire on a character is out, thanks to another."""

    unit: str
    by: str


@fact("{by} puts out the fire in {hex:word}.", moment="gain")
class HexPutOut(Fact):
    """The fire in a hex is out."""

    hex: str
    by: str


@fact("{unit} has used up the extinguisher.")
class ExtinguisherUsedUp(Fact):
    """An extinguisher is empty."""

    unit: str


@dataclass(frozen=True, slots=True)
class Patched(Fact):
    """A leak is closed."""

    moment: ClassVar[Moment] = "gain"

    unit: str
    left: int

    def sentence(self, names: Names) -> str:
        left = f"{count(self.left, 'leak')} left" if self.left else "the suit is tight again"
        return f"{names(self.unit)} patches a leak: {left}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} patches a leak"


@fact("{unit} takes a breather.")
class TakesABreather(Fact):
    """He takes a breather."""

    unit: str
