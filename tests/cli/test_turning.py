"""Unlikely rolls: the exact chance of this or better, or of this or worse, held against sums over binomials."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from vedette.engine.dice import AnyPool, Count, Die, Low, Roll, Total
from vedette.engine.library import data_folder
from vedette.engine.luck import Throw, throws_of
from vedette.engine.session import read_session
from vedette.engine.timeline import given_dice
from vedette.registry import rulesets
from vedette.view.effects import effects
from vedette.view.luck import more_words, one_decimal
from vedette.view.turning import RARE, rarity, turning_points

SAVES = sorted((data_folder() / "saves").glob("*.vedette"))


@pytest.mark.parametrize(
    ("pool", "faces", "one_in"),
    [
        (Count(dice=4, sides=12, target=8), (7, 1, 2, 3), 9),
        (Low(dice=1, sides=10, target=1), (1,), 10),
        (Count(dice=12, sides=6, target=3), (3, 4, 5, 6) * 3, 130),
        (Count(dice=12, sides=6, target=5), (5,) * 7 + (1,) * 5, 15),
        (Count(dice=6, sides=6, target=5), (1,) * 6, 11),
        (Low(dice=3, sides=10, target=1), (1, 1, 5), 36),
        (Count(dice=4, sides=12, target=7), (1, 1, 1, 1), 16),
        (Total(dice=2, sides=6, target=12), (6, 6), 36),
    ],
)
def test_the_rarity_of_a_roll_is_exact(pool: AnyPool, faces: tuple[int, ...], one_in: int) -> None:
    told = [given_dice({"key": "", "faces": faces, "from": ("typed",) * len(faces)})]
    (throw,) = throws_of(Roll("Attack", "a", pool, tuple(map(Die, faces))), told)
    roll = rarity(throw)
    assert round(1 / roll.chance) == one_in
    assert roll.one_in == (one_in if roll.chance < RARE else 0)


@pytest.mark.parametrize("save", SAVES, ids=lambda path: path.stem)
def test_every_unlikely_roll_of_an_example_is_one(vedette: Vedette, save: Path) -> None:
    """The JSON tells 1 in N for what is really below 1 in 16, and nothing for the rest."""
    session = read_session(rulesets(), save)
    throws = {
        one.n: throw for command in session.played.way() for one in command.rolled for throw in one.throws
    }
    for turn in vedette("report", save, "--seconds", 0, "--json").json["turning"]:
        assert bool(turn["one_in"]) == bool(turn["roll"]) == bool(turn["chance"])
        if turn["one_in"]:
            lines = range(turn["start"], turn["n"] + 1)
            chances = [_least(throws[n]) for n in lines if n in throws and throws[n].judged]
            assert turn["one_in"] in [round(1 / chance) for chance in chances if chance < Fraction(1, 16)]


@pytest.mark.parametrize("save", SAVES, ids=lambda path: path.stem)
def test_a_single_test_of_which_nothing_came_turned_nothing(save: Path) -> None:
    for effect, roll in turning_points(list(effects(read_session(rulesets(), save)))):
        assert effect.matters or effect.tales or (roll and len(roll.throw.parts) > 1)


def _least(throw: Throw) -> Fraction:
    """The smaller tail of a throw whose dice all succeed alike, by binomial coefficients."""
    n, k, p = len(throw.parts), throw.actual, throw.parts[0].mean
    same = [comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1)]
    return min(sum(same[: k + 1], Fraction(0)), sum(same[k:], Fraction(0)))


@pytest.mark.parametrize(
    ("value", "plain", "signed"),
    [
        (Fraction(-3, 4), "−0.8", "−0.8"),
        (Fraction(3, 4), "0.8", "+0.8"),
        (Fraction(1, 20), "0.1", "+0.1"),
        (Fraction(-1, 25), "0.0", "+0.0"),
        (21, "21.0", "+21.0"),
    ],
)
def test_luck_is_rounded_to_tenths_and_halves_go_away_from_zero(
    value: Fraction, plain: str, signed: str
) -> None:
    assert (one_decimal(value), more_words(value)) == (plain, signed)
