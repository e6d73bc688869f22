"""What the rules make of hexes (section 3), the ground, the walls on the edges of hexes and what they bar, and the line of fire over it all (CQ-ENV-11, CQ-MAP-4).

A line goes from centre to centre, and on to the edge of the map. It is walked from hex to hex. With u = x − y,
v = y − z and w = z − x, a hex is where all three lie within 1 of its centre; the line leaves it where the first of
them reaches 1. If two do so at once, it leaves through a corner, and there it may go on along the edge between two
hexes, entering neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from typing import Literal

from msgspec import Struct

from vedette.engine.dice import Modifier
from vedette.games.close_quarters.state import Map
from vedette.games.close_quarters.tables import CLEAR, TerrainRow, modifier, number, terrains
from vedette.kit.remembered import remembered
from vedette.view import hexes as grid
from vedette.view.hexes import DIRECTIONS, STEPS, Sized, Spot, Vector, distance, on_map, step, vector

Bearing = Literal["front", "side", "rear"]


def on_edge(map: Sized, hex: str) -> bool:
    """Whether the hex lies on the edge of the map (CQ-TRN-6)."""
    if not on_map(map, hex):
        return False
    column, row = grid.column_and_row(hex)
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
    along, length_squared = dot(STEPS[facing], way), dot(way, way) // 2
    if along >= 0:
        return "front"
    return "rear" if along * along >= 3 * length_squared else "side"


def ahead(facing: str, from_hex: str, to_hex: str) -> bool:
    """Whether a hex lies truly ahead, less than 90° to either side (f·v > 0): there a pole jabs (CQ-POL-3)."""
    return dot(STEPS[facing], vector(from_hex, to_hex)) > 0


def fan(hex: str, facing: str, sides: int = 1) -> tuple[str, ...]:
    """The neighbours from so many hex sides left of the facing to as many right of it, left to right.

    One side gives the three front hexes (CQ-MAP-3), two those of martial arts level 4.
    """
    around = (step(hex, grid.turned(facing, turn)) for turn in range(-sides, sides + 1))
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


def solid(map: Map, hex: str) -> bool:
    return ground(map, hex).solid


def wall_on(map: Map, hex: str, side: str) -> float:
    """The height in metres of the wall on a side of a hex, 0 if there is none.

    It may be written from either hex; the higher one counts, and a solid hex has walls over 2 m all round.
    """
    beyond = step(hex, side)
    if solid(map, hex) or solid(map, beyond):
        return metres("wall_solid")
    heights = _heights(map)
    return max(heights.get((hex, side), 0), heights.get((beyond, grid.opposite(side)), 0))


@remembered  # every step and every line of fire asks for them
def _heights(map: Map) -> Mapping[tuple[str, str], float]:
    """The height of the highest wall on each side of a hex, as it is written."""
    return {(wall.hex, wall.side): wall.height for wall in sorted(map.walls, key=lambda wall: wall.height)}


def wall_between(map: Map, a: str, b: str) -> float:
    side = grid.direction_between(a, b)
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
    return hex in map.fires


def clouds_over(map: Map, hex: str, *kinds: str) -> tuple[str, ...]:
    clouds = ((id, cloud) for id, cloud in map.clouds.items() if cloud.kind in kinds and cloud.hex)
    return tuple(id for id, cloud in clouds if distance(cloud.hex, hex) <= cloud.radius)


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


# --- the line of fire (CQ-MAP-4)


class Leg(Struct, frozen=True):
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
        return tuple(_named(_moved(grid.spot(self.start), STEPS[first])) for first, _ in self.around)


class Crossing(Struct, frozen=True):
    """A wall that the line crosses between two hexes, its height in metres.

    `at_start` and `at_end` tell whether it stands on the very edge of the one and the other hex: who is in
    that hex is right behind it. Where the line runs along an edge it may be far from either.
    """

    start: str
    end: str
    height: float
    at_start: bool = True
    at_end: bool = True


@lru_cache(maxsize=4096)
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
    return tuple(leg.end for leg in _legs_beyond(map.cols, map.rows, a, b) if on_map(map, leg.end))


def open_beyond(map: Map, a: str, b: str) -> tuple[str, ...]:
    """The hexes after b as far as the map, the first wall over 1 m or the first solid hex (CQ-AVD-8)."""
    found: list[str] = []
    for leg in _legs_beyond(map.cols, map.rows, a, b):
        wall = _crossing(map, leg)
        if solid(map, leg.end) or (wall is not None and wall.height > metres("wall_high")):
            break
        if on_map(map, leg.end):
            found.append(leg.end)
    return tuple(found)


def crossings(map: Map, a: str, b: str) -> tuple[Crossing, ...]:
    """The walls that the line from a to b crosses, in order (CQ-MAP-4, section 7)."""
    found = (_crossing(map, leg) for leg in legs(a, b))
    return tuple(crossing for crossing in found if crossing is not None)


def hexes_of_smoke(a: str, b: str, smoky: Callable[[str], bool]) -> int:
    """How many smoky hexes the line enters, both ends included (CQ-ENV-5).

    Where it runs along an edge, the two hexes count once, and only if both are smoky (CQ-MAP-4).
    """
    return sum(map(smoky, entered(a, b))) + sum(all(map(smoky, pair)) for pair in _run_between(a, b))


@lru_cache(maxsize=4096)
def _run_between(a: str, b: str) -> tuple[tuple[str, ...], ...]:
    return tuple(leg.beside for leg in legs(a, b) if leg.beside)


# --- walls of one leg


def _crossing(map: Map, leg: Leg) -> Crossing | None:
    """The wall that stands in a leg's way, if any: along an edge the lower of the two ways round counts."""
    if leg.across:
        height = wall_on(map, leg.start, leg.across)
        return Crossing(leg.start, leg.end, height) if height else None
    near = [wall_on(map, leg.start, first) for first, _ in leg.around]
    far = [wall_on(map, leg.end, grid.opposite(second)) for _, second in leg.around]
    height = min(max(way) for way in zip(near, far, strict=True))
    if not height:
        return None
    return Crossing(leg.start, leg.end, height, at_start=min(near) == height, at_end=min(far) == height)


