"""How far a share of so many tries may be off."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt


def standard_error(share: Fraction | float, tries: int) -> float:
    """That of a share of so many tries; 0 where it was not sampled.

    What always came, or never, may still be otherwise: it counts as if it had come once more, and once not.
    """
    if not tries:
        return 0.0
    likely = (float(share) * tries + 1) / (tries + 2)
    return sqrt(likely * (1 - likely) / (tries + 2))
