"""CQ-CHK-9, CQ-TBL-6: the band of a total, and what a check comes to (CH 10, CH 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vedette.games.close_quarters.tables import bands, number

Band = Literal["triple", "double", "hit", "open", "miss", "drop", "break"]

SUCCESSES = ("triple", "double", "hit")
FAILURES = ("miss", "drop", "break")


@dataclass(frozen=True, slots=True)
class Result:
    """A check that was rolled; `margin` is 0 or more exactly where it succeeded (CQ-CHK-4, CQ-CHK-5)."""

    dice: int
    target: int
    total: int
    band: Band
    success: bool
    margin: int


def band_of(dice: int, total: int) -> Band:
    """The band that a total on so many dice falls into; with six dice or more every total is open."""
    for row in bands():
        if row.dice == dice and row.lowest <= total <= row.highest:
            return row.band
    return "open"


def always(dice: int) -> int:
    """The highest total that succeeds whatever the target; 0 where there is none."""
    return max((row.highest for row in bands() if row.dice == dice and row.band in SUCCESSES), default=0)


def never(dice: int) -> int:
    """The lowest total that fails whatever the target; 0 where there is none."""
    return min((row.lowest for row in bands() if row.dice == dice and row.band in FAILURES), default=0)


def read(dice: int, target: int, total: int) -> Result:
    """A total read against its target; the margin never contradicts the outcome (decision 15 of CH)."""
    band = band_of(dice, total)
    margin, least, most = target - total, number("success_margin"), number("failure_margin")
    success = band in SUCCESSES or (band == "open" and margin >= least)
    return Result(dice, target, total, band, success, max(margin, least) if success else min(margin, most))
