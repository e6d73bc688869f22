"""The numbers and tables of the rules, as they stand in rulesets/close-quarters/."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from typing import Any, Literal

from msgspec import Struct

from vedette.engine import library
from vedette.engine.data import Table
from vedette.engine.dice import Modifier
from vedette.engine.lazy_numbers import greater, lesser, made_of
from vedette.kit.schema import OptionText
from vedette.kit.tables import Tables

Use = Literal["melee", "missile", "thrown", "grenade"]
Force = Literal["muscle", "recoil", "none"]
Length = Literal["", "short", "medium", "long"]
Band = Literal["triple", "double", "hit", "open", "miss", "drop", "break"]
Kind = Literal["weapon", "armor", "shield", "energy_shield", "item"]


def in_grams(kg: str | float) -> int:
    """A mass in kilograms, as it is written, in whole grams (CH 1: exact, at most three places)."""
    return int(Decimal(str(kg)) * 1000)


class SkillRow(Struct, frozen=True):
    """A skill (CH 4).

    min_int, min_dex, min_str: base attributes needed, 0 for none. needs: any one of them must be known;
    needs_any: any skill of that sort must be. cheaper: slots saved by each other skill. by: the attribute that may
    price it. bonus: can carry a bought bonus. counts_as: skills that it stands for. ranged, melee: a missile or melee
    skill. chain, next: the chain of CH 15 and its later link. to_hit, toughness, initiative: what it adds there.
    learned: needs literacy where few are educated. does: what it is good for; "" where that is to use weapons.
    """

    id: str
    name: str
    slots: int
    min_int: int
    by: Literal["int", "dex", "str"]
    bonus: bool
    min_dex: int = 0
    min_str: int = 0
    needs: tuple[str, ...] = ()
    needs_any: Literal["", "ranged", "melee"] = ""
    cheaper: Mapping[str, int] = {}
    counts_as: tuple[str, ...] = ()
    ranged: bool = False
    melee: bool = False
    chain: str = ""
    next: str = ""
    to_hit: int = 0
    toughness: int = 0
    initiative: int = 0
    learned: bool = False
    does: str = ""


class Thing(Struct, frozen=True):
    """What can be owned: its mass in kilograms, as written, and its price in credits."""

    id: str
    name: str
    kg: str
    cost: int

    @property
    def grams(self) -> int:
        return in_grams(self.kg)


class WeaponRow(Thing, frozen=True):
    """A weapon (CH 5).

    damage: as the table writes it; `T:` names a column of the unarmed table, `a/b` is inner and outer damage of a
    grenade. damage2: in two hands. shots: single shots, bursts and automatic rounds a turn; 0: no such mode.
    rounds: in a full weapon. reload: price of a reload, -1 for none; reload_kg: its mass. span: Ready actions after a
    shot. also: other names. classes: see the head of weapons.toml.
    """

    use: Use
    force: Force
    damage: str
    strength: int
    hands: int
    shots: tuple[int, int, int]
    skills: tuple[str, ...] = ()
    thrown: bool = False
    damage2: str = ""
    length: Length = ""
    rounds: int = 0
    reload: int = -1
    reload_kg: str = "0"
    span: int = 0
    also: str = ""
    classes: tuple[str, ...] = ()

    def is_a(self, name: str) -> bool:
        """Whether the weapon is of that class; each is of the class that bears its own id."""
        return name == self.id or name in self.classes


class AmmunitionRow(Struct, frozen=True):
    """Shotgun ammunition (CH 6); strength is added to what the gun needs."""

    id: str
    name: str
    damage: str
    strength: int
    spreads: bool


class ShotgunRow(Struct, frozen=True):
    """A shotgun (CH 6): effective ranges in hexes, and whether one hand may ever hold it."""

    id: str
    sold_with: str
    effective: Mapping[str, int]
    one_handed: bool = True


class ArmorRow(Thing, frozen=True):
    """A set of armor, a jacket, a vest or a helmet (CH 7); light: no hindrance to Expert Stealth; field_proof: CQ-ARM-12.

    built_in: the shielding that a suit has in it, of which `r` is the R-factor; it may stop points too (CQ-ARM-19).
    """

    kind: Literal["full", "jacket", "vest", "helmet"]
    klass: Literal["armor", "shielding"]
    defence: int
    r: int = 0
    dex: int = 0
    mov: int = 0
    light: bool = False
    cloth: bool = False
    field_proof: bool = False
    built_in: str = ""
    also: str = ""


class ShieldRow(Thing, frozen=True):
    """A shield (CH 7)."""

    defence: int
    dex: int = 0


class EnergyShieldRow(Thing, frozen=True):
    """An energy shield (CH 7, CQ-ARM-14); r: the dice that it rolls."""

    kind: Literal["force-field", "deflector", "reflector"]
    r: int


class ItemRow(Thing, frozen=True):
    """An item (CH 8).

    hand: can be held ready; worn: belongs in `worn`; batteries: that it holds; together: all of one character count
    as one thing. weapon: what a reload or drained battery belongs to; spent: a drained battery or pack.
    """

    hand: bool = False
    worn: bool = False
    batteries: int = 0
    together: bool = False
    weapon: str = ""
    spent: bool = False


class BandRow(Struct, frozen=True):
    """The totals on so many dice that fall into a band (CQ-TBL-6); other numbers of dice are always open."""

    id: str
    dice: int
    band: Band
    lowest: int
    highest: int


class EncumbranceRow(Struct, frozen=True):
    """A band of encumbrance (CQ-ENC-2), in order: up to `times` the strength, its square, or endless."""

    id: str
    name: str
    times: int = 0
    squared: bool = False
    endless: bool = False
    mov: int = 0
    dex: int = 0
    immobile: bool = False

    def limit(self, strength: int) -> int | None:
        """The highest load in grams that belongs to the band; None where there is no limit."""
        if self.endless:
            return None
        return in_grams(strength * (strength if self.squared else self.times))


class UnarmedRow(Struct, frozen=True):
    """Up to this full strength, the base step of unarmed damage (CQ-TBL-3)."""

    id: str
    up_to: int
    step: int


class UnarmedColumn(Struct, frozen=True):
    """A column of unarmed damage (CQ-TBL-4): steps above the base; martial: the martial arts bonus counts."""

    id: str
    name: str
    steps: int
    martial: bool = False


class CheckRow(Struct, frozen=True):
    """A kind of check (CH 12).

    dice: fixed by the table, 0 where the difficulty says. dice_with: other dice for who knows a skill; fewer: dice
    that a skill takes away. needs: the skill without which it is refused (`needs_encumbrance`: the band) with `refusal`.
    skill, also: whose bought bonus counts, the better one. sure_with: the skill that needs no dice. light_armor: the skill helps only there.
    """

    id: str
    name: str
    attribute: Literal["str", "dex", "int"]
    rules: tuple[str, ...]
    dice: int = 0
    dice_with: Mapping[str, int] = {}
    fewer: Mapping[str, int] = {}
    needs: str = ""
    needs_encumbrance: str = ""
    refusal: str = ""
    skill: str = ""
    also: str = ""
    sure_with: str = ""
    light_armor: bool = False


class MartialArtsRow(Struct, frozen=True):
    """A level of martial arts (CQ-SKL-34, CQ-MRT-2 to -6): the skill that gives it, and what it brings."""

    id: str
    name: str
    level: int
    damage: int
    text: str


class AwardRow(Struct, frozen=True):
    """A reason for experience (CH 15); needs: the reason that must have been given before."""

    id: str
    name: str
    points: int
    rule: str
    text: str
    group: Literal["fight", "check", "role"]
    needs: str = ""


class ScenarioRow(Struct, frozen=True):
    """A type of scenario (CH 16): experience for each thing done, credits, and what changes hands."""

    id: str
    name: str
    rules: tuple[str, ...]
    text: str
    part: int
    winning: int = 0
    each_foe: int = 0
    was_hurt: int = 0
    hits_or_defence: int = 0
    check: int = 0
    many_checks: int = 0
    victor_credits: int = 0
    loser_credits: int = 0
    cowards: bool = False
    spoils: bool = False
    stake: bool = False
    heals: bool = False
    fight_optional: bool = False


class AdjustmentRow(Struct, frozen=True):
    """A row of the Dexterity adjustments (CQ-TBL-9), for reference; part: e_dex, a weapon's hit, or the roll."""

    id: str
    when: str
    dex: str
    group: str
    part: Literal["e_dex", "hit", "roll", "none"]
    remark: str = ""


