"""Walls on the edges of hexes, and solid hexes: what they bar (CQ-ENV-11)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from vedette.games.close_quarters.map.hexes import direction_between, distance, on_map, opposite, step
from vedette.games.close_quarters.rows import CLEAR, TerrainRow
from vedette.games.close_quarters.state import Map, Wall
from vedette.games.close_quarters.tables import number, terrains
from vedette.kit.same import Same


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
    heights = _heights(Same(map.walls))
    return max(heights.get((hex, side), 0), heights.get((beyond, opposite(side)), 0))


@lru_cache(maxsize=8)  # walls hardly ever change, and every step and every line of fire asks for them
def _heights(walls: Same[tuple[Wall, ...]]) -> Mapping[tuple[str, str], float]:
    """The height of the highest wall on each side of a hex, as it is written."""
    return {(wall.hex, wall.side): wall.height for wall in sorted(walls.value, key=lambda wall: wall.height)}


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


# --- the ground in a hex: footing, water, pits, fire, smoke and gas (sections 3, 10 and 11)


def metres(name: str) -> float:
    """A height or depth of the rules in metres; unlike the other numbers it need not be whole."""
    return float(number(name))


def ground(map: Map, hex: str) -> TerrainRow:
    """The kind of ground in a hex; clear where the map says nothing."""
    return terrains()[map.terrain.get(hex, CLEAR)]


def bad_footing(map: Map, hex: str) -> bool:
    """Whether the hex is broken ground, shallow water, mud or snow (CQ-ENV-1)."""
    return ground(map, hex).bad_footing


def icy(map: Map, hex: str) -> bool:
    """Whether the hex is ice (CQ-ENV-8)."""
    return ground(map, hex).ice


def deep_water(map: Map, hex: str) -> bool:
    """Whether the hex is deep water (CQ-ENV-3)."""
    return ground(map, hex).deep


# --- pits


def pit(map: Map, hex: str) -> float:
    """The depth of the pit in a hex, in metres; 0 if there is none."""
    return map.pits.get(hex, 0)


def jumped_pit(map: Map, hex: str) -> bool:
    """Whether the pit is 1 m deep or more: it must be jumped, not walked through (CQ-MOV-13)."""
    return pit(map, hex) >= metres("jump_pit")


def deep_pit(map: Map, hex: str) -> bool:
    """Whether the pit is over 2 m deep: no way out without a rope (CQ-MOV-15, CQ-ENV-13)."""
    return pit(map, hex) > metres("deep_pit")


def is_dangerous(map: Map, hex: str) -> bool:
    """Whether nobody is forced back into the hex if he has another: deep water, fire, a pit (CQ-RET-4)."""
    return deep_water(map, hex) or on_fire(map, hex) or jumped_pit(map, hex)


# --- fire, smoke and gas


def on_fire(map: Map, hex: str) -> bool:
    """Whether the hex burns."""
    return hex in map.fires


def clouds_over(map: Map, hex: str, *kinds: str) -> tuple[str, ...]:
    """The ids of the clouds of those kinds that cover a hex."""
    return tuple(
        id
        for id, cloud in map.clouds.items()
        if cloud.kind in kinds and cloud.hex and distance(cloud.hex, hex) <= cloud.radius
    )


def gassed(map: Map, hex: str) -> bool:
    """Whether a cloud of gas covers the hex (CQ-GRN-9)."""
    return bool(clouds_over(map, hex, "gas"))


def in_grenade_smoke(map: Map, hex: str) -> bool:
    """Whether a smoke grenade's cloud covers the hex, which is shielding R1 (CQ-GRN-12)."""
    return bool(clouds_over(map, hex, "smoke"))


def in_anti_laser_smoke(map: Map, hex: str) -> bool:
    """Whether anti-laser smoke covers the hex (CQ-ENV-20)."""
    return hex in map.anti_laser or bool(clouds_over(map, hex, "anti-laser"))


def smoky(map: Map, hex: str) -> bool:
    """Whether a hex of the map is smoky: fog, fire, or smoke of any kind (CQ-ENV-5, CQ-FIR-13)."""
    if not on_map(map, hex):
        return False
    return hex in map.fog or on_fire(map, hex) or in_anti_laser_smoke(map, hex) or in_grenade_smoke(map, hex)
