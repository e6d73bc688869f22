"""What the engine's own commands need of every game."""

from __future__ import annotations

import pytest

from vedette.engine.library import games
from vedette.engine.session import new_session
from vedette.registry import rulesets


@pytest.mark.parametrize("name", list(rulesets()))
def test_a_side_can_concede_from_its_list_of_actions(name: str) -> None:
    ruleset = rulesets()[name]
    session = new_session(ruleset, next(iter(games(name).values())), seed=1)
    side = next(iter(session.state.sides))
    offered = [action for action in ruleset.view.actions(session.state, side) if action.do == "concede"]
    assert len(offered) == 1
    if offered[0].form:
        form = ruleset.view.form(session.state, "concede", side, {})
        assert form.ready
        assert session.do(form.command).refusal is None
