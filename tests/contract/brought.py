"""What the cases and the example games of a ruleset bring about: facts, refusals, and reminders that are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.contract.starts import CASES
from vedette.engine.case import Step, given_to, read_case
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.library import data_folder
from vedette.engine.plain import to_plain
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Outcome, Session, new_session, read_session
from vedette.registry import rulesets


@dataclass(slots=True)
class Brought:
    """What has come about.

    told: for each kind of fact one that happened, with its sentence and the names of the game that it happened in.
    refused: the rules of refusals, those that the players set aside included.
    named: the rules that facts, rolls and questions name.
    reminded: the rules that a form showed, by the command that it was the form of.
    """

    told: dict[type[Fact], list[tuple[Fact, str]]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    reminded: dict[str, set[str]] = field(default_factory=dict)


@cache
def brought_about(ruleset_id: str) -> Brought:
    """Every case is played once, and every example game is read."""
    ruleset, brought = rulesets()[ruleset_id], Brought()
    for path in sorted((CASES / ruleset_id).glob("*.toml")):
        case = read_case(path)
        if not case.setup_error:
            session = new_session(ruleset, {**case.setup, "ruleset": ruleset_id}, seed=0)
            for step in case.steps:
                _step(brought, session, step)
            _keep(brought, session)
    for session in _examples(ruleset_id):
        _keep(brought, session)
    return brought


def _examples(ruleset_id: str) -> Iterator[Session[Any]]:
    for path in sorted((data_folder() / "saves").glob("*.vedette")):
        session = read_session(rulesets(), path)
        if session.ruleset.id == ruleset_id:
            yield session


def _step(brought: Brought, session: Session[Any], step: Step) -> None:
    """Give a step of a case, as a form would before it."""
    _draw(brought, session, step.words)
    with suppress(CommandError):
        outcome = given_to(session, step)
        brought.refused |= _refused(outcome)
        if outcome.request is not None:
            brought.named |= ids(session.ruleset, repr(outcome.request))


def _refused(outcome: Outcome) -> set[str]:
    rules = outcome.refusal.rules if outcome.refusal else ()
    return {*rules, *outcome.overridden}


def _draw(brought: Brought, session: Session[Any], words: dict[str, Any]) -> None:
    """The form of a command that is offered, as long as it has rules to show that no form has shown yet."""
    do, by = str(words.get("do")), str(words.get("by"))
    shown = brought.reminded.setdefault(do, set())
    wanted = set(session.ruleset.reminders.get(do, ())) - shown
    if wanted and session.request is None and _is_offered(session, do, by):
        draft = {name: value for name, value in words.items() if name not in ("do", "by")}
        for form in (session.ruleset.view.form(session.state, do, by, given) for given in ({}, draft)):
            shown |= {detail.label for detail in form.reminders}


def _is_offered(session: Session[Any], do: str, by: str) -> bool:
    """Whether a screen opens the form of a command."""
    if by not in (*session.state.sides, *session.state.units):
        return False
    actions = session.ruleset.view.actions(session.state, by)
    return any(action.do == do and action.form and action.why_not is None for action in actions)


def _keep(brought: Brought, session: Session[Any]) -> None:
    names = session.names()
    for entry in session.timeline.entries:
        for fact in session.facts(entry):
            kept = brought.told.setdefault(type(fact), [])
            if len(kept) < 20:
                kept.append((fact, fact.sentence(lambda one: names.get(one, one))))
            brought.named |= ids(session.ruleset, str(to_plain(fact)))


@cache
def _families(ruleset_id: str) -> str:
    return "|".join(sorted({rule.split("-")[0] for rule in rulesets()[ruleset_id].rules()}))


def ids(ruleset: Ruleset[Any], text: str) -> set[str]:
    """The rules that a text names."""
    found = re.findall(rf"\b(?:{_families(ruleset.id)})-[A-Z0-9.-]*\d\b", text)
    return set(found) & set(ruleset.rules())
