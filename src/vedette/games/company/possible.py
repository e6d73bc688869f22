"""What no game can be, whoever set it: checked after every entry, on the game as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vedette.engine.commands import shown
from vedette.games.company.state import Skirmish


def impossible(start: Skirmish, data: Any) -> Iterator[str]:
    """One sentence for each thing that can't be."""
    if data["units"].keys() != start.units.keys() or data["companies"].keys() != start.companies.keys():
        yield "no Group and no Company comes into a game, and none goes without a trace"
    for company in data["companies"].values():
        ambition = company["ambition"]
        if ambition and ambition not in start.book.ambitions:
            yield f"there is no ambition {shown(ambition)}"
