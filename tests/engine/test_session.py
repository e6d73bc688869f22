"""A game in play: commands, answers, undo, the middle of a command, and dice that fall the same again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw
from msgspec.json import encode
from msgspec.structs import replace
from msgspec.structs import replace as copied

from tests.engine.saves import TOYS, look, new, play_some, reopen, saved
from tests.engine.toy import SETUP, TOY, Step, Toy
from vedette.engine.dice import Die
from vedette.engine.errors import CommandError, DataError, JournalError
from vedette.engine.facts import Unknown
from vedette.engine.plain import to_plain
from vedette.engine.play import Play
from vedette.engine.requests import ChoiceRequest, DiceRequest, ScriptedAnswers
from vedette.engine.session import Session, new_session, open_session, read_session
from vedette.engine.verify import verify, verify_entries

THROW = {"do": "throw", "by": "a1", "target": "b1"}
STEP = {"do": "step", "by": "a1"}


@pytest.fixture
def session() -> Session[Any]:
    return new()


def dice(*faces: int) -> tuple[Die, ...]:
    return tuple(Die(face) for face in faces)


def test_a_command_runs_as_far_as_it_has_answers(session: Session[Any]) -> None:
    outcome = session.do(THROW, answers=ScriptedAnswers([5, 2]))
    assert isinstance(outcome.request, ChoiceRequest)
    assert [entry.kind for entry in outcome.entries] == ["command", "dice"]
    assert session.pending == "tent"
    done = session.answer(1)
    assert done.request is None
    assert session.state.units["b1"].tents == (3, 2)
    assert [roll.faces for roll in session.rolls] == [(5, 2)]
    assert session.sentences(done.entries[-1]) == ["Tent 1 of Bees 1 loses 1."]


def test_a_refusal_carries_its_rule_and_changes_nothing(session: Session[Any]) -> None:
    state = session.state
    outcome = session.do({**THROW, "target": "a2"}, answers=ScriptedAnswers([1, 2]))
    assert outcome.refusal is not None
    assert outcome.refusal.rule == "TOY-2"
    assert session.state is state
    assert session.timeline.entries == []


def test_every_rule_that_is_overruled_is_told(session: Session[Any]) -> None:
    outcome = session.do(
        {**THROW, "target": "a2", "balls": 7}, override="for fun", answers=ScriptedAnswers([1] * 7)
    )
    assert outcome.overridden == ("TOY-2", "TOY-3")
    assert outcome.entries[0].given["override"] == "for fun"
    assert session.do(STEP, override="no need").overridden == ()


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"do": "fly", "by": "a1"},
        {"do": ["step"], "by": "a1"},
        {"do": "step"},
        {"do": "step", "by": 3},
        {"do": "step", "by": "z9"},
        {"do": "step", "by": "a1", "more": 1},
        {**THROW, "balls": "2"},
        {**THROW, "balls": 2.5},
        {"do": "note", "by": "a1", "text": "x"},
        {"do": "note", "by": "a", "text": ""},
        {"do": "note", "by": "a", "text": "x" * 10_000},
        {"do": "note", "by": "a", "text": "\x1b[31mred"},
        {"do": "note", "by": "a", "text": "\u202etxet"},
        {"do": "roll", "by": "a", "what": "0d6"},
        {"do": "roll", "by": "a", "what": "999999d6"},
        {"do": "adjust", "by": "a", "path": "units.a1.nothing", "value": 1, "reason": "x"},
        {"do": "adjust", "by": "a", "path": "round", "value": "x", "reason": "x"},
        {"do": "adjust", "by": "a", "path": "round"},
        {"do": "adjust", "by": "a", "path": "round", "value": 2, "values": {"round": 2}},
        {"do": "adjust", "by": "a", "values": {"round": 2, "units.a1.nothing": 1}},
        {"do": "undo", "by": "a"},
        {"do": "redo", "by": "a"},
        {"do": "undo", "by": "z"},
        {"do": "undo", "by": "a", "steps": 0},
        {"do": "undo", "by": "a", "steps": True},
        {"do": "undo", "by": "a", "balls": 1},
    ],
)
def test_nonsense_is_an_error_and_changes_nothing(session: Session[Any], words: dict[str, Any]) -> None:
    state = session.state
    with pytest.raises(CommandError):
        session.do(words, override="even so")
    assert session.state is state
    assert session.timeline.entries == []


@pytest.mark.parametrize(
    "answers",
    [
        ScriptedAnswers([9, 1]),
        ScriptedAnswers([1]),
        ScriptedAnswers([1, 2, 3]),
        ScriptedAnswers([5, 2], [7]),
        ScriptedAnswers([5, 2], [0, 1]),
    ],
)
def test_wrong_answers_undo_the_whole_command(session: Session[Any], answers: ScriptedAnswers) -> None:
    state = session.state
    with pytest.raises(CommandError):
        session.do(THROW, answers=answers)
    assert session.state is state
    assert session.request is None
    assert session.timeline.entries == []


@pytest.mark.parametrize("answer", [dice(7, 1), dice(3), 0, "x"])
def test_a_wrong_answer_leaves_the_game_waiting(session: Session[Any], answer: Any) -> None:
    session.do(THROW)
    state, request = session.state, session.request
    with pytest.raises(CommandError):
        session.answer(answer)
    assert session.state is state
    assert session.request == request
    session.answer(dice(1, 1))
    assert session.request is None


def test_answers_that_fit_only_in_part_leave_the_game_waiting(session: Session[Any]) -> None:
    session.do(THROW)
    with pytest.raises(CommandError, match="one of: 0, 1"):
        session.answer_all(ScriptedAnswers([5, 5], [0, 7]))
    assert isinstance(session.request, DiceRequest)
    assert len(session.timeline.entries) == 1
    session.answer_all(ScriptedAnswers([5, 5], [0, 1]))
    assert session.state.units["b1"].tents == (2, 2)


def test_nothing_else_is_done_while_the_game_waits(session: Session[Any]) -> None:
    session.do(THROW)
    with pytest.raises(CommandError, match="waits for dice"):
        session.do(STEP)
    with pytest.raises(CommandError, match="no answer was given"):
        session.answer_all(ScriptedAnswers([]))


def test_an_answer_without_a_question_is_an_error(session: Session[Any]) -> None:
    with pytest.raises(CommandError, match="Nothing is being asked"):
        session.answer(dice(1))
    with pytest.raises(CommandError):
        session.throw()


def test_undo_inside_a_command_takes_the_last_answer_back(session: Session[Any]) -> None:
    session.do(THROW, answers=ScriptedAnswers([5, 6], [0]))
    assert session.state.units["b1"].tents == (2, 3)
    session.undo()
    assert session.state.units["b1"].tents == (3, 3)
    assert session.pending == "tent"
    session.undo()
    assert session.pending == "dice"
    session.undo()
    assert session.request is None
    session.redo(steps=3)
    assert session.state.units["b1"].tents == (2, 3)
    assert session.pending == "tent"


def test_undo_and_redo_give_the_very_same_states(session: Session[Any]) -> None:
    session.do(STEP)
    first = session.state
    session.do(THROW, answers=ScriptedAnswers([5, 1], [0]))
    second = session.state
    session.undo()
    assert session.state is first
    session.redo()
    assert session.state is second


def test_a_game_goes_on_in_the_middle_of_a_command(tmp_path: Path) -> None:
    path = tmp_path / "x.vedette"
    session = new(path)
    session.do(STEP)
    session.do({**THROW, "again": True}, answers=ScriptedAnswers([5, 2], ["yes"]))
    request, state = session.request, session.state
    session.close()
    again = reopen(path)
    assert again.request == request
    assert again.state == state
    assert isinstance(again.request, DiceRequest)
    assert again.request.roll is not None
    assert again.request.roll.faces == (5, 2)
    again.answer(dice(6))
    again.answer(0)
    again.answer(1)
    assert again.rolls[0].rerolled == (2,)
    assert again.state.units["b1"].tents == (2, 2)
    again.close()


def test_after_an_undo_the_same_question_falls_the_same(session: Session[Any]) -> None:
    session.do(THROW)
    thrown = session.throw()
    session.answer(thrown)
    session.undo()
    while session.request is not None:
        session.undo()
    session.do(THROW)
    assert session.recalled() == thrown
    assert session.throw() == thrown
    session.answer(thrown)
    assert session.timeline.entries[-1].given["from"] == ["rolled", "rolled"]
    assert "instead of" not in session.timeline.entries[-1].given


def test_the_dice_of_somebody_else_are_no_answer(session: Session[Any]) -> None:
    session.do(THROW, answers=ScriptedAnswers([1, 2]))
    session.undo()
    session.do({**THROW, "by": "a2", "target": "b2"})
    assert session.recalled() is None
    session.answer(dice(1, 3))
    assert session.timeline.entries[-1].given["from"] == ["typed", "typed"]


def test_other_dice_after_an_undo_are_marked(session: Session[Any]) -> None:
    session.do(THROW, answers=ScriptedAnswers([1, 2]))
    session.undo()
    session.do(THROW, answers=ScriptedAnswers([1, 3]))
    answered = session.timeline.entries[-1].given
    assert answered["from"] == ["corrected", "corrected"]
    assert answered["instead of"] == [1, 2]
    assert [die.source for die in session.rolls[0].dice] == ["corrected", "corrected"]


def test_dice_rolled_afresh_are_marked_and_differ_by_luck_only(session: Session[Any]) -> None:
    seen = set()
    for _ in range(6):
        session.do({**THROW, "balls": 6})
        fresh = session.throw(afresh=True)
        assert isinstance(fresh, tuple)
        assert session.throw(afresh=True) == fresh
        session.answer(fresh)
        seen.add(tuple(die.face for die in fresh))
        while session.timeline.head:
            session.undo()
    assert len(seen) > 1
    sources = [entry.given["from"][0] for entry in session.timeline.entries if entry.kind == "dice"]
    assert sources[0] == "rolled"
    assert "rolled again" in sources


def test_another_command_has_the_luck_of_its_own_place(session: Session[Any]) -> None:
    """What falls follows from how many pools were rolled before: undoing something else is no re-roll."""
    session.do({**THROW, "balls": 6}, answers=ScriptedAnswers(None))
    first = session.rolls[0].faces
    while session.timeline.head:
        session.undo()
    session.do(STEP)
    session.do({**THROW, "by": "a2", "target": "b2", "balls": 6}, answers=ScriptedAnswers(None))
    assert session.rolls[0].faces == first


@given(st.integers(), st.integers(1, 6))
def test_the_same_seed_gives_the_same_game(seed: int, balls: int) -> None:
    games = [new(seed=seed), new(seed=seed)]
    for game in games:
        game.do({**THROW, "balls": balls}, answers=ScriptedAnswers(None))
    assert games[0].rolls == games[1].rolls


def test_a_jump_to_another_branch(session: Session[Any]) -> None:
    session.do(STEP)
    session.do(STEP)
    session.undo()
    session.do({"do": "step", "by": "b1"})
    session.goto(2)
    assert session.state.round == 3
    session.do(STEP)
    assert [entry.n for entry in session.timeline.path()] == [1, 2, 6]
    session.goto(0)
    assert session.state.round == 1
    for wrong in (3, 99, -1, 0):
        with pytest.raises(CommandError):
            session.goto(wrong)


def test_states_are_the_same_after_opening(tmp_path: Path) -> None:
    path = tmp_path / "x.vedette"
    session = new(path)
    for i in range(23):
        session.do({**STEP, "tag": str(i)})
    states = {n: to_plain(session.state_at(n)) for n in range(24)}
    session.close()
    again = reopen(path)
    assert to_plain(again.state) == states[23]
    assert {n: to_plain(again.state_at(n)) for n in range(24)} == states
    again.close()


def test_a_game_may_be_played_on_after_somebody_gave_up() -> None:
    on = replace(TOY, won=lambda state, winner: replace(state, outcome=winner))
    session = new_session(on, SETUP, seed=0)
    session.do({"do": "concede", "by": "a"})
    assert (session.state.outcome, session.state.phase) == ("b", "play")


def test_a_free_roll_a_note_a_correction_and_the_end(session: Session[Any]) -> None:
    session.do({"do": "note", "by": "a", "text": " [red]tea[/red] "})
    assert session.sentences(session.timeline.entries[-1]) == ["Note: [red]tea[/red]"]
    session.do({"do": "roll", "by": "b", "what": "2D6", "why": "Weather"}, answers=ScriptedAnswers([3, 4]))
    assert session.rolls[0].total == 7
    session.do({"do": "adjust", "by": "a", "path": "sides.a.points", "value": 3, "reason": "counted again"})
    assert session.state.sides["a"].points == 3
    session.do({"do": "concede", "by": "a"})
    assert session.state.outcome == "b"
    assert session.do(STEP).refusal is not None
    with pytest.raises(CommandError, match="over already"):
        session.do({"do": "concede", "by": "b"})
    session.do({"do": "note", "by": "b", "text": "well played"})


def test_a_set_up_that_is_wrong_leaves_no_save(tmp_path: Path) -> None:
    with pytest.raises(DataError):
        new_session(
            TOY,
            {**SETUP, "sides": [{"id": "a", "name": 3}, {"id": "b", "name": []}]},
            seed=1,
            path=tmp_path / "x.vedette",
        )
    assert list(tmp_path.iterdir()) == []


def test_a_game_of_an_unknown_ruleset_is_told_and_not_locked(tmp_path: Path) -> None:
    path = tmp_path / "x.vedette"
    saved(path)
    with pytest.raises(JournalError, match="does not know"):
        open_session({}, path)
    reopen(path).close()


def test_to_look_is_not_to_touch(tmp_path: Path) -> None:
    path = tmp_path / "x.vedette"
    data = saved(path)
    session = look(path)
    with pytest.raises(JournalError, match="is read-only"):
        session.undo()
    assert path.read_bytes() == data
    assert session.path is None


def test_a_fact_of_another_version_is_told_by_its_tag(tmp_path: Path) -> None:
    session = new()
    play_some(session)
    entry = session.timeline.entry(1)
    for event in (copied(entry.events[0], tag="flew"), copied(entry.events[0], values=Raw(b'{"wings":2}'))):
        facts = session.facts(copied(entry, events=(event,)))
        assert facts == [Unknown(event.tag)]
        assert event.tag in facts[0].sentence(str)


def test_a_game_that_today_s_rules_judge_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "x.vedette"
    session = new(path)
    play_some(session)
    session.answer(1)
    session.answer(1)
    session.do({**THROW, "target": "a2"}, override="for fun", answers=ScriptedAnswers([1, 1]))
    session.close()
    assert verify(look(path)) == []
    stricter = replace(TOY, commands={**TOY.commands, "step": TOY.commands["throw"]})
    found = verify(read_session({"toy": stricter}, path))
    assert [one.n for one in found] == [1]
    assert "step is no longer possible" in found[0].text


@pytest.mark.parametrize("fault", [AssertionError, KeyError])
def test_a_fault_of_the_code_is_no_judgement_about_a_game(fault: type[Exception], tmp_path: Path) -> None:
    path = tmp_path / "x.vedette"
    session = new(path)
    play_some(session)
    session.close()

    async def faulty(play: Play[Toy], command: Step) -> None:
        raise fault

    broken = replace(TOY, commands={**TOY.commands, "step": replace(TOY.commands["step"], procedure=faulty)})
    with pytest.raises(fault):
        verify(read_session({"toy": broken}, path))


def test_other_words_for_the_same_are_judged_alike() -> None:
    session = new()
    play_some(session)
    rolled = next(
        event for entry in session.timeline.entries for event in entry.events if event.tag == "rolled"
    )
    for word, same in (("told", True), ("side", False)):
        roll = {**rolled.of["roll"], word: "another word"}
        event = copied(rolled, values=Raw(encode({"roll": roll})))
        entries = [
            copied(entry, events=tuple(event if one is rolled else one for one in entry.events))
            for entry in session.timeline.entries
        ]
        assert (verify_entries(session.ruleset, session.header, entries) == []) is same


def test_an_open_command_that_cannot_go_on_says_so_and_can_be_undone(tmp_path: Path) -> None:
    path = tmp_path / "x.vedette"
    saved(path)
    fewer = replace(TOY, commands={"step": TOY.commands["step"]})
    session = open_session({"toy": fewer}, path)
    assert "cannot go on under today's rules" in session.notice
    assert session.request is None
    session.undo()
    session.undo()
    session.undo()
    assert session.do(STEP).refusal is None
    session.close()


def test_what_the_session_keeps_is_what_the_save_folds_to(tmp_path: Path) -> None:
    path = tmp_path / "x.vedette"
    session = new(path)
    play_some(session)
    session.close()
    again = read_session(TOYS, path)
    for entry in session.timeline.entries:
        if entry.is_place:
            assert to_plain(again.state_at(entry.n)) == to_plain(session.state_at(entry.n))
