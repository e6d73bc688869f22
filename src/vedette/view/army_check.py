"""What is wrong with an army, found by setting it up against nobody."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from vedette.engine.errors import DataError
from vedette.engine.ruleset import Ruleset
from vedette.view.army_lists import ArmyList, knows, read_list
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


def read_army(
    text: str,
    ruleset: Ruleset[Any],
    roster: Catalogue,
    others: Iterable[Ruleset[Any]],
    side: str = "unit",
    *,
    table: bool = False,
) -> ArmyList:
    """The army of a list or table with every fault by its line; one of another game has a single fault, which says so."""
    read = read_list(text, roster, side, table=table)
    if read.unknown and not read.units:
        for other in others:
            theirs = other.view.roster() if other.id != ruleset.id else None
            if theirs and 2 * sum(knows(theirs, unit) for unit in read.unknown) >= len(read.unknown):
                return replace(read, faults=(f"This is a list for {other.title}, not for {ruleset.title}.",))
    if not read.units:
        return read
    faults = set_up_faults(ruleset, roster, {**read.rest, "name": read.name, "units": list(read.units)})
    told = list(dict.fromkeys(_by_line(fault, read.lines) for fault in faults))
    return replace(read, faults=tuple(sorted((*read.faults, *told), key=_line_of)))


def set_up_faults(ruleset: Ruleset[Any], roster: Catalogue, army: Row) -> list[str]:
    """Why no game can be set up with an army; [] where one can, whether the rules like it or not."""
    try:
        ruleset.new_game(_alone(ruleset, roster, army))
    except DataError as error:
        return _own(error)
    return []


def _line_of(fault: str) -> int:
    """The line that a fault names; 0 for one that names none."""
    found = re.match(r"Line (\d{1,9})", fault)
    return int(found[1]) if found else 0


def _by_line(fault: str, lines: Sequence[int]) -> str:
    """A fault with the line of its unit in place of the path to it."""
    found = re.match(r"units\.(\d{1,9})[.:]?\s*(.*)", fault, re.DOTALL)
    said = found[2] if found else fault
    where = f"Line {lines[int(found[1])]}: " if found and int(found[1]) < len(lines) else ""
    return f"{where}{said.removesuffix('.')}."


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
