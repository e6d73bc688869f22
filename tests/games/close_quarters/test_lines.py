"""The line of fire (CQ-MAP-4), and the walls and the smoke along it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.games.close_quarters.state import Map, Wall
from vedette.games.close_quarters.terrain import (
    barred,
    between,
    beyond,
    crossings,
    entered,
    hemmed,
    hexes_of_smoke,
    legs,
    open_beyond,
    solid,
    wall_between,
    wall_on,
)
from vedette.view.hexes import direction_between, distance, hex_name, on_map, opposite, spot, step

CELLS = [hex_name(column, row) for column in range(1, 13) for row in range(1, 13)]
HEXES = st.sampled_from(CELLS)
SMALL = Map(cols=12, rows=12)

SPEC = {
    ("0303", "0606"): "0303 0403 0404 0505 0506 0606",
    ("0303", "0703"): "0303 0503 0703",
    ("0303", "0510"): "0303 0304 0404 0305 0405 0406 0407 0508 0408 0509 0510",
}


def differences(hex: str) -> tuple[int, int, int]:
    """A hex as x − y, y − z, z − x."""
    x, z = spot(hex)
    y = -x - z
    return x - y, y - z, z - x


def inside(a: str, b: str, hex: str) -> tuple[Fraction, Fraction] | None:
    """By the letter of the rule: the open stretch of t in which the line through a and b lies inside a hex."""
    low, high = Fraction(-1000), Fraction(1000)
    for start, end, centre in zip(differences(a), differences(b), differences(hex), strict=True):
        slope = end - start
        if slope == 0:
            if abs(start - centre) >= 1:
                return None
            continue
        bounds = sorted(Fraction(centre + side - start, slope) for side in (-1, 1))
        low, high = max(low, bounds[0]), min(high, bounds[1])
    return (low, high) if low < high else None


def by_the_letter(a: str, b: str, start: int, end: int) -> list[str]:
    """The hexes that the line enters between two values of t, in the order in which it does."""
    stretches = {hex: inside(a, b, hex) for hex in CELLS}
    found = {hex: one for hex, one in stretches.items() if one and one[0] < end and one[1] > start}
    return sorted(found, key=lambda one: found[one][0])


@pytest.mark.parametrize(("ends", "hexes"), SPEC.items())
def test_lines_of_the_rules(ends: tuple[str, str], hexes: str) -> None:
    assert entered(*ends) == tuple(hexes.split())


def test_along_an_edge_the_line_enters_neither_hex() -> None:
    assert [set(leg.beside) for leg in legs("0303", "0703")] == [{"0402", "0403"}, {"0602", "0603"}]
    assert entered("0303", "0404") == ("0303", "0404")
    assert set(legs("0303", "0404")[0].beside) == {"0304", "0403"}


def test_a_line_to_ones_own_hex() -> None:
    assert entered("0303", "0303") == ("0303",)
    assert between("0303", "0303") == between("0303", "0304") == ()
    assert beyond(SMALL, "0303", "0303") == ()


@given(HEXES, HEXES)
def test_a_line_enters_what_the_rule_says(a: str, b: str) -> None:
    if a != b:
        assert list(entered(a, b)) == by_the_letter(a, b, 0, 1)


@given(HEXES, HEXES)
def test_beyond_goes_on_to_the_edge_of_the_map(a: str, b: str) -> None:
    if a != b:
        rest = by_the_letter(a, b, 1, 1000)
        assert list(beyond(SMALL, a, b)) == [hex for hex in rest if hex != b]


@given(HEXES, HEXES)
def test_a_line_is_the_same_from_both_ends(a: str, b: str) -> None:
    assert entered(a, b)[::-1] == entered(b, a)
    assert [set(leg.beside) for leg in legs(a, b)][::-1] == [set(leg.beside) for leg in legs(b, a)]


@given(HEXES, HEXES)
def test_each_leg_leads_to_a_neighbour_or_along_an_edge(a: str, b: str) -> None:
    for leg in legs(a, b):
        if leg.across:
            assert direction_between(leg.start, leg.end) == leg.across
            continue
        assert distance(leg.start, leg.end) == 2
        one, other = leg.beside
        assert {distance(end, one) for end in (leg.start, leg.end, other)} == {1}
        assert {distance(end, other) for end in (leg.start, leg.end)} == {1}


@given(HEXES, HEXES)
def test_a_line_never_leaves_the_map_between_two_hexes_of_it(a: str, b: str) -> None:
    assert all(on_map(SMALL, hex) for hex in entered(a, b))


# --- walls


def walled(*walls: tuple[str, str, float], **rest: object) -> Map:
    return Map(walls=tuple(Wall(hex, side, height) for hex, side, height in walls), **rest)  # type: ignore[arg-type]


def test_a_wall_may_be_written_from_either_hex_and_the_higher_one_counts() -> None:
    ground = walled(("0303", "s", 0.5), ("0304", "n", 2), ("0202", "se", 1))
    assert wall_between(ground, "0303", "0304") == wall_between(ground, "0304", "0303") == 2
    assert wall_between(ground, "0303", "0202") == wall_on(ground, "0303", "nw") == 1
    assert wall_between(ground, "0303", "0302") == wall_between(ground, "0303", "0309") == 0
    assert barred(ground, "0303", "0304")
    assert not barred(ground, "0303", "0202")
    assert hemmed(ground, "0303", "0202")
    assert not hemmed(walled(("0303", "s", 0.5)), "0303", "0304")


def test_a_solid_hex_has_walls_over_two_metres_all_round() -> None:
    ground = Map(terrain={"0303": "wall"})
    assert solid(ground, "0303")
    assert {wall_between(ground, "0303", other) for other in ("0302", "0402", "0203")} == {3}
    assert wall_on(ground, "0402", "sw") == 3


def test_walls_are_crossed_in_order() -> None:
    ground = walled(("0304", "n", 1), ("0306", "n", 0.5), ("0302", "n", 2))
    assert [(wall.start, wall.end, wall.height) for wall in crossings(ground, "0302", "0307")] == [
        ("0303", "0304", 1),
        ("0305", "0306", 0.5),
    ]


def test_along_an_edge_a_wall_counts_only_if_both_ways_round_carry_one() -> None:
    assert crossings(walled(("0303", "ne", 2)), "0303", "0503") == ()
    assert crossings(walled(("0402", "s", 3)), "0303", "0503") == ()
    (wall,) = crossings(walled(("0303", "ne", 2), ("0303", "se", 1)), "0303", "0503")
    assert (wall.height, wall.at_start, wall.at_end) == (1, True, False)
    (wall,) = crossings(walled(("0503", "nw", 2), ("0503", "sw", 3)), "0303", "0503")
    assert (wall.height, wall.at_start, wall.at_end) == (2, False, True)
    (wall,) = crossings(walled(("0303", "ne", 1), ("0503", "sw", 1)), "0303", "0503")
    assert (wall.height, wall.at_start, wall.at_end) == (1, False, False)
    (wall,) = crossings(Map(terrain={"0402": "wall", "0403": "wall"}), "0303", "0503")
    assert (wall.height, wall.at_start, wall.at_end) == (3, True, True)


def test_along_the_edge_of_the_map_a_wall_shuts_one_way_only() -> None:
    assert crossings(Map(terrain={"0201": "wall"}), "0101", "0301") == ()


@given(
    HEXES, HEXES, st.lists(st.tuples(HEXES, st.sampled_from(["n", "ne", "se"]), st.sampled_from([0.5, 1, 3])))
)
def test_walls_are_the_same_from_both_ends(a: str, b: str, walls: list[tuple[str, str, float]]) -> None:
    there = crossings(walled(*walls), a, b)
    mirrored = [(step(hex, side), opposite(side), height) for hex, side, height in walls]
    back = crossings(walled(*mirrored), b, a)
    assert [(wall.start, wall.end, wall.height, wall.at_start, wall.at_end) for wall in there] == [
        (wall.end, wall.start, wall.height, wall.at_end, wall.at_start) for wall in reversed(back)
    ]


def test_a_miss_flies_on_to_the_first_high_wall_or_solid_hex() -> None:
    column = ("0305", "0306", "0307", "0308", "0309", "0310")
    assert open_beyond(Map(rows=10), "0302", "0304") == column
    assert open_beyond(walled(("0307", "n", 1), ("0309", "n", 2), rows=10), "0302", "0304") == column[:4]
    assert open_beyond(Map(rows=10, terrain={"0307": "wall"}), "0302", "0304") == column[:2]


# --- smoke


def test_smoke_counts_each_hex_with_both_ends() -> None:
    assert hexes_of_smoke("0303", "0606", {"0303", "0405", "0505", "0606"}.__contains__) == 3
    assert hexes_of_smoke("0303", "0303", {"0303"}.__contains__) == 1


def test_smoke_along_an_edge_counts_once_and_only_on_both_sides() -> None:
    assert hexes_of_smoke("0303", "0703", {"0402", "0403"}.__contains__) == 1
    assert hexes_of_smoke("0303", "0703", {"0402", "0603"}.__contains__) == 0
    assert hexes_of_smoke("0303", "0703", set(CELLS).__contains__) == 5
