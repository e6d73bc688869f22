"""What is wrong with an army, found by setting it up against nobody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from vedette.engine.errors import DataError
from vedette.engine.ruleset import Ruleset
from vedette.view.roster import Catalogue, Row, rest_of

SIDE = "checked-army"


def written_units(ruleset: Ruleset[Any], roster: Catalogue, army: Row) -> Sequence[Row]:
    """The units of an army, legal or not, with their profiles written out; raises DataError with every fault."""
    setup = _alone(ruleset, roster, army)
    try:
        ruleset.new_game(setup)
    except DataError as error:
        if faults := _own(error):
            raise DataError(faults) from error
    units: Sequence[Row] = setup["sides"][0]["units"]
    return units


def army_faults(ruleset: Ruleset[Any], roster: Catalogue, army: Row) -> Iterator[str]:
    """Everything that is wrong with an army: that there is no such army, else the rules that it breaks by itself."""
    try:
        state = ruleset.new_game(_alone(ruleset, roster, army))
    except DataError as error:
        yield from _own(error)
    else:
        yield from map(str, ruleset.view.faults(state, SIDE))


def _own(error: DataError) -> list[str]:
    """The faults of the army; what is wrong with nobody is none of it."""
    own = (fault for fault in error.faults if not fault.startswith("sides.1"))
    return [fault.removeprefix("sides.0.") for fault in own]


def _alone(ruleset: Ruleset[Any], roster: Catalogue, army: Row) -> dict[str, Any]:
    """The set-up of a game of this army against nobody, written out; raises DataError."""
    units = army.get("units")
    if not isinstance(units, list) or not units:
        raise DataError("units: an army has a list of units")
    of_game = {key: army[key] for key in roster.of_game if key in army}
    sides = [
        {**rest_of(army, roster), "id": SIDE, "name": str(army.get("name") or "This army"), "units": units},
        {"id": "nobody", "name": "Nobody", "units": []},
    ]
    try:
        return ruleset.resolve({**of_game, "ruleset": ruleset.id, "sides": sides})
    except DataError as error:
        raise DataError(_own(error)) from error
