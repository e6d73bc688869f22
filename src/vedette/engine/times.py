"""Times as saves write them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache


@lru_cache(maxsize=8)  # asked for twice in a row: a time ends one stretch and begins the next
def moment(text: str) -> datetime:
    """The time in a text in ISO 8601, in UTC if it names no zone; raises ValueError.

    Without a zone of its own it would be read as local time, for which Windows knows no days before 1970.
    """
    time = datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=UTC)
