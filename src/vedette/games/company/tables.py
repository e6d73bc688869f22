"""The numbers and tables of the rules, as they stand in rulesets/company/, and the profiles that never change in a game."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cache
from typing import Annotated, Literal, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Remark
from vedette.engine.marks import STATIC
from vedette.engine.readings import Chosen, Readings, asked_in
from vedette.engine.ruleset import RuleText
from vedette.engine.text import joined
from vedette.kit.tables import Tables

Order = Literal["move", "shoot", "attack", "retreat", "cast", "summon"]
Role = Literal["", "attacker", "defender"]

EditionId = Literal["chapter", "book", "site"]

Trait = Literal[
    "reckless", "defiant", "elusive", "defensive", "accurate", "apprentice", "caster", "summoner", "fearless",
    "skittish", "stealthy", "shielded", "pathfinder", "nimble", "ponderous", "chariot", "composed", "cowardly",
    "move-freely", "offensive", "self-destruct", "shooters", "short-ranged", "terrifying", "throwers", "unerring",
    "unfeeling", "vicious", "well-armed",
]  # fmt: skip
"""The traits that the rules know (11.2); the tables of an edition say which of them it has, with their texts."""

CaptainTrait = Literal[
    "craven", "reprehensible", "vapid", "blood-shy", "plain", "steady", "commanding", "valiant", "cunning",
    "inspiring", "legendary", "feeble", "wicked", "shrewd", "resolute", "capable", "compelling", "prodding",
    "aggressive", "projectile", "dangerous", "calming", "abjured", "incredible",
]  # fmt: skip
"""The Captain's traits that the rules know (11.3); the tables of an edition say which of them it has."""

Base = Literal[
    "heavy-beast", "light-beast", "elite-cavalry", "heavy-cavalry", "light-cavalry", "elite-engine", "heavy-engine",
    "light-engine", "elite-foot", "heavy-foot", "light-foot",
]  # fmt: skip
"""The archetypes; the last word of each is its type (CO-PRO-3)."""


class Melee(Struct, frozen=True, kw_only=True):
    """ME: what a die must show to hit, attacking and defending. An engine only defends (CO-PRO-1)."""

    attack: int | None = None
    defend: int

    @property
    def cell(self) -> str:
        return f"{'–' if self.attack is None else f'{self.attack}+'} / {self.defend}+"

    @property
    def words(self) -> str:
        attack = (
            "can't attack, hits on" if self.attack is None else f"hits on {self.attack}+ in an attack, on"
        )
        return f"{attack} {self.defend}+ in defence"


def can_attack(me: Melee | None, activation: Container[str]) -> bool:
    """Whether a Group has both numbers that an Attack needs; an engine has not (CO-PRO-1)."""
    return me is not None and me.attack is not None and "attack" in activation


def type_of(base: str) -> str:
    """CO-PRO-3: the type of an archetype, beast, cavalry, engine or foot; "" where there is none."""
    return base.rpartition("-")[2]


class Missile(Struct, frozen=True):
    """MI: what a die must show to hit, and the range in inches."""

    hit: int
    range: float

    @property
    def words(self) -> str:
        return f'hits on {self.hit}+, up to {self.range:g}"'


class Profile(Struct, frozen=True):
    """A Group as it is printed, with its `models` where anybody said how many. `r_max` is R, `mo` inches, `activation` the number for each order.

    `resolve` is what a test must reach (None: R itself), `kinds`, `foes` and `banes` are words for types of Groups,
    `sample` the profile of a sample company that it is.
    """

    points: int
    captain: bool
    r_max: int
    t: int
    mo: float
    me: Melee | None
    mi: Missile | None
    activation: Mapping[str, int]
    traits: tuple[Trait, ...]
    spells: tuple[str, ...]
    reserve: bool
    models: int
    models_said: Annotated[bool, STATIC] = False
    resolve: int | None = None
    base: Base | Literal[""] = ""
    kinds: tuple[str, ...] = ()
    foes: tuple[str, ...] = ()
    banes: tuple[str, ...] = ()
    sample: str = ""


