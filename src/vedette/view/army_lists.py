"""Armies as people send them to each other: a list with a unit a line, or a table with a unit a row.

    The Dry Masts
    1x Skipper: Maro Tull
    2x Deckhands (9): Port Watch, Starboard Watch
    1x Boarders [hp=2]

A unit is named by its profile, in any case, by name or id. Its count stands before or behind it; the models of each in parentheses; whatever
else its row says in brackets, as `key=value` or `key` alone; a star for the one that leads; names behind a colon. Points are compared
with ours, bullets and lines that begin with # are passed over. The first line may be the army's name, with what the army says besides its units in
brackets. Anything in double quotes is taken as it is, with the escapes of JSON, and a value may be any JSON. A table is separated by commas,
semicolons or tabs, with or without a heading. Every line that is not understood is reported with its number.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from vedette.engine.commands import shown
from vedette.engine.data import Row, Table
from vedette.engine.errors import DataError
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState
from vedette.engine.text import slug
from vedette.kit.words import nearest
from vedette.view.armies import called, new_unit
from vedette.view.roster import MOST, ArmyList, Catalogue, CatalogueItem, rest_of

WITHIN = r"[^\[\]]"
for _ in range(4):  # no row is nested more deeply
    WITHIN = rf"(?:[^\[\]]|\[{WITHIN}*\])"

LINE = re.compile(
    rf"""
    (?P<bullet>[-*•·]\s+)?
    (?:(?P<before>\d{{1,3}})\s*[x×]?\s+)?
    (?P<profile>\0\d+\0|[^\d\W].*?)
    (?:\s*\((?P<models>\d{{1,3}})[^)]*\))?
    (?:\s+[x×]\s*(?P<behind>\d{{1,3}}))?
    (?:\s*(?P<mark>★))?
    (?:\s*\[(?P<rest>{WITHIN}*)\])?
    (?:\s*:\s*(?P<names>.+)|\s+[-–—]\s+(?P<name>.+))?
    """,
    re.VERBOSE,
)
"""A line that may be a unit; what is quoted in it is a number between two zero characters."""

TITLE = re.compile(rf"(?P<title>\0\d+\0|.*?)\s*:?(?:\s*\[(?P<rest>{WITHIN}*)\])?\s*:?")
"""A first line that may be the army's name."""

QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')

POINTS = re.compile(
    r"\s*[\[(,;–—-]?\s*\b(\d{1,6})(?:[.,]\d+)?\s*(?:pts?|points?|credits?)\b\.?\s*[\])]?", re.IGNORECASE
)
"""What units cost: we know it ourselves."""

SETTING = re.compile(r"\s*([^=,]*[^=,\s])\s*(?:(=)\s*)?")

SEPARATORS = ",;\t"

HEADINGS = {
    "count": ("count", "qty", "quantity", "number", "no", "no.", "#", "amount", "x"),
    "unit": ("unit", "units", "profile", "type"),
    "name": ("name", "names"),
    "price": ("points", "pts", "cost", "price", "credits"),
    "models": ("models", "size"),
}
"""What tables call their columns; any other heading is a key of the unit's row."""

COLUMNS = ("count", "unit", "name")  # of a table, where no heading names them
SIDE = "checked-army"  # a side that an army is set up as, against nobody
NOTHING: Row = {}

OF_THE_LINE = ("profile", "id", "name")  # what a unit's line says by itself
OF_THE_FILE = ("id", "name", "text", "ruleset", "units")
"""What an army's row has that its list does not say in brackets."""


