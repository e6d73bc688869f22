"""An army put together: profiles on one side, the units that were taken on the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal

from vedette.engine.errors import VedetteError
from vedette.tui.armies import called, new_unit
from vedette.tui.army_file import ArmyFile
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import ARMY_KEYS
from vedette.tui.text import Line, Piece, clean, fit, line
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.menu import Menu, Row
from vedette.tui.widgets.page import Page, Paragraph
from vedette.tui.widgets.prompt import Prompt, PromptText
from vedette.view.roster import Catalogue, CatalogueItem, with_mark
from vedette.view.roster import Row as Unit

MOST = 200
"""Units that a side may have: more than any table holds."""


@dataclass(frozen=True, slots=True)
class ArmyEditorContext:
    """What an army needs while it is put together.

    against: all that is against the game with these units. file: where an army of that name would stand;
    raises CommandError. save: writes it; raises JournalError.
    """

    against: Callable[[Sequence[Unit]], Sequence[str]]
    file: Callable[[str], ArmyFile]
    save: Callable[[ArmyFile, Sequence[Unit]], None]


class ArmyScreen(BaseScreen[Sequence[Unit] | None]):
    """Dismissed with the units, or with None where nothing was changed."""

    DEFAULT_CSS = """
    ArmyScreen {
        & > Horizontal { height: 1fr; }
        & Menu { width: 1fr; }
        & #units { background: $surface; }
        & Prompt { height: 3; }
        & Page { height: 4; }
    }
    """
    BINDINGS = [
        Binding(",".join(key.keys), key.id, key.label, show=False) for key in ARMY_KEYS if key.id != "add"
    ]

    def __init__(
        self, roster: Catalogue, side: str, name: str, units: Sequence[Unit], workshop: ArmyEditorContext
    ) -> None:
        """Begin with the units that a side has; `name` is what the side is called."""
        super().__init__()
        self._roster = roster
        self._side = side
        self._workshop = workshop
        self._who = name
        self._before = tuple(units)
        self._units = list(units)

    def compose(self) -> ComposeResult:
        """Both lists, and what is at hand."""
        yield Banner("Army", clean(self._who))
        with Horizontal():
            yield Menu(id="profiles")
            yield Menu(id="units")
        yield Page()
        yield Prompt()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show what there is."""
        self.query_one(KeyBar).show("army")
        self.query_one("#profiles", Menu).show(self._profile_rows)
        self.query_one("#profiles").focus()
        self._show()

    def _show(self, at: str | None = None) -> None:
        self.query_one("#units", Menu).show(self._unit_rows, at)
        summed = self._roster.words.army(self._units)
        self.query_one(Banner).say(f"{self._who}: {summed}")
        against = self._workshop.against(self._units)
        told = [Paragraph(text=f"✘ {clean(one)}", tone="bad") for one in against]
        self.query_one(Page).show("", told or [Paragraph(text="✔ Nothing is against it.", tone="good")])
        self._describe()

    def _profile_rows(self, width: int) -> list[Row]:
        rows = [
            Row(offered.id, (line((fit(clean(offered.name), width), "strong")),))
            for offered in self._roster.profiles
        ]
        return [_heading("Profiles · Enter adds"), *rows]

    def _unit_rows(self, width: int) -> list[Row]:
        names, mark = {offered.id: offered.name for offered in self._roster.profiles}, self._roster.mark
        width -= 2 if mark else 0
        rows = []
        for index, unit in enumerate(self._units):
            name = fit(clean(called(unit, self._roster.profiles)), width)
            profile = names.get(str(unit.get("profile")), "")
            said = fit(f"  {clean(profile)}", width - len(name)) if profile and profile != name else ""
            sign = ("★ " if unit.get(mark.key) else "  ", "strong") if mark else ("", "")
            rows.append(Row(f"unit {index}", (line(sign, (name, "strong"), (said, "dim")),)))
        keys = f"Space ★ {mark.word}" if mark else "Enter names"
        return [_heading(f"{len(self._units)} units · {keys}"), *rows]

    @property
    def _profiles_at_hand(self) -> bool:
        return self.query_one("#profiles").has_focus

    def _profile(self) -> CatalogueItem | None:
        at = self.query_one("#profiles", Menu).at
        return next((offered for offered in self._roster.profiles if offered.id == at), None)

    def _index(self) -> int:
        """The unit at hand; with the keyboard among the profiles, the last one."""
        at = self.query_one("#units", Menu).at
        return int(at.removeprefix("unit ")) if at and not self._profiles_at_hand else len(self._units) - 1

    def _describe(self) -> None:
        """The numbers of what is at hand."""
        prompt, profile, index = self.query_one(Prompt), self._profile(), self._index()
        prompt.say("")
        if self._profiles_at_hand and profile is not None:
            prompt.show(PromptText("", "", f"{profile.name}: {profile.line}", profile.text))
        elif index >= 0:
            unit = self._units[index]
            said = self._roster.words.unit(unit)
            prompt.show(PromptText("", "", f"{unit.get('name') or unit.get('id')}: {said}"))
        else:
            prompt.show(PromptText("", "", "No units yet."))

    def on_menu_moved(self, event: Menu.Moved) -> None:
        """Something else is at hand."""
        self._describe()

    def on_descendant_focus(self) -> None:
        """The other list has the keyboard."""
        self._describe()

    async def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """Add a profile, or name a unit."""
        profile = self._profile()
        if event.menu.id == "units":
            await self._ask_name(self._index())
        elif profile is not None and len(self._units) < MOST:
            self._units.append(new_unit(profile, self._side, self._units))
            self._show(f"unit {len(self._units) - 1}")

    async def _ask_name(self, index: int) -> None:
        from vedette.tui.screens.dialogs import AskText

        unit = self._units[index]

        def name(given: str | None) -> None:
            if given:
                self._units[index] = {**unit, "name": given}
                self._show()

        await self.app.push_screen(AskText("What is it called?", str(unit.get("name", ""))), name)

    def action_over(self) -> None:
        """The other list."""
        self.query_one("#units" if self._profiles_at_hand else "#profiles").focus()

    def action_remove(self) -> None:
        """Take a unit out."""
        if self._units:
            del self._units[self._index()]
            self._show()

    def action_mark(self) -> None:
        """The unit at hand has what one unit of an army has, and no other."""
        mark, index = self._roster.mark, self._index()
        if mark is not None and index >= 0:
            self._units = with_mark(self._units, index, mark)
            self._show(f"unit {index}")

    async def action_save(self) -> None:
        """Keep the army in a file of its own."""
        if not self._units:
            self.query_one(Prompt).say("There are no units to save.", "bad")
            return
        from vedette.tui.screens.dialogs import AskText

        await self.app.push_screen(AskText("Save this army as", self._who), self._save_as)

    async def _save_as(self, name: str | None) -> None:
        if not name:
            return
        try:
            file = self._workshop.file(name)
        except VedetteError as error:
            self.query_one(Prompt).say(str(error), "bad")
            return
        if not file.path.exists():
            self._write(file)
            return
        from vedette.tui.screens.dialogs import Confirm

        def write(yes: bool | None) -> None:
            if yes:
                self._write(file)

        await self.app.push_screen(Confirm(f"Replace your army {file.id}?", "replace it"), write)

    def _write(self, file: ArmyFile) -> None:
        prompt = self.query_one(Prompt)
        try:
            self._workshop.save(file, self._units)
        except VedetteError as error:
            prompt.say(str(error), "bad")
        else:
            prompt.say(f"Saved as {file.id}: {file.path}", "good")

    def action_done(self) -> None:
        """Back, with the army."""
        _ = self.dismiss(None if tuple(self._units) == self._before else tuple(self._units))

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """A click on a key is the key."""
        self.app.simulate_key(event.key)


def _heading(text: str) -> Row:
    return Row("", (Line((Piece(text, "strong"),)),))