CLEAR = "clear"
"""The ground of which a map says nothing."""


class TerrainRow(Struct, frozen=True):
    """A kind of ground: its symbol in a drawn map, and what it does.

    bad_footing: CQ-ENV-1. ice: CQ-ENV-8. deep: nobody fights in it (CQ-ENV-3). solid: wall all through.
    divide, less: what it makes of MOV, first divided (rounded up), then taken off (CQ-ENV-3, CQ-ENV-4).
    """

    id: str
    name: str
    symbol: str
    bad_footing: bool = False
    ice: bool = False
    deep: bool = False
    solid: bool = False
    divide: int = 1
    less: int = 0


class ExplainedRow(Struct, frozen=True):
    """The rules behind a sort of weapon or armor, or a skill."""

    id: str
    rules: tuple[str, ...]


# --- the tables themselves


RULESET_ID = "close-quarters"

TABLES = Tables(RULESET_ID)
number = TABLES.number
plays = TABLES.plays
house_rule = TABLES.house_rule

RELOAD, SPENT = "reload-", "spent-"
BATTERY, STOCKED, KNIVES = "battery", "stocked", "bayonet-knife"


# The tables by id, in their own order, and those that are read from the first row to the last.

skills = TABLES.by_id("skills", SkillRow)
weapons = TABLES.by_id("weapons", WeaponRow)
ammunition = TABLES.by_id("ammunition", AmmunitionRow)
shotguns = TABLES.by_id("shotguns", ShotgunRow)
armor = TABLES.by_id("armor", ArmorRow)
shields = TABLES.by_id("shields", ShieldRow)
energy_shields = TABLES.by_id("energy_shields", EnergyShieldRow)
check_rows = TABLES.by_id("checks", CheckRow)
martial_arts = TABLES.by_id("martial_arts", MartialArtsRow)
awards = TABLES.by_id("awards", AwardRow)
scenarios = TABLES.by_id("scenarios", ScenarioRow)
options = TABLES.by_id("options", OptionText)
terrains = TABLES.by_id("terrain", TerrainRow)

