"""Packs as files: how one is read and checked, what it changes, and where the players keep theirs; and their own as they make it.

A pack is one TOML file, made to be sent to a friend. It holds data and nothing else:

    name = "Salt and tar"
    ruleset = "open-fire"

    [[profiles]]
    id = "old-salts"
    name = "Old salts"
    mov = 5

Games take what they use of it into their set-up, so that they never need it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import tomli_w
from msgspec import Struct
from msgspec.structs import replace

from vedette.engine import library
from vedette.engine.commands import shown
from vedette.engine.data import Row, Table
from vedette.engine.errors import CommandError, DataError, JournalError
from vedette.engine.files import keep, make_folder, remove, set_aside, why
from vedette.engine.state import GameState
from vedette.engine.text import clean, require_storable, require_text, slug, visible
from vedette.view.fields import Draft
from vedette.view.packs import (
    PackField,
    PackKind,
    Rows,
    brief,
    draft_of,
    entry_in_a_line,
    is_beyond,
    names_in_list,
    row_of,
)
from vedette.view.vocabulary import Choice, Field, Form

if TYPE_CHECKING:
    from vedette.engine.ruleset import Ruleset

MOST = 200  # entries of one kind that a pack may have
ID = re.compile(r"(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*")  # the id of an entry
DEEP = 6  # how deep the values of an entry may be nested
LONGEST = {"name": 80, "text": 2000}  # characters of what a pack and its entries say of themselves
HEAD = ("name", "ruleset", "text")  # what a pack says of itself
CAPTION = ("id", "name", "text")  # what every entry may say of itself
UNNAMED = "unnamed"  # stands for what of it cannot be read, while all else is checked
BIN = "bin"
HOUSE = "house"  # the file of the pack that the players make at the screen


class Pack(Struct, frozen=True):
    """A pack: its name, the game that it is for, a few words, and its entries by the tables in which they stand."""

    name: str
    ruleset: str
    text: str = ""
    tables: Rows = {}

    @property
    def id(self) -> str:
        """The name of its file."""
        return slug(self.name)

    @property
    def path(self) -> Path:
        """Where it stands, or will."""
        return library.pack_folder(self.ruleset) / f"{self.id}.toml"

    @property
    def toml(self) -> str:
        """The text of its file."""
        about = {"text": self.text} if self.text else {}
        tables = {table: list(rows) for table, rows in self.tables.items() if rows}
        return tomli_w.dumps({"name": self.name, "ruleset": self.ruleset, **about, **tables})


class PackChange(Struct, frozen=True):
    """What comes of an entry when a pack is taken in; `how` says what is otherwise in one that there is already."""

    what: Literal["new", "replaces", "changes", "same", "gone"]
    kind: PackKind
    id: str
    name: str
    how: str = ""


def kinds_of(game: Ruleset[GameState]) -> Mapping[str, PackKind]:
    """What the packs of a game may hold, by the names of the tables; raises CommandError where it takes none."""
    kinds = {kind.table: kind for kind in game.view.packs()}
    if not kinds:
        raise CommandError(f"{game.title} takes no packs.")
    return kinds


def packs_of(game: str) -> list[Pack]:
    """The players' packs of a game, as they stand in their files."""
    found = library.packs(game).items()
    return [_pack(game, {"name": stem, **data}) for stem, data in found]


def open_pack(path: Path, rulesets: Mapping[str, Ruleset[GameState]]) -> Pack:
    """The pack of a file, checked; raises DataError with every fault, each with its entry and its line."""
    text = library.text_of(path)
    data = library.parsed_toml(text, path.name)
    ruleset = data.get("ruleset")
    faults = list(_text_faults(data))
    if isinstance(name := data.get("name"), str):
        if not slug(name):
            faults.append("name: it needs a letter or a digit, from a to z")
        if slug(name) == HOUSE:
            faults.append(f"name: {HOUSE.capitalize()} is your own pack; this one needs another name")
    if not isinstance(ruleset, str):
        faults.append("ruleset is missing: the id of a game, as in ruleset = “open-fire”")
    elif ruleset not in rulesets:
        faults.append(f"ruleset: there is no game {shown(ruleset)} here")
    else:
        faults += _entries_faults(rulesets[ruleset], data, text)
    if faults:
        raise DataError([f"{path.name}: {visible(fault)}." for fault in faults])
    return _pack(str(ruleset), data)