class Closing(Struct, frozen=True):
    """A condition that closes the game (CO-END-1). `value`: rounds, percent of the points, or Groups."""

    when: Literal["rounds", "side_lost", "declared", "wiped_out", "few_groups", "marked_gone", "ritual"]
    value: int = 0
    side: Role = ""


class Award(Struct, frozen=True):
    """What is worth VP, and to whom (CO-END-2, CO-SCN-17). `tie`: VP where both are equal."""

    role: Literal["attacker", "defender", "both"]
    vp: int
    when: Literal[
        "enemy_points", "captain_routed", "more_points", "declared", "most_points", "groups_routed", "engines_routed",
        "groups_hurt", "groups_escaped", "engines_left", "tokens_left", "tokens_taken", "tokens_destroyed",
        "marked_escaped", "marked_routed", "ritual",
    ]  # fmt: skip
    per: int = 1
    text: str = ""
    tie: int = 0
    unmarked: bool = False


class Escape(Struct, frozen=True):
    """Who may leave the table, and by which edge (CO-SCN-2)."""

    role: Literal["attacker", "defender", "marked"]
    edge: Literal["any", "far"]


class BringOn(Struct, frozen=True):
    """Raid: what bringing on a Group that is held back needs, and how near to whoever brings it on (CO-SCN-5)."""

    value: int
    inches: float
    captain_value: int
    captain_inches: float


class Take(Struct, frozen=True):
    """Raid: what picking up a token needs, and the sum at which the Group may Move at once (CO-SCN-7)."""

    value: int
    move_on: int


class Destroy(Struct, frozen=True):
    """Sortie: what destroying a token needs (CO-SCN-10)."""

    value: int


First = Literal["attacker", "defender", "attacker_chooses", "defender_chooses"]


class Scenario(Struct, frozen=True):
    """The scenario of the game (CO-SET-3). `uneven`: the sides' points may differ; `mark`: what the marked Group is called."""

    name: str
    text: str
    first: First
    uneven: bool
    closing: tuple[Closing, ...]
    awards: tuple[Award, ...]
    opening_tests: Role = ""
    hold_back: Literal["", "defender_half"] = ""
    escape: Escape | None = None
    tokens: int = 0
    token: str = ""
    orders: tuple[Literal["bring_on", "take", "destroy"], ...] = ()
    bring_on: BringOn | None = None
    take: Take | None = None
    destroy: Destroy | None = None
    mark: str = ""
    mark_stays: bool = False
    ritual: bool = False

    @property
    def first_is_chosen(self) -> bool:
        """CO-SCN-1: who takes the first turn is chosen, by the side whose role is `first_role`."""
        return self.first.endswith("_chooses")

    @property
    def first_role(self) -> str:
        """The role of the side that takes the first turn, or chooses who does."""
        return self.first.removesuffix("_chooses")


def token_name(token: str, *, many: bool = False) -> str:
    """What the tokens of a scenario are called."""
    return f"{token.capitalize()} Token{'s' if many else ''}".strip()


def order_name(order: str) -> str:
    """What an order is called: `bring_on` is Bring on."""
    return {"self_destruct": "Self-Destruct"}.get(order, order.replace("_", " ").capitalize())


class Ambition(Struct, frozen=True):
    """What a Company may wish for itself (CO-SET-8)."""

    id: str
    vp: int
    name: str = ""
    text: str = ""


