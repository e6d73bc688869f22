"""Undo and redo: nothing is erased, nothing is lost, and no dice are better the second time."""

from __future__ import annotations

import pytest

from vedette.engine.data import Table
from vedette.engine.dice import Die
from vedette.engine.errors import CommandError
from vedette.engine.requests import DiceRequest
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.testing.game import PLAIN, WILD, Game, begin
from vedette.testing.plugin import Times
from vedette.testing.starts import Start, cases, each_game

SHARES = 2
FORWARD = {"likely": 1}


def _there_and_back(session: Session[GameState], steps: int) -> None:
    """Undo, step by step, and redo: every place on the way is met again as it was."""
    stood = [(session.state, session.request, session.pending)]
    for _ in range(steps):
        try:
            session.undo()
        except CommandError:
            break
        stood.append((session.state, session.request, session.pending))
    for place in reversed(stood[:-1]):
        session.redo()
        assert (session.state, session.request, session.pending) == place
        assert session.state is place[0]


@pytest.mark.parametrize("share", range(SHARES))
def test_undo_then_redo_is_identity(ruleset_id: str, share: int) -> None:
    for start in cases(ruleset_id)[share::SHARES]:
        game = begin(start, 11, {**PLAIN, "history": 0})
        for _ in range(6):
            game.run(8)
            _there_and_back(game.session, game.luck.randint(1, 6))


@each_game()
def test_undoing_everything_and_redoing_it_is_identity(start: Start, times: Times) -> None:
    _there_and_back(begin(start, 12, FORWARD).run(times(75, 150)).session, 1000)


@each_game()
def test_several_steps_at_once_lead_where_single_steps_lead(start: Start) -> None:
    session = begin(start, 13, FORWARD).run(60).session
    before = session.state
    session.undo(steps=4)
    at_once = session.state
    session.redo(steps=4)
    assert session.state is before
    for _ in range(4):
        session.undo()
    assert session.state is at_once


@each_game()
def test_nothing_erases_an_entry(start: Start, times: Times) -> None:
    game = begin(start, 14, {**WILD, "history": 30})
    entries = game.session.timeline.entries
    for _ in range(times(10, 20)):
        before = tuple(entries)
        game.run(20)
        assert tuple(entries[: len(before)]) == before
        assert [entry.n for entry in entries] == list(range(1, len(entries) + 1))


@each_game()
def test_after_an_undo_the_same_question_is_first_answered_by_the_same_faces(
    start: Start, times: Times
) -> None:
    met = 0
    game = begin(start, 15, FORWARD)
    for _ in range(times(120, 200)):
        if isinstance(game.session.request, DiceRequest):
            met += 1
            _asked_again(game)
            game.session.answer(game.answer())
        else:
            game.step()
    assert met > 10


def _asked_again(game: Game) -> None:
    """Answer, undo, and look at what the same question offers now."""
    session, request = game.session, game.session.request
    assert isinstance(request, DiceRequest)
    assert session.recalled() is None
    session.answer(game.answer())
    first = session.timeline.entries[-1].given
    _back_to(session, request)
    recalled = session.recalled()
    assert isinstance(recalled, tuple)
    assert [die.face for die in recalled] == first["faces"]
    assert [die.source for die in recalled] == first["from"]
    assert session.throw() == recalled
    session.answer(session.throw())
    assert _last_answer(session) == first
    _back_to(session, request)
    lowest, sides = request.pool.lowest, request.pool.sides
    other = [(face - lowest + 1) % sides + lowest for face in first["faces"]]
    session.answer(tuple(Die(face) for face in other))
    changed = _last_answer(session)
    assert changed["faces"] == other
    assert set(changed["from"]) == {"corrected"}
    assert changed["instead of"] == first["faces"]
    _back_to(session, request)
    session.answer(session.throw(afresh=True))
    again = _last_answer(session)
    assert again["faces"] == other or set(again["from"]) == {"rolled again"}
    _back_to(session, request)


def _last_answer(session: Session[GameState]) -> Table:
    return session.timeline.entries[-1].given


def _back_to(session: Session[GameState], request: DiceRequest) -> None:
    """Undo the last answer; where that took the whole command back, give it again as far as the question."""
    timeline = session.timeline
    command, answers = timeline.command_at(timeline.head), timeline.answers_at(timeline.head)
    session.undo()
    if session.request is None:
        session.do(command.input.words)
        for entry in answers[:-1]:
            session.answer(entry.input.answer)
    assert session.request == request
