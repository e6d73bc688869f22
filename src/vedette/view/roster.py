"""What a ruleset offers for a new game: read from its data, put into words by the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine import library
from vedette.engine.data import Row, Table
from vedette.engine.errors import DataError
from vedette.engine.plain import read_rows
from vedette.engine.text import clean
from vedette.kit.table_plan import SetupStep, Terrain
from vedette.view.fields import Draft
from vedette.view.sheet import Sheet
from vedette.view.vocabulary import Detail, Field, Pip, Token

MOST = 200
"""Units that a side may have: more than any table holds."""

LONGEST = 4000
"""Characters of a line of an army that somebody wrote down."""


class Spot(Struct, frozen=True):
    """Something on the table: its name, how far it is from the west and the north edge, the side that enters there, and its VP.

    Where no side enters it is an `objective`, or else part of the ground.
    """

    name: str
    at: tuple[float, float]
    side: str = ""
    text: str = ""
    objective: bool = True


class Sketch(Struct, frozen=True):
    """A table of so many inches from west to east and from north to south, what is where on it, and its terrain as it may lie."""

    size: tuple[float, float]
    spots: tuple[Spot, ...]
    terrain: tuple[Terrain, ...] = ()

    @property
    def inches(self) -> str:
        return f"{self.size[0]:g} × {self.size[1]:g} inches"


class Goal(Struct, frozen=True):
    """What VP are scored for: its name, what it needs, and how many; `objective`: it has a place on the table."""

    name: str
    need: str
    vp: int
    objective: bool = True


class TableLine(Struct, frozen=True):
    """A line of a table: what it is about, what it comes to, and its rules; `editions` are those that have it, () for all."""

    label: str
    value: str
    rules: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()


class Chapter(Struct, frozen=True):
    """A chapter: rules that are told in full, and a table.

    `when` are rules of which the army must use one for the chapter to be printed; none: it always is.
    """

    title: str
    rules: tuple[str, ...] = ()
    lines: tuple[TableLine, ...] = ()
    when: tuple[str, ...] = ()


class Profile(Struct, frozen=True):
    """A unit as whoever chooses it sees it: how many models, its numbers by name, weapons and rules in full.

    `points` are what it costs, in games that count them. `pips` and `tokens` are what is ticked off on paper: the hit points of each model, and counters up to their limit.
    """

    models: int = 1
    stats: tuple[tuple[str, str], ...] = ()
    details: tuple[Detail, ...] = ()
    pips: tuple[Pip, ...] = ()
    tokens: tuple[Token, ...] = ()
    points: int | None = None


def numbers_alone(row: Row) -> Profile:
    """A unit of a game that does not say how its profiles are told: the numbers of its row."""
    numbers = ((key, value) for key, value in row.items() if isinstance(value, int | float))
    return Profile(stats=tuple((key, f"{value:g}") for key, value in numbers if not isinstance(value, bool)))


class CatalogueItem(Struct, frozen=True):
    """Something to choose: `line` says what it is in a few words, `text` in full.

    `needs` are the expansions without which it is not offered; `row` is the data behind it; those of one `group`
    stand in one file. `pack` is the name of the players' pack that it comes from. `editions`: those of the rules that it is for, () for all.
    """

    id: str
    name: str
    line: str = ""
    text: str = ""
    needs: tuple[str, ...] = ()
    row: Row = {}
    group: str = ""
    pack: str = ""
    editions: tuple[str, ...] = ()


class Extra(Struct, frozen=True):
    """Something that a unit has bought beside its profile, or could buy: its word in the unit's list `add`, and its price.

    `why_not`: why it can't be bought, or given back, now; a sentence.
    """

    id: str
    name: str
    points: int
    text: str = ""
    rules: tuple[str, ...] = ()
    taken: bool = False
    why_not: str = ""


class Move(Struct, frozen=True):
    """A unit of another edition of the rules on its way into this one: what is asked for it, and what is otherwise here.

    `row` is the unit as it would be written; None while something is missing.
    """

    name: str
    fields: tuple[Field, ...] = ()
    notes: tuple[str, ...] = ()
    row: Row | None = None


class Labels(Struct, frozen=True):
    """How a game puts its data into a line: a mission, a unit or profile, all units of an army; a unit in full.

    `sketch` is the table of a mission, where its data say what stands where, `goals` are what VP are scored for in it. `dice` are sums
    of dice that an army brings, each with its name. `sheet` is the sheet of a unit as it would begin a game, in games that have sheets.
    `extras` are what a unit may buy beside its profile, and the one of that word, which the others may leave out; `moved` is a unit in the edition of that id, by what is said of it so far; None where none can be moved there.
    """

    mission: Callable[[Row], str] = lambda row: ""
    unit: Callable[[Row], str] = lambda row: ""
    army: Callable[[Sequence[Row]], str] = lambda units: (
        "1 unit" if len(units) == 1 else f"{len(units)} units"
    )
    profile: Callable[[Row], Profile] = numbers_alone
    sheet: Callable[[Row], Sheet | None] = lambda row: None
    sketch: Callable[[Row], Sketch | None] = lambda row: None
    goals: Callable[[Row], tuple[Goal, ...]] = lambda row: ()
    dice: Callable[[Sequence[Row]], tuple[tuple[str, int], ...]] = lambda units: ()
    extras: Callable[[Row, str], tuple[Extra, ...]] = lambda unit, also: ()
    moved: Callable[[Row, str, Draft], Move | None] = lambda unit, edition, said: None


class UniqueMark(Struct, frozen=True):
    """Something that one unit of an army has: the key of its row, and a word for people.

    `per` is a key of the row too: units that differ in it don't share the mark.
    """

    key: str
    word: str
    per: str = ""


class ArmyList(Struct):
    """What was read: the army's name, its units with their lines, and what it says besides them.

    `faults` are all the reasons to refuse it, `warnings` what may be as it is, each in a sentence. `unknown` are units
    that this game does not have. `place` is the line that is being read.
    """

    name: str = ""
    units: list[Row] = []
    lines: list[int] = []
    rest: Table = {}
    faults: list[str] = []
    warnings: list[str] = []
    unknown: list[str] = []
    place: int = 1

    def fault(self, said: str, line: int = 0) -> None:
        """What it is refused for, without a full stop; by default at the line that is being read."""
        self.faults.append(f"Line {line or self.place}: {said}.")

    def warn(self, said: str, line: int = 0) -> None:
        """What may be as it is."""
        self.warnings.append(f"Line {line or self.place}: {said}.")

    def readable(self, text: str, line: int = 0) -> str:
        """The text as it may stand in an army; "" with a fault where it can't be shown."""
        try:
            text = clean(text)
        except ValueError as error:
            self.fault(str(error), line)
            return ""
        if len(text) <= LONGEST:
            return text
        self.fault(f"it has more than {LONGEST} characters", line)
        return ""


