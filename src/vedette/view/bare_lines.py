"""The entries of a save that no game can be shown of: who gave what, and what came of it, as far as the lines say it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vedette.engine.facts import Fact, read_fact
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState
from vedette.engine.timeline import Entry
from vedette.view.sheet import Block, Reason, Sheet, SheetRow

Kinds = Mapping[str, type[Fact]]


def facts_known(entries: Sequence[Entry], rulesets: Mapping[str, Ruleset[GameState]]) -> Kinds:
    """The facts of the ruleset that knows most of what happened."""
    tags = [event.tag for entry in entries for event in entry.events]
    kinds = (game.facts for game in rulesets.values())
    return max(kinds, key=lambda kinds: sum(tag in kinds for tag in tags), default={})


def bare_given(entry: Entry) -> str:
    """An entry's number, who gave it, and its words."""
    return f"{entry.n:>5}  {entry.who or '-'}: {_words(entry)}"


def sentences(entry: Entry, kinds: Kinds) -> Iterator[str]:
    """What came of it. Units and sides are told by their ids; a fact of an unknown game by its tag, its values and changes."""
    for event in entry.events:
        if event.tag in kinds:
            yield read_fact(kinds, event.tag, event.values).sentence(str)
        else:
            values = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in event.of.items())
            changes = "; ".join(f"{path}: {before} → {after}" for path, before, after in event.changes)
            told = f"{event.tag.replace('-', ' ').capitalize()}{': ' if values else ''}{values}."
            yield (f"{told} ({changes})" if changes else told)


def _words(entry: Entry) -> str:
    return " ".join((entry.kind, *(f"{key}={value}" for key, value in entry.given.items())))


def bare_sheet(title: str, why: str, entries: Sequence[Entry], kinds: Kinds) -> Sheet:
    """All entries as a sheet; `why` says why there is no more."""
    rows = (
        SheetRow(f"{entry.n}  {entry.who or '-'}", _words(entry), tuple(map(Reason, sentences(entry, kinds))))
        for entry in entries
    )
    return Sheet(title, why, (Block("Entries", tuple(rows)),))
