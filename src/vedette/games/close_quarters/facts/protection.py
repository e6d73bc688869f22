"""What armor, shielding and energy shields do, and how they wear out, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from vedette.engine.facts import Fact, Names
from vedette.kit.words import count


@dataclass(frozen=True, slots=True)
class ArmorWorn(Fact):
    """What the armor of a character has stopped so far."""

    unit: str
    points: int

    def sentence(self, names: Names) -> str:
        return f"The armor of {names(self.unit)} has stopped {count(self.points, 'point')} so far."


@dataclass(frozen=True, slots=True)
class ShieldingWorn(Fact):
    """The dice that the shielding of a character has taken off so far."""

    unit: str
    dice: int

    def sentence(self, names: Names) -> str:
        return f"The shielding of {names(self.unit)} has stopped {count(self.dice, 'die', 'dice')} so far."


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


@dataclass(frozen=True, slots=True)
class ShotReflected(Fact):
    """A reflector throws a shot back at the firer."""

    unit: str
    firer: str
    points: int

    def sentence(self, names: Names) -> str:
        return f"The reflector of {names(self.unit)} throws {count(self.points, 'point')} back at {names(self.firer)}."


@dataclass(frozen=True, slots=True)
class EnergyShieldBroken(Fact):
    """An energy shield is broken."""

    unit: str

    def sentence(self, names: Names) -> str:
        return f"The energy shield of {names(self.unit)} is broken."
