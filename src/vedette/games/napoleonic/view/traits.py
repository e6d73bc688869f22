"""What makes a Unit's fire good, each with the battle as it would be without it: what decided a shot is found that way."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.record import replace
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.units import profile


def traits(battle: Battle, unit: str) -> Mapping[str, Battle]:
    """NA-3.3.1.1.1, NA-3.3.2.4: Drill and Experience, on which its shots rest; a group shoots by those of its mother."""
    own, whose = profile(battle, unit), battle.units[unit].mother or unit
    without = {
        f"Drill {own.drill}": replace(own, drill=0),
        f"Experience {own.experience}": replace(own, experience=0),
    }
    return {
        name: replace(battle, book=replace(battle.book, units={**battle.book.units, whose: less}))
        for name, less in without.items()
        if less != own
    }
