"""The set-up of a game: its schema, what a game file may name, and the first state that comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace
from pydantic import AfterValidator, Field

from vedette.engine import library
from vedette.engine.data import Row, Table
from vedette.engine.errors import CommandError
from vedette.games.company import building, paths, tables
from vedette.games.company.groups import half_gone, is_checked, must_rally, worth
from vedette.games.company.state import Company, Group, Progress, Side, Skirmish, impossible
from vedette.games.company.tables import CHAPTER, RULESET_ID, TABLES, EditionId, number, rules
from vedette.games.company.turns import gone_on
from vedette.kit import schema
from vedette.kit.schema import Count, Id, Inches, Name, Pair, Words, doubles, taken, twice
from vedette.kit.setup_resolver import SetupResolver, keys, read_unit, with_profile
from vedette.kit.tracked import all_there, presets, put_tracked

FOR_CHOOSING = ("roll", "points")
"""Keys of a scenario that matter before it is set up only."""


def resolve(setup: Row) -> Table:
    resolver = SetupResolver(RULESET_ID)
    resolved = dict(setup)
    edition = tables.editions().get(str(setup.get("edition", CHAPTER)))
    if edition is None:
        resolver.faults.append(tables.unknown_edition())
    elif isinstance(setup.get("scenario"), str):  # its points total holds where the set-up has none
        row = resolver.lookup(edition.scenarios, setup["scenario"], "scenario")
        total = {"points": row["points"]} if "points" in row and "points" not in setup else {}
        resolved |= {**total, "scenario": {key: row[key] for key in row if key not in FOR_CHOOSING}}
    return resolver.whole(resolver.sides(resolved, resolve_unit, keys("name", "companies", "units")))


def resolve_unit(unit: Row, resolver: SetupResolver, where: str) -> Table:
    resolved = with_profile(_with_added(unit, resolver, where), resolver, where)
    if isinstance(unit.get("profile"), str) and resolved.pop("list", ""):
        resolved["sample"] = unit["profile"]
    elif named := _sample_called(resolved.get("name")):
        resolved.setdefault("sample", named)
    if isinstance(resolved.get("spells"), list):
        resolved["spells"] = [
            one if (row := resolver.packed("spells", one)) is None else dict(row)
            for one in resolved["spells"]
        ]
    return resolved


@cache
def _sample_groups() -> tuple[Row, ...]:
    """The profiles of the sample companies; `list` says of which."""
    return tuple(row for row in library.table(RULESET_ID, "profiles") if row.get("list"))


def _sample_called(name: object) -> str:
    """The Group of a sample company with that printed name; later the names of a game are made distinct."""
    same = (row for row in _sample_groups() if str(row.get("name")).casefold() == str(name).casefold())
    return next((str(row["id"]) for row in same), "")


def _with_added(unit: Row, resolver: SetupResolver, where: str) -> Row:
    """A Group with what the special traits that it adds make of its profile (CO-BLD-5); what it says itself goes before that."""
    said = {key: value for key, value in unit.items() if key != "add"}
    add = unit.get("add", [])
    if not isinstance(add, list) or not all(isinstance(word, str) for word in add):
        resolver.faults.append(f"{where}: add must be a list of special traits")
    elif add and "profile" not in unit:
        resolver.faults.append(f"{where}: add goes beside the profile that it builds on")
    elif add and read_group({"profile": unit["profile"]}):
        profile = resolver.lookup("profiles", unit["profile"], where)
        built, faults = building.build(profile, add)
        resolver.faults += [f"{where}: {fault}" for fault in faults]
        changed = {key: value for key, value in built.items() if value != profile.get(key)}
        return {**changed, **said}
    return said


Points = Annotated[int, Field(ge=0, le=10_000)]
Vp = Annotated[int, Field(ge=-1000, le=1000)]
ToHit = Annotated[int, Field(ge=number("to_hit_least"), le=number("to_hit_most"))]
Types = Annotated[tuple[Id, ...], Field(strict=False)]
Activation = Annotated[int, Field(ge=number("activation_least"), le=number("activation_most"))]


def _complete(closing: tables.Closing) -> tables.Closing:
    if bool(closing.value) != (closing.when in ("rounds", "side_lost", "few_groups")):
        raise ValueError(f"{closing.when}: value is for rounds, side_lost and few_groups, which need it")
    if closing.side and closing.when not in ("side_lost", "declared"):
        raise ValueError(f"{closing.when}: side is for side_lost and declared only")
    return closing


def _fitting(award: tables.Award) -> tables.Award:
    if award.per != 1 and award.when != "enemy_points":
        raise ValueError(f"{award.when}: per is for enemy_points only")
    if award.tie and award.when != "most_points":
        raise ValueError(f"{award.when}: tie is for most_points only")
    if award.unmarked and award.when != "groups_routed":
        raise ValueError(f"{award.when}: unmarked is for groups_routed only")
    return award


Least1 = Annotated[int, Field(ge=1, le=1000)]
ClosingData = Annotated[
    tables.Closing,
    schema.Written(value=Least1, side=Literal["attacker", "defender"]),
    AfterValidator(_complete),
]

AwardData = Annotated[
    tables.Award,
    schema.Written(
        role=Annotated[Literal["attacker", "defender", "both"], Field(alias="for")],
        vp=Vp,
        per=Least1,
        text=Words,
        tie=Vp,
    ),
    AfterValidator(_fitting),
]


class SpotData(schema.Data):
    """Where something is on the table, in inches from its north-west corner: who deploys there, an objective with its VP, or ground."""

    name: Name = ""
    at: Pair
    side: Literal["attackers", "defenders", ""] = ""
    vp: Vp | None = None


class SketchData(schema.SketchData):
    """The table, with what is where on it as far as the scenario says so."""

    spots: list[SpotData] = []


EscapeData = Annotated[
    tables.Escape,
    schema.Written(role=Annotated[Literal["attacker", "defender", "marked"], Field(alias="for")]),
]


class ScenarioData(schema.Checked):
    """The scenario. `id` and `text` stand in scenarios that a game file names."""

    id: Id = "scenario"
    name: Name = ""
    text: Words = ""
    first: tables.First = "attacker"
    uneven: bool = False
    closing: list[ClosingData] = [tables.Closing("wiped_out"), tables.Closing("declared")]
    vp: list[AwardData] = [tables.Award("both", 1, "enemy_points")]
    opening_tests: Literal["attacker", "defender", ""] = ""
    hold_back: Literal["", "defender_half"] = ""
    escape: EscapeData | None = None
    tokens: Annotated[int, Field(ge=0, le=50)] = 0
    token: Id | Literal[""] = ""
    orders: list[Literal["bring_on", "take", "destroy"]] = []
    bring_on: Annotated[tables.BringOn, schema.Written({int: Activation, float: Inches})] | None = None
    take: Annotated[tables.Take, schema.Written({int: Activation})] | None = None
    destroy: Annotated[tables.Destroy, schema.Written({int: Activation})] | None = None
    mark: Name = ""
    mark_stays: bool = False
    ritual: bool = False
    sketch: SketchData | None = None
    setup: schema.Steps = []

    def _faults(self) -> Iterator[str]:
        yield from twice("order", list(self.orders))
        yield from (
            f"{order}: its numbers are missing" for order in self.orders if getattr(self, order) is None
        )
        if self.mark_stays and not self.mark:
            yield "mark_stays: it is for a scenario that marks a Group"
        if self.escape is not None and self.escape.role == "marked" and not self.mark:
            yield "escape: the scenario marks no Group"


AmbitionData = Annotated[
    tables.Ambition,
    schema.Written(id=Id, name=Name, vp=Vp, text=Words),
    AfterValidator(lambda one: replace(one, name=one.name or one.id)),
]


class CompanyData(schema.SpokenData):
    """A Company; `trait` is its Captain's, where he is an established character."""

    id: Id
    name: Name = ""
    trait: tables.CaptainTrait | Literal[""] = ""
    list: Id | Literal[""] = ""


