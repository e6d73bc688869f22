"""What a settlement brings and costs is told: before it in its form, and afterwards in the log."""

from __future__ import annotations

from typing import Any

from tests.games.close_quarters.views import lines
from vedette.engine.facts import outcomes
from vedette.engine.session import Session, new_session
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.tables import items
from vedette.games.close_quarters.view.actions import form

GUN = {"id": "gun", "type": "pistol"}


def duel(**options: Any) -> Session[Any]:
    """Cid with a pistol and a knife has lost to Ann."""
    knife = {"id": "knife", "type": "fighting-knife"}
    sides = [
        {
            "id": "red",
            "units": [{"id": "ann", "name": "Ann", "hex": "0303", "weapons": [GUN], "ready": ["gun"]}],
        },
        {
            "id": "blue",
            "units": [
                {
                    "id": "cid",
                    "name": "Cid",
                    "hex": "0308",
                    "weapons": [GUN, knife],
                    "ready": ["gun", "knife"],
                }
            ],
        },
    ]
    setup = {"ruleset": RULESET.id, "sides": sides, "options": {"scenario": "duel", **options}}
    return new_session(RULESET, setup, seed=0)


def told(session: Session[Any], **words: Any) -> list[str]:
    before = len(session.timeline.entries)
    assert session.do(words).refusal is None
    return [one for entry in session.timeline.entries[before:] for one in session.sentences(entry)]


def test_who_loses_what_stands_in_the_form_and_in_the_log() -> None:
    session = duel()
    lost = lines(form(session.state, "settle", "red", {"winner": "red"}))["Cid"]
    assert "loses a pistol and a fighting knife" in lost
    assert any(
        "Cid loses a pistol and a fighting knife." in one
        for one in told(session, do="settle", by="red", winner="red")
    )


def test_a_draw_costs_nobody_anything() -> None:
    session = duel()
    assert "loses" not in " ".join(lines(form(session.state, "settle", "red", {"winner": "draw"})).values())
    assert "loses" not in " ".join(told(session, do="settle", by="red", winner="draw"))


def test_the_dead_are_told_to_be_dead() -> None:
    fallen = duel().state.with_unit("ann", damage=99)
    settled = lines(form(fallen, "settle", "red", {"winner": "draw"}))
    assert settled["Ann"] == "dead"
    assert settled["Cid"] != "dead"


def test_the_short_log_tells_credits_beside_experience() -> None:
    session = duel(scenario="arena")
    session.do({"do": "settle", "by": "red", "winner": "red"})
    told = [fact.headline(str) for fact in outcomes(session.facts(session.timeline.entry(1)))]
    assert any(one.startswith("ann") and "experience" in one and "+100 credits" in one for one in told)


def test_a_gun_from_the_spoils_is_told_to_be_empty_and_a_knife_is_not() -> None:
    session = duel()
    session.do({"do": "settle", "by": "red", "winner": "red"})
    (gun,) = told(session, do="claim", by="ann", spoil="pistol", id="won")
    assert gun.endswith("(no ammunition).")
    assert session.state.units["ann"].weapon("won").ammo == 0
    (knife,) = told(session, do="claim", by="ann", spoil="fighting-knife", id="knife")
    assert "ammunition" not in knife


def test_reloads_begin_with_those_for_weapons_that_one_has() -> None:
    made = form(duel().state, "buy", "ann", {"sort": "reload"})
    first = next(one for one in made.fields if one.name == "type").choices[0]
    assert items()[first.value].weapon == "pistol"
