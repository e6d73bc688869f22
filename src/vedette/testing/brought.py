"""What the cases and the example games of a ruleset bring about: facts, refusals, and reminders that are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from msgspec import Struct

from vedette.engine.case import Case, misses, play_steps
from vedette.engine.data import Words
from vedette.engine.facts import Fact, read_fact
from vedette.engine.library import data_folder
from vedette.engine.plain import to_plain
from vedette.engine.ruleset import Ruleset
from vedette.engine.save_file import read
from vedette.engine.session import Session, new_session, read_session
from vedette.engine.state import GameState
from vedette.engine.timeline import SavedEvent
from vedette.registry import rulesets
from vedette.testing import starts
from vedette.testing.known import known
from vedette.testing.starts import case_files
from vedette.view.offered import as_offered
from vedette.view.vocabulary import Action, Form


class Told(Struct, frozen=True):
    """A fact that happened, how it was told, and what people call the things of that game."""

    fact: Fact
    sentence: str
    names: Mapping[str, str]


@dataclass(slots=True)
class Brought:
    """What has come about.

    missed: what came out of a case otherwise than it says.
    told: every fact; `unlike` are those of the cases that are not read back as they were written.
    refused: the rules of refusals, those that the players set aside included.
    named: the rules that facts, rolls and questions name.
    reminded: the rules that the form of a command showed.
    closed: what a case plays although it is shown as closed; looked at in every fourth case, with `--thorough` in all.
    """

    missed: list[str] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    unlike: list[SavedEvent] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    reminded: dict[str, set[str]] = field(default_factory=dict)
    closed: list[str] = field(default_factory=list)

    @property
    def kinds(self) -> set[type[Fact]]:
        """The kinds of fact that have come about."""
        return {type(told.fact) for told in self.told}


@cache
def brought_about(ruleset_id: str) -> Brought:
    """Every case is played once, and every example game is read."""
    brought = Brought()
    for number, (path, case) in enumerate(case_files(ruleset_id).items()):
        looks = number % starts.SHARE == 0
        missed = (
            list(misses(rulesets()[ruleset_id], case)) if case.setup_error else _play(brought, case, looks)
        )
        brought.missed += [f"{path.name}: {miss}" for miss in missed]
    for path in sorted((data_folder() / "saves").glob("*.vedette")):
        if read(path).header.ruleset == ruleset_id:
            session = read_session(rulesets(), path)
            for entry in session.timeline.entries:  # with the forms that its commands were given by
                if entry.kind == "command":
                    _draw(brought, session.ruleset, session.state_at(entry.parent), entry.given)
            _keep(brought, session)
    return brought


@cache
def in_cases(ruleset_id: str) -> frozenset[str]:
    """The rules that the cases say they are about."""
    return frozenset(rule for case in case_files(ruleset_id).values() for rule in case.rules)


def _play(brought: Brought, case: Case, looks: bool) -> list[str]:
    """A case, with the form of each command as a screen would have shown it before; returns every miss.

    If it `looks`, also whether an action was closed that is then played, which takes longer than the case itself.
    """
    session = new_session(rulesets()[case.ruleset], {**case.setup, "ruleset": case.ruleset}, seed=0)
    missed: list[str] = []
    for played in play_steps(session, case):
        missed += played.misses
        if played.asked is None:
            _draw(brought, session.ruleset, played.before, played.step.words)
            if looks and not (played.step.refused or played.step.error or played.step.override):
                brought.closed += _closed(session.ruleset, played.before, played.step.words, case.title)
        if outcome := played.outcome:
            rules = outcome.refusal.rules if outcome.refusal else ()
            brought.refused |= {*rules, *outcome.overridden}
            brought.named |= ids(session.ruleset, repr(outcome.request))
    _keep(brought, session)
    kinds = session.ruleset.facts
    for event in _events(session):
        fact = read_fact(kinds, event.tag, event.values)
        if type(fact) is not kinds.get(event.tag) or to_plain(fact) != event.of:
            brought.unlike.append(event)
    return missed


def _draw(
    brought: Brought, ruleset: Ruleset[GameState], state: GameState, words: Mapping[str, object]
) -> None:
    """What a screen shows before a command, its form included, as long as it has rules to show that none has shown."""
    do = str(words.get("do"))
    shown = brought.reminded.setdefault(do, set())
    if set(ruleset.reminders.get(do, ())) <= shown | set(known(ruleset.id).seen_in):
        return
    shown |= {detail.label for detail in ruleset.view.table(state, None).prompt.reminders}
    for by in (words.get("by"), words.get("unit")):
        if by in state.sides or by in state.units:
            for action in ruleset.view.actions(state, str(by)):
                if action.do == do and action.form and action.why_not is None:
                    forms = _forms(ruleset, state, action, words)
                    shown |= {detail.label for form in forms for detail in form.reminders}


def _forms(
    ruleset: Ruleset[GameState], state: GameState, action: Action, words: Mapping[str, object]
) -> Iterator[Form]:
    """A form as it opens, as the command fills it, and with each skill that it lets one choose."""
    given = {name: value for name, value in words.items() if name not in ("do", "by")}
    opened = ruleset.view.form(state, action.do, action.by, {})
    skills = [choice.value for asked in opened.fields if asked.name == "skill" for choice in asked.choices]
    yield opened
    for draft in (given, *({"skill": skill} for skill in skills)):
        yield ruleset.view.form(state, action.do, action.by, draft)


def _closed(ruleset: Ruleset[GameState], state: GameState, words: Words, title: str) -> Iterator[str]:
    """The action of a legal command, where it is shown as closed though its form has what the command says."""
    by = words.get("by")
    if not isinstance(by, str) or (by not in state.sides and by not in state.units):
        return
    for action in ruleset.view.actions(state, by):
        if action.do == words["do"] and (why := as_offered(ruleset, state, action).why_not):
            said = {name: value for name, value in words.items() if name not in ("do", "by")}
            fields = ruleset.view.form(state, words["do"], by, said).fields
            if all(
                said[field.name] in [choice.value for choice in field.choices]
                for field in fields
                if field.kind == "choice" and field.name in said
            ):
                yield f"{title}: {action.do} is closed: {why}"


def _events(session: Session[GameState]) -> Iterator[SavedEvent]:
    return (event for entry in session.timeline.entries for event in entry.events)


def _keep(brought: Brought, session: Session[GameState]) -> None:
    """The facts of a game, with what was said of them."""
    names = session.names()
    for entry in session.timeline.entries:
        for fact, sentence in zip(session.facts(entry), session.sentences(entry), strict=True):
            brought.told.append(Told(fact, sentence, names))
    for event in _events(session):
        brought.named |= ids(session.ruleset, str(event.of))


@cache
def _families(ruleset_id: str) -> str:
    return "|".join(sorted({rule.split("-")[0] for rule in rulesets()[ruleset_id].rules()}))


def ids(ruleset: Ruleset[GameState], text: str, *, ranges: bool = False) -> set[str]:
    """What looks like the id of a rule in a text; with `ranges`, `OF-DMG-1 to OF-DMG-3` means those between as well."""
    one = rf"((?:{_families(ruleset.id)})-(?:[A-Z]+-|(?:[A-Z]+|\d+)\.(?:\d+\.)*))(\d+)"
    found = {f"{chapter}{number}" for chapter, number in re.findall(rf"\b{one}\b", text)}
    for chapter, first, other, last in re.findall(rf"\b{one} to {one}\b", text) if ranges else ():
        if chapter == other:
            found |= {f"{chapter}{number}" for number in range(int(first), int(last) + 1)}
    return found
