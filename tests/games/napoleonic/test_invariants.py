"""What holds in any battle, whatever is fired."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.contract.players.napoleonic import likely
from tests.games.napoleonic.battles import give, ready_made
from vedette.engine.errors import CommandError
from vedette.engine.requests import ChoiceRequest
from vedette.engine.session import Session
from vedette.games.napoleonic.ruleset import RULESET
from vedette.games.napoleonic.state import Battle


def _play(session: Session[Battle], luck: Random, steps: int) -> None:
    for _ in range(steps):
        if session.request is None:
            try:
                session.do(likely(session.state, luck))
            except CommandError:
                continue
        else:
            request = session.request
            session.answer(
                luck.choice(request.options).value if isinstance(request, ChoiceRequest) else session.throw()
            )
        _holds(session)


def _holds(session: Session[Battle]) -> None:
    state, told = session.state, session.paths()["units"]
    for name, unit in state.units.items():
        now = told[name]
        assert 0 <= unit.lives <= now["lives_max"]
        assert unit.hits >= 0
        assert unit.ones_coming in (0, 1)
        if not unit.group:
            assert now["shots_available"] == min(now["shots_limit"], now["skirmishers"])
            assert now["skirmishers"] == max(0, sum(now["skirmishers_parts"].values()))
            assert all(told[group]["mother"] == name for group in now["groups"])
            assert now["groups_out"] <= max(now["groups_max"], 0)
            assert unit.shots_fired <= now["type"]
        elif unit.on_table:
            assert state.units[unit.mother].on_table
    if state.exchange == "marked":
        assert not state.shared
        assert not any(unit.hits_coming or unit.ones_coming for unit in state.units.values() if unit.on_table)


@pytest.mark.parametrize("name", ["on-the-danube", "along-the-hedges", "before-the-village"])
def test_whatever_is_played_the_numbers_hold(name: str) -> None:
    _play(ready_made(name), Random(name), 500)


@given(st.lists(st.integers(0, 9), min_size=3, max_size=3), st.integers(0, 3), st.integers(0, 3))
def test_hits_are_spread_evenly_and_none_is_lost(faces: list[int], first: int, second: int) -> None:
    state = {"phase": "skirmish", "units.jager.hits_coming": first, "units.grenz.hits_coming": second}
    session = ready_made("on-the-danube", **state)
    give(session, "skirmish_fire", "gren", at=["jager", "grenz", "zach"], range=1, dice=tuple(faces))
    give(session, "end_fire", "fr")
    give(session, "end_fire", "au")
    while isinstance(session.request, ChoiceRequest):
        session.answer(session.request.options[0].value)
    alone = {"jager": first, "grenz": second, "zach": 0}
    hits = {name: session.state.units[name].hits for name in alone}
    assert sum(hits.values()) == first + second + faces.count(1)
    got = [name for name in alone if hits[name] > alone[name]]
    assert all(hits[name] <= min(hits.values()) + 1 for name in got)


def test_every_rule_of_the_chapter_is_enforced_where_it_says_so() -> None:
    checked = {rule for spec in RULESET.specs.values() for one in spec.checks for rule in one.rules}
    enforced = {rule.id for rule in RULESET.rules().values() if rule.duty == "enforce"}
    assert enforced <= checked
