"""Corrections where it is difficult, each in a game of a few lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.engine.toy import SETUP, TOY
from vedette.engine.dice import Die
from vedette.engine.errors import CommandError
from vedette.engine.session import Session, new_session, open_session
from vedette.engine.timeline import CommandEntry
from vedette.engine.verify import verify
from vedette.view.command_line import as_typed, typed_words


@pytest.fixture
def session(tmp_path: Path) -> Session[Any]:
    return new_session(TOY, SETUP, seed=4, path=tmp_path / "toy.vedette")


def dice(*faces: int) -> tuple[Die, ...]:
    return tuple(map(Die, faces))


def throw(session: Session[Any], by: str, target: str, *faces: int, **words: Any) -> int:
    """A throw with the faces that lay there, and the first tent for every ball that hits; the number of its roll."""
    session.do({"do": "throw", "by": by, "target": target, "balls": len(faces), **words})
    roll = session.answer(dice(*faces)).entries[0].n
    while session.request:
        session.answer(session.request.options[0].value)  # type: ignore[union-attr]
    return roll


def step(session: Session[Any], by: str, **words: Any) -> int:
    return session.do({"do": "step", "by": by, **words}).entries[0].n


def commands(session: Session[Any]) -> list[str]:
    return [
        f"{one.input.do} {one.input.by}" for one in session.timeline.path() if isinstance(one, CommandEntry)
    ]


def whole(session: Session[Any]) -> bool:
    """Whether the rules say the same of every line, and the save is opened at the same place."""
    path = session.path
    assert path is not None
    session.close()
    again = open_session({"toy": TOY}, path)
    again.close()
    return not verify(again) and again.state == session.state and again.correcting == session.correcting


def test_what_was_undone_before_a_correction_is_not_played_again(session: Session[Any]) -> None:
    roll = throw(session, "a1", "b1", 1, 1)
    step(session, "a2")
    session.undo()
    step(session, "b2")
    planned = session.correction(roll, dice(1, 2))
    session.correct(planned)
    assert commands(session) == ["throw a1", "step b2"]
    assert whole(session)


def test_an_undo_after_a_correction_takes_back_its_last_line_and_a_redo_brings_it_again(
    session: Session[Any],
) -> None:
    roll = throw(session, "a1", "b1", 1, 1)
    step(session, "a2")
    session.correct(session.correction(roll, dice(1, 2)))
    session.undo()
    assert commands(session) == ["throw a1"]
    session.redo()
    assert commands(session) == ["throw a1", "step a2"]
    assert whole(session)


def test_what_was_undone_is_corrected_by_nobody(session: Session[Any]) -> None:
    roll = throw(session, "a1", "b1", 1, 1)
    session.undo()
    with pytest.raises(CommandError, match="no entry"):
        session.correction(roll, dice(1, 2))


def test_a_correction_is_corrected_in_its_turn(session: Session[Any]) -> None:
    roll = throw(session, "a1", "b1", 1, 1)
    step(session, "a2")
    first = session.correct(session.correction(roll, dice(1, 2))).entries
    with pytest.raises(CommandError, match="no entry"):
        session.correction(roll, dice(1, 3))
    session.correct(session.correction(first[2].n, dice(1, 3)))
    assert commands(session) == ["throw a1", "step a2"]
    assert whole(session)


def test_the_roll_of_an_open_command_is_corrected_and_the_command_stays_open(session: Session[Any]) -> None:
    session.do({"do": "throw", "by": "a1", "target": "b1", "balls": 3})
    roll = session.answer(dice(4, 4, 1)).entries[0].n
    session.answer(0)
    assert session.request is not None
    planned = session.correction(roll, dice(4, 4, 4))
    assert planned.first.verdict == "holds", "it was asked before, and is still"
    session.correct(planned)
    assert session.state.units["b1"].tents == (2, 3)
    assert session.request is not None
    assert session.correcting == 0
    assert whole(session)


def test_an_open_command_that_asks_no_more_is_over_with_its_correction(session: Session[Any]) -> None:
    session.do({"do": "throw", "by": "a1", "target": "b1"})
    roll = session.answer(dice(4, 4)).entries[0].n
    session.correct(session.correction(roll, dice(1, 1)))
    assert session.request is None
    assert session.state.units["b1"].tents == (3, 3)
    assert whole(session)


def test_a_correction_before_an_open_command_leaves_it_as_open_as_it_was(session: Session[Any]) -> None:
    roll = throw(session, "a1", "b1", 1, 1)
    session.do({"do": "throw", "by": "b1", "target": "a1"})
    session.answer(dice(4, 4))
    waiting = session.request
    planned = session.correction(roll, dice(1, 2))
    assert [one.verdict for one in planned.later] == ["holds"]
    session.correct(planned)
    assert session.request == waiting
    assert whole(session)


def test_a_correction_over_the_end_of_a_round_keeps_the_rounds(session: Session[Any]) -> None:
    roll = throw(session, "a1", "b1", 4, 1)
    for by in ("a1", "b1", "a2"):
        step(session, by)
    session.correct(session.correction(roll, dice(1, 1)))
    assert session.state.round == 4
    assert session.state.units["b1"].tents == (3, 3)
    assert whole(session)


def test_what_was_forced_stays_forced_for_the_rule_that_was_set_aside_and_no_other(
    session: Session[Any],
) -> None:
    roll = throw(session, "a1", "b1", 1, 1)
    session.do({"do": "throw", "by": "a1", "target": "a2"}, override="a wager")
    session.answer(dice(1, 1))
    planned = session.correction(roll, dice(1, 2))
    assert [one.verdict for one in planned.later] == ["holds"]
    session.correct(planned)
    forced = session.timeline.path()[2]
    assert isinstance(forced, CommandEntry)
    assert (forced.input.override, forced.input.overridden) == ("a wager", ("TOY-2",))
    assert session.correction(forced.n, {"balls": 9}).refusal is not None, "nobody has set aside TOY-3"
    assert whole(session)


def test_a_forced_command_that_is_corrected_to_what_the_rules_allow_needs_no_force(
    session: Session[Any],
) -> None:
    forced = session.do({"do": "throw", "by": "a1", "target": "a2"}, override="a wager").entries[0].n
    session.answer(dice(1, 1))
    session.correct(session.correction(forced, {"target": "b1"}))
    assert commands(session) == ["throw a1"]
    assert whole(session)


def test_an_adjustment_by_hand_sets_again_what_it_set_and_is_corrected_itself(session: Session[Any]) -> None:
    roll = throw(session, "a1", "b1", 4, 1)
    by_hand = {"do": "adjust", "by": "a", "path": "units.b1.tents.1", "value": 1, "reason": "it fell over"}
    session.do(by_hand)
    session.correct(session.correction(roll, dice(1, 1)))
    assert session.state.units["b1"].tents == (3, 1)
    adjusted = session.timeline.path()[-1].n
    session.correct(session.correction(adjusted, {"value": 2}))
    assert session.state.units["b1"].tents == (3, 2)
    assert whole(session)


@pytest.mark.parametrize("n", [-1, 99])
def test_what_a_line_takes_back_that_is_not_there_is_a_plain_no(session: Session[Any], n: int) -> None:
    step(session, "a1")
    with pytest.raises(CommandError, match="no entry"):
        session.taking_back(n)
    with pytest.raises(CommandError, match="no entry"):
        session.taking_back(0, corrects=99)


@pytest.mark.parametrize(
    "value",
    [
        9,
        9.5,
        True,
        "clear",
        "9",
        "true",
        "a “word”, it's",
        "[x",
        {"b1": 2, "a/1": [1, {"x": "y"}]},
        ["a", 1],
        "🂡",
        "",
    ],
)
def test_the_words_of_a_command_are_typed_as_they_are_read(value: Any) -> None:
    assert typed_words(as_typed({"do": "step", "by": "a1", "value": value})) == {"value": value}


def test_one_goes_back_to_before_a_correction_and_forth_again(session: Session[Any]) -> None:
    roll = throw(session, "a1", "b1", 1, 1)
    old = step(session, "a2")
    session.correct(session.correction(roll, dice(1, 2)))
    corrected = session.timeline.head
    for there in (old, corrected, old, corrected):
        before = session.timeline.before_correction
        assert before == there
        session.goto(before)
    assert whole(session)
