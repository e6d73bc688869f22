"""What happens in attacks, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from vedette.engine.facts import Fact, Names, one_of
from vedette.games.close_quarters.facts.telling import called, read_so
from vedette.kit.words import count

_MODES = {"single": "with single shots", "burst": "in bursts", "auto": "with automatic fire"}


@dataclass(frozen=True, slots=True)
class Missed(Fact):
    """A roll to hit failed; `reading`: the house rule by which those in the way are spared."""

    by: str
    target: str
    reading: str = field(default="", compare=False)

    def sentence(self, names: Names) -> str:
        return f"{names(self.by)} misses {names(self.target)}{read_so(self.reading)}."


@dataclass(frozen=True, slots=True)
class Defended(Fact):
    """An attack on somebody failed while he was dodging or defending; his tally notes it. reading: as in `Missed`."""

    unit: str
    by: str
    reading: str = field(default="", compare=False)

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} escapes the attack of {names(self.by)}{read_so(self.reading)}."


@dataclass(frozen=True, slots=True)
class Broke(Fact):
    """A weapon broke; `kind` is temporary or permanent."""

    unit: str
    type: str
    kind: str

    def sentence(self, names: Names) -> str:
        if self.kind == "temporary":
            return f"The {called(self.type)} of {names(self.unit)} jams or is damaged; it can be mended."
        return f"The {called(self.type)} of {names(self.unit)} breaks for good."


@dataclass(frozen=True, slots=True)
class ClubCracked(Fact):
    """A club stood its first 18."""

    unit: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"The {called(self.type)} of {names(self.unit)} cracks; it stands no second blow like that."


@dataclass(frozen=True, slots=True)
class BayonetCameOff(Fact):
    """A bayonet that "breaks" comes off the gun."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"The bayonet of {names(self.unit)} comes off."


@dataclass(frozen=True, slots=True)
class ParryBroke(Fact):
    """A plasma or mono-filament sword broke what defended."""

    unit: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"The {called(self.type)} with which {names(self.unit)} defends is cut through."


@dataclass(frozen=True, slots=True)
class ShotSpent(Fact):
    """A roll to avoid of 16 to 18: nobody else is threatened."""

    by: str

    def sentence(self, names: Names) -> str:
        return f"Beyond that nobody is in danger from {names(self.by)}."


@dataclass(frozen=True, slots=True)
class HitInstead(Fact):
    """Somebody else was hit."""

    target: str

    def sentence(self, names: Names) -> str:
        return f"It hits {names(self.target)}."


@dataclass(frozen=True, slots=True)
class Bullets(Fact):
    """How many bullets of a burst hit somebody, of how many that were left of it; 0: that is not known."""

    target: str
    count: int
    rounds: int = 0

    def sentence(self, names: Names) -> str:
        what = (
            f"{self.count} of {count(self.rounds, 'bullet')}" if self.rounds else count(self.count, "bullet")
        )
        return f"{what} {'hits' if self.count == 1 else 'hit'} {names(self.target)}."


@dataclass(frozen=True, slots=True)
class GoPast(Fact):
    """Bullets of a burst that can hit nobody any more."""

    rounds: int

    def sentence(self, names: Names) -> str:
        return f"{count(self.rounds, 'more bullet')} {'goes' if self.rounds == 1 else 'go'} past."


@dataclass(frozen=True, slots=True)
class WentDownToFire(Fact):
    """He goes down before he fires."""

    unit: str
    posture: str

    def sentence(self, names: Names) -> str:
        how = "kneels" if self.posture == "kneeling" else "drops prone"
        return f"{names(self.unit)} {how} to fire."


@dataclass(frozen=True, slots=True)
class Exposed(Fact):
    """He shows himself over a wall or round its end until the turn ends."""

    unit: str
    how: str

    def sentence(self, names: Names) -> str:
        where = "over the wall" if self.how == "over" else "round the wall"
        return f"{names(self.unit)} shows himself {where}."


@dataclass(frozen=True, slots=True)
class Drew(Fact):
    """A quick shot: the weapon comes from the belt."""

    unit: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} draws the {called(self.type)}."


