"""The armies of a new game: one of the ruleset's, one out of a file, or units that the players put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import tomli_w
from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.data import Row
from vedette.engine.errors import CommandError, DataError
from vedette.engine.files import keep, why
from vedette.engine.grammar import SPOKEN, WORDINGS, wordings
from vedette.engine.library import own_folder, read_toml
from vedette.engine.text import slug
from vedette.kit.distinct import told_apart
from vedette.view.fields import Draft
from vedette.view.roster import Catalogue, CatalogueItem, rest_of, units_of
from vedette.view.vocabulary import Choice, Field

FILE, OWN, GAME_FILE = "@file", "@own", "@game"
"""Choices that are no army of the ruleset; ids don't look like this."""

OTHER_FORMS = (".txt", ".csv", ".md", ".yaml", ".yml")
"""Files of armies that are imported before they can be chosen."""

NOTHING: Row = {}


class Army(Struct, frozen=True):
    """What a side plays with. `setup` is what a game file says about it; `fault` why there is nothing.

    `rest` is what its side takes over from it besides the units.
    """

    id: str = ""
    name: str = ""
    text: str = ""
    units: Sequence[Row] = ()
    setup: Row = {}
    fault: str = ""
    rest: Row = {}


class Side(Struct, frozen=True):
    """A side of the new game; `usual` is what the ruleset calls it, else the game file, `leader` who leads: "" for nobody, None to be chosen."""

    id: str
    usual: str
    name: str
    army: Army
    setup: Row
    given: Army
    path: str = ""
    leader: str | None = ""

    @property
    def asks_for_leader(self) -> bool:
        """Whether the one who should lead is not among the units."""
        return self.leader is None and bool(self.army.units)


class Armies(Struct, frozen=True):
    """Who plays with what, by a draft.

    `offered` are the armies to choose from, `own` the units that the players put together, by side, and `rest` what came
    with those from the army with which they began.
    """

    offered: Sequence[CatalogueItem]
    roster: Catalogue
    draft: Draft
    own: Mapping[str, Sequence[Row]]
    rest: Mapping[str, Row] = {}

    def sides(self, game: CatalogueItem) -> list[Side]:
        """Both sides: as in the game file, and with what was changed since."""
        given = game.row.get("sides")
        rows = [row for row in given if isinstance(row, Mapping)] if isinstance(given, list) else []
        usual = dict(self.roster.sides)
        made = []
        for row in rows or [{"id": id} for id in usual]:
            id = str(row.get("id", ""))
            made.append(self._side(row, id, usual.get(id) or str(row.get("name") or id.capitalize())))
        typed = {side.name for side in made if self.draft.get(f"name.{side.id}")}
        names = told_apart([(side.id, side.name) for side in made])
        return [
            side if side.name in typed else replace(side, name=name, setup={**side.setup, "name": name})
            for side, name in zip(made, names, strict=True)
        ]

    def fields(self, side: Side, place: int) -> tuple[Field, ...]:
        """What is asked about the side in that place; its army by its own name."""
        id, name, units = side.id, side.name, side.army.units
        armies = [Choice(one.id, one.name, note=one.line) for one in self.offered]
        if side.given.id == GAME_FILE:
            armies.insert(0, Choice(GAME_FILE, side.given.name, note="scenario team"))
        own = self.own.get(id, ())
        armies.append(Choice(OWN, "pick your own", note=self.roster.words.army(own) if own else ""))
        armies.append(Choice(FILE, "from a file"))
        chosen = side.army.id or None
        made = [
            Field(f"army.{id}", name, name[:1].lower(), "choice", chosen, tuple(armies), required=not chosen),
            Field(f"name.{id}", f"Name of side {place}", "", "text", side.name, advanced=True),
        ]
        if self.draft.get(f"name.{id}"):
            now, ways = wordings(side.name, side.setup, is_side=True)
            said = tuple(Choice(way, sentence) for way, sentence in ways.items())
            made.append(Field(f"wording.{id}", f"{name} in a sentence", "", "choice", now, said))
        if side.army.id == FILE:
            hint = "path of a TOML file"
            made.append(Field(f"file.{id}", f"File of {name}", "", "text", side.path, hint=hint))
        if self.roster.leader and units:
            leaders = [Choice(str(unit.get("id")), called(unit, self.roster.profiles)) for unit in units]
            leaders.append(Choice("", "nobody", none=True))
            label, needed = f"{self.roster.leader.capitalize()} of {name}", side.asks_for_leader
            made.append(
                Field(f"leader.{id}", label, "", "choice", side.leader, tuple(leaders), required=needed)
            )
        return tuple(made)

    def _side(self, row: Row, id: str, usual: str) -> Side:
        chosen, path = self.draft.get(f"army.{id}"), str(self.draft.get(f"file.{id}", ""))
        as_given = army = self._as_given(row)
        if chosen not in (None, GAME_FILE):
            army = self._in_place_of(as_given, self._army(str(chosen), id, path))
        given = name = str(row.get("name") or usual)
        if chosen is not None and army.id not in (row.get("army"), GAME_FILE, OWN):
            name = army.name or given
        name = str(self.draft.get(f"name.{id}") or name)
        own = () if name == given else SPOKEN  # they go with the name in the game file
        rest = {key: value for key, value in row.items() if key not in ("army", "units", *own)}
        wording = WORDINGS.get(str(self.draft.get(f"wording.{id}")), NOTHING)
        setup = {**rest, "id": id, "name": name, **army.setup, **wording}
        made = Side(id, usual, name, army, setup, as_given, path)
        key = self.roster.leader
        if not key:
            return made
        there = {"", *(str(unit.get("id")) for unit in army.units)}
        leads = str(army.rest.get(key, ""))
        if army.id == as_given.id:
            leads = str(setup.get(key, leads if leads in there else ""))
        leader = self.draft.get(f"leader.{id}", leads)
        rest = {name: value for name, value in setup.items() if name != key}
        if leader not in there:
            return replace(made, setup=rest, leader=None)
        return replace(made, setup={**rest, key: leader}, leader=leader)

    def _as_given(self, row: Row) -> Army:
        """The army of the game file: units written out, which go before an army's; else one of ours by name."""
        units, army = units_of(row), self._named(str(row.get("army", "")))
        if not units:
            return army
        setup = {key: row[key] for key in ("army", "units") if key in row}
        rest = {**army.rest, **rest_of(row, self.roster)}
        return Army(GAME_FILE, str(row.get("name", "")), "", units, setup, rest=rest)

    def _army(self, chosen: str, side: str, path: str) -> Army:
        if chosen == OWN:
            units = list(self.own.get(side, ()))
            rest = self.rest.get(side, NOTHING)
            fault = "" if units else "no units yet."
            return Army(OWN, "", "", units, {**rest, "units": units}, fault, rest)
        return _from_file(path, self.roster) if chosen == FILE else self._named(chosen)

    def _in_place_of(self, given: Army, army: Army) -> Army:
        """The army with its units where those of the game file would stand, as far as they have no place themselves."""
        keys = self.roster.of_place
        if not keys or not army.units:
            return army
        taken = {unit.get(keys[0]) for unit in army.units}
        places = ({key: unit[key] for key in keys if key in unit} for unit in given.units)
        free = (place for place in places if place.get(keys[0]) not in taken)
        units = [unit if keys[0] in unit else {**unit, **next(free, NOTHING)} for unit in army.units]
        return replace(army, units=units, setup={**army.setup, "units": units})

    def _named(self, id: str) -> Army:
        offered = next((offered for offered in self.offered if offered.id == id), None)
        if offered is None:
            return Army(fault="choose an army.")
        row, rest = offered.row, rest_of(offered.row, self.roster)
        return Army(offered.id, offered.name, offered.text, units_of(row), {"army": offered.id}, rest=rest)


