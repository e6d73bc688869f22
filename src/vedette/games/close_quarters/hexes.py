"""Hexes, their names and directions, distances and bearings (section 3 of the rules).

Hexes are flat-topped and named `CCRR`: column 01 from the left, row 01 from the top. Even columns lie half
a hex lower. Inside, a hex is a spot (x, z) on two slanted axes, and a vector is (dx, dz) between two spots.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cmp_to_key, lru_cache
from typing import Literal, Protocol

from vedette.games.close_quarters.tables import number

Spot = tuple[int, int]
Vector = tuple[int, int]
Bearing = Literal["front", "side", "rear"]

DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
"""The six directions, clockwise; a die counts them from 1."""

ARROWS = {"n": "↑", "ne": "↗", "se": "↘", "s": "↓", "sw": "↙", "nw": "↖"}

STEPS: dict[str, Vector] = {
    "n": (0, -1),
    "ne": (1, -1),
    "se": (1, 0),
    "s": (0, 1),
    "sw": (-1, 1),
    "nw": (-1, 0),
}
"""The vector of one step in each direction."""

_DIRECTIONS_BY_STEP = {way: direction for direction, way in STEPS.items()}

_NAME = re.compile(r"[0-9]{4}")

KEPT = 4096
"""Hexes whose place, neighbours and rings are kept; a map has some hundreds."""


# --- names


def is_hex_name(text: str) -> bool:
    """Whether that is a name like `0304`; it need not be on any map."""
    return _NAME.fullmatch(text) is not None


@lru_cache(maxsize=KEPT)
def parse(hex: str) -> tuple[int, int]:
    """The column and the row of a hex."""
    return int(hex[:2]), int(hex[2:])


def name(column: int, row: int) -> str:
    """The name of the hex in that column and row."""
    return f"{column:02d}{row:02d}"


@lru_cache(maxsize=KEPT)
def spot(hex: str) -> Spot:
    """Where a hex lies on the slanted axes."""
    column, row = parse(hex)
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
    """Whether the map has that hex (CQ-MAP-1)."""
    if not is_hex_name(hex):
        return False
    column, row = parse(hex)
    return 1 <= column <= map.cols and 1 <= row <= map.rows


def on_edge(map: Sized, hex: str) -> bool:
    """Whether the hex lies on the edge of the map (CQ-TRN-6)."""
    if not on_map(map, hex):
        return False
    column, row = parse(hex)
    return column in (1, map.cols) or row in (1, map.rows)


# --- directions


def opposite(direction: str) -> str:
    """The direction that leads back."""
    return turned(direction, len(DIRECTIONS) // 2)


def turned(direction: str, steps: int) -> str:
    """The direction so many hex sides further clockwise; anticlockwise if negative."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + steps) % len(DIRECTIONS)]


def turns_between(a: str, b: str) -> int:
    """How many hex sides one turns from one direction to another, the shorter way round."""
    steps = abs(DIRECTIONS.index(a) - DIRECTIONS.index(b))
    return min(steps, len(DIRECTIONS) - steps)


@lru_cache(maxsize=KEPT)
def step(hex: str, direction: str) -> str:
    """The neighbour in that direction; "" if its column or row would be below 1."""
    (x, z), (dx, dz) = spot(hex), STEPS[direction]
    column, row = cell((x + dx, z + dz))
    return name(column, row) if column >= 1 and row >= 1 else ""


def direction_between(a: str, b: str) -> str:
    """The direction that leads from a hex to its neighbour; "" if they are no neighbours."""
    return _DIRECTIONS_BY_STEP.get(vector(a, b), "")


def nearest_direction(way: Vector) -> str:
    """The direction that a vector comes nearest to; on a tie the first in the order n … nw."""
    return max(DIRECTIONS, key=lambda direction: dot(STEPS[direction], way))


# --- distances and areas


def vector(a: str, b: str) -> Vector:
    """The vector (dx, dz) from one hex to another."""
    (ax, az), (bx, bz) = spot(a), spot(b)
    return bx - ax, bz - az


@lru_cache(maxsize=KEPT)
def distance(a: str, b: str) -> int:
    """The distance in hexes (CQ-MAP-2)."""
    dx, dz = vector(a, b)
    return max(abs(dx), abs(dz), abs(dx + dz))


def multihexes(hexes: int) -> int:
    """A distance in multihexes, each of three hexes, rounded up (CQ-MAP-2)."""
    return -(-hexes // number("hexes_per_multihex"))


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
    return tuple(name(column, row) for column, row in cells if column >= 1 and row >= 1)


def area(hex: str, radius: int) -> tuple[str, ...]:
    """All hexes within that distance, the hex itself first, then ring by ring."""
    return tuple(one for distance in range(radius + 1) for one in ring(hex, distance))


# --- angles


def dot(v: Vector, w: Vector) -> int:
    """The product v·w, twice the usual one, so that it is whole (CQ-MAP-3)."""
    (dx, dz), (ex, ez) = v, w
    return 2 * dx * ex + 2 * dz * ez + dx * ez + dz * ex


def cross(v: Vector, w: Vector) -> int:
    """Above 0 if w lies clockwise of v, below 0 if anticlockwise, 0 if both lie on one line."""
    (dx, dz), (ex, ez) = v, w
    return dx * ez - dz * ex


def bearing(facing: str, from_hex: str, to_hex: str) -> Bearing:
    """Where a hex lies for who faces that way (CQ-MAP-3): front up to 90°, rear the 60° behind.

    One's own hex counts as front.
    """
    way = vector(from_hex, to_hex)
    along = dot(STEPS[facing], way)
    if along >= 0:
        return "front"
    length_squared = dot(way, way) // 2
    return "rear" if along * along >= 3 * length_squared else "side"


def ahead(facing: str, from_hex: str, to_hex: str) -> bool:
    """Whether a hex lies truly ahead, less than 90° to either side (f·v > 0): there a pole jabs (CQ-POL-3)."""
    return dot(STEPS[facing], vector(from_hex, to_hex)) > 0


def fan(hex: str, facing: str, sides: int = 1) -> tuple[str, ...]:
    """The neighbours from so many hex sides left of the facing to as many right of it, left to right.

    One side gives the three front hexes (CQ-MAP-3), two those of martial arts level 4.
    """
    around = (step(hex, turned(facing, turn)) for turn in range(-sides, sides + 1))
    return tuple(one for one in around if one)


def swept(origin: str, facing: str, first: str, last: str, hexes: Iterable[str]) -> tuple[str, ...]:
    """Those hexes whose direction lies between two others, the smaller angle, bounds included (CQ-AUT-8).

    From straight abeam to straight abeam both angles are the same: then it goes by way of the front.
    They come in order from `first` to `last`, nearer ones first on the same bearing.
    """
    start, end = vector(origin, first), vector(origin, last)
    turn = cross(start, end) or cross(start, STEPS[facing])
    sense = 1 if turn >= 0 else -1

    def inside(way: Vector) -> bool:
        if cross(start, end) == 0 and dot(start, end) > 0:
            return cross(start, way) == 0 and dot(start, way) > 0
        return sense * cross(start, way) >= 0 and sense * cross(way, end) >= 0 and way != (0, 0)

    def order(a: str, b: str) -> int:
        turn = sense * cross(vector(origin, a), vector(origin, b))
        return -turn if turn else distance(origin, a) - distance(origin, b)

    return tuple(sorted((one for one in hexes if inside(vector(origin, one))), key=cmp_to_key(order)))
