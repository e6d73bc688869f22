"""Times as saves write them, and the computer's clock, which may be wrong."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

FIRST, LAST = datetime(2, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC)
"""The first and last time of an entry: beyond them some time zone has no date."""


def clock() -> datetime:
    """The time now, in UTC, limited to `FIRST` to `LAST`."""
    try:
        return min(max(datetime.now(UTC), FIRST), LAST)
    except (ValueError, OverflowError, OSError):  # beyond all dates
        return LAST


def local_clock() -> datetime:
    """The time now, in the zone of this computer if known."""
    time = clock()
    try:
        return time.astimezone()
    except (ValueError, OverflowError, OSError):  # Windows knows no zone for some dates
        return time


@lru_cache(maxsize=8)  # asked for twice in a row: a time ends one stretch and begins the next
def moment(text: str) -> datetime:
    """The time in a text in ISO 8601, in UTC if it names no zone; raises ValueError.

    Without a zone of its own it would be read as local time, for which Windows knows no days before 1970.
    """
    time = datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=UTC)
