"""Walls, pits and the line of fire: who may be fired at, and how well he is hidden (section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vedette.engine.dice import Modifier
from vedette.games.close_quarters.map.hexes import distance
from vedette.games.close_quarters.map.lines import Crossing, crossings
from vedette.games.close_quarters.map.terrain import deep_pit, metres, pit
from vedette.games.close_quarters.map.walls import solid
from vedette.games.close_quarters.state import Map
from vedette.games.close_quarters.tables import modifier, number

STANDING = "standing"
KNEELING = "kneeling"
OVER = "over"
LEAN = "lean"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure at one end of a line of fire: its hex, its posture, and how it is exposed ("", `over`, `lean`)."""

    hex: str
    posture: str = STANDING
    exposed: str = ""


@dataclass(frozen=True, slots=True)
class Cover:
    """What walls and pits make of an attack.

    rule, sentence: why it is refused, both "" where it is allowed. concealment: the worst modifier to the number
    (CQ-RNG-3), if any. exposes: whether the attacker had to show himself, and is exposed till the turn ends.
    """

    rule: str = ""
    sentence: str = ""
    concealment: Modifier | None = None
    exposes: bool = False


@dataclass(frozen=True, slots=True)
class _Shelter:
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
    deep = deep_pit(map, attacker.hex) or deep_pit(map, target.hex)
    if deep and hexes > number("deep_pit_range"):
        return Cover(
            "CQ-ENV-13", "Into and out of a pit over 2 m deep one fires only to and from the next hexes."
        )
    hidden, exposes = [], False
    for shelter in _shelters(map, attacker.hex, target.hex):
        refused = _refused(shelter, attacker, target, expose, round_high=round_high)
        if refused is not None:
            return refused
        exposes = exposes or _needs_exposing(shelter, attacker)
        hidden.append(_concealment(shelter, attacker, target))
    worst = min(
        (modifier for modifier in hidden if modifier is not None),
        key=lambda modifier: modifier.value,
        default=None,
    )
    return Cover(concealment=worst, exposes=exposes)


def _shelters(map: Map, attacker: str, target: str) -> Iterator[_Shelter]:
    """What may shelter one of the two: walls in order along the line, the target's pit, the attacker's."""
    for wall in _standing_alone(map, crossings(map, attacker, target)):
        yield _Shelter(
            wall.height,
            hides_attacker=wall.start == attacker and wall.at_start,
            hides_target=wall.end == target and wall.at_end,
        )
    if attacker != target:
        if pit(map, target) and not deep_pit(map, target):
            yield _Shelter(pit(map, target), hides_target=True)
        if pit(map, attacker) and not deep_pit(map, attacker):
            yield _Shelter(pit(map, attacker), hides_attacker=True)


def _standing_alone(map: Map, walls: tuple[Crossing, ...]) -> Iterator[Crossing]:
    """The walls on the line; the two sides of a solid hex are one wall, from behind which one may lean."""
    left = list(walls)
    while left:
        near = left.pop(0)
        if left and solid(map, near.end) and left[0].start == near.end:
            far = left.pop(0)
            near = Crossing(near.start, far.end, max(near.height, far.height), near.at_start, far.at_end)
        yield near


def _refused(
    shelter: _Shelter, attacker: Figure, target: Figure, expose: str, *, round_high: bool
) -> Cover | None:
    """Why nobody can be hit past that wall, if so."""
    if shelter.height > metres("wall_full") and not (round_high and _leaned_round(shelter, target)):
        return Cover("CQ-ENV-9", "A wall over 2 m stops all fire.")
    if _needs_exposing(shelter, attacker):
        if not expose:
            return Cover("CQ-ENV-10", "He can only fire over the wall or round its end, and exposes himself.")
        if expose == OVER and shelter.height > height(attacker.posture):
            return Cover("CQ-ENV-10", "The wall is too high to fire over in this posture.")
    if shelter.hides_target:
        if _sheltered(shelter, attacker, target) and not target.exposed:
            return Cover("CQ-ENV-9", "The target is sheltered behind a wall or in a pit.")
    elif not shelter.hides_attacker and shelter.height > metres("wall_high"):
        return Cover("CQ-ENV-9", "A wall over 1 m stands in between.")
    return None


def _leaned_round(shelter: _Shelter, target: Figure) -> bool:
    """Whether the attacker is right behind it and may lean out, or the target is and has leaned out (CQ-RNG-6)."""
    return shelter.hides_attacker or (shelter.hides_target and target.exposed == LEAN)


def _needs_exposing(shelter: _Shelter, attacker: Figure) -> bool:
    """Whether the attacker is right behind something as high as he is (CQ-ENV-10)."""
    return shelter.hides_attacker and shelter.height >= height(attacker.posture)


def _sheltered(shelter: _Shelter, attacker: Figure, target: Figure) -> bool:
    """Whether the target is wholly behind it (CQ-ENV-9)."""
    return shelter.height >= height(target.posture) and not _looked_over(shelter, attacker, target)


def _concealment(shelter: _Shelter, attacker: Figure, target: Figure) -> Modifier | None:
    """What it takes off the number to hit the target right behind it (CQ-RNG-3)."""
    if not shelter.hides_target or _looked_over(shelter, attacker, target):
        return None
    if shelter.height >= height(target.posture):
        return modifier("concealment_over" if target.exposed == OVER else "concealment_lean")
    if number("half_hidden_times") * shelter.height >= height(target.posture):
        return modifier("concealment_half")
    return None


def _looked_over(shelter: _Shelter, attacker: Figure, target: Figure) -> bool:
    """Whether the attacker stands so close that he sees over it: within 2 hexes half a metre, next to it 1 m."""
    if attacker.posture != STANDING:
        return False
    hexes = distance(attacker.hex, target.hex)
    over_half_a_metre = shelter.height <= metres("wall_low") and hexes < number("low_wall_distance")
    over_a_metre = shelter.height <= metres("wall_high") and hexes <= number("high_wall_distance")
    return over_half_a_metre or over_a_metre
