"""What happens to things outside combat: bought, sold, charged, mended, rearranged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from vedette.engine.facts import Fact, Moment, Names
from vedette.games.close_quarters.facts.telling import fact
from vedette.games.close_quarters.tables import thing
from vedette.kit.words import count


def _thing(id: str) -> str:
    """A thing as it stands after a colon."""
    row = thing(id)
    return row.name if row else id


@dataclass(frozen=True, slots=True)
class Bought(Fact):
    """Things were bought at the table's price."""

    unit: str
    type: str
    quantity: int
    cost: int

    def sentence(self, names: Names) -> str:
        many = f"{self.quantity} × " if self.quantity > 1 else ""
        return f"{names(self.unit)} buys for {count(self.cost, 'credit')}: {many}{_thing(self.type)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} buys for {count(self.cost, 'credit')}"


@dataclass(frozen=True, slots=True)
class BoughtLoad(Fact):
    """A reload was bought, and a weapon loaded with it."""

    unit: str
    type: str
    cost: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} loads it for {count(self.cost, 'credit')}: {_thing(self.type)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} loads for {count(self.cost, 'credit')}"


@dataclass(frozen=True, slots=True)
class Sold(Fact):
    """A thing was sold; `spoil`: one of the side's."""

    unit: str
    type: str
    credits: int
    spoil: bool = False

    def sentence(self, names: Names) -> str:
        whose = " from the spoils" if self.spoil else ""
        return f"{names(self.unit)} sells{whose} for {count(self.credits, 'credit')}: {_thing(self.type)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} sells for {count(self.credits, 'credit')}"


@dataclass(frozen=True, slots=True)
class Claimed(Fact):
    """A thing was taken from the side's spoils."""

    unit: str
    type: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} takes from the spoils: {_thing(self.type)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} takes from the spoils"


@dataclass(frozen=True, slots=True)
class Recharged(Fact):
    """Batteries were charged, in a weapon or loose."""

    unit: str
    type: str
    cost: int

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} has this recharged for {count(self.cost, 'credit')}: {_thing(self.type)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} recharges for {count(self.cost, 'credit')}"


@dataclass(frozen=True, slots=True)
class Mended(Fact):
    """A weapon works again; `cost` is the smith's."""

    moment: ClassVar[Moment] = "gain"

    unit: str
    owner: str
    type: str
    cost: int

    def sentence(self, names: Names) -> str:
        whose = "" if self.owner == self.unit else f" of {names(self.owner)}"
        price = f" for {count(self.cost, 'credit')}" if self.cost else ""
        return f"{names(self.unit)} sees to a weapon{whose}{price}: {_thing(self.type)} works again."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} mends a weapon"


@fact(
    "{unit}'s armor is as good as new, for {cost:# credit}.",
    moment="gain",
    headline="{unit}: armor as good as new",
)
class ArmorMended(Fact):
    """An armorer made worn armor good."""

    unit: str
    cost: int


@fact("{unit} rearranges what is carried.")
class Rearranged(Fact):
    """Somebody put his things in order."""

    unit: str


@dataclass(frozen=True, slots=True)
class ShieldSwitched(Fact):
    """An energy shield was switched."""

    unit: str
    on: bool

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)}'s energy shield is {'on' if self.on else 'off'}."


@fact("{unit}'s energy shield breaks.", moment="fail")
class ShieldBroke(Fact):
    """An energy shield broke when it was switched on."""

    unit: str


@fact("{unit} lays sandbags {direction:towards} of {hex:word}.", headline="{unit} lays sandbags")
class SandbagsLaid(Fact):
    """A wall of sandbags stands on a side of a hex."""

    unit: str
    hex: str
    direction: str


@fact("{unit} is {metres:# metre} up the rope.")
class Climbed(Fact):
    """He is so many metres up a rope."""

    unit: str
    metres: int


@fact("{unit} climbs out into {hex:word}.")
class ClimbedOut(Fact):
    """He has climbed out of a pit."""

    unit: str
    hex: str


@fact("{unit} gets no higher on the rope.", moment="fail")
class SlippedOnRope(Fact):
    """He gets no higher this turn."""

    unit: str
