"""The armies of a new game: one of the ruleset's, one out of a file, or units that the players put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.errors import DataError
from vedette.engine.files import why
from vedette.engine.grammar import SPOKEN, WORDINGS, wordings
from vedette.engine.library import read_toml
from vedette.kit.distinct import told_apart
from vedette.view.roster import Catalogue, CatalogueItem, Row, rest_of, units_of
from vedette.view.vocabulary import Choice, Field

FILE, OWN, GAME_FILE = "@file", "@own", "@game"
"""Choices that are no army of the ruleset; ids don't look like this."""

NOTHING: Row = {}


class Army(Struct, frozen=True):
    """What a side plays with. `setup` is what a game file says about it; `fault` why there is nothing.

    `rest` is what its side takes over from it besides the units.
    """

    id: str = ""
    name: str = ""
    text: str = ""
    units: Sequence[Row] = ()
    setup: Mapping[str, Any] = {}
    fault: str = ""
    rest: Row = {}


class Side(Struct, frozen=True):
    """A side of the new game; `usual` is what the ruleset calls it, else the game file, `leader` who leads: "" for nobody, None to be chosen."""

    id: str
    usual: str
    name: str
    army: Army
    setup: Mapping[str, Any]
    given: Army
    path: str = ""
    leader: str | None = ""

    @property
    def asks_for_leader(self) -> bool:
        """Whether the one who should lead is not among the units."""
        return self.leader is None and bool(self.army.units)


class Armies:
    """Who plays with what, by a draft."""

    def __init__(
        self,
        offered: Sequence[CatalogueItem],
        roster: Catalogue,
        draft: Mapping[str, Any],
        own: Mapping[str, Sequence[Row]],
        rest: Mapping[str, Row] | None = None,
    ) -> None:
        """Choose among these armies; `own` are the units that the players put together, by side.

        `rest` is what came with them from the army with which they began.
        """
        self._offered = offered
        self._roster = roster
        self._draft = draft
        self._own = own
        self._rest = rest or {}

    def sides(self, game: CatalogueItem) -> list[Side]:
        """Both sides: as in the game file, and with what was changed since."""
        given = game.row.get("sides")
        rows = [row for row in given if isinstance(row, Mapping)] if isinstance(given, list) else []
        usual = dict(self._roster.sides)
        rows = rows or [{"id": id} for id in usual]
        made: list[Side] = []
        for row in rows:
            id = str(row.get("id", ""))
            side = self._side(row, id, usual.get(id) or str(row.get("name") or id.capitalize()))
            made.append(side)
        typed = {side.name for side in made if self._draft.get(f"name.{side.id}")}
        names = told_apart([(side.id, side.name) for side in made])
        return [
            side if side.name in typed else replace(side, name=name, setup={**side.setup, "name": name})
            for side, name in zip(made, names, strict=True)
        ]

    def fields(self, side: Side) -> tuple[Field, ...]:
        """What is asked about a side."""
        line = self._roster.words.army
        choices = [Choice(offered.id, f"{offered.name}  ({offered.line})") for offered in self._offered]
        if side.given.id == GAME_FILE:
            choices.insert(0, Choice(GAME_FILE, f"{side.given.name}  (scenario team)"))
        own = self._own.get(side.id, ())
        choices.append(Choice(OWN, f"pick your own{f'  ({line(own)})' if own else ''}"))
        choices.append(Choice(FILE, "from a file"))
        key = side.usual[:1].lower()
        made = [
            Field(f"name.{side.id}", side.usual, key, "text", side.name),
            Field(
                f"army.{side.id}", f"{side.usual}: army", "", "choice", side.army.id or None, tuple(choices),
                required=not side.army.id,
            ),
        ]  # fmt: skip
        if self._draft.get(f"name.{side.id}"):
            now, ways = wordings(side.name, side.setup, is_side=True)
            choices = [Choice(way, sentence) for way, sentence in ways.items()]
            made.append(
                Field(f"wording.{side.id}", f"{side.usual} in a sentence", "", "choice", now, tuple(choices))
            )
        if side.army.id == FILE:
            made.append(
                Field(
                    f"file.{side.id}",
                    f"{side.usual}: file",
                    "",
                    "text",
                    side.path,
                    hint="path of a TOML file",
                )
            )
        if self._roster.leader and side.army.units:
            made.append(self._leader_field(side))
        return tuple(made)

    def _leader_field(self, side: Side) -> Field:
        """Who leads: one of the side's units, or nobody."""
        units = ((str(unit.get("id")), called(unit, self._roster.profiles)) for unit in side.army.units)
        choices = (*(Choice(id, name) for id, name in units), Choice("", "nobody", none=True))
        label, value = f"{side.usual}: {self._roster.leader}", side.leader
        return Field(f"leader.{side.id}", label, "", "choice", value, choices, required=side.asks_for_leader)

    def _side(self, row: Row, id: str, usual: str) -> Side:
        chosen = self._draft.get(f"army.{id}")
        path = str(self._draft.get(f"file.{id}", ""))
        as_given = self._as_given(row)
        army = as_given
        if chosen not in (None, GAME_FILE):
            army = self._in_place_of(as_given, self._army(str(chosen), id, path))
        given = str(row.get("name") or usual)
        by_army = (
            given if chosen is None or army.id in (row.get("army"), GAME_FILE, OWN) else army.name or given
        )
        name = str(self._draft.get(f"name.{id}") or by_army)
        own = () if name == given else SPOKEN  # they go with the name in the game file
        rest = {key: value for key, value in row.items() if key not in ("army", "units", *own)}
        wording = WORDINGS.get(str(self._draft.get(f"wording.{id}")), NOTHING)
        setup = {**rest, "id": id, "name": name, **army.setup, **wording}
        made = Side(id, usual, name, army, setup, as_given, path)
        return self._led(made) if self._roster.leader else made

    def _led(self, side: Side) -> Side:
        """The side with its leader, if one was named who is among its units."""
        key = self._roster.leader
        there = {"", *(str(unit.get("id")) for unit in side.army.units)}
        usual = str(side.army.rest.get(key, ""))
        if side.army.id == side.given.id:
            usual = str(side.setup.get(key, usual if usual in there else ""))
        leader = self._draft.get(f"leader.{side.id}", usual)
        rest = {name: value for name, value in side.setup.items() if name != key}
        if leader not in there:
            return replace(side, setup=rest, leader=None)
        return replace(side, setup={**rest, key: leader}, leader=leader)

    def _as_given(self, row: Row) -> Army:
        """The army of the game file: units written out, which go before an army's; else one of ours by name."""
        units = units_of(row)
        if not units:
            return self._named(str(row.get("army", "")))
        beside = self._named(str(row.get("army", ""))).rest
        return Army(
            GAME_FILE,
            str(row.get("name", "")),
            "",
            units,
            {key: row[key] for key in ("army", "units") if key in row},
            rest={**beside, **rest_of(row, self._roster)},
        )

    def _army(self, chosen: str, side: str, path: str) -> Army:
        if chosen == OWN:
            units = list(self._own.get(side, ()))
            rest = self._rest.get(side, NOTHING)
            fault = "" if units else "no units yet."
            return Army(OWN, "", "", units, {**rest, "units": units}, fault, rest)
        return _from_file(path, self._roster) if chosen == FILE else self._named(chosen)

    def _in_place_of(self, given: Army, army: Army) -> Army:
        """The army with its units where those of the game file would stand, as far as they have no place themselves."""
        keys = self._roster.of_place
        if not keys or not army.units:
            return army
        taken = {unit.get(keys[0]) for unit in army.units}
        places = ({key: unit[key] for key in keys if key in unit} for unit in given.units)
        free = (place for place in places if place.get(keys[0]) not in taken)
        units = [unit if keys[0] in unit else {**unit, **next(free, NOTHING)} for unit in army.units]
        return replace(army, units=units, setup={**army.setup, "units": units})

    def _named(self, id: str) -> Army:
        offered = next((offered for offered in self._offered if offered.id == id), None)
        if offered is None:
            return Army(fault="choose an army.")
        return Army(
            offered.id,
            offered.name,
            offered.text,
            units_of(offered.row),
            {"army": offered.id},
            rest=rest_of(offered.row, self._roster),
        )


