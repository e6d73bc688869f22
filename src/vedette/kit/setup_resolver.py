"""A game file may name armies, profiles and missions of the data; here they are written out, and entries of packs are checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from vedette.engine import library
from vedette.engine.commands import shown
from vedette.engine.data import Row, Table
from vedette.engine.errors import DataError
from vedette.engine.grammar import SPOKEN
from vedette.engine.plain import faults
from vedette.kit.distinct import ids_of, with_own_ids, with_own_names

M = TypeVar("M", bound=BaseModel)


Rows = Mapping[str, Sequence[Row]]
"""Rows by the names of their tables."""

NO_ROWS: Rows = {}

Resolve = Callable[[Row, "SetupResolver", str], Table]
"""Writes one unit out: the unit as it was given, the resolver that looks names up, and where it stands."""

Taken = Callable[[Row], Table]
"""What a side takes over of an army."""

ID = "entry"
"""What a unit of a profile is called while it is checked."""

FOR_CHOOSING = ("id", "text", "expansions", "edition")
"""What a row of data says for whoever chooses among them; a unit takes over all the rest."""


class SetupResolver:
    """Takes rows from a ruleset's data and the players' packs by their ids, and remembers what was not there."""

    def __init__(self, ruleset: str, beside: Rows = NO_ROWS) -> None:
        """Nothing is missing yet; `beside` are rows of a pack that is still to be taken in."""
        self._ruleset = ruleset
        self._beside = beside
        self._tables: dict[str, dict[Any, Row]] = {}
        self._packed: dict[str, dict[Any, Row]] = {}
        self.faults: list[str] = []
        self.missing: set[str] = set()

    def lookup(self, table: str, name: Any, where: str) -> Row:
        """The row with that id; an empty one, and a fault with the path `where`, if there is none."""
        if table not in self._tables:
            rows = (*library.offered(self._ruleset, table), *self._beside.get(table, ()))
            self._tables[table] = {row.get("id"): row for row in rows}
        if isinstance(name, str) and name in self._tables[table]:
            return self._tables[table][name]
        self.missing.add(table)
        self.faults.append(f"{where}: there is no {shown(name)} among the {table.rpartition('/')[2]}")
        return {}

    def packed(self, table: str, name: Any) -> Row | None:
        """The row of that id that comes from a pack; None where none has it."""
        if table not in self._packed:
            packs = library.packs(self._ruleset).values()
            rows = [row for pack in packs for row in library.pack_rows(pack, table).values()]
            self._packed[table] = {row.get("id"): row for row in (*rows, *self._beside.get(table, ()))}
        return self._packed[table].get(name) if isinstance(name, str) else None

    def sides(self, setup: Row, resolve_unit: Resolve, of_an_army: Taken) -> Table:
        """The set-up with the armies of its sides written out; `of_an_army` is what a side takes over."""
        sides = setup.get("sides")
        if not isinstance(sides, list):
            return dict(setup)
        written: list[Any] = []
        for n, side in enumerate(sides):
            if not isinstance(side, Mapping):
                written.append(side)
                continue
            resolved, where = dict(side), f"sides.{n}"
            army = resolved.pop("army", None)
            if isinstance(army, str):
                army = self.lookup("armies", army, where)
            if isinstance(army, Mapping):
                taken = of_an_army(army)
                its_name = resolved.get("name", taken.get("name")) == taken.get("name")
                resolved = {**(keys(*SPOKEN)(army) if its_name else {}), **taken, **resolved}
            units = resolved.get("units")
            if isinstance(units, list):
                resolved["units"] = [
                    resolve_unit(unit, self, f"{where}.units.{at}") if isinstance(unit, Mapping) else unit
                    for at, unit in enumerate(units)
                ]
            written.append(resolved)
        # An army gives way to ids that the game file itself gives, and to those of an army before it.
        kept = [at for at, side in enumerate(sides) if not (isinstance(side, Mapping) and "army" in side)]
        for at in sorted({*range(len(sides))}.difference(kept)):
            written[at] = with_own_ids(written[at], ids_of([written[other] for other in kept]))
            kept.append(at)
        return {**setup, "sides": with_own_names(written)}

    def whole(self, setup: Table) -> Table:
        """The set-up, if nothing was missing; raises DataError with everything that was, and with broken files."""
        if self.faults:
            raise DataError([*self.faults, *library.left_out(self._ruleset)])
        return setup


def keys(*names: str) -> Taken:
    """Takes these keys over, as far as the army has them."""
    return lambda army: {name: army[name] for name in names if name in army}


def with_profile(unit: Row, resolver: SetupResolver, where: str) -> Table:
    """A unit with its profile written out; what the unit says itself goes before it."""
    resolved = dict(unit)
    if "profile" in resolved:
        profile = resolver.lookup("profiles", resolved.pop("profile"), where)
        own = (*FOR_CHOOSING, *(SPOKEN if "name" in resolved else ()))  # they go with the profile's name
        resolved = {**{key: value for key, value in profile.items() if key not in own}, **resolved}
    return resolved


def read_unit(
    ruleset: str, model: type[M], resolve: Resolve, row: Row, resolver: SetupResolver | None = None
) -> M | None:
    """A unit or a profile of the data written out, for whoever chooses one; None where something is wrong with it.

    Whoever reads several units gives one resolver to all of them, which then looks into the data once.
    """
    given = {key: value for key, value in row.items() if key not in FOR_CHOOSING}
    try:
        return model.model_validate(resolve({"id": "unit", **given}, resolver or SetupResolver(ruleset), ""))
    except ValidationError:
        return None


def unit_faults(
    ruleset: str,
    model: type[BaseModel],
    resolve: Resolve,
    row: Row,
    beside: Rows,
    never: Collection[str] = (),
) -> list[str]:
    """Everything against a unit of this profile, in sentences without a full stop; `never` are keys that no profile has.

    None builds on another one.
    """
    never = ("profile", *never)
    found = [f"{key}: no profile has this" for key in never if key in row]
    resolver = SetupResolver(ruleset, beside)
    given: Table = {key: value for key, value in row.items() if key not in FOR_CHOOSING and key not in never}
    resolved = resolve({"id": ID, **given}, resolver, "")
    found += [fault.removeprefix(": ") for fault in resolver.faults]
    # What refers to a missing row would only be told twice.
    return found + [
        one for one in row_faults(model, resolved) if one.partition(".")[0] not in resolver.missing
    ]


def offered_names(ruleset: str, table: str) -> dict[Any, str]:
    """What a list of a pack's entry may name: the rows of a table, the players' own among them, by their ids."""
    return {row["id"]: str(row.get("name") or row["id"]) for row in library.offered(ruleset, table)}


def row_faults(model: type[BaseModel] | TypeAdapter[Any], row: Row) -> list[str]:
    """Everything against a row, in sentences without a full stop; of a field that cannot be read only that."""
    read = model.validate_python if isinstance(model, TypeAdapter) else model.model_validate
    try:
        read(dict(row))
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
