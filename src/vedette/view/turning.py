"""Turning points: the decisions that changed most, and the rolls that were farthest from the likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import nlargest, nsmallest

from msgspec import Struct

from vedette.engine.fairness import Part, tails
from vedette.engine.luck import Tally, Throw
from vedette.engine.requests import question_title
from vedette.kit.words import count
from vedette.view.effects import Effect
from vedette.view.luck import one_decimal
from vedette.view.outlook import whole_percents

MOST_TURNING = 5  # turning points by what they changed
WORTH = 0.3  # the share of the greatest swing of the game that a turning point has at least
MOST_ROLLS = 3  # turning points by how unlikely their roll was

RARE = Fraction(1, 16)
"""A roll is unlikely where the chance of this or better, or of this or worse, is below that."""


class RareRoll(Struct, frozen=True):
    """A roll with the exact chance of as much or more where it was lucky, of as little or less where it was not."""

    throw: Throw
    chance: Fraction
    luckier: bool

    @property
    def percent(self) -> str:
        """That chance in percent."""
        return f"{whole_percents(self.chance)} %"

    @property
    def one_in(self) -> int:
        """That chance as one roll in so many; 0 of a roll that was not unlikely."""
        return round(1 / self.chance) if self.chance < RARE else 0

    @property
    def text(self) -> str:
        """What it came to, what was expected, and the chance of that."""
        throw = self.throw
        kind = question_title(throw.kind)
        if len(throw.parts) == 1:
            return f"{kind} {'passed' if throw.actual else 'failed'}: {self.percent} chance of that"
        expected = one_decimal(Tally.of([throw]).expected)
        this = "more" if self.luckier else "less"
        came = f"{throw.actual} of {throw.dice}"
        if throw.actual > throw.dice:  # dice that counted twice
            came = f"{throw.actual} with {count(throw.dice, 'die', 'dice')}"
        return f"{kind}: {came}, {expected} expected; {self.percent} chance of this or {this}"


def turning_points(effects: Sequence[Effect]) -> list[tuple[Effect, RareRoll | None]]:
    """What changed most and what was least likely, in the order of the game, with the roll that was unlikely.

    A single test of which nothing came, such as one to keep one's feet in a move, turned nothing.
    """
    points = sum(effect.points for effect in effects)
    swings = nlargest(
        MOST_TURNING, ((effect.swing(points), effect.n, effect) for effect in effects if effect.matters)
    )
    found: dict[int, tuple[Effect, RareRoll | None]] = {
        n: (effect, None) for swing, n, effect in swings if swing >= WORTH * swings[0][0]
    }
    rare = (
        (effect, roll)
        for effect in effects
        for throw in effect.played.throws
        if throw.judged and throw.parts and (effect.matters or effect.tales or len(throw.parts) > 1)
        if (roll := rarity(throw)).one_in
    )
    for effect, roll in nsmallest(MOST_ROLLS, rare, key=lambda found: found[1].chance):
        found[effect.n] = effect, roll
    return [found[n] for n in sorted(found)]


def rarity(throw: Throw) -> RareRoll:
    """How unlikely a roll was, on the side on which it was less likely."""
    or_less, or_more = _tails(throw.parts, throw.actual)
    return RareRoll(throw, min(or_less, or_more), or_more < or_less)


@lru_cache(maxsize=4096)
def _tails(parts: tuple[Part, ...], actual: int) -> tuple[Fraction, Fraction]:
    """A game has the same rolls again and again."""
    return tails(Counter(parts), actual)
