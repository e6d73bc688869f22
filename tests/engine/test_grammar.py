"""Names in sentences: what a name suggests, and what data say instead."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from vedette.engine.grammar import (
    WORDINGS,
    Name,
    agree,
    at_start,
    name_of,
    place_name,
    pronoun,
    the,
    wordings,
)
from vedette.games.close_quarters.setup import BUILD, build
from vedette.kit.schema import read_record


def _named(name: str, *, is_side: bool, **said: object) -> Name:
    return name_of(SimpleNamespace(name=name, **said), is_side=is_side)


@pytest.mark.parametrize(
    ("name", "inside", "verb"),
    [
        ("Wardens", "the Wardens", "win"),
        ("The Dry Masts", "the Dry Masts", "win"),
        ("The Hart", "the Hart", "wins"),
        ("Colony Defense Team", "the Colony Defense Team", "wins"),
        ("British", "the British", "win"),
        ("Keelborn", "the Keelborn", "win"),
        ("Gate Nine", "Gate Nine", "wins"),
        ("Ann", "Ann", "wins"),
        ("Marcus", "Marcus", "wins"),
        ("Bö's Blues", "Bö's Blues", "win"),
        ("Rebels (Colony)", "the Rebels (Colony)", "win"),
    ],
)
def test_the_name_of_a_side_suggests_its_article_and_its_verb(name: str, inside: str, verb: str) -> None:
    side = _named(name, is_side=True)
    assert (the(side), agree(side, "wins", "win"), str(side)) == (inside, verb, name)


@pytest.mark.parametrize(
    ("name", "inside", "verb"),
    [
        ("The Ladder Gang", "the Ladder Gang", "holds"),
        ("6th Hussars", "the 6th Hussars", "hold"),
        ("95th Rifles, right wing", "the 95th Rifles, right wing", "hold"),
        ("Boarders 2", "Boarders 2", "hold"),
        ("Wild Foot", "Wild Foot", "hold"),
        ("Clan of the Upper Fold", "Clan of the Upper Fold", "holds"),
        ("Salters and Cooks", "Salters and Cooks", "hold"),
        ("Zorgo", "Zorgo", "holds"),
    ],
)
def test_the_name_of_a_unit_has_an_article_only_where_it_begins_with_one(
    name: str, inside: str, verb: str
) -> None:
    unit = _named(name, is_side=False)
    assert (the(unit), agree(unit, "holds", "hold")) == (inside, verb)


def test_what_data_say_goes_before_what_the_name_suggests() -> None:
    side = _named("Hart", is_side=True, article="the", plural=True)
    assert (the(side), at_start(side), agree(side, "wins", "win")) == ("the Hart", "The Hart", "win")
    band = _named("The Who", is_side=True, article="none")
    assert the(band) == at_start(band) == "The Who"


@pytest.mark.parametrize("name", ["James", "Hans", "Hercules", "Lars Jones"])
def test_a_character_is_one_person_unless_data_say_otherwise(name: str) -> None:
    assert agree(name_of(build(read_record(BUILD, {"name": name}), "a", "red")), "loses", "lose") == "loses"
    assert (
        agree(name_of(build(read_record(BUILD, {"name": name, "plural": True}), "a", "red")), "loses", "lose")
        == "lose"
    )


def test_a_pronoun_is_they_unless_data_say_otherwise() -> None:
    ann, bo = _named("Ann", is_side=False, pronoun="she"), _named("Bo", is_side=False)
    assert [pronoun(ann, case) for case in ("they", "them", "their")] == ["she", "her", "her"]
    assert pronoun(bo, "them") == "them"


def test_each_way_to_say_a_name_has_a_sentence_and_what_a_file_says_finds_its_own() -> None:
    for name in ("Wardens", "The Hart", "Ann", "Gate Nine"):
        for way, said in WORDINGS.items():
            now, sentences = wordings(name, said, is_side=True)
            assert now == way
            assert len(set(sentences.values())) == len(WORDINGS)
    assert wordings("Wardens", {}, is_side=True)[0] == "the-many"


@pytest.mark.parametrize(
    ("name", "said"),
    [("Way house", "the way house"), ("Well", "the well"), ("Hill 203", "Hill 203"), ("A", "A")],
)
def test_an_objective_has_an_article_where_its_name_is_a_common_noun(name: str, said: str) -> None:
    assert the(place_name(name)) == said
