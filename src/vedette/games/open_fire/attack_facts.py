"""What happens in an attack, each fact with its sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from vedette.engine.facts import Fact, Moment, Names
from vedette.kit.sentences import fact
from vedette.kit.words import count, whose, with_reading


@dataclass(frozen=True, slots=True)
class AttackDeclared(Fact):
    """Targets were named; once dice are rolled they no longer change (OF-TGT-2)."""

    unit: str
    targets: tuple[str, ...]
    free: bool

    def sentence(self, names: Names) -> str:
        how = "made a free attack on" if self.free else "attacked"
        return f"{names(self.unit)} {how} {', '.join(names(target) for target in self.targets)}."

    def headline(self, names: Names) -> str:
        first, *others = self.targets
        more = f" and {len(others)} more" if others else ""
        return f"{names(self.unit)} → {names(first)}{more}{', free attack' if self.free else ''}"


@dataclass(frozen=True, slots=True)
class AttackMade(Fact):
    """One group of an attack was resolved; the `damage` `beyond` the hit points that the target had cost it nothing."""

    unit: str
    target: str
    weapon: str
    hits: int
    tests: int
    failed: int
    damage: int
    skipped: bool
    reading: str = field(default="", compare=False)
    beyond: int = field(default=0, compare=False)

    def sentence(self, names: Names) -> str:
        if self.skipped:
            return f"{whose(names(self.unit))} attack with {self.weapon} was lost: nobody was left."
        came = count(self.hits, "hit")
        if self.tests:
            came += f", {self.failed} of {self.tests} defence tests failed, {self.damage} damage"
        elif self.damage:
            came += f", {self.damage} damage"
        return with_reading(f"{self.weapon} at {names(self.target)}: {came}.", self.reading)

    def headline(self, names: Names) -> str:
        if self.skipped:
            return f"{self.weapon}: nobody was left"
        hits = count(self.hits, "hit")
        if lost := self.damage - self.beyond:
            return f"{hits}, −{lost}"
        return f"{hits}, {'no loss' if self.damage else 'all saved'}" if self.hits else hits

    @property
    def moment(self) -> Moment:
        return "hurt" if self.damage else ""

    def arithmetic(self, names: Names) -> str:
        """From hits to damage: each hit brings as many defence tests as the weapon has DMG (OF-DFN-1)."""
        if not self.tests:
            return ""
        each = self.tests // max(1, self.hits)
        times = f" × DMG {each}" if each > 1 else ""
        dice = count(self.tests, "die", "dice")
        return f"{count(self.hits, 'hit')}{times} = {dice} → {self.failed} fail → {self.damage} damage"


@fact("{unit} used up {weapon:word}.", headline="{weapon:word} used up")
class WeaponSpent(Fact):
    """One Use weapons were used."""

    unit: str
    weapon: str
    models: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WeaponExploded(Fact):
    """An Unstable weapon killed its models."""

    moment: ClassVar[Moment] = "hurt"

    unit: str
    weapon: str
    models: tuple[int, ...]
    reading: str = field(default="", compare=False)

    def sentence(self, names: Names) -> str:
        lost = count(len(self.models), "model")
        return with_reading(f"{self.weapon} exploded: {names(self.unit)} lost {lost}.", self.reading)

    def headline(self, names: Names) -> str:
        return f"{self.weapon} EXPLODED: {names(self.unit)} −{count(len(self.models), 'model')}"


@fact("Another model of {unit} leads now.")
class LeaderNamed(Fact):
    """A new model leads."""

    aside = True

    unit: str
    model: int


@dataclass(frozen=True, slots=True)
class Damaged(Fact):
    """A model lost hit points; the attack that it was lost to says how many were lost in all."""

    aside = True

    unit: str
    model: int
    lost: int
    left: int

    def sentence(self, names: Names) -> str:
        if not self.left:
            return f"{names(self.unit)} lost a model."
        return f"{names(self.unit)}: a model lost {count(self.lost, 'hit point')}, {self.left} left."


@fact("{unit} survived with 1 hit point.")
class SurvivedKilling(Fact):
    """A model passed its killing test."""

    unit: str
    model: int
