"""`w`: the rules behind what can be seen."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.games.open_fire.battles import battle, give, unit
from tests.tui.little import little
from tests.tui.test_form import targets
from vedette.engine.library import data_folder
from vedette.engine.requests import DiceRequest
from vedette.engine.session import Session, read_session
from vedette.registry import rulesets
from vedette.tui.table_controller import TableController
from vedette.tui.widgets.form_lines import foot_lines
from vedette.view.behind import Behind
from vedette.view.vocabulary import Detail, Form

SEEN = 12
"""States of an example, evenly spread, whose cards are looked at."""


def stressed() -> TableController:
    """A unit with stress, in contact, that has advanced."""
    presets = {"units.r1.stress": 2, "units.r1.contacts": ["b1"], "activation.moved": True}
    session: Session[Any] = battle(unit("r1"), against=unit("b1"), state=presets)
    return TableController(session)


def test_the_chips_and_tokens_of_a_card_have_their_rules() -> None:
    behind = stressed().behind(None)

    assert Behind("OF-STR-5", "Stress") in behind
    assert Behind("OF-LAR-1", "in assault") in behind


def test_the_modifiers_of_a_form_have_their_rules() -> None:
    session: Session[Any] = battle(unit("r1"), against=unit("b1"), state={"units.r1.stress": 2})
    form = session.ruleset.view.form(session.state, "attack", "r1", {"range": 10, "los": "obstructed"})

    behind = TableController(session).behind(form)
    assert Behind("OF-STR-5", "Stress −2") in behind
    assert Behind("OF-ATK-2", "Obstructed −4") in behind
    assert Behind("OF-MEA-1", "At the table") in behind


def test_a_refusal_comes_first_and_a_roll_tells_its_modifiers() -> None:
    session: Session[Any] = battle(unit("r1"), against=unit("b1"), state={"units.r1.stress": 2})
    controller = TableController(session)
    controller.do({"do": "attack", "by": "r1", "target": "b1", "range": 30})
    assert controller.behind(None)[0].rule == "OF-RNG-1"

    give(session, "attack", target="b1", range=10)
    assert Behind("OF-STR-5", "Stress −2") in controller.behind(None)


def test_what_is_not_possible_has_its_rule() -> None:
    controller = TableController(little())
    controller.choose("b1")

    assert Behind("LG-ACT-1", "Move: It is the turn of red.") in controller.behind(None)


@pytest.mark.parametrize("game", sorted(rulesets()))
def test_the_rules_of_chips_are_there(game: str) -> None:
    ruleset = rulesets()[game]
    assert {rule for named in ruleset.view.chips.values() for rule in named} <= ruleset.rules().keys()


@pytest.mark.parametrize(
    "example", ["open-fire-first-battle", "company-mill-road", "napoleonic-along-the-hedges"]
)
def test_every_chip_of_an_example_has_its_rule(example: str) -> None:
    session = read_session(rulesets(), data_folder() / "saves" / f"{example}.vedette")
    view, entries = session.ruleset.view, session.timeline.path()
    for entry in entries[:: len(entries) // SEEN]:
        for card in view.table(session.state_at(entry.n), None).cards:
            shown = [badge.text.lstrip("0123456789 ") for badge in card.badges]
            assert all(any(text.startswith(key) for key in view.chips) for text in shown), shown


def test_the_letter_for_the_rules_is_no_fields_and_no_choices() -> None:
    entry = targets(30)
    assert "w" not in entry.keys_of(entry.form.fields[0])
    assert entry.key("w", "w") == "unknown"


def test_ids_and_usual_readings_are_behind_their_key_and_not_in_the_form() -> None:
    move = Detail("May move", '5" = MOV 6, Stress -1 (OF-STR-4)')
    form = Form("move", "r1", "Move", (), lines=(move, Detail("Reading", "As written. (OF-STR-4)")))
    assert [line.text for line in foot_lines(form, 60, 5, ())] == [' May move 5" = MOV 6, Stress -1']


def test_a_warning_is_told_to_its_last_word_however_few_rows_there_are() -> None:
    risk = Detail("May hit a friend:", "Kuro Tan grappling with the target", kind="warning")
    form = Form("shoot", "r1", "Shoot", (), lines=(Detail("Damage", "4d6+1"), risk))
    told = ["! May hit a friend: Kuro Tan", "  grappling with the target"]
    assert [line.text for line in foot_lines(form, 32, 1, ())] == told


def test_a_result_tells_how_likely_it_was_and_what_it_hung_on() -> None:
    """In an entry of its own, before the rules of its rolls."""
    session: Session[Any] = battle(unit("r1"), against=unit("b1", models=3))
    controller = TableController(session)
    controller.do({"do": "attack", "by": "r1", "target": "b1", "range": 10})
    while isinstance(controller.request, DiceRequest):
        controller.enter(
            (12,) * controller.request.dice if not controller.rolls else (2,) * controller.request.dice
        )
    controller.go_on()
    for _ in controller.decided():
        pass
    first, *rules = controller.behind(None)
    heading, *told = first.said.split("\n")
    assert heading == "What came of it"
    assert any(re.fullmatch(r"Defence failed: .+ % chance of that", one) for one in told)
    assert "OF-DFN-1" in [one.rule for one in rules]
