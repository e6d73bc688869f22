"""What always holds in a game, however it goes: looked at after every command of random games."""

from __future__ import annotations

import pytest

from tests.games.company.skirmishes import GAMES, played
from vedette.engine.facts import Fact, Rolled
from vedette.engine.session import Session
from vedette.games.company.groups import companies_of, due, in_play, must_rally, profile, worth
from vedette.games.company.routing import Routed
from vedette.games.company.state import TURN, Group, Skirmish
from vedette.games.company.turns import Ordered, TurnBegan

SEEDS = range(4)

every_game = pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in GAMES for seed in SEEDS])


def _complete(session: Session[Skirmish]) -> list[Skirmish]:
    """The state after each command with all its answers."""
    return [session.state_at(entry.n) for entry in session.timeline.path() if not entry.waits]


@every_game
def test_what_the_table_would_show_always_fits_together(name: str, seed: int) -> None:
    for game in _complete(played(name, seed)):
        for unit, group in game.units.items():
            _fits(game, unit, group)
        for company, one in game.companies.items():
            routed = [u for u, group in game.units.items() if group.company == company and group.routed]
            assert one.points_lost == sum(worth(game, u) for u in routed)
            assert one.points_lost <= one.points
            assert one.half_lost == (one.points_lost * 2 >= one.points)
        assert bool(game.active) == (game.phase in TURN)
        assert bool(game.outcome) == (game.phase == "over")


def _fits(game: Skirmish, unit: str, group: Group) -> None:
    """R, melees, and what a Group out of play leaves behind."""
    assert 0 <= group.r <= profile(game, unit).r_max
    assert all(unit in game.units[other].in_melee_with for other in group.in_melee_with)
    assert all(game.enemies(unit, other) for other in group.in_melee_with)
    assert len(set(group.in_melee_with)) == len(group.in_melee_with)
    if group.in_play:
        assert group.r > 0
        assert not group.routed
        assert not group.deserted
    else:
        tied = (group.in_melee_with, group.must_rally, group.must_check, group.defensive, group.warded)
        assert not any(tied)


@every_game
def test_trn_3_nothing_is_due_that_its_step_does_not_ask_for(name: str, seed: int) -> None:
    for game in _complete(played(name, seed)):
        if game.phase in TURN:
            assert bool(due(game, "rally", game.active)) == (game.phase == "rally")
            assert bool(due(game, "reckless", game.active)) == (game.phase == "reckless")
            for side in game.sides:
                assert any(in_play(game, company) for company in companies_of(game, side))
        for unit in due(game, "rally", game.active):
            assert must_rally(game, unit)


@every_game
def test_act_2_nobody_activates_twice_in_a_turn(name: str, seed: int) -> None:
    ordered: set[str] = set()
    for fact in _facts(played(name, seed)):
        if isinstance(fact, TurnBegan):
            ordered.clear()
        if isinstance(fact, Ordered):
            assert fact.unit not in ordered
            ordered.add(fact.unit)


@every_game
def test_res_14_a_group_tests_no_more_than_something_brought_it_to(name: str, seed: int) -> None:
    """Each test answers a loss, a rout, a Rally or a spell: no test is for nothing."""
    for fact in _facts(played(name, seed)):
        if isinstance(fact, Rolled) and fact.roll.why == "resilience":
            assert fact.roll.pool.remarks


@every_game
def test_end_2_vp_are_those_that_were_scored(name: str, seed: int) -> None:
    session = played(name, seed)
    scored = dict.fromkeys(session.state.sides, 0)
    for fact in _facts(session):
        if fact.score:
            scored[fact.score.side] += fact.score.points
    assert scored == {name: side.vp for name, side in session.state.sides.items()}


@every_game
def test_every_die_has_six_sides_and_is_rolled_again_once_at_most(name: str, seed: int) -> None:
    rolls = [fact.roll for fact in _facts(played(name, seed)) if isinstance(fact, Rolled)]
    assert rolls
    assert all(roll.pool.sides == 6 for roll in rolls)
    assert all(len(die.earlier) <= 1 for roll in rolls for die in roll.dice if roll.why != "roll_off")


def test_games_get_to_their_end() -> None:
    ended = [played(name, seed) for name in GAMES for seed in SEEDS]
    assert any(session.state.outcome for session in ended)
    assert any(isinstance(fact, Routed) for session in ended for fact in _facts(session))


def _facts(session: Session[Skirmish]) -> list[Fact]:
    return [fact for entry in session.timeline.path() for fact in session.facts(entry)]
