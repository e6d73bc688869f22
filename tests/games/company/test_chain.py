"""The chain of tests that a command brings: who has tested, who tests now, who is still to test."""

from __future__ import annotations

from random import Random

import pytest

from tests.contract.players.company import likely
from tests.games.company.skirmishes import GAMES, answer_by_luck, do, group, skirmish
from vedette.engine import library
from vedette.engine.session import Session, new_session
from vedette.games.company.ruleset import RULESET
from vedette.games.company.state import Skirmish
from vedette.games.company.view.chain import course
from vedette.view.course import Course, course_lines

BLUE = [group("b1", captain=True), *(group(f"b{n}") for n in range(2, 6))]


def _course(session: Session[Skirmish]) -> Course | None:
    return course(session.state, session.played.at(), session.request)


def _routed() -> Session[Skirmish]:
    """The Captain's Group is gone, and four Groups have to test: one holds, and one fails."""
    session = skirmish([group("r1")], BLUE, {"companies.blue.trait": "vapid"})
    do(session, {"do": "test", "by": "b1", "reason": "fire", "lost": 5}, 4, 5, 1, 2)
    return session


def test_a_chain_shows_who_has_tested_who_is_at_hand_and_who_is_still_to_test() -> None:
    told = _course(_routed())
    assert told is not None
    assert [(row.cells[0], row.when) for row in told.ledger.rows] == [
        ("Group b1", "lost"),
        ("Group b2", "done"),
        ("Group b3", "now"),
        ("Group b4", "waits"),
        ("Group b5", "waits"),
    ]
    assert told.ledger.count == "test 2 of 4"
    assert told.verdict is not None
    assert told.verdict.roll.total == 3
    assert told.verdict.against == "5"
    assert "Group b4" in " ".join(course_lines(told))


def test_the_way_back_says_what_each_answer_costs() -> None:
    request = _routed().request
    assert request is not None
    assert hasattr(request, "options")
    assert [(option.value, option.severity) for option in request.options] == [
        ("clear", ""),
        ("blocked", "warn"),
        ("off_table", "bad"),
    ]


def test_a_group_that_holds_its_ground_is_not_said_to_retreat() -> None:
    blue = [group("b1", captain=True, resolve=5), *(group(f"b{n}", resolve=5) for n in range(2, 6))]
    held = {"units.b5.taunts": [{"taunt": "come-and-die", "target": ""}], "companies.blue.trait": "vapid"}
    session = skirmish([group("r1", resolve=5)], blue, held, edition="site")
    do(session, {"do": "test", "by": "b1", "reason": "fire", "lost": 5}, 4, 5, 4, 5, 4, 5, 1, 2)
    told = _course(session)
    assert told is not None
    assert told.verdict is not None
    assert told.ledger.rows[-1].cells[-1] == "3  SHAKEN −1"
    assert told.verdict.lines == ("✘ SHAKEN −1", "missed by 2")


def test_a_finished_chain_stays_and_a_single_test_does_not() -> None:
    session = _routed()
    for answer in ("clear", None, None):
        session.answer(answer if answer else session.throw(afresh=False))
        while session.request is not None and session.request.name == "retreat":
            session.answer("clear")
    told = _course(session)
    assert session.request is None
    assert told is not None
    assert told.ledger.count == "test 4 of 4"
    alone = skirmish([group("r1")], BLUE, {"companies.blue.trait": "vapid"})
    do(alone, {"do": "test", "by": "b2", "reason": "fire"}, 6, 6)
    assert _course(alone) is None


@pytest.mark.parametrize("name", GAMES)
def test_every_open_test_has_one_row_at_hand_and_one_for_each_that_waits(name: str) -> None:
    luck, session = Random(name), new_session(RULESET, library.games("company")[name], seed=5)
    seen = 0
    for _ in range(250):
        if session.state.outcome:
            break
        session.do(likely(session.state, luck))
        while session.request:
            chain, told = session.request.chain, _course(session)
            if chain is not None:
                assert told is not None
                rows = told.ledger.rows
                assert sum(row.when == "now" for row in rows) == 1
                assert sum(row.when == "waits" for row in rows) >= len(chain.waiting)
                assert rows[told.ledger.at].cells[0] == session.state.units[chain.now.unit].name
                seen += 1
            answer_by_luck(session, luck)
    assert seen