def _spell_faults(spell: tables.Spell) -> Iterator[str]:
    if bool(spell.dice) != bool(spell.hit) or (spell.dice and spell.hit < number("to_hit_least")):
        yield f"dice and hit go together, and a hit is {number('to_hit_least')} to {number('to_hit_most')}"
    if spell.target == "enemy" and (spell.r or spell.t or spell.ends_shaken or spell.moves):
        yield "r, t, ends_shaken and moves help a friend"
    if spell.target == "friend" and (spell.dice or spell.test):
        yield "dice and test are against an enemy"
    if spell.self and spell.target == "enemy":
        yield "self is for a spell on friends"
    yield from (f"rules: there is no rule {one}" for one in spell.rules if one not in rules())


Some = Annotated[int, Field(ge=0, le=50)]
SpellData = Annotated[
    tables.Spell,
    schema.Written(
        id=Id,
        name=Name,
        text=Words,
        rules=Annotated[tuple[Name, ...], Field(strict=False)],
        range=Inches,
        dice=Some,
        hit=Annotated[int, Field(ge=0, le=number("to_hit_most"))],
        r=Some,
        t=Some,
    ),
    schema.fitting(_spell_faults),
]
"""A spell of the house, in the columns of `spells.toml`."""


class GroupData(schema.SpokenData, schema.Checked):
    id: Id
    name: Name = ""
    company: Id | None = None
    points: Points
    captain: bool = False
    r: Count
    t: Count
    mo: Inches
    me: Annotated[tables.Melee, schema.Written({int: ToHit})] | None = None
    mi: Annotated[tables.Missile, schema.Written({int: ToHit, float: Inches})] | None = None
    activation: dict[tables.Order, Activation]
    traits: list[tables.Trait] = []
    spells: list[Name | SpellData] = []
    reserve: bool = False
    models: Count = 1
    resolve: Activation | None = None
    base: tables.Base | Literal[""] = ""
    kinds: Types = ()
    foes: Types = ()
    banes: Types = ()
    sample: Id | Literal[""] = ""

    @property
    def known_spells(self) -> list[str]:
        return [one if isinstance(one, str) else one.id for one in self.spells]

    @property
    def house_spells(self) -> dict[str, tables.Spell]:
        return {one.id: one for one in self.spells if isinstance(one, tables.Spell)}

    def _faults(self) -> Iterator[str]:
        yield from twice("trait", list(self.traits))
        yield from twice("spell", self.known_spells)
        fights = tables.can_attack(self.me, self.activation)
        if "reckless" in self.traits and not fights:
            yield "a Reckless Group needs me and activation.attack"
        if self.foes and not fights:
            yield "a Group with foes needs me and activation.attack"
        if "accurate" in self.traits and self.mi is None:
            yield "an Accurate Group needs mi"
        if "caster" in self.traits and "apprentice" in self.traits:
            yield "a Group is not both Caster and Apprentice"
        if self.captain and self.reserve:
            yield "a reserve Group has no Captain"


