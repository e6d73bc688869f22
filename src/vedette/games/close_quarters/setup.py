"""The set-up of a game as it is written: characters with their weapons, sides, options and the map.

Nothing is judged here (CH 3): a game file may hold any character, lawful or not. Only what makes no sense is a fault.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, field_validator

from vedette.engine.text import clean, require_text
from vedette.games.close_quarters.derived.arms import is_by_strength
from vedette.games.close_quarters.derived.progression import is_notation
from vedette.games.close_quarters.known import FITTED, Shots
from vedette.games.close_quarters.map.hexes import is_hex_name
from vedette.games.close_quarters.map.terrain import metres
from vedette.games.close_quarters.rows import WeaponRow
from vedette.games.close_quarters.state import Direction, Posture
from vedette.games.close_quarters.tables import (
    TABLES,
    ammunition,
    armor,
    energy_shields,
    item,
    number,
    options,
    shields,
    skills,
    thing,
    weapons,
)
from vedette.games.close_quarters.weapon import Weapon
from vedette.kit.schema import Checked, Data, Id, Name, Setup, Several, doubles

Text = Annotated[str, Field(max_length=80)]
Whole = Annotated[int, Field(ge=0, le=10_000)]
Ids = list[Text]
"""A character has attributes called `str` and `int`: the types need other names here."""


TERRAINS = Literal[
    "clear", "broken", "water-ankle", "water-knee", "water-deep", "mud-ankle", "mud-knee", "snow-ankle", "snow-knee",
    "ice", "wall",
]  # fmt: skip


class WeaponData(Checked):
    """A weapon instance; columns of the table may stand here and then beat it."""

    id: Id
    type: Text
    ammo: Whole | None = None
    ammo_type: Text = ""
    grip: Literal[1, 2] | None = None
    quality: Literal["normal", "practice", "improvised"] = "normal"
    unbalanced: Annotated[int, Field(ge=-20, le=0)] = 0
    broken: Literal["", "temporary", "permanent"] = ""
    fitted: Ids = []
    bayonet: Text = "fighting-knife"
    burning: bool = False
    club_breaks: Whole = 0
    span: Whole = 0
    kind: Literal["damaging", "bludgeoning", "shock"] = "damaging"
    damage: Text | None = None
    damage2: Text | None = None
    str_min: Whole | None = None
    length: Literal["short", "medium", "long"] | None = None
    hands: Literal[1, 2] | None = None
    missile: bool | None = None
    thrown: bool | None = None
    force: Literal["muscle", "recoil", "none"] | None = None
    shots: Whole | Shots | None = None
    rounds: Whole | None = None
    skills: Ids | None = None
    kg: Annotated[float, Field(ge=0, le=1000)] | None = None
    effective_range: Whole | None = None

    @property
    def weapon(self) -> Weapon:
        """The instance as the state holds it; hands and rounds that aren't given are filled in by `new_game`."""
        given = self.model_dump(exclude={"ammo", "grip", "fitted", "skills"})
        skills = None if self.skills is None else tuple(self.skills)
        return Weapon(**given, fitted=tuple(self.fitted), skills=skills)

    def _faults(self) -> Iterator[str]:
        if self.type not in weapons():
            yield f"there is no weapon of the type {self.type}"
        if self.ammo_type and self.ammo_type not in ammunition():
            yield f"there is no ammunition {self.ammo_type}"
        if self.bayonet not in weapons():
            yield f"{self.bayonet} is no knife that could be fitted"
        row = weapons().get(self.type)
        given = [self.damage, self.damage2 or None]
        yield from (f"{one!r} is no damage like 2d6-1" for one in given if row and not _is_damage(one, row))
        yield from (f"{one} can't be fitted to a weapon" for one in self.fitted if one not in FITTED)
        yield from (f"there is no skill {one}" for one in self.skills or () if one not in skills())


def _is_damage(written: Text | None, row: WeaponRow) -> bool:
    """Whether damage is written as the table writes it, a grenade's also in two zones; none given is none to judge."""
    if written is None or written == row.damage:
        return True
    if row.use != "grenade":
        return is_notation(written) or is_by_strength(written)
    inner, slash, outer = written.partition("/")
    return is_notation(inner) and (not slash or is_notation(outer))


class TallyData(Data):
    """What the current scenario will be settled by."""

    foes: Whole = 0
    hits: Whole = 0
    took_damage: bool = False
    defended: bool = False
    ran: bool = False
    checks: Whole = 0
    recorded: Whole = 0


