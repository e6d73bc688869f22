"""luck: what the dice of a game came to."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from vedette.engine.library import data_folder
from vedette.engine.odds.command_odds import command_search
from vedette.engine.odds.search import Search
from vedette.engine.session import open_session
from vedette.registry import rulesets
from vedette.view.loss_luck import LossSearch
from vedette.view.outlook import expected, tells_cards

FIRST_ATTACK = 19
"""The last line of it."""


@pytest.fixture
def battle(vedette: Vedette, tmp_path: Path) -> Path:
    """The first battle, to its end."""
    save = tmp_path / "battle.vedette"
    shutil.copy(data_folder() / "saves" / "open-fire-first-battle.vedette", save)
    return save


def test_the_luck_of_a_game_in_words_and_in_numbers(vedette: Vedette, battle: Path) -> None:
    """Everything that was rolled, by side and kind; there is no time for the losses."""
    said = vedette("luck", battle, "--seconds", 0).out
    assert "too few rolls to tell" in said
    assert "Expected losses are left out" in said
    assert "12 rolls  10 succeed, 11.0 expected" in said
    assert "fair dice are at least as uneven" in said
    told = vedette("luck", battle, "--seconds", 0, "--json").json
    blue = told["sides"]["blue"]
    assert Fraction(blue["expected"]) == sum(Fraction(kind["expected"]) for kind in blue["kinds"].values())
    assert blue["rolls"] == blue["typed"]["rolls"] + blue["rolled"]["rolls"]
    assert [sum(die["counts"]) for die in told["faces"]] == [8, 78]
    assert told["losses"] is None
    assert all(side["losses"] is None for side in told["sides"].values())


def test_losses_are_held_against_the_odds_of_each_command(battle: Path) -> None:
    """The first attack costs the Keelborn a model; the odds before it tell how many it had to cost."""
    session = open_session(rulesets(), battle)
    session.goto(FIRST_ATTACK)
    search = LossSearch(session)
    assert search.can_be_done_in(1)
    assert not search.can_be_done_in(0)
    assert search.go_on()
    view, before = session.ruleset.view, session.state_at(FIRST_ATTACK - 5)
    words = session.timeline.command_at(FIRST_ATTACK).input.words
    odds = command_search(session.ruleset, before, words, tells_cards(view, before))
    assert isinstance(odds, Search)
    odds.go_on()
    assert (search.commands, search.left_out) == (2, 0)
    assert search.losses["red"].actual == 1
    assert search.losses["red"].expected == expected(odds.odds.chances["m1", "lost"])
    assert search.losses["blue"].expected == 0
    session.close()