class ArmyFile(Struct, frozen=True):
    """Where the army of that name stands, or will."""

    id: str
    name: str
    path: Path


def army_file(ruleset: str, name: str, taken: Sequence[str]) -> ArmyFile:
    """The file of a name; raises CommandError where it would stand in the way of an army that is not theirs.

    `taken` are the ids of all armies that are offered.
    """
    id = slug(name)
    if not id:
        raise CommandError("A name needs a letter or a digit.")
    path = own_folder(ruleset) / "armies" / f"{id}.toml"
    if id in taken and not path.exists():
        raise CommandError(f"There is an army “{id}” already: give yours another name.")
    return ArmyFile(id, name, path)


def save_army(file: ArmyFile, ruleset: str, rest: Row, units: Sequence[Row]) -> None:
    """Write the army; one that stood there is replaced. Raises JournalError."""
    row = {"id": file.id, "name": file.name, "ruleset": ruleset, **rest, "units": list(units)}
    keep(file.path, tomli_w.dumps(row).encode())


def without_places(units: Sequence[Row], roster: Catalogue) -> list[Row]:
    """Units as an army has them; where they stand is the game file's."""
    return [{key: unit[key] for key in unit if key not in roster.of_place} for unit in units]


def called(unit: Row, profiles: Sequence[CatalogueItem]) -> str:
    """What people call a unit: its own name, else that of its profile."""
    profile = next((one.name for one in profiles if one.id == unit.get("profile")), unit.get("id"))
    return str(unit.get("name") or profile)


def sort_of(unit: Row, profiles: Sequence[CatalogueItem]) -> str:
    """What a unit is by its profile; "" where that is its name."""
    profile = next((one.name for one in profiles if one.id == unit.get("profile")), "")
    return "" if profile == called(unit, profiles) else profile


def new_unit(profile: CatalogueItem, side: str, units: Sequence[Row]) -> Row:
    """A unit of a profile, with an id and a name that no unit before it has."""
    ids = {str(unit.get("id")) for unit in units}
    number = next(n for n in range(1, len(ids) + 2) if f"{side[:1]}{n}" not in ids)
    alike = sum(unit.get("profile") == profile.id for unit in units)
    name = f"{profile.name} {alike + 1}" if alike else profile.name
    return {"profile": profile.id, "id": f"{side[:1]}{number}", "name": name}


def _from_file(path: str, roster: Catalogue) -> Army:
    if not path.strip():
        return Army(FILE, fault="type the path of an army file.")
    place = Path(path.strip())
    try:
        place = place.expanduser()
        if not place.is_file():
            return Army(FILE, fault=f"there is no file {place.name}.")
        if place.suffix in OTHER_FORMS:
            return Army(
                FILE,
                fault=f"import {place.name} first (vedette roster import), or paste its text into the army builder.",
            )
        data = read_toml(place)
    except OSError as error:
        return Army(FILE, fault=f"this path cannot be read: {why(error)}.")
    except (DataError, ValueError, RuntimeError) as error:
        return Army(FILE, fault=str(error))
    units = units_of(data)
    if not units:
        return Army(FILE, fault=f"{place.name} has no list of units.")
    name, rest = data.get("name"), rest_of(data, roster)
    name = name if isinstance(name, str) else ""
    return Army(FILE, name, str(data.get("text", "")), units, {**rest, "units": data["units"]}, rest=rest)