class OwnForms(Struct, frozen=True):
    """How people write the armies of a game down besides the lists and tables that all games have.

    `read`: the armies of a text, with ids that begin with a letter, and of that edition if one is named; none of a text in another form.
    `table`: an army by its name, its units and its row as a table that can be read again.
    """

    read: Callable[[str, str, str], list[ArmyList]]
    table: Callable[[str, Sequence[Row], Row], str]


class Catalogue(Struct, frozen=True):
    """All that may be chosen. `sides` are the ids and the usual names of the sides; `games` are whole set-ups.

    `mission` is what a set-up calls its mission: the key in a game file, and a word for people. `mark` is what
    one unit of an army has. `of_army` are keys of an army that its side takes over besides its units, `of_game`
    those that its game must agree with. `of_place` are keys of a unit that say where it stands, the first of them
    the place itself: whoever comes in place of others stands where they would. `left_out` are files of the players'
    own that are broken, a sentence for each.
    `counters` are what a side ticks off besides its units, `reference` reads the chapters of the quick reference of an army: for paper.
    `needs_mission` says whether a game must have one. `leader` is the key of a side that names one of its units, "" where sides have no leaders.
    `editions` are those of the rules, the one that is offered first before the others. `places` are where a game may be played, and `place` the
    key of a set-up that names one. `people`: each unit is one person, whatever its name sounds like. `needs` is what players bring besides miniatures, table and
    terrain: how much, and of what. `forms` are further forms in which its armies are written down.
    """

    sides: tuple[tuple[str, str], ...] = (("red", "Red"), ("blue", "Blue"))
    games: tuple[CatalogueItem, ...] = ()
    expansions: tuple[CatalogueItem, ...] = ()
    missions: tuple[CatalogueItem, ...] = ()
    armies: tuple[CatalogueItem, ...] = ()
    profiles: tuple[CatalogueItem, ...] = ()
    words: Labels = Labels()
    mission: str = "mission"
    mark: UniqueMark | None = None
    of_army: tuple[str, ...] = ()
    of_game: tuple[str, ...] = ()
    of_place: tuple[str, ...] = ()
    leader: str = ""
    people: bool = False
    needs: tuple[tuple[str, str], ...] = ()
    needs_mission: bool = True
    left_out: tuple[str, ...] = ()
    editions: tuple[CatalogueItem, ...] = ()
    places: tuple[CatalogueItem, ...] = ()
    place: str = "location"
    counters: tuple[Token, ...] = ()
    reference: Callable[[Row], tuple[Chapter, ...]] = lambda army: ()
    forms: OwnForms | None = None

    def of_edition(self, edition: str) -> Catalogue:
        """What is offered in an edition of the rules."""

        def own(items: Sequence[CatalogueItem]) -> tuple[CatalogueItem, ...]:
            return tuple(item for item in items if not item.editions or edition in item.editions)

        return replace(
            self,
            games=own(self.games),
            missions=own(self.missions),
            armies=own(self.armies),
            profiles=own(self.profiles),
            places=own(self.places),
        )


