"""The data that comes with the ruleset: rules, profiles, brigades, game files."""

from __future__ import annotations

from typing import Any

import pytest

from vedette.engine.errors import DataError
from vedette.engine.library import games, table
from vedette.engine.session import new_session
from vedette.games.napoleonic.ruleset import RULESET
from vedette.games.napoleonic.setup import resolve
from vedette.games.napoleonic.tables import TABLES, formations, groups, phases

ARMIES = {row["id"]: row for row in table("napoleonic", "armies")}
SAMPLE = {
    "leger": ("infantry", "light", 2, 2, 2, False),
    "ligne": ("infantry", "line", 1, 2, 2, True),
    "conscrits": ("infantry", "line", 1, 1, 0, True),
    "gren": ("infantry", "crack", 3, 3, 2, False),
    "chass": ("cavalry", "light", 2, 2, 2, False),
    "zach": ("infantry", "line", 1, 2, 1, False),
    "jager": ("infantry", "light", 2, 2, 3, False),
    "grenz": ("infantry", "light", 2, 1, 2, False),
    "landwehr": ("infantry", "line", 1, 0, 0, False),
    "huss": ("cavalry", "light", 2, 2, 2, False),
    "battery": ("artillery", "line", 1, 2, 1, False),
}


def _setup(first: str, second: str) -> dict[str, Any]:
    return {"sides": [{"id": "fr", "army": first}, {"id": "au", "army": second}]}


@pytest.mark.parametrize("name", games("napoleonic"))
def test_every_game_file_starts_whole(name: str) -> None:
    session = new_session(RULESET, games("napoleonic")[name], seed=1)
    units = session.paths()["units"].values()
    assert (session.state.round, session.state.phase) == (1, "command")
    assert all(unit["lives"] == 3 and unit["drum"] and unit["flag"] for unit in units)
    assert all(side.brigade for side in session.state.sides.values())


def test_the_sample_brigades_are_those_of_the_book() -> None:
    units = new_session(RULESET, _setup("lacombe", "steinach"), seed=1).paths()["units"]
    keys = ("arm", "class", "type", "drill", "experience", "regimental_gun")
    assert {name: tuple(unit[key] for key in keys) for name, unit in units.items()} == SAMPLE


def test_any_brigade_meets_any_other() -> None:
    for first in ARMIES:
        for second in ARMIES:
            if first != second:
                names = new_session(RULESET, _setup(first, second), seed=1).state.sides
                assert names["fr"].brigade == ARMIES[first]["name"]


def test_what_there_is_not_is_said_with_its_place() -> None:
    sides = [{"id": "fr", "army": "nobody"}, {"id": "au", "units": [{"profile": "dragons", "id": "d"}]}]
    with pytest.raises(DataError) as error:
        resolve({"sides": sides})
    assert error.value.faults == [
        "sides.0: there is no nobody among the armies",
        "sides.1.units.0: there is no dragons among the profiles",
    ]


def test_nine_phases_skirmish_fire_the_third() -> None:
    assert [*phases()].index("skirmish") == 2
    assert len(phases()) == 9


def test_tables_name_rules_that_there_are() -> None:
    rows = [*table("napoleonic", "modifiers"), *table("napoleonic", "groups")]
    assert {rule for row in rows for rule in row["rules"]} <= set(TABLES.rules())
    modifiers = {row["id"] for row in table("napoleonic", "modifiers")}
    assert {row.modifier for row in formations().values() if row.modifier} <= modifiers
    assert {row.arm for row in groups().values()} == {"infantry", "cavalry"}


def test_the_roster_tells_units_and_brigades_in_a_line() -> None:
    roster = RULESET.view.roster()
    armies = {one.id: one.line for one in roster.armies}
    assert armies["steinach"] == "6 Units: 4 infantry, 1 cavalry, 1 artillery"
    profiles = {one.id: one.line for one in roster.profiles}
    assert profiles["line-battalion-with-gun"].endswith("Type 1 Drill 2 Experience 2 · Regimental Gun")
    assert "not complete" not in profiles.values()
