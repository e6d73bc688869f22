"""What stands between the session and the screen, where the game moves under it."""

from __future__ import annotations

from typing import Any

from vedette.engine.session import Session, new_session
from vedette.registry import rulesets
from vedette.tui.table_controller import TableController

TWO_SIDES = [{"id": "red", "name": "Red"}, {"id": "blue", "name": "Blue"}]
ANN = {
    "do": "create",
    "by": "red",
    "id": "ann",
    "character": {"name": "Ann", "str": 10, "dex": 11, "int": 9, "skills": []},
}


def between_games() -> Session[Any]:
    setup = {"sides": TWO_SIDES, "state": {"phase": "between"}}
    return new_session(rulesets()["close-quarters"], setup, seed=1)


def test_a_unit_that_was_undone_away_is_not_looked_at_any_more() -> None:
    controller = TableController(between_games())
    assert controller.do(ANN).tone == "plain"
    controller.look()
    controller.choose("ann")
    assert controller.sheet() is not None

    controller.undo()
    controller.look()
    assert controller.chosen == ""
    assert controller.sheet() is None


def test_who_is_left_is_looked_at_instead() -> None:
    controller = TableController(between_games())
    for id in ("ann", "bob"):
        controller.do({**ANN, "id": id})
        controller.look()
    controller.choose("bob")

    controller.undo()
    controller.look()
    assert controller.chosen == "ann"
    sheet = controller.sheet()
    assert sheet is not None
    assert sheet.title == "Ann"
