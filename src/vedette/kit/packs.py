"""Whether an entry of a pack would do in a set-up."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from pydantic import BaseModel, ValidationError

from vedette.engine import library
from vedette.engine.plain import faults
from vedette.kit.setup_resolver import FOR_CHOOSING, Resolve, Row, Rows, SetupResolver

ID = "entry"
"""What a unit of a profile is called while it is checked."""


def unit_faults(
    ruleset: str,
    model: type[BaseModel],
    resolve: Resolve,
    row: Row,
    beside: Rows,
    never: Collection[str] = (),
) -> list[str]:
    """Everything against a unit of this profile, in sentences without a full stop; `never` are keys that no profile has."""
    found = [f"{key}: no profile has this" for key in never if key in row]
    resolver = SetupResolver(ruleset, beside)
    given: dict[str, Any] = {
        key: value for key, value in row.items() if key not in FOR_CHOOSING and key not in never
    }
    resolved = resolve({"id": ID, **given}, resolver, "")
    found += [fault.removeprefix(": ") for fault in resolver.faults]
    # What refers to a missing row would only be told twice.
    return found + [
        one for one in row_faults(model, resolved) if one.partition(".")[0] not in resolver.missing
    ]


def offered_names(ruleset: str, table: str) -> dict[Any, str]:
    """What a list of a pack's entry may name: the rows of a table, the players' own among them, by their ids."""
    return {row["id"]: str(row.get("name") or row["id"]) for row in library.offered(ruleset, table)}


def row_faults(model: type[BaseModel], row: Row) -> list[str]:
    """Everything against a row, in sentences without a full stop; of a field that cannot be read only that."""
    try:
        model.model_validate(dict(row))
    except ValidationError as error:
        found = [part for fault in faults(error) for part in fault.split("; ")]
        unread = {_field_of(fault) for fault in found}.intersection(row)
        rest = {key: value for key, value in row.items() if key not in unread}
        others = row_faults(model, rest) if unread else []
        return found + [fault for fault in others if _field_of(fault) not in unread and fault not in found]
    return []


def _field_of(fault: str) -> str:
    """The field that a fault begins with; any other word names none."""
    return re.split(r"[.: ]", fault, maxsplit=1)[0]
