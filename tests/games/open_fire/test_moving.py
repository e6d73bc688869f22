"""What a move costs and allows, against sums that are written here a second time."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.open_fire.battles import battle, give, unit
from vedette.engine.dice import Die

inches = st.integers(0, 40).map(lambda n: n / 2)
few = st.integers(0, 4)


@given(
    inches,
    st.integers(1, 6),
    st.booleans(),
    few,
    few,
    few,
    st.integers(0, 3),
    st.sampled_from(["", "Fast", "Rugged", "Flying"]),
)
def test_mov_1_a_move_is_allowed_as_far_as_its_cost_is(
    distance: float, mov: int, advance: bool, up: int, down: int, barriers: int, stress: int, rule: str
) -> None:
    slow = min(distance, 2)
    session = battle(
        unit("r1", mov=mov, special=[rule] if rule else []),
        against=unit("b1"),
        state={"units.r1.stress": stress},
    )
    refusal = give(
        session, "move", inches=distance, advance=advance, up=up, down=down, barriers=barriers, slow=slow
    ).refusal
    terrain = 0 if rule == "Flying" else (0 if rule == "Rugged" else slow) + up + down // 2 + barriers
    allowance = max(0, mov - stress) + (0 if not advance else 9 if rule == "Fast" else 6)
    assert (refusal is None) == (distance + terrain <= allowance)
    assert refusal is None or refusal.rule == "OF-MOV-1"


@given(inches, st.booleans(), st.integers(0, 6), st.integers(0, 2), st.booleans(), st.booleans())
def test_veh_2_veh_3_veh_4_veh_10_manoeuvres_cost_2_inches_beyond_the_free_ones(
    distance: float, advance: bool, turns: int, extra: int, backward: bool, damaged: bool
) -> None:
    special = ["Vehicle", *([f"Manoeuvrable ({extra})"] if extra else [])]
    session = battle(
        unit("r1", mov=9, hp=6, special=special),
        against=unit("b1"),
        state={"units.r1.models.0.hp": 2 if damaged else 6},
    )
    refusal = give(
        session, "move", inches=distance, advance=advance, manoeuvres=turns, backward=backward
    ).refusal
    rate = (9 - 2 * damaged) / (2 if backward else 1)
    allowance = rate + 6 * advance
    cost = distance + 2 * max(0, turns - 1 - extra)
    if advance and turns > 1 + extra:
        assert refusal
        assert refusal.rule == "OF-VEH-4"
    elif cost <= allowance:
        assert refusal is None
    else:
        assert refusal
        assert refusal.rule == ("OF-VEH-3" if distance <= allowance else "OF-MOV-1")


@given(inches, st.integers(0, 3), st.booleans())
def test_air_3_air_5_aircraft_fly_between_minimum_and_maximum(
    distance: float, stress: int, advance: bool
) -> None:
    session = battle(
        unit("r1", mov=[6, 12], special=["Aircraft"]), against=unit("b1"), state={"units.r1.stress": stress}
    )
    refusal = give(session, "move", inches=distance, advance=advance).refusal
    most = 12 - stress + 6 * advance
    rule = "OF-MOV-1" if distance > most else "OF-AIR-3" if distance < 6 else ""
    assert (refusal.rule if refusal else "") == rule


@given(st.lists(st.integers(1, 5).map(lambda n: n / 2), min_size=1, max_size=2), st.data())
def test_jmp_1_jmp_2_a_jump_wants_a_die_an_inch_and_no_1(gaps: list[float], data: st.DataObject) -> None:
    session = battle(unit("r1"), against=unit("b1"), expansions=["skirmish"])
    outcome = give(session, "move", inches=6, jumps=gaps)
    if max(gaps) > 2:
        assert outcome.refusal
        assert outcome.refusal.rule == "OFS-JMP-1"
        return
    failed = False
    for gap in gaps:
        if failed:
            break
        assert session.request
        dice = -(-gap // 1)
        assert session.request.dice == dice  # type: ignore[union-attr]
        shown = data.draw(st.lists(st.integers(1, 12), min_size=int(dice), max_size=int(dice)))
        session.answer(tuple(Die(face) for face in shown))
        failed = 1 in shown
    assert session.request is None
    assert session.state.units["r1"].activated == failed


LEAVE = "leave the battlefield within 7 inches; if it cannot, it is blocked"
ADVANCE = "an advance move of 8 inches or more, or leave the battlefield"


@pytest.mark.parametrize(
    ("special", "words", "rule", "nearest"),
    [
        ([], {"inches": 8}, "OF-MOV-1", ADVANCE),
        ([], {"inches": 7}, "OF-AIR-3", ADVANCE),
        ([], {"inches": 7, "manoeuvres": 2}, "OF-VEH-3", ADVANCE.replace("more", "more with 1 manoeuvre")),
        (["Slow"], {"inches": 8}, "OF-MOV-1", LEAVE),
        (["Slow"], {"inches": 7}, "OF-AIR-3", LEAVE),
        (["Slow"], {"inches": 8, "off_table": True}, "OF-MOV-1", "7 inches"),
    ],
)
def test_air_3_an_aircraft_below_its_minimum_is_always_told_the_same(
    special: list[str], words: dict[str, Any], rule: str, nearest: str
) -> None:
    session = battle(
        unit("r1", mov=[8, 9], special=["Aircraft", *special]),
        against=unit("b1"),
        state={"units.r1.stress": 2},
    )
    refusal = give(session, "move", **words).refusal
    assert refusal
    assert (refusal.rule, refusal.alternative) == (rule, nearest)
    ends = give(session, "end_activation").refusal
    assert ends
    assert ends.alternative == (LEAVE if special else ADVANCE)


@given(
    inches,
    st.sampled_from([[], ["Rugged"], ["Vehicle"], ["Vehicle", "Manoeuvrable (1)"], ["Aircraft"]]),
    st.integers(0, 3),
    few,
    st.integers(0, 8),
    st.integers(0, 12),
    st.booleans(),
)
def test_what_a_refused_move_is_told_instead_is_allowed(
    distance: float, special: list[str], stress: int, barriers: int, turns: int, slow: int, advance: bool
) -> None:
    words: dict[str, Any] = {"inches": distance, "barriers": barriers, "advance": advance}
    words["slow"] = min(slow, distance)
    words["manoeuvres"] = 0 if not special or special == ["Rugged"] else turns
    session = battle(
        unit("r1", mov=[9, 11] if "Aircraft" in special else 8, special=special),
        against=unit("b1"),
        state={"units.r1.stress": stress},
    )
    refusal = give(session, "move", **words).refusal
    if refusal and refusal.rule == "OF-VEH-4":
        assert refusal.alternative == ("2 manoeuvres" if "Manoeuvrable (1)" in special else "1 manoeuvre")
        return
    if refusal and refusal.alternative:
        if number := re.search(r"([\d.]+) inch", refusal.alternative):
            words["inches"] = float(number[1])
            words["slow"] = (
                words["inches"] if "slow" in refusal.alternative else min(words["slow"], words["inches"])
            )
        if number := re.search(r"(\d+) manoeuvre", refusal.alternative):
            words["manoeuvres"] = int(number[1])
        words["advance"] = advance or "advance" in refusal.alternative
        assert give(session, "move", **words).refusal is None, refusal


@pytest.mark.parametrize(
    ("stage", "done"),
    [("move", "moved"), ("embark", "embarked"), ("attack", "attacked"), ("secure", "secured")],
)
def test_act_2_a_refusal_names_what_the_unit_has_really_done(stage: str, done: str) -> None:
    others = {"moved", "embarked", "attacked", "secured"} - {done}
    session = battle(unit("r1"), against=unit("b1"), state={"activation.stage": stage})
    refusal = give(session, "move", inches=2).refusal
    assert refusal is not None
    assert refusal.rule == "OF-ACT-2"
    assert done in refusal.sentence
    assert not any(other in refusal.sentence for other in others)
