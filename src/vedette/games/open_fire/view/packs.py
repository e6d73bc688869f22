"""What a pack of house profiles may hold: units, weapons, and abilities with the conditions that they bring about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from vedette.engine import library
from vedette.engine.commands import shown
from vedette.engine.data import Row
from vedette.games.open_fire.setup import AbilityData, UnitData, WeaponData, resolve_unit
from vedette.games.open_fire.tables import RULESET_ID, special_rules
from vedette.games.open_fire.view.roster import model_lines
from vedette.kit.setup_resolver import offered_names, row_faults, unit_faults
from vedette.kit.words import nearest
from vedette.view.packs import PackField, PackKind, Rows

EASIEST, HARDEST = 2, 12
"""What a test with a D12 can ask for: a 1 always fails and a 12 never does."""

LONGEST = 96
"""Inches of the longest table."""


def _profile_faults(row: Row, beside: Rows) -> Iterator[str]:
    yield from unit_faults(RULESET_ID, UnitData, resolve_unit, row, beside)
    models = row.get("models")
    for one in (row, *(models if isinstance(models, list) else ())):
        # Numbers that no test and no table has; its type tells what is no number.
        if isinstance(one, Mapping):
            yield from _too_far(one, "mov")
            for name in ("skl", "def", "cmd"):
                value = one.get(name)
                if isinstance(value, int) and not EASIEST <= value <= HARDEST:
                    yield f"{name}: a test needs {EASIEST} to {HARDEST} on a D12"
    known = {str(one.get("id")) for one in library.table(RULESET_ID, "expansions")}
    expansions = row.get("expansions", [])
    for one in expansions if isinstance(expansions, list) else ["?"]:
        if str(one) not in known:
            yield f"expansions: a list of {' and '.join(sorted(known))}"
    yield from _unknown(row, "unit")


def _too_far(row: Row, name: str) -> Iterator[str]:
    given = row.get(name)
    values = given if isinstance(given, list) else [given]
    if any(isinstance(value, int | float) and value > LONGEST for value in values):
        yield f'{name}: at most {LONGEST}", since no table is longer'


def _unknown(row: Row, on: str) -> Iterator[str]:
    """Special rules that there are not; in a game they would do nothing."""
    given = row.get("special")
    known = [rule["name"] for rule in special_rules().values() if rule["on"] == on]
    for one in given if isinstance(given, list) else ():
        name = str(one).partition("(")[0].strip()
        if name.lower() not in map(str.lower, known):
            yield f"special: there is no {shown(one)} for a {on}{nearest(name, known)}"


def _special(on: str) -> Mapping[Any, str]:
    signs = {True: " (1)", "arc": " (Rear Arc)"}
    rows = (row for row in special_rules().values() if row["on"] == on)
    return {name: name for row in rows for name in [row["name"] + signs.get(row["value"], "")]}


SPECIAL = "commas between; a number in brackets"

_OFFERED = {table: partial(offered_names, RULESET_ID, table) for table in ("weapons", "abilities")}

PROFILES = PackKind(
    "profiles",
    "profile",
    "profiles",
    _profile_faults,
    (
        PackField("models", "Models"),
        PackField("mov", "MOV", "numbers", unit='"', hint="two numbers for Aircraft", required=True),
        PackField("skl", "SKL", required=True),
        PackField("def", "DEF", required=True),
        PackField("cmd", "CMD", required=True),
        PackField("hp", "HP of each", required=True),
        PackField("weapons", "Weapons", "names", _OFFERED["weapons"], hint="commas between"),
        PackField("special", "Special rules", "names", lambda: _special("unit"), hint=SPECIAL),
        PackField("abilities", "Abilities", "names", _OFFERED["abilities"], hint="commas between"),
    ),
    model_lines,
)

WEAPONS = PackKind(
    "weapons",
    "weapon",
    "weapons",
    lambda row, beside: [*row_faults(WeaponData, row), *_too_far(row, "rng"), *_unknown(row, "weapon")],
    (
        PackField("rng", "RNG", "numbers", unit='"', hint="two numbers: from and to", required=True),
        PackField("att", "ATT", required=True),
        PackField("dmg", "DMG", required=True),
        PackField("prc", "PRC"),
        PackField("special", "Special rules", "names", lambda: _special("weapon"), hint=SPECIAL),
    ),
    described=False,
)

WHOSE = {"self": "the unit itself", "friend": "a friend", "enemy": "an enemy"}
UNTIL = {
    "activation": "the end of this activation",
    "next_activation": "its next activation",
    "round": "the end of the round",
    "removed": "somebody ends it",
}

ABILITIES = PackKind(
    "abilities",
    "ability",
    "abilities",
    lambda row, beside: row_faults(AbilityData, row),
    (
        PackField("how", "On the screen", "text", hint="what the players enter themselves; not on paper"),
        PackField("condition.text", "Condition", "text", hint="what the card says; none without"),
        PackField("condition.on", "Of", "choice", lambda: WHOSE),
        PackField("condition.until", "Until", "choice", lambda: UNTIL),
        PackField("condition.modifiers.attack", "Its attacks"),
        PackField("condition.modifiers.attack_against", "Attacks on it"),
        PackField("condition.modifiers.defence", "Its defence"),
        PackField("condition.modifiers.defence_against", "Defence against it"),
    ),
)


def packs() -> tuple[PackKind, ...]:
    return PROFILES, WEAPONS, ABILITIES
