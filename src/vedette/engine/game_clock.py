"""The clock of a sitting: the time in which nobody had to decide, to be noted in the next entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from vedette.engine.entry_builder import now
from vedette.engine.text import LARGEST
from vedette.engine.timeline import Entry, seconds_between
from vedette.engine.times import moment


class Pauses:
    """How long the clock has stood since the last entry. It runs again with the next one."""

    def __init__(self, tell: Callable[[str], None] = lambda told: None) -> None:
        """Start running. `tell` is called, with a text that `hear` reads, whenever the clock stops or goes on."""
        self._stood = 0
        self._since = ""
        self._tell = tell

    @property
    def stopped(self) -> bool:
        return bool(self._since)

    @property
    def seconds(self) -> int:
        """Seconds for which it has stood since the last entry."""
        standing = max(0, seconds_between(self._since, now())) if self._since else 0
        return max(0, min(self._stood + standing, LARGEST))

    def stop(self) -> None:
        """Stop the clock."""
        self._since = self._since or now()
        self._tell(f"{self._stood} {self._since}")

    def start(self) -> None:
        """Let the clock run again."""
        self._stood, self._since = self.seconds, ""
        self._tell(f"{self._stood} ")

    def hear(self, told: str) -> None:
        """Take over the clock as another process noted it; nonsense is ignored."""
        stood, _, since = told.partition(" ")
        with suppress(ValueError):
            self._stood, self._since = int(stood), since and moment(since).isoformat()

    def begin(self, entries: Sequence[Entry]) -> None:
        """Begin a sitting: nobody is charged for the time since the last entry."""
        self._stood, self._since = 0, entries[-1].time if entries else ""
        self.start()

    def noted(self, entries: list[Entry]) -> list[Entry]:
        """Return the next entries; the first notes how long the clock stood before it."""
        stood = self.seconds
        return [replace(entries[0], paused=stood), *entries[1:]] if stood else entries