class BuildData(Checked):
    """What a character is made of and owns; what he has gone through is not part of it."""

    name: Name = ""
    species: Text = "human"
    str: Whole = 10
    dex: Whole = 10
    int: Whole = 10
    mov: Whole = 10
    skills: Ids = []
    bought: Ids = []
    bonuses: dict[Text, Annotated[Whole, Field(ge=1)]] = {}
    weapons: list[WeaponData] = []
    ready: Ids = []
    belt: Ids = []
    slung: Ids = []
    pack: Ids = []
    items: Ids = []
    worn: Ids = []
    armor: Text = ""
    armor2: Text = ""
    helmet: Text = ""
    shield: Text = ""
    shield_held: Literal["ready", "slung", "dropped"] = "ready"
    energy_shield: Text = ""
    energy_shield_on: bool = False
    energy_shield_broken: bool = False
    old_damage: Whole = 0
    healed: Whole = 0
    status: list[Literal["hurt", "tear-gas", "blinded"]] = []
    tally: TallyData = TallyData()
    awarded: Ids = []
    flammable: bool = False
    handhold: bool = False
    hex: Text = ""
    facing: Direction = "n"
    posture: Posture = "standing"

    @field_validator("name")
    @classmethod
    def _said(cls, value: Text) -> Text:
        return require_text(value) if value else clean(value)

    def _faults(self) -> Iterator[Text]:
        yield from self._unknown()
        twice = doubles(self.skills), doubles([weapon_data.id for weapon_data in self.weapons])
        yield from (f"the skill {one} stands there twice" for one in twice[0])
        most = number("bonus_most")
        yield from (
            f"a bonus is +{most} at most: {one}" for one, bonus in self.bonuses.items() if bonus > most
        )
        yield from (f"the weapon id {one} is used twice" for one in twice[1])
        yield from (f"{one} is bought, and no skill of his" for one in self.bought if one not in self.skills)
        if self.hex and not is_hex_name(self.hex):
            yield f"{self.hex} is no hex"
        instances = {weapon_data.id for weapon_data in self.weapons}
        carried = [one for one in placed(self) if one in instances]
        yield from (f"{double} is in two places" for double in doubles(carried))
        yield from self._unowned()

    def _unowned(self) -> Iterator[Text]:
        """Ids in his hands or about him that are nothing of his."""
        return unowned(self)

    def _unknown(self) -> Iterator[Text]:
        """Ids that no table knows, or that stand in the wrong place."""
        yield from (
            f"there is no skill {one}" for one in (*self.skills, *self.bonuses) if one not in skills()
        )
        yield from (f"there is no item {one}" for one in (*self.items, *self.worn) if not item(one))
        yield from (f"{one} can't be worn" for one in self.worn if (row := item(one)) and not row.worn)
        for name in (self.armor, self.armor2):
            if name and (name not in armor() or armor()[name].kind == "helmet"):
                yield f"{name} is no armor"
        if self.helmet and (self.helmet not in armor() or armor()[self.helmet].kind != "helmet"):
            yield f"{self.helmet} is no helmet"
        if self.shield and self.shield not in shields():
            yield f"there is no shield {self.shield}"
        if self.energy_shield and self.energy_shield not in energy_shields():
            yield f"there is no energy shield {self.energy_shield}"


def placed(one: Any) -> list[Text]:
    """What a character has in hand, on his belt and back and in his pack, in a game file or in play."""
    return [thing for place in (one.ready, one.belt, one.slung, one.pack) for thing in place]


def unowned(one: Any, live: Collection[Text] = ()) -> Iterator[Text]:
    """One sentence for each of these that is nothing of his; `live` are the grenades of the map that he holds."""
    own = {weapon.id for weapon in one.weapons} | set(live)
    strange = [thing for thing in placed(one) if thing not in own and not item(thing)]
    yield from (f"{thing} is neither a weapon of his nor an item" for thing in strange)


class CharacterData(BuildData):
    """A character in a game file: how he is built, and what he has gone through."""

    id: Id
    wealth: Whole = 0
    ep: Whole = 0
    damage: Whole = 0
    nonlethal: Whole = 0
    arms_lost: list[Literal["weapon-arm", "other-arm"]] = []
    leg_lost: bool = False
    leaks: Whole = 0
    armor_worn: Whole = 0
    shielding_worn: Whole = 0
    file: Text = ""
    file_mark: Text = ""
    file_entry: Whole = 0

    def _unowned(self) -> Iterator[Text]:
        """Nothing yet: only the whole game knows which live grenades he holds (CQ-GRN-10)."""
        return iter(())


class SideData(Data):
    """A side with its characters."""

    id: Id
    name: Name = ""
    leader: Text = ""
    spoils: Ids = []
    units: Annotated[list[CharacterData], Several] = []

    @field_validator("name")
    @classmethod
    def _said(cls, value: Text) -> Text:
        return require_text(value) if value else clean(value)


class OptionsData(Data):
    """What the players agreed on."""

    scenario: Literal["arena", "duel", "practice", "interior", "other"] = "arena"
    gravity: Annotated[float, Field(ge=0, le=10)] = 1
    literate: bool = True
    starting_points: Whole = Field(default_factory=lambda: int(options()["starting_points"].default))
    starting_credits: Whole = Field(default_factory=lambda: int(options()["starting_credits"].default))
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


