"""The log's lines, made of entries once and marked anew only where an undo changed something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from time import perf_counter

from msgspec.structs import replace

from vedette.engine.facts import Rolled
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import BookmarkEntry, Entry, HeadEntry, LeftOutEntry
from vedette.tui.sides import initials
from vedette.tui.widgets.log import LogLine
from vedette.view.clock import TimeSpent, begins_round, pause_words, time_words
from vedette.view.dice_text import roll_words
from vedette.view.signs import BOOKMARK
from vedette.view.undo_summary import moved_words, overruled


class History:
    """The lines of a session's log."""

    def __init__(self, session: Session[GameState], roles: Mapping[str, str]) -> None:
        """Begin with no line; `roles` are the colours of the sides."""
        self._session = session
        self._roles = roles
        self._letters = initials({id: side.name for id, side in session.state.sides.items()})
        self._lines: list[LogLine] = []
        self._shown: list[LogLine] = []
        self._fresh: list[LogLine] = []
        self._told, self._moved = 0, False
        self._time = TimeSpent(session.ruleset)

    def lines(self) -> Sequence[LogLine]:
        """All lines up to now; a new list where anything changed."""
        self.go_on()
        if self._fresh or self._moved:
            lines = [*self._lines, *self._fresh]
            self._lines = self._marked(lines) if self._moved else lines
            self._shown = self._with_bookmarks(self._lines)
            self._fresh, self._moved = [], False
        return self._shown

    def go_on(self, until: float = inf) -> bool:
        """Write the lines of further entries, until a time of `perf_counter`; whether all are done."""
        entries = self._session.timeline.entries
        self._moved = self._moved or not self._told
        while self._told < len(entries):
            entry = entries[self._told]
            self._told += 1
            self._fresh += self._told_of(entry)
            self._moved = self._moved or not entry.is_place
            if perf_counter() > until:
                break
        return self._told == len(entries)

    @property
    def ahead(self) -> int:
        """How many entries have no lines yet."""
        return len(self._session.timeline.entries) - self._told

    def latest(self, most: int) -> Sequence[LogLine]:
        """The lines of only the last entries, without the times of their rounds."""
        fresh = self._session.timeline.entries[-most:]
        lines = self._marked([line for entry in fresh for line in self.of(entry)])
        return [line for line in self._with_bookmarks(lines) if line.n >= fresh[0].n]

    def of(self, entry: Entry) -> list[LogLine]:
        """The lines of an entry; first that the clock was stopped."""
        paused = pause_words(entry)
        return [*([LogLine(entry.n, paused, "dim")] if paused else []), *self._of(entry)]

    def _told_of(self, entry: Entry) -> Iterator[LogLine]:
        """An entry and, if a round begins, the time of each side so far."""
        self._time.count(entry)
        yield from self.of(entry)
        if begins_round(entry) and (spent := self._time.spent()):
            yield LogLine(entry.n, f"Time so far: {time_words(self._session, spent)}.", "dim")

    def _marked(self, lines: list[LogLine]) -> list[LogLine]:
        undone = self._session.timeline.undone()
        return [
            line if line.undone == (line.n in undone) else replace(line, undone=line.n in undone)
            for line in lines
        ]

    def _with_bookmarks(self, lines: list[LogLine]) -> list[LogLine]:
        timeline = self._session.timeline
        if not timeline.bookmarks:
            return lines
        undone = timeline.undone()
        notes = [
            LogLine(n, note, "strong", BOOKMARK, undone=n in undone) for n, note in timeline.bookmarks.items()
        ]
        return sorted([*lines, *notes], key=lambda line: line.n)

    def _of(self, entry: Entry) -> list[LogLine]:
        if isinstance(entry, BookmarkEntry):
            return []
        if isinstance(entry, LeftOutEntry):
            return [LogLine(entry.n, entry.said, "warn")] if entry.is_first else []
        if isinstance(entry, HeadEntry):
            return [
                LogLine(
                    entry.n, moved_words(self._session, entry), "warn", "↶" if entry.kind == "undo" else "↷"
                )
            ]
        role = self._roles.get(entry.who, "")
        letter = self._letters.get(entry.who, " ")
        forced = overruled(entry)
        made = [LogLine(entry.n, forced, role, letter, role)] if forced else []
        facts = self._session.facts(entry)
        told = self._session.sentences(entry)
        for fact, sentence in zip(facts, told, strict=True):
            text = roll_words(fact.roll) if isinstance(fact, Rolled) else sentence
            quiet = "dim" if fact.aside or isinstance(fact, Rolled) else ""
            made.append(LogLine(entry.n, text, quiet, letter, role))
        return made