def read_roster(ruleset: str, words: Labels, mission: str = "mission") -> Catalogue:
    """What stands in a ruleset's data and in the players' own. Raises DataError.

    The table of missions is named by the plural of what the game calls a mission.
    """
    armies = offered_items(ruleset, "armies", lambda row: words.army(units_of(row)))
    sizes = {army.id: len(units_of(army.row)) for army in armies}
    games = []
    for id, row in library.games(ruleset).items():
        sides = row.get("sides")
        known = [side for side in sides if isinstance(side, Mapping)] if isinstance(sides, list) else []
        heads = [len(units_of(side)) or sizes.get(str(side.get("army")), 0) for side in known]
        line = f"{heads[0]} a side" if len(set(heads)) == 1 else " against ".join(map(str, heads))
        text = " ".join(str(row.get("text", "")).split())
        games.append(
            CatalogueItem(id, str(row.get("title") or id), line if all(heads) else "", text, row=row)
        )
    return Catalogue(
        games=tuple(games),
        expansions=offered_items(ruleset, "expansions", lambda row: ""),
        missions=offered_items(ruleset, f"{mission}s", words.mission),
        armies=armies,
        profiles=offered_items(ruleset, "profiles", words.unit),
        words=words,
        mission=mission,
        left_out=tuple(library.left_out(ruleset)),
        reference=partial(read_reference, ruleset),
    )


def with_mark(units: Sequence[Row], index: int, mark: UniqueMark) -> list[Row]:
    """The units with the mark at this one and no other, or at none where this one had it."""
    given = not units[index].get(mark.key)
    place = units[index].get(mark.per)
    made: list[Row] = []
    for i, unit in enumerate(units):
        kept = {key: value for key, value in unit.items() if key != mark.key}
        stays = unit.get(mark.key) and unit.get(mark.per) != place
        made.append({**kept, mark.key: True} if stays or (given and i == index) else kept)
    return made


