"""The numbers and modifiers of the rules, as they stand in rulesets/open-fire/."""

from __future__ import annotations

from functools import cache

from msgspec import Struct, convert

from vedette.engine import library
from vedette.engine.conditions import ConditionKinds
from vedette.engine.data import Table
from vedette.kit.tables import Tables

RULESET_ID = "open-fire"

TABLES = Tables(RULESET_ID)
number = TABLES.number
modifier = TABLES.modifier
plays = TABLES.plays
house_rule = TABLES.house_rule


@cache
def special_rules() -> dict[str, Table]:
    return {row["name"].lower(): row for row in library.table(RULESET_ID, "special")}


class OfWeapon(Struct, frozen=True):
    """A modifier that a special rule of the weapon brings to its attacks: `times_x` it, and only while it is `unmoved`."""

    id: str
    special: str
    times_x: bool = False
    unmoved: bool = False


@cache
def weapon_modifiers() -> tuple[OfWeapon, ...]:
    rows = library.table(RULESET_ID, "modifiers")
    return tuple(convert(row, OfWeapon) for row in rows if "special" in row)


def rules_of(*tests: str) -> tuple[str, ...]:
    """The rules behind all modifiers of these tests."""
    rows = library.table(RULESET_ID, "modifiers")
    return tuple(
        dict.fromkeys(
            rule for row in rows if {*tests}.intersection(row.get("where", ())) for rule in row["rules"]
        )
    )


CONDITIONS = ConditionKinds(
    rolls={
        "attack": "its attacks",
        "attack_against": "attacks on it",
        "defence": "its defence",
        "defence_against": "defence vs. it",
    },
    durations={
        "activation": "this activation",
        "next_activation": "until its next activation",
        "round": "this round",
    },
    adds="added to each die",
)
