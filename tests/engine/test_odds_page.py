"""The example of docs/odds.md: its code is the one below, and its numbers are computed."""

from __future__ import annotations

from fractions import Fraction
from inspect import getsource
from itertools import product
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from tests.conftest import ROOT
from tests.engine.test_odds import CAME
from vedette.engine.dice import Count, Die, Sum
from vedette.engine.driver import Execution
from vedette.engine.odds.search import Search
from vedette.engine.odds.standard_error import standard_error
from vedette.engine.play import Play
from vedette.engine.requests import DiceRequest

pytestmark = [
    pytest.mark.usefixtures("portable_odds"),
    pytest.mark.parametrize("portable_odds", ["frames", "portable"], indirect=True),
]

PAGE = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")
HIT = FLED = CAME


class Tally(Struct, frozen=True):
    """What comes of a volley."""

    lost: Any = 0
    fled: bool = False


async def volley(play: Play[Tally]) -> None:
    hits = (await play.roll(Count(dice=2, sides=6, target=4), why="hit")).successes
    saves = await play.roll(Count(dice=hits, sides=6, target=5), why="save")
    lost = hits - saves.successes
    play.commit(replace(play.state, lost=lost), HIT)
    if lost > 0 and await play.total(Sum(dice=1, sides=6), why="nerve") < 3:
        play.commit(replace(play.state, fled=True), FLED)


def ways(*answers: tuple[Die, ...]) -> int:
    """How many ways there are behind these answers in which all dice can fall."""
    run = Execution(volley, Tally())
    for answer in answers:
        run.answer(answer)
    request = run.request
    run.close()
    if not isinstance(request, DiceRequest):
        return 1
    every = product(range(1, 7), repeat=request.dice)
    return sum(ways(*answers, tuple(map(Die, faces))) for faces in every)


def test_the_example_comes_to_what_the_page_says() -> None:
    search = Search(volley, Tally(), lambda state, heard: {"lost": state.lost, "fled": state.fled})
    assert search.go_on()
    assert search.odds.exact
    lost, fled = (search.odds.chances[name] for name in ("lost", "fled"))
    told = {
        "ways in which the dice can fall, each for itself": ways(),
        "runs of the procedure": search.odds.runs,
        "lost 0, 1, 2": ", ".join(str(lost[many]) for many in range(3)),
        "fled": fled[True],
    }
    assert getsource(volley) in PAGE
    assert "".join(f"| {what} | {value} |\n" for what, value in told.items()) in PAGE


def test_the_other_numbers_on_the_page() -> None:
    async def tied(play: Play[Tally]) -> None:
        winner = await play.roll_off(("red", "blue"), why="first", dice_sides=6, rules=())
        play.commit(replace(play.state, fled=winner == "red"), FLED)

    search = Search(tied, Tally(), lambda state, heard: {"fled": state.fled})
    search.go_on()
    assert search.odds.chances["fled"][True] == Fraction(5, 12) / (1 - Fraction(1, 6)) == Fraction(1, 2)
    assert f"{standard_error(Fraction(4, 9), 400):.1%}" == "2.5%"
    assert "400 tries that show 4/9 are off by 2.5 % or less" in PAGE
