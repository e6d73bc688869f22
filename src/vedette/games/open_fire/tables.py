"""The numbers and modifiers of the rules, as they stand in rulesets/open-fire/."""

from __future__ import annotations

from functools import cache
from typing import Any

from vedette.engine import library
from vedette.engine.dice import Modifier

RULESET_ID = "open-fire"


@cache
def _numbers() -> dict[str, int]:
    return library.numbers(RULESET_ID)


def number(name: str) -> int:
    """A single number of the rules, such as `deploy_within` (inches)."""
    return _numbers()[name]


@cache
def _modifiers() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in library.table(RULESET_ID, "modifiers")}


def modifier(name: str, times: float = 1) -> Modifier:
    """A modifier by its id, multiplied where the rule says so."""
    row = _modifiers()[name]
    return Modifier(row["name"], row["value"] * times, tuple(row["rules"]))


def applying(*modifiers: Modifier | None) -> tuple[Modifier, ...]:
    """Those modifiers that are there and are not 0."""
    return tuple(one for one in modifiers if one is not None and one.value)


@cache
def special_rules() -> dict[str, dict[str, Any]]:
    """The special rules that the assistant knows, by their names in lower case."""
    return {row["name"].lower(): row for row in library.table(RULESET_ID, "special")}
