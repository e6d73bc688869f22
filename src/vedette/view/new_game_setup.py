"""A new game as it is being set up: from what the players chose to a form, a set-up, and all its faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.commands import read_command
from vedette.engine.data import Row, Table
from vedette.engine.errors import CommandError, DataError
from vedette.engine.readings import Readings, asked_in, completed, faults, house_rules
from vedette.engine.ruleset import Ruleset
from vedette.engine.settings import Settings, played, settings_of
from vedette.engine.state import GameState
from vedette.engine.text import slug
from vedette.kit.distinct import ids_of, with_own_ids
from vedette.view.agreements import (
    Agreement,
    by_chapter,
    house_rules_agreed,
    options_agreed,
    options_words,
    settings_fields,
)
from vedette.view.armies import GAME_FILE, OWN, Armies, Army, Side, without_places
from vedette.view.board import Board
from vedette.view.fields import Draft
from vedette.view.roster import Catalogue, CatalogueItem, Goal, Sketch, units_of
from vedette.view.vocabulary import USUAL_WORDS, Card, Choice, Detail, Field, Form, StoryWords

Place = tuple[int, int]  # a unit: the number of its side, and its own among those of the side
SIDE = re.compile(r"sides\.(\d{1,9})(.*)", re.DOTALL)
UNIT = re.compile(r"sides\.(\d{1,9})\.units\.(\d{1,9})")
"""How the faults of a set-up begin that are about somebody."""

OPTION = re.compile(r"^options\.(\w+)")  # how one about an option begins

UNITS = re.compile(r"\.units\b(?!\.\d)")  # how one goes on that is about all units of a side


class ForcesSum(Struct, frozen=True):
    """Something that both sides have, and how much of it each, in the order of the sides."""

    name: str
    of_sides: tuple[int, ...]


def compared(sides: Sequence[str], cards: Sequence[Card], words: StoryWords) -> tuple[ForcesSum, ...]:
    """Units, models and hit points of each side, as far as they say more than the sum before them."""
    own = [[card for card in cards if card.side == side] for side in sides]
    sums = (
        ForcesSum(words.units[1], tuple(map(len, own))),
        ForcesSum(words.models[1], tuple(sum(len(card.pips) for card in some) for some in own)),
        ForcesSum(words.on(*cards).points[1], tuple(sum(card.full for card in some) for some in own)),
    )
    told = [one for i, one in enumerate(sums) if one.of_sides not in [before.of_sides for before in sums[:i]]]
    return tuple(one for one in told if any(one.of_sides))


MOST_SUMS = 4
"""Sums that are shown: those of a game's dice, and as many as have room before them."""


class Brought(Struct, frozen=True):
    """How many models and dice some units bring."""

    units: Sequence[Row]
    models: int
    dice: Mapping[str, int]


def summed(
    armies: Sequence[str], cards: Sequence[Card], words: StoryWords, forces: Sequence[Brought]
) -> tuple[ForcesSum, ...]:
    """What both sides have: hit points, models and units, and the dice that they bring."""
    dice = [one.dice for one in forces]
    brought = [ForcesSum(name, tuple(one.get(name, 0) for one in dice)) for name in (dice[0] if dice else ())]
    own = compared(armies, cards, words)[::-1]
    return (*own[: MOST_SUMS - len(brought)], *brought)


