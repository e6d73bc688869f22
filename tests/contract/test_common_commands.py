"""What the engine's own commands need of every game, and which commands nobody gives by mistake."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.game import PLAIN, begin
from tests.contract.starts import Start, every_game
from vedette.engine.library import games
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import new_session
from vedette.registry import rulesets
from vedette.view.conditions import condition_form

DELIBERATE = {
    "open-fire": {"concede", "end_activation", "pass", "end_round", "lose_objective"},
    "company": {"concede", "test", "score", "end_turn", "end_game"},
    "napoleonic": {"concede", "next_phase", "end_fire", "cease_fire"},
    "close-quarters": {"concede", "check", "pass", "leave", "let_go", "end_movement", "end_turn"},
}
"""Commands that end, pass or give something up, or that no game waits for; of any other ruleset, to concede."""


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


@pytest.mark.parametrize("name", list(rulesets()))
def test_a_condition_is_set_by_its_form_stands_on_the_card_and_is_lifted(name: str) -> None:
    ruleset = rulesets()[name]
    session = new_session(ruleset, next(iter(games(name).values())), seed=1)
    kinds, side, unit = ruleset.conditions, next(iter(session.state.sides)), next(iter(session.state.units))
    if kinds is None:
        return
    for until in kinds.until:
        draft = {"text": "[b]dug in", "until": until, **dict.fromkeys(kinds.rolls, -1)}
        form = condition_form(ruleset, session.state, side, unit, draft)
        assert form.ready
        assert form.refusal is None
        assert session.do(form.command).refusal is None
        assert "[b]dug in" in {detail.label for detail in ruleset.view.details(session.state, unit)}
        assert session.do({"do": "lift", "by": side, "unit": unit, "text": "[b]dug in"}).refusal is None
        assert session.state.conditions == ()


def test_what_ends_or_gives_something_up_is_deliberate(ruleset: Ruleset[Any]) -> None:
    assert {do for do, spec in ruleset.specs.items() if spec.deliberate} == DELIBERATE.get(
        ruleset.id, {"concede"}
    )


@pytest.mark.parametrize("start", every_game(), ids=lambda start: f"{start.ruleset}/{start.name}")
def test_an_action_is_deliberate_where_its_command_is_unless_the_game_waits_for_it(start: Start) -> None:
    ruleset = rulesets()[start.ruleset]
    for step in begin(start, 4, PLAIN).play(60):
        for by in (*step.before.sides, *step.before.units):
            for action in ruleset.view.actions(step.before, by):
                spec = ruleset.specs[action.do]
                assert action.deliberate or action.usual or not spec.deliberate, action
