"""Attacks, defence and damage, against sums that are written here a second time."""

from __future__ import annotations

from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from tests.games.open_fire.battles import battle, give, unit
from vedette.controller import GameController
from vedette.engine.dice import Die
from vedette.engine.requests import ChoiceRequest
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.games.open_fire.state import Battle

faces = st.integers(1, 12)


def _target(session: Any) -> Any:
    return session.state.units["b1"]


@given(st.lists(faces, min_size=1, max_size=6), st.integers(2, 12), st.integers(-9, 9), st.integers(0, 3))
def test_atk_1_a_die_hits_with_a_12_or_with_no_1_and_the_number_or_more(
    shown: list[int], skill: int, modifier: int, stress: int
) -> None:
    weapon = {"id": "gun", "rng": 24, "att": len(shown), "dmg": 1}
    session = battle(
        unit("r1", skl=skill, weapons=[weapon]),
        against=unit("b1", hp=50),
        state={"units.r1.stress": stress},
    )
    give(session, "attack", target="b1", range=10, modifier=modifier, dice=shown)
    hits = sum(face == 12 or (face != 1 and face + modifier - stress >= skill) for face in shown)
    roll = session.rolls[0]
    assert roll.successes == hits
    assert roll.criticals == shown.count(12)
    assert (session.request.dice if session.request else 0) == hits  # type: ignore[union-attr]


@given(
    st.integers(1, 4),
    st.integers(1, 5),
    st.integers(0, 5),
    st.integers(0, 3),
    st.lists(faces, min_size=20, max_size=20),
)
def test_dfn_1_dfn_2_usr_7_defence_tests_and_their_number(
    hits: int, damage: int, piercing: int, armour: int, shown: list[int]
) -> None:
    weapon = {"id": "gun", "rng": 24, "att": hits, "dmg": damage, "prc": piercing}
    special = [f"Heavy Armour ({armour})"] if armour else []
    session = battle(unit("r1", weapons=[weapon]), against=unit("b1", hp=60, special=special))
    give(session, "attack", target="b1", range=10, dice=[11] * hits)
    tests = hits * max(1, damage - armour)
    penalty = max(0, piercing - armour)
    session.answer(tuple(Die(face) for face in shown[:tests]))
    failed = sum(face != 12 and (face == 1 or face - penalty < 7) for face in shown[:tests])
    assert _target(session).hp == 60 - failed
    assert session.state.last_attack[0].failed == failed
    assert session.state.last_attack[0].tests == tests


@st.composite
def _wounds(draw: st.DrawFn) -> tuple[list[int], list[int], int, int]:
    """Full hit points, hit points left, the leader, and the damage that comes."""
    full = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    left = [draw(st.integers(0, hp)) for hp in full]
    leader = draw(st.integers(0, len(full) - 1))
    left[leader] = max(1, left[leader])
    return full, left, leader, draw(st.integers(1, 12))


@given(_wounds(), st.randoms(use_true_random=False))
def test_dmg_1_dmg_2_dmg_3_damage_goes_to_the_damaged_first_and_to_the_leader_last(
    wounds: tuple[list[int], list[int], int, int], luck: Any
) -> None:
    full, left, leader, damage = wounds
    weapon = {"id": "gun", "rng": 24, "att": damage, "dmg": 1}
    models = [{"hp": hp} for hp in full]
    state = {f"units.b1.models.{n}.hp": hp for n, hp in enumerate(left)}
    session = battle(
        unit("r1", weapons=[weapon]),
        against=unit("b1", models=models, leader=leader, hp=1),
        state=state,
    )
    give(session, "attack", target="b1", range=10, dice=[11] * damage + [1] * damage)
    while isinstance(session.request, ChoiceRequest):
        before = session.state
        offered = [int(option.value) for option in session.request.options]
        assert offered == _may_suffer(before, full)
        session.answer(luck.choice(offered))
    assert _target(session).hp == max(0, sum(left) - damage)
    others = [n for n in _target(session).living if n != leader]
    if others:
        assert _target(session).models[leader].hp == left[leader]


def _may_suffer(state: Battle, full: list[int]) -> list[int]:
    """Section 4.12, once more."""
    one = state.units["b1"]
    others = [n for n in one.living if n != one.leader]
    damaged = [n for n in others if one.models[n].hp < full[n]]
    return damaged or others or [one.leader]


@given(st.floats(0, 60, allow_nan=False), st.integers(0, 20), st.integers(0, 30))
def test_rng_1_mea_3_a_target_is_in_range_between_both_limits_and_on_them(
    reach: float, least: int, more: int
) -> None:
    weapon = {"id": "gun", "rng": [least, least + more], "att": 1, "dmg": 1}
    session = battle(unit("r1", weapons=[weapon]), against=unit("b1"))
    refusal = give(session, "attack", target="b1", range=reach).refusal
    assert (refusal is None) == (least <= reach <= least + more)
    assert refusal is None or refusal.rule == "OF-RNG-1"


@given(st.integers(0, 24))
def test_wsr_8_rapid_fire_counts_within_half_of_the_range(reach: int) -> None:
    weapon = {"id": "gun", "rng": 15, "att": 2, "dmg": 1, "special": ["Rapid Fire"]}
    session = battle(unit("r1", models=3, weapons=[weapon]), against=unit("b1"))
    outcome = give(session, "attack", target="b1", range=reach)
    if reach > 15:
        assert outcome.refusal
    else:
        assert session.request
        assert session.request.dice == 3 * (3 if reach <= 7.5 else 2)  # type: ignore[union-attr]


@given(st.lists(faces, min_size=1, max_size=3), st.booleans())
def test_rec_1_rec_2_each_success_takes_one_stress_and_a_12_takes_all(shown: list[int], fear: bool) -> None:
    foe = unit("b1", special=["Fear (2)"] if fear else [])
    stress = {"units.r1.stress": len(shown)}
    session = battle(unit("r0"), unit("r1"), against=foe, state=stress)
    give(session, "end_activation", "r0")
    give(session, "activate", "b1")
    give(session, "end_activation", "b1")
    give(session, "activate", near=["b1"], dice=shown)
    passed = sum(face != 1 and face - 2 * fear >= 7 for face in shown)
    left = 0 if 12 in shown else len(shown) - passed
    assert session.state.units["r1"].stress == left


def test_after_a_correction_nobody_is_asked_to_choose_among_models_that_are_alike() -> None:
    """The save was really a failure: one of the equal models is lost."""
    session = battle(unit("r1"), against=unit("b1", models=3))
    controller = GameController(cast("Session[GameState]", session))
    give(session, "attack", target="b1", range=10, dice=[11])
    session.answer((Die(11),))
    controller.correct(session.correction(session.timeline.head, (Die(2),)))
    assert session.request is None
    assert _target(session).hp == 2
