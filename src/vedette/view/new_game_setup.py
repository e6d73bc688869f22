"""A new game as it is being set up: from what the players chose to a form, a set-up, and all its faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.commands import read_command
from vedette.engine.errors import CommandError, DataError
from vedette.engine.readings import Preset, Readings, completed, faults, house_rules
from vedette.engine.ruleset import Ruleset, RuleText
from vedette.engine.settings import Options, Settings, settings_of
from vedette.engine.text import slug
from vedette.kit.distinct import ids_of, with_own_ids
from vedette.view.agreements import Agreement, by_chapter, house_rules_agreed, options_agreed, options_words
from vedette.view.armies import GAME_FILE, OWN, Armies, Army, Side, without_places
from vedette.view.army_check import read_army
from vedette.view.army_draft import ArmyEditorContext
from vedette.view.army_file import ArmyFile, army_file, save_army
from vedette.view.board import Board
from vedette.view.forces import ForcesSum, compared
from vedette.view.roster import Catalogue, CatalogueItem, Row, units_of
from vedette.view.settings import settings_fields, settings_said
from vedette.view.vocabulary import Choice, Detail, Field, Form

if TYPE_CHECKING:  # not before an army is printed
    from vedette.view.paper import Paper

if TYPE_CHECKING:
    from vedette.view.house import House

Draft = Mapping[str, Any]

Place = tuple[int, int]
"""A unit: the number of its side, and its own among those of the side."""

SIDE = re.compile(r"sides\.(\d{1,9})(.*)", re.DOTALL)
UNIT = re.compile(r"sides\.(\d{1,9})\.units\.(\d{1,9})")
"""How the faults of a set-up begin that are about somebody."""

UNITS = re.compile(r"\.units\b(?!\.\d)")
"""How one goes on that is about all units of a side."""


class Plan(Struct, frozen=True):
    """A game that could be started: its form, its set-up, and its problems.

    `faults` must be mended; `refusals` are rules that will refuse at the table, where both players may
    overrule them. `armies` are those of both sides. `board` is the map with everyone on it, if any. `readings` are those in the set-up,
    in the order of their chapters; `agreements` are the forms of readings and optional rules, by their fields. `sums` compare what the sides have.
    """

    form: Form
    ruleset: str
    name: str
    setup: Mapping[str, Any]
    faults: tuple[str, ...]
    refusals: tuple[str, ...]
    roster: Catalogue
    armies: Mapping[str, Army]
    game: CatalogueItem
    mission: CatalogueItem | None
    readings: Readings
    agreements: Mapping[str, Agreement]
    board: Board | None = None
    sums: tuple[ForcesSum, ...] = ()


class SaveNames(Struct, frozen=True):
    """What may be the name of a save: why one can't be, and one that is free."""

    fault: Callable[[str], str]
    free: Callable[[str], str]


