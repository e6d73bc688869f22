"""Numbers in sentences."""

from __future__ import annotations


def count(number: int, what: str, more: str = "") -> str:
    """So many of a thing: `1 point`, `3 points`; `more` is the plural where an s won't do."""
    return f"{number} {what}" if number == 1 else f"{number} {more or f'{what}s'}"