# --- walking the line

_SIDES = {(0, 1): "se", (0, -1): "nw", (1, 1): "n", (1, -1): "s", (2, 1): "sw", (2, -1): "ne"}
"""The side through which a line leaves, by which of u, v, w reaches 1 or −1 there."""


def _walk(a: str, b: str) -> Iterator[tuple[Leg, Spot]]:
    """The legs of the line from a through b and on without end, each with the spot where it ends.

    Nothing if both are the same hex.
    """
    start = here = grid.spot(a)
    way = _slopes(vector(a, b))
    while any(way):
        sides = _leaving(way, _slopes((here[0] - start[0], here[1] - start[1])))
        if len(sides) == 2 and 0 in way:
            one, other = sides
            there = _moved(_moved(here, STEPS[one]), STEPS[other])
            leg = Leg(_named(here), _named(there), around=((one, other), (other, one)))
        else:
            # Of the two at a corner it enters the hex that it heads for more.
            heads = {
                side: sum(a * b for a, b in zip(way, _slopes(STEPS[side]), strict=True)) for side in sides
            }
            side = max(sides, key=lambda side: heads[side])
            there = _moved(here, STEPS[side])
            leg = Leg(_named(here), _named(there), across=side)
        yield leg, there
        here = there


def _leaving(way: tuple[int, int, int], offset: tuple[int, int, int]) -> list[str]:
    signs = {axis: 1 if slope > 0 else -1 for axis, slope in enumerate(way) if slope}
    times = {(axis, sign): Fraction(offset[axis] + sign, way[axis]) for axis, sign in signs.items()}
    first = min(times.values())
    return [_SIDES[side] for side, time in times.items() if time == first]


def _slopes(way: Vector) -> tuple[int, int, int]:
    dx, dz = way
    return 2 * dx + dz, -dx - 2 * dz, dz - dx


def _moved(at: Spot, way: Vector) -> Spot:
    return at[0] + way[0], at[1] + way[1]


def _named(at: Spot) -> str:
    return grid.hex_name(*grid.cell(at))


@lru_cache(maxsize=4096)
def _legs_beyond(cols: int, rows: int, a: str, b: str) -> tuple[Leg, ...]:
    """The legs after b, till the line has left the map for good: its edge is jagged, a line may graze it."""
    found: list[Leg] = []
    passed = a == b
    for leg, there in _walk(a, b):
        column, row = grid.cell(there)
        if not (0 <= column <= cols + 1 and 0 <= row <= rows + 1):
            break
        if passed:
            found.append(leg)
        passed = passed or leg.end == b
    return tuple(found)


# --- walls, pits and the line of fire: who may be fired at, and how well he is hidden (section 7)

STANDING = "standing"
KNEELING = "kneeling"
OVER = "over"
LEAN = "lean"


class Figure(Struct, frozen=True):
    """A figure at one end of a line of fire: its hex, its posture, and how it is exposed ("", `over`, `lean`)."""

    hex: str
    posture: str = STANDING
    exposed: str = ""


class Cover(Struct, frozen=True):
    """What walls and pits make of an attack.

    rule, sentence: why it is refused, both "" where it is allowed. concealment: the worst modifier to the number
    (CQ-RNG-3), if any. exposes: whether the attacker had to show himself, and is exposed till the turn ends.
    """

    rule: str = ""
    sentence: str = ""
    concealment: Modifier | None = None
    exposes: bool = False


class _Shelter(Struct, frozen=True):
    """A wall on the line, or a pit as a wall of its depth, its height in metres, and who is right behind it."""

    height: float
    hides_attacker: bool = False
    hides_target: bool = False


