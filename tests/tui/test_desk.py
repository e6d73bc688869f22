"""What stands between the session and the screen, where the game moves under it."""

from __future__ import annotations

from vedette.engine.session import Session, new_session
from vedette.registry import rulesets
from vedette.tui.desk import Desk

TWO_SIDES = [{"id": "red", "name": "Red"}, {"id": "blue", "name": "Blue"}]
ANN = {
    "do": "create",
    "by": "red",
    "id": "ann",
    "character": {"name": "Ann", "str": 10, "dex": 11, "int": 9, "skills": []},
}


def between_games() -> Session[object]:
    setup = {"sides": TWO_SIDES, "state": {"phase": "between"}}
    return new_session(rulesets()["close-quarters"], setup, seed=1)


def test_a_unit_that_was_undone_away_is_not_looked_at_any_more() -> None:
    desk = Desk(between_games())
    assert desk.do(ANN).tone == "plain"
    desk.look()
    desk.choose("ann")
    assert desk.sheet() is not None

    desk.undo()
    desk.look()
    assert desk.chosen == ""
    assert desk.sheet() is None


def test_who_is_left_is_looked_at_instead() -> None:
    desk = Desk(between_games())
    for id in ("ann", "bob"):
        desk.do({**ANN, "id": id})
        desk.look()
    desk.choose("bob")

    desk.undo()
    desk.look()
    assert desk.chosen == "ann"
    sheet = desk.sheet()
    assert sheet is not None
    assert sheet.title == "Ann"