class _Reader(ArmyList, kw_only=True):
    """Takes units in, one after the other, with ids that no other has."""

    roster: Catalogue
    side: str = ""

    def take(
        self, unit: str, count: int, names: Iterable[str], rest: Table, models: str, price: str, leads: bool
    ) -> None:
        """So many units of a profile; where that makes no sense, it is reported."""
        profile = _profile_of(self.roster, unit, self.rest.get("edition", ""))
        faults = len(self.faults)
        names = [self.readable(name) for name in names]
        if profile is None:
            self.unknown.append(unit)
            self.fault(f"there is no {shown(unit)}{self.meant(unit)}")
            return
        row = {**profile.row, **rest}
        if not count:
            self.fault(f"it has no {profile.name}")
        if len(self.units) + count > MOST:
            self.fault(f"an army has at most {MOST} units")
        if not rest.keys().isdisjoint(OF_THE_LINE):
            self.fault(f"no {' or '.join(OF_THE_LINE)} can stand in brackets")
        self.refuse_keys(rest)
        if models and int(models) != (has := self.roster.words.profile(row).models):
            self.fault(f"{profile.name}: {has} {'model' if has == 1 else 'models'} each, not {models}")
        if len(names) > max(count, 1):
            self.fault(f"{len(names)} names for {count} {'unit' if count == 1 else 'units'}")
        if leads and self.roster.leader in self.rest:
            self.fault(f"there is a {self.roster.leader} already")
        if len(self.faults) > faults:
            return
        ours = row.get("points")
        if price and isinstance(ours, int) and int(price) not in (ours, ours * count):
            self.warn(f"{profile.name}: {ours} points each, not {price}")
        for number in range(count):
            made = new_unit(profile, self.side, self.units)
            named = {"name": names[number]} if number < len(names) else {}
            self.units.append({**made, **named, **rest})
            self.lines.append(self.place)
            if leads:
                self.rest[self.roster.leader] = made["id"]

    def refuse_keys(self, rest: Iterable[str]) -> None:
        for key in rest:
            if not re.fullmatch(r"[\w-]+", key):
                self.fault(f"“{shown(key)}” is no setting; names stand behind a colon")

    def meant(self, unit: str, cutoff: float = 0.6) -> str:
        """Which unit somebody probably means who misspelt it; "" where none is near."""
        return nearest(unit, (one.name for one in self.roster.profiles), cutoff)


def _profile_of(roster: Catalogue, called: str, edition: object = "") -> CatalogueItem | None:
    """The profile of that id or name, singular or plural; of several one of that edition, or of the usual one."""
    played = edition or (roster.editions[-1].id if roster.editions else "")
    wanted = {slug(called), slug(called).removesuffix("s")} if slug(called) else {*()}
    found = [
        one
        for one in roster.profiles
        if not wanted.isdisjoint((slug(one.name), one.id, slug(one.name).removesuffix("s")))
    ]
    found.sort(key=lambda one: (one.id != called, played not in one.editions))
    return found[0] if found else None


def read_list(
    text: str, roster: Catalogue, side: str = "unit", *, table: bool = False, edition: str = ""
) -> ArmyList:
    """An army out of a list or a table; `table` where it must be one, whatever it looks like; of that edition if one is named."""
    reader = _Reader(roster=roster, side=side, rest={"edition": edition} if edition else {})
    lines = text.splitlines(keepends=True)
    if separator := _separator(lines, roster, table):
        rows = csv.reader(lines, delimiter=separator)
        try:
            _take_rows(reader, rows)
        except csv.Error:  # such as a cell without end
            reader.place = rows.line_num
            reader.fault("it is not a line of a table")
        return reader
    begun = False
    for place, given in enumerate(lines, 1):
        line, reader.place = given.strip("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"), place
        if line.strip().startswith(("#", "//")) or set(line) <= set("-=_*~ \t"):
            continue
        line = reader.readable(line.replace("\t", " "))
        if line and (begun or not _take_title(reader, line)):
            _take_line(reader, line)
        begun = True
    return reader


def _separator(lines: Sequence[str], roster: Catalogue, table: bool) -> str:
    first = [line for line in lines if line.strip() and (table or not line.startswith("//"))][:2]
    for separator in SEPARATORS:
        try:
            rows = [[cell.strip() for cell in row] for row in csv.reader(first, delimiter=separator)]
        except csv.Error:
            continue
        for row in rows:
            counted = any(cell.isdigit() for cell in row) and any(_profile_of(roster, cell) for cell in row)
            if len(row) > 1 and (counted or "unit" in _headed(row)):
                return separator
    return max(SEPARATORS, key=lambda one: first[0].count(one) if first else 0) if table else ""


def _headed(cells: Iterable[str]) -> list[str]:
    """The columns that a heading names; keys of the unit's row may stand in brackets."""
    ours = {word: column for column, words in HEADINGS.items() for word in words}
    words = [cell.strip() for cell in cells]
    if not all(re.fullmatch(r"[\w .#]*|\[[\w-]+\]", word) for word in words):
        return []
    return [word if word.startswith("[") else ours.get(word.lower(), word.lower()) for word in words]


