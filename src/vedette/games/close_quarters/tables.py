"""The numbers and tables of the rules, as they stand in rulesets/close-quarters/."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from vedette.engine import library
from vedette.engine.dice import Modifier
from vedette.games.close_quarters.rows import (
    AdjustmentRow,
    AmmunitionRow,
    ArmorRow,
    AwardRow,
    BandRow,
    CheckRow,
    EncumbranceRow,
    EnergyShieldRow,
    ItemRow,
    Kind,
    MartialArtsRow,
    OptionRow,
    ScenarioRow,
    ShieldRow,
    ShotgunRow,
    SkillRow,
    TerrainRow,
    Thing,
    UnarmedColumn,
    UnarmedRow,
    WeaponRow,
    in_grams,
)
from vedette.kit.tables import Tables

# --- the numbers and tables of the rules, as they stand in rulesets/close-quarters/


__all__ = [
    "RELOAD",
    "RULESET_ID",
    "SPENT",
    "TABLES",
    "AdjustmentRow",
    "AmmunitionRow",
    "ArmorRow",
    "AwardRow",
    "BandRow",
    "CheckRow",
    "EncumbranceRow",
    "EnergyShieldRow",
    "ItemRow",
    "Kind",
    "MartialArtsRow",
    "OptionRow",
    "ScenarioRow",
    "ShieldRow",
    "ShotgunRow",
    "SkillRow",
    "Thing",
    "UnarmedColumn",
    "UnarmedRow",
    "WeaponRow",
    "adjustments",
    "ammunition",
    "armor",
    "awards",
    "bands",
    "check_rows",
    "encumbrance_bands",
    "energy_shields",
    "grams",
    "house_rule",
    "in_grams",
    "item",
    "items",
    "kind_of",
    "martial_arts",
    "modifier",
    "needed",
    "number",
    "options",
    "plays",
    "price",
    "scenarios",
    "shields",
    "shotguns",
    "skills",
    "small",
    "thing",
    "unarmed_columns",
    "unarmed_steps",
    "weapons",
]

RULESET_ID = "close-quarters"

TABLES = Tables(RULESET_ID)
number = TABLES.number
plays = TABLES.plays
house_rule = TABLES.house_rule

RELOAD, SPENT = "reload-", "spent-"


@cache
def skills() -> Mapping[str, SkillRow]:
    """The skills by id, in the table's order."""
    return {row.id: row for row in TABLES.rows("skills", SkillRow)}


def needed(row: SkillRow) -> tuple[str, ...]:
    """CQ-SKL-4: the skills of which one must be known; empty where none is needed."""
    if not row.needs_any:
        return row.needs
    ranged = row.needs_any == "ranged"
    return tuple(
        skill_row.id for skill_row in skills().values() if (skill_row.ranged if ranged else skill_row.melee)
    )


@cache
def weapons() -> Mapping[str, WeaponRow]:
    """The types of weapons by id."""
    return {row.id: row for row in TABLES.rows("weapons", WeaponRow)}


@cache
def ammunition() -> Mapping[str, AmmunitionRow]:
    """Shotgun ammunition by id."""
    return {row.id: row for row in TABLES.rows("ammunition", AmmunitionRow)}


@cache
def shotguns() -> Mapping[str, ShotgunRow]:
    """The shotguns by the id of the weapon."""
    return {row.id: row for row in TABLES.rows("shotguns", ShotgunRow)}


@cache
def armor() -> Mapping[str, ArmorRow]:
    """Suits, jackets, vests, helmets and shielding by id."""
    return {row.id: row for row in TABLES.rows("armor", ArmorRow)}


@cache
def shields() -> Mapping[str, ShieldRow]:
    """The shields by id."""
    return {row.id: row for row in TABLES.rows("shields", ShieldRow)}


@cache
def energy_shields() -> Mapping[str, EnergyShieldRow]:
    """The energy shields by id."""
    return {row.id: row for row in TABLES.rows("energy_shields", EnergyShieldRow)}


@cache
def items() -> Mapping[str, ItemRow]:
    """All items by id: the table's, a reload for each weapon that takes one, and drained batteries and packs (CH 8)."""
    rows = {row.id: row for row in TABLES.rows("items", ItemRow)}
    derived = [*_reloads(), *_spent(rows)]
    return rows | {row.id: row for row in derived}


def _reloads() -> list[ItemRow]:
    return [
        ItemRow(f"{RELOAD}{row.id}", f"Reload for the {row.name}", row.reload_kg, row.reload, weapon=row.id)
        for row in weapons().values()
        if row.reload >= 0
    ]


def _spent(rows: Mapping[str, ItemRow]) -> list[ItemRow]:
    batteries = [
        ItemRow(
            f"{SPENT}{row.id}",
            f"Drained battery of the {row.name}",
            row.reload_kg,
            0,
            batteries=1,
            weapon=row.id,
            spent=True,
        )
        for row in weapons().values()
        if row.is_a("battery")
    ]
    packs = [
        ItemRow(
            f"{SPENT}{row.id}",
            f"Drained {row.name.lower()}",
            row.kg,
            0,
            worn=row.worn,
            batteries=row.batteries,
            spent=True,
        )
        for row in rows.values()
        if row.batteries
    ]
    return batteries + packs


