"""The lesser and the greater of two whole numbers, worked out and not compared.

While odds are looked for a number may not be known yet; a comparison has to know it, and parts the odds in two.
"""

from __future__ import annotations


def lesser(one: int, other: int) -> int:
    """As `min`."""
    return (one + other - abs(one - other)) // 2


def greater(one: int, other: int) -> int:
    """As `max`."""
    return (one + other + abs(one - other)) // 2
