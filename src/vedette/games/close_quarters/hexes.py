"""What the rules make of hexes: edges of the map, multihexes, and what lies ahead, at the side and in the rear (section 3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cmp_to_key
from typing import Literal

from vedette.games.close_quarters.tables import number
from vedette.view.hexes import DIRECTIONS, STEPS, Sized, Vector, distance, on_map, place, step, turned, vector

Bearing = Literal["front", "side", "rear"]


def on_edge(map: Sized, hex: str) -> bool:
    """Whether the hex lies on the edge of the map (CQ-TRN-6)."""
    if not on_map(map, hex):
        return False
    column, row = place(hex)
    return column in (1, map.cols) or row in (1, map.rows)


def turns_between(a: str, b: str) -> int:
    """How many hex sides one turns from one direction to another, the shorter way round."""
    steps = abs(DIRECTIONS.index(a) - DIRECTIONS.index(b))
    return min(steps, len(DIRECTIONS) - steps)


def nearest_direction(way: Vector) -> str:
    """The direction that a vector comes nearest to; on a tie the first in the order n … nw."""
    return max(DIRECTIONS, key=lambda direction: dot(STEPS[direction], way))


def multihexes(hexes: int) -> int:
    """A distance in multihexes, each of three hexes, rounded up (CQ-MAP-2)."""
    return -(-hexes // number("hexes_per_multihex"))


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
