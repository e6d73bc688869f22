"""The set-up of a game: its schema (section 3), and the armies and scenarios that a game file may name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from vedette.games.company.tables import (
    RULESET_ID,
    TABLES,
    CaptainTrait,
    Melee,
    Missile,
    Order,
    Spell,
    Trait,
    number,
    spells,
)
from vedette.kit.schema import Checked, Count, Data, Id, Inches, Name, Setup, Several, Words, Written, doubles
from vedette.kit.setup_resolver import SetupResolver, keys, with_profile

FOR_CHOOSING = ("roll", "points")
"""Keys of a scenario that matter before it is set up only."""


def resolve(setup: Mapping[str, Any]) -> dict[str, Any]:
    """A set-up with its scenario, armies and profiles written out; raises DataError."""
    resolver = SetupResolver(RULESET_ID)
    resolved = dict(setup)
    if isinstance(setup.get("scenario"), str):
        resolved |= _scenario(setup, resolver)
    return resolver.whole(resolver.sides(resolved, resolve_unit, keys("name", "companies", "units")))


def resolve_unit(unit: Mapping[str, Any], resolver: SetupResolver, where: str) -> dict[str, Any]:
    """A Group with its profile written out, and with the spells that come from packs."""
    resolved = with_profile(unit, resolver, where)
    if isinstance(resolved.get("spells"), list):
        resolved["spells"] = [
            one if (row := resolver.packed("spells", one)) is None else dict(row)
            for one in resolved["spells"]
        ]
    return resolved


def _scenario(setup: Mapping[str, Any], resolver: SetupResolver) -> dict[str, Any]:
    """The scenario written out, and its points total where the set-up has none."""
    row = resolver.lookup("scenarios", setup["scenario"], "scenario")
    total = {"points": row["points"]} if "points" in row and "points" not in setup else {}
    return {**total, "scenario": {key: row[key] for key in row if key not in FOR_CHOOSING}}


# --- the set-up of a game: its schema (section 3)


Points = Annotated[int, Field(ge=0, le=10_000)]
Vp = Annotated[int, Field(ge=-1000, le=1000)]
ToHit = Annotated[int, Field(ge=number("to_hit_least"), le=number("to_hit_most"))]
Activation = Annotated[int, Field(ge=number("activation_least"), le=number("activation_most"))]


class ClosingData(Data):
    """A condition that closes the game."""

    when: Literal["rounds", "side_lost", "declared", "wiped_out"]
    value: Annotated[int, Field(ge=1, le=1000)] | None = None
    side: Literal["attacker", "defender"] | None = None

    @model_validator(mode="after")
    def _complete(self) -> ClosingData:
        if (self.value is not None) != (self.when in ("rounds", "side_lost")):
            raise ValueError(f"{self.when}: value is for rounds and side_lost, which need it")
        if self.side is not None and self.when != "side_lost":
            raise ValueError(f"{self.when}: side is for side_lost only")
        return self


class AwardData(Data):
    """Something that is worth VP."""

    for_: Annotated[Literal["attacker", "defender", "both"], Field(alias="for")]
    vp: Vp
    when: Literal["enemy_points", "captain_routed", "more_points", "declared"]
    per: Annotated[int, Field(ge=1, le=1000)] | None = None
    text: Words = ""

    @model_validator(mode="after")
    def _fitting(self) -> AwardData:
        if self.per is not None and self.when != "enemy_points":
            raise ValueError(f"{self.when}: per is for enemy_points only")
        return self


class ScenarioData(Data):
    """The scenario. `id` and `text` stand in scenarios that a game file names."""

    id: Id = "scenario"
    name: Name = ""
    text: Words = ""
    first: Literal["attacker", "defender"] = "attacker"
    uneven: bool = False
    closing: list[ClosingData] = [ClosingData(when="wiped_out"), ClosingData(when="declared")]
    vp: list[AwardData] = [
        AwardData.model_validate({"for": "both", "vp": 1, "when": "enemy_points", "per": 1})
    ]


class AmbitionData(Data):
    """An ambition of this game."""

    id: Id
    name: Name = ""
    vp: Vp
    text: Words = ""


class CompanyData(Data):
    """A Company; `trait` is its Captain's, where he is an established character."""

    id: Id
    name: Name = ""
    trait: CaptainTrait | Literal[""] = ""


