"""A set-up that names its armies: who leads a side, and whose characters come from files."""

from __future__ import annotations

from typing import Any

import pytest

from vedette.games.close_quarters.library import resolve


def side(**given: Any) -> dict[str, Any]:
    """The first side of a game between the colony, whose leader is Hanne, and the rebels."""
    setup = {
        "ruleset": "close-quarters",
        "sides": [{"id": "red", "army": "colony"} | given, {"id": "blue", "army": "rebels"}],
    }
    written = resolve(setup, {"anna": {"name": "Anna", "dex": 12}}.get)
    found: dict[str, Any] = written["sides"][0]
    return found


@pytest.mark.parametrize(
    ("given", "leader"),
    [
        ({}, "hanne"),
        ({"units": [{"profile": "bruce", "id": "bruce"}, {"profile": "hanne", "id": "hanne"}]}, "hanne"),
        ({"units": [{"profile": "bruce", "id": "bruce"}, {"profile": "mira", "id": "mira"}]}, None),
        ({"units": [{"profile": "bruce", "id": "bruce"}], "leader": "bruce"}, "bruce"),
    ],
)
def test_the_leader_of_an_army_leads_where_he_is_there(given: dict[str, Any], leader: str | None) -> None:
    assert side(**given).get("leader") == leader


def test_a_character_of_a_file_keeps_what_the_game_says_of_him() -> None:
    written = side(units=[{"profile": "@anna", "id": "a", "dex": 14}], leader="a")["units"][0]
    assert written == {"name": "Anna", "id": "a", "dex": 14}
