"""Time by side, read from the entries: whoever had to decide is whose time passed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from vedette.engine.timeline import Entry

AWAY = 600
"""Seconds without an answer after which nobody is thinking any more: the table has a break."""


def time_spent(entries: Iterable[Entry]) -> dict[str, int]:
    """Seconds by side, "" for what both decided; a break counts as nothing, and so does a clock that went back."""
    spent: dict[str, int] = {}
    before: datetime | None = None
    for entry in entries:
        now = datetime.fromisoformat(entry.time)
        passed = int((now - before).total_seconds()) if before else 0
        if 0 < passed < AWAY:
            spent[entry.who] = spent.get(entry.who, 0) + passed
        before = now
    return spent


def clock_words(seconds: int) -> str:
    """A time as people say it: `47 s`, `12 min`, `1 h 05 min`."""
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"