class Spell(Struct, frozen=True):
    """A spell (11.5): whom it is cast on, how far, on which condition, and what it does.

    `check`: what the 2d6 of the Cast must reach, where the spell says so; `lasts`: until the start of the casting
    side's next turn; `ends_spells`: those on the target. Projectile: `hit` up to `near` inches, `hit_far` beyond; `side`: whom the text forces it on.
    `hinders`: nobody wishes it on a friend, so enemies are offered first.
    """

    id: str
    name: str
    target: Literal["enemy", "friend", "another", "self-or-another", "any"]
    range: float
    text: str = ""
    rules: tuple[str, ...] = ("CO-MAG-3", "CO-MAG-6")
    self: bool = False
    sight: bool = False
    shaken: bool | None = None
    in_melee: bool | None = None
    dice: int = 0
    hit: int = 0
    cover: bool = False
    test: bool = False
    r: int = 0
    ends_shaken: bool = False
    t: int = 0
    moves: bool = False
    check: int = 0
    lasts: bool = False
    side: Literal["", "enemy"] = ""
    near: float = 0
    hit_far: int = 0
    ends_spells: bool = False
    hinders: bool = False

    @property
    def is_shot(self) -> bool:
        """CO-SPL-12: it is a Shoot with values of its own."""
        return self.near > 0

    @property
    def on_caster(self) -> bool:
        """Whether the caster may be the target as well."""
        return self.self or self.target in ("self-or-another", "any")


class Taunt(Struct, frozen=True):
    """A taunt (CO-TNT-1 to 10): who may Proclaim it, what it needs, and what it does for the rest of the game.

    `by`: profiles of the company. `target`: it names an enemy; then `t_attack`, `hit_attack`, `mo_double` hold against
    that one only. `t`, `t_attack`, `t_shot` are added to T always, when it Attacks, when it is Shot at; `hit_attack`,
    `hit_defend` make its to-hit value better.
    """

    id: str
    name: str
    check: int
    duty: Literal["resolve", "remind"]
    text: str
    company: str = ""
    by: tuple[str, ...] = ()
    needs: tuple[
        Literal["bloodied", "not_bloodied", "melee", "target_bloodied", "mi", "mo8", "caster"], ...
    ] = ()
    declare: str = ""
    target: bool = False
    no_move: bool = False
    no_retreat: bool = False
    no_shoot: bool = False
    only_melee: bool = False
    lure: bool = False
    reckless: Literal["", "all", "missile", "target"] = ""
    best_two: bool = False
    fail_routs: bool = False
    misses_again: Literal["", "shoot"] = ""
    hits_double: bool = False
    strike_back: bool = False
    t: int = 0
    t_attack: int = 0
    t_shot: int = 0
    hit_attack: int = 0
    hit_defend: int = 0
    mo: int = 0
    mo_double: bool = False
    gains: tuple[Trait, ...] = ()
    gains_against: Literal["", "target"] = ""
    loses: tuple[Trait, ...] = ()
    ends: Literal["", "target_routed"] = ""


class Hazard(Struct, frozen=True):
    """Hits of a location that no Group makes (CO-LOC-4): dice, what each must show, and whom they are rolled against.

    `double`: each hit counts twice.
    """

    name: str
    count: int
    value: int
    who: str
    double: bool = False


class Stranger(Struct, frozen=True):
    """A Group of a location that no player leads, as printed. The table moves it."""

    id: str
    name: str
    r: int
    resolve: int
    t: int = 1
    mo: float = 0
    me: Melee | None = None
    mi: Missile | None = None
    attack_activation: int = 0
    move_activation: int = 0
    traits: tuple[str, ...] = ()
    banes: tuple[str, ...] = ()


class Location(Struct, frozen=True):
    """A location (CO-LOC-1 to 7): its card, setup rolls, counters, and what is asked as turns end.

    `fades`: the counter that a die may take 1 off as a turn ends (CO-LOC-5). `walled`: nobody leaves by the edge (CO-LOC-6).
    """

    id: str
    number: int
    name: str
    text: str
    rolls: str = ""
    each: str = ""
    counters: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    fades: str = ""
    walled: bool = False
    hazards: tuple[Hazard, ...] = ()
    npc: tuple[Stranger, ...] = ()


class Book(Struct, frozen=True):
    """All profiles of a game. `ambitious`: every Company must choose an ambition before the start. `spells` are those of the house."""

    units: Mapping[str, Profile]
    points: int
    scenario: Scenario
    ambitions: Mapping[str, Ambition]
    ambitious: bool
    spells: Mapping[str, Spell] = {}


