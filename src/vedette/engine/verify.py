"""Run a recorded game again under today's rules and compare, entry by entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from vedette.engine.commands import read_command
from vedette.engine.errors import VedetteError
from vedette.engine.facts import read_fact
from vedette.engine.journal import Header, Save
from vedette.engine.plain import plain
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.timeline import Entry

Answers = Mapping[int, list[Entry]]
"""The answers by the entry that they follow."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where today's rules judge otherwise than the record; the record stands."""

    n: int
    text: str


def verify(session: Session[Any]) -> list[Difference]:
    """All differences, undone entries included, in the order of the save."""
    answers: dict[int, list[Entry]] = {}
    for entry in session.timeline.entries:
        if entry.kind in ("dice", "choice"):
            answers.setdefault(entry.parent, []).append(entry)
    commands = [entry for entry in session.timeline.entries if entry.kind == "command"]
    return [difference for command in commands for difference in _command(session, command, answers)]


def verify_entries(ruleset: Ruleset[Any], header: Header, entries: list[Entry]) -> list[Difference]:
    """The same over a copy, for a thread beside the one that plays."""
    session = Session(ruleset, header)
    session.load(Save(header, entries))
    return verify(session)


def _command(session: Session[Any], start: Entry, answers: Answers) -> Iterator[Difference]:
    try:
        yield from _judged(session, start)
        for chain in _chains([start], answers):
            yield from _played(session, chain)
    except (VedetteError, AssertionError, LookupError) as error:
        yield Difference(start.n, f"{start.input.get('do')} is no longer possible: {error}")


def _judged(session: Session[Any], start: Entry) -> Iterator[Difference]:
    """Whether the command is still allowed, or still refused where it was forced."""
    words = {key: value for key, value in start.input.items() if key not in ("override", "overridden")}
    ruleset, state = session.ruleset, session.state_at(start.parent)
    command = read_command(ruleset.specs, words)
    command = ruleset.specs[command.do].understand(state, command)
    refused = {refusal.rule: refusal for refusal in ruleset.refusals(state, command)}
    recorded = set(start.input.get("overridden", ()))
    for rule, refusal in refused.items():
        if rule not in recorded:
            yield Difference(start.n, f"today's rules refuse it. {refusal}")


def _chains(chain: list[Entry], answers: Answers) -> Iterator[list[Entry]]:
    """The command with each series of answers that was given to it, undone ones too."""
    following = answers.get(chain[-1].n)
    if not following:
        yield chain
        return
    for entry in following:
        yield from _chains([*chain, entry], answers)


def _played(session: Session[Any], chain: list[Entry]) -> Iterator[Difference]:
    """Run the command over its answers and compare what happened."""
    run = session.run_again(chain[0], chain[1:])
    today = [(event.fact, plain(event.changes)) for event in run.play.events]
    kinds = session.ruleset.facts  # read, so that what a fact has gained since counts as it was left out
    recorded = [(read_fact(kinds, h.tag, h.of), plain(h.changes)) for entry in chain for h in entry.events]
    run.close()
    if today != recorded:
        yield Difference(chain[-1].n, f"{chain[0].input.get('do')} comes out otherwise under today's rules")