def entry_faults(game: Ruleset[GameState], kind: PackKind, row: Row, pack: Pack) -> list[str]:
    """Everything against an entry of a pack, in sentences without a full stop."""
    found, id = [], row.get("id")
    if not isinstance(id, str):
        found.append("id is missing")
    elif not ID.fullmatch(id):
        found.append("id: only small letters, digits and hyphens between them, at most 40")
    found += _text_faults(row)
    try:
        require_storable({key: value for key, value in row.items() if key not in CAPTION}, DEEP)
    except ValueError as error:
        found.append(str(error))
    else:
        sound = {**row, **{key: UNNAMED for key in CAPTION if any(fault.startswith(key) for fault in found)}}
        found += kind.faults(sound, pack.tables)
    taken = library.pack_names(game.id, kind.table, but=pack.id).get(str(id))
    return [*found, *([f"your pack {taken} has one of this id already"] if taken else [])]


def changes(game: Ruleset[GameState], pack: Pack) -> list[PackChange]:
    """What would come of taking a pack in, entry by entry; first what is new."""
    before = library.packs(game.id).get(pack.id, {})
    found: list[PackChange] = []
    for kind in kinds_of(game).values():
        own = library.pack_rows(before, kind.table)
        known = {str(row.get("id")): row for row in library.table(game.id, kind.table)}
        rows = {str(row["id"]): row for row in pack.tables.get(kind.table, ())}
        for id, row in rows.items():
            old, name = own.get(id, known.get(id)), str(row["name"])
            if old is None:
                found.append(PackChange("new", kind, id, name, entry_in_a_line(kind, row)))
            elif old == row and id in own:
                found.append(PackChange("same", kind, id, name))
            else:
                what: Literal["changes", "replaces"] = "changes" if id in own else "replaces"
                keys = [key for key in dict.fromkeys((*row, *old)) if old.get(key) != row.get(key)]
                how = [f"{key} {brief(old.get(key))} → {brief(row.get(key))}" for key in keys]
                found.append(PackChange(what, kind, id, name, ", ".join(how) or "as it was"))
        gone = [(id, row) for id, row in own.items() if id not in rows]
        found += [PackChange("gone", kind, id, str(row.get("name", id))) for id, row in gone]
    order = ("new", "replaces", "changes", "gone", "same")
    return sorted(found, key=lambda change: order.index(change.what))


def save_pack(pack: Pack) -> Path:
    """Write a pack into the players' folder, in place of one of that name; tells where it is. Raises JournalError."""
    keep(pack.path, pack.toml.encode())
    return pack.path


def remove_pack(ruleset: str, id: str) -> Path:
    """Put a pack into the bin beside it; tells where it is now. Raises JournalError."""
    path = library.pack_folder(ruleset) / f"{id}.toml"
    try:
        folder = path.parent / BIN
        make_folder(folder)
        place = set_aside(folder / path.name, path.read_bytes())
        remove(path)
    except OSError as error:
        raise JournalError(f"{path.name}: {why(error)}.") from error
    return place


def _pack(ruleset: str, data: Row) -> Pack:
    tables = {table: list(library.pack_rows(data, table).values()) for table in data if table not in HEAD}
    name, text = str(data.get("name")), " ".join(str(data.get("text", "")).split())
    return Pack(name, ruleset, text, tables)


# --- what may be wrong with one


