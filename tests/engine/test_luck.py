"""The luck of a game: what its dice came to, held against every way in which fair ones can fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import pytest

from tests.engine.saves import new
from vedette.engine.dice import AnyPool, Count, Die, Faces, Low, Modifier, Roll, Sum, Tests, Total, TypedTotal
from vedette.engine.fairness import Part, chi_square_tail, fairness, percentile, summed, tails
from vedette.engine.luck import ENOUGH, Tally, Throw, throws_of, typed_faces
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.timeline import given_dice

THROW = {"do": "throw", "by": "a1", "target": "b1", "balls": 3}
TWO_MORE = (Modifier("two more", 2),)
POOLS = (
    Tests(dice=4, sides=6, target=5, own=(0, 1, 0, -1)),
    Tests(dice=3, sides=6, target=9, hits="criticals"),
    Count(dice=4, sides=6, target=3),
    Count(dice=3, sides=6, target=3, twice=6, worth=2),
    Low(dice=3, sides=10, target=4, modifiers=TWO_MORE),
    Total(dice=3, sides=6, target=12, modifiers=TWO_MORE),
    Sum(dice=3, sides=6, target=4, always=5, never=16),
    Total(dice=3, sides=6, target=9, best=2),
    Total(dice=2, sides=8),
    Sum(dice=2, sides=6, target=5, compared=True),
)


def roll_of(pool: AnyPool, *faces: int, again: tuple[int, ...] = ()) -> list[Throw]:
    """What the table is told of a roll, and of the dice that failed where they are rolled again."""
    roll = Roll("Attack", "a", pool, tuple(map(Die, faces)))
    told = [given_dice({"key": "", "faces": faces, "from": ("typed",) * len(faces)})]
    if again:
        roll = roll.rerolled_with(roll.failures, tuple(map(Die, again)))
        told.append(given_dice({"key": "", "faces": again, "from": ("rolled",) * len(again)}))
    return list(throws_of(roll, told))


@pytest.mark.parametrize("pool", POOLS, ids=lambda pool: f"{pool.reading} {pool.dice}d{pool.sides}")
def test_fair_dice_come_to_what_every_way_of_falling_comes_to(pool: AnyPool) -> None:
    faces = range(pool.lowest, pool.highest + 1)
    every = [roll_of(pool, *shown)[0] for shown in product(faces, repeat=pool.dice)]
    came = Counter(throw.actual for throw in every)
    tally = Tally.of([every[0]])
    fair = summed(tally.parts)
    assert {
        value: Fraction(ways, sum(fair.ways)) for value, ways in enumerate(fair.ways, fair.lowest) if ways
    } == {value: Fraction(ways, len(every)) for value, ways in came.items()}
    assert tally.expected == Fraction(sum(throw.actual for throw in every), len(every))
    for value in came:
        less, same = sum(throw.actual < value for throw in every), came[value]
        assert percentile(tally.parts, value) == (less + Fraction(same, 2)) / len(every)
        or_less, or_more = Fraction(less + same, len(every)), 1 - Fraction(less, len(every))
        assert tails(tally.parts, value) == (or_less, or_more)


def test_the_ways_of_a_whole_game_are_all_counted() -> None:
    parts = {Part(0, (7, 5)): 90, Part(0, (1, 2)): 40, Part(1, (1,) * 6): 30}
    whole = summed(parts)
    assert sum(whole.ways) == prod(sum(part.ways) ** times for part, times in parts.items())
    assert (whole.lowest, len(whole.ways)) == (30, 1 + 90 + 40 + 150)


def test_dice_rolled_again_at_different_times_are_different_throws() -> None:
    roll = Roll("hit", "a", Count(dice=3, sides=6, target=4), (Die(5), Die(1), Die(2)))
    roll = roll.rerolled_with((0,), (Die(6),)).rerolled_with((1, 2), (Die(4), Die(3)))
    told = [
        given_dice({"key": "", "faces": faces, "from": ("typed",) * len(faces)})
        for faces in ((5, 1, 2), (6,), (4, 3))
    ]
    assert [(throw.dice, throw.actual) for throw in throws_of(roll, told)] == [(3, 1), (1, 1), (2, 1)]


def test_rolling_again_is_no_luck_by_itself() -> None:
    """Over every way in which dice and those that are rolled again can fall, there is as much good luck as bad."""
    pool = Tests(dice=2, sides=6, target=5)
    luck = Fraction(0)
    for shown in product(range(1, 7), repeat=2):
        failed = sum(face < 5 for face in shown)
        for more in product(range(1, 7), repeat=failed):
            throws = roll_of(pool, *shown, again=more)
            assert sum(throw.dice for throw in throws) == 2 + failed
            luck += Tally.of(throws).luck / 6**failed
    assert luck == 0


def test_what_a_die_must_show_beside_those_that_stay() -> None:
    """Of 2 and 3 against 8 the failed roll counts; then the 2 is rolled again beside the 3, and needs 5."""
    roll = Roll("Rally", "a", Total(dice=2, sides=6, target=8), (Die(2), Die(3))).rerolled_with(
        (0,), (Die(6),)
    )
    told = [
        given_dice({"key": "", "faces": faces, "from": ("typed",) * len(faces)}) for faces in ((2, 3), (6,))
    ]
    first, again = throws_of(roll, told)
    assert (first.actual, first.parts[0].mean) == (0, Fraction(15, 36))
    assert (again.actual, again.parts[0].mean) == (1, Fraction(2, 6))


def test_faces_that_are_only_compared_are_nobodys_luck() -> None:
    (throw,) = roll_of(Faces(dice=2, sides=12), 3, 11)
    assert (throw.parts, throw.judged, throw.faces) == ((), False, (3, 11))


def test_fewer_than_30_rolls_tell_nothing() -> None:
    throws = roll_of(Tests(dice=10, sides=6, target=4), *(6,) * 10) * (ENOUGH - 1)
    assert Tally.of(throws).percentile is None
    assert Tally.of([*throws, throws[0]]).percentile is not None


@pytest.mark.parametrize(
    ("value", "freedom"), [(3.8415, 1), (11.0705, 5), (16.919, 9), (19.6751, 11), (124.342, 100)]
)
def test_the_tail_of_chi_square_is_that_of_the_tables(value: float, freedom: int) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(0.05, abs=1e-5)
    assert chi_square_tail(0, freedom) == 1


def test_a_die_is_judged_from_five_times_its_faces_on() -> None:
    assert fairness((5, 5, 5, 5, 5, 4)) is None
    assert fairness((5, 5, 5, 5, 5, 5)) == 1
    loaded = fairness((3, 3, 3, 3, 3, 25))
    assert loaded is not None
    assert loaded < 1e-6
    assert fairness((40,)) is None  # a die of one side


def test_fair_games_are_as_often_lucky_as_unlucky() -> None:
    """Of many fair games each tenth of the percentiles, and of the faces' fairness, has about a tenth."""
    chance = Random(7)
    games, shares, evenness = 150, Counter[int](), Counter[int]()
    for _ in range(games):
        throws: list[Throw] = []
        for _ in range(35):
            pool = Tests(dice=chance.randint(1, 8), sides=12, target=chance.randint(4, 10))
            faces = [chance.randint(1, 12) for _ in range(pool.dice)]
            again = [chance.randint(1, 12) for face in faces if pool.mark(face) == "failure"]
            throws += roll_of(pool, *faces, again=tuple(again) if chance.random() < 0.3 else ())
        share = Tally.of(throws).percentile
        (typed,) = typed_faces(throws)
        assert share is not None
        assert typed.fairness is not None
        shares[int(share * 10)] += 1
        evenness[int(typed.fairness * 10)] += 1
    for found in (shares, evenness):
        assert sum(abs(found[tenth] - games / 10) for tenth in range(10)) < games / 3, found


