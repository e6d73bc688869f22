"""The line of fire from centre to centre, and on to the edge of the map (CQ-MAP-4).

A line is walked from hex to hex. With u = x − y, v = y − z and w = z − x, a hex is where all three lie within 1
of its centre; the line leaves it where the first of them reaches 1. If two do so at once, it leaves
through a corner, and there it may go on along the edge between two hexes, entering neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import takewhile

from vedette.games.close_quarters.map.hexes import (
    STEPS,
    Spot,
    Vector,
    cell,
    name,
    on_map,
    opposite,
    spot,
    vector,
)
from vedette.games.close_quarters.map.terrain import metres
from vedette.games.close_quarters.map.walls import solid, wall_on
from vedette.games.close_quarters.state import Map


@dataclass(frozen=True, slots=True)
class Leg:
    """A line's way from one hex that it enters to the next.

    `across` is the direction of the side that it crosses; along an edge it is "", and `around` holds the two
    ways round that edge, each of two steps.
    """

    start: str
    end: str
    across: str = ""
    around: tuple[tuple[str, str], ...] = ()

    @property
    def beside(self) -> tuple[str, ...]:
        """The two hexes between which the line runs; one may lie outside the map."""
        return tuple(_named(_moved(spot(self.start), STEPS[first])) for first, _ in self.around)


@dataclass(frozen=True, slots=True)
class Crossing:
    """A wall that the line crosses between two hexes, its height in metres.

    `at_start` and `at_end` tell whether it stands on the very edge of the one and the other hex: who is in
    that hex is right behind it. Where the line runs along an edge it may be far from either.
    """

    start: str
    end: str
    height: float
    at_start: bool = True
    at_end: bool = True


def entered(a: str, b: str) -> tuple[str, ...]:
    """The hexes that the line from a to b enters, in order, both ends included."""
    return (a, *(leg.end for leg in legs(a, b)))


def between(a: str, b: str) -> tuple[str, ...]:
    """The hexes that the line enters on its way from a to b, without the two."""
    return entered(a, b)[1:-1]


@lru_cache(maxsize=4096)
def legs(a: str, b: str) -> tuple[Leg, ...]:
    """The legs of the line from a to b, in order; none if both are the same hex."""
    found: list[Leg] = []
    for leg, _ in _walk(a, b):
        found.append(leg)
        if leg.end == b:
            break
    return tuple(found)


def beyond(map: Map, a: str, b: str) -> tuple[str, ...]:
    """The hexes that the line from a to b enters after b, in order, as far as the map."""
    return tuple(leg.end for leg in _legs_beyond(map, a, b) if on_map(map, leg.end))


def open_beyond(map: Map, a: str, b: str) -> tuple[str, ...]:
    """The hexes after b as far as the map, the first wall over 1 m or the first solid hex (CQ-AVD-8)."""

    def is_open(leg: Leg) -> bool:
        wall = _crossing(map, leg)
        return not solid(map, leg.end) and (wall is None or wall.height <= metres("wall_high"))

    reached = takewhile(is_open, _legs_beyond(map, a, b))
    return tuple(leg.end for leg in reached if on_map(map, leg.end))


def crossings(map: Map, a: str, b: str) -> tuple[Crossing, ...]:
    """The walls that the line from a to b crosses, in order (CQ-MAP-4, section 7)."""
    found = (_crossing(map, leg) for leg in legs(a, b))
    return tuple(crossing for crossing in found if crossing is not None)


def hexes_of_smoke(a: str, b: str, smoky: Callable[[str], bool]) -> int:
    """How many smoky hexes the line enters, both ends included (CQ-ENV-5).

    Where it runs along an edge, the two hexes count once, and only if both are smoky (CQ-MAP-4).
    """
    runs = (leg.beside for leg in legs(a, b) if leg.beside)
    return sum(map(smoky, entered(a, b))) + sum(all(map(smoky, pair)) for pair in runs)


# --- walls of one leg


def _crossing(map: Map, leg: Leg) -> Crossing | None:
    """The wall that stands in a leg's way, if any: along an edge the lower of the two ways round counts."""
    if leg.across:
        height = wall_on(map, leg.start, leg.across)
        return Crossing(leg.start, leg.end, height) if height else None
    near = [wall_on(map, leg.start, first) for first, _ in leg.around]
    far = [wall_on(map, leg.end, opposite(second)) for _, second in leg.around]
    height = min(max(way) for way in zip(near, far, strict=True))
    if not height:
        return None
    return Crossing(leg.start, leg.end, height, at_start=min(near) == height, at_end=min(far) == height)


# --- walking the line

_SIDES = {
    (0, 1): "se",
    (0, -1): "nw",
    (1, 1): "n",
    (1, -1): "s",
    (2, 1): "sw",
    (2, -1): "ne",
}
"""The side through which a line leaves, by which of u, v, w reaches 1 or −1 there."""


def _walk(a: str, b: str) -> Iterator[tuple[Leg, Spot]]:
    """The legs of the line from a through b and on without end, each with the spot where it ends.

    Nothing if both are the same hex.
    """
    start = here = spot(a)
    way = _slopes(vector(a, b))
    while any(way):
        sides = _leaving(way, _slopes((here[0] - start[0], here[1] - start[1])))
        if len(sides) == 2 and 0 in way:
            one, other = sides
            there = _moved(_moved(here, STEPS[one]), STEPS[other])
            leg = Leg(_named(here), _named(there), around=((one, other), (other, one)))
        else:
            side = max(sides, key=partial(_heading, way))
            there = _moved(here, STEPS[side])
            leg = Leg(_named(here), _named(there), across=side)
        yield leg, there
        here = there


def _leaving(way: tuple[int, int, int], offset: tuple[int, int, int]) -> list[str]:
    """The sides through which the line leaves the hex at that offset from its start; two at a corner."""
    signs = {axis: 1 if slope > 0 else -1 for axis, slope in enumerate(way) if slope}
    times = {(axis, sign): Fraction(offset[axis] + sign, way[axis]) for axis, sign in signs.items()}
    first = min(times.values())
    return [_SIDES[side] for side, time in times.items() if time == first]


def _heading(way: tuple[int, int, int], side: str) -> int:
    """How much a line heads for a side; of the two at a corner it enters the hex that it heads for more."""
    return sum(slope * change for slope, change in zip(way, _slopes(STEPS[side]), strict=True))


def _slopes(way: Vector) -> tuple[int, int, int]:
    """A vector as its changes of u, v and w."""
    dx, dz = way
    return 2 * dx + dz, -dx - 2 * dz, dz - dx


def _moved(at: Spot, way: Vector) -> Spot:
    return at[0] + way[0], at[1] + way[1]


def _named(at: Spot) -> str:
    return name(*cell(at))


def _legs_beyond(map: Map, a: str, b: str) -> Iterator[Leg]:
    """The legs after b, till the line has left the map for good: its edge is jagged, a line may graze it."""
    passed = a == b
    for leg, there in _walk(a, b):
        column, row = cell(there)
        if not (0 <= column <= map.cols + 1 and 0 <= row <= map.rows + 1):
            return
        if passed:
            yield leg
        passed = passed or leg.end == b
