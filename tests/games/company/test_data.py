"""The data of Flagrant Factions is complete, and what it names is played by the rules."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.games.company.skirmishes import GAMES
from vedette.engine import library
from vedette.engine.errors import DataError
from vedette.engine.grammar import name_of
from vedette.games.company import tables
from vedette.games.company.groups import companies_of, points
from vedette.games.company.setup import new_game, resolve
from vedette.games.company.tables import CaptainTrait, EditionId, Trait


def test_every_trait_has_a_text_and_every_text_a_rule() -> None:
    every = {trait for edition in tables.editions() for trait in tables.traits(edition)}
    assert every - {"foe", "bane"} == set(get_args(Trait))  # those two name a type
    every = {trait for edition in tables.editions() for trait in tables.captain_traits(edition)}
    assert every == set(get_args(CaptainTrait))


@pytest.mark.parametrize("edition", tables.editions())
def test_an_edition_has_rules_of_its_own_in_its_words(edition: EditionId) -> None:
    rules, own = tables.rules_in(edition), tables.editions()[edition]
    named = [*tables.traits(edition).values(), *tables.captain_traits(edition).values()]
    rows: list[tables.Named | tables.Spell] = [*named, *tables.spells(edition).values()]
    assert {rule for row in rows for rule in row.rules} <= {*rules}
    assert not any("{" in row.text for row in rows)
    assert not any("{" in row.text for row in tables.ambitions(edition).values())
    assert ("CO-CAP-12" in rules, "CO-BLD-1" in rules) == (edition == "chapter", edition != "chapter")
    assert ("CO-TNT-1" in rules) is bool(own.taunts)
    assert rules["CO-RES-7"].title == f"Modifier: {own.r} lost"
    assert not any("{" in f"{rule.title}{rule.text}{rule.reminder}" for rule in rules.values())
    assert {*rules} <= {*tables.rules()}


def test_set_4_every_sum_of_two_dice_is_one_trait() -> None:
    sums = [total for one in tables.captain_traits().values() for total in one.roll]
    assert sorted(sums) == list(range(2, 13))
    assert tables.captain_trait_for(10) == "cunning"


@pytest.mark.parametrize("name", GAMES)
def test_every_ready_game_can_be_played_as_it_is(name: str) -> None:
    game = new_game(resolve(library.games("company")[name]))
    first, second = game.sides
    assert points(game, first) == points(game, second) == game.book.points == 24
    for company in (*companies_of(game, first), *companies_of(game, second)):
        assert game.companies[company].captain


def test_a_sample_company_has_its_own_groups_for_all_its_points() -> None:
    profiles = {row["id"]: row for row in library.table("company", "profiles")}
    armies = [row for row in library.table("company", "armies") if row.get("edition") == "site"]
    assert len(armies) == 6
    for army in armies:
        named = [unit["profile"] for unit in army["units"]]
        assert {*named} == {id for id, row in profiles.items() if row.get("list") == army["id"]}
        assert sum(profiles[profile]["points"] for profile in named) == army["points"] == 24
        assert [company["list"] for company in army["companies"]] == [army["id"]]
        assert [unit.get("captain", False) for unit in army["units"]] == [True, *[False] * (len(named) - 1)]


def test_every_scenario_and_sample_company_has_a_ready_game() -> None:
    games = [game for game in library.games("company").values() if game.get("edition") == "site"]
    assert {game["scenario"] for game in games} == {
        row["id"] for row in library.table("company", "flagrant/scenarios")
    }
    fielded = {side["army"] for game in games for side in game["sides"]}
    assert fielded == {
        row["id"] for row in library.table("company", "armies") if row.get("edition") == "site"
    }


def test_scenarios_answer_every_face_but_the_six() -> None:
    rolls = [face for row in library.table("company", "scenarios") for face in row["roll"]]
    assert sorted(rolls) == [1, 2, 3, 4, 5]


def test_all_that_is_missing_is_said_at_once() -> None:
    setup = {
        "ruleset": "company",
        "scenario": "picnic",
        "sides": [
            {"id": "red", "army": "nobody"},
            {"id": "blue", "units": [{"id": "b1", "profile": "dragons"}, {"id": "b2", "profile": "levy"}]},
        ],
    }
    with pytest.raises(DataError) as caught:
        resolve(setup)
    assert caught.value.faults == [
        "scenario: there is no picnic among the scenarios",
        "sides.0: there is no nobody among the armies",
        "sides.1.units.0: there is no dragons among the profiles",
    ]


def test_a_scenario_brings_its_points_total_where_the_game_says_none() -> None:
    assert resolve({"scenario": "raid"})["points"] == 24
    assert resolve({"scenario": "raid", "points": 30})["points"] == 30


def test_a_fault_of_a_game_file_is_one_sentence() -> None:
    side = {"id": "red", "units": []}
    told = {"ruleset": "company", "scenario": "pitched-battle", "sides": [side, {**side, "id": "blue"}]}
    with pytest.raises(DataError) as unknown:
        resolve({**told, "edition": "comic"})
    assert unknown.value.faults == ["edition must be 'chapter', 'book' or 'site'"]
    with pytest.raises(DataError) as location:
        new_game(resolve({**told, "edition": "site", "location": "The Arena"}))
    assert location.value.faults == ["location must be small letters, digits and hyphens only"]


@pytest.mark.parametrize("name", ["coast-road", "iron-games"])
def test_groups_of_several_are_told_as_several_whatever_their_name_ends_in(name: str) -> None:
    units = new_game(resolve(library.games("company")[name])).units.values()
    assert {unit.name for unit in units if not name_of(unit).plural} <= {"Titan", "Skeleton Rex"}
