"""The players' own pack, as it is made at the screen: its entries, the form of one, and a copy of it to send."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine import library
from vedette.engine.errors import CommandError
from vedette.engine.files import keep
from vedette.engine.text import slug
from vedette.view.pack_files import HOUSE, UNNAMED, Pack, entry_faults, kinds_of, own_pack, save_pack
from vedette.view.packs import PackField, PackKind, draft_of, is_beyond, names_in_list, row_of
from vedette.view.roster import Row
from vedette.view.vocabulary import Choice, Field, Form

if TYPE_CHECKING:
    from vedette.engine.ruleset import Ruleset


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

    def __init__(self, game: Ruleset[Any]) -> None:
        """Begin with what they have made; raises CommandError where the game takes no packs."""
        self._game = game
        self.kinds = tuple(kinds_of(game).values())

    @property
    def pack(self) -> Pack:
        """Their own pack, as it stands in its file; an empty one before that is there."""
        return own_pack(self._game.id)

    def entries(self, kind: PackKind) -> list[HouseEntry]:
        """All of a kind: their own first, then whatever a new one can be like."""
        own = self._own(kind)
        packs = library.pack_names(self._game.id, kind.table)
        rows = library.offered(self._game.id, kind.table)
        made = [HouseEntry(row, str(row.get("id")) in own, packs.get(str(row.get("id")), "")) for row in rows]
        return [*sorted(made, key=lambda entry: not entry.own), *map(HouseEntry, kind.like())]

    def begun(self, kind: PackKind, entry: HouseEntry) -> dict[str, Any]:
        """The draft of an entry: their own as it is, or a new one that is like another and has no name yet."""
        draft = draft_of(kind, entry.row)
        return draft if entry.own else {name: value for name, value in draft.items() if name != "name"}

    def against(self, kind: PackKind, entry: HouseEntry, draft: Mapping[str, Any]) -> list[str]:
        """Everything against a draft, in sentences without a full stop; a name that is still missing is none of it."""
        row = self._row(kind, entry, draft)
        named = row if draft.get("name") else {**row, "id": UNNAMED, "name": UNNAMED}
        if not named["id"]:
            return ["name: it needs a letter or a digit, from a to z"]
        taken = {one.id: one.name for one in self.entries(kind) if not (entry.own and one.id == entry.id)}
        if named["id"] in taken:
            return [f"there is a {kind.one} {taken[named['id']]} already: give yours another name"]
        labels, told = {one.name: one.label for one in kind.fields}, []
        for fault in entry_faults(self._game, kind, named, self.pack):
            name = re.split(r"[^\w.]", fault, maxsplit=1)[0]  # that of a field, which people call otherwise
            told.append(f"{labels[name]}{fault.removeprefix(name)}" if name in labels else fault)
        return told

    def form(self, kind: PackKind, entry: HouseEntry, draft: Mapping[str, Any]) -> Form:
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

    def save(self, kind: PackKind, entry: HouseEntry, draft: Mapping[str, Any]) -> str:
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

    def _row(self, kind: PackKind, entry: HouseEntry, draft: Mapping[str, Any]) -> dict[str, Any]:
        row = row_of(kind, draft, entry.row)
        return {**row, "id": entry.id if entry.own else slug(str(draft.get("name", "")))}


def sent_folder() -> Path:
    """Where packs for sending are put."""
    return library.user_folder() / "sent"


def choices_of(one: PackField) -> list[str]:
    """What can be said in a list of names, as it is written there."""
    return sorted(names_in_list(one).values()) if one.kind == "names" else []


def _field(one: PackField, draft: Mapping[str, Any], kept: bool) -> Field:
    """The field of a form; its hint, and what a list of names may hold, are told beside the form."""
    value, hint = draft.get(one.name), "stays as it is" if kept else ""
    if one.kind == "names":
        return Field(one.name, one.label, "", "text", value, required=one.required)
    choices = tuple(Choice(each, name) for each, name in one.choices().items())
    return Field(one.name, one.label, "", one.kind, value, choices, one.required, one.unit, hint)
