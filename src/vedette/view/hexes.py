"""Hexes: their names, their directions, and how far they lie from each other.

Hexes are flat-topped and named `CCRR`: the column from the left, then the row from the top, both from 01. Even columns
lie half a hex lower. Inside, a hex is a spot (x, z) on two slanted axes, and a vector is (dx, dz) between two spots.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, Protocol

Spot = tuple[int, int]
Vector = tuple[int, int]

Direction = Literal["n", "ne", "se", "s", "sw", "nw"]  # the six ways out of a hex, and the six sides of it
DIRECTIONS: tuple[Direction, ...] = ("n", "ne", "se", "s", "sw", "nw")
"""All six, clockwise; their places from 1 to 6 are their numbers."""

ARROWS: Mapping[str, str] = dict(zip(DIRECTIONS, "↑↗↘↓↙↖", strict=True))
"""A facing as people see it on the map."""

COMPASS: Mapping[str, str] = dict(
    zip(DIRECTIONS, ("north", "northeast", "southeast", "south", "southwest", "northwest"), strict=True)
)
"""A facing as people say it."""

STEPS: Mapping[str, Vector] = {
    "n": (0, -1), "ne": (1, -1), "se": (1, 0), "s": (0, 1), "sw": (-1, 1), "nw": (-1, 0),
}  # fmt: skip
"""The vector of one step in each direction."""

_NAME = re.compile(r"[0-9]{4}")

KEPT = 4096  # hexes whose place, neighbours and rings are kept; a map has some hundreds


# --- names


def is_hex_name(text: str) -> bool:
    """Whether that is a name like `0304`; it need not be on any map."""
    return _NAME.fullmatch(text) is not None


@lru_cache(maxsize=KEPT)
def hex_name(column: int, row: int) -> str:
    """The name of the hex in a column and a row, both from 1."""
    return f"{column:02d}{row:02d}"


@lru_cache(maxsize=KEPT)
def column_and_row(hex: str) -> tuple[int, int]:
    """The column and the row of a hex, both from 1."""
    return int(hex[:2]), int(hex[2:])


@lru_cache(maxsize=KEPT)
def spot(hex: str) -> Spot:
    """Where a hex lies on the slanted axes."""
    column, row = column_and_row(hex)
    return column, row - (column - 1) // 2


def cell(at: Spot) -> tuple[int, int]:
    """The column and the row of a spot; they may lie outside every map."""
    x, z = at
    return x, z + (x - 1) // 2


class Sized(Protocol):
    """As much of a map as its edges take."""

    @property
    def cols(self) -> int:
        """How many columns it has."""

    @property
    def rows(self) -> int:
        """How many rows it has."""


def on_map(map: Sized, hex: str) -> bool:
    """Whether a map has that hex."""
    if not is_hex_name(hex):
        return False
    column, row = column_and_row(hex)
    return 1 <= column <= map.cols and 1 <= row <= map.rows


# --- directions


def opposite(direction: str) -> Direction:
    """The direction that leads back."""
    return turned(direction, len(DIRECTIONS) // 2)


def turned(direction: str, steps: int) -> Direction:
    """The direction so many hex sides further clockwise; anticlockwise if negative."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + steps) % len(DIRECTIONS)]


@lru_cache(maxsize=KEPT)
def neighbour(hex: str, direction: str) -> str:
    """The hex on that side, whether the map goes so far or not."""
    (x, z), (dx, dz) = spot(hex), STEPS[direction]
    return hex_name(*cell((x + dx, z + dz)))


@lru_cache(maxsize=KEPT)
def step(hex: str, direction: str) -> str:
    """The neighbour in that direction; "" if its column or row would be below 1."""
    (x, z), (dx, dz) = spot(hex), STEPS[direction]
    column, row = cell((x + dx, z + dz))
    return hex_name(column, row) if column >= 1 and row >= 1 else ""


@lru_cache(maxsize=KEPT)
def direction_between(hex: str, beside: str) -> Direction | Literal[""]:
    """The direction that leads from a hex to its neighbour; "" for what is none."""
    return next((way for way in DIRECTIONS if neighbour(hex, way) == beside), "")


# --- distances and areas


def vector(a: str, b: str) -> Vector:
    """The vector (dx, dz) from one hex to another."""
    (ax, az), (bx, bz) = spot(a), spot(b)
    return bx - ax, bz - az


@lru_cache(maxsize=KEPT)
def distance(a: str, b: str) -> int:
    """How many hexes one lies from another."""
    dx, dz = vector(a, b)
    return max(abs(dx), abs(dz), abs(dx + dz))


def neighbours(hex: str) -> tuple[str, ...]:
    """The hexes around a hex, clockwise from the north."""
    return ring(hex, 1)


@lru_cache(maxsize=KEPT)
def ring(hex: str, radius: int) -> tuple[str, ...]:
    """The hexes at exactly that distance, clockwise from the north; none with a column or row below 1."""
    x, z = spot(hex)
    if radius == 0:
        return (hex,)
    z -= radius
    cells = []
    for direction in ("se", "s", "sw", "nw", "n", "ne"):
        dx, dz = STEPS[direction]
        for _ in range(radius):
            cells.append(cell((x, z)))
            x, z = x + dx, z + dz
    return tuple(hex_name(column, row) for column, row in cells if column >= 1 and row >= 1)


def area(hex: str, radius: int) -> tuple[str, ...]:
    """All hexes within that distance, the hex itself first, then ring by ring."""
    return tuple(one for distance in range(radius + 1) for one in ring(hex, distance))
