"""Armies as people send them to each other: a list with a unit a line, or a table of comma-separated values.

    The Dry Masts
    1x Skipper: Maro Tull
    2x Deckhands (6): Port Watch, Starboard Watch

A unit is named by its profile, in any case, by name or id. How many of them stands before or behind it; the models of each in
parentheses; what else its row says in brackets, as `key=value` or `key` alone; a star where it has what one unit of an army has; names of their
own behind a colon. Points, bullets and lines that begin with # say nothing. What cannot be understood is told with its line.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import groupby
from typing import Any

from vedette.engine.commands import shown
from vedette.engine.record import record
from vedette.engine.text import clean, slug
from vedette.view.armies import called, new_unit
from vedette.view.roster import Catalogue, CatalogueItem, Row

MOST = 200
"""Units of an army: more than any table holds."""

LONGEST = 500
"""Characters of a line."""

LINE = re.compile(
    r"""
    (?P<bullet>[-*•·]\s+)?
    (?:(?P<before>\d{1,3})\s*[x×]?\s+)?
    (?P<profile>[^\d\W].*?)
    (?:\s*\((?P<models>\d{1,3})[^)]*\))?
    (?:\s+[x×]\s*(?P<behind>\d{1,3}))?
    (?:\s*(?P<mark>★))?
    (?:\s*\[(?P<rest>[^\]]*)\])?
    (?:\s*:\s*(?P<names>.+)|\s+[-–—]\s+(?P<name>.+))?
    """,
    re.VERBOSE,
)
"""A line that may be a unit."""

POINTS = re.compile(
    r"\s*[\[(,;–—-]?\s*\b\d+(?:[.,]\d+)?\s*(?:pts?|points?|credits?)\b\.?\s*[\])]?", re.IGNORECASE
)
"""What units cost: we know it ourselves."""

COLUMNS = ("count", "unit", "name")
"""Of a table, where its first line does not name them."""

OF_THE_LINE = ("profile", "id", "name")
"""What a unit's line says by itself."""


@record
class ArmyList:
    """What was read: the army's name, its units, and every line that was not understood, each in a sentence."""

    name: str = ""
    units: tuple[Row, ...] = ()
    faults: tuple[str, ...] = ()


@dataclass(slots=True)
class _Reader:
    """Takes units in, one after the other, with ids that no other has."""

    roster: Catalogue
    side: str
    units: list[Row] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def take(
        self, place: int, unit: str, count: int, names: Sequence[str], rest: Mapping[str, Any], models: str
    ) -> None:
        """So many units of a profile; where that makes no sense, it is told."""
        profile = self.profile(unit)
        if profile is None:
            self.fault(place, f"there is no {shown(unit)}{self._meant(unit)}")
        elif not count:
            self.fault(place, f"it has no {profile.name}")
        elif len(self.units) + count > MOST:
            self.fault(place, f"an army has at most {MOST} units")
        elif not rest.keys().isdisjoint(OF_THE_LINE):
            self.fault(place, f"no {' or '.join(OF_THE_LINE)} can stand in brackets")
        elif models and int(models) != (has := self.roster.words.profile({**profile.row, **rest}).models):
            self.fault(place, f"{profile.name}: {has} {'model' if has == 1 else 'models'} each, not {models}")
        elif len(names) > count:
            self.fault(place, f"{len(names)} names for {count} {'unit' if count == 1 else 'units'}")
        else:
            for number in range(count):
                made = new_unit(profile, self.side, self.units)
                named = {"name": names[number]} if number < len(names) else {}
                self.units.append({**made, **named, **rest})

    def fault(self, place: int, said: str) -> None:
        """Note what is wrong in a line."""
        self.faults.append(f"Line {place}: {said}.")

    def profile(self, called: str) -> CatalogueItem | None:
        """A profile by its name or id, also by the plural that ends in s."""
        wanted = {slug(called), slug(called).removesuffix("s")}
        alike = lambda one: bool(wanted & {slug(one.name), one.id, slug(one.name).removesuffix("s")})  # noqa: E731
        return next(filter(alike, self.roster.profiles), None)

    def _meant(self, unit: str) -> str:
        names = {one.name.lower(): one.name for one in self.roster.profiles}
        close = get_close_matches(unit.lower(), names, n=1)
        return f"; the nearest is {names[close[0]]}" if close else ""


def read_list(text: str, roster: Catalogue, side: str = "unit") -> ArmyList:
    """An army out of a list with a unit a line; the first line is its name where it is no unit."""
    reader, name = _Reader(roster, side), ""
    for place, given in enumerate(text.splitlines(), 1):
        line = _cleaned(reader, place, given)
        if not line:
            continue
        found = LINE.fullmatch(POINTS.sub("", line).strip())
        begins = not reader.units and not name and not reader.faults
        if begins and (found is None or _is_title(found, reader)):
            name = line.lstrip("# ").removesuffix(":").strip()
        elif found is None:
            reader.fault(place, f"{shown(line)} is not a unit")
        else:
            _take(reader, place, found)
    return ArmyList(name, tuple(reader.units), tuple(reader.faults))


