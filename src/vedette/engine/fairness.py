"""How likely fair dice are to do what dice have done: exact distributions of sums, and the chi-square test of faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import erfc, exp, gamma, prod, sqrt

from msgspec import Struct


class Part(Struct, frozen=True):
    """The distribution of a whole number: the number of ways to get each value from `lowest` on."""

    lowest: int
    ways: tuple[int, ...]

    @property
    def mean(self) -> Fraction:
        return self.lowest + Fraction(sum(i * ways for i, ways in enumerate(self.ways)), sum(self.ways))

    @property
    def variance(self) -> float:
        squares = sum(i * i * ways for i, ways in enumerate(self.ways)) / sum(self.ways)
        return squares - float(self.mean - self.lowest) ** 2


def summed(parts: Mapping[Part, int]) -> Part:
    """The distribution of a sum of independent parts, each taken so many times.

    The ways of a part are the digits of one large number; multiplying such numbers is what adds the parts up.
    """
    size = prod(sum(part.ways) ** times for part, times in parts.items()).bit_length() // 8 + 1
    product = prod(
        int.from_bytes(b"".join(ways.to_bytes(size, "little") for ways in part.ways), "little") ** times
        for part, times in parts.items()
    )
    values = 1 + sum((len(part.ways) - 1) * times for part, times in parts.items())
    digits = product.to_bytes(size * values, "little")
    ways = tuple(int.from_bytes(digits[at : at + size], "little") for at in range(0, len(digits), size))
    return Part(sum(part.lowest * times for part, times in parts.items()), ways)


def tails(parts: Mapping[Part, int], actual: int) -> tuple[Fraction, Fraction]:
    """The exact chance that fair dice come to this or less, and to this or more."""
    whole = summed(parts)
    place = max(0, min(len(whole.ways), actual - whole.lowest))
    less, same = sum(whole.ways[:place]), sum(whole.ways[place : place + 1])
    every = sum(whole.ways)
    return Fraction(less + same, every), Fraction(every - less, every)


MANY = 1000
"""From so many dice on, a sum is taken as normally distributed: the share is then right to a thousandth."""


def percentile(parts: Mapping[Part, int], actual: int) -> Fraction:
    """The share of fair games that do worse; of those that do as well, half count. It is a place in a ranking, not a chance."""
    if sum(parts.values()) < MANY:
        or_less, or_more = tails(parts, actual)
        return (or_less + 1 - or_more) / 2
    mean = float(sum(part.mean * times for part, times in parts.items()))
    spread = sqrt(sum(part.variance * times for part, times in parts.items()))
    return Fraction(erfc((mean - actual) / (spread * sqrt(2))) / 2) if spread else Fraction(1, 2)


LEAST_EXPECTED = 5
"""So often each face must be expected at least before the chi-square test tells anything."""


def fairness(counts: Sequence[int]) -> float | None:
    """The probability that a fair die shows its faces at least as unevenly; None if it was thrown too seldom."""
    dice, sides = sum(counts), len(counts)
    if sides < 2 or dice < LEAST_EXPECTED * sides:
        return None
    return chi_square_tail(sides * sum(count * count for count in counts) / dice - dice, sides - 1)


def chi_square_tail(value: float, freedom: int) -> float:
    """The upper tail of the chi-square distribution."""
    half = value / 2
    first = freedom % 2 / 2  # the terms of the series are those of 0, 1, 2 … or of ½, 1½ …
    term = half**first * exp(-half) / gamma(first + 1)
    total = erfc(sqrt(half)) if first else 0.0
    for i in range(freedom // 2):
        total += term
        term *= half / (first + i + 1)
    return total
