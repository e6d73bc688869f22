"""Set-ups that cases share: a case names the one that it builds on, and says only what differs (the format is told in docs/cases.md)."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from vedette.engine.data import Table
from vedette.engine.errors import DataError
from vedette.engine.files import listed
from vedette.engine.library import read_toml
from vedette.engine.patch import ABSENT

FOLDER = "setups"
"""The folder beside the cases that has their shared set-ups. Nothing in a folder of that name is a case."""

NAME = re.compile(r"[a-z0-9-]+")


def written_out(setup: Table, beside: Path, above: tuple[str, ...] = ()) -> Table:
    """A set-up with all that it builds on; `above` are the bases that led here. Raises DataError where a base is none."""
    if "base" not in setup:
        return setup
    base = setup["base"]
    if not isinstance(base, str) or not NAME.fullmatch(base):
        raise DataError("base is the name of a set-up: small letters, digits and hyphens.")
    if base in above:
        raise DataError(f"The set-ups build on each other in a circle: {', '.join((*above, base))}.")
    path = beside / FOLDER / f"{base}.toml"
    if not path.is_file():
        near = get_close_matches(base, [one.stem for one in listed(path.parent, "*.toml")])
        raise DataError(
            f"There is no set-up “{base}” in {path.parent}."
            + (f" Near it: {', '.join(near)}." if near else "")
        )
    below = written_out(read_toml(path), beside, (*above, base))
    if _by_id(below.get("sides")) is None:
        raise DataError(f"{FOLDER}/{path.name} is not a set-up: it has no sides.")
    return _table_on(below, {key: value for key, value in setup.items() if key != "base"})


def _table_on(base: Table, change: Table) -> Table:
    found = dict(base)
    for key, value in change.items():
        if value != ABSENT:
            found[key] = _on(base[key], value) if key in base else value
        elif found.pop(key, ABSENT) == ABSENT:
            raise DataError(f"The set-up leaves {key} out, but what it builds on has none.")
    return found


def _on(base: Any, change: Any) -> Any:
    """A value with the changes to it: tables merge, lists of tables with ids too, whatever else is there is replaced."""
    if isinstance(base, dict) and isinstance(change, dict):
        return _table_on(base, change)
    rows, changes = _by_id(base), change if _names_rows(change) else _by_id(change)
    if rows is None or changes is None:
        return change
    return [
        {"id": id, **row} if isinstance(row, dict) else row for id, row in _table_on(rows, changes).items()
    ]


def _names_rows(change: Any) -> bool:
    """True for a table that names rows of a list by their ids."""
    return isinstance(change, dict) and all(isinstance(one, dict) or one == ABSENT for one in change.values())


def _by_id(rows: Any) -> Table | None:
    """The rows of a list by their ids; None if it is no list of tables that all have one of their own."""
    if not isinstance(rows, list) or not rows:
        return None
    found = {row["id"]: row for row in rows if isinstance(row, dict) and isinstance(row.get("id"), str)}
    return found if len(found) == len(rows) else None
