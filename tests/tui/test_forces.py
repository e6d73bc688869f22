"""A new game at a glance: the table as a sketch, and what both sides have."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vedette.games.company.ruleset import RULESET as COMPANY
from vedette.games.open_fire.ruleset import RULESET
from vedette.kit.table_plan import Terrain
from vedette.tui.widgets.forces_lines import sum_lines
from vedette.tui.widgets.table_sketch import TableSketch, legend
from vedette.view.new_game_setup import ForcesSum, compared
from vedette.view.roster import Sketch, Spot, entry_edges, steps_of
from vedette.view.vocabulary import USUAL_WORDS, Card, Pip

ROAD = Sketch(
    (36, 36),
    (
        Spot("South", (18, 36), "red"),
        Spot("North", (18, 0), "blue"),
        Spot("Well", (8, 18), text="2"),
        Spot("Way house", (24, 8), text="3"),
    ),
)
NAMES = {"red": "Keelborn", "blue": "Wardens"}
ROLES = {"red": "first", "blue": "second"}
MISSIONS = RULESET.view.roster().missions


def card(id: str, side: str, models: int) -> Card:
    return Card(id, id, side, "ready", (Pip(1, 1),) * models, models, models)


def test_what_says_the_same_as_the_sum_before_it_is_left_out() -> None:
    cards = (card("m1", "red", 3), card("m2", "red", 2), card("p1", "blue", 6))
    assert compared(["red", "blue"], cards, USUAL_WORDS) == (
        ForcesSum("units", (2, 1)),
        ForcesSum("models", (5, 6)),
    )


def test_sums_stand_in_the_middle_and_bars_of_one_scale_grow_from_there() -> None:
    sums = (ForcesSum("units", (4, 2)), ForcesSum("models", (5, 20)))
    units, models = [row.text for row in sum_lines(sums, ("first", "second"), 50)]
    assert units.index("units") == models.index("models")
    assert models.count("▆") > units.count("▆")
    assert max(map(len, (units, models))) <= 50


@given(st.integers(1, 60))
def test_sums_are_drawn_in_any_width(width: int) -> None:
    sums = (ForcesSum("units", (4, 2)), ForcesSum("models", (5, 20)))
    rows = [row.text for row in sum_lines(sums, ("first", "second"), width)]
    assert ["4" in rows[0], "20" in rows[1]] == [True, True]


def drawn(sketch: Sketch, width: int = 38, height: int = 20) -> list[str]:
    return [row.text for row in TableSketch(sketch, NAMES, ROLES).draw(width, height)]


def test_sides_that_enter_along_an_edge_are_named_there() -> None:
    assert entry_edges(ROAD) == {"red": "south", "blue": "north"}
    rows = drawn(ROAD)
    assert "↓ Wardens" in rows[0]
    assert "↑ Keelborn" in rows[-1]


def test_an_inch_has_the_same_scale_both_ways_and_an_objective_is_on_its_inch() -> None:
    rows = drawn(ROAD)
    assert (len(rows[0]), len(rows)) == (38, 20)
    assert rows[1 + 18 // 2][1 + 8] == "□"
    assert any("Well 2 VP" in row for row in rows)
    half = drawn(ROAD, 20)
    assert (len(half[0]), len(half)) == (20, 11)


@given(st.integers(10, 120), st.integers(5, 50))
def test_a_sketch_keeps_to_its_room(width: int, height: int) -> None:
    for mission in MISSIONS:
        sketch = RULESET.view.roster().words.sketch(mission.row)
        assert sketch is not None
        rows = drawn(sketch, width, height)
        assert max(map(len, rows)) <= max(width, 10)
        assert len(rows) <= max(height, 5)


def test_terrain_is_told_by_its_texture() -> None:
    pieces = (
        Terrain("box", (18, 18), (8, 8), "climbable"),
        Terrain("box", (8, 6), (6, 1), "barrier"),
        Terrain("round", (28, 28), (8, 6), "slow"),
    )
    sketch = Sketch((36, 36), (), pieces)
    told = "".join(drawn(sketch))
    assert (told.count("∧"), told.count("┌≡"), told.count("░") > 8) == (6, 1, True)
    words = " ".join(row.text for row in legend(sketch, 60))
    assert all(word in words for word in ("climbable", "barrier", "slow"))


def test_every_place_of_a_sketch_is_one_of_its_mission_and_on_the_table() -> None:
    catalogue = RULESET.view.roster()
    sketches = {mission.id: catalogue.words.sketch(mission.row) for mission in catalogue.missions}
    assert all(sketches.values())
    for mission in catalogue.missions:
        sketch = sketches[mission.id]
        assert sketch is not None
        known = {one["id"] for kind in ("entry_points", "objectives") for one in mission.row[kind]}
        assert set(mission.row["sketch"]["at"]) <= known
        assert all(
            0 <= spot.at[0] <= sketch.size[0] and 0 <= spot.at[1] <= sketch.size[1] for spot in sketch.spots
        )


def test_every_scenario_of_company_has_a_sketch_of_its_own_table() -> None:
    catalogue = COMPANY.view.roster()
    for scenario in catalogue.missions:
        sketch = catalogue.words.sketch(scenario.row)
        assert sketch is not None
        assert entry_edges(sketch).keys() <= {"attackers", "defenders"}
        assert all(
            0 <= spot.at[0] <= sketch.size[0] and 0 <= spot.at[1] <= sketch.size[1] for spot in sketch.spots
        )


def test_ground_has_its_name_alone() -> None:
    rows = drawn(Sketch((48, 48), (Spot("ford", (24, 24), objective=False), Spot("", (24, 0), "attackers"))))
    assert "attackers" in rows[0]
    assert any("ford" in row for row in rows)
    assert not any("□" in row for row in rows)


def test_terrain_and_set_up_steps_ship_with_every_mission() -> None:
    for ruleset in (RULESET, COMPANY):
        catalogue = ruleset.view.roster()
        for mission in catalogue.missions:
            sketch = catalogue.words.sketch(mission.row)
            assert sketch is not None
            assert sketch.terrain, mission.id
            assert len(steps_of(mission.row, {})) > 4, mission.id
            for piece in sketch.terrain:
                ends = zip(piece.at, piece.size, sketch.size, strict=True)
                assert all(at - size / 2 >= 0 and at + size / 2 <= most for at, size, most in ends), (
                    mission.id,
                    piece,
                )
