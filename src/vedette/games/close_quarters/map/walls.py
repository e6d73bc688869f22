"""Walls on the edges of hexes, and solid hexes: what they bar (CQ-ENV-11)."""

from __future__ import annotations

from vedette.games.close_quarters.map.hexes import direction_between, opposite, step
from vedette.games.close_quarters.map.terrain import ground, metres
from vedette.games.close_quarters.state import Map


def solid(map: Map, hex: str) -> bool:
    """Whether the whole hex is wall."""
    return ground(map, hex).solid


def wall_on(map: Map, hex: str, side: str) -> float:
    """The height in metres of the wall on a side of a hex, 0 if there is none.

    It may be written from either hex; the higher one counts, and a solid hex has walls over 2 m all round.
    """
    beyond = step(hex, side)
    if solid(map, hex) or solid(map, beyond):
        return metres("wall_solid")
    edges = ((hex, side), (beyond, opposite(side)))
    return max((wall.height for wall in map.walls if (wall.hex, wall.side) in edges), default=0)


def wall_between(map: Map, a: str, b: str) -> float:
    """The height in metres of the wall between two neighbours, 0 if there is none."""
    side = direction_between(a, b)
    return wall_on(map, a, side) if side else 0


def barred(map: Map, a: str, b: str) -> bool:
    """Whether a wall over 1 m between two neighbours stops movement, blows and engagement (CQ-ENV-11)."""
    return wall_between(map, a, b) > metres("wall_high")


def hemmed(map: Map, a: str, b: str) -> bool:
    """Whether a wall of 1 m or more between two neighbours keeps one from simply stepping over."""
    return wall_between(map, a, b) >= metres("wall_high")