class NewGameSetup:
    """Makes plans out of drafts; keeps the units that the players put together themselves."""

    def __init__(self, rulesets: Mapping[str, Ruleset[Any]], names: SaveNames, first: str = "") -> None:
        """Choose among these rulesets, beginning with the one that was played last."""
        self._rulesets = rulesets
        self._names = names
        self._first = first or next(iter(rulesets))
        self._rosters: dict[str, Catalogue] = {}
        self.own: dict[str, Sequence[Row]] = {}
        self._rest: dict[str, Row] = {}
        self.plan = self.make({})

    @property
    def draws_maps(self) -> bool:
        """Whether the game is played on maps that can be drawn."""
        return self._rulesets[self.plan.ruleset].view.map_editor is not None

    def fill(self, draft: Draft) -> Form:
        """The form of a draft; `plan` is all that comes of it."""
        self.plan = self.make(draft)
        return self.plan.form

    def take(self, side: str, units: Sequence[Row]) -> None:
        """The players have put the units of a side together, beginning with those of the army that it has."""
        self._rest[side] = self.plan.armies[side].rest
        self.own[side] = units

    def against(self, draft: Draft, side: str, units: Sequence[Row]) -> tuple[str, ...]:
        """All that would be against the plan if a side had these units; nothing is changed."""
        before = dict(self.own), dict(self._rest)
        try:
            self.take(side, units)
            plan = self.make({**draft, f"army.{side}": OWN})
            return (*plan.faults, *plan.refusals)
        finally:
            self.own, self._rest = before

    def army_editor(self, draft: Draft, side: str) -> ArmyEditorContext:
        """How the army of a side is put together, judged and saved, beginning with the units that it has."""
        plan, draft = self.plan, dict(draft)
        name = str(next(one["name"] for one in plan.setup["sides"] if one["id"] == side))

        def save(file: ArmyFile, units: Sequence[Row]) -> None:
            save_army(file, plan.ruleset, self.of_army(plan, side), units)
            self.reread()

        def paper(units: Sequence[Row]) -> Paper:
            from vedette.view.paper import army_paper

            army = {**self.of_army(plan, side), "name": name, "units": list(units)}
            return army_paper(self._rulesets[plan.ruleset], self._roster(plan.ruleset), army)

        def house() -> House:
            from vedette.view.house import House  # few make profiles of their own

            return House(self._rulesets[plan.ruleset])

        def there_are(roster: Catalogue) -> tuple[CatalogueItem, ...]:
            return possible_items(roster.profiles, plan.setup.get("expansions", ()))

        def profiles() -> Sequence[CatalogueItem]:
            self.reread()
            return there_are(self._roster(plan.ruleset))

        return ArmyEditorContext(
            roster=replace(plan.roster, profiles=there_are(plan.roster)),
            side=side,
            name=name,
            units=without_places(plan.armies[side].units, plan.roster),
            against=lambda units: self.against(draft, side, units),
            file=lambda name: army_file(plan.ruleset, name, [item.id for item in plan.roster.armies]),
            save=save,
            paper=paper,
            house=house,
            profiles=profiles,
            read=lambda text, roster: read_army(
                text, self._rulesets[plan.ruleset], roster, self._rulesets.values(), side
            ),
        )

    def of_army(self, plan: Plan, side: str) -> dict[str, Any]:
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
        roster = self._roster(ruleset)
        game = _named(roster.games, draft.get("game")) or next(iter(roster.games), CatalogueItem("", ""))
        expansions = tuple(draft.get("expansions", game.row.get("expansions", ())))
        missions = possible_items(roster.missions, expansions)
        mission = _mission(roster, missions, draft, game)
        rules = self._rulesets[ruleset].rules()
        readings, options = (
            by_chapter(self._rulesets[ruleset].readings(), rules),
            self._rulesets[ruleset].options(),
        )
        armies = Armies(possible_items(roster.armies, expansions), roster, draft, self.own, self._rest)
        sides = armies.sides(game)
        name = draft.get("save") or self._names.free(_save_name(_called(roster, game, sides)))
        setup = _setup(ruleset, roster, game, expansions, mission, sides)
        setup |= {key: draft[key] for key in ("readings", "options") if key in draft}
        setup, settings = _with_settings(setup, draft)
        agreed = _agreed(rules, readings, self._rulesets[ruleset].presets(), options, setup)
        faults = (*_missing(roster, mission, missions, sides), *self._faults(ruleset, setup, sides, name))
        form = Form(
            do="new",
            by="",
            title="New game",
            fields=(
                _choice("ruleset", "Ruleset", "r", ruleset, [(one, self._title(one)) for one in self._rulesets]),
                _choice("game", "Start from", "g", game.id, [(game.id, _label(game)) for game in roster.games]),
                *_expansions(roster, expansions),
                *_missions(roster, missions, mission),
                *(field for side in sides for field in armies.fields(side)),
                *(field for field, _ in agreed.values()),
                Field("save", "Save as", "v", "text", name),
                *settings,
            ),
            ready=not faults,
            reminders=tuple(Detail("", fault) for fault in faults),
        )  # fmt: skip
        refusals, board, sums = ((), None, ()) if faults else self._looked_at(ruleset, setup)
        known = {side.id: side.army for side in sides}
        return Plan(
            form,
            ruleset,
            name,
            setup,
            faults,
            refusals,
            roster,
            known,
            game,
            mission,
            readings,
            {name: agreement for name, (_, agreement) in agreed.items()},
            board,
            sums,
        )

    def _roster(self, ruleset: str) -> Catalogue:
        if ruleset not in self._rosters:
            self._rosters[ruleset] = self._rulesets[ruleset].view.roster()
        return self._rosters[ruleset]

    def _title(self, ruleset: str) -> str:
        return self._rulesets[ruleset].title

    def _faults(
        self, ruleset: str, setup: Mapping[str, Any], sides: Sequence[Side], name: str
    ) -> tuple[str, ...]:
        """Everything that the ruleset has against the set-up, then what is wrong with the name."""
        fault = self._names.fault(name)
        found, unread = self._judged(ruleset, setup, sides)
        if unread:  # a unit that cannot be read hides what is wrong with the others
            rest = _without(setup, unread)
            found += [one for one in self._judged(ruleset, rest, sides, unread)[0] if one not in found]
        return (*found, f"Save as: {fault}") if fault else tuple(found)

    def _judged(
        self,
        ruleset: str,
        setup: Mapping[str, Any],
        sides: Sequence[Side],
        gone: frozenset[Place] = frozenset(),
    ) -> tuple[list[str], frozenset[Place]]:
        """The faults in words, and the places of units that name what there is not."""
        game = self._rulesets[ruleset]
        try:
            resolved = game.resolve(setup)
        except DataError as error:
            places = frozenset(place for place in map(_place, error.faults) if place)
            return [_in_words(fault, sides, gone) for fault in error.faults], places
        try:
            game.new_game(resolved)
        except DataError as error:
            told = (fault for fault in error.faults if not _of_no_army(fault, sides))
            return [_in_words(fault, sides, gone) for fault in told], frozenset()
        return [], frozenset()

    def _looked_at(
        self, ruleset: str, setup: Mapping[str, Any]
    ) -> tuple[tuple[str, ...], Board | None, tuple[ForcesSum, ...]]:
        """What the rules have against this game, its map, and what its sides have."""
        game = self._rulesets[ruleset]
        state = game.new_game(game.resolve(setup))
        table = game.view.table(state, None)
        sums = compared([side.id for side in table.sides], table.cards, game.view.story)
        return self._refusals(game, state), table.board, sums

    def _refusals(self, game: Ruleset[Any], state: Any) -> tuple[str, ...]:
        """What the rules have against a game: at once, and to its very first command."""
        told = [str(refusal) for refusal in game.view.faults(state, "")]
        try:
            command = read_command(
                game.specs, {"do": game.pending(state, None), "by": next(iter(state.sides))}
            )
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
) -> dict[str, Any]:
    """The game file that these choices amount to."""
    setup = {key: value for key, value in game.row.items() if key not in (roster.mission, "sides")}
    setup["ruleset"] = ruleset
    if roster.expansions or "expansions" in game.row:
        setup["expansions"] = list(expansions)
    if mission is not None:
        setup[roster.mission] = mission.row if mission.id == GAME_FILE else mission.id
    made: list[dict[str, Any]] = []
    for at, side in enumerate(sides):
        taken = ids_of([{"units": list(other.army.units)} for other in sides[:at]])
        made.append(with_own_ids(side.setup, taken))
    setup["sides"] = made
    if roster.of_place and setup.get(roster.mission) != game.row.get(roster.mission):
        setup["sides"] = [_placed_anew(side, roster) for side in setup["sides"]]
    if mission is not None and game.row.get(roster.mission) not in (None, setup[roster.mission]):
        setup.pop("title", None)  # that of another scenario
    return setup