def height(posture: str) -> float:
    """How high a figure reaches, in metres: standing 2, kneeling 1, down half a metre."""
    if posture == STANDING:
        return metres("height_standing")
    return metres("height_kneeling" if posture == KNEELING else "height_down")


def cover(map: Map, attacker: Figure, target: Figure, expose: str = "", *, round_high: bool = False) -> Cover:
    """What stands between two figures: the first refusal, else the worst concealment (section 7).

    `expose` is how the attacker is ready to show himself: "", `over` or `lean`. `round_high`: one may lean round a wall
    of more than 2 m that one is right behind.
    """
    hexes = distance(attacker.hex, target.hex)
    deep = deep_pit(map, attacker.hex), deep_pit(map, target.hex)
    if any(deep) and hexes > number("deep_pit_range"):
        return Cover("CQ-ENV-13", "Into and out of a pit over 2 m deep shots reach only the next hexes.")
    # The walls in order along the line, the target's pit, the attacker's.
    shelters = list(_walls(map, attacker.hex, target.hex))
    if hexes and pit(map, target.hex) and not deep[1]:
        shelters.append(_Shelter(pit(map, target.hex), hides_target=True))
    if hexes and pit(map, attacker.hex) and not deep[0]:
        shelters.append(_Shelter(pit(map, attacker.hex), hides_attacker=True))
    hidden: list[Modifier] = []
    tall = height(target.posture)
    for shelter in shelters:
        refused = _refused(shelter, attacker, target, expose, round_high=round_high)
        if refused is not None:
            return refused
        if not shelter.hides_target or _looked_over(shelter, attacker, target):
            continue
        if shelter.height >= tall:  # CQ-RNG-3
            hidden.append(modifier("concealment_over" if target.exposed == OVER else "concealment_lean"))
        elif number("half_hidden_times") * shelter.height >= tall:
            hidden.append(modifier("concealment_half"))
    worst = min(hidden, key=lambda modifier: modifier.value, default=None)
    return Cover(concealment=worst, exposes=any(_needs_exposing(one, attacker) for one in shelters))


def hidden_by_wall(map: Map, thrower: Figure, hex: str) -> bool | None:
    """CQ-GRN-11: whether walls hide a hex from a thrower; None where it is for the table to say.

    That is where a wall as high as he is stands on the line, over which there would be a shot.
    """
    walls = list(_walls(map, thrower.hex, hex))
    if any(_refused(wall, thrower, Figure(hex), "", round_high=False) for wall in walls):
        return True
    return None if any(wall.height >= height(thrower.posture) for wall in walls) else False


def _walls(map: Map, attacker: str, target: str) -> Iterator[_Shelter]:
    """The walls on the line; the two sides of a solid hex are one wall, from behind which one may lean."""
    left = list(crossings(map, attacker, target))
    while left:
        near = far = left.pop(0)
        if left and solid(map, near.end) and left[0].start == near.end:
            far = left.pop(0)
        yield _Shelter(
            max(near.height, far.height),
            hides_attacker=near.start == attacker and near.at_start,
            hides_target=far.end == target and far.at_end,
        )


def _refused(
    shelter: _Shelter, attacker: Figure, target: Figure, expose: str, *, round_high: bool
) -> Cover | None:
    # CQ-RNG-6: the attacker right behind it may lean out round it, or the target is and has leaned out.
    leans = shelter.hides_attacker or (shelter.hides_target and target.exposed == LEAN)
    if shelter.height > metres("wall_full") and not (round_high and leans):
        return Cover("CQ-ENV-9", "A wall over 2 m stops all fire.")
    if _needs_exposing(shelter, attacker):
        if not expose:
            return Cover("CQ-ENV-10", "The only shot is over the wall or round its end, leaning out.")
        if expose == OVER and shelter.height > height(attacker.posture):
            return Cover("CQ-ENV-10", "The wall is too high to fire over in this posture.")
    if shelter.hides_target:
        sheltered = shelter.height >= height(target.posture) and not _looked_over(shelter, attacker, target)
        if sheltered and not target.exposed:
            return Cover("CQ-ENV-9", "The target is sheltered behind a wall or in a pit.")
    elif not shelter.hides_attacker and shelter.height > metres("wall_high"):
        return Cover("CQ-ENV-9", "A wall over 1 m stands in between.")
    return None


def _needs_exposing(shelter: _Shelter, attacker: Figure) -> bool:
    """CQ-ENV-10: whether the attacker is right behind something as high as he is."""
    return shelter.hides_attacker and shelter.height >= height(attacker.posture)


def _looked_over(shelter: _Shelter, attacker: Figure, target: Figure) -> bool:
    """Whether the attacker stands so close that he sees over it: within 2 hexes half a metre, next to it 1 m."""
    hexes = distance(attacker.hex, target.hex)
    over_half_a_metre = shelter.height <= metres("wall_low") and hexes < number("low_wall_distance")
    over_a_metre = shelter.height <= metres("wall_high") and hexes <= number("high_wall_distance")
    return attacker.posture == STANDING and (over_half_a_metre or over_a_metre)
