"""The data of the company game: profiles, armies and scenarios that a game file may name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.games.company.tables import RULESET_ID
from vedette.kit.setup_resolver import SetupResolver, keys, with_profile

FOR_CHOOSING = ("roll", "points")
"""Keys of a scenario that matter before it is set up only."""


def resolve(setup: Mapping[str, Any]) -> dict[str, Any]:
    """A set-up with its scenario, armies and profiles written out; raises DataError."""
    resolver = SetupResolver(RULESET_ID)
    resolved = dict(setup)
    if isinstance(setup.get("scenario"), str):
        resolved |= _scenario(setup, resolver)
    return resolver.whole(resolver.sides(resolved, with_profile, keys("name", "companies", "units")))


def _scenario(setup: Mapping[str, Any], resolver: SetupResolver) -> dict[str, Any]:
    """The scenario written out, and its points total where the set-up has none."""
    row = resolver.lookup("scenarios", setup["scenario"], "scenario")
    total = {"points": row["points"]} if "points" in row and "points" not in setup else {}
    return {**total, "scenario": {key: row[key] for key in row if key not in FOR_CHOOSING}}
