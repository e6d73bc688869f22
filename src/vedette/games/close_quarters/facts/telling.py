"""Words that many facts share: directions, and what things are called."""

from __future__ import annotations

from vedette.games.close_quarters.tables import thing

POINTS = {
    "n": "north", "ne": "northeast", "se": "southeast", "s": "south", "sw": "southwest", "nw": "northwest",
}  # fmt: skip
"""The directions of the map as people say them."""


def towards(direction: str) -> str:
    """Which way somebody turns or goes: `to the northeast`."""
    return f"to the {POINTS.get(direction, direction)}"


def called(type: str) -> str:
    """What people call a thing of that type, as it stands in a sentence."""
    found = thing(type)
    return found.name.split(" / ")[0].lower() if found else type