def _entries_faults(game: Ruleset[GameState], data: Row, text: str) -> Iterator[str]:
    kinds = {kind.table: kind for kind in game.view.packs()}
    if not kinds:
        yield f"{game.title} takes no packs"
        return
    for table in data:
        if table not in HEAD and table not in kinds:
            yield f"{shown(table)}: a pack of {game.title} has no such thing; it holds {', '.join(kinds)}"
    pack = _pack(game.id, data)
    for table, kind in kinds.items():
        rows = data.get(table, [])
        if not isinstance(rows, list):
            yield f"{table}: must be a list, as in [[{table}]]"
        elif len(rows) > MOST:
            yield f"{table}: a pack has at most {MOST} {kind.many}"
        else:
            head = rf"^[ \t]*\[\[[ \t]*{re.escape(kind.table)}[ \t]*\]\]"
            lines = [
                text.count("\n", 0, found.start()) + 1 for found in re.finditer(head, text, re.MULTILINE)
            ]
            seen: set[str] = set()
            for place, row in enumerate(rows):
                id = row.get("id") if isinstance(row, Mapping) else None
                where = f"{kind.one} {shown(id) if isinstance(id, str) and id else f'number {place + 1}'}"
                where += f" (line {lines[place]})" if len(lines) == len(rows) else ""
                if not isinstance(row, Mapping):
                    yield f"{where}: must be a table of names and values"
                    continue
                yield from (f"{where}: {fault}" for fault in entry_faults(game, kind, row, pack))
                if str(id) in seen:
                    yield f"{where}: there are two {kind.many} of this id"
                seen.add(str(id))
    if not any(pack.tables.values()):
        yield "there is nothing in it"


def _text_faults(row: Row) -> Iterator[str]:
    for key, longest in LONGEST.items():
        value = row.get(key)
        if value is None and key == "name":
            yield "name is missing"
        elif value is not None and not isinstance(value, str):
            yield f"{key}: must be text in quotes"
        elif value is not None and len(value) > longest:
            yield f"{key}: must have at most {longest} characters"
        elif value is not None:
            try:
                (require_text if key == "name" else clean)(" ".join(value.split("\n")))
            except ValueError as error:
                yield f"{key}: {error}"


# --- the pack that the players make themselves at the screen


class HouseEntry(Struct, frozen=True):
    """Something that may be changed, or that a new one can be like. `pack` is the name of the pack that it is from; `own` where that is the players' own."""

    row: Row = {}
    own: bool = False
    pack: str = ""

    @property
    def id(self) -> str:
        """Its id; "" for what is not like anything."""
        return str(self.row.get("id", ""))

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.row.get("name") or self.id)