def read_table(text: str, roster: Catalogue, side: str = "unit") -> ArmyList:
    """An army out of comma-separated values with the columns count, unit and name, in any order where the first line names them."""
    reader = _Reader(roster, side)
    rows = csv.reader(text.splitlines(keepends=True))
    try:
        _take_rows(reader, rows)
    except csv.Error:  # such as a cell without end
        reader.fault(rows.line_num, "it is not a line of a table")
    return ArmyList("", tuple(reader.units), tuple(reader.faults))


def _take_rows(reader: _Reader, rows: Iterable[Sequence[str]]) -> None:
    columns: tuple[str, ...] = COLUMNS
    for place, cells in enumerate(rows, 1):
        faults = len(reader.faults)
        given = [_cleaned(reader, place, cell) for cell in cells]
        if len(reader.faults) > faults:
            continue
        if place == 1 and "unit" in (heads := tuple(cell.lower() for cell in given)):
            columns = heads
        elif any(given):
            row = dict(zip(columns, given, strict=False))
            count = row.get("count") or "1"
            if count.isascii() and count.isdigit() and len(count) < 4:
                names = [row["name"]] if row.get("name") else []
                reader.take(place, row.get("unit", ""), int(count), names, {}, "")
            else:
                reader.fault(place, f"{shown(count)} is not a number of units")


def written_list(name: str, units: Sequence[Row], roster: Catalogue) -> str:
    """The army as a list that can be read again; alike units stand in one line."""
    return (
        "\n".join((name, *(_line(list(alike), roster) for _, alike in groupby(units, _likeness(roster)))))
        + "\n"
    )


def written_table(units: Sequence[Row], roster: Catalogue) -> str:
    """The army as comma-separated values, a unit a line."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows((1, _profile_name(unit, roster), _safe(_own_name(unit, roster))) for unit in units)
    return made.getvalue()


def _cleaned(reader: _Reader, place: int, given: str) -> str:
    """A line of text without what cannot be shown; "" where there is nothing to read in it."""
    try:
        line = clean(given.replace("\t", " "))
    except ValueError as error:
        reader.fault(place, str(error))
        return ""
    if len(line) > LONGEST:
        reader.fault(place, f"it has more than {LONGEST} characters")
        return ""
    return "" if line.startswith(("#", "//")) or set(line) <= set("-=_*~ ") else line


def _is_title(found: re.Match[str], reader: _Reader) -> bool:
    """Whether a first line that looks like a unit is the name of the army."""
    return (
        not (found["before"] or found["behind"] or found["bullet"])
        and reader.profile(found["profile"]) is None
    )


def _take(reader: _Reader, place: int, found: re.Match[str]) -> None:
    count = int(found["before"] or found["behind"] or 1)
    called = found["name"] or found["names"] or ""
    names = [called] if count == 1 else called.split(",")
    rest: dict[str, Any] = dict(_rest(found["rest"] or ""))
    if found["mark"] and reader.roster.mark is not None:
        rest[reader.roster.mark.key] = True
    reader.take(
        place,
        found["profile"],
        count,
        [name.strip() for name in names if name.strip()],
        rest,
        found["models"] or "",
    )


def _rest(text: str) -> Iterator[tuple[str, Any]]:
    for part in text.split(","):
        key, equals, value = (word.strip() for word in part.partition("="))
        if key:
            yield key, True if not equals else int(value) if value.isascii() and value.isdigit() else value


def _likeness(roster: Catalogue) -> Any:
    """What units of one line share; one whose name has a comma stands by itself."""
    return lambda unit: (
        unit.get("profile"),
        tuple(_kept(unit, roster).items()),
        "," in str(unit.get("name")) and unit.get("id"),
    )


def _kept(unit: Row, roster: Catalogue) -> dict[str, Any]:
    """What a unit's row says besides its profile, id and name."""
    kept = {key: value for key, value in unit.items() if key not in (*OF_THE_LINE, *roster.of_place)}
    return {key: value for key, value in kept.items() if isinstance(value, str | int)}


def _line(units: Sequence[Row], roster: Catalogue) -> str:
    first, mark = units[0], roster.mark
    models = roster.words.profile(first).models
    kept = _kept(first, roster)
    star = " ★" if mark is not None and kept.pop(mark.key, False) else ""
    rest = f" [{', '.join(_said(key, value) for key, value in kept.items())}]" if kept else ""
    names = [_own_name(unit, roster) for unit in units]
    own = f": {', '.join(names)}" if all(names) else ""
    size = f" ({models})" if models > 1 else ""
    return f"{len(units)}x {_profile_name(first, roster)}{size}{star}{rest}{own}"


def _said(key: str, value: str | int) -> str:
    return key if value is True else f"{key}={value}"


def _profile_name(unit: Row, roster: Catalogue) -> str:
    return next(
        (one.name for one in roster.profiles if one.id == unit.get("profile")), called(unit, roster.profiles)
    )


def _own_name(unit: Row, roster: Catalogue) -> str:
    """The name that the players gave it; "" where it is that of its profile."""
    name = str(unit.get("name") or "")
    return "" if re.sub(r" \d+$", "", name) == _profile_name(unit, roster) else name


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
