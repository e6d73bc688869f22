"""The data of the game: rules, and the profiles and brigades that a game file may name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.games.napoleonic.tables import RULESET_ID
from vedette.kit.setup_resolver import SetupResolver, with_profile


def resolve(setup: Mapping[str, Any]) -> dict[str, Any]:
    """A set-up with its brigades and profiles written out; raises DataError."""
    resolver = SetupResolver(RULESET_ID)
    return resolver.whole(resolver.sides(setup, with_profile, _of_a_brigade))


def _of_a_brigade(army: Mapping[str, Any]) -> dict[str, Any]:
    """The side takes the nation's name, and the army's name is the brigade's."""
    name = army.get("name", "")
    return {"name": army.get("nation", name), "brigade": name, "units": army.get("units", [])}