def _placed_anew(side: Row, roster: Catalogue) -> dict[str, Any]:
    """A side without the places of its units: they are those of another map."""
    return {**side, "units": without_places(units_of(side), roster)} if "units" in side else dict(side)


def _missing(
    roster: Catalogue, mission: CatalogueItem | None, missions: Sequence[CatalogueItem], sides: Sequence[Side]
) -> list[str]:
    """What nobody has chosen yet."""
    open_mission = missions and mission is None and roster.needs_mission
    faults = [f"{roster.mission.capitalize()}: choose one."] if open_mission else []
    faults += [f"{side.name}: {side.army.fault}" for side in sides if side.army.fault]
    return faults + [f"{side.name}: choose who leads." for side in sides if side.asks_for_leader]


def _place(fault: str) -> Place | None:
    """The side and the unit that a fault is about."""
    found = UNIT.match(fault)
    return (int(found[1]), int(found[2])) if found else None


def _without(setup: Mapping[str, Any], places: frozenset[Place]) -> dict[str, Any]:
    """The set-up without some units; those of an army that is only named stay."""
    sides = []
    for s, side in enumerate(setup["sides"]):
        kept = [unit for u, unit in enumerate(side.get("units", ())) if (s, u) not in places]
        sides.append({**side, "units": kept} if "units" in side else side)
    return {**setup, "sides": sides}


def _of_no_army(fault: str, sides: Sequence[Side]) -> bool:
    """Whether a fault is about the units of a side that has no army, which is told already."""
    found = SIDE.match(fault)
    if found is None or int(found[1]) >= len(sides) or not sides[int(found[1])].army.fault:
        return False
    return UNITS.match(found[2]) is not None


def _in_words(fault: str, sides: Sequence[Side], gone: frozenset[Place]) -> str:
    """A fault with names in place of numbers; units that were left `gone` are not counted."""
    found = SIDE.match(fault)
    if found is None or int(found[1]) >= len(sides):
        return fault
    side, about = sides[int(found[1])], UNIT.match(fault)
    if about is None:
        return f"{side.name}: {found[2].lstrip('.: ')}"
    units = [unit for u, unit in enumerate(side.army.units) if (int(about[1]), u) not in gone]
    at = int(about[2])
    name = (units[at].get("name") or units[at].get("id")) if at < len(units) else ""
    return f"{side.name}, {name or f'unit {at + 1}'}: {fault[about.end() :].lstrip('.: ')}"


