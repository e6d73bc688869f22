"""The army builder: the profiles to choose from, and the units of a side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from vedette.engine.errors import CommandError, DataError
from vedette.engine.saves import save_folder
from vedette.kit.words import count
from vedette.pages import model
from vedette.pages.house import HouseTool
from vedette.pages.moving_army import MoveTool
from vedette.pages.unit_traits import TraitsTool
from vedette.view.army_draft import ArmyDraft
from vedette.view.roster import CatalogueItem, Profile
from vedette.view.signs import HOUSE

PROFILES, UNITS = "profiles", "units"

MODELS = "n"
"""The column with the number of models of a profile."""

NOTHING = "No profile has these words."

IDS = re.compile(r"^[A-Z]{2,3}-[A-Z0-9.-]+(?:, [A-Z]{2,3}-[A-Z0-9.-]+)*:? ")
"""The rules before a refusal, which `w` at the table tells."""

DISCARD = "Discard the units that you put together?"


class ArmyTool(model.Tool):
    """Closed with the units; with None if they leave the army as it was."""

    title, group = "Army", "An army"

    def __init__(self, draft: ArmyDraft) -> None:
        self.draft = draft
        has = {"traits": draft.sells_extras, "move": bool(draft.elsewhere)}
        self.actions = [one for one in type(self).actions if has.get(one.word, True)]
        self.words = ""
        self.about = draft.who

    @property
    def sums(self) -> Sequence[str]:
        return [self.draft.summed if self.draft.units else "no units yet"]

    @property
    def subtitle(self) -> str:
        return f"{self.about}: {self.draft.summed}"

    def page(self) -> model.Page:
        return model.Page((self._profiles(), self._units()), self.verdict())

    def verdict(self) -> list[model.Text]:
        """Whether the game may begin with this army: what is in order, what is left, and all that is against it."""
        draft, mark = self.draft, self.draft.roster.mark
        made = [model.Text(IDS.sub("", fault), tone="bad") for fault in draft.against]
        marked = [draft.called(i) for i, unit in enumerate(draft.units) if mark and unit.get(mark.key)]
        if mark and len(marked) == 1:
            made.append(model.Text(f"One {mark.word}: {marked[0]}", tone="good"))
        total, limit = draft.total, draft.limit
        if total is not None and limit is not None:
            if total <= limit:
                made.append(model.Text(f"Within the limit: {total} of {limit} points", tone="good"))
            if total < limit:
                free = count(limit - total, "point")
                made.append(model.Text(f"{free} {'is' if limit - total == 1 else 'are'} free", tone="warn"))
        if not draft.against:
            made.append(model.Text("The game may begin with this army.", tone="good"))
        return made

    def over(self, item: CatalogueItem) -> int:
        """How many points over the limit the army would be with one more."""
        total, limit, price = self.draft.total, self.draft.limit, self.draft.profiles[item.id].points
        return max(0, total + price - limit) if None not in (total, limit, price) else 0  # type: ignore[operator]

    @property
    def listed(self) -> list[CatalogueItem]:
        """The profiles that have the words, or as few points as they say: `<4`."""
        return [item for item in self.draft.roster.profiles if self._is_listed(item)]

    def _is_listed(self, item: CatalogueItem) -> bool:
        profile = self.draft.profiles[item.id]
        labels = " ".join(f"{one.label} {one.text}" for one in profile.details)
        told = f"{item.name} {item.group} {item.line} {labels}".casefold()
        for word in self.words.casefold().split():
            below = re.fullmatch(r"([<=>])(\d{1,4})", word)
            if below and profile.points is not None:
                points, bound = profile.points, int(below[2])
                if not {"<": points < bound, ">": points > bound, "=": points == bound}[below[1]]:
                    return False
            elif word not in told:
                return False
        return True

    def _profiles(self) -> model.Section:
        """The profiles of each faction, with how many are taken, and their numbers in columns."""
        numbers = {id: _numbers(profile) for id, profile in self.draft.profiles.items()}
        columns = dict.fromkeys(name for one in numbers.values() for name in one)
        if all(profile.models == 1 for profile in self.draft.profiles.values()):
            columns.pop(MODELS, None)
        taken = Counter(str(unit.get("profile")) for unit in self.draft.units)
        rows: list[tuple[str, model.Row]] = []
        for item in self.listed:
            lead = f"{taken[item.id]}× " if taken[item.id] else ""
            cells = (item.name, *(numbers[item.id].get(name, "") for name in columns))
            said = f"{item.name} {item.line}".strip()
            row = model.Row(item.id, cells, f"{lead}{HOUSE} " if item.pack else lead, spoken=said)
            rows.append((item.group, row))
        heads = (
            model.Column(main=True, tone="strong"),
            *(model.Column(name, right=True) for name in columns),
        )
        return model.Section(
            PROFILES,
            model.headed(rows),
            "profile",
            "offer",
            columns=heads,
            does=("add", "adds"),
            empty=NOTHING,
        )

    def _units(self) -> model.Section:
        draft, mark = self.draft, self.draft.roster.mark
        rows = []
        for index, unit in enumerate(draft.units):
            name, note = draft.called(index), ", ".join(draft.told(index))
            said = f"{name}, {mark.word}" if mark and unit.get(mark.key) else name
            rows.append(model.Row(f"unit {index}", (name,), note=note, spoken=said))
        return model.Section(UNITS, rows, "unit", UNITS, count(len(rows), "unit"), empty="No units yet.")

    def detail(self, row: str) -> model.Detail:
        item = self._item(row)
        if item is not None:
            return _in_full(item.name, item.text, self.draft.profiles[item.id])
        if not self.draft.units:
            return (model.Text("No units yet.", tone="dim"),)
        index = self._index(row)
        return _in_full(self.draft.called(index), "", self.draft.profile_of(self.draft.units[index]))

    def _item(self, row: str) -> CatalogueItem | None:
        return next((item for item in self.draft.roster.profiles if item.id == row), None)

    def _index(self, row: str) -> int:
        """The place of a unit; the last one if none is named."""
        if not self.draft.units:
            raise CommandError("There are no units yet.")
        return int(row.removeprefix("unit ")) if row else len(self.draft.units) - 1

    @property
    def _last(self) -> str:
        return f"unit {len(self.draft.units) - 1}"

    # --- what can be done

    @model.action("enter", "add", on=PROFILES)
    async def add(self, row: str, text: str) -> model.Result:
        """Adds a unit of the profile."""
        item = self._item(row)
        if item is None:
            raise CommandError("Choose a profile to add.")
        self.draft.add(item)
        return model.Reply(at=self._last)

    @model.action("slash", "find", takes="WORDS", show="/")
    async def find(self, row: str, text: str) -> model.Result:
        """Lists only profiles with these words, or with fewer points, as in `<4`; without words all of them."""
        self.words = text
        return model.Reply(told=(PROFILES,))

    @model.action("enter", "name", on=UNITS, takes="NAME", footer=False)
    async def name(self, row: str, text: str) -> model.Result:
        """Gives a unit a name of its own."""
        index = self._index(row)
        named = str(self.draft.units[index].get("name", ""))
        self.draft.name(index, text or await model.AskText("What is it called?", usual=named))
        return model.Reply(self.draft.called(index), at=row)

    @model.action("e E", "traits", on=UNITS)
    async def traits(self, row: str, text: str) -> model.Result:
        """Buys special traits for a unit, or gives them back: each with its price, and why not the others."""
        index = self._index(row)
        await model.Open(TraitsTool(self.draft, index))
        return model.Reply(at=f"unit {index}", told=(UNITS,))

    @model.action("m M", "move", footer=False)
    async def move(self, row: str, text: str) -> model.Result:
        """Moves an army of another edition into this one: asks what its units lack here."""
        offered = [model.Row(one.id, (one.name,), note=one.line) for one in self.draft.elsewhere]
        section = model.Section("armies", offered, "army", "armies")
        id = await model.AskRow("Which army?", section)
        army = next((one for one in self.draft.elsewhere if one.id == id), None)
        if army is None:
            raise CommandError("There is no such army.")
        moved = await model.Open(MoveTool(self.draft, army))
        if moved is None:
            return model.Reply("Nothing is moved.")
        self.draft.bring(moved)
        return model.Reply(
            f"{army.name} in place of the units before; u takes it back.", "good", told=(UNITS,)
        )

    @model.action("backspace delete minus", "remove", on=UNITS)
    async def less(self, row: str, text: str) -> model.Result:
        """Takes the chosen unit out, or the last one."""
        self.draft.remove(self._index(row) if row else -1)
        return model.Reply()

    @model.action("u U", "undo")
    async def undo(self, row: str, text: str) -> model.Result:
        """Takes the last change back: units that were added, pasted, named or taken out."""
        return model.Reply(self.draft.undo(), at=self._last)

    @model.action("space", "mark", on=UNITS, footer=False)
    async def mark(self, row: str, text: str) -> model.Result:
        """Gives a unit what only one unit can have, such as the captain."""
        index = self._index(row)
        self.draft.mark(index)
        return model.Reply(at=f"unit {index}", told=(UNITS,))

    @model.action("w W", "wording", on=UNITS, footer=False)
    async def wording(self, row: str, text: str) -> model.Result:
        """Changes how the name of a unit stands in sentences, such as “now the Goat Path holds”."""
        index = self._index(row)
        return model.Reply(self.draft.reword(index), "good", at=f"unit {index}")

    @model.action("s S", "save", takes="NAME")
    async def save(self, row: str, text: str) -> model.Result:
        """Saves this army as a file of yours, to choose from then on."""
        if not self.draft.units:
            raise CommandError("There are no units to save.")
        file = self.draft.file(text or await model.AskText("Save this army as", usual=self.about))
        if file.path.exists():
            await model.Confirm(
                f"Replace your army {file.id}?", "replace it", if_cancelled="Nothing is saved."
            )
        self.draft.save(file)
        self.about = file.name
        return model.Reply(f"Saved as {file.id}: {file.path}", "good")

    @model.action("y Y", "copy", footer=False)
    async def list(self, row: str, text: str) -> model.Result:
        """Copies the army as a list for a chat; pasting a list adds its units."""
        return model.Reply(copied=self.draft.written())

    @model.action("", "paste")
    async def paste(self, row: str, text: str) -> model.Result:
        """Takes in the units of a list, a line for each, or none of them if a line is wrong."""
        asked = model.AskLines("Paste the list, a unit a line; an empty line ends it.")
        try:
            said = self.draft.paste(text or await asked)
        except DataError as error:
            faults = [model.Text(fault, tone="bad") for fault in error.faults]
            return model.Reply("Nothing imported.", "bad", detail=faults)
        return model.Reply(said, "good", at=self._last)

    @model.action("h H", "house")
    async def house(self, row: str, text: str) -> model.Result:
        """House profiles: makes one like the chosen profile, or changes one."""
        at = row if self._item(row) else ""
        made = await model.Open(HouseTool(self.draft.house(), at))
        if made is None:
            return model.Reply()
        self.draft.reread()
        return model.Reply(at=made, told=(PROFILES,))

    @model.action("p P", "print")
    async def print(self, row: str, text: str) -> model.Result:
        """Writes the army as a page to be printed: sheets with boxes to tick, a quick reference."""
        return model.Reply(f"Written: {self.draft.print(save_folder())}", "good")

    @model.action("escape D", "done")
    async def done(self, row: str, text: str) -> model.Result:
        """Back to the game with this army."""
        return model.Close(tuple(self.draft.units))

    @model.action("", "cancel")
    async def cancel(self, row: str, text: str) -> model.Result:
        """Leaves; the army stays as it was."""
        if self.draft.is_changed:
            await model.Confirm(DISCARD, "discard")
        return model.Close()


def _in_full(name: str, text: str, profile: Profile) -> model.Detail:
    models = [count(profile.models, "model")] if profile.models > 1 else []
    numbers = "  ".join([*(f"{one} {value}" for one, value in profile.stats), *models])
    about = [model.Text(text, tone="dim")] if text else []
    return [model.Text(numbers, name), *(model.Text(one.text, one.label) for one in profile.details), *about]


def _numbers(profile: Profile) -> dict[str, str]:
    """The numbers of a profile by name; whose the one in brackets is stands in its detail."""
    stats = {
        name: "/".join(re.findall(r"\d+", value)) if "(" in value else value for name, value in profile.stats
    }
    return {**stats, MODELS: str(profile.models)}