@dataclass(frozen=True, slots=True)
class TooLate(Fact):
    """Two have drawn on each other; the quicker one has kept this one from firing."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} is too late to fire."


@dataclass(frozen=True, slots=True)
class Fired(Fact):
    """A shot, a burst or a spray; `left` is the ammunition afterwards, -1 where nothing counts it."""

    by: str
    target: str
    type: str
    rounds: int
    left: int

    def sentence(self, names: Names) -> str:
        what = f"{self.rounds} rounds" if self.rounds > 1 else f"the {called(self.type)}"
        left = f", {self.left} left" if self.left >= 0 else ""
        return f"{names(self.by)} fires {what} at {names(self.target)}{left}."


@dataclass(frozen=True, slots=True)
class ModeChanged(Fact):
    """The shots that are left this turn are fired in another mode."""

    unit: str
    mode: Annotated[str, one_of(_MODES)]

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} goes on {_MODES[self.mode]}."


@dataclass(frozen=True, slots=True)
class Launched(Fact):
    """A grenade is fired at a hex."""

    by: str
    hex: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.by)} fires the {called(self.type)} into {self.hex}."


@dataclass(frozen=True, slots=True)
class FiredNothing(Fact):
    """A grenade launcher was dropped or broke: the grenade has not left it."""

    by: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.by)} keeps the grenade."


@dataclass(frozen=True, slots=True)
class Swept(Fact):
    """Automatic fire over an arc begins."""

    by: str
    rounds: int
    left: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.by)} sweeps an arc with {self.rounds} rounds, {self.left} left."


@dataclass(frozen=True, slots=True)
class PowerUsed(Fact):
    """A battery weapon used a turn of its power."""

    unit: str
    type: str
    left: int

    def sentence(self, names: Names) -> str:
        return f"The {called(self.type)} of {names(self.unit)} has {self.left} turns of power left."


@dataclass(frozen=True, slots=True)
class Threw(Fact):
    """Something is thrown at somebody."""

    by: str
    target: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.by)} throws the {called(self.type)} at {names(self.target)}."


@dataclass(frozen=True, slots=True)
class GrenadeThrown(Fact):
    """Where a grenade landed; "" is off the map."""

    by: str
    type: str
    hex: str

    def sentence(self, names: Names) -> str:
        if not self.hex:
            return f"The {called(self.type)} of {names(self.by)} flies off the map."
        return f"The {called(self.type)} of {names(self.by)} lands in {self.hex}."


@dataclass(frozen=True, slots=True)
class Flamed(Fact):
    """A flame thrower fires; `left` is the fuel afterwards."""

    by: str
    target: str
    left: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.by)} fires the flame thrower at {names(self.target)}; {self.left} bursts of fuel left."


@dataclass(frozen=True, slots=True)
class FlamesCover(Fact):
    """The hexes that a burst of flame covers."""

    hexes: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        return f"The flames cover {', '.join(self.hexes)}."


@dataclass(frozen=True, slots=True)
class Aims(Fact):
    """He aims, for the first or second turn."""

    unit: str
    target: str
    turns: int

    def sentence(self, names: Names) -> str:
        turns = "" if self.turns == 1 else " for the second turn"
        return f"{names(self.unit)} aims at {names(self.target)}{turns}."


@dataclass(frozen=True, slots=True)
class Dodges(Fact):
    """He dodges till the turn ends."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} dodges."


@dataclass(frozen=True, slots=True)
class Defends(Fact):
    """He defends till the turn ends, against one enemy only where `against` says so."""

    unit: str
    against: str
    parry: str

    def sentence(self, names: Names) -> str:
        whom = f" against {names(self.against)}" if self.against else ""
        how = " with one weapon, and may strike with another" if self.parry else ""
        return f"{names(self.unit)} defends{whom}{how}."


@dataclass(frozen=True, slots=True)
class Withstood(Fact):
    """A staff took effect on nobody: the save succeeded."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} withstands it."


@dataclass(frozen=True, slots=True)
class Landed(Fact):
    """Something thrown lies in a hex."""

    type: str
    hex: str

    def sentence(self, names: Names) -> str:
        return f"The {called(self.type)} lies in {self.hex}."


@dataclass(frozen=True, slots=True)
class Strikes(Fact):
    """A blow at somebody."""

    by: str
    target: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.by)} strikes at {names(self.target)}."