def _mission(
    roster: Catalogue, missions: Sequence[CatalogueItem], draft: Draft, game: CatalogueItem
) -> CatalogueItem | None:
    """The mission that was chosen, else the one of the game file; it may be written out there."""
    own = game.row.get(roster.mission)
    if "mission" not in draft and isinstance(own, Mapping):
        return CatalogueItem(
            GAME_FILE, str(own.get("name", "")), "from the scenario", str(own.get("text", "")), row=own
        )
    return _named(missions, draft.get("mission", own))


def _missions(
    roster: Catalogue, missions: Sequence[CatalogueItem], mission: CatalogueItem | None
) -> tuple[Field, ...]:
    choices = list(missions)
    if mission is not None and mission not in choices:
        choices.insert(0, mission)
    if not choices:
        return ()
    chosen = mission.id if mission else None
    named = [(offered.id, _label(offered)) for offered in choices]
    field = _choice("mission", roster.mission.capitalize(), "m", chosen, named)
    return (replace(field, required=field.required and roster.needs_mission),)


def _expansions(roster: Catalogue, chosen: tuple[str, ...]) -> tuple[Field, ...]:
    choices = tuple(Choice(offered.id, offered.name) for offered in roster.expansions)
    return (Field("expansions", "Expansions", "x", "many", chosen, choices),) if choices else ()


def _agreed(
    rules: Mapping[str, RuleText],
    readings: Readings,
    presets: Sequence[Preset],
    options: Options,
    setup: Mapping[str, Any],
) -> dict[str, tuple[Field, Agreement]]:
    """The fields for house rules and optional rules: in a few words the changed ones, and the key that changes them."""
    made = {}
    given, chosen = setup.get("readings", {}), setup.get("options", {})
    if readings and isinstance(given, Mapping) and not any(faults(readings, given)):
        read = completed(readings, given)
        said = " · ".join(remark.name for remark in house_rules(readings, read)) or "none"
        field = Field("readings", "House rules", "h", "choice", read, (Choice(read, said),))
        made["readings"] = field, house_rules_agreed(readings, rules, presets, read)
    if options and isinstance(chosen, Mapping) and chosen.keys() <= options.keys():
        said = options_words(options, chosen)
        field = Field("options", "Optional rules", "o", "choice", chosen, (Choice(chosen, said),))
        made["options"] = field, options_agreed(options, chosen)
    return made


def _with_settings(setup: dict[str, Any], draft: Draft) -> tuple[dict[str, Any], list[Field]]:
    """A set-up with the settings that were chosen, and their fields; none where those of the game file are faulty."""
    try:
        fields = settings_fields(settings_of(setup), draft)
    except DataError:
        return setup, []
    chosen = {**setup, **settings_said(fields)}
    usual = Settings().model_dump()
    return {key: value for key, value in chosen.items() if key not in usual or value != usual[key]}, fields


def _choice(name: str, label: str, key: str, value: Any, choices: Sequence[tuple[str, str]]) -> Field:
    offered = tuple(Choice(id, words) for id, words in choices)
    return Field(name, label, key, "choice", value, offered, required=value is None)


def _label(offered: CatalogueItem) -> str:
    return f"{offered.name}  ({offered.line})" if offered.line else offered.name


def possible_items(all: Sequence[CatalogueItem], expansions: Sequence[str]) -> tuple[CatalogueItem, ...]:
    """What needs no expansion, or only those that are on."""
    return tuple(offered for offered in all if set(offered.needs) <= set(expansions))


def _named(all: Sequence[CatalogueItem], id: Any) -> CatalogueItem | None:
    return next((offered for offered in all if offered.id == id), None)


def _called(roster: Catalogue, game: CatalogueItem, sides: Sequence[Side]) -> list[str]:
    """What tells a game from others: its sides, or its own name where other games have the same sides."""
    alike = [offered for offered in roster.games if _side_names(offered) == _side_names(game)]
    return [game.name] if len(alike) > 1 else [side.name for side in sides]


def _side_names(game: CatalogueItem) -> list[Any]:
    sides = game.row.get("sides")
    return (
        [side.get("name") for side in sides if isinstance(side, Mapping)] if isinstance(sides, list) else []
    )


def _save_name(names: Sequence[str]) -> str:
    """A name for a save out of the names of the sides."""
    words = (slug(name, None) for name in names)
    return "-".join(word for word in words if word)[:60] or "game"
