"""Maps that are drawn on the screen: what each brush does, the file that comes of it, and who begins where."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from vedette.engine.errors import CommandError, DataError
from vedette.engine.library import games, table
from vedette.engine.session import new_session
from vedette.games.close_quarters.library import resolve
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.view.board import DrawnMap, map_editor

EDITOR = map_editor()
MAPS = {row["id"]: row for row in table("close-quarters", "maps")}


def drawn(*strokes: str) -> DrawnMap:
    """A small map after strokes such as `wall:wall_high 0202 n`."""
    map = EDITOR.resize(EDITOR.begin(), 6, 4)
    for stroke in strokes:
        brush, hex, side = f"{stroke} ".split(" ")[:3]
        map = EDITOR.paint(map, brush, hex, side)
    return map


def written(map: DrawnMap) -> dict[str, Any]:
    return tomllib.loads(EDITOR.text(map, "yard"))


@pytest.mark.parametrize("id", MAPS)
def test_our_maps_are_the_same_when_they_are_read_written_and_read_again(id: str) -> None:
    map = EDITOR.read(MAPS[id])
    assert EDITOR.read(written(map)) == map


def test_a_file_is_drawn_as_by_hand_and_has_the_rest_beside_it() -> None:
    map = drawn(
        "ground:ice 0203", "pit:drawn_pit 0301", "zone:1 0101", "zone:2 0203",
        "wall:wall_high 0302 s", "wall:wall_high 0202 n", "wall:wall_solid 0604 n",
    )  # fmt: skip
    text = EDITOR.text(EDITOR.rename(map, 'The "yard"'), "yard")

    assert "1   o   _\n  _   _   _\n" in text
    assert 'name = "The \\"yard\\""' in text
    assert '[zones]\n2 = ["0203"]' in text
    assert 'hexes = ["0202", "0303"]\nsides = ["n"]\nheight = 1.0' in text
    assert EDITOR.read(tomllib.loads(text)) == EDITOR.rename(map, 'The "yard"')


def test_a_wall_has_one_name_and_a_door_takes_it_away_from_both_sides() -> None:
    assert drawn("wall:wall_low 0302 s").walls == drawn("wall:wall_low 0303 n").walls
    assert drawn("wall:wall_low 0302 s", "wall: 0303 n").walls == {}
    assert drawn("ground:wall 0302", "wall: 0303 n").terrain == {}


def test_clear_ground_takes_everything_out_of_a_hex() -> None:
    assert drawn("zone:1 0101", "pit:drawn_pit 0102", "ground:clear 0101", "ground:clear 0102") == drawn()


def test_what_is_not_there_is_not_drawn_on() -> None:
    assert drawn("ground:ice 0705", "wall:wall_low 0101", "wall:wall_low 9999 n") == drawn()


def test_a_smaller_map_loses_what_no_longer_fits() -> None:
    map = drawn("ground:ice 0604", "zone:2 0604", "wall:wall_low 0604 n", "ground:ice 0202")
    smaller = EDITOR.resize(map, 5, 3)
    assert (smaller.terrain, smaller.zones, smaller.walls) == ({"0202": "ice"}, {}, {})
    with pytest.raises(CommandError, match="2 to 99"):
        EDITOR.resize(map, 1, 100)


def test_what_cannot_be_drawn_stays_as_it_was() -> None:
    row = {"id": "x", "drawn": "_   _\n  _\n", "wind": "slight", "fog": ["0101"], "pits": {"0201": 2.0}}
    assert {key: written(EDITOR.read(row))[key] for key in ("wind", "fog", "pits")} == {
        "wind": "slight", "fog": ["0101"], "pits": {"0201": 2.0},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ({"drawn": "_   ?\n  _\n"}, "Line 1 of the drawing has `?` in column 03"),
        ({"cols": 3, "rows": 3, "zones": {"5": []}}, "zones"),
        ({"cols": 3, "rows": 3, "zones": {"1": ["0909"]}}, "0909 is not on the map"),
        ({"cols": "x"}, "cols"),
        ({"drawn": "_   _\n  _\n", "zones": 3}, "zones"),
    ],
)
def test_a_bad_file_is_told_in_a_sentence(row: dict[str, Any], fault: str) -> None:
    with pytest.raises(DataError, match=fault.replace("?", r"\?")):
        EDITOR.read(row)


def test_every_brush_has_a_key_of_its_own_that_is_no_direction() -> None:
    keys = [brush.key for brush in EDITOR.brushes]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set("qweasdupy")


def _without_places(game: str) -> dict[str, Any]:
    setup = {**games("close-quarters")[game]}
    setup["sides"] = [
        {
            **side,
            "units": [
                {key: unit[key] for key in unit if key not in ("hex", "facing")} for unit in side["units"]
            ],
        }
        for side in setup["sides"]
    ]
    return setup


def test_a_side_without_places_stands_in_the_middle_of_its_zone_and_faces_the_enemy() -> None:
    column = [f"01{row:02d}" for row in range(1, 12)]
    other = [f"15{row:02d}" for row in range(1, 12)]
    map = {"cols": 15, "rows": 11, "terrain": {"0106": "wall"}, "zones": {"1": column, "2": other}}
    setup = {**_without_places("arena-two-a-side"), "map": map}
    session = new_session(RULESET, setup, seed=1)

    units = session.state.units
    by_side = {side: [unit for unit in units.values() if unit.side == side] for side in session.state.sides}
    red, blue = by_side.values()
    assert {unit.hex for unit in red} == {"0105", "0107"}
    assert {unit.hex for unit in blue} == {"1506", "1504"}
    assert {unit.facing for unit in red} <= {"ne", "se"}
    assert {unit.facing for unit in blue} <= {"nw", "sw"}
    # the save has them: another way to place a side would move nobody
    assert [unit["hex"] for side in session.header.setup["sides"] for unit in side["units"]] == [
        unit.hex for unit in units.values()
    ]


def test_a_game_begun_before_the_set_up_kept_places_stays_as_it_was() -> None:
    setup = {**_without_places("duel"), "ruleset": "close-quarters"}
    setup = {**resolve(setup, lambda name: None), "ruleset": "close-quarters"}
    state = RULESET.new_game(setup)
    assert [(unit.hex, unit.facing) for unit in state.units.values()] == [("0103", "se"), ("1403", "sw")]


def test_who_finds_no_room_in_the_zone_has_no_place_yet() -> None:
    map = {"cols": 9, "rows": 9, "zones": {"1": ["0505"], "2": ["0101", "0102"]}}
    session = new_session(RULESET, {**_without_places("arena-two-a-side"), "map": map}, seed=1)
    assert sorted(unit.hex for unit in session.state.units.values()) == ["", "0101", "0102", "0505"]
