"""The clocks: the time of each side and of the round, read from the entries.

The time before an entry counts for the side that had to decide: the one that was asked, or whose command it was. Before what
anybody may give at any time, such as a note or a test for one of the other side's units, it counts for the side that goes on
with the game afterwards. It is nobody's where the command belongs to both sides, while the clock stands, and where nobody
answers for ten minutes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from time import time

from msgspec import Struct

from vedette.engine.entry_builder import now
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.settings import Settings
from vedette.engine.state import GameState
from vedette.engine.timeline import CommandEntry, Entry, seconds_between

AWAY = 600  # seconds without an answer after which nobody is thinking any more: the table has a break
DAYS = 48  # hours from which on a time is told in days
LOW, LAST = 300, 60  # seconds before a limit from which on a clock warns, and warns loudly


class ClockView(Struct, frozen=True):
    """The clocks as they stand: the seconds of each side, "" being both, and of the round; whose clock runs, "" for no side's.

    `stopped` where none runs: `"paused"` by a key, a `"break"` as nobody has answered for long, or the game is `"over"`.
    The last `open` seconds of whose clock runs and of the round are not those of an entry yet, nobody has answered for `idle`
    seconds, and it stood so `at` a time in seconds since 1970.
    """

    spent: Mapping[str, int]
    in_round: int | None
    running: str
    stopped: str
    settings: Settings
    open: int = 0
    idle: int = 0
    at: int = 0

    def left(self, side: str) -> int | None:
        """The seconds that a side has left, below 0 behind its limit; None where there is no limit."""
        minutes = self.settings.side_minutes
        return minutes * 60 - self.spent.get(side, 0) if minutes else None

    @property
    def left_in_round(self) -> int | None:
        """The same of the round, once the first has begun."""
        minutes = self.settings.round_minutes
        return None if self.in_round is None or not minutes else minutes * 60 - self.in_round


class TimeSpent:
    """Seconds by side, counted entry by entry in the order of the save; "" is both sides. Time is open while its side is not known yet."""

    def __init__(self, ruleset: Ruleset[GameState]) -> None:
        self._both = of_both(ruleset)
        self._aside = frozenset(
            do
            for do, spec in ruleset.specs.items()
            if (spec.common or (spec.of_table and not spec.by_hand)) and not spec.of_both
        )
        self._by_side: Counter[str] = Counter()
        self._open: Counter[str] = Counter()
        self._last = ""

    def count(self, entry: Entry) -> int:
        """Count the time before an entry, and return its seconds."""
        seconds = _seconds(self._last, entry.time, entry.paused) if self._last else 0
        self._last = entry.time
        do = entry.input.do if isinstance(entry, CommandEntry) else ""
        if do in self._aside:
            self._open[entry.who] += seconds
            return seconds
        side = "" if do in self._both else entry.who
        self._by_side[side] += seconds
        if do and side:
            self._by_side[side] += self._open.total()
            self._open.clear()
        return seconds

    def spent(self, running: str = "") -> Counter[str]:
        """By side; what is open goes to the side that has to decide now, else to those who gave it."""
        return self._by_side + (Counter({running: self._open.total()}) if running else self._open)


class Clock:
    """The time of a session, followed entry by entry; each is looked at once."""

    def __init__(self, session: Session[GameState]) -> None:
        self._session = session
        self._time = TimeSpent(session.ruleset)
        self._passed: list[int] = []
        self._round_began = 0

    def view(self, running: str) -> ClockView:
        """The clocks now, while a side has to decide."""
        entries = self._session.timeline.entries
        if len(self._passed) < len(entries):
            self._passed += map(self._time.count, entries[len(self._passed) :])
            timeline, n = self._session.timeline, self._session.timeline.head
            while n and not begins_round(timeline.entry(n)):
                n = timeline.entry(n).parent
            self._round_began = n
        session = self._session
        last, pauses = session.timeline.entries[-1:], session.pauses
        idle = seconds_between(last[0].time, now()) - pauses.seconds if last else 0
        open_ = _seconds(last[0].time, now(), pauses.seconds) if last else 0
        stopped = "paused" if pauses.stopped else "break" if idle >= AWAY else ""
        over = bool(session.state.outcome)
        spent = self._time.spent() if over else self._time.spent(running) + Counter({running: open_})
        in_round = sum(self._passed[self._round_began :]) + (0 if over else open_)
        return ClockView(
            dict(spent),
            in_round if session.state.round else None,
            running if last else "",
            "over" if over else stopped,
            session.settings,
            0 if over else open_,
            idle,
            int(time()),
        )


def of_both(ruleset: Ruleset[GameState]) -> frozenset[str]:
    """The commands before which no side's time passes."""
    return frozenset(do for do, spec in ruleset.specs.items() if spec.of_both)


def _seconds(before: str, now: str, paused: int) -> int:
    """The seconds between two times that count: none in a break, and none where a clock went back."""
    passed = seconds_between(before, now) - paused
    return passed if 0 < passed < AWAY else 0


def time_of(ruleset: Ruleset[GameState], entries: Iterable[Entry]) -> Counter[str]:
    """Seconds by side in these entries of a save, "" for what both decided."""
    time = TimeSpent(ruleset)
    for entry in entries:
        time.count(entry)
    return time.spent()


def time_spent(session: Session[GameState]) -> Mapping[str, int]:
    """The same of a session."""
    return time_of(session.ruleset, session.timeline.entries)


def time_words(session: Session[GameState], spent: Mapping[str, int]) -> str:
    """The time of each side in a line: `Keelborn 41 min · Wardens 38 min, of 60 min each`."""
    limit = session.settings.side_minutes
    told = (f"{side.name} {clock_words(spent.get(id, 0))}" for id, side in session.state.sides.items())
    return " · ".join(told) + (f", of {limit} min each" if limit else "")


def clock_sentence(session: Session[GameState], view: ClockView) -> str:
    """The clocks in words: `Keelborn 41 min; Wardens 38 min, of 60 min each. Stopped.`."""
    left = view.left_in_round
    rounds = f" In this round {clock_words(left)} are left." if left is not None and left > 0 else ""
    rounds = " The time of this round is over." if left is not None and left <= 0 else rounds
    stopped = " Stopped." if view.stopped in ("paused", "break") else ""
    return f"{time_words(session, view.spent).replace(' · ', '; ')}.{rounds}{stopped}"


def pause_words(entry: Entry) -> str:
    """That the clock stood before an entry, and how long; "" where it did not, or for a moment only."""
    return f"The clock was stopped for {clock_words(entry.paused)}." if entry.paused >= LAST else ""


def begins_round(entry: Entry) -> bool:
    """Whether a round began with an entry."""
    return any(path == "round" for event in entry.events for path, *_ in event.changes)


def clock_words(seconds: int) -> str:
    """A time as people say it: `47 s`, `12 min`, `1 h 05 min`, `3 days`."""
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    if hours >= DAYS:
        return f"{hours // 24} days"
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


def clock_face(seconds: int) -> str:
    """A time as a clock shows it: `41:07`, `1:05:12`, and `−0:30` behind a limit."""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    face = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"−{face}" if seconds < 0 else face