def units_of(row: Row) -> list[Row]:
    """The units of an army or a side; whatever is none is left out."""
    units = row.get("units")
    return [unit for unit in units if isinstance(unit, Mapping)] if isinstance(units, list) else []


def rest_of(army: Row, roster: Catalogue) -> Table:
    """What a side takes over from an army besides its units."""
    return {key: army[key] for key in roster.of_army if key in army}


def offered_items(ruleset: str, name: str, line: Callable[[Row], str]) -> tuple[CatalogueItem, ...]:
    """What a table offers, each with its line. Raises DataError."""
    groups, packs = library.files(ruleset, name), library.pack_names(ruleset, name)
    items = []
    for row in library.offered(ruleset, name):
        id, needs = str(row.get("id", "")), row.get("expansions")
        pack = packs.get(id, "")
        item = CatalogueItem(
            id=id,
            name=str(row.get("name") or id),
            line=line(row),
            text=" ".join(str(row.get("text", "")).split()),
            needs=tuple(map(str, needs)) if isinstance(needs, list) else (),
            row=row,
            group=pack or groups.get(id, "").replace("-", " ").capitalize(),
            pack=pack,
        )
        items.append(item)
    return tuple(items)


# --- the quick reference that is printed with an army


class ChapterRow(Struct, frozen=True):
    """A chapter as it stands in `reference.toml`, for the armies of some `editions` or of all.

    lines: its table as it is written. modifiers: those that its table lists, each with what there is to add. test: all that name it
    under `where`, with their `note`.
    """

    id: str
    title: str
    editions: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    lines: tuple[TableLine, ...] = ()
    modifiers: Mapping[str, str] = {}
    test: str = ""
    when: tuple[str, ...] = ()


def read_reference(ruleset: str, army: Row) -> tuple[Chapter, ...]:
    """The chapters for an army of that ruleset in their order; none where it has no `reference.toml`. Raises DataError."""
    given = library.table(ruleset, "reference")
    if not given:
        return ()
    rows = read_rows(ChapterRow, given, "reference.toml")
    known = {row["id"]: row for row in library.table(ruleset, "modifiers")}
    edition = army.get("edition", "")
    return tuple(
        Chapter(row.title, row.rules, tuple(_lines(row, known, edition)), row.when)
        for row in rows
        if not row.editions or edition in row.editions
    )


def _lines(row: ChapterRow, known: Mapping[str, Row], edition: str) -> Iterator[TableLine]:
    yield from (line for line in row.lines if not line.editions or edition in line.editions)
    of_test = {
        id: one.get("note", "")
        for id, one in known.items()
        if row.test in one.get("where", ()) and one.get("printed", True)
    }
    for id, note in {**row.modifiers, **of_test}.items():
        if id not in known:
            raise DataError(f"reference.toml: {row.id}: there is no {id} among the modifiers.")
        name, value = known[id]["name"], known[id]["value"]
        label = f"{name[:1].upper()}{name[1:]}{', ' if note else ''}{note}"
        yield TableLine(label, f"{value:+g}".replace("-", "−"), tuple(known[id]["rules"]))


def entry_edges(sketch: Sketch) -> Mapping[str, str]:
    """The edge of the table at which a side enters; sides that come in elsewhere alone are left out."""
    edges: dict[str, str] = {}
    (across, down) = sketch.size
    for spot in sketch.spots:
        x, y = spot.at
        edge = {0: "north", down: "south"}.get(y) or {0: "west", across: "east"}.get(x)
        if spot.side and edge:
            edges.setdefault(spot.side, edge)
    return edges


def steps_of(mission: object, setup: Row) -> tuple[SetupStep, ...]:
    """What is set up in which order: as the mission says, then as the game file does; what is not written as it should be is left out."""
    rows = [*(mission.get("setup", ()) if isinstance(mission, Mapping) else ()), *setup.get("setup", ())]
    return tuple(SetupStep(str(row["name"]), str(row.get("text", ""))) for row in rows if "name" in row)