def edition_faults(unit: GroupData, edition: tables.EditionId) -> Iterator[str]:
    """What no Group can be in that edition."""
    own = tables.editions()[edition]
    typed = [trait for trait, types in (("foe", unit.foes), ("bane", unit.banes)) if types]
    strange = [trait for trait in (*unit.traits, *typed) if trait not in tables.all_traits(edition)]
    yield from (f"there is no trait {trait} in this edition" for trait in strange)
    unknown = (one for one in unit.spells if isinstance(one, str) and one not in tables.spells(edition))
    yield from (f"there is no spell {one}" for one in unknown)
    if own.fighting_strength and unit.resolve is None:
        yield "resolve: it is needed in this edition"
    many = number("apprentice_spells")
    if "apprentice" in unit.traits and len(unit.spells) != many and (unit.spells or not own.secret):
        yield f"an Apprentice has exactly {many} spells"


def read_group(row: Row, resolver: SetupResolver | None = None) -> GroupData | None:
    """A Group or a profile, one of a sample company as well, for whoever chooses one; None where something is wrong with it."""
    own = {key: value for key, value in row.items() if key != "list"}
    return read_unit(RULESET_ID, GroupData, resolve_unit, own, resolver)


class SideData(schema.SpokenData):
    id: Id
    name: Name = ""
    companies: list[CompanyData] | None = None
    units: Annotated[list[GroupData], schema.Several] = []

    @property
    def all_companies(self) -> list[CompanyData]:
        """The Companies; if none are given, one with the side's own id and name."""
        return self.companies or [CompanyData(id=self.id, name=self.name, **self.spoken)]

    def company_of(self, unit: GroupData) -> str:
        """The Company of a Group, by default the side's first."""
        return unit.company or self.all_companies[0].id

    def company(self, unit: GroupData) -> CompanyData:
        own = self.company_of(unit)
        return next(one for one in self.all_companies if one.id == own)