def _take_rows(reader: _Reader, rows: Iterable[Sequence[str]]) -> None:
    """Take in a table: the army's name if it stands alone in the first row, a heading if there is one, and a unit a row."""
    columns: Sequence[str] = ()
    for place, cells in enumerate(rows, 1):
        reader.place, faults = place, len(reader.faults)
        texts = [reader.readable(cell.replace("\t", " ")) for cell in cells]
        given = [text[1:] if re.match(r"'+[=+\-@]", text) else text for text in texts]
        filled = [cell for cell in given if cell]
        if len(reader.faults) > faults or not filled:
            continue
        begins = not columns and len(filled) == 1 and not reader.name
        if begins and (filled[0].startswith("#") or _take_title(reader, filled[0])):
            continue
        if not columns:
            heads = _headed(given)
            if "unit" in heads:
                columns = heads
                continue
            counts = [cell.isdigit() for cell in given]
            columns = COLUMNS if counts[0] or not _profile_of(reader.roster, given[0]) else ("unit", "name")
            if len(counts) > 1 and counts[1] and not counts[0]:
                columns = ("unit", "count", "name")
        if any(given[len(columns) :]):
            reader.fault(f"there are more cells than {len(columns)}")
            continue
        row = {column: cell for column, cell in zip(columns, given, strict=False) if cell}
        count, models = row.pop("count", "1"), row.pop("models", "")
        wrong = [
            f"{shown(number)} is not a number of {what}"
            for number, what in ((count, "units"), (models or "0", "models"))
            if not re.fullmatch(r"[0-9]{1,3}", number)
        ]
        if wrong:
            reader.fault(wrong[0])
            continue
        price = re.match(r"\d{1,6}", row.pop("price", ""))
        unit, names = row.pop("unit", ""), list(filter(None, [row.pop("name", "")]))
        rest = {key.strip("[]"): _value(text) for key, text in row.items()}
        leads = rest.pop(reader.roster.leader, False) is True
        reader.take(unit, int(count), names, rest, models, price[0] if price else "", leads)


def _take_title(reader: _Reader, line: str) -> bool:
    """Whether the first line is the name of the army, and no unit; what looks like a misspelt unit is none."""
    masked, quoted = _masked(line)
    unpriced = POINTS.sub("", masked).strip()
    found, unit = TITLE.fullmatch(unpriced), LINE.fullmatch(unpriced)
    if found is None or not found["title"]:
        return False
    if not found["title"].startswith("\0") and unit is not None:
        counted = any(unit[part] for part in ("before", "behind", "bullet", "models", "mark", "names"))
        if counted or _profile_of(reader.roster, unit["profile"]):
            return False
        meant = reader.meant(unit["profile"], 0.8 if unpriced == masked else 0.6)
        if meant and not line.endswith(":"):
            name = shown(unit["profile"])
            reader.unknown.append(unit["profile"])
            reader.fault(f"there is no {name}{meant}; if it is the army's name, put a colon behind it")
            return True
    reader.name = reader.readable(_unmasked(found["title"], quoted))
    rest = dict(_settings(_unmasked(found["rest"] or "", quoted, raw=True)))
    reader.refuse_keys(rest)
    reader.rest.update(rest)
    return True


def _take_line(reader: _Reader, line: str) -> None:
    masked, quoted = _masked(line)
    price = POINTS.search(masked)
    found = LINE.fullmatch(POINTS.sub("", masked).strip())
    if found is None:
        reader.fault(f"{shown(line)} is not a unit")
        return
    unit, count = _unmasked(found["profile"], quoted), int(found["before"] or found["behind"] or 1)
    said = found["name"] or found["names"] or ""
    names = [name.strip() for name in ([said] if count == 1 else said.split(",")) if name.strip()]
    rest = dict(_settings(_unmasked(found["rest"] or "", quoted, raw=True)))
    mark, leads = reader.roster.mark, bool(found["mark"] and reader.roster.leader)
    if found["mark"] and mark is not None:
        rest[mark.key] = True
    own = [_unmasked(name, quoted) for name in names]
    reader.take(unit, count, own, rest, found["models"] or "", price[1] if price else "", leads)


def _masked(line: str) -> tuple[str, list[str]]:
    """The line with a number in place of everything that is quoted, and what is quoted; outside it several blanks are one.

    With more of them the patterns would try every way to share them out.
    """
    quoted: list[str] = []

    def hide(found: re.Match[str]) -> str:
        quoted.append(found[0])
        return f"\0{len(quoted) - 1}\0"

    return re.sub(r"\s+", " ", QUOTED.sub(hide, line)), quoted


def _unmasked(text: str, quoted: Sequence[str], *, raw: bool = False) -> str:
    """The text with what is quoted back in it; a text that is quoted as a whole is read, unless it is wanted as it is."""
    whole = re.sub(r"\0(\d+)\0", lambda found: quoted[int(found[1])], text)
    if raw or not re.fullmatch(r"\0\d+\0", text):
        return whole
    try:
        return str(json.loads(whole))
    except ValueError:
        return whole