class Plan(Struct, frozen=True):
    """A game that could be started: its form, its set-up, and its problems.

    `faults` must be mended; `refusals` are rules that will refuse at the table, where both players may
    overrule them. `armies` are those of both sides. `board` is the map with everyone on it, if any. `readings` are those in the set-up,
    in the order of their chapters; `agreements` are the forms of readings and optional rules, by their fields. `cards` are the units
    as the game begins, `edition` is that of the rules ("" where there are none). `sums` compare what the sides have; both are empty while something must be mended. `sketch` is the table, where
    the mission draws one, `goals` what VP are scored for, `models` how many miniatures stand on it, `story` how units are called.
    """

    form: Form
    ruleset: str
    name: str
    setup: Row
    faults: tuple[str, ...]
    refusals: tuple[str, ...]
    roster: Catalogue
    armies: Mapping[str, Army]
    game: CatalogueItem
    edition: str
    mission: CatalogueItem | None
    readings: Readings
    agreements: Mapping[str, Agreement]
    board: Board | None = None
    cards: tuple[Card, ...] = ()
    sums: tuple[ForcesSum, ...] = ()
    sketch: Sketch | None = None
    goals: tuple[Goal, ...] = ()
    models: int = 0
    story: StoryWords = USUAL_WORDS

    @property
    def needs(self) -> tuple[tuple[str, str], ...]:
        """What players bring: how much, and of what."""
        needs = [(f"{self.models}", "miniatures or counters")] if self.models else []
        if self.sketch is not None:
            across, down = self.sketch.size
            needs.append((f'{across:g}"', f'by {down:g}" of table, and a ruler'))
            needs += [(f"{len(self.sketch.terrain)}", "pieces of terrain")] if self.sketch.terrain else []
        return (*needs, *self.roster.needs)


class SaveNames(Struct, frozen=True):
    """What may be the name of a save: why one can't be, and one that is free."""

    fault: Callable[[str], str]
    free: Callable[[str], str]