class GameData(schema.Setup):
    tables: ClassVar = TABLES
    ruleset: Literal["company"] = "company"
    edition: EditionId = CHAPTER
    location: Id | Literal[""] = ""
    points: Points = 0
    ambitions: list[AmbitionData] | None = None
    scenario: ScenarioData = ScenarioData()
    sides: list[SideData]

    def _faults(self) -> Iterator[str]:
        if len(self.sides) != number("sides"):
            yield f"there must be exactly {number('sides')} sides"  # CO-SET-10
        sides = [side.id for side in self.sides]
        companies = [company_data.id for side in self.sides for company_data in side.all_companies]
        units = [unit.id for side in self.sides for unit in side.units]
        yield from (f"the id {double} is used twice" for double in doubles(sides + units))
        yield from twice("Company", companies)
        yield from twice("ambition", [ambition.id for ambition in self.ambitions or ()])
        for side in self.sides:
            own = [company_data.id for company_data in side.all_companies]
            for unit in side.units:
                if side.company_of(unit) not in own:
                    yield f"{unit.id}: {side.id} has no Company {side.company_of(unit)}"
            captained = [side.company_of(unit) for unit in side.units if unit.captain]
            yield from (f"Company {double} has several Captains" for double in doubles(captained))
        for unit in (unit for side in self.sides for unit in side.units):
            yield from (f"{unit.id}: {fault}" for fault in edition_faults(unit, self.edition))
        # CO-FS-2: one that only the chapter asks means nothing elsewhere
        known = {*tables.readings_of(CHAPTER), *tables.readings_of(self.edition)}
        yield from (f"there is no reading {one} in this edition" for one in self.readings if one not in known)
        for company in (company for side in self.sides for company in side.all_companies):
            if company.trait and company.trait not in tables.captain_traits(self.edition):
                yield f"{company.id}: there is no Captain's trait {company.trait} in this edition"
            if company.list and company.list not in {row["list"] for row in _sample_groups()}:
                yield f"{company.id}: there is no sample company {company.list}"
        if self.location and self.location not in tables.locations(self.edition):
            yield f"there is no location {self.location} in this edition"
        house = [one for side in self.sides for unit in side.units for one in unit.house_spells.values()]
        told = {one.id: one for one in house}
        otherwise = (one.id for one in house if told[one.id] != one)  # than another Group has it
        yield from (f"spell {one} is told in two ways" for one in dict.fromkeys(otherwise))


# --- the first state of a game: profiles into the book, presets into the state (section 5)

Values = Row


def new_game(setup: Row) -> Skirmish:
    data = schema.read_setup(GameData, setup)
    companies, said, own = {}, data.scenario, {one.id: one for one in data.ambitions or ()}
    for side in data.sides:
        for one in side.all_companies:
            captains = [unit.id for unit in side.units if unit.captain and side.company_of(unit) == one.id]
            captain = captains[0] if captains else ""
            companies[one.id] = taken(Company, one, name=one.name or one.id, side=side.id, captain=captain)
    units = {unit.id: (side, unit) for side in data.sides for unit in side.units}
    place = tables.locations(data.edition).get(data.location)
    game = Skirmish(
        sides={side.id: taken(Side, side, name=side.name or side.id) for side in data.sides},
        companies=companies,
        units={
            name: taken(
                Group,
                unit,
                name=unit.name or name,
                side=side.id,
                company=side.company_of(unit),
                in_play=not unit.reserve,
                spells=tuple(unit.known_spells) or _all_spells(unit, data.edition),
            )
            for name, (side, unit) in units.items()
        },
        book=tables.Book(
            units={
                id: _profile(unit, unit.sample if side.company(unit).list else "")
                for id, (side, unit) in units.items()
            },
            points=data.points,
            scenario=taken(tables.Scenario, said, closing=tuple(said.closing), awards=tuple(said.vp)),
            ambitions=own or tables.ambitions(data.edition),
            ambitious=bool(own) and not tables.editions()[data.edition].secret,
            spells={id: one for _, unit in units.values() for id, one in unit.house_spells.items()},
        ),
        readings=data.readings,
        edition=data.edition,
        location=data.location,
        counters=dict.fromkeys(place.counters, 0) if place else {},
        scenario=Progress(tokens=said.tokens),
    )
    with presets():
        return preset(_with_points(game, {}), data.state)


