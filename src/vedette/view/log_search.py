"""Finding a line again: by the words that are told of it, and by unit, rule and kind: `unit:first-relief kind:attack saved`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from time import perf_counter
from typing import Any, Literal, get_args

from msgspec import Struct

from vedette.engine.facts import Moment, Rolled
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import BookmarkEntry, CommandEntry, Entry, HeadEntry, LeftOutEntry

FIELDS = ("unit", "rule", "kind")  # what may stand before a colon

MOMENTS: Mapping[Moment, str] = {
    "lost": "lost", "down": "lost", "hurt": "hurt", "waits": "hit", "gain": "gained", "fail": "failed",
}  # fmt: skip
"""The kind of a line in which something happened that matters to the table."""

LogFilter = Literal["all", "rolls", "losses", "moves", "scores", "by hand"]

FILTERS: tuple[LogFilter, ...] = get_args(LogFilter)

MOVES = frozenset(
    "deploy move embark disembark retreat force_retreat leave stand_up climb drop pull_up disengage formation send_group "
    "recall_group place_entry".split()
)
BY_HAND = frozenset("adjust condition lift settings roll award".split())
"""Commands that a filter lists, by their ids."""

MOST_OFFERED = 12  # so many words are offered at once


class Marks(Struct, frozen=True):
    """What a line can be found by, as it is typed: units and sides, rules, kinds."""

    unit: frozenset[str] = frozenset()
    rule: frozenset[str] = frozenset()
    kind: frozenset[str] = frozenset()


class Wanted(Struct, frozen=True):
    """What is looked for: words that are all told, and marks by their fields."""

    words: tuple[str, ...] = ()
    marks: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        """Whether anything is looked for."""
        return bool(self.words or self.marks)


def read_wanted(text: str) -> Wanted:
    """What was typed: a word with a colon is a mark where one of the fields stands before it."""
    words, marks = [], []
    for word in text.split():
        field, colon, value = word.casefold().partition(":")
        if colon and field in FIELDS:
            marks.append((field, as_typed(value)))
        else:
            words.append(word.casefold())
    return Wanted(tuple(words), tuple(marks))


def as_typed(name: str) -> str:
    """A name as it is typed behind a colon: small, without accents, hyphens for what is neither letter nor digit."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"[\W_]+", "-", bare).strip("-")


def tells(told: str, look: Wanted) -> bool:
    """Whether a text has all the words that are looked for."""
    return not look.words or all(word in told.casefold() for word in look.words)


class Finder:
    """Looks for lines of a session; what a line can be found by is worked out once."""

    def __init__(self, session: Session[GameState]) -> None:
        self._session = session
        self._marks: dict[int, Marks] = {}
        self._upto = 0
        units = {*session.state_at(0).units, *session.state.units, *session.state.sides}
        self._units = {id: as_typed(name) for id, name in session.names().items() if id in units}

    def matches(self, lines: Sequence[int], told: str, look: Wanted, filter: LogFilter = "all") -> bool:
        """Whether lines, of which this is told, are looked for: a rule begins with what was typed, the rest has it in it."""
        marks = [self.marks(n) for n in lines] if look.marks or filter != "all" else []
        return (
            self._is_of(lines, marks, filter)
            and tells(told, look)
            and all(
                not value
                or any(
                    one.startswith(value) if field == "rule" else value in one
                    for mark in marks
                    for one in getattr(mark, field)
                )
                for field, value in look.marks
            )
        )

    def _is_of(self, lines: Sequence[int], marks: Sequence[Marks], filter: LogFilter) -> bool:
        entries = [self._session.timeline.entry(n) for n in lines]
        kinds = {kind for mark in marks for kind in mark.kind}
        do = next((entry.input.do for entry in entries if isinstance(entry, CommandEntry)), "")
        return {
            "all": True,
            "rolls": any(entry.kind == "dice" for entry in entries),
            "losses": bool(kinds & {MOMENTS["lost"], MOMENTS["hurt"]}),
            "moves": do in MOVES,
            "scores": "score" in kinds,
            "by hand": do in BY_HAND or bool(kinds & {"overruled", "correction"}),
        }[filter]

    def go_on(self, until: float) -> bool:
        """Collect the search words of entries, until a time of `perf_counter`; whether all are known."""
        while self._upto < len(self._session.timeline.entries):
            self._upto += 1
            self.marks(self._upto)
            if perf_counter() > until:
                return False
        return True

    def offered(self, text: str, *, so_far: bool = False) -> list[str]:
        """Words that may replace the last one typed; each occurs in the log, or in the part known `so_far`."""
        field, colon, value = text.casefold().rpartition(" ")[2].partition(":")
        if not colon:
            return [f"{one}:" for one in FIELDS if field and one.startswith(field)]
        if field not in FIELDS:
            return []
        known: set[str] = set()
        for n in self._marks if so_far else range(1, len(self._session.timeline.entries) + 1):
            known |= getattr(self.marks(n), field)
        fits = sorted(
            (one for one in known if as_typed(value) in one), key=lambda one: (not one.startswith(value), one)
        )
        return [f"{field}:{one}" for one in fits[:MOST_OFFERED]]

    def marks(self, n: int) -> Marks:
        """What an entry can be found by; an answer also by the units of its command."""
        entry = self._session.timeline.entry(n)
        if n not in self._marks:
            self._marks[n] = self._of(entry)
        found = self._marks[n]
        if n in self._session.timeline.bookmarks:
            return Marks(found.unit, found.rule, found.kind | {"bookmark"})
        return found

    def _of(self, entry: Entry) -> Marks:
        if isinstance(entry, HeadEntry):
            return Marks(kind=frozenset({"correction" if entry.input.corrects else entry.kind}))
        if isinstance(entry, BookmarkEntry | LeftOutEntry):
            return Marks()
        command, facts = self._session.timeline.command_at(entry.n), self._session.facts(entry)
        spec = self._session.ruleset.specs.get(command.input.do)
        kinds = [spec.title if spec else command.input.do]
        rules: list[str] = []
        if entry is command:
            rules += [*(spec.rules if spec else ()), *command.input.overridden]
            kinds += ["overruled"] if command.input.override is not None else []
        else:
            kinds.append("roll" if entry.kind == "dice" else "choice")
        for fact in facts:
            kinds += [MOMENTS[fact.moment]] if fact.moment else []
            kinds += ["score"] if fact.score else []
            if isinstance(fact, Rolled):
                rules += fact.roll.rules
                rules += (rule for modifier in fact.roll.pool.modifiers for rule in modifier.rules)
        said = _words([command.given, *(event.of for event in entry.events)])
        return Marks(
            frozenset(self._units[word] for word in said if word in self._units),
            frozenset(map(as_typed, rules)),
            frozenset(map(as_typed, kinds)),
        )


def _words(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _words(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _words(one)