RULESET_ID = "company"
TITLE = "Flagrant Factions"

TABLES = Tables(RULESET_ID)
number = TABLES.number
modifier = TABLES.modifier
plays = TABLES.plays


class Edition(Struct, frozen=True):
    """An edition of the rules: the tables that it names, and what holds for companies in it.

    `captain_dice`: of the Captain's trait. `groups` and `group_points`: the fewest and the most (CO-BLD-1, CO-BLD-2);
    () where nothing is checked. `fighting_strength`: what R may be, () for any. `reserve_worth`: a Group held back is
    worth its points. `secret`: a Company may have any number of ambitions, which stay secret (CO-AMB-1, CO-AMB-2).
    `r`, `resolve` and `test`: its words for the two numbers of a Group and for the test. `formed` and `once`: how long a
    formation lasts, and how often some dice may be rolled again.
    """

    id: EditionId
    name: str
    text: str
    traits: str
    captain_traits: str
    captain_dice: int
    spells: str
    ambitions: str
    scenarios: str
    taunts: str = ""
    locations: str = ""
    secret: bool = False
    groups: tuple[int, ...] = ()
    group_points: tuple[int, ...] = ()
    fighting_strength: tuple[int, ...] = ()
    reserve_worth: bool = False
    r: str = "R"
    resolve: str = "R"
    test: str = "Resilience test"
    formed: str = "until its next activation"
    once: str = "each turn"

    def counts(self, reserve: bool) -> bool:
        """CO-MAG-5, CO-DEP-1: whether a Group, of the `reserve` or not, is worth its points."""
        return self.reserve_worth or not reserve

    @property
    def tested(self) -> str:
        """What is tested: Resilience, or Resolve."""
        return self.test.removesuffix(" test")


editions = TABLES.by_id("editions", Edition)

CHAPTER: EditionId = "chapter"


def unknown_edition() -> str:
    """What is wrong with a file that names any other edition."""
    return f"edition must be {joined([repr(one) for one in editions()], 'or')}"


@cache
def rules() -> Mapping[str, RuleText]:
    """All rules, each in the words of an edition in which it holds: the first one of all, or else the last of its own."""
    return {id: _told(rule, (CHAPTER, *rule.editions)[-1]) for id, rule in TABLES.rules().items()}


@cache
def rules_in(edition: str) -> Mapping[str, RuleText]:
    """The rules that hold in an edition, in its words."""
    named = edition or CHAPTER
    holding = (rule for rule in TABLES.rules().values() if not rule.editions or named in rule.editions)
    return {rule.id: _told(rule, named) for rule in holding}


def _told(rule: RuleText, edition: str) -> RuleText:
    title, text, reminder = (_in_words(said, edition) for said in (rule.title, rule.text, rule.reminder))
    return replace(rule, title=title, text=text, reminder=reminder)


def _in_words(text: str, edition: str) -> str:
    """A text with the words of an edition in place of {r}, {resolve}, {test}, {tested}, {formed} and {once}."""
    own = editions()[edition]
    for place, word in (
        ("{r}", own.r), ("{resolve}", own.resolve), ("{test}", own.test), ("{tested}", own.tested),
        ("{formed}", own.formed), ("{once}", own.once),
    ):  # fmt: skip
        text = text.replace(place, word)
    return text


class Build(Struct, frozen=True):
    """Which Groups a trait is for, and what it changes in the profile (CO-BLD-6, CO-BLD-7).

    `better`: numbers that dice must reach, each made 1 less. `takes`: the trait that goes. `mi` and `shoot`: a new MI and its order.
    """

    needs: Literal[
        "", "mi", "no-mi", "attack", "cavalry", "reckless", "defensive", "no-apprentice", "no-caster"
    ] = ""
    takes: Trait | Literal[""] = ""
    better: tuple[Literal["mi.hit", "me.attack", "activation.move"], ...] = ()
    t: int = 0
    mi: Missile | None = None
    shoot: int = 0
    halves_range: bool = False


