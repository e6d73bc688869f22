"""An army put together: profiles on one side, the units that were taken on the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal

from vedette.engine.errors import DataError, VedetteError
from vedette.engine.saves import save_folder
from vedette.engine.text import slug
from vedette.tui.base_screen import BaseScreen
from vedette.tui.clipboard import copy
from vedette.tui.keys import ARMY_KEYS
from vedette.tui.screens.dialogs import AskText, Confirm
from vedette.tui.screens.house import HouseScreen
from vedette.tui.text import Line, clean, fit, line, pad, rule
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.menu import Menu, MenuRow
from vedette.tui.widgets.page import Page, Paragraph
from vedette.tui.widgets.prompt import Prompt
from vedette.view.armies import ArmyFile
from vedette.view.army_draft import ArmyDraft
from vedette.view.new_game_setup import Draft, NewGameSetup
from vedette.view.roster import CatalogueItem, Profile
from vedette.view.roster import Row as Unit
from vedette.view.signs import CHOSEN, HOUSE

WIDE = 110
"""From how many columns on what is told of a unit stands beside the lists."""

LEAST_NAME = 14
"""Cells that the name of a profile keeps: columns of numbers go first."""

MODELS = "n"
"""The column with how many models a unit has."""

SCROLL = {"shift+up": -3, "shift+down": 3}
"""Rows by which what is told of a unit is scrolled."""


class ArmyScreen(BaseScreen[Sequence[Unit] | None]):
    """Dismissed with the units, or with None where nothing was changed."""

    DEFAULT_CSS = """
    ArmyScreen {
        & > #body { height: 1fr; layout: vertical; }
        & #lists { height: 1fr; }
        & #profiles { width: 3fr; }
        & #units { width: 2fr; background: $surface; }
        & #about { height: 8; }
        & #against { height: 2; background: $background; }
        & Prompt { height: 2; }
        &.wide > #body { layout: horizontal; }
        &.wide > #body #lists { width: 14fr; }
        &.wide > #body #about { width: 6fr; height: 1fr; }
        &.wide > #body #profiles { width: 8fr; }
        &.wide > #body #units { width: 5fr; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(WIDE, "wide")]
    BINDINGS = [
        Binding(",".join(key.keys), key.id, key.label, show=False)
        for key in ARMY_KEYS
        if key.id not in ("add", "read")
    ]

    def __init__(self, setup: NewGameSetup, draft: Draft, side: str) -> None:
        """Begin with the units that a side has."""
        super().__init__()
        self._army = ArmyDraft(setup, draft, side)

    def compose(self) -> ComposeResult:
        """Both lists, and what is at hand."""
        yield Banner("Army", clean(self._army.who))
        with Container(id="body"):
            with Horizontal(id="lists"):
                yield Menu(id="profiles")
                yield Menu(id="units")
            yield Page(id="about")
        yield Page(id="against")
        yield Prompt()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show what there is."""
        self.query_one(KeyBar).show("army")
        self.query_one("#profiles", Menu).show(self._profile_rows)
        self.query_one("#profiles").focus()
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Scroll what is told of a unit."""
        if event.key in SCROLL:
            event.stop()
            self.query_one("#about", Page).scroll_rows(SCROLL[event.key])

    def _show(self, at: str | None = None) -> None:
        self.query_one("#units", Menu).show(self._unit_rows, at)
        self.query_one("#profiles", Menu).show(self._profile_rows)
        self.query_one(Banner).say(f"{self._army.who}: {self._army.summed}")
        told = [Paragraph(text=f"✘ {clean(one)}", tone="bad") for one in self._army.against]
        self.query_one("#against", Page).show("", told or [Paragraph(text="✔ Army is legal.", tone="good")])
        self._describe()

    def _profile_rows(self, width: int) -> list[MenuRow]:
        """Each faction's profiles, with how many are taken, and their numbers in columns."""
        columns = columns_of(list(self._army.profiles.values()), width - LEAST_NAME)
        room = width - sum(columns.values())
        names = line(
            (pad("Enter adds", room), "dim"), *((f"{name:>{size}}", "dim") for name, size in columns.items())
        )
        rows, group = [MenuRow("", (names,))], ""
        taken = Counter(str(unit.get("profile")) for unit in self._units)
        for offered in self._army.roster.profiles:
            if offered.group != group:
                group = offered.group
                rows.append(MenuRow("", (rule(group, width),)))
            rows.append(MenuRow(offered.id, (self._profile_row(offered, taken[offered.id], columns, room),)))
        return rows

    def _profile_row(self, offered: CatalogueItem, taken: int, columns: Mapping[str, int], room: int) -> Line:
        numbers = numbers_of(self._army.profiles[offered.id])
        count = f"{taken}× " if taken else ""
        sign = f"{HOUSE} " if offered.pack else ""
        left = room - len(count) - len(sign)
        name = (pad(fit(clean(offered.name), left), left), "strong")
        return line(
            (count, "key"),
            (sign, "key"),
            name,
            *(f"{numbers.get(one, ''):>{size}}" for one, size in columns.items()),
        )

    def _unit_rows(self, width: int) -> list[MenuRow]:
        names, mark = (
            {offered.id: offered.name for offered in self._army.roster.profiles},
            self._army.roster.mark,
        )
        rows = []
        for index, unit in enumerate(self._units):
            models = self._army.profile_of(unit).models
            count = f"{models:>2} " if self._has_models else ""
            room = width - len(count) - (2 if mark else 0)
            name = fit(clean(self._army.called(index)), room)
            profile = names.get(str(unit.get("profile")), "")
            said = fit(f"  {clean(profile)}", room - len(name)) if profile and profile != name else ""
            sign = (f"{CHOSEN} " if unit.get(mark.key) else "  ", "strong") if mark else ("", "")
            rows.append(
                MenuRow(f"unit {index}", (line(sign, (count, "dim"), (name, "strong"), (said, "dim")),))
            )
        keys = f"Space {CHOSEN} {mark.word}" if mark else "Enter names"
        units = "1 unit" if len(self._units) == 1 else f"{len(self._units)} units"
        return [MenuRow("", (line((f"{units} · {keys}", "strong")),)), *rows]

    @property
    def _units(self) -> list[Unit]:
        return self._army.units

    @property
    def _has_models(self) -> bool:
        return any(profile.models > 1 for profile in self._army.profiles.values())

    @property
    def _profiles_at_hand(self) -> bool:
        return self.query_one("#profiles").has_focus

    def _profile(self) -> CatalogueItem | None:
        at = self.query_one("#profiles", Menu).at
        return next((offered for offered in self._army.roster.profiles if offered.id == at), None)

    def _index(self) -> int:
        """The unit at hand; with the keyboard among the profiles, the last one."""
        at = self.query_one("#units", Menu).at
        return int(at.removeprefix("unit ")) if at and not self._profiles_at_hand else len(self._units) - 1

    def _describe(self) -> None:
        """What is at hand, in full: its numbers, its weapons, and every rule of it."""
        about, profile, index = self.query_one("#about", Page), self._profile(), self._index()
        self.query_one(Prompt).say("")
        if self._profiles_at_hand and profile is not None:
            about.show("", unit_told(profile.name, profile.text, self._army.profiles[profile.id]))
        elif index >= 0:
            profile_of = self._army.profile_of(self._units[index])
            about.show("", unit_told(self._army.called(index), "", profile_of))
        else:
            about.show("", [Paragraph(text="No units yet.", tone="dim")])

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
        elif profile is not None:
            self._change(lambda: self._army.add(profile))

    async def _ask_name(self, index: int) -> None:
        unit = self._units[index]

        def name(given: str | None) -> None:
            if given:
                self._army.name(index, given)
                self._show()

        await self.app.push_screen(AskText("What is it called?", str(unit.get("name", ""))), name)

    def action_over(self) -> None:
        """The other list."""
        self.query_one("#units" if self._profiles_at_hand else "#profiles").focus()

    def action_remove(self) -> None:
        """Take a unit out."""
        if self._units:
            self._army.remove(self._index())
            self._show()

    def action_undo(self) -> None:
        """The army as it was before the last change."""
        self._change(self._army.undo)

    def action_mark(self) -> None:
        """The unit at hand has what one unit of an army has, and no other."""
        index = self._index()
        if self._army.roster.mark is not None and index >= 0:
            self._army.mark(index)
            self._show(f"unit {index}")

    def action_reword(self) -> None:
        """The name of the unit at hand stands in sentences in the next way."""
        index = self._index()
        if index >= 0:
            said = self._army.reword(index)
            self._show(f"unit {index}")
            self.query_one(Prompt).say(said, "good")

    def on_paste(self, event: events.Paste) -> None:
        """Add the units of a list; where a line is not understood nothing is added, and every fault is listed with its line."""
        event.stop()
        self._change(lambda: self._army.paste(event.text))

    def _change(self, change: Callable[[], str | None]) -> None:
        """Take units in, and say what was taken in, or why it was not."""
        try:
            said = change()
        except DataError as error:
            faults = [Paragraph(text=f"✘ {clean(one)}", tone="bad") for one in error.faults]
            self.query_one("#about", Page).show(f"Nothing imported: {len(faults)} ✘", faults)
            self.query_one(Prompt).say(f"Nothing imported. {error.faults[0]}", "bad")
        except VedetteError as error:
            self.query_one(Prompt).say(str(error), "bad")
        else:
            self._show(f"unit {len(self._units) - 1}")
            self.query_one(Prompt).say(said or "", "good")

    def action_copy(self) -> None:
        """The army as a list, for whatever it is pasted into."""
        fallback = save_folder() / f"{slug(self._army.who) or 'army'}-list.txt"
        try:
            self.query_one(Prompt).say(copy(self.app, self._army.written(), fallback), "good")
        except VedetteError as error:
            self.query_one(Prompt).say(str(error), "bad")

    def action_paper(self) -> None:
        """Write sheets with boxes to tick and a quick reference, to be printed."""
        try:
            self.query_one(Prompt).say(f"Written: {self._army.print(save_folder())}", "good")
        except VedetteError as error:
            self.query_one(Prompt).say(str(error), "bad")

    async def action_save(self) -> None:
        """Keep the army in a file of its own."""
        if not self._units:
            self.query_one(Prompt).say("There are no units to save.", "bad")
            return
        await self.app.push_screen(AskText("Save this army as", self._army.who), self._save_as)

    async def _save_as(self, name: str | None) -> None:
        if not name:
            return
        try:
            file = self._army.file(name)
        except VedetteError as error:
            self.query_one(Prompt).say(str(error), "bad")
            return
        if not file.path.exists():
            self._write(file)
            return

        def write(yes: bool | None) -> None:
            if yes:
                self._write(file)

        await self.app.push_screen(Confirm(f"Replace your army {file.id}?", "replace it"), write)

    def _write(self, file: ArmyFile) -> None:
        prompt = self.query_one(Prompt)
        try:
            self._army.save(file)
        except VedetteError as error:
            prompt.say(str(error), "bad")
        else:
            prompt.say(f"Saved as {file.id}: {file.path}", "good")

    async def action_house(self) -> None:
        """Make a profile like the one at hand, or change one of the house."""

        def reread(made: str | None) -> None:
            if made is not None:
                self._army.reread()
                self.query_one("#profiles", Menu).show(self._profile_rows, made or None)
                self._show()

        try:
            house = self._army.house()
        except VedetteError as error:
            self.query_one(Prompt).say(str(error), "bad")
            return
        profile = self._profile()
        await self.app.push_screen(HouseScreen(house, profile.id if profile else ""), reread)

    def action_done(self) -> None:
        """Back, with the army."""
        _ = self.dismiss(tuple(self._units) if self._army.is_changed else None)


def unit_told(name: str, text: str, profile: Profile) -> list[Paragraph]:
    """A unit in full, to read."""
    models = [f"{profile.models} models"] if profile.models > 1 else []
    numbers = "  ".join([*(f"{one} {value}" for one, value in profile.stats), *models])
    head = [Paragraph(clean(name), numbers), *([Paragraph(text=clean(text), tone="dim")] if text else [])]
    return [*head, *(Paragraph(clean(detail.label), clean(detail.text)) for detail in profile.details)]


def numbers_of(profile: Profile) -> Mapping[str, str]:
    """The numbers of a unit by name, how many models it has among them; whose one in brackets is stands beside the list."""
    stats = {
        name: "/".join(re.findall(r"\d+", value)) if "(" in value else value for name, value in profile.stats
    }
    return {**stats, MODELS: str(profile.models)}


def columns_of(profiles: Sequence[Profile], room: int) -> Mapping[str, int]:
    """The columns of a list of profiles with their widths, as many as there is room for."""
    widths: dict[str, int] = {}
    for numbers in map(numbers_of, profiles):
        for name, value in numbers.items():
            widths[name] = max(widths.get(name, len(name) + 1), len(value) + 1)
    if all(profile.models == 1 for profile in profiles):
        widths.pop(MODELS, None)
    while widths and sum(widths.values()) > room:
        widths.popitem()
    return widths
