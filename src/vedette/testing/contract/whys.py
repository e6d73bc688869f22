"""Every closed action says why; whatever the state, the view can be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from vedette.engine.checks import Refusal, refusals
from vedette.engine.commands import Command, read_command
from vedette.engine.data import Table
from vedette.engine.errors import CommandError
from vedette.engine.requests import ChoiceRequest
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.testing.brought import brought_about
from vedette.testing.game import WILD, Game, begin
from vedette.testing.plugin import Times
from vedette.testing.starts import Start, cases, each_game
from vedette.view.offered import offered
from vedette.view.vocabulary import Action, Form

SHARES = 4


def _actors(session: Session[GameState]) -> list[str]:
    return [*session.state.sides, *session.state.units]


def _reasoned(ruleset: Ruleset[GameState], refusal: Refusal) -> None:
    """A refusal names a rule that there is, says why in a sentence, and what is possible in a few words."""
    assert refusal.rule in ruleset.rules(), refusal
    assert len(refusal.sentence) > 5, refusal
    assert refusal.sentence.endswith("."), refusal
    assert not refusal.alternative.endswith("."), refusal
    assert "\n" not in str(refusal), refusal


def _understood(session: Session[GameState], words: dict[str, str]) -> Command | None:
    """The command, or None where it makes no sense as it stands."""
    specs = session.ruleset.specs
    try:
        command: Command = specs[words["do"]].understand(session.state, read_command(specs, words))
        return command
    except CommandError:
        return None


def _stages(start: Start, seed: int, rounds: int, steps: int) -> Iterator[Game]:
    """A random game, shown again after every few steps."""
    game = begin(start, seed, WILD)
    yield game
    for _ in range(rounds):
        yield game.run(steps)


@pytest.mark.parametrize("share", range(SHARES))
def test_every_refusal_names_a_rule_and_says_why(ruleset_id: str, share: int) -> None:
    """Of every command that somebody could give without a further word."""
    for start in cases(ruleset_id)[share::SHARES]:
        for session in (game.session for game in _stages(start, 31, 3, 10)):
            for do, by in product(session.ruleset.specs, _actors(session)):
                command = _understood(session, {"do": do, "by": by})
                for refusal in session.ruleset.refusals(session.state, command) if command else ():
                    _reasoned(session.ruleset, refusal)


def test_every_check_belongs_to_rules_that_there_are(ruleset: Ruleset[GameState]) -> None:
    known = set(ruleset.rules())
    for do, spec in ruleset.specs.items():
        for check in (ruleset.phase_check, *spec.checks, *spec.part_checks):
            assert check.rules, (do, check)
            assert set(check.rules) <= known, (do, check)


def test_every_check_reads_fields_that_its_command_has(ruleset: Ruleset[GameState]) -> None:
    for do, spec in ruleset.specs.items():
        names = {field.alias or name for name, field in spec.model.model_fields.items()}
        for check in (*spec.checks, *spec.part_checks):
            assert set(check.reads) <= names, (do, check)


def _actions(session: Session[GameState]) -> Iterator[tuple[str, Action]]:
    for by in _actors(session):
        for action in offered(session.ruleset, session.state, by):
            yield by, action


@each_game()
def test_every_action_is_open_or_says_why_not(start: Start, times: Times) -> None:
    for game in _stages(start, 32, times(6, 12), 15):
        for by, action in _actions(game.session):
            assert action.do in game.session.ruleset.specs
            assert action.title
            if action.why_not:
                _reasoned(game.session.ruleset, action.why_not)
            assert action.by in (by, *_actors(game.session))


@pytest.mark.parametrize("share", range(SHARES))
def test_no_action_that_is_shown_as_closed_can_be_done(ruleset_id: str, share: int) -> None:
    for start in cases(ruleset_id)[share::SHARES]:
        game = begin(start, 33, WILD)
        for _ in range(40):
            asked = game.session.request
            shown = {} if asked else _shown(game.session)
            step = game.step()
            done = isinstance(step.given, dict) and step.outcome and not step.refused
            if done and step.outcome and not step.outcome.overridden and not asked:
                action = shown.get((step.given["do"], step.given["by"]))
                said = [value for name, value in step.given.items() if name not in ("do", "by")]
                # An empty list where its form must have something chosen.
                says_nothing = bool(said) and all(value in ([], ()) for value in said)
                assert says_nothing or not (action and action.why_not), (start.name, step)


def test_no_action_is_closed_that_a_case_plays_next(ruleset_id: str) -> None:
    assert brought_about(ruleset_id).closed == []


@pytest.mark.parametrize("share", range(SHARES))
def test_yes_is_the_first_answer_and_what_declines_the_last(ruleset_id: str, share: int) -> None:
    for start in cases(ruleset_id)[share::SHARES]:
        game = begin(start, 39, WILD)
        for _ in range(40):
            asked = game.session.request
            if isinstance(asked, ChoiceRequest):
                for place, option in enumerate(asked.listed, 1):
                    assert option.value != "yes" or place == 1, (start.name, asked)
                    declines = option.none or option.value in ("no", "none")
                    assert declines <= (place == len(asked.listed)), (start.name, asked)
            game.step()


@pytest.mark.parametrize("share", range(SHARES))
def test_the_form_of_every_open_action_can_be_completed(ruleset_id: str, share: int) -> None:
    for start in cases(ruleset_id)[share :: 2 * SHARES]:
        for game in _stages(start, 38, 3, 10):
            session = game.session
            for _, action in _actions(session) if session.request is None else ():
                if action.form and action.why_not is None:
                    assert _completed(session, action), (start.name, action)


def _completed(session: Session[GameState], action: Action) -> bool:
    """Whether every required choice can be made legally, perhaps after something else was said in the form."""
    fill, state = session.ruleset.view.form, session.state
    opened = fill(state, action.do, action.by, {})
    drafts: list[Table] = [{}]
    for field in opened.fields:
        values = [not field.value] if field.kind == "toggle" else [choice.value for choice in field.choices]
        drafts += [{field.name: [one] if field.kind in ("many", "path") else one} for one in values]
    forms = (fill(state, action.do, action.by, draft) for draft in drafts)
    for form in forms:
        needed = (
            one for one in form.fields if one.required and (one.choices or one.kind in ("choice", "many"))
        )
        if (form.ready and not form.refusal) or all(
            any(choice.why_not is None for choice in field.choices) for field in needed
        ):
            return True
    return False


def _shown(session: Session[GameState]) -> dict[tuple[str, str], Action]:
    return {(action.do, action.by): action for _, action in _actions(session)}


@pytest.mark.parametrize("share", range(SHARES))
def test_every_action_that_is_shown_as_open_and_asks_nothing_can_be_done(ruleset_id: str, share: int) -> None:
    for start in cases(ruleset_id)[share :: 2 * SHARES]:
        for game in _stages(start, 36, 3, 10):
            session = game.session
            bare = [action for _, action in _actions(session) if not action.why_not and not action.form]
            for action in bare if session.request is None else ():
                command = _understood(session, {"do": action.do, "by": action.by})
                assert command is not None, (start.name, action)
                assert not session.ruleset.refusals(session.state, command), (start.name, action)


@pytest.mark.parametrize("share", range(SHARES))
def test_what_is_refused_whatever_is_said_of_it_is_shown_as_closed(ruleset_id: str, share: int) -> None:
    for start in cases(ruleset_id)[share :: 2 * SHARES]:
        game = begin(start, 37, WILD)
        for _ in range(40):
            session = game.session
            shown = {} if session.request else _shown(session)
            before, forms = session.state, session.ruleset.view.form
            step = game.step()
            if step.refused and (action := shown.get((step.given["do"], step.given["by"]))):
                spec = session.ruleset.specs[step.given["do"]]  # of checks that read no field of the command
                checks = (*(() if spec.common else (session.ruleset.phase_check,)), *spec.checks)
                command = spec.understand(before, read_command(session.ruleset.specs, step.given))
                blunt = list(refusals(checks, before, command, ()))
                open_so_far = action.form and forms(before, action.do, action.by, {}).refusal is None
                assert not blunt or action.why_not or open_so_far, (start.name, step.given, blunt)


@pytest.mark.parametrize("share", range(SHARES))
def test_the_table_and_every_form_can_be_drawn_in_every_state(ruleset_id: str, share: int) -> None:
    for start in cases(ruleset_id)[share::SHARES]:
        for game in _stages(start, 34, 3, 10):
            _drawn(game)


@each_game()
def test_the_table_and_every_form_can_be_drawn_in_a_whole_game(start: Start, times: Times) -> None:
    for game in _stages(start, 35, times(5, 8), 30):
        _drawn(game)


def _drawn(game: Game) -> None:
    session, view = game.session, game.session.ruleset.view
    table = view.table(session.state, session.request)
    assert {side.id for side in table.sides} == set(session.state.sides)
    without = set(session.state.units) - {card.id for card in table.cards}
    assert all(view.card_of(session.state, unit).standing == "away" for unit in without)
    assert table.prompt.text or session.state.outcome
    assert view.position(session.state)
    for do, by in sorted({(action.do, action.by) for _, action in _actions(session)}):
        form = view.form(session.state, do, by, {})
        _sound(session.ruleset, form)
        draft: Table = {}
        for field in form.fields:
            values = [choice.value for choice in field.choices]
            if field.kind == "many" and values:
                draft[field.name] = game.luck.sample(values, game.luck.randint(0, len(values)))
            elif values:
                draft[field.name] = game.luck.choice(values)
        _sound(session.ruleset, view.form(session.state, do, by, draft))


def _sound(ruleset: Ruleset[GameState], form: Form) -> None:
    if form.refusal:
        _reasoned(ruleset, form.refusal)
    for field in form.fields:
        assert field.label
        for choice in field.choices:
            if choice.why_not:
                _reasoned(ruleset, choice.why_not)
    names = [field.name for field in form.fields]
    assert len(set(names)) == len(names)