unarmed_columns = TABLES.by_id("unarmed_columns", UnarmedColumn)
"""The columns of unarmed damage by the last part of their path, such as `knife_hth` (CQ-TBL-4)."""

explained = TABLES.by_id("explained", ExplainedRow)
"""The rules behind what a character carries and knows, by sort: `weapon-pistol`, `armor-vest`, `skill-medic`."""

bands = TABLES.in_order("bands", BandRow)
"""The automatic results (CQ-TBL-6), by number of dice and total."""

encumbrance_bands = TABLES.in_order("encumbrance", EncumbranceRow)
"""The bands of encumbrance, the lightest first (CQ-ENC-2)."""

unarmed_steps = TABLES.in_order("unarmed", UnarmedRow)
"""The base steps of unarmed damage, the weakest first (CQ-TBL-3)."""

adjustments = TABLES.in_order("adjustments", AdjustmentRow)
"""The Dexterity adjustments, in the table's order (CQ-TBL-9)."""


def needed(row: SkillRow) -> tuple[str, ...]:
    """CQ-SKL-4: the skills of which one must be known; empty where none is needed."""
    if not row.needs_any:
        return row.needs
    known, ranged = skills().values(), row.needs_any == "ranged"
    return tuple(other.id for other in known if (other.ranged if ranged else other.melee))


@cache
def items() -> Mapping[str, ItemRow]:
    """All items by id: the table's, a reload for each weapon that takes one, and drained batteries and packs (CH 8)."""
    rows = TABLES.rows("items", ItemRow)
    made = list(rows)
    for gun in weapons().values():
        if gun.reload >= 0:
            name = f"Reload for the {gun.name}"
            made.append(ItemRow(f"{RELOAD}{gun.id}", name, gun.reload_kg, gun.reload, weapon=gun.id))
    drained: Any = {"cost": 0, "spent": True}
    for gun in weapons().values():
        if gun.is_a(BATTERY):
            id, name = f"{SPENT}{gun.id}", f"Drained battery of the {gun.name}"
            made.append(ItemRow(id, name, gun.reload_kg, batteries=1, weapon=gun.id, **drained))
    for row in rows:
        if row.batteries:
            id, name = f"{SPENT}{row.id}", f"Drained {row.name.lower()}"
            made.append(ItemRow(id, name, row.kg, worn=row.worn, batteries=row.batteries, **drained))
    return {row.id: row for row in made}


