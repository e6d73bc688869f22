"""A new action on a target is one small file, and appears with its form, its key, its why-nots and its title."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters import taunt
from tests.games.close_quarters.fights import fight, one
from vedette.games.close_quarters.specs import COMMANDS
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.view.actions import actions, form
from vedette.view.vocabulary import Action

CODE = 40
"""Lines of code that such an action may take, imports and blank lines not counted."""


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "taunt", taunt.COMMANDS["taunt"])


def faced(**cid: Any) -> Fight:
    """Ann acts; Cid and Dot of blue are near."""
    return fight({
        "ann": one("red", "0303", 12), "cid": one("blue", "0503", 11, **cid), "dot": one("blue", "0603", 10),
    })  # fmt: skip


def offered(game: Fight, by: str) -> Action:
    return next(action for action in actions(game, by) if action.do == "taunt")


def test_it_takes_one_small_file() -> None:
    lines = inspect.getsource(taunt).splitlines()
    code = [line for line in lines if line.strip() and not line.startswith(("from ", "import "))]
    assert len(code) <= CODE


def test_it_is_listed_with_its_title_and_key() -> None:
    action = offered(faced(), "ann")
    assert (action.title, action.key, action.form, action.why_not) == ("Taunt", "t", True, None)


def test_its_form_asks_for_what_it_declares() -> None:
    made = form(faced(), "taunt", "ann", {})
    assert [(field.label, field.key, field.kind) for field in made.fields] == [
        ("Whom", "h", "choice"),
        ("At the top of his voice", "v", "toggle"),
    ]
    assert [choice.label for choice in made.fields[0].choices] == ["Blue, 2 hexes", "Blue, 3 hexes"]
    assert made.command == {"do": "taunt", "by": "ann", "target": "cid"}
    assert made.ready


def test_what_a_rule_forbids_comes_last_and_says_why_not() -> None:
    asked = form(faced(posture="prone"), "taunt", "ann", {}).fields[0]
    assert [choice.value for choice in asked.choices] == ["dot", "cid"]
    refusal = asked.choices[1].why_not
    assert str(refusal) == "CQ-ACT-8: Blue doesn't look up. → somebody on his feet"


def test_it_stands_under_not_now_where_no_target_is_left() -> None:
    game = faced(posture="prone")
    lying = {**game.units, "dot": replace(game.units["dot"], posture="prone")}
    refusal = offered(replace(game, units=lying), "ann").why_not
    assert refusal is not None
    assert refusal.sentence == "Blue doesn't look up."
