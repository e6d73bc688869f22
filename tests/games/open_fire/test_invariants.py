"""What always holds in a battle, however it goes: looked at after every step of random games."""

from __future__ import annotations

from functools import cache

import pytest

from vedette.engine.facts import Rolled
from vedette.games.open_fire.rounds import RoundBegan, Scored
from vedette.games.open_fire.sequence import Activated, TurnPassed, can_act, pending
from vedette.games.open_fire.state import Battle, Unit
from vedette.testing.game import Game, begin
from vedette.testing.starts import Start, cases, game_starts

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (1, 2))]
FORWARD = {"likely": 97, "history": 3}
STARTS = game_starts("open-fire")


def _name(start: Start) -> str:
    return start.name


@cache
def _states(start: Start, seed: int, steps: int = 500) -> list[Battle]:
    """Every complete state of a game."""
    game = begin(start, 40 + seed, FORWARD)
    return [game.session.state for _ in game.play(steps) if game.session.request is None]


def _units(battle: Battle) -> list[tuple[str, Unit]]:
    return list(battle.units.items())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("start", STARTS, ids=_name)
def test_what_the_table_would_show_always_fits_together(start: Start, seed: int) -> None:
    for battle in _states(start, seed):
        for name, unit in _units(battle):
            _fits(battle, name, unit)
        assert pending(battle) == "" or battle.phase != "over"


def _fits(battle: Battle, name: str, unit: Unit) -> None:
    """OF-STR-3, OF-MRK-1, OF-ASR-1, decision 33, and what a destroyed unit leaves behind."""
    full = battle.book.units[name].models
    assert 0 <= unit.stress <= 3
    assert all(0 <= model.hp <= full[n].hp for n, model in enumerate(unit.models))
    assert all(name in battle.units[other].contacts for other in unit.contacts)
    assert all(battle.enemies(name, other) for other in unit.contacts)
    assert len(set(unit.contacts)) == len(unit.contacts)
    assert not unit.contacts or unit.on_table
    assert not (unit.in_reserve and unit.embarked_in)
    assert not unit.destroyed or not (unit.in_reserve or unit.embarked_in or unit.passengers)
    assert unit.destroyed or unit.leader in unit.living
    assert (
        not unit.embarked_in
        or name in battle.units[unit.embarked_in].passengers
        or name in battle.must_disembark
    )
    assert all(battle.units[one].embarked_in == name for one in unit.passengers)


@pytest.mark.parametrize("start", STARTS, ids=_name)
def test_tra_1_nobody_carries_more_models_than_it_can(start: Start) -> None:
    for battle in _states(start, 0):
        for name, unit in _units(battle):
            aboard = sum(len(battle.units[one].living) for one in unit.passengers)
            leader = battle.book.units[name].models[unit.leader]
            assert aboard <= leader.special.x("Transport")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("start", STARTS, ids=_name)
def test_obj_2_victory_points_are_those_that_were_scored(start: Start, seed: int) -> None:
    session = _played(start, seed).session
    scored = dict.fromkeys(session.state.sides, 0)
    for entry in session.timeline.path():
        for fact in session.facts(entry):
            if isinstance(fact, Scored):
                scored[fact.side] += fact.vp
    assert scored == {name: side.vp for name, side in session.state.sides.items()}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("start", STARTS, ids=_name)
def test_rnd_5_nobody_is_activated_twice_in_a_round(start: Start, seed: int) -> None:
    activated: set[str] = set()
    session = _played(start, seed).session
    for entry in session.timeline.path():
        for fact in session.facts(entry):
            if isinstance(fact, RoundBegan):
                activated.clear()
            if isinstance(fact, Activated):
                assert fact.unit not in activated
                activated.add(fact.unit)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("start", STARTS, ids=_name)
def test_rnd_4_the_turn_goes_to_the_other_side_wherever_it_can_act(start: Start, seed: int) -> None:
    session = _played(start, seed).session
    for entry in session.timeline.path():
        passed = [fact for fact in session.facts(entry) if isinstance(fact, TurnPassed)]
        before, after = session.state_at(entry.parent), session.state_at(entry.n)
        if passed and after.phase in ("activation", "end"):
            other = after.other(before.turn)
            assert (after.turn == other) == can_act(after, other)


@pytest.mark.parametrize("start", STARTS, ids=_name)
def test_dic_1_all_dice_are_twelve_sided(start: Start) -> None:
    session = _played(start, 1).session
    rolls = [
        fact.roll
        for entry in session.timeline.entries
        for fact in session.facts(entry)
        if isinstance(fact, Rolled)
    ]
    assert rolls
    assert all(roll.pool.sides == 12 for roll in rolls)
    assert all(len(die.earlier) <= 1 for roll in rolls for die in roll.dice)  # OF-RRL-2


def test_what_goes_wrong_in_a_case_leaves_the_invariants_whole() -> None:
    for start in cases("open-fire"):
        if not start.setup.get("state"):
            for battle in _states(start, 5, 60):
                for name, unit in _units(battle):
                    _fits(battle, name, unit)


@cache
def _played(start: Start, seed: int) -> Game:
    """A whole game, played once for all tests that look at it."""
    game = begin(start, 50 + seed, FORWARD)
    for _ in game.play(900):
        if game.session.state.outcome:
            break
    return game