def preset(game: Skirmish, values: Values) -> Skirmish:
    """The game with presets, and with the defaults that follow from them."""
    bare = game
    for path, value in values.items():
        game = put_tracked(paths.PRESET_PATHS, game, path, value)
    begun = game.phase != "setup"
    if begun and "active" not in values:
        raise CommandError("With a phase there must be an active side.")
    for name, group in game.units.items():
        waits = group.reserve and f"units.{name}.reserve" in values
        if group.routed or group.deserted or group.escaped or waits:
            game = game.with_unit(name, in_play=False)
    # A role for each side: where none is preset the first attacks, as soon as the game has begun.
    roles = {name: side.role for name, side in game.sides.items() if side.role}
    if len(set(roles.values())) < len(roles):
        raise CommandError("One side attacks, the other defends.")
    if begun and not roles:
        game = game.with_side(next(iter(game.sides)), role="attacker")
    if begun or roles:
        game = paths.with_both_roles(game, next(iter(roles or game.sides)))
    game = _with_points(game, values)
    for name in game.companies:  # what is lost with Routed Groups, and whether that is half already
        routed = [one for one, unit in game.units.items() if unit.company == name and unit.routed]
        if f"companies.{name}.points_lost" not in values:
            game = game.with_company(name, points_lost=sum(worth(game, other) for other in routed))
        if f"companies.{name}.half_lost" not in values:
            game = game.with_company(name, half_lost=half_gone(game.companies[name]))
    if tables.editions()[game.edition].secret:
        game = _with_what_was_seen(game, values)
    if begun and "turn" not in values:
        game = replace(game, turn=1)
    if game.phase == "over":
        game = replace(game, outcome=game.leader)
    all_there(game)
    paths.possible(game)
    for fault in impossible(bare, game, game.units):
        raise CommandError(f"{fault}.")
    for name in game.units:
        paths.group_possible(game, name)
        paths.melees_possible(game, name)
    for name, group in game.units.items():
        if group.side != game.active or not group.in_play:
            continue
        if game.phase == "rally" and f"units.{name}.must_rally" not in values:
            game = game.with_unit(name, must_rally=must_rally(game, name))
        if game.phase == "reckless" and f"units.{name}.must_check" not in values:
            game = game.with_unit(name, must_check=is_checked(game, name))
    return gone_on(game)


def _with_points(game: Skirmish, values: Values) -> Skirmish:
    """The points that each Company fields: without reserves and deserters."""
    for name in game.companies:
        fielded = [one for one, unit in game.units.items() if unit.company == name and not unit.deserted]
        if f"companies.{name}.points" not in values:
            game = game.with_company(name, points=sum(worth(game, other) for other in fielded))
    return game


def _with_what_was_seen(game: Skirmish, values: Values) -> Skirmish:
    """CO-AMB-5: what ambitions know of Groups that are Shaken or in melee as the game begins."""
    for name in game.sides:
        if f"sides.{name}.most_shaken" not in values:
            shaken = (unit.side == name and unit.shaken and unit.in_play for unit in game.units.values())
            game = game.with_side(name, most_shaken=sum(shaken))
    for name, group in game.units.items():
        if f"units.{name}.fought" not in values:
            game = game.with_unit(name, fought=bool(group.in_melee_with))
    return game


def _all_spells(unit: GroupData, edition: tables.EditionId) -> tuple[str, ...]:
    """CO-TRA-30: a Caster has all spells of the book and the site."""
    everything = "caster" in unit.traits and tables.editions()[edition].secret
    return tuple(tables.spells(edition)) if everything else ()


def _profile(data: GroupData, sample: str) -> tables.Profile:
    activation = {str(order): value for order, value in data.activation.items()}
    return taken(
        tables.Profile,
        data,
        r_max=data.r,
        activation=activation,
        spells=tuple(data.known_spells),
        models_said="models" in data.model_fields_set,
        sample=sample,
    )