def _settings(text: str) -> Iterator[tuple[str, Any]]:
    """The keys and values in brackets; a key alone is true. What has no key comes as a key that none can be."""
    decoder, at = json.JSONDecoder(parse_constant=_refused), 0
    while text[at:].strip():
        found = SETTING.match(text, at)
        if found is None:
            part, _, after = text[at:].partition(",")
            yield part.strip(), True
            at = len(text) - len(after)
            continue
        at = found.end()
        value: Any = True
        if found[2]:
            try:
                value, end = decoder.raw_decode(text, at)
                is_whole = re.match(r"\s*(,|$)", text[end:])
            except (ValueError, RecursionError):
                is_whole = None
            if is_whole is None:
                end = text.find(",", at) if "," in text[at:] else len(text)
                value = text[at:end].strip()
            at = end
        yield found[1], value
        comma = text.find(",", at)
        at = len(text) if comma < 0 else comma + 1


def _value(text: str) -> Any:
    """A value as it stands in brackets or in a cell: any JSON, else the words themselves."""
    try:
        return json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        return text


def _refused(constant: str) -> Any:
    raise ValueError(constant)


def written_list(name: str, units: Sequence[Row], roster: Catalogue, army: Row = NOTHING) -> str:
    """The army as a list that can be read again; alike units stand in one line. `army` is its whole row."""
    lines, leader = [_title(name, roster, army)], army.get(roster.leader)
    names = [_own_name(units, place, roster) for place in range(len(units))]

    def likeness(place: int) -> Any:
        unit = units[place]
        leads = leader is not None and unit.get("id") == leader and unit["id"]
        return unit.get("profile"), json.dumps(_kept(unit, roster), default=str), bool(names[place]), leads

    for _, group in groupby(range(len(units)), likeness):
        alike = list(group)
        first = units[alike[0]]
        kept, models = _kept(first, roster), roster.words.profile(first).models
        star = leader is not None and first.get("id") == leader
        if roster.mark is not None and kept.get(roster.mark.key) is True:
            star = kept.pop(roster.mark.key)
        told = [f"{len(alike)}x {_profile_name(first, roster, army)}"]
        told += [f" ({models})"] if models > 1 else []
        told += [" ★"] if star else []
        told += [_bracketed(kept)]
        own = [names[place] for place in alike if names[place]]
        for place, name in enumerate(own):
            special = (
                '"' in name or "," in name or "  " in name or name != name.strip() or POINTS.search(name)
            )
            told += [", " if place else ": ", _quoted(name) if special or not name.isprintable() else name]
        lines.append("".join(told))
    return "\n".join(lines) + "\n"


def written_table(name: str, units: Sequence[Row], roster: Catalogue, army: Row = NOTHING) -> str:
    """The army as comma-separated values, its name first, then a unit a row; what only some units say has columns in brackets."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    leader = army.get(roster.leader)
    kept = [_kept(unit, roster) for unit in units]
    for unit, row in zip(units, kept, strict=True):
        if leader is not None and unit.get("id") == leader:
            row[roster.leader] = True
    keys = list(dict.fromkeys(key for row in kept for key in row))
    writer.writerow([_guarded(_title(name, roster, army))])
    writer.writerow([*COLUMNS, *(f"[{key}]" for key in keys)])
    for place, (unit, row) in enumerate(zip(units, kept, strict=True)):
        cells = (_said_value(row[key]) if key in row else "" for key in keys)
        named = (_profile_name(unit, roster, army, quote=False), _own_name(units, place, roster))
        writer.writerow([1, *map(_guarded, (*named, *cells))])
    return made.getvalue()


def _title(name: str, roster: Catalogue, army: Row) -> str:
    """The first line: the army's name, quoted where it would be read as something else, and what else the army says."""
    kept = {key: value for key, value in army.items() if key not in (*OF_THE_FILE, roster.leader)}
    reader = _Reader(roster=roster)
    plain = re.fullmatch(r"[^\W\d][\w '’.&!-]*", name) and _take_title(reader, name) and reader.name == name
    return f"{name if plain else _quoted(name)}{_bracketed(kept)}"


def _kept(unit: Row, roster: Catalogue) -> Table:
    return {key: value for key, value in unit.items() if key not in (*OF_THE_LINE, *roster.of_place)}


def _bracketed(kept: Row) -> str:
    said = (key if value is True else f"{key}={_said_value(value)}" for key, value in kept.items())
    return f" [{', '.join(said)}]" if kept else ""


