"""The tree of entries against a simple model: a list of what was done, and how far along it we are."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.engine.toy import SETUP, TOY
from vedette.engine.errors import CommandError
from vedette.engine.plain import to_plain
from vedette.engine.requests import DiceRequest
from vedette.engine.save_file import body
from vedette.engine.session import Session, new_session
from vedette.engine.timeline import Entry, GivenCommand, Timeline, asked, read_entry

THROW = {"do": "throw", "by": "a1"}
FACES = {"key": "x", "faces": [4], "from": ["typed"]}


def entry(n: int, parent: int, kind: Any = "command", **more: Any) -> Entry:
    line = {
        "n": n,
        "parent": parent,
        "time": "2026-01-01T00:00:00+00:00",
        "kind": kind,
        "input": THROW,
        **more,
    }
    return read_entry(json.dumps(line).encode())


def timeline(*entries: Entry) -> Timeline:
    made = Timeline()
    for one in entries:
        made.add(one)
    return made


class UndoModel(RuleBasedStateMachine):
    """Commands, answers, undos and redos; the model keeps the states that undo and redo must come back to.

    `line` is the way to the head: (state, whether the game waited there). `undone` is the stack of redo.
    """

    def __init__(self) -> None:
        super().__init__()
        self.session: Session[Any] = new_session(TOY, SETUP, seed=3)
        self.line = [self.place()]
        self.undone: list[list[Any]] = []

    def place(self) -> Any:
        request = self.session.request
        return self.session.timeline.head, to_plain(self.session.state), request.key if request else ""

    @rule(unit=st.sampled_from(["a1", "b2"]))
    @precondition(lambda self: self.session.request is None)
    def step(self, unit: str) -> None:
        self.session.do({"do": "step", "by": unit})
        self.went_on()

    @rule(balls=st.integers(1, 4), again=st.booleans())
    @precondition(lambda self: self.session.request is None)
    def throw(self, balls: int, again: bool) -> None:
        self.session.do({"do": "throw", "by": "a1", "target": "b1", "balls": balls, "again": again})
        self.went_on()

    @rule(last=st.booleans(), afresh=st.booleans())
    @precondition(lambda self: self.session.request is not None)
    def answer(self, last: bool, afresh: bool) -> None:
        request = self.session.request
        assert request is not None
        if isinstance(request, DiceRequest):
            self.session.answer(self.session.throw(afresh=afresh))
        else:
            self.session.answer(request.options[-1 if last else 0].value)
        self.went_on()

    @rule()
    @precondition(lambda self: len(self.line) > 1)
    def undo(self) -> None:
        self.undone.append(list(self.line))
        if not self.line[-1][2]:  # a complete command goes back whole
            while len(self.line) > 2 and self.line[-2][2]:
                self.line.pop()
        self.line.pop()
        self.session.undo()

    @rule()
    @precondition(lambda self: bool(self.undone))
    def redo(self) -> None:
        self.line = self.undone.pop()
        self.session.redo()

    @rule()
    @precondition(lambda self: not self.undone)
    def redo_nothing(self) -> None:
        with pytest.raises(CommandError):
            self.session.redo()

    @invariant()
    def stands_where_the_model_stands(self) -> None:
        assert self.place() == self.line[-1]
        assert self.session.timeline.can_redo == bool(self.undone)

    @invariant()
    def every_entry_is_still_there(self) -> None:
        entries = self.session.timeline.entries
        assert [one.n for one in entries] == list(range(1, len(entries) + 1))
        alive = {one.n for one in self.session.timeline.path()}
        moves = {one.n for one in entries if not one.is_place}
        assert self.session.timeline.undone() == {one.n for one in entries} - alive - moves

    def went_on(self) -> None:
        self.line.append(self.place())
        self.undone.clear()


TestUndo = UndoModel.TestCase
TestUndo.settings = settings(stateful_step_count=30)


def test_a_jump_goes_anywhere_and_undo_takes_it_as_a_place() -> None:
    made = timeline(entry(1, 0), entry(2, 1), entry(3, 2, "goto", input={"to": 1}), entry(4, 1))
    assert made.head == 4
    assert [one.n for one in made.path()] == [1, 4]
    assert made.undone() == {2}
    assert made.undo_targets(2) == [1, 0]


def test_undo_of_an_open_command_takes_the_last_answer_first() -> None:
    made = timeline(
        entry(1, 0),
        entry(2, 1, waits="dice"),
        entry(3, 2, "dice", input=FACES, waits="tent"),
    )
    assert made.undo_targets(3) == [2, 1, 0]


def test_undo_of_a_complete_command_takes_it_whole() -> None:
    made = timeline(entry(1, 0), entry(2, 1, waits="dice"), entry(3, 2, "dice", input=FACES))
    assert made.undo_targets(1) == [1]
    assert made.command_at(3).n == 2
    assert [one.n for one in made.command_path()] == [2, 3]


@pytest.mark.parametrize("steps", [1, 2, 100])
def test_there_is_no_more_to_undo_than_was_done(steps: int) -> None:
    made = timeline(*[entry(n + 1, n) for n in range(steps - 1)])
    with pytest.raises(CommandError):
        made.undo_targets(steps)


def test_going_on_forgets_the_redo_but_not_the_entries() -> None:
    made = timeline(entry(1, 0), entry(2, 1, "undo", input={"to": 0}))
    assert made.redo_targets(1) == [1]
    made.add(entry(3, 0))
    with pytest.raises(CommandError):
        made.redo_targets(1)
    assert made.undone() == {1}


def test_the_same_question_is_found_by_how_many_pools_came_before() -> None:
    made = timeline(
        entry(1, 0, input=THROW, waits="dice"),
        entry(2, 1, "dice", input=FACES),
        entry(3, 2, "undo", input={"to": 0}),
        entry(4, 0, input=THROW, waits="dice"),
    )
    assert [one.n for one in made.asked_before(asked(GivenCommand(THROW), made.rolls_at(4), "x"))] == [2]
    assert made.asked_before(asked(GivenCommand(THROW), 1, "x")) == []
    assert made.asked_before(asked(GivenCommand({**THROW, "by": "another"}), 0, "x")) == []


@pytest.mark.parametrize(
    "given",
    [
        {
            "kind": "command",
            "input": {"by": "a1", "override": "ok", "overridden": ["T"], "do": "step", "x": [1]},
        },
        {"kind": "dice", "input": {"key": "k", "faces": [2], "from": ["corrected"], "instead of": [1]}},
        {"kind": "dice", "input": {"key": "k", "faces": [], "from": []}},
        {"kind": "choice", "input": {"key": "k", "choice": "yes"}},
    ],
)
@pytest.mark.parametrize(
    "more",
    [
        {"events": [], "waits": "dice"},
        {
            "events": [{"is": "fell", "of": {"by": "ü", "height": 2.0}, "changes": [["a.0", None, [1]]]}],
            "waits": "",
            "snapshot": [["a.0", None, [1]]],
            "paused": 3,
        },
    ],
)
def test_an_entry_is_written_as_it_was_read(given: dict[str, Any], more: dict[str, Any]) -> None:
    written_as_read(given, more)


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "goto", "input": {"to": 0, "corrects": 3, "agreed": ["a", "b"]}},
        {"kind": "redo", "input": {"to": 2}},
        {"kind": "bookmark", "input": {"line": 2, "note": ""}},
    ],
)
def test_so_is_what_is_no_place(given: dict[str, Any]) -> None:
    written_as_read(given, {})


def written_as_read(given: dict[str, Any], more: dict[str, Any]) -> None:
    head = {"n": 1, "parent": 0, "time": "2026-01-01T00:00:00+00:00", "kind": given["kind"], "who": "a"}
    line = json.dumps({**head, **given, **more}, separators=(",", ":"), ensure_ascii=False).encode()
    assert body(read_entry(line)) == line
    assert read_entry(line).given == given["input"]
