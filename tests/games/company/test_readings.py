"""How the text is read is told where it matters, in the form, the breakdown, the log and the refusal, and only there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.company.skirmishes import BOWS, WILD, do, group, skirmish
from vedette.engine.session import Outcome, Session
from vedette.games.company.ruleset import RULESET
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import TABLES

RED = [group("r1", BOWS), group("r2")]
BLUE = [group("b1", captain=True), group("b2"), group("b3"), group("b4")]

VAPID = {"companies.blue.trait": "vapid"}
"""Nobody is asked where blue's Captain is."""


def _text(reading: str, choice: str) -> str:
    return TABLES.readings[reading].choice(choice).text


def _read(session: Session[Skirmish], outcome: Outcome) -> list[str]:
    """The readings that the pools and the sentences of a command tell, in that order."""
    texts = [one.text for reading in TABLES.readings.values() for one in reading.choices]
    said = " ".join(sentence for entry in outcome.entries for sentence in session.sentences(entry))
    pools = [one.text for roll in session.rolls for one in roll.pool.readings]
    return pools + [text for text in texts if f"(house rule: {text[:-1]})." in said]


def _refused(outcome: Outcome) -> tuple[str, str]:
    """The rule of a refusal, and how it says that it is read."""
    assert outcome.refusal
    return outcome.refusal.rule, outcome.refusal.reading.text if outcome.refusal.reading else ""


def _lines(session: Session[Skirmish], do: str, by: str, **draft: Any) -> list[str]:
    """The lines of a form that tell a reading."""
    lines = RULESET.view.form(session.state, do, by, draft).lines
    return [line.text.partition(" (CO-")[0] for line in lines if line.label in ("Reading", "House rule")]


def _tests(
    session: Session[Skirmish], unit: str, *dice: int, lost: int = 0, choose: tuple[str, ...] = ()
) -> Outcome:
    return do(session, {"do": "test", "by": unit, "lost": lost, "reason": "fire"}, *dice, choose=choose)


@pytest.mark.parametrize(("choice", "again"), [("test", (6, 6)), ("no-test", ())])
def test_r_lost_in_a_forced_retreat(choice: str, again: tuple[int, ...]) -> None:
    def retreats(*dice: int) -> list[str]:
        session = skirmish(RED, BLUE, VAPID, readings={"forced_blocked_retreat": choice})
        told = _read(session, _tests(session, "b2", 1, 2, *dice, choose=("blocked",)))
        return [one for one in told if one != _text("tests_against", "printed")]

    assert retreats(2, *again) == [_text("forced_blocked_retreat", choice)]
    assert retreats(5) == []  # not lower than its R: nothing is lost either way


def test_r_lost_in_an_ordered_retreat_rests_on_no_reading() -> None:
    melee = {"units.b2.in_melee_with": ["r1"], "units.r1.in_melee_with": ["b2"], "active": "blue"}
    session = skirmish(RED, BLUE, {**melee, **VAPID})
    told = _read(session, do(session, {"do": "retreat", "by": "b2"}, 6, 6, 2, 6, 6, choose=("blocked",)))
    assert told == [_text("tests_against", "printed")]


def _rallied(*, passes: bool = True, **readings: str) -> tuple[Session[Skirmish], Outcome]:
    """r1, Reckless and Shaken, has tested to Rally."""
    red = [group("r1", WILD), group("r2")]
    session = skirmish(red, BLUE, {"phase": "rally", "units.r1.shaken": True}, readings=readings)
    return session, do(
        session,
        {"do": "rally", "by": "r1"},
        *((6, 6) if passes else (1, 1)),
        choose=("clear",) * (not passes),
    )


def test_a_reckless_group_that_rallied() -> None:
    text = _text("rallied_reckless", "exempt")
    session, outcome = _rallied()
    assert _read(session, outcome) == []  # no house rule, but as usual
    assert _refused(do(session, {"do": "reckless", "by": "r1"})) == ("CO-REC-2", text)

    text = _text("rallied_reckless", "checked")
    session, outcome = _rallied(rallied_reckless="checked")
    assert _read(session, outcome) == [text]
    assert _refused(do(session, {"do": "move", "by": "r2"})) == ("CO-REC-1", text)
    assert _lines(session, "reckless", "r1", target="b1", inches=6) == [text]
    assert _read(session, do(session, {"do": "reckless", "by": "r1", "target": "b1", "inches": 6}, 1, 1)) == [
        text
    ]


def test_one_that_rallied_and_reaches_nobody_does_nothing_else() -> None:
    session, _ = _rallied(rallied_reckless="checked")
    outcome = do(session, {"do": "reckless", "by": "r1"})
    said = [sentence for entry in outcome.entries for sentence in session.sentences(entry)]
    assert said[0] == "Group r1: no enemy within movement, nothing else this turn."


