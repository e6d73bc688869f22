"""Hexes: neighbours, distances, bearings (CQ-MAP-1 to CQ-MAP-3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.games.close_quarters.state import Map
from vedette.games.close_quarters.terrain import (
    ahead,
    bearing,
    dot,
    fan,
    multihexes,
    nearest_direction,
    on_edge,
    swept,
    turns_between,
)
from vedette.view.hexes import (
    DIRECTIONS,
    STEPS,
    area,
    column_and_row,
    direction_between,
    distance,
    hex_name,
    is_hex_name,
    neighbours,
    on_map,
    opposite,
    ring,
    step,
    turned,
    vector,
)

HEXES = st.builds(hex_name, st.integers(1, 30), st.integers(1, 30))
INNER = st.builds(hex_name, st.integers(8, 30), st.integers(8, 30))
SIDES = st.sampled_from(DIRECTIONS)

AROUND = {
    "0101": ("", "", "0201", "0102", "", ""),
    "0201": ("", "0301", "0302", "0202", "0102", "0101"),
    "0303": ("0302", "0402", "0403", "0304", "0203", "0202"),
    "0402": ("0401", "0502", "0503", "0403", "0303", "0302"),
}


@pytest.mark.parametrize(("hex", "around"), AROUND.items())
def test_even_columns_lie_half_a_hex_lower(hex: str, around: tuple[str, ...]) -> None:
    assert tuple(step(hex, direction) for direction in DIRECTIONS) == around
    assert set(neighbours(hex)) == set(around) - {""}


@given(HEXES)
def test_a_name_is_column_and_row(hex: str) -> None:
    assert is_hex_name(hex)
    assert hex_name(*column_and_row(hex)) == hex


@pytest.mark.parametrize("text", ["", "304", "03045", "03 4", "a304", "٠٣٠٤", "-304"])
def test_what_is_no_name(text: str) -> None:
    assert not is_hex_name(text)
    assert not on_map(Map(), text)


def test_the_map_ends_somewhere() -> None:
    small = Map(cols=12, rows=10)
    assert [hex for hex in ("0001", "0100", "0101", "1210", "1310", "1211") if on_map(small, hex)] == [
        "0101",
        "1210",
    ]
    assert [
        hex for hex in ("0105", "0205", "1205", "0601", "0602", "0610", "1311") if on_edge(small, hex)
    ] == [
        "0105",
        "1205",
        "0601",
        "0610",
    ]


@pytest.mark.parametrize(
    ("a", "b", "hexes", "multi"),
    [("0303", "0606", 5, 2), ("0303", "0510", 8, 3), ("0303", "0303", 0, 0), ("0101", "0201", 1, 1)],
)
def test_distances_of_the_rules(a: str, b: str, hexes: int, multi: int) -> None:
    assert (distance(a, b), multihexes(distance(a, b))) == (hexes, multi)


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_distance(a: str, b: str, c: str) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(INNER, SIDES)
def test_a_step_leads_to_a_neighbour_and_back(hex: str, side: str) -> None:
    other = step(hex, side)
    assert distance(hex, other) == 1
    assert direction_between(hex, other) == side
    assert step(other, opposite(side)) == hex
    assert direction_between(hex, hex) == ""


@given(INNER, st.integers(0, 5))
def test_an_area_is_all_within_a_distance(hex: str, radius: int) -> None:
    column, row = column_and_row(hex)
    near = {
        hex_name(c, r)
        for c in range(column - 6, column + 7)
        for r in range(row - 7, row + 8)
        if distance(hex, hex_name(c, r)) <= radius
    }
    assert set(area(hex, radius)) == near
    assert len(area(hex, radius)) == len(near) == 1 + 3 * radius * (radius + 1)
    assert [distance(hex, one) for one in area(hex, radius)] == sorted(distance(hex, one) for one in near)
    assert {distance(hex, one) for one in ring(hex, radius)} == {radius}


def test_an_area_ends_at_the_corner_of_all_maps() -> None:
    assert area("0101", 1) == ("0101", "0201", "0102")


def test_directions_turn() -> None:
    assert [turned("ne", steps) for steps in (-1, 0, 1, 6, -8)] == ["n", "ne", "se", "ne", "nw"]
    assert [turns_between("n", other) for other in DIRECTIONS] == [0, 1, 2, 3, 2, 1]


@given(SIDES, INNER)
def test_three_front_hexes_two_side_hexes_one_rear_hex(facing: str, hex: str) -> None:
    seen = [bearing(facing, hex, step(hex, turned(facing, turn))) for turn in range(6)]
    assert seen == ["front", "front", "side", "rear", "side", "front"]
    assert bearing(facing, hex, hex) == "front"


def test_the_front_is_a_half_plane_its_boundary_included() -> None:
    # Facing north, 0705 and 0305 lie straight to the sides.
    assert bearing("n", "0505", "0705") == bearing("n", "0505", "0305") == "front"
    assert not ahead("n", "0505", "0705")
    assert ahead("n", "0505", "0704")
    assert bearing("n", "0505", "0706") == "side"


def test_the_rear_is_sixty_degrees_its_boundary_included() -> None:
    # 0405 and 0406 lie south-west; the line between south and south-west runs through 0407.
    assert bearing("n", "0505", "0407") == "rear"
    assert bearing("n", "0505", "0306") == "side"
    assert bearing("n", "0505", "0307") == "side"
    assert bearing("n", "0505", "0308") == "rear"


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_the_nearest_direction_comes_first_on_a_tie(dx: int, dz: int) -> None:
    best = max(dot(STEPS[direction], (dx, dz)) for direction in DIRECTIONS)
    ties = [direction for direction in DIRECTIONS if dot(STEPS[direction], (dx, dz)) == best]
    assert nearest_direction((dx, dz)) == ties[0]


def test_nearest_direction_of_steps_and_ties() -> None:
    assert [nearest_direction(STEPS[direction]) for direction in DIRECTIONS] == list(DIRECTIONS)
    assert nearest_direction(vector("0505", "0603")) == "n"
    assert nearest_direction((0, 0)) == "n"


def test_a_fan_goes_from_left_to_right() -> None:
    assert fan("0303", "n") == ("0202", "0302", "0402")
    assert fan("0303", "n", 2) == ("0203", "0202", "0302", "0402", "0403")
    assert fan("0101", "n") == ()


def test_an_arc_is_swept_from_its_first_hex_to_its_last() -> None:
    figures = ["0503", "0602", "0502", "0402", "0702", "0507", "0505", "0302"]
    assert swept("0505", "n", "0402", "0602", figures) == ("0402", "0503", "0502", "0602")
    assert swept("0505", "n", "0602", "0402", figures) == ("0602", "0503", "0502", "0402")
    assert swept("0505", "n", "0502", "0503", figures) == ("0503", "0502")