def item(id: str) -> ItemRow | None:
    return items().get(id)


KINDS: Mapping[Kind, Callable[[], Mapping[str, Thing]]] = {
    "weapon": weapons, "armor": armor, "shield": shields, "energy_shield": energy_shields, "item": items,
}  # fmt: skip
"""The tables of what can be owned."""


def thing(id: str) -> Thing | None:
    return next((table()[id] for table in KINDS.values() if id in table()), None)


def kind_of(id: str) -> Kind | None:
    return next((kind for kind, table in KINDS.items() if id in table()), None)


def price(type_id: str) -> int | None:
    """The table price in credits; None for an unknown id (CQ-ITM-9)."""
    found = thing(type_id)
    return found.cost if found else None


def grams(type_id: str) -> int:
    """The mass of a thing in grams; 0 for an unknown id."""
    found = thing(type_id)
    return found.grams if found else 0


def small(row: Thing) -> bool:
    """Whether a thing is light enough for a place among the small items (CQ-ITM-3)."""
    return row.grams < number("small_below_grams")


@cache
def _modifiers() -> Mapping[str, Table]:
    return {row["id"]: row for row in library.table(RULESET_ID, "modifiers")}


@cache
def modifier(id: str, times: float = 1) -> Modifier:
    """A modifier under its name in the breakdown, its value multiplied where the rule says so."""
    row = _modifiers()[id]
    return Modifier(row.get("stands_as", id), row["value"] * times, tuple(row["rules"]), told=row["name"])


SUCCESSES = ("triple", "double", "hit")
FAILURES = ("miss", "drop", "break")


class Result(Struct, frozen=True):
    """A rolled check; `margin` is 0 or more if and only if it succeeded (CQ-CHK-4, CQ-CHK-5).

    wide: with the wider bounds of 12.1 (`automatic_on_more_dice`).
    """

    dice: int
    target: int
    total: int
    success: bool
    margin: int
    wide: bool = False

    @property
    def band(self) -> Band:
        return band_of(self.dice, self.total, wide=self.wide)


WIDE = (4, 5)
"""The numbers of dice for which 12.1 has wider bounds."""


def band_of(dice: int, total: int, *, wide: bool = False) -> Band:
    """The band that a total on so many dice falls into; with six dice or more every total is open."""
    rows = _bands_of(dice)

    def band(total: int) -> Band:
        if wide and dice in WIDE and total < never(dice, wide=True):
            return "hit" if total <= always(dice, wide=True) else "open"
        return next((row.band for row in rows if row.lowest <= total <= row.highest), "open")

    return made_of(band, total)


@cache
def _bands_of(dice: int) -> tuple[BandRow, ...]:
    return tuple(row for row in bands() if row.dice == dice)


@cache
def always(dice: int, *, wide: bool = False) -> int:
    """The highest total that succeeds whatever the target; 0 where there is none."""
    if wide and dice in WIDE:
        return number("always_wide_4" if dice == min(WIDE) else "always_wide_5")
    return max((row.highest for row in _bands_of(dice) if row.band in SUCCESSES), default=0)


@cache
def never(dice: int, *, wide: bool = False) -> int:
    """The lowest total that fails whatever the target; 0 where there is none."""
    if wide and dice in WIDE:
        return number("never_wide_4" if dice == min(WIDE) else "never_wide_5")
    return min((row.lowest for row in _bands_of(dice) if row.band in FAILURES), default=0)


def result_of(dice: int, target: int, total: int, *, wide: bool = False) -> Result:
    """A total read against its target; the margin never contradicts the outcome (decision 15 of CH)."""
    margin, least, most = target - total, number("success_margin"), number("failure_margin")
    fails = 0 < never(dice, wide=wide) <= total
    success = total <= always(dice, wide=wide) or (margin >= least and not fails)
    kept = greater(margin, least) if success else lesser(margin, most)
    return Result(dice, target, total, success, kept, wide)
