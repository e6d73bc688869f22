"""House profiles: what the players have made, what a new one can be like, and the form of one."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.errors import CommandError
from vedette.engine.text import joined
from vedette.pages import model
from vedette.view.fields import Draft
from vedette.view.pack_files import House, HouseEntry, choices_of
from vedette.view.packs import PackKind, entry_in_a_line, entry_values
from vedette.view.signs import HOUSE
from vedette.view.vocabulary import Form

ENTRIES = "entries"

NEW = "@new"
"""The row of an entry that is like nothing; no id looks like this."""


class HouseTool(model.Tool):
    """Closed with the profile that was made last, "" for none; with None if nothing was changed."""

    title = group = "House profiles"

    def __init__(self, house: House, at: str = "") -> None:
        """Begin with the first kind; `at` is the profile to start on."""
        self._house, self._kind, self._at = house, house.kinds[0], at
        self._made: str | None = None

    @property
    def subtitle(self) -> str:
        """The kinds; the one that is listed in capitals."""
        kinds = self._house.kinds
        return " · ".join(one.many.upper() if one is self._kind else one.many for one in kinds)

    def page(self) -> model.Page:
        kind, entries = self._kind, self._house.entries(self._kind)
        rows: list[model.Row | model.Heading] = [
            model.Heading(f"Your {kind.many}", "changes one"),
            *(_row(one) for one in entries if one.own),
            model.Row(NEW, (f"a new {kind.one}, with nothing filled in",), "+ "),
            model.Heading(f"Other {kind.many}", "makes a new one like this"),
            *(_row(one) for one in entries if not one.own),
        ]
        return model.Page([model.Section(ENTRIES, rows, kind.one, "list")], at=self._at)

    def detail(self, row: str) -> model.Detail:
        entry = self._entry(row)
        if not entry.id:
            return (model.Text(f"A new {self._kind.one}.", tone="dim"),)
        pack = f"from the pack {entry.pack}" if entry.pack else ""
        text = " ".join(str(entry.row.get("text", "")).split())
        about = [model.Text(text, tone="dim")] if text else []
        facts = model.Facts(entry_values(self._kind, entry.row), entry_in_a_line(self._kind, entry.row))
        return [model.Text(pack, entry.name), *about, facts]

    def _entry(self, row: str) -> HouseEntry:
        entries = self._house.entries(self._kind)
        return next((one for one in entries if one.id == row), HouseEntry())

    @model.action("enter", "make", on=ENTRIES)
    async def make(self, row: str, text: str) -> model.Result:
        """Changes one of yours, or makes a new one like the one chosen."""
        made = await model.Open(HouseEntryTool(self._house, self._kind, self._entry(row)))
        if made is None:
            return model.Reply("Nothing is saved.")
        self._made = made if self._kind is self._house.kinds[0] else self._made or ""
        return model.Reply("Saved in your pack", "good", at=made, hint=("send", "makes a file of it"))

    @model.action("", "new")
    async def new(self, row: str, text: str) -> model.Result:
        """Makes one with nothing filled in."""
        return await self.make.run(self, NEW, "")

    @model.action("tab", "other kind", takes="KIND")
    async def kind(self, row: str, text: str) -> model.Result:
        """Another kind of thing, such as weapons: the one that is named, or the next one."""
        kinds = self._house.kinds
        named = [one for one in kinds if one.many.casefold().startswith(text.casefold())]
        if not named:
            raise CommandError(f"There are {joined([one.many for one in kinds])} here.")
        self._kind = named[0] if text else kinds[(kinds.index(self._kind) + 1) % len(kinds)]
        return model.Reply(at=NEW, told=(ENTRIES,))

    @model.action("backspace delete minus", "remove", on=ENTRIES)
    async def remove(self, row: str, text: str) -> model.Result:
        """Takes one of yours out."""
        entry = self._entry(row or await model.AskRow("Which one?", self.page().section(ENTRIES)))
        if not entry.own:
            raise CommandError("Only what you made yourselves can be removed.")
        await model.Confirm(f"Remove {entry.name}?", "remove")
        self._house.remove(self._kind, entry.id)
        self._made = self._made or ""
        return model.Reply(f"{entry.name} is gone.", "good")

    @model.action("w W", "file to send", takes="NAME")
    async def send(self, row: str, text: str) -> model.Result:
        """Writes all that you have made as one file to send."""
        asked = model.AskText(
            "What is the pack to be called?", usual="Our profiles", about=["The name of your club, say."]
        )
        name = text or await asked
        return model.Reply(f"The file to send: {self._house.write(name)}", "good")

    @model.action("escape", "back")
    async def cancel(self, row: str, text: str) -> model.Result:
        """Back to the army."""
        return model.Close(self._made)


def _row(entry: HouseEntry) -> model.Row:
    whose = f", from the pack {entry.pack}" if entry.pack and not entry.own else ""
    return model.Row(
        entry.id, (entry.name,), f"{HOUSE} " if entry.pack else "  ", spoken=f"{entry.name}{whose}"
    )


class HouseEntryTool(model.FormTool):
    """Closed with the id of what was saved, or with None."""

    title, first, enter = "House profiles", "name", "saves it"

    def __init__(self, house: House, kind: PackKind, entry: HouseEntry) -> None:
        self._house, self._kind, self._entry = house, kind, entry
        self.initial = house.begun(kind, entry)
        like = f" like {entry.name}" if entry.id else ""
        self.about = f"Your {kind.one} {entry.name}" if entry.own else f"A new {kind.one}{like}"

    @property
    def name(self) -> str:
        return self.about

    def form(self, draft: Draft, words: Sequence[str] = ()) -> Form:
        return self._house.form(self._kind, self._entry, draft)

    def beside(self, field: str, draft: Draft) -> model.Detail:
        against = self._house.against(self._kind, self._entry, draft)
        told = [model.Text(fault, tone="bad") for fault in against]
        if not told:
            named = bool(draft.get("name"))
            told = [
                model.Text("Enter saves it.", tone="good")
                if named
                else model.Text("It needs a name.", tone="dim")
            ]
        at = next((one for one in self._kind.fields if one.name == field), None)
        if at is not None and at.hint:
            told.append(model.Text(at.hint, at.label, "dim"))
        names = choices_of(at) if at is not None else []
        return [*told, *([model.Text(", ".join(names), "There are", "dim", apart=True)] if names else [])]

    async def submit(self, draft: Draft) -> model.Result:
        return model.Close(self._house.save(self._kind, self._entry, draft))

    async def cancel(self, draft: Draft) -> model.Result:
        """Leave it as it was; if something was changed, after a question."""
        if draft != self.initial:
            await model.Confirm(f"Discard this {self._kind.one}?", "discard")
        return model.Close()
