"""The state of a game: characters, what they carry, the map, and where the turn stands.

Each field of a character says how long it lasts: what belongs to the character for good, what a combat
leaves behind (`COMBAT`), and the marks that the end of a turn clears (`TURN`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from vedette.engine.conditions import Condition
from vedette.engine.data import Table
from vedette.engine.grammar import Spoken
from vedette.engine.marks import PAST, SELDOM, STATIC, marked
from vedette.engine.readings import Chosen
from vedette.engine.references import Actor, Among, AnySide, AnyUnit, Reference, SideId, UnitId, Winner
from vedette.engine.state import BaseState
from vedette.games.close_quarters import tables
from vedette.view.hexes import Direction, on_map

# --- what the texts of a state name: ids of the tables, and hexes of the map; nothing else can stand there


class OnMap(Reference, frozen=True):
    """It is a hex of the map, or one of the words."""

    words: tuple[str, ...] = ()

    def is_there(self, state: Any, name: str) -> bool:
        return name in self.words or on_map(state.map, name)


class AThing(Reference, frozen=True):
    """It is something that can be owned, of whatever kind."""

    def is_there(self, state: Any, name: str) -> bool:
        return tables.thing(name) is not None


@cache
def body_armor() -> frozenset[str]:
    return frozenset(id for id, row in tables.armor().items() if row.kind != "helmet")


@cache
def helmets() -> frozenset[str]:
    return frozenset(id for id, row in tables.armor().items() if row.kind == "helmet")


NOTHING = ("",)

SUPPORTS = ("bipod", "tripod")
BAYONET = "bayonet"
PACKS = ("battery-pack", "battery-backpack")

FITTED = (*SUPPORTS, BAYONET, *PACKS)

Hex = Annotated[str, OnMap()]
AnyHex = Annotated[str, OnMap(NOTHING)]
Terrain = Annotated[str, Among(tables.terrains)]
SkillId = Annotated[str, Among(tables.skills)]
ItemId = Annotated[str, Among(tables.items)]
ThingId = Annotated[str, AThing()]
Fitting = Annotated[str, Among(lambda: FITTED)]
WeaponType = Annotated[str, Among(tables.weapons)]
AnyAmmunition = Annotated[str, Among(tables.ammunition, NOTHING)]
AnyArmor = Annotated[str, Among(body_armor, NOTHING)]
AnyHelmet = Annotated[str, Among(helmets, NOTHING)]
AnyShield = Annotated[str, Among(tables.shields, NOTHING)]
AnyEnergyShield = Annotated[str, Among(tables.energy_shields, NOTHING)]
Hands = Annotated[int, Meta(ge=1, le=2)]
AttributeValue = Annotated[int, Meta(ge=0, le=10_000)]
Shots = Annotated[str, Meta(pattern=r"^\d{1,3}/\d{1,3}/\d{1,3}$")]


# --- weapons


class Weapon(Struct, frozen=True):
    """A weapon instance (CH 3): its type's row is in the table of weapons, and the fields from `damage` on beat it.

    name: what the house calls its own make of it. ammo: rounds, shots or turns of power left. grip: hands. fitted: what hangs on it. bayonet: the type of the knife
    that is fitted. span: Ready actions that a crossbow still needs. club_breaks: how often a club has shown an 18.
    """

    id: str
    type: WeaponType
    ammo: int = 0
    ammo_type: AnyAmmunition = ""
    grip: Hands = 1
    quality: Literal["normal", "practice", "improvised"] = "normal"
    unbalanced: int = 0
    broken: Literal["", "temporary", "permanent"] = ""
    fitted: tuple[Fitting, ...] = ()
    bayonet: WeaponType = "fighting-knife"
    burning: bool = False
    club_breaks: int = 0
    span: int = 0
    kind: Literal["damaging", "bludgeoning", "shock"] = "damaging"
    damage: str | None = None
    damage2: str | None = None
    str_min: int | None = None
    length: Literal["short", "medium", "long"] | None = None
    hands: Hands | None = None
    missile: bool | None = None
    thrown: bool | None = None
    force: Literal["muscle", "recoil", "none"] | None = None
    shots: int | Shots | None = None
    rounds: int | None = None
    skills: tuple[SkillId, ...] | None = None
    kg: float | None = None
    effective_range: int | None = None
    name: Annotated[str | None, SELDOM] = None

    @property
    def called(self) -> str:
        """What facts tell it by: the name of its make, else its type."""
        return self.name or self.type


# --- the latest rolls that nothing else in the state remembers (CQ-CHK-1, CQ-CHK-6, CQ-SKL-25)


class Checked(Struct, frozen=True):
    """The last attribute check (CQ-CHK-1)."""

    by: str
    kind: str
    dice: int
    target: int
    total: int
    band: str
    success: bool
    margin: int
    mods: Mapping[str, int]


class Opposed(Struct, frozen=True):
    """The last opposed roll (CQ-CHK-6); `winner` is a character, or "" on a tie."""

    by_target: int
    by_total: int
    by_margin: int
    against_target: int
    against_total: int
    against_margin: int
    winner: str
    net: int


class Sneaked(Struct, frozen=True):
    """The last attempt to sneak past somebody (CQ-SKL-25)."""

    success: bool
    margin: int
    may_hear: bool
    listener_margin: int
    heard: bool


# --- what lies on the map


Phase = Literal["between", "initiative", "movement", "action", "retreat", "end"]
Posture = Literal["standing", "kneeling", "prone", "fallen"]
Attribute = Literal["str", "dex", "int", "mov"]

Text = str
Whole = int
"""A character has attributes called `str` and `int`, as on his sheet, so that the types need other names there."""

COMBAT = Meta(extra={"lasts": "combat"})
"""Gone when the next combat starts."""

TURN = Meta(extra={"lasts": "turn"})
"""Gone at the end of the turn."""


class Tally(Struct, frozen=True):
    """What the current scenario will be settled by (CQ-SCN-1)."""

    foes: int = 0
    hits: int = 0
    took_damage: bool = False
    defended: bool = False
    ran: bool = False
    checks: int = 0
    recorded: int = 0


class WatchedHex(Struct, frozen=True):
    """A hex that is watched (CQ-OPT-13, CQ-OPT-14); `shots` are left, `aimed`: aiming went into it, so no −2.

    The hex is "" while it is sealed. support, expose: declared when the watch began.
    """

    weapon: str
    hex: AnyHex
    mode: Literal["opportunity", "suppression"]
    shots: int
    aimed: bool = False
    support: Annotated[Literal["rest", "bipod", "tripod"] | None, SELDOM] = None
    expose: Annotated[Literal["over", "lean"] | None, SELDOM] = None


class Person(Spoken, frozen=True, kw_only=True):
    """A single person, whose name is no plural."""

    plural: Annotated[bool | None, SELDOM, PAST] = False


class Character(Person, frozen=True, dict=True):
    """One character (CH 3): attributes, skills, equipment, wounds, and all marks of the combat."""

    name: Text
    side: SideId
    species: Text = "human"
    str: AttributeValue = 10
    dex: AttributeValue = 10
    int: AttributeValue = 10
    mov: AttributeValue = 10
    skills: tuple[SkillId, ...] = ()
    bought: tuple[SkillId, ...] = ()
    bonuses: Mapping[SkillId, Whole] = {}
    weapons: tuple[Weapon, ...] = ()
    ready: tuple[Text, ...] = ()
    belt: tuple[Text, ...] = ()
    slung: tuple[Text, ...] = ()
    pack: tuple[Text, ...] = ()
    items: tuple[ItemId, ...] = ()
    worn: tuple[ItemId, ...] = ()
    armor: AnyArmor = ""
    armor2: AnyArmor = ""
    helmet: AnyHelmet = ""
    shield: AnyShield = ""
    shield_held: Literal["ready", "slung", "dropped"] = "ready"
    energy_shield: AnyEnergyShield = ""
    energy_shield_on: bool = False
    energy_shield_broken: bool = False
    wealth: Whole = 0
    ep: Whole = 0
    damage: Whole = 0
    nonlethal: Whole = 0
    old_damage: Whole = 0
    healed: Whole = 0
    status: tuple[Text, ...] = ()
    tally: Tally = field(default_factory=Tally)
    awarded: tuple[Text, ...] = ()
    flammable: bool = False
    handhold: bool = False
    # Where his own file stands, if he has one, what tells it from others of its name, and the entry of it with which he
    # joined this game.
    file: Annotated[Text, STATIC] = ""
    file_mark: Annotated[Text, STATIC] = ""
    file_entry: Annotated[Whole, STATIC] = 0
    # Whether martial arts work only in cloth, by the game's house rule (CQ-SKL-34).
    arts_in_cloth: Annotated[bool, STATIC] = False
    # On the map. These outlast a combat.
    hex: AnyHex = ""
    facing: Direction = "n"
    posture: Posture = "standing"
    left: bool = False
    leaks: Whole = 0
    arms_lost: tuple[Text, ...] = ()
    leg_lost: bool = False
    armor_worn: Whole = 0
    shielding_worn: Whole = 0
    # Conditions of this combat.
    began: Annotated[tuple[UnitId, ...], COMBAT] = ()
    fell_turn: Annotated[Whole, COMBAT] = 0
    hurt_until: Annotated[Text, COMBAT] = ""
    aim_target: Annotated[AnyUnit, COMBAT] = ""
    aim_turns: Annotated[Whole, COMBAT] = 0
    hth: Annotated[bool, COMBAT] = False
    hth_ready: Annotated[Text, COMBAT] = ""
    held: Annotated[Whole, COMBAT] = 0
    held_by: Annotated[AnyUnit, COMBAT] = ""
    subdued: Annotated[bool, COMBAT] = False
    stunned: Annotated[Whole, COMBAT] = 0
    entangled: Annotated[bool, COMBAT] = False
    burning: Annotated[Literal["", "limb", "half", "whole", "soaked"], COMBAT] = ""
    burn_turns: Annotated[Whole, COMBAT] = 0
    burn_bonus: Annotated[Whole, COMBAT] = 0
    hanging: Annotated[AnyHex, COMBAT] = ""
    climbed: Annotated[Whole, COMBAT] = 0
    floating: Annotated[bool, COMBAT] = False
    float_dir: Annotated[Text, COMBAT] = ""
    float_speed: Annotated[Whole, COMBAT] = 0
    float_part: Annotated[Whole, COMBAT] = 0
    tether: Annotated[AnyHex, COMBAT] = ""
    in_deep_water: Annotated[bool, COMBAT] = False
    leak_turns: Annotated[Whole, COMBAT] = 0
    leak_round: Annotated[Whole, COMBAT] = 0
    overwatch: Annotated[WatchedHex | None, COMBAT] = None
    knocked_out: Annotated[bool, COMBAT] = False
    head_hit: Annotated[Whole, COMBAT] = 0
    leg_hit: Annotated[Whole, COMBAT] = 0
    ran_burning: Annotated[bool, COMBAT] = False
    # Marks of this turn.
    all_rear: Annotated[bool, TURN] = False
    moved: Annotated[Whole, TURN] = 0
    half: Annotated[Whole, TURN] = 0
    ran: Annotated[bool, TURN] = False
    done: Annotated[bool, TURN] = False
    path: Annotated[tuple[Hex, ...], TURN] = ()
    stood: Annotated[Literal["", "half", "full"], TURN] = ""
    went_down: Annotated[bool, TURN] = False
    grabbed: Annotated[bool, TURN] = False
    charged: Annotated[bool, TURN] = False
    delayed: Annotated[bool, TURN] = False
    turned: Annotated[bool, TURN] = False
    acted: Annotated[bool, TURN] = False
    dodging: Annotated[bool, TURN] = False
    defending: Annotated[bool, TURN] = False
    defends_against: Annotated[AnyUnit, TURN] = ""
    parry: Annotated[Text, TURN] = ""
    exposed: Annotated[Literal["", "over", "lean"], TURN] = ""
    surprised: Annotated[bool, TURN] = False
    hits_turn: Annotated[Whole, TURN] = 0
    raw_turn: Annotated[Whole, TURN] = 0
    checked: Annotated[bool, TURN] = False
    dealt: Annotated[Mapping[UnitId, Whole], TURN] = {}
    burned: Annotated[bool, TURN] = False
    fire_stopped: Annotated[bool, TURN] = False
    alight_after_run: Annotated[bool, TURN] = False
    panic: Annotated[Literal["", "calm", "panic"], TURN] = ""
    rolling: Annotated[bool, TURN] = False
    breather: Annotated[bool, TURN] = False
    aimed: Annotated[bool, TURN] = False
    shots: Annotated[Whole, TURN] = 0
    mode: Annotated[Text, TURN] = ""
    fired: Annotated[Text, TURN] = ""
    power: Annotated[Whole, TURN] = 0
    shot_at: Annotated[AnyUnit, TURN] = ""
    shot_hex: Annotated[AnyHex, TURN] = ""
    mode_changed: Annotated[bool, TURN] = False
    forced_back: Annotated[tuple[UnitId, ...], TURN] = ()
    fought: Annotated[bool, TURN] = False
    patched: Annotated[bool, TURN] = False

    def weapon(self, name: Text) -> Weapon | None:
        return next((weapon for weapon in self.weapons if weapon.id == name), None)

    def weapons_but(self, name: Text) -> tuple[Weapon, ...]:
        return tuple(weapon for weapon in self.weapons if weapon.id != name)

    def without_marks(self, *lasting: Meta) -> Character:
        """The character with all marks of these kinds (`TURN`, `COMBAT`) gone."""
        return replace(self, **_blank(*lasting))


def without(things: tuple[str, ...], thing: str) -> tuple[str, ...]:
    """The things without one of that id; of items there may be several."""
    if thing not in things:
        return things
    place = things.index(thing)
    return things[:place] + things[place + 1 :]


class Sealed(Struct, frozen=True):
    """A declaration that only its side knows (CQ-ARM-15, CQ-OPT-13): whose it is, and the box that holds it."""

    id: str
    what: Literal["shield", "watch"]
    unit: UnitId
    digest: str
    box: str
    round: int


class Side(Spoken, frozen=True):
    """A side; `spoils` are the types of what it has taken, `sealed` what it has not shown yet."""

    name: str
    leader: AnyUnit = ""
    spoils: tuple[ThingId, ...] = ()
    all_ran: bool = False
    fleeing: bool = False
    sealed: tuple[Sealed, ...] = ()


class Wall(Struct, frozen=True):
    """A wall on an edge of a hex; `height` in metres, 3 for anything over 2."""

    hex: Hex
    side: Direction
    height: float


class Fire(Struct, frozen=True):
    """A hex that burns; `turns` are left to burning oil, `coals` make ordinary fire hotter."""

    kind: Literal["oil", "incendiary", "ordinary"]
    turns: int = 0
    coals: bool = False


class Cloud(Struct, frozen=True):
    """Smoke or gas; `age` in turns, `radius` in hexes around its hex."""

    kind: Literal["smoke", "gas", "anti-laser"]
    hex: Hex
    age: int = 1
    radius: int = 0


class Grenade(Struct, frozen=True):
    """A live grenade: where it lies, or who holds it; `due` is the turn in which it goes off."""

    kind: Literal["explosive", "incendiary", "smoke", "gas", "anti-laser"]
    hex: AnyHex = ""
    fuse: Literal["turn", "movement", "lit"] = "turn"
    due: int = 0
    lit: bool = False
    held: AnyUnit = ""
    weapon: Weapon | None = None
    by: AnyUnit = ""


class Dropped(Struct, frozen=True):
    """A thing that lies on the map; a weapon keeps its own figures. `by` is who dropped or threw it."""

    type: ThingId
    hex: Hex
    weapon: Weapon | None = None
    by: AnyUnit = ""


class Map(Struct, frozen=True, dict=True):
    """The ground (CQ-MAP-1), and what lives on it from turn to turn."""

    cols: int = 20
    rows: int = 20
    dark: bool = False
    microgravity: bool = False
    atmosphere: Literal["air", "vacuum", "poison"] = "air"
    wind: Literal["none", "slight", "strong"] = "none"
    wind_to: Direction = "ne"
    terrain: Mapping[Hex, Terrain] = {}
    pits: Mapping[Hex, float] = {}
    walls: tuple[Wall, ...] = ()
    fog: tuple[Hex, ...] = ()
    anti_laser: tuple[Hex, ...] = ()
    fires: Mapping[Hex, Fire] = {}
    clouds: Mapping[str, Cloud] = {}
    grenades: Mapping[str, Grenade] = {}
    dropped: Mapping[str, Dropped] = {}


class Options(Struct, frozen=True):
    """What the players agreed on; the optional rules of chapter 21 are switches."""

    scenario: Literal["arena", "duel", "practice", "interior", "other"] = "arena"
    gravity: float = 1
    literate: bool = True
    starting_points: int = field(default_factory=lambda: int(tables.options()["starting_points"].default))
    starting_credits: int = field(default_factory=lambda: int(tables.options()["starting_credits"].default))
    advanced_initiative: bool = False
    mov_formula: bool = False
    nonlethal: bool = False
    fatigue: bool = False
    aimed_shots: bool = False
    quick_shot: bool = False
    partial_armor: bool = False
    degraded_armor: bool = False
    opportunity_fire: bool = False
    move_and_shoot: bool = False
    delay: bool = False


class Slot(Struct, frozen=True):
    """A place in the order of the action phase (CQ-TRN-3, CQ-TRN-5): `number` 1 is the first, 2 the second shot."""

    unit: UnitId
    number: int
    level: int
    dex: int


class LastMove(Struct, frozen=True):
    """The latest move of this phase: hexes from the start on."""

    unit: UnitId
    path: tuple[Hex, ...]


class Fight(BaseState, frozen=True, dict=True):
    """A whole game, in combat and between combats.

    left_cover: who has left his cover in the latest action, each with the enemies who watch and saw it (CQ-OPT-13).
    let_pass: the watchers who don't fire at the latest move, or at whoever has just left cover.
    """

    sides: Mapping[str, Side]
    units: Mapping[str, Character]
    map: Map = field(default_factory=Map)
    options: Options = field(default_factory=Options)
    round: int = 1
    phase: Phase = "between"
    active: AnySide = ""
    actor: AnyUnit = ""
    initiative: tuple[SideId, ...] = ()
    move_order: tuple[Actor, ...] = ()
    order: tuple[UnitId, ...] = ()
    slots: tuple[Slot, ...] = ()
    last_move: LastMove | None = None
    left_cover: Mapping[str, tuple[str, ...]] = {}
    let_pass: tuple[UnitId, ...] = ()
    outcome: Winner = ""
    settled: bool = False
    check: Checked | None = None
    opposed: Opposed | None = None
    sneak: Sneaked | None = None
    conditions: tuple[Condition, ...] = ()
    title: Annotated[str, STATIC] = ""
    readings: Annotated[Chosen, STATIC] = {}

    def with_units(self, changed: Mapping[str, Character]) -> Fight:
        return replace(self, units={**self.units, **changed})

    def with_weapon(self, owner: str, weapon: str, **changes: Any) -> Fight:
        character = self.units[owner]
        weapons = tuple(replace(w, **changes) if w.id == weapon else w for w in character.weapons)
        return self.with_unit(owner, weapons=weapons)

    def with_map(self, **changes: Any) -> Fight:
        return replace(self, map=replace(self.map, **changes))

    def off_map(self, kind: str, id: str) -> Fight:
        """The game without one of the `grenades`, `clouds`, `fires` or `dropped` things of the map."""
        return self.with_map(**{kind: {k: v for k, v in getattr(self.map, kind).items() if k != id}})

    def of(self, side: str) -> list[str]:
        """The characters of a side, in the order of the set-up."""
        return [name for name, character in self.units.items() if character.side == side]


@cache
def _blank(*lasting: Meta) -> Table:
    fresh = Character("", "")
    return {name: getattr(fresh, name) for name in marked(Character, *lasting)}
