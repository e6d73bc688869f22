"""The log's lines, made of entries once and marked anew only where an undo changed something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vedette.engine.facts import Rolled
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import BookmarkEntry, Entry, HeadEntry
from vedette.tui.sides import SIGNS
from vedette.tui.widgets.log import LogLine
from vedette.view.correcting import given
from vedette.view.dice_text import roll_words
from vedette.view.signs import BOOKMARK

MOVES = {"undo": "takes back", "redo": "does again", "goto": "goes to"}


class History:
    """The lines of a session's log."""

    def __init__(self, session: Session[GameState], roles: Mapping[str, str]) -> None:
        """Begin with no line; `roles` are the colours of the sides."""
        self._session = session
        self._roles = roles
        self._lines: list[LogLine] = []
        self._shown: list[LogLine] = []
        self._told = 0

    def lines(self) -> Sequence[LogLine]:
        """All lines up to now; a new list where anything changed."""
        entries = self._session.timeline.entries
        fresh = entries[self._told :]
        if not fresh:
            return self._shown
        self._told = len(entries)
        lines = [*self._lines, *(line for entry in fresh for line in self._of(entry))]
        if any(not entry.is_place for entry in fresh) or len(fresh) == len(entries):
            lines = self._marked(lines)
        self._lines = lines
        self._shown = self._with_bookmarks(lines)
        return self._shown

    def about_going(self, n: int) -> str:
        """A question: what going to an entry would take back, or do again."""
        timeline = self._session.timeline
        before = {entry.n for entry in timeline.path()}
        after = {entry.n for entry in timeline.path(n)}
        lost, again = len(before - after), len(after - before)
        parts = [f"{_decisions(lost)} taken back"] if lost else []
        parts += [f"{_decisions(again)} done again"] if again else []
        return f"Go to line {n}? {' and '.join(parts).capitalize() or 'Nothing changes'}."

    def _marked(self, lines: list[LogLine]) -> list[LogLine]:
        undone = self._session.timeline.undone()
        return [
            line if line.undone == (line.n in undone) else replace(line, undone=line.n in undone)
            for line in lines
        ]

    def _with_bookmarks(self, lines: list[LogLine]) -> list[LogLine]:
        """The lines, each bookmark behind what it was put to."""
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
        if isinstance(entry, HeadEntry):
            return [LogLine(entry.n, self._moved(entry), "warn", "↶" if entry.kind == "undo" else "↷")]
        role = self._roles.get(entry.who, "")
        sign = SIGNS.get(role, " ")
        made = [
            LogLine(entry.n, text, role if i == 0 else "", sign)
            for i, text in enumerate(self._overruled(entry))
        ]
        facts = self._session.facts(entry)
        told = self._session.sentences(entry)
        for fact, sentence in zip(facts, told, strict=True):
            text = roll_words(fact.roll) if isinstance(fact, Rolled) else sentence
            made.append(LogLine(entry.n, text, "dim" if fact.aside or isinstance(fact, Rolled) else "", sign))
        return made

    def _overruled(self, entry: Entry) -> list[str]:
        if entry.kind != "command" or entry.input.override is None:
            return []
        return [f"Overruled {', '.join(entry.input.overridden) or 'nothing'}: {entry.input.override}"]

    def _moved(self, entry: HeadEntry) -> str:
        names = self._session.names()
        who = names.get(entry.who, entry.who) or "The table"
        to = entry.input.to
        agreed = " and ".join(names.get(side, side) for side in entry.input.agreed)
        tail = f" Agreed by {agreed}." if agreed else ""
        if entry.input.corrects:
            return f"{who} corrects line {entry.input.corrects}.{tail}"
        if entry.kind == "goto":
            return f"{who} goes to line {to}.{tail}"
        ends = (to, entry.parent) if entry.kind == "undo" else (entry.parent, to)
        return f"{who} {MOVES[entry.kind]}: {self._first_words(*ends)}{tail}"

    def _first_words(self, before: int, n: int) -> str:
        """The first telling sentence of what came right after an entry, on the way to entry `n`."""
        while n and self._session.timeline.entry(n).parent != before:
            n = self._session.timeline.entry(n).parent
        if not n:
            return "nothing"
        entry = self._session.timeline.entry(n)
        facts = self._session.facts(entry)
        at = next((i for i, fact in enumerate(facts) if not fact.aside), None)
        if at is None:
            return given(self._session, entry)
        telling = facts[at]
        return roll_words(telling.roll) if isinstance(telling, Rolled) else self._session.sentences(entry)[at]


def _decisions(count: int) -> str:
    return "1 decision is" if count == 1 else f"{count} decisions are"
