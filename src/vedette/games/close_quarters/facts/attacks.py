"""What happens in attacks, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from vedette.engine.facts import Fact, Moment, Names, one_of
from vedette.games.close_quarters.facts.telling import called, fact, read_so
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

    def headline(self, names: Names) -> str:
        return f"misses {names(self.target)}"


@dataclass(frozen=True, slots=True)
class Defended(Fact):
    """An attack on somebody failed while he was dodging or defending; his tally notes it. reading: as in `Missed`."""

    unit: str
    by: str
    reading: str = field(default="", compare=False)

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} escapes the attack of {names(self.by)}{read_so(self.reading)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} escapes"


@dataclass(frozen=True, slots=True)
class Broke(Fact):
    """A weapon broke; `kind` is temporary or permanent."""

    moment: ClassVar[Moment] = "fail"

    unit: str
    type: str
    kind: str

    def sentence(self, names: Names) -> str:
        if self.kind == "temporary":
            return f"The {called(self.type)} of {names(self.unit)} jams or is damaged; it can be mended."
        return f"The {called(self.type)} of {names(self.unit)} breaks for good."

    def headline(self, names: Names) -> str:
        return f"The {called(self.type)} {'jams' if self.kind == 'temporary' else 'BREAKS'}"


@fact(
    "The {type:thing} of {unit} cracks; it stands no second blow like that.",
    moment="fail",
    headline="The {type:thing} cracks",
)
class ClubCracked(Fact):
    """A club stood its first 18."""

    unit: str
    type: str


@fact("The bayonet of {unit} comes off.", moment="fail", headline="The bayonet comes off")
class BayonetCameOff(Fact):
    """A bayonet that "breaks" comes off the gun."""

    unit: str


@fact(
    "The {type:thing} with which {unit} defends is cut through.",
    moment="fail",
    headline="The {type:thing} is cut through",
)
class ParryBroke(Fact):
    """A plasma or mono-filament sword broke what defended."""

    unit: str
    type: str


@fact("Beyond that nobody is in danger from {by}.", headline="Nobody else is in danger")
class ShotSpent(Fact):
    """A roll to avoid of 16 to 18: nobody else is threatened."""

    by: str


@fact("It hits {target}.", headline="hits {target} instead")
class HitInstead(Fact):
    """Somebody else was hit."""

    target: str


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


@fact("{unit} draws the {type:thing}.")
class Drew(Fact):
    """A quick shot: the weapon comes from the belt."""

    unit: str
    type: str


@fact("{unit} is too late to fire.")
class TooLate(Fact):
    """Two have drawn on each other; the quicker one has kept this one from firing."""

    unit: str


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

    def headline(self, names: Names) -> str:
        return f"{names(self.by)} → {names(self.target)}"


@dataclass(frozen=True, slots=True)
class ModeChanged(Fact):
    """The shots that are left this turn are fired in another mode."""

    unit: str
    mode: Annotated[str, one_of(_MODES)]

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} goes on {_MODES[self.mode]}."


@fact("{by} fires the {type:thing} into {hex:word}.", headline="{by} → {hex:word}: {type:thing}")
class Launched(Fact):
    """A grenade is fired at a hex."""

    by: str
    hex: str
    type: str


@fact("{by} keeps the grenade.")
class FiredNothing(Fact):
    """A grenade launcher was dropped or broke: the grenade has not left it."""

    by: str


@fact("{by} sweeps an arc with {rounds} rounds, {left} left.", headline="{by} sweeps an arc")
class Swept(Fact):
    """Automatic fire over an arc begins."""

    by: str
    rounds: int
    left: int


@fact("The {type:thing} of {unit} has {left} turns of power left.")
class PowerUsed(Fact):
    """A battery weapon used a turn of its power."""

    aside = True

    unit: str
    type: str
    left: int


@fact("{by} throws the {type:thing} at {target}.", headline="{by} → {target}: {type:thing}")
class Threw(Fact):
    """Something is thrown at somebody."""

    by: str
    target: str
    type: str


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

    def headline(self, names: Names) -> str:
        return f"The {called(self.type)} {f'lands in {self.hex}' if self.hex else 'flies off the map'}"


@fact(
    "{by} fires the flame thrower at {target}; {left} bursts of fuel left.",
    headline="{by} → {target}: flames",
)
class Flamed(Fact):
    """A flame thrower fires; `left` is the fuel afterwards."""

    by: str
    target: str
    left: int


@dataclass(frozen=True, slots=True)
class FlamesCover(Fact):
    """The hexes that a burst of flame covers."""

    hexes: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        return f"The flames cover {', '.join(self.hexes)}."

    def headline(self, names: Names) -> str:
        return f"The flames cover {count(len(self.hexes), 'hex', 'hexes')}"


@dataclass(frozen=True, slots=True)
class Aims(Fact):
    """He aims, for the first or second turn."""

    unit: str
    target: str
    turns: int

    def sentence(self, names: Names) -> str:
        turns = "" if self.turns == 1 else " for the second turn"
        return f"{names(self.unit)} aims at {names(self.target)}{turns}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} aims at {names(self.target)}"


@fact("{unit} dodges.")
class Dodges(Fact):
    """He dodges till the turn ends."""

    unit: str


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

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} defends"


@fact("{unit} withstands it.")
class Withstood(Fact):
    """A staff took effect on nobody: the save succeeded."""

    unit: str


@fact("The {type:thing} lies in {hex:word}.")
class Landed(Fact):
    """Something thrown lies in a hex."""

    type: str
    hex: str


@fact("{by} strikes at {target}.", headline="{by} → {target}")
class Strikes(Fact):
    """A blow at somebody."""

    by: str
    target: str
