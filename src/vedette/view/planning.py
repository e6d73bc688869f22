"""An attack that is planned behind a move: its form as if the move were made and everybody before it let their turn pass."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.data import Words
from vedette.engine.errors import CommandError
from vedette.engine.odds.command_odds import done_without_dice
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.view.fields import Draft
from vedette.view.form_draft import FormMemory, FormSource
from vedette.view.offered import offered
from vedette.view.vocabulary import Action, Detail, Form

ATTACK = "a"  # the key of an attack in every game
MOST_PASSES = 60  # so many turns that others let pass are looked past for an attack
LATER = Detail("Plan", "if nobody acts before it; Enter gives the move alone")
"""What is said of an attack whose turn has not come."""


def attack_behind(session: Session[GameState], memory: FormMemory, form: Form) -> FormSource | Refusal | str:
    """The form of the unit's attack as if the command of a form that nothing refuses were given first; else what is against it."""
    if not form.ready or form.error:
        return "Fill in the move first; then its attack can be planned."
    ruleset, by, last = session.ruleset, form.by, memory.last_aimed(form.by)
    plan: tuple[Words, ...] = (*form.first, form.command)
    try:
        state = _after(ruleset, session.state, plan)
    except CommandError as error:
        return f"No attack can be planned behind this: {error}"
    attacks, meanwhile = _attacks(ruleset, state, by, last), tuple[Words, ...]()
    possible = _possible(attacks)
    if possible is None:
        state, meanwhile = _passed(ruleset, state, by, last)
        attacks = _attacks(ruleset, state, by, last) or attacks
        possible = _possible(attacks)
    if possible is None:
        why = next((one.why_not for one in attacks if one.why_not is not None), None)
        return why or "No attack is possible after that."
    attack = possible.do

    def planned(draft: Draft) -> Form:
        made: Form
        try:
            made = ruleset.view.form(_after(ruleset, session.state, (*plan, *meanwhile)), attack, by, draft)
        except CommandError as error:  # a value was corrected since
            made = ruleset.view.form(session.state, attack, by, draft)
            made = replace(made, error=str(error), ready=False)
        title = f"{form.title}, then {made.title.lower()}"
        lines = (*((LATER,) if meanwhile else ()), *made.lines)
        return replace(made, title=title, planned=plan, meanwhile=meanwhile, lines=lines)

    return FormSource(planned)


def _attacks(ruleset: Ruleset[GameState], state: GameState, by: str, last: str) -> list[Action]:
    """The attacks of a unit, by hand or from afar, the one that it made last before the others."""
    actions = offered(ruleset, state, by)
    attacks = [one for one in actions if one.key == ATTACK or ruleset.specs[one.do].aims]
    return [one for one in actions if one.do == last] + attacks


def _possible(attacks: Sequence[Action]) -> Action | None:
    return next((one for one in attacks if one.why_not is None and one.form), None)


def _passed(
    ruleset: Ruleset[GameState], state: GameState, by: str, last: str
) -> tuple[GameState, tuple[Words, ...]]:
    """The game as it would stand when it is the unit's turn in this round, everybody else letting theirs pass; and how they do.

    As far as that goes without dice.
    """
    given: list[Words] = []
    now = state
    while now.round == state.round and len(given) < MOST_PASSES:
        if _possible(_attacks(ruleset, now, by, last)):
            break
        words = _lets_pass(ruleset, now)
        if words is None or words["by"] == by:
            break
        try:
            now = done_without_dice(ruleset, now, words)
        except CommandError:
            break
        given.append(words)
    return now, tuple(given)


def _lets_pass(ruleset: Ruleset[GameState], state: GameState) -> Words | None:
    """The command with which who is called upon ends or passes; None where there is none."""
    table = ruleset.view.table(state, None)
    for who in (table.prompt.side, table.active):
        for action in ruleset.view.actions(state, who) if who else ():
            spec = ruleset.specs[action.do]
            if spec.deliberate and not (spec.of_table or spec.common) and action.why_not is None:
                return {"do": action.do, "by": action.by}
    return None


def _after(ruleset: Ruleset[GameState], state: GameState, plan: Sequence[Words]) -> GameState:
    """A game after commands that ask nothing; raises CommandError where one can't be given."""
    for words in plan:
        state = done_without_dice(ruleset, state, words)
    return state
