"""Objectives on the score board and as a list: their names in full, whose they are, what they are worth."""

from __future__ import annotations

import pytest

from vedette.tui.text import Line
from vedette.tui.widgets.objectives import Objectives
from vedette.view.vocabulary import Mark

ROLES = {"red": "first", "blue": "second"}
LETTERS = {"red": "D", "blue": "N"}
NAMES = ("West valve", "Gate valve", "East valve", "Gate house", "Lock plates", "Dam stair", "Weir")


def lying(count: int, *more: Mark) -> Objectives:
    """So many objectives, of which the first is scored and the second held."""
    marks = [
        Mark(name, name, f"{n} VP", {0: "red", 1: "blue"}.get(n, ""), n == 0, state="free")
        for n, name in enumerate(NAMES[:count])
    ]
    return Objectives((*marks, *more), ROLES, LETTERS)


def board(objectives: Objectives, width: int = 54) -> list[str]:
    return [Line(row).text for row in objectives.on_board(width)]


@pytest.mark.parametrize("count", range(7))
def test_every_name_stands_on_the_board_in_full_up_to_six(count: int) -> None:
    rows = board(lying(count))
    assert [len(row) for row in rows] == [54, 54]
    assert all(name in " ".join(rows) for name in NAMES[:count])


def test_an_owner_is_told_by_initial_and_further_objectives_are_counted() -> None:
    assert board(lying(2))[0].split() == ["■D", "West", "valve", "0", "VP", "■N", "Gate", "valve", "1", "VP"]
    assert "2 more" in board(lying(7))[1]


def test_what_each_side_has_of_one_thing_shares_a_row() -> None:
    points = (
        Mark(f"p-{side}", "Points", f"{left} of 24 left", side, objective=False)
        for side, left in (("red", 12), ("blue", 24))
    )
    assert board(lying(0, *points))[0].split() == "POINTS 12 of 24 left 24 of 24 left".split()


@pytest.mark.parametrize("width", range(5, 60))
def test_other_marks_are_told_whole_or_counted(width: int) -> None:
    others = [
        Mark(f"m{n}", name, "", objective=False) for n, name in enumerate(("Smoke", "Frag grenade", "Fires"))
    ]
    told = Line(tuple(Objectives(others, ROLES, LETTERS).brief(width))).text
    assert len(told) <= width
    assert all(word in ("Smoke", "Frag", "grenade", "Fires", "more", "1", "2", "3") for word in told.split())


def test_in_the_list_what_is_done_with_comes_last() -> None:
    rows = [row.text.split() for row in lying(3).listed(32)]
    assert rows[0][0] == "OBJECTIVES"
    assert [row[-1] for row in rows[1:]] == ["1", "2", "0"]


def test_the_list_gives_what_each_side_has_a_row_of_its_own() -> None:
    points = [Mark(side, "Points", "24 of 24 left", side, objective=False) for side in ("red", "blue")]
    rows = [row.text.split() for row in lying(0, *points).listed(32)]
    assert rows[1:] == [["D", "24", "of", "24", "left"], ["N", "24", "of", "24", "left"]]


@pytest.mark.parametrize(("width", "told"), [(40, "Smoke round 3"), (12, "Smoke")])
def test_what_is_told_of_other_things_stands_where_all_have_room(width: int, told: str) -> None:
    smoke = Mark("smoke", "Smoke", "round 3", "red", objective=False)
    assert (
        Line(tuple(Objectives((smoke,), ROLES, LETTERS).brief(width))).text.split(maxsplit=1)[1].strip()
        == told
    )
