"""What is wrong with an army, found by setting it up against nobody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vedette.engine.errors import DataError
from vedette.engine.ruleset import Ruleset
from vedette.view.roster import Catalogue, Row, rest_of

SIDE = "checked-army"


def misread(ruleset: Ruleset[Any], roster: Catalogue, army: Row) -> list[str]:
    """Why there is no such army, a sentence for each fault; none for an army, legal or not."""
    try:
        _set_up(ruleset, roster, army)
    except DataError as error:
        return _own(error)
    return []


def army_faults(ruleset: Ruleset[Any], roster: Catalogue, army: Row) -> Iterator[str]:
    """Everything that is wrong with an army: that there is no such army, else the rules that it breaks by itself."""
    try:
        state = _set_up(ruleset, roster, army)
    except DataError as error:
        yield from _own(error)
    else:
        yield from map(str, ruleset.view.faults(state, SIDE))


def _own(error: DataError) -> list[str]:
    """The faults of the army; what is wrong with nobody is none of it."""
    own = (fault for fault in error.faults if not fault.startswith("sides.1"))
    return [fault.removeprefix("sides.0.") for fault in own]


def _set_up(ruleset: Ruleset[Any], roster: Catalogue, army: Row) -> Any:
    """A game of this army against nobody; raises DataError."""
    units = army.get("units")
    if not isinstance(units, list) or not units:
        raise DataError("units: an army has a list of units")
    of_game = {key: army[key] for key in roster.of_game if key in army}
    sides = [
        {**rest_of(army, roster), "id": SIDE, "name": str(army.get("name") or "This army"), "units": units},
        {"id": "nobody", "name": "Nobody", "units": []},
    ]
    return ruleset.new_game(ruleset.resolve({**of_game, "ruleset": ruleset.id, "sides": sides}))