class NewGameSetup:
    """Makes plans out of drafts; keeps the units that the players put together themselves."""

    def __init__(self, rulesets: Mapping[str, Ruleset[GameState]], names: SaveNames, first: str = "") -> None:
        self.rulesets = rulesets
        self._names = names
        self._first = first or next(iter(rulesets))
        self._rosters: dict[str, Catalogue] = {}
        self.own: dict[str, Sequence[Row]] = {}
        self._rest: dict[str, Row] = {}
        self._brought: dict[tuple[int, ...], Brought] = {}
        self.plan = self.make({})

    @property
    def draws_maps(self) -> bool:
        """Whether the game is played on maps that can be drawn."""
        return self.rulesets[self.plan.ruleset].view.map_editor is not None

    def fill(self, draft: Draft) -> Form:
        """The form of a draft; `plan` is all that comes of it."""
        self.plan = self.make(draft)
        return self.plan.form

    def take(self, side: str, units: Sequence[Row]) -> None:
        """The players have put the units of a side together, beginning with those of the army that it has."""
        self._rest[side] = self.plan.armies[side].rest
        self.own[side] = units

    def with_units(self, draft: Draft, side: str, units: Sequence[Row]) -> Plan:
        """The plan if a side had these units; nothing is changed."""
        before = dict(self.own), dict(self._rest)
        try:
            self.take(side, units)
            return self.make({**draft, f"army.{side}": OWN})
        finally:
            self.own, self._rest = before

    def of_army(self, plan: Plan, side: str) -> Table:
        """What a file of a side's army says besides its units: what goes with them, and what they need."""
        of_game = {key: plan.setup[key] for key in plan.roster.of_game if plan.setup.get(key)}
        needs = {"expansions": list(plan.setup["expansions"])} if plan.setup.get("expansions") else {}
        return {**needs, **of_game, **plan.armies[side].rest}

    def reread(self) -> None:
        """Something was saved that may be chosen from now on."""
        self._rosters.clear()

    def make(self, draft: Draft) -> Plan:
        """All that comes of a draft. Raises DataError where a ruleset's own data is broken."""
        ruleset = draft.get("ruleset") or self._first
        roster, rules = self.roster(ruleset), self.rulesets[ruleset]
        editions = roster.editions
        started = _named(roster.games, draft.get("game"))
        of_game = started.editions if started else ()
        edition = draft.get("edition") or next(iter((*of_game, *(one.id for one in editions))), "")
        roster = roster.of_edition(edition)
        game = _named(roster.games, draft.get("game")) or next(iter(roster.games), CatalogueItem("", ""))
        expansions = tuple(draft.get("expansions", game.row.get("expansions", ())))
        missions = possible_items(roster.missions, expansions)
        own = game.row.get(roster.mission)
        if "mission" not in draft and isinstance(own, Mapping):  # it may be written out in the game file
            about, text = str(own.get("name", "")), str(own.get("text", ""))
            mission: CatalogueItem | None = CatalogueItem(
                GAME_FILE, about, "from the scenario", text, row=own
            )
        else:
            mission = _named(missions, draft.get("mission", own))
        armies = Armies(possible_items(roster.armies, expansions), roster, draft, self.own, self._rest)
        sides = armies.sides(game)
        name = draft.get("save") or self._names.free(_save_name(roster, game, sides))
        setup = _setup(ruleset, roster, game, expansions, mission, sides)
        setup |= {"edition": edition} if edition else {}
        place = draft.get("place", setup.get(roster.place, "")) if roster.places else ""
        setup |= {roster.place: place} if place else {}
        readings = by_chapter(asked_in(rules.readings(), setup), rules.rules())
        setup |= {key: draft[key] for key in ("readings", "options") if key in draft}
        settings: list[Field] = []
        with suppress(DataError):  # those of the game file may be faulty, which is told as such
            settings = settings_fields(settings_of(setup), draft)
            setup |= {field.name: field.value for field in settings}
            for key, usual in Settings().model_dump().items():
                if key in setup and setup[key] == usual:
                    del setup[key]
        agreed = _agreed(rules, readings, setup)
        open_mission = missions and mission is None and roster.needs_mission
        missing = [f"{roster.mission.capitalize()}: choose one."] if open_mission else []
        missing += [f"{side.name}: {side.army.fault}" for side in sides if side.army.fault]
        missing += [f"{side.name}: choose who leads." for side in sides if side.asks_for_leader]
        faults = (*missing, *_faults(rules, setup, sides))
        faults += (f"Save as: {fault}",) if (fault := self._names.fault(name)) else ()
        titles = [CatalogueItem(id, one.title, one.tagline) for id, one in self.rulesets.items()]
        fields = [_choice("ruleset", "Game", "r", ruleset, titles)]
        fields += [_choice("edition", "Edition", "e", edition, editions)] if editions else []
        fields.append(_choice("game", "Start from", "g", game.id, roster.games))
        if mission is not None and mission not in missions:
            missions = (mission, *missions)
        if missions:
            field = _choice(
                "mission", roster.mission.capitalize(), "m", mission.id if mission else None, missions
            )
            fields.append(replace(field, required=field.required and roster.needs_mission))
        if roster.places:
            field = _choice("place", roster.place.capitalize(), "l", place, roster.places)
            nowhere = Choice("", "none", none=True)
            fields.append(replace(field, choices=(nowhere, *field.choices), required=False))
        fields += (field for n, side in enumerate(sides, 1) for field in armies.fields(side, n))
        fields += (*settings[1:], *(field for field, _ in agreed.values()))
        if roster.expansions:
            offered = tuple(Choice(one.id, one.name) for one in roster.expansions)
            fields.append(Field("expansions", "Expansions", "x", "many", expansions, offered))
        fields += [*settings[:1], Field("save", "Save as", "v", "text", name)]
        told = tuple(Detail("", fault) for fault in faults)
        form = Form("new", "", "New game", tuple(fields), ready=not faults, reminders=told)
        forces = [self._brings(roster, side.army.units) for side in sides]
        plan = Plan(
            form=form,
            ruleset=ruleset,
            name=name,
            setup=setup,
            faults=faults,
            refusals=(),
            roster=roster,
            armies={side.id: side.army for side in sides},
            game=game,
            edition=edition,
            mission=mission,
            readings=readings,
            agreements={name: agreement for name, (_, agreement) in agreed.items()},
            sketch=roster.words.sketch(mission.row) if mission else None,
            goals=roster.words.goals(mission.row) if mission else (),
            models=sum(one.models for one in forces),
            story=rules.view.story,
        )
        if faults:
            return plan
        state = rules.new_game(rules.resolve(setup))
        table = rules.view.table(state, None)
        sums = summed(list(plan.armies), table.cards, rules.view.story, forces)
        return replace(
            plan, refusals=_refusals(rules, state), board=table.board, cards=table.cards, sums=sums
        )

    def _brings(self, roster: Catalogue, units: Sequence[Row]) -> Brought:
        key = tuple(map(id, units))
        if key not in self._brought:  # which keeps the units, so that no others get their ids
            models = sum(roster.words.profile(unit).models for unit in units)
            self._brought[key] = Brought(units, models, dict(roster.words.dice(units)))
        return self._brought[key]

    def roster(self, ruleset: str) -> Catalogue:
        """What a ruleset offers, read once."""
        if ruleset not in self._rosters:
            self._rosters[ruleset] = self.rulesets[ruleset].view.roster()
        return self._rosters[ruleset]