def test_what_was_undone_does_not_count_and_what_was_corrected_counts_as_typed() -> None:
    session = new()
    played = session.played
    session.do(THROW, answers=ScriptedAnswers([1, 1, 1]))
    assert [throw.actual for throw in played.throws()] == [0]
    session.undo()
    assert played.throws() == []
    session.do(THROW, answers=ScriptedAnswers([1, 2, 3]))
    assert session.rolls[0].dice[0].source == "corrected"
    (throw,) = played.throws()
    assert (throw.side, throw.kind, throw.typed, throw.faces) == ("a", "Throw", True, (1, 2, 3))
    session.do(THROW)
    rolled = session.throw()
    assert not isinstance(rolled, TypedTotal)
    session.answer((Die(6), *rolled[1:]))
    known = [(throw.typed, throw.dice) for throw in played.throws()[1:]]
    assert known == [(True, 1), (False, 2)]
    assert [(one.side, sum(one.counts)) for one in typed_faces(played.throws())] == [("a", 4)]


def test_very_many_dice_are_as_unusual_as_counting_them_says() -> None:
    """From a thousand dice on the normal distribution stands in: 1000 coins that come to 520."""
    coin = Part(0, (1, 1))
    exact = percentile(Counter({coin: 999}), 520)
    assert percentile(Counter({coin: 1000}), 520) == pytest.approx(float(exact), abs=0.01)
    assert percentile(Counter({coin: 1000}), 500) == pytest.approx(0.5)
