"""Turning points: the decisions that changed most, and the rolls that were farthest from the likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import nlargest, nsmallest

from vedette.engine.fairness import Part, percentile
from vedette.engine.luck import Tally, Throw
from vedette.engine.record import record
from vedette.view.moments import Moment

MOST_TURNING = 5
"""Turning points by what they changed."""

WORTH = 0.3
"""The share of the greatest swing of the game that a turning point has at least."""

MOST_ROLLS = 3
"""Turning points by how unlikely their roll was."""

RARE = Fraction(1, 16)
"""A roll that fewer fair dice than these would have made is told as unlikely."""

LinedThrow = tuple[int, Throw]
"""A throw with the line in which it was thrown."""


@record
class RareRoll:
    """A roll that few fair dice would have made: which share of them, as `luckier` or worse."""

    throw: Throw
    rarity: Fraction
    luckier: bool

    @property
    def one_in(self) -> int:
        """One in so many is as good or as bad."""
        return round(1 / self.rarity)

    @property
    def text(self) -> str:
        """What it came to, what was likely, and how seldom that is."""
        throw = self.throw
        kind = throw.kind.replace("_", " ").capitalize()
        if len(throw.parts) == 1:
            share = round(100 * throw.parts[0].mean)
            return f"{kind}: {'made' if throw.actual else 'failed'}, where {share} in 100 are made."
        likely = f"{float(Tally.of([throw]).expected):.1f}"
        as_good = "good" if self.luckier else "bad"
        return (
            f"{kind}: {throw.actual} of {throw.dice} where {likely} were likely. "
            f"One roll in {self.one_in} is as {as_good} as that."
        )


@record
class TurnedMoment:
    """A moment that turned the game, and the roll in it that was unlikely."""

    moment: Moment
    roll: RareRoll | None


def turning_points(moments: Sequence[Moment], throws: Sequence[LinedThrow]) -> list[TurnedMoment]:
    """What changed most and what was least likely, in the order of the game."""
    points = sum(moment.points for moment in moments)
    swings = nlargest(
        MOST_TURNING, ((moment.swing(points), moment.n, moment) for moment in moments if moment.matters)
    )
    found = {n: TurnedMoment(moment, None) for swing, n, moment in swings if swing >= WORTH * swings[0][0]}
    for n, roll in nsmallest(MOST_ROLLS, _rare(throws), key=lambda found: found[1].rarity):
        moment = next((moment for moment in moments if moment.command.n <= n <= moment.n), None)
        if moment is not None:
            found[moment.n] = TurnedMoment(moment, roll)
    return [found[n] for n in sorted(found)]


def _rare(throws: Sequence[LinedThrow]) -> Iterator[tuple[int, RareRoll]]:
    """Rolls that few fair dice would have made, as good or as bad."""
    for n, throw in throws:
        if not throw.judged or not throw.parts:
            continue
        share = _share_below(throw.parts, throw.actual)
        rarity = min(share, 1 - share)
        if 0 < rarity < RARE:
            yield n, RareRoll(throw, rarity, share > rarity)


@lru_cache(maxsize=4096)
def _share_below(parts: tuple[Part, ...], actual: int) -> Fraction:
    """Which share of fair dice do worse; a game has the same rolls again and again."""
    return percentile(Counter(parts), actual)
