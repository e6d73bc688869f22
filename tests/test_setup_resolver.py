"""Names and ids of both sides are made distinct when a set-up is written out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from vedette.engine.library import games, offered
from vedette.kit.distinct import with_own_ids
from vedette.kit.setup_resolver import SetupResolver, keys, with_profile
from vedette.registry import rulesets


def _sides(*sides: dict[str, Any]) -> list[dict[str, Any]]:
    resolver = SetupResolver("open-fire")
    written = resolver.sides({"sides": list(sides)}, with_profile, keys("name", "units", "leader"))
    made: list[dict[str, Any]] = written["sides"]
    return made


def _named(*names: str) -> list[dict[str, str]]:
    return [{"id": f"u{n}", "name": name} for n, name in enumerate(names)]


def test_units_of_one_name_are_numbered_within_a_side_and_marked_across_sides() -> None:
    reds, blues = _sides(
        {"id": "red", "name": "Reds", "units": _named("Boarders", "Boarders", "Boarders 2", "The Gang")},
        {"id": "blue", "name": "Wardens", "units": _named("The Gang")},
    )
    called = [unit["name"] for side in (reds, blues) for unit in side["units"]]
    assert called == ["Boarders", "Boarders 3", "Boarders 2", "The Gang (Reds)", "The Gang (Wardens)"]


def test_sides_of_one_name_are_told_apart_by_their_ids_and_so_are_their_units() -> None:
    reds, blues = _sides(*({"id": id, "name": "Hart", "units": _named("Bows")} for id in ("red", "blue")))
    assert [side["name"] for side in (reds, blues)] == ["Hart (Red)", "Hart (Blue)"]
    assert [side["units"][0]["name"] for side in (reds, blues)] == ["Bows (Red)", "Bows (Blue)"]


def test_units_of_sides_without_a_name_are_told_apart_by_the_ids_of_those() -> None:
    made = _sides(*({"id": id, "units": _named("Bows")} for id in ("red", "blue")))
    assert [side["units"][0]["name"] for side in made] == ["Bows (red)", "Bows (blue)"]


def test_units_are_marked_with_a_word_that_tells_their_sides_apart_and_that_cards_have_room_for() -> None:
    sides = (
        [("colony", "Rebels"), ("rebels", "Rebels")],
        [("a", "The Wall Picket"), ("b", "Wardens of the Wall")],
    )
    for pair in sides:
        made = _sides(*({"id": id, "name": name, "units": _named("Zorgo")} for id, name in pair))
        marks = [side["units"][0]["name"].removeprefix("Zorgo (").removesuffix(")") for side in made]
        assert len(set(marks)) == 2
        for side, other, mark in zip(made, reversed(made), marks, strict=True):
            assert mark in re.findall(r"\w+", side["name"])
            assert mark not in re.findall(r"\w+", other["name"])


def test_a_second_army_with_the_same_ids_gets_others_and_what_names_them_goes_with_them() -> None:
    army = {"leader": "a", "units": [{"id": "a"}, {"id": "b", "company": "c"}], "companies": [{"id": "c"}]}
    made = with_own_ids(army, {"a", "c", "a-2"})
    assert made == {
        "leader": "a-3",
        "units": [{"id": "a-3"}, {"id": "b", "company": "c-2"}],
        "companies": [{"id": "c-2"}],
    }


def _with_every_army_on_every_side() -> list[Any]:
    return [
        pytest.param(ruleset, game, at, army["id"], id=f"{name}-{game['sides'][at]['id']}-{army['id']}")
        for ruleset in rulesets()
        for name, game in games(ruleset).items()
        for at in range(len(game["sides"]))
        for army in offered(ruleset, "armies")
        if army.get("edition") == game.get("edition")
    ]


@pytest.mark.parametrize(("ruleset", "game", "at", "army"), _with_every_army_on_every_side())
def test_any_side_of_a_game_may_have_any_army_of_its_edition_also_that_of_the_other_side(
    ruleset: str, game: dict[str, Any], at: int, army: str
) -> None:
    sides = list(game["sides"])
    sides[at] = {key: value for key, value in sides[at].items() if key not in ("units", "leader")}
    sides[at]["army"] = army
    written = rulesets()[ruleset].resolve({**game, "sides": sides})
    ids = [unit["id"] for side in written["sides"] for unit in side["units"]]
    assert len(ids) == len(set(ids))
    assert [*rulesets()[ruleset].new_game(written).units] == ids


def test_ids_that_a_game_file_itself_gives_twice_stay_a_fault() -> None:
    one, other = _sides(*({"id": id, "name": id, "units": _named("A")} for id in ("red", "blue")))
    assert one["units"][0]["id"] == other["units"][0]["id"]


@pytest.mark.parametrize("units", [None, 3, ["x"], [{"name": ["a"]}], [{"id": []}]])
def test_what_is_no_list_of_units_stays_as_it_is_and_is_refused_later(units: Any) -> None:
    side = {"id": "red", "name": "Reds", "units": units}
    assert _sides(side, {**side, "name": "Blues"})[0]["units"] == units


def test_what_is_said_of_a_name_goes_with_it_from_an_army_and_a_profile_and_with_no_other() -> None:
    beside = {
        "armies": [
            {"id": "own", "name": "The Hart", "plural": True, "units": [{"id": "a", "profile": "goats"}]}
        ],
        "profiles": [{"id": "goats", "name": "The Goat Path", "plural": True}],
    }

    def made(side: dict[str, Any]) -> dict[str, Any]:
        resolver = SetupResolver("company", beside)
        written = resolver.sides({"sides": [side]}, with_profile, keys("name", "units"))
        first: dict[str, Any] = written["sides"][0]
        return first

    same = made({"id": "red", "army": "own"})
    assert (same["plural"], same["units"][0]["plural"]) == (True, True)
    other = made(
        {"id": "red", "name": "Ann", "army": "own", "units": [{"id": "a", "name": "Bo", "profile": "goats"}]}
    )
    assert "plural" not in other
    assert "plural" not in other["units"][0]