@pytest.mark.parametrize("choice", ["exempt", "checked"])
def test_who_failed_to_rally_or_never_had_to_rests_on_no_reading(choice: str) -> None:
    session, outcome = _rallied(passes=False, rallied_reckless=choice)
    assert _read(session, outcome) == []
    assert _refused(do(session, {"do": "reckless", "by": "r1"})) == ("CO-REC-2", "")

    wild = [group("r1", WILD), group("r2", WILD)]
    session = skirmish(wild, BLUE, {"phase": "reckless"}, readings={"rallied_reckless": choice})
    assert _refused(do(session, {"do": "move", "by": "r2"})) == ("CO-REC-1", "")
    assert (
        _read(session, do(session, {"do": "reckless", "by": "r1", "target": "b1", "inches": 6}, 1, 1)) == []
    )


@pytest.mark.parametrize(
    ("choice", "unit", "answers", "told"),
    [
        ("no-bonus", "b2", (), True),
        ("no-bonus", "b1", (), True),
        ("bonus", "b2", ("yes",), True),
        ("bonus", "b2", ("no",), False),
        ("bonus", "b1", (), True),
    ],
)
def test_a_shaken_captain(choice: str, unit: str, answers: tuple[str, ...], told: bool) -> None:
    session = skirmish(RED, BLUE, {"units.b1.shaken": True}, readings={"shaken_captain": choice})
    text = _text("shaken_captain", choice)
    assert _lines(session, "test", "red", group=unit) == [text]
    assert _read(session, _tests(session, unit, 6, 6, choose=answers)) == [text] * told


@pytest.mark.parametrize("state", [{}, {"units.b1.routed": True}])
def test_a_captain_who_is_not_shaken_or_not_there_rests_on_no_reading(state: dict[str, Any]) -> None:
    session = skirmish(RED, BLUE, state)
    outcome = _tests(session, "b2", 6, 6, choose=() if state else ("yes",))
    assert _read(session, outcome) == []


@pytest.mark.parametrize(("choice", "needed"), [("printed", 5), ("current", 3)])
def test_what_a_test_must_reach(choice: str, needed: int) -> None:
    session = skirmish(RED, BLUE, {"units.r1.r": 3}, readings={"tests_against": choice})
    text = _text("tests_against", choice)
    told = {detail.label: detail.text for detail in RULESET.view.details(session.state, "r1")}
    assert told["Tests"].startswith(f"2d6, {needed}+")
    assert _lines(session, "test", "blue", group="r1") == [text]
    assert _read(session, _tests(session, "r1", 6, 6)) == [text]
    assert _read(session, _tests(session, "r2", 6, 6)) == []  # it has all its R


@pytest.mark.parametrize(("choice", "times"), [("one-test", 1), ("each", 2)])
def test_a_further_reason_for_who_waits(choice: str, times: int) -> None:
    session = skirmish(RED, BLUE, readings={"waiting_triggers": choice})
    dice = [1, 2, *[6, 6] * 2 * times]
    _tests(session, "b1", *dice, lost=5, choose=("off_table",))
    told = [[one.text for one in roll.pool.readings] for roll in session.rolls]
    text = _text("waiting_triggers", choice)
    assert told == [[], *[[]] * 2 * (times - 1), [text], [text]]


@pytest.mark.parametrize("choice", [one.id for one in TABLES.readings["bloodied_at"].choices])
def test_dice_of_a_group_that_has_lost_r(choice: str) -> None:
    text = _text("bloodied_at", choice)
    for left, told in ((5, []), (3, [text]), (2, [])):
        session = skirmish(RED, BLUE, {"units.r1.r": left}, readings={"bloodied_at": choice})
        lines = _lines(session, "shoot", "r1", target="b1", inches=6)
        assert [line for line in lines if line == text] == told
        dice = (6, 6, *[1] * (6 if session.paths()["units"]["r1"]["bloodied"] else 12))
        assert (
            _read(session, do(session, {"do": "shoot", "by": "r1", "target": "b1", "inches": 6}, *dice))
            == told
        )


def test_a_block_that_lets_the_group_go_on_tells_the_house_rule() -> None:
    session = skirmish(RED, BLUE, VAPID, readings={"blocked_not_lower": "goes-on"})
    told = _read(session, _tests(session, "b2", 1, 2, 5, choose=("blocked", "clear")))
    assert told == [_text("blocked_not_lower", "goes-on")]


def test_a_test_for_r_that_a_failed_test_cost() -> None:
    session = skirmish(RED, BLUE, {"units.b2.shaken": True, **VAPID}, readings={"failed_test_loss": "test"})
    told = _read(session, _tests(session, "b2", 1, 2, 6, 6, choose=("clear",)))
    assert told == [_text("tests_against", "printed"), _text("failed_test_loss", "test")][::-1]


def test_two_reasons_of_one_rout() -> None:
    for choice, times in (("one-test", 1), ("two-tests", 2)):
        state = {"companies.blue.points_lost": 6}
        session = skirmish(RED, BLUE, state, readings={"two_reasons": choice})
        _tests(session, "b1", *[6, 6] * 3 * times, lost=5)
        text = _text("two_reasons", choice)
        assert [[one.text for one in roll.pool.readings] for roll in session.rolls] == [[text]] * 3 * times
