"""What the engine's own commands need of every game, and which commands nobody gives by mistake."""

from __future__ import annotations

import pytest

from vedette.engine.conditions import conditions_of
from vedette.engine.errors import ForbiddenError
from vedette.engine.grammar import the
from vedette.engine.library import games
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import new_session
from vedette.engine.state import GameState
from vedette.registry import rulesets
from vedette.testing.game import PLAIN, begin
from vedette.testing.known import known
from vedette.testing.starts import Start, each_game
from vedette.view.common_forms import condition_form


def test_a_side_can_concede_from_its_list_of_actions(ruleset: Ruleset[GameState]) -> None:
    session = new_session(ruleset, next(iter(games(ruleset.id).values())), seed=1)
    side = next(iter(session.state.sides))
    offered = [action for action in ruleset.view.actions(session.state, side) if action.do == "concede"]
    if not offered:  # there is nothing to concede before a fight has begun
        with pytest.raises(ForbiddenError):
            session.do({"do": "concede", "by": side})
        return
    assert len(offered) == 1
    if offered[0].form:
        form = ruleset.view.form(session.state, "concede", side, {})
        assert form.ready
        assert session.do(form.command).refusal is None


def test_the_form_of_conceding_says_who_concedes_and_who_wins_and_lets_either_be_chosen(
    ruleset: Ruleset[GameState],
) -> None:
    session = new_session(ruleset, next(iter(games(ruleset.id).values())), seed=1)
    names = session.names()
    for side in session.state.sides:
        form = ruleset.view.form(session.state, "concede", next(iter(session.state.sides)), {"who": side})
        other = next(one for one in session.state.sides if one != side)
        assert form.command["by"] == side
        (who,) = form.fields
        assert [choice.label for choice in who.choices if choice.value == who.value] == [names[side]]
        assert any(the(names[other]) in line.text for line in form.lines)


def test_a_condition_is_set_by_its_form_stands_on_the_card_and_is_lifted(ruleset: Ruleset[GameState]) -> None:
    session = new_session(ruleset, next(iter(games(ruleset.id).values())), seed=1)
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
        assert conditions_of(session.state, unit) == ()


def test_what_ends_or_gives_something_up_is_deliberate(ruleset: Ruleset[GameState]) -> None:
    deliberate = {do for do, spec in ruleset.specs.items() if spec.deliberate}
    assert deliberate == {"concede"} | known(ruleset.id).deliberate


@each_game()
def test_an_action_is_deliberate_where_its_command_is_unless_the_game_waits_for_it(start: Start) -> None:
    ruleset = rulesets()[start.ruleset]
    for step in begin(start, 4, PLAIN).play(60):
        for by in (*step.before.sides, *step.before.units):
            for action in ruleset.view.actions(step.before, by):
                spec = ruleset.specs[action.do]
                assert action.deliberate or action.usual or not spec.deliberate, action
