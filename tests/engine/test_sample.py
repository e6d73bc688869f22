"""A sample tells what a procedure comes to, with how far it may be off."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import pytest
from msgspec.structs import replace

from tests.engine.test_odds import CAME, Tally
from tests.engine.test_odds_oracle import attack
from vedette.engine.dice import Die, Faces
from vedette.engine.hidden_information import opened, sealed
from vedette.engine.odds.search import Search
from vedette.engine.play import Play

pytestmark = pytest.mark.usefixtures("portable_odds")

TRIES = 400


def search_of(run: Any, **more: Any) -> Search[Tally]:
    return Search(run, Tally(), lambda state, heard: {"lost": state.lost}, **more)


def test_a_sample_is_as_far_off_as_its_error_says() -> None:
    exact, sampled = search_of(attack), search_of(attack)
    exact.go_on()
    sampled.try_out(tries=TRIES)
    odds = sampled.known
    assert (odds.kind, odds.sampled, exact.known.kind) == ("sample", TRIES, "exact")
    assert sum(odds.chances["lost"].values()) == 1
    for lost, chance in exact.odds.chances["lost"].items():
        found = odds.chances["lost"].get(lost, 0)
        assert abs(float(found - chance)) <= 4 * odds.error_of(chance)


def test_a_sample_has_dice_of_its_own_and_always_the_same() -> None:
    one, other = search_of(attack), search_of(attack)
    one.try_out(tries=50)
    other.try_out(tries=20)
    other.try_out(tries=50)
    assert one.known.chances == other.known.chances


def test_what_is_worked_out_more_closely_is_told_instead() -> None:
    search = search_of(attack)
    search.try_out(tries=50)
    assert search.known.kind == "sample"
    search.go_on()
    assert search.known.kind == "exact"


def test_a_look_shares_its_time_however_short_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vedette.engine.odds.search.ALONE", 0)
    search = search_of(attack)
    for _ in range(9):
        search.look(perf_counter() + 0.0001)
    assert search.odds.runs
    assert search._sample is not None
    assert search._sample.tries


def test_answers_that_were_given_stay_and_what_is_sealed_stays_shut() -> None:
    box = sealed({"hidden": True})

    async def run(play: Play[Tally]) -> None:
        face = (await play.roll(Faces(dice=1, sides=6), why="which")).faces[0]
        if (await play.roll(Faces(dice=1, sides=2), why="look")).faces[0] == 1:
            opened(*box)
        play.commit(replace(play.state, lost=face), CAME)

    search = search_of(run, recorded=[(Die(5),)])
    search.try_out(tries=TRIES)
    odds = search.known
    assert set(odds.chances["lost"]) == {5}
    assert odds.chances["lost"][5] + odds.sealed == 1
    assert 0.4 < odds.sealed < 0.6
    assert odds.complete


def test_there_is_no_sample_of_more_dice_than_any_table_has() -> None:
    async def run(play: Play[Tally]) -> None:
        await play.roll(Faces(dice=10_000, sides=6), why="many")

    search = search_of(run)
    search.try_out(tries=TRIES)
    assert search.known is search.odds
