"""What the command line tells as JSON."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from typing import Any

from vedette.cli.output import print_line
from vedette.engine.case import told_ask, told_roll
from vedette.engine.commands import CommandSpec, arguments_of
from vedette.engine.data import Table
from vedette.engine.facts import Rolled
from vedette.engine.plain import to_plain
from vedette.engine.session import Outcome, Session
from vedette.engine.state import GameState
from vedette.engine.text import HIDDEN
from vedette.engine.timeline import Entry, SavedEvent
from vedette.view.view import is_secret


def print_json(value: Any) -> None:
    """Print a value; what could steer a terminal is escaped, everything else stays as it is."""
    print(as_text(value))  # noqa: T201 - the output itself


def tell(value: Any, lines: Iterable[str], *, as_json: bool) -> None:
    """Print what came of a command, as a value or in lines."""
    if as_json:
        print_json(value)
        return
    for line in lines:
        print_line(line)


def as_text(value: Any) -> str:
    """A value as JSON in which nothing can steer a terminal."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return "".join(
        json.dumps(one)[1:-1] if one != "\n" and unicodedata.category(one) in HIDDEN else one for one in text
    )


def told_outcome(session: Session[GameState], outcome: Outcome) -> Table:
    facts = [fact for entry in outcome.entries for fact in session.facts(entry)]
    refused, no = None, outcome.refusal
    if no:
        refused = {"rule": no.rule, "sentence": no.sentence, "nearest": no.alternative}
        if no.reading:  # another reading of the text would have allowed it
            refused["reading"] = no.reading.text
    return {
        "refused": refused,
        "overridden": list(outcome.overridden),
        "rolled": [told_roll(fact.roll) for fact in facts if isinstance(fact, Rolled)],
        "entries": [told_entry(session, entry) for entry in outcome.entries],
        **told_place(session),
    }


def told_command(do: str, spec: CommandSpec[Any]) -> Table:
    return {
        "do": do,
        "title": spec.title,
        "key": spec.key,
        "by": spec.actor,
        "does": spec.does,
        "arguments": [to_plain(one) for one in arguments_of(spec.model)],
        "rules": list(spec.all_rules),
    }


def told_place(session: Session[GameState]) -> Table:
    """Where the game stands: the last entry, what it waits for, and who has won."""
    return {
        "head": session.timeline.head,
        "pending": session.pending,
        "waits": told_ask(session.request) if session.request else None,
        "outcome": session.state.outcome,
    }


def told_entry(session: Session[GameState], entry: Entry, undone: bool = False) -> Table:
    """An entry without what only one side may know of it now."""
    view, state = session.ruleset.view, session.state
    secret = view.secret_paths(state)

    def changes(event: SavedEvent) -> Any:
        return to_plain([change for change in event.changes if not is_secret(change[0], secret)])

    return {
        "n": entry.n,
        "parent": entry.parent,
        "time": entry.time,
        "kind": entry.kind,
        "who": entry.who,
        "input": view.open_words(state, entry.given),
        "sentences": session.sentences(entry),
        "events": [{"is": event.tag, "of": event.of, "changes": changes(event)} for event in entry.events],
        "waits": entry.waits,
        "paused": entry.paused,
        "undone": undone,
        "bookmark": session.timeline.bookmarks.get(entry.n, ""),
    }
