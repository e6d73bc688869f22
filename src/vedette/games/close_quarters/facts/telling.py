"""Words that many facts share: numbers of things, and what things are called."""

from __future__ import annotations

from vedette.games.close_quarters.tables import thing

POINTS = {
    "n": "north", "ne": "northeast", "se": "southeast", "s": "south", "sw": "southwest", "nw": "northwest",
}  # fmt: skip
"""The directions of the map as people say them."""


def towards(direction: str) -> str:
    """Which way somebody turns or goes: `to the northeast`."""
    return f"to the {POINTS.get(direction, direction)}"


def count(number: int, what: str, more: str = "") -> str:
    """So many of a thing: `1 point`, `3 points`; `more` is the plural where an s won't do."""
    return f"{number} {what}" if number == 1 else f"{number} {more or f'{what}s'}"


def called(type: str) -> str:
    """What people call a thing of that type, as it stands in a sentence."""
    found = thing(type)
    return found.name.split(" / ")[0].lower() if found else type