def item(id: str) -> ItemRow | None:
    """The item, reload or drained battery of that id; None for any other id."""
    return items().get(id)


@cache
def bands() -> tuple[BandRow, ...]:
    """The automatic results (CQ-TBL-6), by number of dice and total."""
    return tuple(TABLES.rows("bands", BandRow))


@cache
def encumbrance_bands() -> tuple[EncumbranceRow, ...]:
    """The bands of encumbrance, the lightest first (CQ-ENC-2)."""
    return tuple(TABLES.rows("encumbrance", EncumbranceRow))


@cache
def unarmed_steps() -> tuple[UnarmedRow, ...]:
    """The base steps of unarmed damage, the weakest first (CQ-TBL-3)."""
    return tuple(TABLES.rows("unarmed", UnarmedRow))


@cache
def unarmed_columns() -> Mapping[str, UnarmedColumn]:
    """The columns of unarmed damage by the last part of their path, such as `knife_hth` (CQ-TBL-4)."""
    return {row.id: row for row in TABLES.rows("unarmed_columns", UnarmedColumn)}


@cache
def check_rows() -> Mapping[str, CheckRow]:
    """The kinds of check by id (CQ-CHK-11)."""
    return {row.id: row for row in TABLES.rows("checks", CheckRow)}


@cache
def martial_arts() -> Mapping[str, MartialArtsRow]:
    """The levels of martial arts by the id of the skill, the lowest first."""
    return {row.id: row for row in TABLES.rows("martial_arts", MartialArtsRow)}


@cache
def awards() -> Mapping[str, AwardRow]:
    """The reasons for experience by id, in the table's order."""
    return {row.id: row for row in TABLES.rows("awards", AwardRow)}


@cache
def scenarios() -> Mapping[str, ScenarioRow]:
    """The types of scenario by id."""
    return {row.id: row for row in TABLES.rows("scenarios", ScenarioRow)}


@cache
def adjustments() -> tuple[AdjustmentRow, ...]:
    """The Dexterity adjustments, in the table's order (CQ-TBL-9)."""
    return tuple(TABLES.rows("adjustments", AdjustmentRow))


@cache
def options() -> Mapping[str, OptionRow]:
    """The options of both halves by id."""
    return {row.id: row for row in TABLES.rows("options", OptionRow)}


@cache
def terrains() -> Mapping[str, TerrainRow]:
    """The kinds of ground by id."""
    return {row.id: row for row in TABLES.rows("terrain", TerrainRow)}


def thing(id: str) -> Thing | None:
    """What can be owned, of whatever kind; None for an unknown id."""
    for table in (weapons(), armor(), shields(), energy_shields(), items()):
        if id in table:
            return table[id]
    return None


def kind_of(id: str) -> Kind | None:
    """Which table a thing stands in; None for an unknown id."""
    kinds: Mapping[Kind, Mapping[str, Thing]] = {
        "weapon": weapons(),
        "armor": armor(),
        "shield": shields(),
        "energy_shield": energy_shields(),
        "item": items(),
    }
    return next((kind for kind, table in kinds.items() if id in table), None)


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
def _modifiers() -> Mapping[str, dict[str, Any]]:
    return {row["id"]: row for row in library.table(RULESET_ID, "modifiers")}


@cache
def modifier(id: str, times: float = 1) -> Modifier:
    """A modifier under its name in the breakdown, its value multiplied where the rule says so."""
    row = _modifiers()[id]
    return Modifier(row.get("stands_as", id), row["value"] * times, tuple(row["rules"]), told=row["name"])


# --- cQ-CHK-9, CQ-TBL-6


Band = Literal["triple", "double", "hit", "open", "miss", "drop", "break"]

SUCCESSES = ("triple", "double", "hit")
FAILURES = ("miss", "drop", "break")


@dataclass(frozen=True, slots=True)
class Result:
    """A check that was rolled; `margin` is 0 or more exactly where it succeeded (CQ-CHK-4, CQ-CHK-5)."""

    dice: int
    target: int
    total: int
    success: bool
    margin: int

    @property
    def band(self) -> Band:
        """The band of the total."""
        return band_of(self.dice, self.total)


def band_of(dice: int, total: int) -> Band:
    """The band that a total on so many dice falls into; with six dice or more every total is open."""
    for row in bands():
        if row.dice == dice and row.lowest <= total <= row.highest:
            return row.band
    return "open"


def always(dice: int) -> int:
    """The highest total that succeeds whatever the target; 0 where there is none."""
    return max((row.highest for row in bands() if row.dice == dice and row.band in SUCCESSES), default=0)


def never(dice: int) -> int:
    """The lowest total that fails whatever the target; 0 where there is none."""
    return min((row.lowest for row in bands() if row.dice == dice and row.band in FAILURES), default=0)


def read(dice: int, target: int, total: int) -> Result:
    """A total read against its target; the margin never contradicts the outcome (decision 15 of CH)."""
    margin, least, most = target - total, number("success_margin"), number("failure_margin")
    success = total <= always(dice) or (margin >= least and not 0 < never(dice) <= total)
    return Result(dice, target, total, success, max(margin, least) if success else min(margin, most))
