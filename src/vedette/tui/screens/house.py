"""House profiles: what the players have made themselves and what a new one can be like; and the form of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container

from vedette.engine.errors import VedetteError
from vedette.tui.base_screen import BaseScreen
from vedette.tui.form_entry import FormEntry
from vedette.tui.keys import HOUSE_KEYS
from vedette.tui.screens.dialogs import AskText, Confirm, discard
from vedette.tui.text import clean, fit, line
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.duel import Duel
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.form_panel import Closed, Committed, FormPanel
from vedette.tui.widgets.menu import Menu, MenuRow
from vedette.tui.widgets.page import Page, Paragraph
from vedette.tui.widgets.panel_host import PanelHost, Result
from vedette.tui.widgets.prompt import Prompt
from vedette.view.pack_files import House, HouseEntry, choices_of
from vedette.view.packs import PackKind, entry_in_a_line, entry_values
from vedette.view.signs import HOUSE
from vedette.view.vocabulary import Form

WIDE = 104
"""From how many columns on the text stands beside the list or the form, and not below it."""

NEW = "@new"
"""The row of what is like nothing; no id looks like this."""


class HouseScreen(BaseScreen[str | None]):
    """Dismissed with the profile that was made last, "" for none; with None where nothing was changed."""

    DEFAULT_CSS = """
    HouseScreen {
        & > #body { height: 1fr; layout: vertical; }
        & Menu { height: 1fr; }
        & Page { height: 6; }
        & Prompt { height: 3; }
        &.wide > #body { layout: horizontal; }
        &.wide > #body Menu { width: 3fr; }
        &.wide > #body Page { width: 2fr; height: 1fr; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(WIDE, "wide")]
    BINDINGS = [
        Binding(",".join(key.keys), key.id, key.label, show=False) for key in HOUSE_KEYS if key.id != "make"
    ]

    def __init__(self, house: House, at: str = "") -> None:
        """Show what there is; `at` is the profile to be at hand."""
        super().__init__()
        self._house = house
        self._kind = house.kinds[0]
        self._first = at or None
        self._made: str | None = None

    def compose(self) -> ComposeResult:
        """The list, and what is at hand."""
        yield Banner("House profiles", "")
        with Container(id="body"):
            yield Menu()
            yield Page()
        yield Prompt()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the first kind."""
        self.query_one(KeyBar).show("house")
        self.query_one(Menu).focus()
        self._show(self._first)

    def _show(self, at: str | None = None) -> None:
        many = (kind.many.upper() if kind is self._kind else kind.many for kind in self._house.kinds)
        self.query_one(Banner).say(" · ".join(many))
        self._entries = self._house.entries(self._kind)
        self.query_one(Menu).show(self._rows, at)
        self._describe()

    def _rows(self, width: int) -> list[MenuRow]:
        """Their own, and below them what a new one can be like."""
        own = [entry for entry in self._entries if entry.own]
        rows = [
            _heading(f"Your {self._kind.many} · Enter changes one"),
            *(_row(entry, width) for entry in own),
        ]
        rows.append(MenuRow(NEW, (line(("+ ", "key"), f"a new {self._kind.one}, with nothing filled in"),)))
        others = [entry for entry in self._entries if not entry.own]
        if others:
            rows += [_heading("Enter makes a new one like this"), *(_row(entry, width) for entry in others)]
        return rows

    def _entry(self) -> HouseEntry | None:
        """What is at hand."""
        at = self.query_one(Menu).at
        if at == NEW:
            return HouseEntry()
        return next((entry for entry in self._entries if entry.id == at), None)

    def _describe(self) -> None:
        entry = self._entry()
        self.query_one(Prompt).say("")
        if entry is None or not entry.id:
            self.query_one(Page).show("", [Paragraph(text=f"A new {self._kind.one}.", tone="dim")])
            return
        told = [Paragraph(clean(entry.name), f"from the pack {clean(entry.pack)}" if entry.pack else "")]
        text = " ".join(str(entry.row.get("text", "")).split())
        told += [Paragraph(text=clean(text), tone="dim")] if text else []
        values = [Paragraph(label, clean(value)) for label, value in entry_values(self._kind, entry.row)]
        wide = self.app.size.width >= WIDE
        in_a_line = Paragraph(text=clean(entry_in_a_line(self._kind, entry.row)))
        self.query_one(Page).show("", [*told, *(values if wide else [in_a_line])])

    def on_menu_moved(self, event: Menu.Moved) -> None:
        """Something else is at hand."""
        self._describe()

    async def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """Change one, or make a new one."""
        entry = self._entry()
        if entry is None:
            return

        def kept(id: str | None) -> None:
            if id is not None:
                self._made = id if self._kind is self._house.kinds[0] else self._made or ""
                self._show(id)
                self.query_one(Prompt).say("Saved in your pack; w makes a file of it to send.", "good")

        await self.app.push_screen(HouseEntryScreen(self._house, self._kind, entry), kept)

    def action_kind(self) -> None:
        """The next kind of thing."""
        kinds = self._house.kinds
        self._kind = kinds[(kinds.index(self._kind) + 1) % len(kinds)]
        self._show(NEW)

    async def action_remove(self) -> None:
        """Take one of their own out."""
        entry = self._entry()
        if entry is None or not entry.own:
            self.query_one(Prompt).say("Only what you made yourselves can be removed.", "bad")
            return

        def remove(yes: bool | None) -> None:
            if yes:
                self._try(lambda: self._house.remove(self._kind, entry.id), f"{entry.name} is gone.")

        await self.app.push_screen(Confirm(f"Remove {clean(entry.name)}?", "remove"), remove)

    async def action_send(self) -> None:
        """Write all that they have made as one file to send."""

        def write(name: str | None) -> None:
            if name:
                try:
                    place = self._house.write(name)
                except VedetteError as error:
                    self.query_one(Prompt).say(str(error), "bad")
                else:
                    self.query_one(Prompt).say(f"The file to send: {place}", "good")

        await self.app.push_screen(
            AskText("What is the pack to be called?", "the name of your club, say"), write
        )

    def _try(self, do: Any, said: str) -> None:
        try:
            do()
        except VedetteError as error:
            self.query_one(Prompt).say(str(error), "bad")
        else:
            self._made = self._made or ""
            self._show()
            self.query_one(Prompt).say(said, "good")

    def action_done(self) -> None:
        """Back to the army."""
        _ = self.dismiss(self._made)


class EntryPanel(FormPanel):
    """The form of an entry; tells the screen of every letter."""

    def __init__(self, entry: FormEntry, changed: Callable[[], None]) -> None:
        """Show a form; `changed` is called when words were typed."""
        super().__init__(entry, "", "", Duel({}, {}))
        self._changed = changed

    def put_words(self, text: str) -> Result:
        """Words for the field at hand."""
        super().put_words(text)
        self._changed()
        return True


class HouseEntryScreen(BaseScreen[str | None]):
    """Dismissed with the id of what was saved, or with None."""

    DEFAULT_CSS = """
    HouseEntryScreen {
        & > #body { height: 1fr; layout: vertical; }
        & PanelHost { height: 1fr; }
        & Page { height: 7; }
        &.wide > #body { layout: horizontal; }
        &.wide > #body PanelHost { width: 3fr; }
        &.wide > #body Page { width: 2fr; height: 1fr; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(WIDE, "wide")]

    def __init__(self, house: House, kind: PackKind, entry: HouseEntry) -> None:
        """Begin with one of their own as it is, or with a new one that is like another."""
        super().__init__()
        self._house = house
        self._kind = kind
        self._entry = entry
        self._before = house.begun(kind, entry)
        self._form = FormEntry(self._filled, lambda target: {}, {}, said=self._before)
        self._form.pick("name")

    def compose(self) -> ComposeResult:
        """The form, and what is against it."""
        like = f"like {clean(self._entry.name)}" if self._entry.id and not self._entry.own else ""
        yield Banner("House profiles", f"{self._kind.one} {like}".strip())
        with Container(id="body"):
            yield PanelHost()
            yield Page()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the form."""
        self.query_one(KeyBar).show("house_entry")
        self.query_one(PanelHost).show(EntryPanel(self._form, self._tell))
        self._tell()

    def _filled(self, draft: Mapping[str, Any]) -> Form:
        return self._house.form(self._kind, self._entry, draft)

    def _tell(self) -> None:
        """Everything that is against it, and what the field at hand may say."""
        form = self._form.form
        against = self._house.against(self._kind, self._entry, self._form.draft)
        told = [Paragraph(text=f"✘ {clean(fault)}", tone="bad") for fault in against]
        if not told:
            named = bool(form.fields[0].value)
            told = [
                Paragraph(
                    text="✔ Enter saves it." if named else "It needs a name.", tone="good" if named else "dim"
                )
            ]
        field = next((one for one in self._kind.fields if one.name == self._form.focus), None)
        if field is not None and field.hint:
            told.append(Paragraph(field.label, field.hint, "dim"))
        names = choices_of(field) if field is not None else []
        told += [Paragraph("There are", clean(", ".join(names)), "dim", apart=True)] if names else []
        self.query_one(Page).show("", told)

    def on_panel_host_touched(self, event: PanelHost.Touched) -> None:
        """Another field is at hand, or another value."""
        self._tell()

    def on_committed(self, event: Committed) -> None:
        """Keep it."""
        try:
            id = self._house.save(self._kind, self._entry, self._form.draft)
        except VedetteError as error:
            self.query_one(Page).show("", [Paragraph(text=f"✘ {clean(str(error))}", tone="bad")])
        else:
            _ = self.dismiss(id)

    async def on_closed(self, event: Closed) -> None:
        """Leave it as it was; whoever has changed something is asked first."""
        if self._form.draft == self._before:
            _ = self.dismiss(None)
            return
        await discard(self, f"Discard this {self._kind.one}?")


def _heading(text: str) -> MenuRow:
    return MenuRow("", (line((text, "strong")),))


def _row(entry: HouseEntry, width: int) -> MenuRow:
    """One of a kind, with the sign of the house where it is from a pack."""
    sign = f"{HOUSE} " if entry.pack else "  "
    return MenuRow(entry.id, (line((sign, "key"), fit(clean(entry.name), width - len(sign))),))
