"""What a game shows that its commands declare: the rules beside them, and the whole view but for its table."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from types import SimpleNamespace
from typing import Any, TypeVar

from vedette.engine.checks import Check
from vedette.engine.commands import CommandSpec
from vedette.engine.common import CONCEDE
from vedette.engine.requests import Request
from vedette.engine.ruleset import RuleText
from vedette.engine.state import GameState
from vedette.view.asked import declared
from vedette.view.fields import Draft
from vedette.view.forms import FormValidator, action_of, concede_action, concede_form, why_not
from vedette.view.roster import Labels, read_roster
from vedette.view.view import View
from vedette.view.vocabulary import Action, Detail, Form, Table

S = TypeVar("S", bound=GameState)
PLAIN = Labels()  # units are told by their numbers alone


def declared_view(
    ruleset: str,
    specs: Mapping[str, CommandSpec[S]],
    phase_check: Check[S, Any],
    table: Callable[[S, Request | None], Table],
    rules: Callable[[], Mapping[str, RuleText]],
    labels: Labels = PLAIN,
) -> View[S]:
    """The view with the actions, the forms and the catalogue that commands and data make by themselves."""

    def actions(state: S, by: str) -> tuple[Action, ...]:
        actor = "side" if by in state.sides else "unit"
        made = []
        for do, spec in specs.items():
            if spec.actor == actor and spec.is_offered(state, by):
                refusal = why_not(specs, phase_check, state, SimpleNamespace(do=do, by=by))
                made.append(action_of(specs, do, by, refusal, form=spec.asks))
        if actor == "side" and not state.outcome:
            made.append(concede_action(by))
        return tuple(made)

    def called(state: S, by: str, value: Any) -> str:
        named = state.units.get(value) or state.sides.get(value)
        return str(named.name) if named else str(value)

    def form(state: S, do: str, by: str, draft: Draft) -> Form:
        validator = FormValidator(specs, phase_check, state)
        if do == CONCEDE:
            return concede_form(validator, by, draft)
        filled, spec = declared(do, called)(validator, by, draft), specs[do]
        beside = reminded(spec, rules())
        return validator.form(spec.title, filled.fields, filled.words, lines=filled.lines, reminders=beside)

    return View(
        table, actions, form, lambda state: table(state, None).round, lambda: read_roster(ruleset, labels)
    )


def reminded(
    spec: CommandSpec[S], rules: Mapping[str, RuleText], but: Container[str] = ()
) -> tuple[Detail, ...]:
    """The rules beside a command that only eyes at the table can judge, but for those that don't concern who gives it."""
    return tuple(Detail(rule, rules[rule].sentence) for rule in spec.reminders if rule not in but)
