"""What a mission says of its table: terrain where it may lie, and what is set up in which order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Shape = Literal["box", "round"]
Keyword = Literal[
    "clear", "climbable", "impassable", "barrier", "slow", "blocking", "difficult", "obstacle", "cover", "obscuring",
]  # fmt: skip
"""What terrain does, in the words of the rulebooks; `blocking` only blocks sight."""


class Terrain(Struct, frozen=True):
    """A piece of terrain as it may lie: the inches of its middle from the north-west corner, and its size from west to east and from north to south."""

    shape: Shape
    at: tuple[float, float]
    size: tuple[float, float]
    keyword: Keyword


class SetupStep(Struct, frozen=True):
    """Something to do before the game: a noun, and one short measure or sentence."""

    name: str
    text: str = ""


DOES: Mapping[str, str] = {"blocking": "blocks sight", "obscuring": "blocks sight", "cover": "gives cover"}
"""Keywords in a legend, where they are not said as they are."""
