"""The whole log as rows: a command each under its round, with bookmarks, and what was undone as one row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.facts import Rolled
from vedette.engine.grammar import the
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import BookmarkEntry, Entry, HeadEntry, LeftOutEntry, RollEntry
from vedette.engine.times import moment
from vedette.kit.words import count
from vedette.view.action_log import ActionLine, ActionLog, Result
from vedette.view.clock import TimeSpent, begins_round, pause_words, time_words
from vedette.view.log_search import Finder, LogFilter, Wanted
from vedette.view.undo_summary import moved_words, overruled

ROLL_OFFS = 3
"""Commands at the beginning of a round among which its roll-off is."""


class LogRow(Struct, frozen=True):
    """A row. `n` is the number it is known by, `last` the line to go to; `what` a unit or side (`who`) did, and what `came` of it.

    Under a heading (`round`) stand so many `lines`; `right` is what is said at its end.
    """

    kind: Literal["command", "round", "undone", "bookmark", "told"]
    n: int
    last: int
    side: str = ""
    who: str = ""
    what: str = ""
    came: tuple[Result, ...] = ()
    time: str = ""
    undone: bool = False
    right: str = ""
    lines: int = 0
    is_open: bool = True


class LogQuery(Struct, frozen=True):
    """Which rows are wanted: words and marks, a kind of line, the numbers of the rounds that are open, and whether undone lines are shown."""

    wanted: Wanted = Wanted()
    filter: LogFilter = "all"
    rounds: frozenset[int] = frozenset()
    undone: bool = False

    @property
    def is_search(self) -> bool:
        return bool(self.wanted) or self.filter != "all"


class LogRows:
    """The rows of a session, each told once."""

    def __init__(self, session: Session[GameState]) -> None:
        self.session = session
        self.finder = Finder(session)
        self._log = ActionLog(session)
        self._told: dict[int, LogRow | None] = {}
        self._titles: dict[tuple[int, int], tuple[str, str, str]] = {}

    def go_on(self, until: float) -> bool:
        """Collect the words that lines are found by, until a time of `perf_counter`; whether all are known."""
        return self.finder.go_on(until)

    @property
    def count(self) -> int:
        return len(self.session.timeline.entries)

    def rounds(self) -> list[int]:
        """The first line of each round; the command that ends a round is its last, and what comes before the first is part of it."""
        timeline = self.session.timeline
        undone = timeline.undone()
        begun = [one.n for one in timeline.entries if begins_round(one) and one.n not in undone]
        played_at_once = bool(self.session.state_at(0).round)
        return [1, *(n + 1 for n in (begun if played_at_once else begun[1:]))]

    def rows(self, query: LogQuery) -> list[LogRow]:
        """The rows that are wanted, in the order of the game; rounds that are not open are their heading alone."""
        timeline, begun = self.session.timeline, self.rounds()
        undone, rows = timeline.undone(), []
        run: list[Entry] = []
        ends: dict[int, int] = {}
        for one in self.session.timeline.entries:
            if one.is_place:
                first = self.session.timeline.command_at(one.n).n
                if one.n not in undone or first in undone:
                    ends[first] = one.n
        spent = TimeSpent(self.session.ruleset)
        for place, start in enumerate(begun):
            end = begun[place + 1] if place + 1 < len(begun) else self.count + 1
            entries = timeline.entries[start - 1 : end - 1]
            is_open = query.is_search or place in query.rounds
            made: list[LogRow] = []
            for entry in entries:
                spent.count(entry)
                if not is_open:
                    continue
                if entry.n in undone:
                    run.append(entry)
                    continue
                made += self._undone(run, entry, query)
                run = []
                made += self._of(entry, ends.get(entry.n, entry.n), query)
            made += self._undone(run, None, query)
            run = []
            if entries and (made or not query.is_search):
                title, score, right = self._title(start, end - 1, spent)
                lines = len(entries)
                rows.append(
                    LogRow("round", place, 0, "", title, score, right=right, lines=lines, is_open=is_open)
                )
                rows += made
        return rows

    def sentences(self, row: LogRow) -> list[str]:
        """Everything that is told of a row, as the game tells it, besides its rolls."""
        session = self.session
        played = session.played.at(row.last) if row.kind == "command" else None
        told = (
            zip(session.facts(entry), session.sentences(entry), strict=True)
            for entry in (played.entries if played else ())
        )
        return [said for pairs in told for fact, said in pairs if not isinstance(fact, Rolled)]

    def rules(self, row: LogRow) -> dict[str, str]:
        """The rules of its rolls with their titles."""
        known, played = self.session.rules, self.session.played.at(row.last)
        rolls = played.rolls if played else ()
        ids = [rule for roll in rolls for rule in roll.rules]
        ids += [rule for roll in rolls for modifier in roll.pool.modifiers for rule in modifier.rules]
        return {rule: known[rule].title for rule in dict.fromkeys(ids) if rule in known}

    def line(self, row: LogRow) -> ActionLine | None:
        """What is told of the command of a row."""
        played = self.session.played.at(row.last) if row.kind == "command" else None
        return self._log.line(played) if played else None

    def _of(self, entry: Entry, last: int, query: LogQuery, *, undone: bool = False) -> Iterator[LogRow]:
        """The rows of an entry: its command, its bookmark, that the clock stood."""
        session, time = self.session, moment(entry.time).strftime("%H:%M")
        if isinstance(entry, LeftOutEntry):
            if entry.is_first and not query.is_search:
                yield LogRow("told", entry.n, entry.n, what=entry.said, time=time)
        elif isinstance(entry, HeadEntry):
            if entry.kind != "undo" and self._wants(query, [entry], moved_words(session, entry)):
                yield LogRow("told", entry.n, entry.n, entry.who, what=moved_words(session, entry), time=time)
        elif not isinstance(entry, BookmarkEntry):
            note = session.timeline.bookmarks.get(entry.n, "")
            if (paused := pause_words(entry)) and not query.is_search:
                yield LogRow("told", entry.n, entry.n, what=paused, time=time)
            if entry.kind == "command":
                row = self._row(last, time, keep=bool(query.wanted))
                played = session.played.at(last)
                entries = played.entries if played else ()
                if row and self._wants(query, entries, f"{row.who} {row.what} {note}"):
                    yield replace(row, undone=undone)
            if note and self._wants(query, [entry], note):
                yield LogRow("bookmark", entry.n, entry.n, what=note, time=time, undone=undone)

    def _row(self, last: int, time: str, *, keep: bool) -> LogRow | None:
        """The row of the command that ends there; None where it has only kept the books, unless it is to be kept."""
        if last not in self._told:
            played = self.session.played.at(last)
            line = self._log.line(played) if played else None
            self._told[last] = None
            if played and line and line.results:
                first, forced = line.results[0], overruled(played.command)
                who = first.text[: first.subject]
                what = first.text[first.subject :].lstrip(":, ")
                came = (*((Result(forced, "waits"),) if forced else ()), *line.came)
                if first.moment:
                    what, came = "", (Result(what, first.moment), *came)
                side = played.command.who if line.remark or first.subject else ""
                self._told[last] = LogRow("command", played.command.n, last, side, who, what, came, time)
        row = self._told[last]
        if row is None and keep and (played := self.session.played.at(last)):
            said = " ".join(one for entry in played.entries for one in self.session.sentences(entry))
            return LogRow("command", played.command.n, last, played.command.who, what=said, time=time)
        return row

    def _wants(self, query: LogQuery, entries: Sequence[Entry], said: str) -> bool:
        if not query.is_search:
            return True
        told = " ".join([said, *(one for entry in entries for one in self.session.sentences(entry))])
        return self.finder.matches([entry.n for entry in entries], told, query.wanted, query.filter)

    def _undone(self, run: Sequence[Entry], by: Entry | None, query: LogQuery) -> Iterator[LogRow]:
        """A row for all that was undone in a row, with who did it; the lines below it where they are wanted."""
        places = [one for one in run if one.is_place]
        if not places:
            return
        if not query.is_search:
            start, end, time = run[0].n, run[-1].n, moment(run[-1].time).strftime("%H:%M")
            said = str(start) if start == end else f"{start} to {end}"
            if isinstance(by, HeadEntry):
                who = self.session.names().get(by.who)
                said += f", by {the(who)}" if who else ""
                said += f": line {by.input.corrects} was misread" if by.input.corrects else ""
            undone, is_open = f"{count(len(places), 'line')} undone", query.undone
            yield LogRow("undone", start, end, "", undone, said, time=time, undone=True, is_open=is_open)
        if query.undone:
            first = [one for one in places if one.kind == "command"]
            for entry in first:
                last = max(one.n for one in places if self.session.timeline.command_at(one.n).n == entry.n)
                yield from self._of(entry, last, query, undone=True)

    def _title(self, start: int, end: int, spent: TimeSpent) -> tuple[str, str, str]:
        """What a round is called, the score at its end, and its roll-off, or else the time of the sides until then."""
        if (start, end) not in self._titles:
            session, view = self.session, self.session.ruleset.view
            timeline = session.timeline
            table = view.table(session.state_at(timeline.place(end)), None)
            live = [one.n for one in timeline.entries[start - 1 : end] if one.n not in timeline.undone()]
            last = live[-1] if live else end
            if end < self.count and timeline.entry(last).parent >= start:
                last = timeline.entry(last).parent  # its last command ends the round
            begun = view.position(session.state_at(timeline.place(last)))
            scores = [f"{side.name} {side.score.split(' ')[0]}" for side in table.sides]
            if len(scores) == 2:
                side = table.sides[1]
                scores = [f"{scores[0]} : {side.score.split(' ')[0]} {side.name}"]
            time = time_words(session, spent.spent()) if spent.spent() else ""
            right = self._roll_off(start, end) or time
            self._titles[start, end] = str(begun).partition(" · ")[0], ", ".join(scores), right
        return self._titles[start, end]

    def _roll_off(self, start: int, end: int) -> str:
        entries = self.session.timeline.entries[start - 1 : end]
        commands = [one.n for one in entries if one.kind == "command"][: ROLL_OFFS + 1]
        for entry in entries:
            if isinstance(entry, RollEntry) and self.session.timeline.command_at(entry.n).n in commands:
                played = self.session.played.at(entry.n)
                for roll in played.rolls if played else ():
                    if not roll.side and len(roll.faces) == len(self.session.state.sides):
                        return f"roll-off {' : '.join(map(str, roll.faces))}"
        return ""
