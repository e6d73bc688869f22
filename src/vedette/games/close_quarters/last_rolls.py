"""The latest rolls that nothing else in the state remembers (CQ-CHK-1, CQ-CHK-6, CQ-SKL-25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Checked:
    """The last attribute check (CQ-CHK-1)."""

    by: str
    kind: str
    dice: int
    target: int
    total: int
    band: str
    success: bool
    margin: int
    mods: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Opposed:
    """The last opposed roll (CQ-CHK-6); `winner` is a character, or "" on a tie."""

    by_target: int
    by_total: int
    by_margin: int
    against_target: int
    against_total: int
    against_margin: int
    winner: str
    net: int


@dataclass(frozen=True, slots=True)
class Sneaked:
    """The last attempt to sneak past somebody (CQ-SKL-25)."""

    success: bool
    margin: int
    may_hear: bool
    listener_margin: int
    heard: bool