def _faults(game: Ruleset[GameState], setup: Row, sides: Sequence[Side]) -> list[str]:
    found, unread = _judged(game, setup, sides)
    if unread:  # a unit that cannot be read hides what is wrong with the others
        rest = _without(setup, unread)
        found += [one for one in _judged(game, rest, sides, unread)[0] if one not in found]
    names = {id: one.name for id, one in game.options().items()}
    return [OPTION.sub(lambda option: names.get(option[1], option[0]), one) for one in found]


def _judged(
    game: Ruleset[GameState], setup: Row, sides: Sequence[Side], gone: frozenset[Place] = frozenset()
) -> tuple[list[str], frozenset[Place]]:
    try:
        resolved = game.resolve(setup)
    except DataError as error:
        about = filter(None, map(UNIT.match, error.faults))
        places = frozenset((int(found[1]), int(found[2])) for found in about)
        return [_in_words(fault, sides, gone) for fault in error.faults], places
    try:
        game.new_game(resolved)
    except DataError as error:
        told = []
        for fault in error.faults:
            found = SIDE.match(fault)
            side = sides[int(found[1])] if found and int(found[1]) < len(sides) else None
            if found and side and side.army.fault and UNITS.match(found[2]):
                continue  # it has no army, which is told already
            told.append(_in_words(fault, sides, gone))
        return told, frozenset()
    return [], frozenset()


def _refusals(game: Ruleset[GameState], state: Any) -> tuple[str, ...]:
    told = [str(refusal) for refusal in game.view.faults(state, "")]
    try:
        words = {"do": game.pending(state, None), "by": next(iter(state.sides))}
        command = read_command(game.specs, words)
        command = game.specs[command.do].understand(state, command)
    except CommandError:
        return tuple(told)  # the first command is one that has more to say
    told += (str(refusal) for refusal in game.refusals(state, command))
    return tuple(dict.fromkeys(told))


def _setup(
    ruleset: str,
    roster: Catalogue,
    game: CatalogueItem,
    expansions: tuple[str, ...],
    mission: CatalogueItem | None,
    sides: Sequence[Side],
) -> Table:
    setup = {key: value for key, value in game.row.items() if key not in (roster.mission, "sides")}
    setup["ruleset"] = ruleset
    if roster.expansions or "expansions" in game.row:
        setup["expansions"] = list(expansions)
    if mission is not None:
        setup[roster.mission] = mission.row if mission.id == GAME_FILE else mission.id
    elsewhere = roster.of_place and setup.get(roster.mission) != game.row.get(roster.mission)
    setup["sides"] = []
    for at, side in enumerate(sides):
        taken = ids_of([{"units": list(other.army.units)} for other in sides[:at]])
        row = with_own_ids(side.setup, taken)
        if elsewhere and "units" in row:  # their places are those of another map
            row = {**row, "units": without_places(units_of(row), roster)}
        setup["sides"].append(row)
    if mission is not None and game.row.get(roster.mission) not in (None, setup[roster.mission]):
        setup.pop("title", None)  # that of another scenario
    return setup


