"""Odds of commands in a row: of the second as if the first were done."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.engine.saves import new
from tests.engine.toy import TOY
from vedette.engine.checks import Refusal
from vedette.engine.odds.command_chain import ENDED, plan_search
from vedette.engine.odds.command_odds import tells_changes
from vedette.engine.odds.search import Search

pytestmark = pytest.mark.usefixtures("portable_odds")

THROW = {"do": "throw", "by": "a1", "target": "b1"}
STEP = {"do": "step", "by": "a1"}


def odds_of(*plan: dict[str, Any]) -> dict[Any, dict[Any, Fraction]]:
    """Of every value that may change, and of what ends the plan."""
    state = new().state
    changes = tells_changes(state)

    def tells(after: Any, heard: Any) -> dict[Any, Any]:
        return {**changes(after, heard), **{one.name: True for one in heard}}

    search = plan_search(TOY, state, plan, tells)
    assert isinstance(search, Search)
    search.go_on()
    assert search.odds.exact
    return search.odds.chances


def test_the_second_command_finds_what_the_first_has_brought() -> None:
    """Two balls of two throws each hit in half of all cases; the first tent falls with the third hit."""
    chances = odds_of(THROW, STEP, THROW)
    assert chances["units.b1.tents.0"] == {2: Fraction(4, 16), 1: Fraction(6, 16), 0: Fraction(5, 16)}
    assert chances["units.b1.tents.1"] == {2: Fraction(1, 16)}
    assert chances["round"] == {2: 1}


def test_what_is_not_possible_then_ends_the_plan_and_is_told() -> None:
    chances = odds_of(THROW, {**THROW, "target": "a2"}, STEP)
    assert chances["units.b1.tents.0"] == {2: Fraction(1, 2), 1: Fraction(1, 4)}
    assert chances[f"{ENDED} a1 throw: TOY-2: Nobody throws at their own."] == {True: 1}
    assert "round" not in chances
    assert odds_of(STEP, {**THROW, "by": "x"})[f"{ENDED} x throw: There is no unit x."] == {True: 1}


def test_a_first_command_that_is_refused_is_its_refusal() -> None:
    state = new().state
    refused = plan_search(TOY, state, [{**THROW, "balls": 7}, STEP], tells_changes(state))
    assert isinstance(refused, Refusal)
