"""From the points that were rolled to those that are taken, step by step (section 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Self

from vedette.engine.facts import Names, one_of
from vedette.games.close_quarters.facts.telling import called, figure
from vedette.kit.words import listed

ROLLED = "rolled"

WORDS = {
    ROLLED: "{left}",
    "added": " + {amount} = {left}",
    "least": ", at least {left}",
    "triple": " × {amount} (triple) = {left}",
    "double": " × {amount} (double) = {left}",
    "fencing": " × {amount} (fencing) = {left}",
    "charge": " × {amount} (charge) = {left}",
    "beyond": ", half beyond the effective range = {left}",
    "energy_shield": ", {amount} stopped by {names}'s energy shield",
    "reflected": ", half thrown back = {left}",
    "shielding": ", {amount} stopped by shielding",
    "held": ", {amount} stopped by the {things}",
    "armor": ", {amount} stopped by armor ({things})",
    "tough": ", {amount} taken off for toughness",
    "lethal": "; {left} lethal",
    "nonlethal": "; {left} not lethal",
    "most": ", no more than {amount} count there",
}
"""How each step is told."""

SUMS = {
    ROLLED: "{left}",
    "added": " +{amount}",
    "least": ", at least {left}",
    "triple": " × {amount} triple",
    "double": " × {amount} double",
    "fencing": " × {amount} fencing",
    "charge": " × {amount} charge",
    "beyond": " halved beyond the effective range",
    "energy_shield": " −{amount} {names}'s energy shield",
    "reflected": " halved, thrown back",
    "shielding": " −{amount} shielding",
    "held": " −{amount} {things}",
    "armor": " −{amount} armor",
    "tough": " −{amount} toughness",
    "lethal": ", lethal {left}",
    "nonlethal": ", not lethal {left}",
    "most": ", at most {amount} there",
}
"""How each step stands in a sum."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what it is, by how much, and the points after it. things: the ids of what did it; unit: whose it is."""

    what: Annotated[str, one_of(WORDS)]
    amount: int
    left: int
    things: tuple[str, ...] = ()
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """Points of damage, and the steps that led to them."""

    points: int
    steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, points: int, what: str = ROLLED) -> Self:
        """The points that it begins with."""
        return cls(points, (Step(what, points, points),))

    def to(
        self, points: int, what: str, amount: int = 0, things: tuple[str, ...] = (), unit: str = ""
    ) -> Reckoning:
        """One step farther; what changes nothing is no step."""
        if points == self.points:
            return self
        return Reckoning(points, (*self.steps, Step(what, amount, points, things, unit)))

    def less(self, amount: int, what: str, things: tuple[str, ...] = (), unit: str = "") -> Reckoning:
        """So many points fewer, as far as there are any."""
        taken = max(0, min(amount, self.points))
        return self.to(self.points - taken, what, taken, things, unit)


def reckoned(steps: Sequence[Step], names: Names) -> str:
    """How the points came about, to stand before them: `5 × 2 (double) = 10: `; "" where it goes without saying."""
    if all(step.what == ROLLED for step in steps):
        return ""
    return f"{''.join(_told(step, names) for step in steps)}: "


def summed(steps: Sequence[Step], names: Names) -> str:
    """The same as a sum: `Damage: 9 −4 armor = 5`; "" where nothing became of what was rolled."""
    if all(step.what == ROLLED for step in steps):
        return ""
    parts = [
        SUMS[step.what].format(
            amount=figure(step.amount),
            left=figure(step.left),
            things=listed(called, step.things),
            names=names(step.unit) if step.unit else "",
        )
        for step in steps
    ]
    return f"Damage: {''.join(parts)} = {figure(steps[-1].left)}"


def _told(step: Step, names: Names) -> str:
    return WORDS[step.what].format(
        amount=figure(step.amount),
        left=figure(step.left),
        things=listed(called, step.things),
        names=names(step.unit) if step.unit else "",
    )
