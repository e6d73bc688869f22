"""What is told beyond a question that a correction opens."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from vedette.engine.correction_forecast import Prospects
from vedette.engine.dice import Die
from vedette.engine.library import data_folder
from vedette.engine.session import read_session
from vedette.registry import rulesets


def looked(save: str, n: int, *faces: int) -> Prospects[Any]:
    """Everything beyond the question that a roll of an example game opens."""
    session = read_session(rulesets(), data_folder() / "saves" / f"{save}.vedette")
    planned = session.correction(n, tuple(map(Die, faces)))
    ahead = Prospects(session.ruleset, planned)
    assert ahead.go_on()
    assert len(ahead.found) == planned.count("waits")
    return ahead


@pytest.mark.parametrize(
    ("save", "n", "faces", "told"),
    [
        (
            "open-fire-first-battle",
            60,
            (10, 12, 11, 12, 4, 11),
            {"holds": 61},
        ),  # which model loses a hit point
        ("open-fire-hanging-yard", 312, (12,), {"holds": 7, "depends": 9}),  # whether Young Teck lives
        ("napoleonic-along-the-hedges", 25, (1,), {"holds": 60}),
    ],
)
def test_a_line_holds_whatever_the_answer_or_depends_on_it(
    save: str, n: int, faces: tuple[int, ...], told: dict[str, int]
) -> None:
    ahead = looked(save, n, *faces)
    assert (Counter(ahead.found), ahead.every) == (told, True)


def test_where_nothing_is_asked_there_is_nothing_to_look_for() -> None:
    assert looked("open-fire-hanging-yard", 332, 2).found == []


def test_a_tie_that_is_rolled_off_again_leads_nowhere_new() -> None:
    """The roll-off at 140, corrected to a tie: both may win it, and no further tie is looked into."""
    ahead = looked("open-fire-first-battle", 140, 6, 6)
    assert ahead.every
