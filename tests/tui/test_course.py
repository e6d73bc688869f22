"""The rows of a chain of tests above what is asked: the one at hand stays in sight, however many there are."""

from __future__ import annotations

import pytest

from vedette.engine.dice import Die, Roll, Total
from vedette.tui.widgets.course_panel import CoursePanel
from vedette.view.course import Column, Course, Ledger, Row, Verdict

COLUMNS = (Column("Group", 22, 20), Column("Needs", 6, 4), Column("Result", 11, 10))
ROLL = Roll("resilience", "red", Total(dice=2, sides=6, target=5), (Die(1), Die(2)))
VERDICT = Verdict("Guard", "red", ROLL, "5", "the printed R", ("✘ SHAKEN",), "bad")


def panel(rows: int, at: int) -> CoursePanel:
    """So many tests, of which one has just been taken."""
    shown = tuple(
        Row((f"Group {i}", "5+", "held"), "red", "now" if i == at else "waits" if i > at else "done")
        for i in range(rows)
    )
    course = Course(Ledger("Resilience", COLUMNS, shown, count=f"test {at + 1} of {rows}"), VERDICT)
    return CoursePanel(course, {"red": "first"}, {"red": "R"})


@pytest.mark.parametrize("width", [34, 54, 90])
@pytest.mark.parametrize("height", [8, 12, 17, 26])
@pytest.mark.parametrize("at", [0, 4, 7])
def test_the_table_the_number_and_the_row_at_hand_never_yield(width: int, height: int, at: int) -> None:
    made = panel(8, at).draw(width, height)
    assert len(made) <= height
    assert all(row.width <= width for row in made)
    told = [row.text for row in made]
    assert told[0].startswith("RESILIENCE")
    assert any(row.strip().startswith(f"Group {at}") for row in told)
    assert any("needs 5+" in row for row in told)


def test_rows_that_have_no_room_are_counted() -> None:
    told = "\n".join(row.text for row in panel(8, 4).draw(34, 12))
    assert "↑" in told
    assert "more" in told


def test_dice_that_vedette_rolled_tumble_and_the_table_stands() -> None:
    rolled = Roll("resilience", "red", ROLL.pool, (Die(1, "rolled"), Die(2, "rolled")))
    shown = panel(3, 1)
    shown.course = Course(shown.course.ledger, Verdict("G", "red", rolled, "5", "R", (), "bad"))
    assert shown.tumbling(0, 0) is not None
    assert panel(3, 1).tumbling(0, 0) is None