class House:
    """What the players make themselves for one game."""

    def __init__(self, game: Ruleset[GameState], edition: str = "") -> None:
        """Begin with what they have made; raises CommandError where the game takes no packs.

        With an edition of the rules only its profiles are listed, and a new one is of it.
        """
        self._game, self._edition = game, edition
        self.kinds = tuple(kinds_of(game).values())
        self._look()

    def _look(self) -> None:
        profiles = self._game.view.roster().of_edition(self._edition).profiles if self._edition else ()
        self._offered = {item.id for item in profiles}

    @property
    def pack(self) -> Pack:
        """Their own pack, as it stands in its file; an empty one before that is there."""
        own = library.packs(self._game.id).get(HOUSE, {})
        return _pack(self._game.id, {"name": HOUSE.capitalize(), **own})

    def entries(self, kind: PackKind) -> list[HouseEntry]:
        """All of a kind: their own first, then whatever a new one can be like."""
        if not self._edition or kind.table != "profiles":
            return self._all(kind)
        return [one for one in self._all(kind) if one.id in self._offered]

    def _all(self, kind: PackKind) -> list[HouseEntry]:
        own = self._own(kind)
        packs = library.pack_names(self._game.id, kind.table)
        rows = library.offered(self._game.id, kind.table)
        made = [HouseEntry(row, str(row.get("id")) in own, packs.get(str(row.get("id")), "")) for row in rows]
        return [*sorted(made, key=lambda entry: not entry.own), *map(HouseEntry, kind.like())]

    def begun(self, kind: PackKind, entry: HouseEntry) -> Table:
        """The draft of an entry: their own as it is, or a new one that is like another and has no name yet."""
        edition = {"edition": self._edition} if self._edition else {}
        draft = draft_of(kind, {**edition, **entry.row})
        return draft if entry.own else {name: value for name, value in draft.items() if name != "name"}

    def against(self, kind: PackKind, entry: HouseEntry, draft: Draft) -> list[str]:
        """Everything against a draft, in sentences without a full stop; a name that is still missing is none of it."""
        row = self._row(kind, entry, draft)
        named = row if draft.get("name") else {**row, "id": UNNAMED, "name": UNNAMED}
        if not named["id"]:
            return ["name: it needs a letter or a digit, from a to z"]
        taken = {one.id: one.name for one in self._all(kind) if not (entry.own and one.id == entry.id)}
        if named["id"] in taken:
            return [f"there is a {kind.one} {taken[named['id']]} already: give yours another name"]
        labels, told = {one.name: one.label for one in kind.fields}, []
        for fault in entry_faults(self._game, kind, named, self.pack):
            name = re.split(r"[^\w.]", fault, maxsplit=1)[0]  # that of a field, which people call otherwise
            told.append(f"{labels[name]}{fault.removeprefix(name)}" if name in labels else fault)
        return told

    def form(self, kind: PackKind, entry: HouseEntry, draft: Draft) -> Form:
        """The form of a draft, with what the entry comes to, and the first thing against it."""
        against = self.against(kind, entry, draft)
        return Form(
            do="",
            by="",
            title=f"Save this {kind.one}",
            fields=(
                Field("name", "Name", "", "text", draft.get("name"), required=True),
                *([Field("text", "About it", "", "text", draft.get("text"))] if kind.described else []),
                *(_field(one, draft, is_beyond(kind, one, entry.row)) for one in kind.fields),
            ),
            error=f"{against[0]}." if against else "",
            ready=bool(draft.get("name")) and not against,
            lines=tuple(kind.sums(self._row(kind, entry, draft))),
        )

    def save(self, kind: PackKind, entry: HouseEntry, draft: Draft) -> str:
        """Keep an entry in their own pack; tells its id. Raises JournalError, and CommandError where something is against it."""
        if against := self.against(kind, entry, draft):
            raise CommandError(f"{against[0]}.")
        row = self._row(kind, entry, draft)
        self._keep(kind, {**self._own(kind), row["id"]: row})
        return str(row["id"])

    def remove(self, kind: PackKind, id: str) -> None:
        """Take an entry out of their own pack. Raises JournalError."""
        self._keep(kind, {name: row for name, row in self._own(kind).items() if name != id})

    def write(self, name: str) -> Path:
        """Write the pack under a name as a file to send; tells where. Raises CommandError and JournalError."""
        pack = replace(self.pack, name=name)
        if not any(pack.tables.values()):
            raise CommandError("You have made nothing yet that could be sent.")
        if pack.id in ("", HOUSE):
            raise CommandError("Give the pack a name of its own, such as that of your club.")
        place = sent_folder() / pack.path.name
        keep(place, pack.toml.encode())
        return place

    def _own(self, kind: PackKind) -> Mapping[str, Row]:
        return {str(row["id"]): row for row in self.pack.tables.get(kind.table, ())}

    def _keep(self, kind: PackKind, rows: Mapping[str, Row]) -> None:
        pack = self.pack
        save_pack(replace(pack, tables={**pack.tables, kind.table: list(rows.values())}))
        self._look()

    def _row(self, kind: PackKind, entry: HouseEntry, draft: Draft) -> Table:
        row = row_of(kind, draft, entry.row)
        return {**row, "id": entry.id if entry.own else slug(str(draft.get("name", "")))}


def sent_folder() -> Path:
    """Where packs for sending are put."""
    return library.user_folder() / "sent"


def choices_of(one: PackField) -> list[str]:
    """What can be said in a list of names, as it is written there."""
    return sorted(names_in_list(one).values()) if one.kind == "names" else []


def _field(one: PackField, draft: Draft, kept: bool) -> Field:
    """The field of a form; its hint, and what a list of names may hold, are told beside the form."""
    value, hint = draft.get(one.name), "stays as it is" if kept else ""
    if one.kind == "names":
        return Field(one.name, one.label, "", "text", value, required=one.required)
    choices = tuple(Choice(each, name) for each, name in one.choices().items())
    return Field(one.name, one.label, "", one.kind, value, choices, one.required, one.unit, hint)
