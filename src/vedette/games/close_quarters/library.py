"""The data of the game: rules, and the armies, characters and maps that a game file may name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from vedette.engine.commands import shown
from vedette.engine.errors import DataError
from vedette.games.close_quarters.map.drawn import read_map
from vedette.games.close_quarters.tables import RULESET_ID
from vedette.kit.setup_resolver import Row, SetupResolver, keys, with_profile

RowOfFile = Callable[[str], Row | None]
"""The character of a file with that name, as a row of a game file; None where there is no such file."""

OF_A_FILE = "@"
"""Begins the name of a profile that is a character with a file of his own."""


def resolve(setup: Mapping[str, Any], row_of_file: RowOfFile) -> dict[str, Any]:
    """A set-up with its armies, characters and map written out; raises DataError."""
    resolver = SetupResolver(RULESET_ID)
    written = resolver.sides(setup, partial(written_out, row_of_file), keys("name", "leader", "units"))
    return resolver.whole(_with_map(_led_by_those_who_are_there(setup, written), resolver))


def _led_by_those_who_are_there(setup: Mapping[str, Any], written: dict[str, Any]) -> dict[str, Any]:
    """An army's leader leads only where he is among the side's own units, if it has some."""
    if not isinstance(written.get("sides"), list):
        return written
    return {
        **written,
        "sides": [
            {key: side[key] for key in side if key != "leader"} if _leads_from_afar(given, side) else side
            for given, side in zip(setup["sides"], written["sides"], strict=True)
        ],
    }


def _leads_from_afar(given: Any, side: Any) -> bool:
    """Whether the leader is the army's, and not there."""
    if not isinstance(given, Mapping) or "leader" in given or not isinstance(side.get("units"), list):
        return False
    there = [unit.get("id") for unit in side["units"] if isinstance(unit, Mapping)]
    return "leader" in side and side["leader"] not in there


def written_out(row_of_file: RowOfFile, unit: Row, resolver: SetupResolver, where: str) -> dict[str, Any]:
    """A character with his profile written out, or with all that stands in his file (`profile = "@bruce"`)."""
    profile = unit.get("profile")
    if not (isinstance(profile, str) and profile.startswith(OF_A_FILE)):
        return with_profile(unit, resolver, where)
    found = row_of_file(profile.removeprefix(OF_A_FILE))
    if found is None:
        resolver.faults.append(
            f"{where}: there is no character's file {shown(profile.removeprefix(OF_A_FILE))}"
        )
    return {**(found or {}), **{key: value for key, value in unit.items() if key != "profile"}}


def _with_map(setup: dict[str, Any], resolver: SetupResolver) -> dict[str, Any]:
    """The map of the set-up, taken from the data where it is named, and read where it is drawn."""
    given = setup.get("map")
    row = resolver.lookup("maps", given, "map") if isinstance(given, str) else given
    if not isinstance(row, Mapping):
        return setup
    try:
        return {**setup, "map": read_map({key: row[key] for key in row if key not in ("id", "text")})}
    except ValueError as error:
        raise DataError(f"map: {error}") from error