def _without(setup: Row, places: frozenset[Place]) -> Table:
    """The set-up without some units; those of an army that is only named stay."""
    sides = []
    for s, side in enumerate(setup["sides"]):
        kept = [unit for u, unit in enumerate(side.get("units", ())) if (s, u) not in places]
        sides.append({**side, "units": kept} if "units" in side else side)
    return {**setup, "sides": sides}


def _in_words(fault: str, sides: Sequence[Side], gone: frozenset[Place]) -> str:
    """A fault with names in place of numbers; units that were left `gone` are not counted."""
    found, about = SIDE.match(fault), UNIT.match(fault)
    if found is None or int(found[1]) >= len(sides):
        return fault
    side = sides[int(found[1])]
    if about is None:
        return f"{side.name}: {found[2].lstrip('.: ')}"
    units = [unit for u, unit in enumerate(side.army.units) if (int(about[1]), u) not in gone]
    at = int(about[2])
    name = (units[at].get("name") or units[at].get("id")) if at < len(units) else ""
    return f"{side.name}, {name or f'unit {at + 1}'}: {fault[about.end() :].lstrip('.: ')}"


def _agreed(rules: Ruleset[GameState], readings: Readings, setup: Row) -> dict[str, tuple[Field, Agreement]]:
    """The fields for house rules and optional rules: in a few words the changed ones, and the key that changes them."""
    made, options = {}, rules.options()
    given, chosen = setup.get("readings", {}), setup.get("options", {})
    if readings and isinstance(given, Mapping) and not any(faults(readings, given)):
        read = completed(readings, given)
        named = [remark.name for remark in house_rules(readings, read)]
        field = _agreed_field("readings", "House rules", "h", read, " · ".join(named), len(named))
        made["readings"] = field, house_rules_agreed(readings, rules.rules(), rules.presets(), read)
    if options and isinstance(chosen, Mapping) and chosen.keys() <= options.keys():
        words, differ = options_words(options, chosen), len(played(options, chosen))
        field = _agreed_field("options", "Optional rules", "o", chosen, words, differ)
        made["options"] = field, options_agreed(options, chosen)
    return made


def _agreed_field(name: str, label: str, key: str, now: Row, said: str, differ: int) -> Field:
    note = f"{differ} differ" if differ > 1 else ""
    return Field(name, label, key, "choice", now, (Choice(now, said or "none", note=note),))


def _choice(name: str, label: str, key: str, value: Any, items: Sequence[CatalogueItem]) -> Field:
    offered = tuple(Choice(one.id, one.name, note=one.line) for one in items)
    return Field(name, label, key, "choice", value, offered, required=value is None)


def possible_items(all: Sequence[CatalogueItem], expansions: Sequence[str]) -> tuple[CatalogueItem, ...]:
    """What needs no expansion, or only those that are on."""
    return tuple(offered for offered in all if set(offered.needs) <= set(expansions))


def _named(all: Sequence[CatalogueItem], id: Any) -> CatalogueItem | None:
    return next((offered for offered in all if offered.id == id), None)


def _save_name(roster: Catalogue, game: CatalogueItem, sides: Sequence[Side]) -> str:
    """A name for a save out of the names of the sides, or of the game's own where other games have the same sides."""

    def side_names(game: CatalogueItem) -> list[Any]:
        rows = game.row.get("sides")
        return [row.get("name") for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []

    alike = [offered for offered in roster.games if side_names(offered) == side_names(game)]
    names = [game.name] if len(alike) > 1 else [side.name for side in sides]
    return "-".join(filter(None, (slug(name, None) for name in names)))[:60] or "game"