def without_places(units: Sequence[Row], roster: Catalogue) -> list[Row]:
    """Units as an army has them; where they stand is the game file's."""
    return [{key: unit[key] for key in unit if key not in roster.of_place} for unit in units]


def called(unit: Row, profiles: Sequence[CatalogueItem]) -> str:
    """What people call a unit: its own name, else that of its profile."""
    profile = next(
        (offered.name for offered in profiles if offered.id == unit.get("profile")), unit.get("id")
    )
    return str(unit.get("name") or profile)


def new_unit(profile: CatalogueItem, side: str, units: Sequence[Row]) -> Row:
    """A unit of a profile, with an id and a name that no unit before it has."""
    ids = {str(unit.get("id")) for unit in units}
    number = next(n for n in range(1, len(ids) + 2) if f"{side[:1]}{n}" not in ids)
    alike = sum(unit.get("profile") == profile.id for unit in units)
    name = f"{profile.name} {alike + 1}" if alike else profile.name
    return {"profile": profile.id, "id": f"{side[:1]}{number}", "name": name}


def _from_file(path: str, roster: Catalogue) -> Army:
    """The army of a file, or what is wrong with it."""
    if not path.strip():
        return Army(FILE, fault="type the path of an army file.")
    place = Path(path.strip())
    try:
        place = place.expanduser()
        if not place.is_file():
            return Army(FILE, fault=f"there is no file {place.name}.")
        data = read_toml(place)
    except OSError as error:
        return Army(FILE, fault=f"this path cannot be read: {why(error)}.")
    except (DataError, ValueError, RuntimeError) as error:
        return Army(FILE, fault=str(error))
    units = units_of(data)
    if not units:
        return Army(FILE, fault=f"{place.name} has no list of units.")
    name = data.get("name")
    rest = rest_of(data, roster)
    return Army(
        FILE,
        name if isinstance(name, str) else "",
        str(data.get("text", "")),
        units,
        {**rest, "units": data["units"]},
        rest=rest,
    )