class WallData(Data):
    """A wall on an edge of a hex."""

    hex: Text
    side: Direction
    height: float


class FireData(Data):
    """A hex that burns."""

    kind: Literal["oil", "incendiary", "ordinary"]
    turns: Whole = 0
    coals: bool = False


class CloudData(Data):
    """A cloud."""

    kind: Literal["smoke", "gas", "anti-laser"]
    hex: Text
    age: Whole = 1
    radius: Whole = 0


class GrenadeData(Data):
    """A live grenade."""

    kind: Literal["explosive", "incendiary", "smoke", "gas", "anti-laser"]
    hex: Text = ""
    fuse: Literal["turn", "movement", "lit"] = "turn"
    due: Whole = 0
    lit: bool = False
    held: Text = ""


class DroppedData(Data):
    """A thing that lies on the map."""

    type: Text
    hex: Text


class MapData(Checked):
    """The ground (CQ-MAP-1)."""

    name: Name = ""
    cols: Annotated[int, Field(ge=1, le=99)] = Field(default_factory=lambda: number("map_cols"))
    rows: Annotated[int, Field(ge=1, le=99)] = Field(default_factory=lambda: number("map_rows"))
    dark: bool = False
    microgravity: bool = False
    atmosphere: Literal["air", "vacuum", "poison"] = "air"
    wind: Literal["none", "slight", "strong"] = "none"
    wind_to: Direction = "ne"
    terrain: dict[str, TERRAINS] = {}
    pits: dict[str, Annotated[float, Field(gt=0, le=1000)]] = {}
    walls: list[WallData] = []
    fog: Ids = []
    anti_laser: Ids = []
    fires: dict[str, FireData] = {}
    clouds: dict[Id, CloudData] = {}
    grenades: dict[Id, GrenadeData] = {}
    dropped: dict[Id, DroppedData] = {}

    def has(self, hex: Text) -> bool:
        """Whether a hex is on this map."""
        return is_hex_name(hex) and 1 <= int(hex[:2]) <= self.cols and 1 <= int(hex[2:]) <= self.rows

    def _faults(self) -> Iterator[Text]:
        named = [*self.terrain, *self.pits, *self.fog, *self.anti_laser, *self.fires]
        named += [*(wall.hex for wall in self.walls), *(cloud.hex for cloud in self.clouds.values())]
        named += [lying.hex for lying in self.dropped.values()]
        named += [grenade.hex for grenade in self.grenades.values() if grenade.hex]
        outside = [one for one in dict.fromkeys(named) if not self.has(one)]
        if outside:
            yield f"{_some(outside)} not on the map"
        heights = [metres(name) for name in HEIGHTS]
        for wall in self.walls:
            if wall.height not in heights:
                known = ", ".join(f"{height:g}" for height in heights)
                yield f"a wall is {known} metres high, not {wall.height:g}"
        types = dict.fromkeys(lying.type for lying in self.dropped.values())
        yield from (f"there is no {one} that could lie on the map" for one in types if thing(one) is None)


TOLD = 3
"""Hexes that are named in a sentence about many."""


def _some(hexes: list[Text]) -> Text:
    """The subject of a sentence about hexes: the first few, and how many more there are."""
    shown, more = ", ".join(hexes[:TOLD]), len(hexes) - TOLD
    return f"{shown} and {more} more are" if more > 0 else f"{shown} {'is' if len(hexes) == 1 else 'are'}"


HEIGHTS = ("wall_low", "wall_high", "wall_full", "wall_solid")
"""The heights that a wall may have; the last stands for anything over the one before."""


class GameData(Setup):
    """A whole set-up."""

    tables: ClassVar = TABLES
    ruleset: Literal["close-quarters"] = "close-quarters"
    options: OptionsData = Field(default_factory=OptionsData)
    map: MapData = MapData()
    sides: Annotated[list[SideData], Field(min_length=1)]

    def _faults(self) -> Iterator[Text]:
        units = [unit for side in self.sides for unit in side.units]
        ids = [side.id for side in self.sides] + [unit.id for unit in units]
        yield from (f"the id {double} is used twice" for double in doubles(ids))
        for side in self.sides:
            if side.leader and side.leader not in {unit.id for unit in side.units}:
                yield f"{side.leader} can't lead {side.id}: there is no such character on that side"
        for unit in units:
            live = [id for id, grenade in self.map.grenades.items() if grenade.held == unit.id]
            yield from (f"{unit.id}: {fault}" for fault in unowned(unit, live))
        if self.options.fatigue and not self.options.nonlethal:
            yield "the option fatigue needs the option nonlethal"
        outside = (unit for unit in units if unit.hex and not self.map.has(unit.hex))
        yield from (f"{unit.id} stands in {unit.hex}, which is not on the map" for unit in outside)
