"""Run a recorded game again under today's rules and compare, entry by entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vedette.engine.again import against, run_again
from vedette.engine.consent import taken_back
from vedette.engine.errors import VedetteError
from vedette.engine.facts import read_fact
from vedette.engine.grammar import at_start, the
from vedette.engine.plain import to_plain
from vedette.engine.record import record
from vedette.engine.ruleset import Ruleset
from vedette.engine.save_file import Header, Save
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import joined
from vedette.engine.timeline import AnswerEntry, CommandEntry, Entry, HeadEntry, Timeline


@record
class Difference:
    """Where today's rules judge otherwise than the record; the record stands."""

    n: int
    text: str


def verify(session: Session[GameState]) -> list[Difference]:
    """All differences, undone entries included, in the order of the save."""
    timeline = session.timeline
    answered = {entry.parent for entry in timeline.entries if isinstance(entry, AnswerEntry)}
    series: dict[int, list[list[AnswerEntry]]] = {}
    for entry in timeline.entries:
        if entry.is_place and entry.n not in answered:
            series.setdefault(timeline.command_at(entry.n).n, []).append(timeline.answers_at(entry.n))
    found = [
        difference
        for n in sorted(series)
        for difference in _command(session, timeline.command_at(n), series[n])
    ]
    return sorted([*found, *_unagreed(session)], key=lambda difference: difference.n)


def verify_entries(ruleset: Ruleset[Any], header: Header, entries: list[Entry]) -> list[Difference]:
    """The same over a copy, for a thread beside the one that plays."""
    session = Session(ruleset, header)
    session.load(Save(header, Timeline(entries)))
    return verify(session)


def _unagreed(session: Session[GameState]) -> Iterator[Difference]:
    """Undos and corrections to which the other side had to agree by the settings of the game, and did not."""
    names, sides = session.names(), session.state.sides
    for entry in session.timeline.entries:
        if isinstance(entry, HeadEntry):
            taken = taken_back(session.undo_rule_at, session.timeline, sides, entry)
            silent = [the(names.get(side, side)) for side in taken.asked if side not in entry.input.agreed]
            if silent:
                yield Difference(
                    entry.n, f"{at_start(joined(silent))} had to agree to this undo, and did not"
                )


def _command(
    session: Session[GameState], start: CommandEntry, series: list[list[AnswerEntry]]
) -> Iterator[Difference]:
    """A command, with each series of answers that was given to it, undone ones too."""
    try:
        state = session.state_at(start.parent)
        refused = against(session.ruleset, state, start)
        yield from (Difference(start.n, f"today's rules refuse it. {refusal}") for refusal in refused)
        for answers in series if not refused else ():
            yield from _played(session, state, start, answers)
    except VedetteError as error:
        yield Difference(start.n, f"{start.input.do} is no longer possible: {error}")


def _played(
    session: Session[GameState], state: Any, start: CommandEntry, answers: list[AnswerEntry]
) -> Iterator[Difference]:
    """Run the command over its answers and compare what happened, by whom it was given, and what was waited for."""
    do, chain = start.input.do, (start, *answers)
    again = run_again(session.ruleset, state, start, answers)
    again.run.close()
    today = [(event.fact, kept_then(session, event.changes)) for event in again.run.play.events]
    kinds = session.ruleset.facts  # read, so that what a fact has gained since counts as it was left out
    happened = [event for entry in chain for event in entry.events]
    recorded = [(read_fact(kinds, h.tag, h.values), kept_then(session, h.changes)) for h in happened]
    if chain[-1].waits:  # a version may tell before a question what another tells behind its answer
        both = min(len(today), len(recorded))
        today, recorded = today[:both], recorded[:both]
    if today != recorded:
        yield Difference(chain[-1].n, f"{do} comes out otherwise under today's rules")
    for entry, (who, waits) in zip(chain, again.told, strict=True):
        if (entry.who, entry.waits) != (who, waits):
            yield Difference(
                entry.n, f"{do}: {_told(who, waits)} under today's rules, not {_told(entry.who, entry.waits)}"
            )


def _told(who: str, waits: str) -> str:
    """By whom an entry was given, and what the game waited for then."""
    return f"given by {who or 'both'} and {f'waiting for {waits}' if waits else 'complete'}"


def kept_then(session: Session[GameState], changes: Any) -> list[Any]:
    """The changes of an event by their paths, but for values that were not kept yet when the game was begun.

    A mapping that was read from a save may hold its keys in another order than when it was played.
    """
    since, revision = session.ruleset.kept_since, session.header.revision
    kept = (one for one in to_plain(changes) if since.get(one[0].rpartition(".")[2], 0) <= revision)
    return sorted(kept, key=lambda one: str(one[0]))
