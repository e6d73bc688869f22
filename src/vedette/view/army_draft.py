"""An army while it is put together: units taken in, named, marked and taken out, and what is against them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.errors import CommandError, DataError
from vedette.engine.grammar import SPOKEN, WORDINGS, wordings
from vedette.kit.distinct import ids_of, with_own_ids
from vedette.view.armies import called, new_unit
from vedette.view.army_file import ArmyFile
from vedette.view.army_lists import ArmyList, written_list
from vedette.view.roster import Catalogue, CatalogueItem, Profile, Row, units_of, with_mark

if TYPE_CHECKING:  # not before something is printed
    from vedette.view.paper import Paper

if TYPE_CHECKING:
    from vedette.view.house import House

MOST = 200
"""Units that a side may have: more than any table holds."""


class ArmyEditorContext(Struct, frozen=True):
    """What an army needs while it is put together.

    `roster` is what there is for the `side` of this `name`, `units` are those that it begins with. against: all that is
    against the game with these units. file: where an army of that name would stand; raises CommandError. save: writes it;
    raises JournalError. paper: it as it is printed; raises DataError. house: what the players make themselves; raises
    CommandError where the game takes no packs. profiles: what is offered now, read anew. read: an army out of a pasted list.
    """

    roster: Catalogue
    side: str
    name: str
    units: Sequence[Row]
    against: Callable[[Sequence[Row]], Sequence[str]]
    file: Callable[[str], ArmyFile]
    save: Callable[[ArmyFile, Sequence[Row]], None]
    paper: Callable[[Sequence[Row]], Paper]
    house: Callable[[], House]
    profiles: Callable[[], Sequence[CatalogueItem]]
    read: Callable[[str, Catalogue], ArmyList]


class ArmyDraft:
    """The `units` of a side as far as they are chosen; whatever cannot be done raises CommandError."""

    def __init__(self, context: ArmyEditorContext) -> None:
        """Begin with the units that the side has."""
        self.context = context
        self.units: list[Row] = list(context.units)
        self._before: list[list[Row]] = []
        self._offer(context.roster)

    def _offer(self, roster: Catalogue) -> None:
        self.roster = roster
        self.profiles: Mapping[str, Profile] = {
            item.id: roster.words.profile(item.row) for item in roster.profiles
        }

    def reread(self) -> None:
        """Profiles of the house were made or changed."""
        self._offer(replace(self.roster, profiles=tuple(self.context.profiles())))

    @property
    def summed(self) -> str:
        """What it comes to, in a few words."""
        return self.roster.words.army(self.units)

    @property
    def against(self) -> Sequence[str]:
        """All that is against the game with this army."""
        return self.context.against(self.units)

    @property
    def is_changed(self) -> bool:
        """Whether it is another army than the one it began with."""
        return tuple(self.units) != tuple(self.context.units)

    def called(self, index: int) -> str:
        """What people call a unit."""
        return called(self.units[index], self.roster.profiles)

    def profile_of(self, unit: Row) -> Profile:
        """A unit in full."""
        return self.roster.words.profile(unit)

    def add(self, profile: CatalogueItem) -> None:
        """Take a unit of a profile in."""
        self._room_for(1)
        self._change([*self.units, new_unit(profile, self.context.side, self.units)])

    def paste(self, text: str) -> str:
        """Add the units of a list, or none of them; says what was added. Raises DataError with all its faults."""
        read = self.context.read(text, self.roster)
        if read.faults:
            raise DataError(list(read.faults))
        if not read.units:
            raise CommandError("There are no units in it.")
        self._room_for(len(read.units))
        taken = units_of(with_own_ids({"units": list(read.units)}, ids_of([{"units": self.units}])))
        self._change([*self.units, *taken])
        return " ".join((f"Added {self.roster.words.army(taken)}.", *read.warnings))

    def name(self, index: int, name: str) -> None:
        """Give a unit a name of its own."""
        kept = {key: value for key, value in self.units[index].items() if key not in SPOKEN}
        self._change([*self.units[:index], {**kept, "name": name}, *self.units[index + 1 :]])

    def reword(self, index: int) -> str:
        """Let the name of a unit stand in sentences in the next way; tells it by a sentence."""
        if not self.units:
            raise CommandError("There are no units yet.")
        unit = self.units[index]
        now, ways = wordings(self.called(index), {"plural": False, **unit} if self.roster.people else unit)
        following = [*WORDINGS, *WORDINGS][[*WORDINGS].index(now) + 1]
        self._change([*self.units[:index], {**unit, **WORDINGS[following]}, *self.units[index + 1 :]])
        return ways[following]

    def remove(self, index: int) -> None:
        """Take a unit out."""
        if not self.units:
            raise CommandError("There are no units to take out.")
        self._change([unit for place, unit in enumerate(self.units) if place != index % len(self.units)])

    def undo(self) -> None:
        """Take the last change back."""
        if not self._before:
            raise CommandError("There is nothing to undo.")
        self.units = self._before.pop()

    def mark(self, index: int) -> None:
        """Give a unit what one unit of an army has, or take it away again."""
        if self.roster.mark is None:
            raise CommandError("No unit of this game has anything that only one of them can have.")
        self._change(with_mark(self.units, index, self.roster.mark))

    def written(self) -> str:
        """The army as a list for a chat."""
        if not self.units:
            raise CommandError("There are no units to copy.")
        return written_list(self.context.name, self.units, self.roster)

    def file(self, name: str) -> ArmyFile:
        """Where the army would be saved under that name."""
        if not self.units:
            raise CommandError("There are no units to save.")
        return self.context.file(name)

    def save(self, file: ArmyFile) -> None:
        """Write it, over one that stands there; raises JournalError."""
        self.context.save(file, self.units)

    def print(self, folder: Path) -> Path:
        """Write it as a page for the printer into a folder; tells where it is. Raises DataError or JournalError too."""
        if not self.units:
            raise CommandError("There are no units to print.")
        from vedette.view.page_templates import write_page
        from vedette.view.paper import paper_html

        return write_page(folder, self.context.name, paper_html(self.context.paper(self.units)))

    def _change(self, units: list[Row]) -> None:
        self._before.append(self.units)
        self.units = units

    def _room_for(self, more: int) -> None:
        if len(self.units) + more > MOST:
            raise CommandError(f"An army has at most {MOST} units.")