class SpellData(Checked):
    """A spell of the house, in the columns of `spells.toml`."""

    id: Id
    name: Name
    text: Words = ""
    rules: list[Name] = ["CO-MAG-3", "CO-MAG-6"]
    target: Literal["enemy", "friend"]
    self: bool = False
    range: Inches
    sight: bool = False
    shaken: bool | None = None
    in_melee: bool | None = None
    dice: Annotated[int, Field(ge=0, le=50)] = 0
    hit: Annotated[int, Field(ge=0, le=number("to_hit_most"))] = 0
    cover: bool = False
    test: bool = False
    r: Annotated[int, Field(ge=0, le=50)] = 0
    ends_shaken: bool = False
    t: Annotated[int, Field(ge=0, le=50)] = 0
    moves: bool = False

    def _faults(self) -> Iterator[str]:
        if bool(self.dice) != bool(self.hit) or (self.dice and self.hit < number("to_hit_least")):
            yield f"dice and hit go together, and a hit is {number('to_hit_least')} to {number('to_hit_most')}"
        if self.target == "enemy" and (self.r or self.t or self.ends_shaken or self.moves):
            yield "r, t, ends_shaken and moves help a friend"
        if self.target == "friend" and (self.dice or self.test):
            yield "dice and test are against an enemy"
        if self.self and self.target == "enemy":
            yield "self is for a spell on friends"
        yield from (f"rules: there is no rule {one}" for one in self.rules if one not in TABLES.rules())

    @property
    def spell(self) -> Spell:
        """The spell as the game keeps it."""
        return Spell(**{**self.model_dump(), "rules": tuple(self.rules)})


class GroupData(Checked):
    """A Group."""

    id: Id
    name: Name = ""
    company: Id | None = None
    points: Points
    captain: bool = False
    r: Count
    t: Count
    mo: Inches
    me: Annotated[Melee, Written({int: ToHit})] | None = None
    mi: Annotated[Missile, Written({int: ToHit, float: Inches})] | None = None
    activation: dict[Order, Activation]
    traits: list[Trait] = []
    spells: list[Name | SpellData] = []
    reserve: bool = False
    models: Count = 1

    @property
    def known_spells(self) -> list[str]:
        """The ids of its spells."""
        return [one if isinstance(one, str) else one.id for one in self.spells]

    @property
    def house_spells(self) -> dict[str, SpellData]:
        """Those of its spells that are the house's own."""
        return {one.id: one for one in self.spells if isinstance(one, SpellData)}

    def _faults(self) -> Iterator[str]:
        yield from (f"trait {one} is there twice" for one in doubles(list(self.traits)))
        yield from (f"spell {one} is there twice" for one in doubles(self.known_spells))
        strange = (one for one in self.spells if isinstance(one, str) and one not in spells())
        yield from (f"there is no spell {one}" for one in strange)
        if "reckless" in self.traits and (self.me is None or "attack" not in self.activation):
            yield "a Reckless Group needs me and activation.attack"
        if "accurate" in self.traits and self.mi is None:
            yield "an Accurate Group needs mi"
        if "caster" in self.traits and "apprentice" in self.traits:
            yield "a Group is not both Caster and Apprentice"
        if "apprentice" in self.traits and len(self.spells) != number("apprentice_spells"):
            yield f"an Apprentice has exactly {number('apprentice_spells')} spells"
        if self.captain and self.reserve:
            yield "a reserve Group has no Captain"


class SideData(Data):
    """A side with its Companies and Groups."""

    id: Id
    name: Name = ""
    companies: list[CompanyData] | None = None
    units: Annotated[list[GroupData], Several] = []

    @property
    def all_companies(self) -> list[CompanyData]:
        """The Companies; if none are given, one with the side's own id and name."""
        return self.companies or [CompanyData(id=self.id, name=self.name)]

    def company_of(self, unit: GroupData) -> str:
        """The Company of a Group, by default the side's first."""
        return unit.company or self.all_companies[0].id


class GameData(Setup):
    """A whole set-up."""

    tables: ClassVar = TABLES
    ruleset: Literal["company"] = "company"
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
        yield from (f"Company {double} is there twice" for double in doubles(companies))
        yield from (
            f"ambition {double} is there twice" for double in doubles([a.id for a in self.ambitions or ()])
        )
        for side in self.sides:
            yield from _company_faults(side)
        told = {
            one.id: one for side in self.sides for unit in side.units for one in unit.house_spells.values()
        }
        own = (one for side in self.sides for unit in side.units for one in unit.house_spells.values())
        yield from (f"spell {one} is told in two ways" for one in dict.fromkeys(_otherwise(told, own)))


def _otherwise(told: Mapping[str, SpellData], own: Iterable[SpellData]) -> Iterator[str]:
    """The ids of spells that are not as another Group has them."""
    return (one.id for one in own if told[one.id] != one)


def _company_faults(side: SideData) -> Iterator[str]:
    own = [company_data.id for company_data in side.all_companies]
    captained: list[str] = []
    for unit in side.units:
        company = side.company_of(unit)
        if company not in own:
            yield f"{unit.id}: {side.id} has no Company {company}"
        if unit.captain:
            captained.append(company)
    yield from (f"Company {double} has several Captains" for double in doubles(captained))
