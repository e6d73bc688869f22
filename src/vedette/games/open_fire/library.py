"""The data of Open Fire: profiles, armies and missions that a game file may name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.games.open_fire.tables import RULESET_ID
from vedette.kit.setup_resolver import SetupResolver, keys, with_profile


def resolve(setup: Mapping[str, Any]) -> dict[str, Any]:
    """A set-up with its armies, profiles, weapons, abilities and mission written out; raises DataError."""
    resolver = SetupResolver(RULESET_ID)
    resolved = dict(setup)
    if isinstance(setup.get("mission"), str):
        resolved["mission"] = dict(resolver.lookup("missions", setup["mission"], "mission"))
    return resolver.whole(resolver.sides(resolved, resolve_unit, keys("name", "units")))


def resolve_unit(unit: Mapping[str, Any], resolver: SetupResolver, where: str) -> dict[str, Any]:
    """A unit with its profile, weapons and abilities written out."""
    resolved = with_profile(unit, resolver, where)
    for table in ("weapons", "abilities"):
        if isinstance(resolved.get(table), list):
            resolved[table] = [
                dict(resolver.lookup(table, one, where)) if isinstance(one, str) else one
                for one in resolved[table]
            ]
    return resolved
