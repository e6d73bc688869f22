"""Maps drawn as plain text, and those that come with the game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.engine.library import table
from vedette.games.close_quarters.library import draw_map, read_map
from vedette.games.close_quarters.setup import MAP
from vedette.games.close_quarters.state import Map, Wall
from vedette.games.close_quarters.tables import terrains
from vedette.games.close_quarters.terrain import deep_water, hemmed, jumped_pit, solid
from vedette.view.hexes import column_and_row, hex_name, is_hex_name, neighbours, on_map

MAPS = {row["id"]: row for row in table("close-quarters", "maps")}

DRAWING = """
    _   #   _   .
      _   #   ~
    o   _   _   .
      _   O   W
"""


def test_a_drawing_of_two_rows() -> None:
    assert read_map({"id": "x", "name": "X", "text": "A map.", "drawn": DRAWING, "dark": True}) == {
        "name": "X",
        "cols": 7,
        "rows": 2,
        "dark": True,
        "terrain": {
            "0301": "wall",
            "0701": "broken",
            "0401": "wall",
            "0601": "water-ankle",
            "0702": "broken",
            "0602": "water-deep",
        },
        "pits": {"0102": 1.0, "0402": 3.0},
    }


def test_tables_beat_the_drawing() -> None:
    read = read_map({"drawn": DRAWING, "pits": {"0102": 2.0}, "terrain": {"0101": "ice", "0301": "clear"}})
    assert read["pits"] == {"0102": 2.0, "0402": 3.0}
    assert (read["terrain"]["0101"], read["terrain"]["0301"], read["terrain"]["0401"]) == (
        "ice",
        "clear",
        "wall",
    )


def test_a_map_without_a_drawing_stays_as_it_is() -> None:
    given = {"cols": 5, "walls": [{"hex": "0101", "side": "s", "height": 1.0}]}
    assert read_map({"id": "x", **given}) == given
    assert read_map({}) == {}


def test_a_row_of_walls_may_name_several() -> None:
    rows = [
        {"hexes": ["0101", "0301"], "sides": ["s", "se"], "height": 2.0},
        {"hex": "0202", "side": "n", "height": 1},
    ]
    walls = [Wall(**wall) for wall in read_map({"walls": rows})["walls"]]
    assert [(wall.hex, wall.side, wall.height) for wall in walls] == [
        ("0101", "s", 2),
        ("0101", "se", 2),
        ("0301", "s", 2),
        ("0301", "se", 2),
        ("0202", "n", 1),
    ]


@pytest.mark.parametrize(
    "odd", [{"walls": 3}, {"walls": [3]}, {"walls": [{"hexes": 3}]}, {"terrain": 3, "drawn": DRAWING}]
)
def test_what_is_wrong_with_the_tables_is_left_to_the_set_up(odd: dict[str, Any]) -> None:
    read_map(odd)


FAULTS = {
    "": "The drawing is empty",
    "_\n": "The drawing has 1 column; a map needs 2 at least",
    "_   _\n  _\n_   _\n": "The drawing has 3 lines; every row of the map needs 2",
    "_   _\n  _\n_   _   _\n  _\n": "Line 3 of the drawing goes on after column 03, its last one",
    "_   _\n  _\n_\n  _\n": "Line 3 of the drawing ends before column 03, its last one",
    "_   ?\n  _\n": "Line 1 of the drawing has `?` in column 03, which is not a symbol",
    "_   _   _\n  _   _\n_       _\n  _   _\n": "Line 3 of the drawing has no symbol in column 03",
    "_   _   _\n  _ _ _\n": "Line 2 of the drawing has `_` at place 5, where no column of that line stands",
    "_   _\n  _\n_   _x\n  _\n": "Line 3 of the drawing has `x` at place 6, where no column of that line stands",
}


@pytest.mark.parametrize(("drawing", "fault"), FAULTS.items())
def test_faults_say_where_they_are(drawing: str, fault: str) -> None:
    with pytest.raises(ValueError, match="drawing") as error:
        read_map({"drawn": drawing})
    assert str(error.value) == fault


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(ValueError, match=r"Line 1 .*; Line 2 "):
        read_map({"drawn": "_   ?\n  !\n"})


def test_a_drawing_is_as_large_as_the_map_says() -> None:
    with pytest.raises(ValueError, match="The drawing has 7 cols, the map 8"):
        read_map({"drawn": DRAWING, "cols": 8})
    with pytest.raises(ValueError, match="The drawing is empty"):
        read_map({"drawn": 5})


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """A map whose ground and pits can all be drawn."""
    cols, rows = draw(st.integers(2, 9)), draw(st.integers(1, 6))
    kinds = st.sampled_from([*terrains(), 1.0, 3.0])
    ground = {hex_name(c, r): draw(kinds) for c in range(1, cols + 1) for r in range(1, rows + 1)}
    return {
        "cols": cols,
        "rows": rows,
        "terrain": {hex: kind for hex, kind in ground.items() if isinstance(kind, str) and kind != "clear"},
        "pits": {hex: kind for hex, kind in ground.items() if isinstance(kind, float)},
    }


@given(tables())
def test_what_is_drawn_is_read_again(map: dict[str, Any]) -> None:
    assert read_map({"drawn": draw_map(map)}) == map


def test_symbols_are_no_one_elses() -> None:
    symbols = [row.symbol for row in terrains().values()] + ["o", "O"]
    assert len(set(symbols)) == len(symbols)
    assert {len(symbol) for symbol in symbols} == {1}
    assert " " not in symbols


# --- the maps that come with the game


def the_map(id: str) -> Map:
    """A map of the data, as it is played on."""
    read = {key: value for key, value in read_map(MAPS[id]).items() if key not in ("name", "zones")}
    return Map(**{**read, "walls": tuple(Wall(**wall) for wall in read.get("walls", ()))})


@pytest.mark.parametrize(
    ("id", "size"),
    [("arena", (15, 11)), ("ship-deck", (22, 14)), ("ruins", (20, 16)), ("open-ground", (24, 18))],
)
def test_maps_have_their_size_and_fit_the_set_up(id: str, size: tuple[int, int]) -> None:
    map = the_map(id)
    assert (map.cols, map.rows) == size
    MAP.validate_python(read_map(MAPS[id]))
    assert MAPS[id]["name"]
    assert MAPS[id]["text"]


@pytest.mark.parametrize("id", MAPS)
def test_both_ends_have_room_and_all_of_a_map_can_be_walked_to(id: str) -> None:
    map = the_map(id)
    cells = [hex_name(column, row) for column in range(1, map.cols + 1) for row in range(1, map.rows + 1)]
    free = {hex for hex in cells if not (solid(map, hex) or deep_water(map, hex) or jumped_pit(map, hex))}
    left = [hex for hex in sorted(free) if column_and_row(hex)[0] in (2, 3)]
    right = [hex for hex in sorted(free) if column_and_row(hex)[0] in (map.cols - 2, map.cols - 1)]
    assert len(left) >= 8
    assert len(right) >= 8
    reached, edge = {left[0]}, [left[0]]
    while edge:
        here = edge.pop()
        found = {hex for hex in neighbours(here) if hex in free and not hemmed(map, here, hex)} - reached
        reached |= found
        edge += found
    assert reached == free


@pytest.mark.parametrize("id", MAPS)
def test_walls_stand_on_the_map(id: str) -> None:
    map = the_map(id)
    assert all(is_hex_name(wall.hex) and on_map(map, wall.hex) for wall in map.walls)
    assert {wall.height for wall in map.walls} <= {0.5, 1, 2, 3}