def _said_value(value: Any) -> str:
    """A value as `_value` reads it: words as they are where that is safe, else JSON."""
    plain = (
        isinstance(value, str)
        and re.fullmatch(r"[^\W\d](?:[\w-]| (?! ))*(?<! )", value)
        and _value(value) == value
    )
    return value if plain else json.dumps(value, ensure_ascii=not str(value).isprintable(), default=str)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _profile_name(unit: Row, roster: Catalogue, army: Row, *, quote: bool = True) -> str:
    """The name of the unit's profile, or its id where another profile would be found by the name."""
    id = unit.get("profile")
    name = next((one.name for one in roster.profiles if one.id == id), called(unit, roster.profiles))
    found = _profile_of(roster, name, army.get("edition", ""))
    name = name if found is None or found.id == id else str(id)
    plain = re.fullmatch(r"[^\W\d](?:[\w '’-](?! [x×-]))*", name) and not POINTS.search(name)
    return name if plain or not quote else _quoted(name)


def _own_name(units: Sequence[Row], place: int, roster: Catalogue) -> str:
    """The name that the players gave a unit; "" where it is what a list would call it by itself."""
    unit = units[place]
    profile = next((one.name for one in roster.profiles if one.id == unit.get("profile")), "")
    alike = sum(one.get("profile") == unit.get("profile") for one in units[:place])
    name = str(unit.get("name") or "")
    return "" if name == (f"{profile} {alike + 1}" if alike else profile) else name


def _guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if re.match(r"'*[=+\-@]", text) else text


# --- what is wrong with an army, found by setting it up against nobody


def written_units(ruleset: Ruleset[GameState], roster: Catalogue, army: Row) -> Sequence[Row]:
    """The units of an army, legal or not, with their profiles written out; raises DataError with every fault."""
    setup = _alone(ruleset, roster, army)
    try:
        ruleset.new_game(setup)
    except DataError as error:
        if faults := _own(error):
            raise DataError(faults) from error
    units: Sequence[Row] = setup["sides"][0]["units"]
    return units


def army_faults(
    ruleset: Ruleset[GameState], roster: Catalogue, army: Row, *, by_rules: bool = True
) -> list[str]:
    """Everything that is wrong with an army: why no game can be set up with it, else, `by_rules`, what the rules have against it."""
    try:
        state = ruleset.new_game(_alone(ruleset, roster, army))
    except DataError as error:
        return _own(error)
    return [str(refusal) for refusal in ruleset.view.faults(state, SIDE)] if by_rules else []


def read_armies(
    text: str,
    ruleset: Ruleset[GameState],
    roster: Catalogue,
    others: Iterable[Ruleset[GameState]],
    side: str = "unit",
    *,
    table: bool = False,
    edition: str = "",
) -> list[ArmyList]:
    """The armies of a text, each with every fault by its line: in a form of the game itself, of that edition if one is named, else one army out of a list or table.

    One of another game has a single fault, which says so.
    """
    if roster.forms is not None and not table and (own := roster.forms.read(text, side, edition)):
        return [_judged(one, ruleset, roster) for one in own]
    read = read_list(text, roster, side, table=table, edition=edition)
    if read.unknown and not read.units:
        for other in others:
            theirs = other.view.roster() if other.id != ruleset.id else None
            known = [unit for unit in read.unknown if theirs and _profile_of(theirs, unit)]
            is_theirs = theirs and theirs.forms and theirs.forms.read(text, side, "")
            if is_theirs or (theirs and 2 * len(known) >= len(read.unknown)):
                read.faults = [f"This is a list for {other.title}, not for {ruleset.title}."]
                return [read]
    return [_judged(read, ruleset, roster)]


def _judged(read: ArmyList, ruleset: Ruleset[GameState], roster: Catalogue) -> ArmyList:
    """What was read, line by line, with the faults that a game would find in it at the lines of its units."""
    army = {**read.rest, "name": read.name, "units": read.units}
    for fault in army_faults(ruleset, roster, army, by_rules=False) if read.units else ():
        found = re.match(r"units\.(\d{1,9})[.:]?\s*(.*)", fault, re.DOTALL)
        said = found[2] if found else fault
        where = f"Line {read.lines[int(found[1])]}: " if found and int(found[1]) < len(read.lines) else ""
        read.faults.append(f"{where}{said.removesuffix('.')}.")
    for told in (read.faults, read.warnings):
        told[:] = dict.fromkeys(told)
        told.sort(key=lambda one: int("".join(re.findall(r"^Line (\d{1,9})", one)) or 0))
    return read


def _own(error: DataError) -> list[str]:
    own = (fault for fault in error.faults if not fault.startswith("sides.1"))
    return [fault.removeprefix("sides.0.") for fault in own]


def _alone(ruleset: Ruleset[GameState], roster: Catalogue, army: Row) -> Table:
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
