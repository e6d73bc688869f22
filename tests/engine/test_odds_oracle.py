"""Odds of small procedures, held against icepool, which was written by others."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool
import pytest
from msgspec.structs import replace

from tests.engine.test_odds import CAME, FAILURES, Tally, looked_for, reads
from vedette.engine.dice import Count, Faces, Low, Modifier, Sum, Tests, Total
from vedette.engine.play import Play

pytestmark = pytest.mark.usefixtures("portable_odds")

D6, D10, D12 = icepool.d(6), icepool.d(10) - 1, icepool.d(12)
STRESS = (Modifier("Stress", -1),)

HITS = 20 @ (D12 >= 8)
"""Twenty dice that need 7, with Stress; one of them always fails and a twelve never does, which changes nothing here."""

SAVED = D6.reroll(lambda face: face < 4, depth=1) >= 4
"""A die that needs 4, and is rolled again once where it fails."""

LOST = SAVED.map(lambda saved: not saved)


async def attack(play: Play[Tally]) -> None:
    """Twenty dice, a save with re-rolls for each hit, and a test of nerve for who has lost more than three."""
    hits = (await play.roll(Tests(dice=20, sides=12, target=7, modifiers=STRESS), why="hit")).successes
    play.commit(replace(play.state, hits=hits), CAME)
    saves = await play.roll(Count(dice=hits, sides=6, target=4), why="save", again=FAILURES)
    lost = len(saves.failures)
    play.commit(replace(play.state, lost=lost), CAME)
    if lost > 3 and await play.total(Sum(dice=3, sides=6), why="nerve") > 11:
        play.commit(replace(play.state, lost=99), CAME)


def nerve(hits: int, lost: int) -> Any:
    """Who has lost more than three stays with an 11 or less."""
    return (3 @ D6 > 11).map({True: (hits, 99), False: (hits, lost)}) if lost > 3 else (hits, lost)


ATTACK = HITS.map(lambda hits: (hits @ LOST).map(lambda lost: nerve(int(hits), int(lost))))

FORMULAS: dict[str, tuple[Callable[[Play[Tally]], Any], Any]] = {
    "tests": (
        reads(Tests(dice=20, sides=12, target=7, modifiers=STRESS), lambda roll: roll.successes),
        HITS,
    ),
    "criticals count twice": (
        reads(Tests(dice=9, sides=12, target=7), lambda roll: roll.successes + roll.criticals),
        9 @ D12.map(lambda face: (face >= 7) + (face == 12)),
    ),
    "hits": (reads(Count(dice=30, sides=6, target=5), lambda roll: roll.successes), 30 @ (D6 >= 5)),
    "failures again": (
        reads(Tests(dice=12, sides=6, target=4), lambda roll: roll.successes, FAILURES),
        12 @ SAVED,
    ),
    "low dice": (
        reads(Low(dice=8, sides=10, target=4), lambda roll: roll.successes),
        8 @ D10.map(lambda face: 1 <= face <= 4),
    ),
    "a total": (
        reads(Total(dice=6, sides=6, modifiers=STRESS), lambda roll: roll.result),
        6 @ D6 - 1,
    ),
    "what is left of a margin": (
        reads(Sum(dice=3, sides=6, target=10), lambda roll: max(0, 10 - roll.result)),
        (3 @ D6).map(lambda total: max(0, 10 - total)),
    ),
    "the highest face": (
        reads(Faces(dice=4, sides=6), lambda roll: max(roll.faces)),
        D6.highest(4, 1),
    ),
    "an attack with its saves and its test of nerve": (attack, ATTACK),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_odds_are_those_of_icepool(name: str) -> None:
    run, die = FORMULAS[name]
    expected = {end: Fraction(ways, die.denominator()) for end, ways in die.items()}
    found = {
        (end if name.startswith("an attack") else int(end[0])): chance
        for end, chance in looked_for(run).items()
    }
    assert found == expected
