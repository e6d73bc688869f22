"""The game module that comes with Vedette: profiles, armies, missions and games."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from vedette.engine.errors import DataError
from vedette.engine.library import data_folder, table
from vedette.engine.session import new_session
from vedette.games.open_fire.profiles import read_special
from vedette.games.open_fire.ruleset import RULESET
from vedette.games.open_fire.setup import UnitData, resolve_unit
from vedette.kit.setup_resolver import SetupResolver

FOLDER = data_folder() / "rulesets" / "open-fire"
ARMIES = [row["id"] for row in table("open-fire", "armies")]
MISSIONS = [row["id"] for row in table("open-fire", "missions")]
BIG = ("dry-masts", "ninth-lock")


def _rows(name: str) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in table("open-fire", name)}


def _setup(red: str, blue: str, mission: str, *, expansions: list[str]) -> dict[str, Any]:
    """A game file; the second army gets its units' ids written anew, so that equal armies may meet."""
    army = _rows("armies")[blue]
    units = [{**unit, "id": f"b-{unit['id']}"} for unit in army["units"]]
    sides = [{"id": "red", "army": red}, {"id": "blue", "name": army["name"], "units": units}]
    return {"ruleset": "open-fire", "mission": mission, "expansions": expansions, "sides": sides}


@pytest.mark.parametrize("mission", MISSIONS)
@pytest.mark.parametrize("army", ARMIES)
def test_every_army_plays_every_mission_against_every_army(army: str, mission: str) -> None:
    small = "skirmish" in (
        *_rows("armies")[army].get("expansions", ()),
        *_rows("missions")[mission].get("expansions", ()),
    )
    for other in ARMIES:
        session = new_session(
            RULESET, _setup(army, other, mission, expansions=["skirmish"] if small else []), seed=1
        )
        assert session.pending == "start_game"


@pytest.mark.parametrize("name", [name for name, row in _rows("armies").items() if row.get("expansions")])
def test_uni_1_the_bands_for_skirmish_are_single_models(name: str) -> None:
    session = new_session(RULESET, _setup(name, name, "tide-bell", expansions=["skirmish"]), seed=1)
    assert session.do({"do": "start_game", "by": "red"}).refusal is None
    assert all(len(unit.models) == 1 for unit in session.state.units.values())


@pytest.mark.parametrize("name", _rows("profiles"))
def test_every_profile_is_complete(name: str) -> None:
    resolver = SetupResolver("open-fire")
    resolved = resolve_unit({"id": "x", "profile": name}, resolver, name)
    assert not resolver.faults
    unit = UnitData.model_validate(resolved)
    assert unit.weapons
    assert all(ability.text for ability in unit.abilities)


def _units(army: str) -> list[UnitData]:
    resolver = SetupResolver("open-fire")
    units = [
        UnitData.model_validate(resolve_unit(unit, resolver, army)) for unit in _rows("armies")[army]["units"]
    ]
    assert not resolver.faults
    return units


def test_every_special_rule_of_the_book_occurs_in_the_two_big_armies() -> None:
    found: set[str] = set()
    for unit in (unit for army in BIG for unit in _units(army)):
        for model in unit.each:
            found |= set(unit.special_of(model).values)
        for weapon in unit.weapons:
            found |= set(read_special(weapon.special, "weapon").values)
    assert {row["name"].lower() for row in table("open-fire", "special")} - found == set()


@pytest.mark.parametrize("army", BIG)
def test_a_big_army_has_eight_profiles_or_more_and_all_kinds_of_units(army: str) -> None:
    units = _units(army)
    kinds = {rule for unit in units for model in unit.each for rule in unit.special_of(model).values}
    assert len({row["profile"] for row in _rows("armies")[army]["units"]}) >= 8
    assert {"vehicle", "transport", "aircraft"} <= kinds
    assert any("heavy" in read_special(weapon.special, "weapon") for unit in units for weapon in unit.weapons)
    assert any(unit.abilities for unit in units)


def test_every_profile_and_weapon_and_ability_is_used() -> None:
    used = {row["profile"] for army in _rows("armies").values() for row in army["units"]}
    profiles = _rows("profiles")
    assert set(profiles) == used
    assert set(_rows("weapons")) == {one for row in profiles.values() for one in row["weapons"]}
    assert set(_rows("abilities")) == {one for row in profiles.values() for one in row["abilities"]}


def test_all_four_types_of_objectives_occur() -> None:
    types = {one["type"] for mission in _rows("missions").values() for one in mission["objectives"]}
    assert types == {"control", "destroy", "access", "recover"}
    assert len(MISSIONS) >= 4


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.toml")), ids=lambda path: path.name)
def test_every_file_is_toml_and_short_enough_to_read(path: Path) -> None:
    assert tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"mission": "nowhere"}, "nowhere"),
        ({"sides": [{"id": "red", "army": "nobody"}, {"id": "blue", "army": "wall-picket"}]}, "nobody"),
        ({"sides": [{"id": "red", "army": "mud-landing"}]}, "two sides"),
        ({"sides": []}, "two sides"),
        ({"expansions": ["naval"]}, "skirmish"),
        ({"options": {"night": True}}, "Open Fire has no option night"),
        ({"armies": []}, "armies"),
        ({"state": {"units.nobody.stress": 1}}, "nobody"),
        ({"state": {"units.r1.hp": 1}}, "units.r1.hp"),
    ],
)
def test_a_game_file_that_does_not_fit_says_what_is_wrong(words: dict[str, Any], said: str) -> None:
    setup = {**_setup("mud-landing", "wall-picket", "salt-road", expansions=[]), **words}
    with pytest.raises(DataError) as caught:
        new_session(RULESET, setup, seed=1)
    assert said in str(caught.value)


def test_a_name_that_is_not_there_is_told_together_with_every_other_fault() -> None:
    setup = _setup("mud-landing", "wall-picket", "nowhere", expansions=[])
    setup["sides"][1]["units"][0]["profile"] = "nobody"
    with pytest.raises(DataError) as caught:
        new_session(RULESET, setup, seed=1)
    assert len(caught.value.faults) == 2