class Named(Struct, frozen=True):
    """A trait of a Group or of a Captain: what it is called and does, and its rules. `roll`: sums of the dice.

    `names`: what an edition calls it otherwise. Of a Group's: its price, `kind` and `only` say who buys it, `built`
    that only the printed numbers show it. `order` is the order that it gives, on `value` (0: the profile says);
    `reach` and `gap` are inches: at most to what it is about, and at least to an enemy; `hit` what each die must show.
    `at_once`: the Group that is brought in may activate in the same turn. `shoots`: it Shoots before it is attacked.
    `ground`: difficult ground costs it nothing extra, or is impassable to it.
    Of a Captain's, once a turn: `dice` to roll again, or an `order` to pass.
    """

    id: str
    name: str
    text: str
    rules: tuple[str, ...]
    points: int = 0
    roll: tuple[int, ...] = ()
    names: Mapping[str, str] = {}
    kind: Literal["", "profile", "special"] = ""
    only: str = ""
    builds: Build = Build()
    built: bool = False
    free_if_absent: bool = False
    dice: int = 0
    order: str = ""
    value: int = 0
    reach: float = 0
    gap: float = 0
    hit: int = 0
    at_once: bool = False
    shoots: bool = False
    ground: Literal["", "free", "barred"] = ""


def titled(one: Spell | Taunt) -> str:
    """The name, and the number that it needs where it has one."""
    return f"{one.name} {one.check}+" if one.check else one.name


R = TypeVar("R", bound=Named | Spell | Ambition | Taunt | Location)


@cache
def _table(name: str, kind: type[R], edition: str) -> Mapping[str, R]:
    """A table of an edition in its words; an empty one where it has none."""
    rows = TABLES.rows(name, kind) if name else ()
    return {row.id: replace(row, text=_in_words(row.text, edition)) for row in rows}


@cache
def _named(name: str, edition: str) -> Mapping[str, Named]:
    rows = _table(name, Named, edition)
    return {id: replace(row, name=row.names.get(edition, row.name)) for id, row in rows.items()}


def traits(edition: str = CHAPTER) -> Mapping[str, Named]:
    return _named(editions()[edition].traits, edition)


HOUSE_TRAITS = ("fearless", "skittish", "shielded", "pathfinder")
"""Traits of our own that any edition may have."""


@cache
def all_traits(edition: str) -> Mapping[str, Named]:
    """What Groups of an edition may have: its traits and those of our own."""
    return {**{id: traits()[id] for id in HOUSE_TRAITS}, **traits(edition)}


def captain_traits(edition: str = CHAPTER) -> Mapping[str, Named]:
    return _named(editions()[edition].captain_traits, edition)


def captain_trait_for(total: int, edition: str = CHAPTER) -> str:
    """CO-SET-4, CO-CAP-13: the Captain's trait for a sum of the dice."""
    return next(named.id for named in captain_traits(edition).values() if total in named.roll)


def spells(edition: str = CHAPTER) -> Mapping[str, Spell]:
    return _table(editions()[edition].spells, Spell, edition)


def ambitions(edition: str = CHAPTER) -> Mapping[str, Ambition]:
    """The ambitions to choose from where the game brings none of its own (11.6)."""
    return _table(editions()[edition].ambitions, Ambition, edition)


def taunts(edition: str) -> Mapping[str, Taunt]:
    return _table(editions()[edition].taunts, Taunt, edition)


def locations(edition: str) -> Mapping[str, Location]:
    return _table(editions()[edition].locations, Location, edition)


@cache
def readings_of(edition: str) -> Readings:
    """The questions that an edition leaves open, with its usual choice first."""
    return asked_in(TABLES.readings, {"edition": edition})


class OfEdition(Protocol):
    """A game of an edition, in which every reading is decided."""

    @property
    def edition(self) -> EditionId: ...
    @property
    def readings(self) -> Chosen: ...


def house_rule(game: OfEdition, reading: str) -> Remark:
    """How this game reads the text, for the breakdown or the refusal in which it matters."""
    return readings_of(game.edition)[reading].remark(game.readings[reading])
