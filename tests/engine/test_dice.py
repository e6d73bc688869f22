"""How dice are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.engine.dice import Die, Faces, Low, Modifier, Roll, Sum, Tests, Total
from vedette.engine.errors import CommandError
from vedette.engine.requests import ChoiceRequest, DiceRequest, Option

MINUS = Modifier("Stress", -4, ("OF-STR-5",))
PLUS = Modifier("Rear", 3)


def roll(pool: Tests | Total | Faces, *faces: int) -> Roll:
    return Roll("Attack", "a", pool, tuple(Die(face) for face in faces))


@pytest.mark.parametrize(
    ("face", "modifiers", "mark"),
    [
        (7, (), "success"),
        (6, (), "failure"),
        (10, (MINUS,), "failure"),
        (11, (MINUS,), "success"),
        (12, (MINUS,), "critical"),
        (1, (PLUS, PLUS, PLUS), "failure"),
        (9, (PLUS,), "success"),
    ],
)
def test_a_test_reaches_its_target(face: int, modifiers: tuple[Modifier, ...], mark: str) -> None:
    assert Tests(dice=1, sides=12, target=7, modifiers=modifiers).mark(face) == mark


def test_other_readings_of_tests() -> None:
    assert [Tests(dice=1, sides=6, hits="criticals", target=2).mark(face) for face in (1, 5, 6)] == [
        "failure",
        "failure",
        "critical",
    ]
    assert [Tests(dice=1, sides=6, hits="always", target=5).mark(face) for face in (1, 6)] == [
        "success",
        "critical",
    ]
    assert [Tests(dice=1, sides=6).mark(face) for face in (1, 2, 6)] == ["failure", "success", "critical"]


def test_low_dice_begin_at_zero_and_a_natural_zero_misses() -> None:
    cover = Modifier("Cover", 2)
    pool = Low(dice=4, sides=10, target=5, modifiers=(cover,))
    assert (pool.lowest, pool.highest) == (0, 9)
    assert [pool.mark(face) for face in (0, 3, 4, 9)] == ["failure", "success", "failure", "failure"]
    assert [pool.score(face) for face in (0, 3, 9)] == [0, 5, 11]
    assert (Tests(dice=1, sides=12).lowest, Tests(dice=1, sides=12).highest) == (1, 12)
    request = DiceRequest(why="Skirmishers", side="a", pool=pool)
    request.check(tuple(Die(face) for face in (0, 9, 1, 1)))
    with pytest.raises(CommandError, match="shows 0 to 9, not 10"):
        request.check(tuple(Die(face) for face in (0, 9, 10, 1)))


def test_a_roll_counts() -> None:
    made = roll(Tests(dice=4, sides=12, target=7), 12, 7, 6, 1)
    assert (made.successes, made.criticals, made.failures) == (2, 1, (2, 3))
    assert roll(Total(dice=2, sides=6, modifiers=(PLUS,)), 2, 5).total == 10
    assert roll(Faces(dice=2, sides=6), 2, 5).marks == ("", "")


def test_a_rerolled_die_keeps_its_past() -> None:
    made = roll(Tests(dice=3, sides=12, target=7), 3, 12, 2)
    again = made.rerolled_with((0, 2), (Die(9), Die(1, "rolled")))
    assert again.faces == (9, 12, 1)
    assert again.rerolled == (3, 2)
    assert again.dice[2] == Die(1, "rolled", (2,))
    assert made.faces == (3, 12, 2)


@given(st.lists(st.integers(1, 12), min_size=1, max_size=20), st.integers(1, 14), st.integers(-9, 9))
def test_every_die_is_marked_and_counted_once(faces: list[int], target: int, modifier: int) -> None:
    pool = Tests(dice=len(faces), sides=12, target=target, modifiers=(Modifier("x", modifier),))
    made = roll(pool, *faces)
    assert made.successes + len(made.failures) == len(faces)
    assert made.criticals == faces.count(12)


def test_faces_that_no_die_can_show_are_errors() -> None:
    request = DiceRequest(why="Attack", side="a", pool=Tests(dice=2, sides=12, target=7))
    request.check((Die(1), Die(12)))
    for wrong in [(Die(0), Die(3)), (Die(13), Die(3)), (Die(3),), (Die(3),) * 3, "b1", 3]:
        with pytest.raises(CommandError):
            request.check(wrong)  # type: ignore[arg-type]


def test_answers_that_are_not_offered_are_errors() -> None:
    request = ChoiceRequest(name="casualty", side="a", options=(Option(0, "a"), Option(1, "b")), why="Damage")
    request.check(1)
    for wrong in [2, "0", True, False, 1.5, (Die(1),)]:
        with pytest.raises(CommandError, match="one of: 0, 1"):
            request.check(wrong)  # type: ignore[arg-type]


def test_dice_that_are_rolled_again_are_a_question_of_their_own() -> None:
    pool = Tests(dice=3, sides=12, target=7)
    request = DiceRequest(why="Attack", side="a", pool=pool, roll=roll(pool, 1, 2, 9), again=(0, 1))
    assert request.dice == 2
    assert request.key != DiceRequest(why="Attack", side="a", pool=pool).key
    request.check((Die(1), Die(2)))


def test_a_sum_below_the_target_succeeds_but_for_the_sums_that_always_or_never_do() -> None:
    pool = Sum(dice=3, sides=6, target=16, modifiers=(Modifier("range", -2),), always=5, never=16)
    roll = Roll("to_hit", "red", pool, (Die(6), Die(5), Die(4)))
    assert roll.total == 15  # the modifiers are in the target already
    assert pool.succeeds(15)
    assert not pool.succeeds(16)
    assert Sum(dice=3, sides=6, target=2, always=5).succeeds(5)


def test_the_chance_of_a_sum_is_that_of_its_faces() -> None:
    assert Sum(dice=1, sides=6, target=2).chance == pytest.approx(1 / 3)
    assert Sum(dice=2, sides=6, target=12, never=12).chance == pytest.approx(35 / 36)
    assert Sum(dice=3, sides=6).chance == 1
