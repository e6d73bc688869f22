"""Numbers as people write them."""

from __future__ import annotations

import re

_ONE_NUMBER = re.compile(r"-?(?:\d{1,9}(?:[.,]\d{0,6})?|[.,]\d{1,6})", re.ASCII)
_WHOLE = re.compile(r"\d{1,9}", re.ASCII)


def read_number(text: str) -> int | float | None:
    """One number, with a point or a comma before its decimals; None for anything else."""
    if not _ONE_NUMBER.fullmatch(text):
        return None
    text = text.replace(",", ".")
    return float(text) if "." in text else int(text)


def read_whole(text: str) -> int | None:
    """A whole number of at most nine digits; None for anything else."""
    return int(text) if _WHOLE.fullmatch(text) else None


def number(value: float) -> str:
    """A number with no needless decimals and a real minus sign."""
    return f"{value:g}".replace("-", "−")


def percent(share: float) -> str:
    """A share in whole percent: `42 %`."""
    return f"{share:.0%}".replace("%", " %")


def signed(value: float) -> str:
    """A number with its sign."""
    return number(value) if value < 0 else f"+{value:g}"
