"""The damage progression: damage as dice and a bonus, and its steps (CH 13)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Self

from vedette.games.close_quarters.tables import number

_NOTATION = re.compile(r"(?:(?P<dice>\d+)d6(?P<bonus>[+-]\d+)?|(?P<flat>\d+))")


def is_notation(text: str) -> bool:
    """Whether a text is damage as `Damage.parse` reads it."""
    return _NOTATION.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage as it is written: so many d6 and a bonus; without dice the bonus is a flat number of points."""

    dice: int
    bonus: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Damage from `2d6-1`, `3d6` or `4`; raises ValueError for anything else."""
        found = _NOTATION.fullmatch(text)
        if found is None:
            raise ValueError(f"{text} is no damage like 2d6-1.")
        return cls(int(found["dice"] or 0), int(found["bonus"] or found["flat"] or 0))

    @classmethod
    def at(cls, step: int) -> Self:
        """CQ-TBL-1, CQ-TBL-2: the damage of a step, written with as few dice as can be."""
        if step <= number("damage_step_least"):
            return cls(0, number("damage_step_least"))
        die = number("damage_step_die")
        regular = step >= number("damage_step_regular")
        dice = (step + number("damage_step_shift")) // die if regular else 1
        return cls(dice, step - die * dice)

    @property
    def step(self) -> int:
        """CQ-TBL-1: where the damage stands on the progression."""
        return number("damage_step_die") * self.dice + self.bonus

    @property
    def written(self) -> str:
        """The notation: `2d6-1`, `3d6`, or a flat number."""
        if not self.dice:
            return f"{self.bonus}"
        return f"{self.dice}d6{self.bonus:+d}" if self.bonus else f"{self.dice}d6"

    def stepped(self, steps: int) -> Self:
        """So many steps up, or down if negative; what nothing changes keeps its notation (CQ-TBL-1)."""
        return self.at(self.step + steps) if steps else self

    def lessened(self, points: int) -> Self:
        """So many points off the same dice; a flat number stays at least 1 (CQ-WPN-3, CQ-TBL-2)."""
        bonus = self.bonus - points
        return replace(self, bonus=bonus if self.dice else max(number("damage_step_least"), bonus))
