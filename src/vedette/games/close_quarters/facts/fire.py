"""What fire, grenades and clouds do, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from vedette.engine.facts import Fact, Moment, Names, one_of
from vedette.games.close_quarters.facts.telling import fact
from vedette.kit.words import count

_BURNING = {
    "limb": "burns on a limb",
    "half": "burns over half the body",
    "whole": "burns all over",
    "soaked": "is soaked with burning oil",
    "": "burns no longer",
}

_GRENADES = {
    "explosive": "An explosive grenade goes off",
    "incendiary": "An incendiary grenade goes off",
    "smoke": "A smoke grenade goes off",
    "gas": "A gas grenade goes off",
    "anti-laser": "An anti-laser smoke grenade goes off",
}

_CLOUDS = {"smoke": "smoke", "gas": "gas", "anti-laser": "anti-laser smoke"}


@dataclass(frozen=True, slots=True)
class Burns(Fact):
    """How a character burns now."""

    unit: str
    burning: Literal["", "limb", "half", "whole", "soaked"]

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} {_BURNING[self.burning]}."

    @property
    def moment(self) -> Moment:
        return "hurt" if self.burning else "gain"


@dataclass(frozen=True, slots=True)
class SoakBurnsOn(Fact):
    """Turns that the oil on a character still burns."""

    aside = True

    unit: str
    turns: int

    def sentence(self, names: Names) -> str:
        turns = count(self.turns, "more turn")
        return f"The oil on {names(self.unit)} burns for {turns}."


@fact("{unit} has been in the fire.")
class FireHurt(Fact):
    """A character has been in the fire this turn, whether or not armor has stopped it."""

    unit: str


@dataclass(frozen=True, slots=True)
class HexesBurn(Fact):
    """Hexes that burn now."""

    hexes: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        verb = "burns" if len(self.hexes) == 1 else "burn"
        return f"{', '.join(self.hexes)} {verb}."

    def headline(self, names: Names) -> str:
        return f"{count(len(self.hexes), 'hex', 'hexes')} burning"


@dataclass(frozen=True, slots=True)
class FireBurnedDown(Fact):
    """Burning oil has a turn less; some of it is out."""

    aside = True

    out: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        return f"The fire is out in {', '.join(self.out)}." if self.out else "The burning oil burns down."


@fact("The tank of the flame thrower of {unit} bursts.", moment="fail", headline="The tank of {unit} BURSTS")
class TankBurst(Fact):
    """The tank of a flame thrower bursts."""

    unit: str


@dataclass(frozen=True, slots=True)
class WentOff(Fact):
    """A grenade goes off."""

    grenade: str
    kind: Annotated[str, one_of(_GRENADES)]
    hex: str

    def sentence(self, names: Names) -> str:
        return f"{_GRENADES[self.kind]} in {self.hex}."


@fact("Burning oil bursts over {hex:word}.")
class MolotovBurst(Fact):
    """Burning oil bursts over a hex."""

    hex: str


@dataclass(frozen=True, slots=True)
class CloudMoved(Fact):
    """A cloud is a turn older: it grows, drifts, or has gone."""

    aside = True

    cloud: str
    kind: Annotated[str, one_of(_CLOUDS)]
    hex: str
    radius: int

    def sentence(self, names: Names) -> str:
        what = _CLOUDS[self.kind]
        if not self.hex:
            return f"A cloud of {what} is gone."
        if not self.radius:
            return f"A cloud of {what} covers {self.hex}."
        around = "the hexes around it" if self.radius == 1 else f"{self.radius} rings of hexes around it"
        return f"A cloud of {what} covers {self.hex} and {around}."


@fact("A smoking grenade is burned out.")
class GrenadeBurnedOut(Fact):
    """A smoking grenade is burned out."""

    grenade: str


@fact("{unit} breathes tear gas.", moment="hurt")
class Gassed(Fact):
    """Tear gas blinds and chokes a character for the rest of the combat."""

    unit: str


@fact("A grenade is lost.")
class GrenadeLost(Fact):
    """A grenade that lies nowhere is gone."""

    grenade: str
