"""A Retreat is told as what came of it, and only once the players have said so."""

from __future__ import annotations

import pytest

from tests.games.company.skirmishes import BOWS, WILD, do, group, skirmish
from vedette.engine.facts import Fact
from vedette.engine.session import Outcome, Session
from vedette.games.company.groups import due_to_check
from vedette.games.company.resilience import FailedShaken, Retreated
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


def test_a_retreat_of_an_older_save_reads_as_it_was_told() -> None:
    assert Retreated("b2", 3, "r1").headline(str) == 'b2 Retreated 3"'


def test_a_group_made_shaken_by_hand_is_checked_for_reckless_no_more() -> None:
    session = skirmish([group("r1", WILD), group("r2")], BLUE, {"phase": "reckless"})
    assert due_to_check(session.state, "red") == ("r1",)
    do(
        session,
        {"do": "adjust", "by": "red", "path": "units.r1.shaken", "value": True, "reason": "overlooked"},
    )
    assert due_to_check(session.state, "red") == ()
    assert do(session, {"do": "reckless", "by": "r1"}).refusal
    assert do(session, {"do": "move", "by": "r2", "inches": 3}, 6, 6).refusal is None
