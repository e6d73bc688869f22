"""What no battle can be, whoever set it: checked after every entry, on the battle as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.units import group_id


def impossible(start: Battle, data: Any) -> Iterator[str]:
    """One sentence for each thing that can't be."""
    units = data["units"]
    for name in start.book.units:
        if name not in units:
            yield f"{name}: gone without a trace"
    for name, unit in units.items():
        if not unit["group"]:
            if unit["mother"] or name not in start.book.units:
                yield f"{name}: neither a Unit nor a group of one"
        elif unit["mother"] not in start.book.units or not _is_group_of(unit["mother"], name):
            yield f"{name}: not a group of a Unit"


def _is_group_of(mother: str, name: str) -> bool:
    number = name.removeprefix(group_id(mother, 0)[:-1])
    return number.isascii() and number.isdecimal() and len(number) < 4
