"""How what is shown is meant: the tone of a text, and where a unit stands in the round."""

from __future__ import annotations

from typing import Literal

Tone = Literal["plain", "dim", "good", "warn", "bad"]
"""How a piece of text is meant; screens add a sign to it, so that colour is never needed."""

Standing = Literal["active", "ready", "done", "here", "away", "gone"]
"""Where a unit stands in the round: acting now, still to act, acted, on the table while nobody acts, off the table, destroyed."""


Severity = Literal["", "warn", "bad"]


def severity(value: int, full: int) -> Severity:
    """How bad the loss of hit points is: calm until hurt, gold from two thirds down, red in the last third."""
    return "" if value * 3 > full * 2 else "warn" if value * 3 > full else "bad"


def lit_cells(value: int, full: int, cells: int) -> int:
    """How many cells of a bar are lit: all of them only when nothing is lost, none only when nothing is left, else by proportion."""
    if value <= 0 or value >= full:
        return cells if value > 0 else 0
    return min(max(1, (2 * value * cells + full) // (2 * full)), max(1, cells - 1))
