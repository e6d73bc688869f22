"""Run a recorded game again under today's rules and compare, entry by entry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from vedette.engine.commands import read_command
from vedette.engine.errors import VedetteError
from vedette.engine.facts import tag
from vedette.engine.plain import plain
from vedette.engine.session import Session
from vedette.engine.timeline import Entry


@dataclass(frozen=True, slots=True)
class Difference:
    """Where today's rules judge otherwise than the record; the record stands."""

    n: int
    text: str


def verify(session: Session[Any]) -> list[Difference]:
    """All differences, undone entries included, in the order of the save."""
    return [difference for command in session.timeline.entries for difference in _command(session, command)]


def _command(session: Session[Any], start: Entry) -> Iterator[Difference]:
    if start.kind == "command":
        try:
            yield from _judged(session, start)
            for leaf in _chains(session, start):
                yield from _played(session, leaf)
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


def _chains(session: Session[Any], start: Entry) -> Iterator[list[Entry]]:
    """The command with each series of answers that was given to it, undone ones too."""
    chains: dict[int, list[Entry]] = {start.n: [start]}
    for entry in session.timeline.entries[start.n :]:
        if entry.kind in ("dice", "choice") and entry.parent in chains:
            chains[entry.n] = [*chains[entry.parent], entry]
    ends = set(chains) - {entry.parent for chain in chains.values() for entry in chain}
    yield from (chains[n] for n in sorted(ends))


def _played(session: Session[Any], chain: list[Entry]) -> Iterator[Difference]:
    """Run the command over its answers and compare what happened."""
    run = session.run_again(chain[0], chain[1:])
    today = [(tag(type(event.fact)), plain(event.fact), plain(event.changes)) for event in run.play.events]
    recorded = [(h.tag, h.of, plain(h.changes)) for entry in chain for h in entry.events]
    run.close()
    if today != recorded:
        yield Difference(chain[-1].n, f"{chain[0].input.get('do')} comes out otherwise under today's rules")
