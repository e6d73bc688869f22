"""Numbers as people write them."""

from __future__ import annotations


def number(value: float) -> str:
    """A number with no needless decimals and a real minus sign."""
    return f"{value:g}".replace("-", "−")


def signed(value: float) -> str:
    """A number with its sign."""
    return number(value) if value < 0 else f"+{value:g}"
