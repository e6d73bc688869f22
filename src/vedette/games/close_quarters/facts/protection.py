"""What armor, shielding and energy shields do, and how they wear out, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from vedette.engine.facts import Fact, Names
from vedette.games.close_quarters.facts.telling import fact
from vedette.kit.words import count


@fact("The armor of {unit} has stopped {points:# point} so far.")
class ArmorWorn(Fact):
    """What the armor of a character has stopped so far."""

    aside = True

    unit: str
    points: int


@fact("The shielding of {unit} has stopped {dice:# die dice} so far.")
class ShieldingWorn(Fact):
    """The dice that the shielding of a character has taken off so far."""

    aside = True

    unit: str
    dice: int


@dataclass(frozen=True, slots=True)
class Absorbed(Fact):
    """Shielding or smoke leaves nothing of an energy weapon's shot; `shielding` and `smoke` took off so many dice."""

    unit: str
    shielding: int = 0
    smoke: int = 0

    def sentence(self, names: Names) -> str:
        taken = (("shielding", self.shielding), ("smoke", self.smoke))
        said = [f"{what} takes off {count(dice, 'die', 'dice')}" for what, dice in taken if dice]
        nothing = f"othing of it reaches {names(self.unit)}."
        return f"{' and '.join(said).capitalize()}: n{nothing}" if said else f"N{nothing}"

    def headline(self, names: Names) -> str:
        return f"Nothing reaches {names(self.unit)}"


@fact(
    "The reflector of {unit} throws {points:# point} back at {firer}.",
    headline="{points:# point} thrown back at {firer}",
)
class ShotReflected(Fact):
    """A reflector throws a shot back at the firer."""

    unit: str
    firer: str
    points: int


@fact("The energy shield of {unit} is broken.", moment="fail")
class EnergyShieldBroken(Fact):
    """An energy shield is broken."""

    unit: str
