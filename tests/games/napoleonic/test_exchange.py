"""The exchange of fire as a table: every shot of the phase, the Hits that wait, and who may take a shared one."""

from __future__ import annotations

from typing import Any

from tests.games.napoleonic.battles import give, ready_made
from vedette.engine.requests import ChoiceRequest
from vedette.games.napoleonic.view.exchange_table import course
from vedette.view.course import Course, cell_text


def _course(session: Any) -> Course | None:
    return course(session.state, session.played.at(), session.request)


def _fired() -> Any:
    session = ready_made("along-the-hedges", phase="skirmish", **{"units.leger.hits": 1})
    give(session, "gun_fire", "ligne", at="rifles95", range=1, dice=(1,))
    give(session, "skirmish_fire", "rifles95", at="conscrits", range=1, shots=2, dice=(1, 7))
    give(session, "skirmish_fire", "lights52", at=["leger", "ligne", "conscrits"], range=1, dice=(1, 9))
    return session


def test_every_shot_of_the_phase_has_a_row_with_its_dice_and_hits() -> None:
    told = _course(_fired())
    assert told is not None
    assert told.stays
    rows = [[cell_text(cell).strip() for cell in row.cells] for row in told.ledger.rows]
    assert [row[0] for row in rows] == ["21e Ligne, gun", "95th Rifles", "52nd Light Infantry"]
    assert [(row[3], row[4]) for row in rows] == [("1", "1"), ("1 7", "1"), ("1 9", "1")]


def test_the_exchange_begins_anew_with_the_next_turn() -> None:
    session = _fired()
    give(session, "cease_fire", "fr", choose=("leger",))
    assert _course(session) is not None
    for _ in range(9):
        give(session, "next_phase", "fr")
    assert session.state.phase == "skirmish"
    assert _course(session) is None


def test_a_shared_hit_shows_who_may_take_it_and_what_it_costs_and_who_may_not() -> None:
    session = _fired()
    give(session, "cease_fire", "fr")
    asked, told = session.request, _course(session)
    assert isinstance(asked, ChoiceRequest)
    assert told is not None
    assert told.ledger.rows[told.ledger.at].when == "now"
    assert [(one.value, one.severity) for one in asked.options] == [("leger", "bad"), ("ligne", "")]
    assert [one.value for one in asked.barred] == ["conscrits"]
    assert told.waits is not None
    assert "asked below" in [cell_text(row.cells[-1]) for row in told.waits.rows]
