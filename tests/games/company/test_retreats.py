"""A Retreat is told as what came of it, and only once the players have said so."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw
from msgspec.json import encode
from msgspec.structs import replace as copied

from tests.games.company.skirmishes import BOWS, WILD, do, group, skirmish
from vedette.engine.facts import Fact
from vedette.engine.patch import compare
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.save_file import Save
from vedette.engine.session import Outcome, Session
from vedette.engine.timeline import SavedEvent, Timeline
from vedette.engine.verify import verify
from vedette.games.company.groups import due, without_melees
from vedette.games.company.resilience import FailedShaken
from vedette.games.company.routing import Retreated
from vedette.games.company.state import Skirmish

RED = [group("r1", BOWS), group("r2")]
BLUE = [group("b1", captain=True), group("b2"), group("b3"), group("b4")]


def _shaken(
    *dice: int, choose: tuple[str, ...] = (), shaken: bool = False
) -> tuple[Session[Skirmish], Outcome]:
    """Group b2 fails a test; what is said of the way back is chosen."""
    state = {"companies.blue.trait": "vapid", "units.b2.shaken": shaken}
    session = skirmish(RED, BLUE, state)
    command = {"do": "test", "by": "b2", "lost": 0, "reason": "fire"}
    return session, do(session, command, *dice, choose=choose)


def _facts(session: Session[Skirmish]) -> list[Fact]:
    return [fact for entry in session.timeline.entries for fact in session.facts(entry)]


def test_while_the_way_back_is_open_nobody_is_said_to_have_retreated() -> None:
    session, _ = _shaken(1, 2)
    assert session.pending
    assert not [fact for fact in _facts(session) if isinstance(fact, Retreated)]


@pytest.mark.parametrize(
    ("way", "dice", "told"),
    [("clear", (), "Retreated"), ("blocked", (6,), "could not"), ("off_table", (), "off the table")],
)
def test_a_retreat_is_told_as_what_came_of_it(way: str, dice: tuple[int, ...], told: str) -> None:
    session, _ = _shaken(1, 2, *dice, choose=(way,))
    names = session.names()
    retreated = next(fact for fact in _facts(session) if isinstance(fact, Retreated))
    said = [
        tell(lambda one: names.get(one, one))
        for tell in (retreated.sentence, retreated.headline, retreated.tale)
    ]
    assert told in said[0]
    assert ("Retreated" in said[1], "fell back" in said[2]) == (way == "clear", way == "clear")


def test_only_a_group_that_tried_to_rally_failed_to_rally() -> None:
    session, _ = _shaken(1, 2, choose=("clear",), shaken=True)
    failed = next(fact for fact in _facts(session) if isinstance(fact, FailedShaken))
    assert "rally" not in failed.tale(str)
    assert "rally" in FailedShaken("b2", 3, 5, 1, 2, rally=True).tale(str)


@pytest.mark.parametrize(("way", "dice"), [("clear", []), ("blocked", [6]), ("off_table", [])])
@pytest.mark.parametrize("melee", [False, True], ids=["shaken", "ordered"])
def test_a_save_left_at_a_retreat_that_was_told_before_plays_on_and_tells_it_once(
    way: str, dice: list[int], *, melee: bool
) -> None:
    """Once a Retreat was told, and its melees ended, before the question."""
    state = {"units.r1.in_melee_with": ["b2"], "units.b2.in_melee_with": ["r1"]} if melee else {}
    session = skirmish(RED, BLUE, {**state, "active": "blue", "companies.blue.trait": "vapid"})
    command = {"do": "test", "by": "b2", "lost": 0, "reason": "fire"}
    do(session, {"do": "retreat", "by": "b2"} if melee else command, *((6, 6) if melee else (1, 2)))
    now = session.state
    retreated = Retreated("b2", 3, "r1" if melee else "")
    values = Raw(encode({"unit": "b2", "inches": 3, "away_from": retreated.away_from}))
    told = SavedEvent("retreated", values, compare(now, without_melees(now, "b2")))
    *before, last = session.timeline.entries
    old: Session[Any] = Session(session.ruleset, session.header)
    old.load(Save(session.header, Timeline([*before, copied(last, events=(*last.events, told))])))
    assert verify(old) == []
    old.answer_all(ScriptedAnswers([*dice], [way]))
    assert old.request is None
    assert [fact for fact in _facts(old) if isinstance(fact, Retreated)] == [retreated]
    assert not old.state.units["b2"].in_melee_with
    assert verify(old) == []


def test_a_retreat_of_an_older_save_reads_as_it_was_told() -> None:
    assert Retreated("b2", 3, "r1").headline(str) == 'b2 Retreated 3"'


def test_a_group_made_shaken_by_hand_is_checked_for_reckless_no_more() -> None:
    session = skirmish([group("r1", WILD), group("r2")], BLUE, {"phase": "reckless"})
    assert due(session.state, "reckless", "red") == ("r1",)
    do(
        session,
        {"do": "adjust", "by": "red", "path": "units.r1.shaken", "value": True, "reason": "overlooked"},
    )
    assert due(session.state, "reckless", "red") == ()
    assert do(session, {"do": "reckless", "by": "r1"}).refusal
    assert do(session, {"do": "move", "by": "r2", "inches": 3}, 6, 6).refusal is None
