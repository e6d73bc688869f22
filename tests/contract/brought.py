"""What the cases and the example games of a ruleset bring about: facts, refusals, and reminders that are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.contract.starts import CASES
from vedette.engine.case import Case, given_to, read_case
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact, read_fact, tag
from vedette.engine.library import data_folder
from vedette.engine.plain import to_plain
from vedette.engine.ruleset import Ruleset
from vedette.engine.save_file import read
from vedette.engine.session import Session, new_session, read_session
from vedette.engine.timeline import SavedEvent
from vedette.registry import rulesets
from vedette.view.vocabulary import Form


@dataclass(frozen=True, slots=True)
class Told:
    """A fact that happened, how it was told, and what people call the things of that game."""

    fact: Fact
    sentence: str
    names: Mapping[str, str]


@dataclass(slots=True)
class Brought:
    """What has come about.

    told: every fact; `unlike` are those that are not read back as they were written.
    refused: the rules of refusals, those that the players set aside included.
    named: the rules that facts, rolls and questions name.
    reminded: the rules that a screen showed beside a command: in its form, or in what it asks.
    """

    told: list[Told] = field(default_factory=list)
    unlike: list[SavedEvent] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    reminded: dict[str, set[str]] = field(default_factory=dict)

    @property
    def kinds(self) -> set[type[Fact]]:
        """The kinds of fact that have come about."""
        return {type(told.fact) for told in self.told}


@cache
def brought_about(ruleset_id: str) -> Brought:
    """Every case is played once, and every example game is read."""
    brought = Brought()
    for case in _cases(ruleset_id):
        if not case.setup_error:
            _play(brought, case)
    for session in _examples(ruleset_id):
        _keep(brought, session)
    return brought


@cache
def in_cases(ruleset_id: str) -> frozenset[str]:
    """The rules that the cases say they are about."""
    return frozenset(rule for case in _cases(ruleset_id) for rule in case.rules)


@cache
def _cases(ruleset_id: str) -> list[Case]:
    return [read_case(path) for path in sorted((CASES / ruleset_id).glob("*.toml"))]


def _examples(ruleset_id: str) -> Iterator[Session[Any]]:
    for path in sorted((data_folder() / "saves").glob("*.vedette")):
        if read(path).header.ruleset == ruleset_id:
            yield read_session(rulesets(), path)


def _play(brought: Brought, case: Case) -> None:
    """A case, with the form of each command as a screen would show it before."""
    session = new_session(rulesets()[case.ruleset], {**case.setup, "ruleset": case.ruleset}, seed=0)
    for by in (*session.state.sides, *session.state.units):
        _draw(brought, session, by, {})
    for step in case.steps:
        _draw(brought, session, str(step.words.get("by")), step.words)
        with suppress(CommandError):
            outcome = given_to(session, step)
            rules = outcome.refusal.rules if outcome.refusal else ()
            brought.refused |= {*rules, *outcome.overridden}
            if outcome.request is not None:
                asked = ids(session.ruleset, repr(outcome.request))
                brought.named |= asked
                _shown(brought, str(step.words.get("do"))).update(asked)
    _keep(brought, session)


def _shown(brought: Brought, do: str) -> set[str]:
    return brought.reminded.setdefault(do, set())


def _draw(brought: Brought, session: Session[Any], by: str, words: Mapping[str, Any]) -> None:
    """The forms that a screen offers to a side or a unit, as long as they have rules to show that none has shown."""
    state, ruleset = session.state, session.ruleset
    missing = {do for do, rules in ruleset.reminders.items() if set(rules) - _shown(brought, do)}
    if session.request is not None or by not in (*state.sides, *state.units) or not missing:
        return
    for action in ruleset.view.actions(state, by):
        if action.form and action.why_not is None and action.do in missing:
            given = {name: value for name, value in words.items() if name not in ("do", "by")}
            first = ruleset.view.form(state, action.do, action.by, {})
            drafts = [*_drafts(first), *([given] if action.do == words.get("do") else [])]
            for form in (first, *(ruleset.view.form(state, action.do, action.by, draft) for draft in drafts)):
                _shown(brought, action.do).update(detail.label for detail in form.reminders)


def _drafts(form: Form) -> Iterator[dict[str, Any]]:
    """Each of the few things that a form lets one choose from, by itself."""
    for asked in form.fields:
        if asked.kind not in ("path", "hex"):
            for choice in asked.choices:
                yield {asked.name: [choice.value] if asked.kind == "many" else choice.value}


def _keep(brought: Brought, session: Session[Any]) -> None:
    """The facts of a game, as they are read from a save."""
    names = session.names()
    for entry in session.timeline.entries:
        for event in entry.events:
            fact = read_fact(session.ruleset.facts, event.tag, event.of)
            if tag(type(fact)) != event.tag or to_plain(fact) != event.of:
                brought.unlike.append(event)
            brought.told.append(Told(fact, fact.sentence(lambda name: names.get(name, name)), names))
            brought.named |= ids(session.ruleset, str(event.of))


@cache
def _families(ruleset_id: str) -> str:
    return "|".join(sorted({rule.split("-")[0] for rule in rulesets()[ruleset_id].rules()}))


def ids(ruleset: Ruleset[Any], text: str) -> set[str]:
    """What looks like the id of a rule in a text."""
    number = r"(?:[A-Z]+-|(?:[A-Z]+|\d+)\.(?:\d+\.)*)\d+"
    return set(re.findall(rf"\b(?:{_families(ruleset.id)})-{number}", text))
