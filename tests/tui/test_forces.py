"""A new game at a glance: the table as a sketch, and what both sides have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.games.company.ruleset import RULESET as COMPANY
from vedette.games.open_fire.ruleset import RULESET
from vedette.tui.widgets.forces_lines import Balance, Picture
from vedette.view.new_game_setup import ForcesSum, compared
from vedette.view.roster import Sketch, Spot, entries
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


def card(id: str, side: str, models: int) -> Card:
    return Card(id, id, side, "ready", (Pip(1, 1),) * models, models, models)


def test_what_says_the_same_as_the_sum_before_it_is_left_out() -> None:
    cards = (card("m1", "red", 3), card("m2", "red", 2), card("p1", "blue", 6))
    assert compared(["red", "blue"], cards, USUAL_WORDS) == (
        ForcesSum("units", (2, 1)),
        ForcesSum("models", (5, 6)),
    )


def test_sums_stand_in_the_middle_and_bars_grow_from_there() -> None:
    rows = [
        row.text
        for row in Balance(
            (ForcesSum("units", (4, 2)), ForcesSum("models", (5, 20))), ("first", "second")
        ).draw(50)
    ]
    units, models = rows[1:]
    assert units.index("units") == models.index("models")
    assert models.count("▆") < units.count("▆")
    assert max(map(len, rows)) <= 50


@given(st.integers(1, 60))
def test_sums_are_drawn_in_any_width(width: int) -> None:
    sums = (ForcesSum("units", (4, 2)), ForcesSum("models", (5, 20)))
    rows = [row.text for row in Balance(sums, ("first", "second")).draw(width)]
    assert ["4" in rows[1], "20" in rows[2]] == [True, True]


def test_sides_that_enter_along_an_edge_are_named_there() -> None:
    assert entries(ROAD) == {"red": "south", "blue": "north"}
    rows = [row.text for row in Picture(ROAD, "Two columns meet.", NAMES, ROLES).draw(70)]
    assert "Wardens" in rows[0]
    assert "Keelborn" in rows[12]
    assert any("□2" in row for row in rows)
    assert any("Way house" in row for row in rows)


@pytest.mark.parametrize("width", [24, 50, 70])
def test_the_text_stands_beside_the_table_or_below_it_and_is_never_cut(width: int) -> None:
    said = "Two columns meet at a way house on the bed of the dry sea. " * 6
    rows = [row.text for row in Picture(ROAD, said, NAMES, ROLES).draw(width)]
    assert max(map(len, rows)) <= width
    told = " ".join(rows)
    assert sum(told.count(word) for word in ("columns", "dry")) == 12


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
        assert entries(sketch).keys() <= {"attackers", "defenders"}
        assert all(
            0 <= spot.at[0] <= sketch.size[0] and 0 <= spot.at[1] <= sketch.size[1] for spot in sketch.spots
        )


def test_ground_stands_there_by_its_name_alone() -> None:
    ford = Sketch((48, 48), (Spot("ford", (24, 24), objective=False), Spot("", (24, 0), "attackers")))
    rows = [row.text for row in Picture(ford, "", NAMES, ROLES).draw(70)]
    assert "attackers" in rows[0]
    assert any("ford" in row for row in rows)
    assert not any("□" in row for row in rows)
