"""What stands between the session and the screen, where the game moves under it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from vedette.engine import library
from vedette.engine.dice import Die
from vedette.engine.library import data_folder
from vedette.engine.session import Session, new_session, open_session, read_session
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
    assert controller.sheet_of(controller.chosen) is not None

    controller.undo()
    controller.look()
    assert controller.chosen == ""
    assert controller.sheet_of(controller.chosen) is None


def test_who_is_left_is_looked_at_instead() -> None:
    controller = TableController(between_games())
    for id in ("ann", "bob"):
        controller.do({**ANN, "id": id})
        controller.look()
    controller.choose("bob")

    controller.undo()
    controller.look()
    assert controller.chosen == "ann"
    sheet = controller.sheet_of(controller.chosen)
    assert sheet is not None
    assert sheet.title == "Ann"


def test_a_corrected_roll_asks_for_no_answer_that_vedette_has_rolled_already(tmp_path: Path) -> None:
    """Ansa's attack at 318 hits with a 12, and Little Bram defends: with dice that are rolled nothing is left to answer."""
    said = []
    for rolled in (False, True):
        save = tmp_path / f"rolled-{rolled}.vedette"
        shutil.copy(data_folder() / "saves" / "open-fire-hanging-yard.vedette", save)
        session = open_session(rulesets(), save)
        controller = TableController(session)
        controller.rolled = dict.fromkeys(controller.rolled, rolled)
        said.append(controller.correct(session.correction(318, (Die(12),))).text)
        session.close()
    assert "Answer this" in said[0]
    assert "Answer this" not in said[1]


def test_arrows_go_by_the_cards_and_pass_over_units_that_are_lost() -> None:
    session = read_session(rulesets(), data_folder() / "saves" / "company-mill-road.vedette")
    controller = TableController(session)
    gone = {card.id for card in controller.table.cards if card.standing == "gone"}
    assert gone
    for card in controller.table.cards:
        controller.choose(card.id)
        there = [one.id for one in controller.cards(card.side) if one.id not in gone]
        walked = [controller.chosen]
        for _ in there:
            controller.choose(controller.beside(1))
            walked.append(controller.chosen)
        assert not there or walked[1:] == (there * 2)[(there.index(walked[1])) :][: len(there)]


def test_the_form_of_a_side_is_about_the_chosen_unit() -> None:
    game = library.games("company")["mill-road"] | {"state": {"phase": "activation", "active": "red"}}
    controller = TableController(new_session(rulesets()["company"], game, seed=1))
    unit = controller.table.cards[1].id
    controller.choose(unit)
    test = next(action for action in controller.offered_to(unit) if action.do == "test")

    entry = controller.form(test)
    assert entry.draft["group"] == unit
    assert entry.focus == "reason"


def test_only_the_way_back_to_a_line_is_told_as_undone() -> None:
    controller = TableController(between_games())
    for id in ("ann", "bob"):
        controller.do({**ANN, "id": id})
        controller.look()
    assert "Undone" in controller.goto(1).text
    assert "Undone" not in controller.goto(2).text
