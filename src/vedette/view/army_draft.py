"""An army while it is put together: units taken in, named, marked and taken out, and what is against them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from vedette.engine.commands import shown
from vedette.engine.data import Row
from vedette.engine.errors import CommandError, DataError
from vedette.engine.grammar import SPOKEN, WORDINGS, wordings
from vedette.engine.text import joined
from vedette.kit.distinct import ids_of, with_own_ids
from vedette.view.armies import OWN, ArmyFile, army_file, called, new_unit, save_army, sort_of, without_places
from vedette.view.army_lists import read_armies, written_list
from vedette.view.fields import Draft
from vedette.view.new_game_setup import ForcesSum, NewGameSetup, Plan, possible_items
from vedette.view.pack_files import House
from vedette.view.palette import side_roles
from vedette.view.roster import MOST, Catalogue, CatalogueItem, Extra, Move, Profile, units_of, with_mark


class ArmyDraft:
    """The `units` of a side of a new game as far as they are chosen; whatever cannot be done raises CommandError."""

    def __init__(self, setup: NewGameSetup, draft: Draft, side: str) -> None:
        self._setup, self._draft, self._side, self._plan = setup, dict(draft), side, setup.plan
        self._ruleset = setup.rulesets[setup.plan.ruleset]
        self.who = str(next(one["name"] for one in self._plan.setup["sides"] if one["id"] == side))
        self.units: list[Row] = without_places(self._plan.armies[side].units, self._plan.roster)
        self._before: list[list[Row]] = []
        self._begun = tuple(self.units)
        self._saved: tuple[str, list[Row]] | None = None
        self._planned: tuple[list[Row], Plan] | None = None
        self.is_lazy = False
        self._read: dict[int, tuple[Row, Profile]] = {}
        self._extras: dict[int, tuple[Row, Sequence[Extra]]] = {}
        self._offer(self._plan.roster)

    def _offer(self, roster: Catalogue) -> None:
        offered = possible_items(roster.profiles, self._plan.setup.get("expansions", ()))
        self.roster = replace(self._plan.roster, profiles=offered)
        in_full = self.roster.words.profile
        self.profiles: Mapping[str, Profile] = {item.id: in_full(item.row) for item in offered}

    def reread(self) -> None:
        """Profiles of the house were made or changed."""
        self._setup.reread()
        self._planned = None
        self._read.clear()
        self._extras.clear()
        self._offer(self._setup.roster(self._ruleset.id).of_edition(self._plan.edition))

    @property
    def summed(self) -> str:
        """What it comes to, in a few words."""
        return self.roster.words.army(self.units)

    @property
    def plan(self) -> Plan:
        """The game with this army as it is now; if lazy, as it was when it was last judged."""
        return self._planned[1] if self._planned is not None and self.is_lazy else self.judge()

    def judge(self) -> Plan:
        """Plan the game with this army as it is now."""
        if not self.is_judged or self._planned is None:
            self._planned = self.units, self._setup.with_units(self._draft, self._side, self.units)
        return self._planned[1]

    @property
    def is_judged(self) -> bool:
        return self._planned is not None and self._planned[0] is self.units

    @property
    def against(self) -> Sequence[str]:
        """All that is against the game with this army."""
        return (*self.plan.faults, *self.plan.refusals)

    @property
    def limit(self) -> int | None:
        """The points that an army may have, in games that count them."""
        limit = self._plan.setup.get("points")
        return limit if isinstance(limit, int) and self.total is not None else None

    @property
    def total(self) -> int | None:
        """The points of all units; None in games without points."""
        points = [profile.points for profile in self.profiles.values()]
        if None in points or not points:
            return None
        return sum(self.profile_of(unit).points or 0 for unit in self.units)

    @property
    def sides(self) -> Sequence[str]:
        """The names of the sides, this one first."""
        names = {str(one["id"]): str(one["name"]) for one in self._plan.setup["sides"]}
        return [self.who, *(name for id, name in names.items() if id != self._side)]

    @property
    def roles(self) -> Sequence[str]:
        """The colours of the sides, that of this one first."""
        roles = side_roles(str(one["id"]) for one in self._plan.setup["sides"])
        return [roles.pop(self._side), *roles.values()]

    @property
    def sums(self) -> Sequence[ForcesSum]:
        """What this army and the other one have, this one first; nothing while no game could begin with it."""
        place = list(self.plan.armies).index(self._side)
        return [ForcesSum(one.name, one.of_sides[::-1] if place else one.of_sides) for one in self.plan.sums]

    @property
    def is_changed(self) -> bool:
        """Whether it is another army than the one it began with."""
        return tuple(self.units) != self._begun

    @property
    def is_saved(self) -> bool:
        return self._saved is not None and self._saved[1] == self.units

    def take(self) -> str:
        """Let the side have these units; tells the choice that stands for them: the army as which they were saved, else `OWN`."""
        if self._saved is not None and self.is_saved:
            self._setup.own.pop(self._side, None)
            return self._saved[0]
        self._setup.take(self._side, self.units)
        return OWN

    def called(self, index: int) -> str:
        """What people call a unit."""
        return called(self.units[index], self.roster.profiles)

    def told(self, index: int) -> Sequence[str]:
        """What a unit is by its profile, where that is not its name, and what it has bought."""
        sort = sort_of(self.units[index], self.roster.profiles)
        bought = ", ".join(one.name for one in self.extras_of(index) if one.taken)
        return [one for one in (sort, bought) if one]

    def profile_of(self, unit: Row) -> Profile:
        """A unit in full, read once."""
        if id(unit) not in self._read:  # the unit is kept, so that no other gets its id
            self._read[id(unit)] = unit, self.roster.words.profile(unit)
        return self._read[id(unit)][1]

    @property
    def sells_extras(self) -> bool:
        """Whether units buy anything beside their profiles in this game."""
        return any(self.roster.words.extras({"profile": item.id}, "") for item in self.roster.profiles[:1])

    def extras_of(self, index: int) -> Sequence[Extra]:
        """What a unit has bought beside its profile and could buy, read once."""
        unit = self.units[index]
        if id(unit) not in self._extras:
            self._extras[id(unit)] = unit, self.roster.words.extras(unit, "")
        return self._extras[id(unit)][1]

    def buy(self, index: int, word: str) -> None:
        """Buy something for a unit, or give it back."""
        unit = self.units[index]
        extra = next((one for one in self.roster.words.extras(unit, word) if one.id == word), None)
        if extra is None:
            raise CommandError(f"There is nothing called {shown(word)} to buy.")
        if extra.why_not:
            raise CommandError(extra.why_not)
        own = [*unit.get("add", ())]
        add = [one for one in own if one != word] if extra.taken else [*own, word]
        kept = {key: value for key, value in unit.items() if key != "add"}
        self._set(index, {**kept, "add": add} if add else kept)

    @property
    def elsewhere(self) -> Sequence[CatalogueItem]:
        """The armies of other editions of the rules, which may be moved into this one."""
        armies = self._setup.roster(self._ruleset.id).armies
        others = [one for one in armies if one.editions and self._plan.edition not in one.editions]
        moved = self.roster.words.moved
        return [one for one in others if any(moved(u, self._plan.edition, {}) for u in units_of(one.row)[:1])]

    def moving(self, army: CatalogueItem, said: Draft) -> Sequence[Move]:
        """The units of such an army on their way into this edition, by what is said of them so far."""
        moved = self.roster.words.moved
        made = (moved(unit, self._plan.edition, said) for unit in units_of(army.row))
        return [one for one in made if one is not None]

    def bring(self, units: Sequence[Row]) -> None:
        """Have these units in place of all others."""
        self._room_for(len(units) - len(self.units))
        self._change(self._at_home(units))

    def add(self, profile: CatalogueItem) -> None:
        """Take a unit of a profile in."""
        self._room_for(1)
        self._change([*self.units, new_unit(profile, self._side, self.units)])

    def paste(self, text: str) -> str:
        """Add the units of a list, or none of them; says what was added. Raises DataError with all its faults."""
        others = self._setup.rulesets.values()
        edition = self._plan.edition
        armies = read_armies(text, self._ruleset, self.roster, others, self._side, edition=edition)
        if faults := [fault for one in armies for fault in one.faults]:
            raise DataError(faults)
        if len(armies) > 1:
            raise CommandError(f"It holds {joined([one.name for one in armies])}: paste one of them.")
        (read,) = armies
        if not read.units:
            raise CommandError("There are no units in it.")
        self._room_for(len(read.units))
        ours = ids_of([{"units": self.units}])
        taken = units_of(with_own_ids({"units": self._at_home(read.units)}, ours))
        mark = self.roster.mark
        if mark is not None and any(unit.get(mark.key) for unit in self.units):  # whoever has it keeps it
            taken = [{key: value for key, value in unit.items() if key != mark.key} for unit in taken]
        self._change([*self.units, *taken])
        return " ".join((f"Added {self.roster.words.army(taken)}.", *read.warnings))

    def name(self, index: int, name: str) -> None:
        """Give a unit a name of its own."""
        kept = {key: value for key, value in self.units[index].items() if key not in SPOKEN}
        self._set(index, {**kept, "name": name})

    def reword(self, index: int) -> str:
        """Let the name of a unit stand in sentences in the next way; tells it by a sentence."""
        if not self.units:
            raise CommandError("There are no units yet.")
        unit = self.units[index]
        now, ways = wordings(self.called(index), {"plural": False, **unit} if self.roster.people else unit)
        following = [*WORDINGS, *WORDINGS][[*WORDINGS].index(now) + 1]
        self._set(index, {**unit, **WORDINGS[following]})
        return ways[following]

    def remove(self, index: int) -> None:
        """Take a unit out."""
        if not self.units:
            raise CommandError("There are no units to take out.")
        self._change([unit for place, unit in enumerate(self.units) if place != index % len(self.units)])

    def undo(self) -> str:
        """Take the last change back; says whom that brings back and takes out."""
        if not self._before:
            raise CommandError("There is nothing to undo.")
        undone, self.units = self.units, self._before.pop()
        out, back = (
            Counter(called(unit, self.roster.profiles) for unit in units) for units in (undone, self.units)
        )
        said = {"Back": back - out, "Out": out - back}
        return (
            " ".join(f"{word}: {joined([*names.elements()])}." for word, names in said.items() if names)
            or "The last change is taken back."
        )

    def mark(self, index: int) -> None:
        """Give a unit what one unit of an army has, or take it away again."""
        if self.roster.mark is None:
            raise CommandError("No unit of this game has anything that only one of them can have.")
        self._change(with_mark(self.units, index, self.roster.mark))

    def written(self) -> str:
        """The army as a list for a chat."""
        if not self.units:
            raise CommandError("There are no units to copy.")
        return written_list(self.who, self.units, self.roster)

    def file(self, name: str) -> ArmyFile:
        """Where the army would be saved under that name."""
        return army_file(self._ruleset.id, name, [item.id for item in self._plan.roster.armies])

    def save(self, file: ArmyFile) -> None:
        """Write it, over one that stands there; raises JournalError."""
        rest = self._setup.of_army(self._plan, self._side)
        save_army(file, self._ruleset.id, rest, self.units)
        self._saved = file.id, self.units
        self._setup.reread()

    def house(self) -> House:
        """What the players make themselves; raises CommandError where the game takes no packs."""
        return House(self._ruleset, self._plan.edition)

    def print(self, folder: Path) -> Path:
        """Write it as a page for the printer into a folder; tells where it is. Raises DataError or JournalError too."""
        if not self.units:
            raise CommandError("There are no units to print.")
        from vedette.view.page_templates import write_page
        from vedette.view.paper import army_paper, paper_html

        rest = self._setup.of_army(self._plan, self._side)
        army = {**rest, "name": self.who, "units": list(self.units)}
        paper = army_paper(self._ruleset, self._setup.roster(self._ruleset.id), army)
        return write_page(folder, self.who, paper_html(paper))

    def _set(self, index: int, unit: Row) -> None:
        self._change([*self.units[:index], unit, *self.units[index + 1 :]])

    def _change(self, units: list[Row]) -> None:
        self._before.append(self.units)
        self.units = units

    def _at_home(self, units: Sequence[Row]) -> list[Row]:
        """Units in the side's first Company where theirs is none of its own."""
        own = [one.get("id") for one in self._plan.armies[self._side].rest.get("companies", ())]
        return [{key: unit[key] for key in unit if key != "company" or unit[key] in own} for unit in units]

    def _room_for(self, more: int) -> None:
        if len(self.units) + more > MOST:
            raise CommandError(f"An army has at most {MOST} units.")
