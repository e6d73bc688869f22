"""Entry validation: a line with a right checksum that can't be an entry of the game is damage, and nothing fails behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from tests.engine.forging import TIME, a_note, changing, forge
from tests.engine.saves import look, new, reopen
from tests.engine.toy import SETUP, TOY, Side
from vedette.engine.entry_validation import state_after
from vedette.engine.errors import CommandError, JournalError
from vedette.engine.facts import Noted
from vedette.engine.patch import ABSENT, put
from vedette.engine.play import Play
from vedette.engine.save_file import read
from vedette.engine.session import new_session
from vedette.engine.verify import verify

STEP = {"do": "step", "by": "a1"}
THROW = {"do": "throw", "by": "a1", "target": "b1"}

ROLL: dict[str, Any] = {
    "why": "Throw",
    "side": "a",
    "pool": {"dice": 1, "sides": 6, "target": 4, "reading": "tests"},
    "dice": [{"face": 3}],
}


def rolled(**pool: Any) -> list[dict[str, Any]]:
    return [{"is": "rolled", "of": {"roll": {**ROLL, "pool": {**ROLL["pool"], **pool}}}, "changes": []}]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A save of two steps."""
    path = tmp_path / "x.vedette"
    session = new(path)
    session.do(STEP)
    session.do(STEP)
    session.close()
    return path


@pytest.mark.parametrize(
    ("changed", "units"),
    [
        ({"units.a1.tents.0": 2, "units.b2.tags": ["wet"], "units.a1.tents.1": 1}, ["a1", "b2"]),
        ({"units.a1": ABSENT, "units.b1.tents.0": 2}, ["b1"]),
        ({"round": 2, "sides.a.points": 1}, []),
        ({"units": {"a1": {"name": "Alone", "side": "a"}}}, ["a1"]),
    ],
)
def test_the_units_that_have_changed_are_those_that_may_be_other_than_they_can_be(
    path: Path, changed: dict[str, Any], units: list[str]
) -> None:
    asked: list[list[str]] = []

    def impossible(start: Any, state: Any, changed: Any) -> Iterator[str]:
        asked.append(list(changed))
        yield from ()

    forge(path, a_note(path, events=changing(*([where, None, value] for where, value in changed.items()))))
    entry = read(path).entries[-1]
    start = TOY.new_game(SETUP)
    state_after(TOY.facts, impossible, start, start, entry)
    assert asked == [units]


def test_a_record_is_set_as_a_whole() -> None:
    start = TOY.new_game(SETUP)
    written: dict[str, Any]
    for written in ({"points": 1, "name": "Ann"}, {"name": "Ann", "points": 1}):
        assert put(start, "sides.a", written).sides["a"] == Side("Ann", 1)
    for written in ({"name": "Ann"}, {"name": "Ann", "points": 0, "more": 1}):
        assert put(start, "sides.a", written).sides["a"] == Side("Ann")


@pytest.mark.parametrize("written", [{"points": 1}, {"name": "Ann", "points": True}, ["Ann", 1]])
def test_what_is_no_record_is_not_set(written: object) -> None:
    with pytest.raises(CommandError, match=r"sides\.a"):
        put(TOY.new_game(SETUP), "sides.a", written)


ODD: dict[str, dict[str, Any]] = {
    "another number": {"n": 4},
    "a huge number": {"n": 10**30},
    "a number as text": {"n": "3"},
    "another parent": {"parent": 1},
    "a parent to come": {"parent": 7},
    "no kind": {"kind": "zzz"},
    "a key too much": {"evil": 1},
    "no time": {"time": "yesterday"},
    "a time before all time": {"time": "0001-01-01T00:00:00+12:00"},
    "a stranger": {"who": "nobody"},
    "a hidden sign in who": {"who": "\x1b[2J"},
    "a hidden sign in a text": {"input": {**STEP, "tag": "\u202e"}},
    "an endless text": {"input": {**STEP, "tag": "x" * 30_000}},
    "a number no table needs": {"input": {**STEP, "tag": 10**30}},
    "no number": {"input": {**STEP, "tag": float("nan")}},
    "tables in tables": {"input": {**STEP, "tag": [[[[[[[[[[[[[1]]]]]]]]]]]]]}},
    "no command": {"input": {"by": "a1"}},
    "a list where a word belongs": {"input": {"do": ["step"], "by": "a1"}},
    "an override that is no text": {"input": {**STEP, "override": 5, "overridden": []}},
    "overridden rules that are no list": {"input": {**STEP, "override": "y", "overridden": 7}},
    "overridden rules that are no words": {"input": {**STEP, "override": "y", "overridden": [{"a": 1}]}},
    "an answer that nobody asked for": {"kind": "choice", "input": {"key": "x", "choice": 1}},
    "an undo to the future": {"kind": "undo", "input": {"to": 9}, "events": []},
    "an undo to elsewhere": {"kind": "undo", "input": {"to": 0}, "events": []},
    "an undo to yes": {"kind": "undo", "input": {"to": True}, "events": []},
    "an undo with events": {"kind": "undo", "input": {"to": 1}},
    "a redo of nothing": {"kind": "redo", "input": {"to": 1}, "events": []},
    "a jump to a place that is none": {"kind": "goto", "input": {"to": -1}, "events": []},
    "a tag that is none": {"events": [{"is": "a\x1bb", "of": {}, "changes": []}]},
    "a tag that no fact has": {"events": [{"is": "Never heard", "of": {}, "changes": []}]},
    "an unknown fact without values": {"events": [{"is": "never-heard", "of": 3, "changes": []}]},
    "a fact of other values": {"events": [{"is": "noted", "of": {"text": 5}, "changes": []}]},
    "a fact with too little": {"events": [{"is": "fell", "of": {"unit": "a1"}, "changes": []}]},
    "too many dice": {"events": rolled(dice=10**6)},
    "too many sides": {"events": rolled(sides=10**6)},
    "too many dice to be summed": {"events": rolled(dice=1000, sides=1000, reading="sum")},
    "a path to nobody": {"events": changing(["units.nobody.side", "a", "b"])},
    "an empty path": {"events": changing(["", 1, 2])},
    "a path of dots": {"events": changing(["....", 1, 2])},
    "a path into Python": {"events": changing(["__class__", 1, 2])},
    "a path through a number": {"events": changing(["round.real", 1, 2])},
    "a path behind a list": {"events": changing(["units.a1.tents.2", 3, 2])},
    "a path to a place with an endless number": {"events": changing(["units.a1.tents." + "9" * 5000, 3, 2])},
    "a value that never changes": {"events": changing(["units.a1.colour", "white", "red"])},
    "a value of another type": {"events": changing(["round", 1, "two"])},
    "yes for a number": {"events": changing(["round", 1, True])},
    "a number that a table has no room for": {"events": changing(["round", 1, 10**30])},
    "everybody gone": {"events": changing(["units.a1", {}, None])},
    "a field gone": {"events": changing(["round", 1, "<absent>"])},
    "nothing for the sides": {"events": changing(["sides", {}, None])},
    "a change of two": {"events": changing(["round", 1])},
    "a change after one that can't be": {"events": changing(["round", 3, 4], ["rounds", 3, 4])},
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_a_sealed_line_that_can_be_no_entry_is_damage_and_named(path: Path, odd: dict[str, Any]) -> None:
    forge(path, a_note(path, **odd), b'{"behind": "it"}')
    data = path.read_bytes()

    session = reopen(path)

    assert session.damage.startswith("x.vedette is damaged at line 4")
    assert session.damage.endswith("The 2 entries before it are good.")
    assert session.damage.isprintable()
    assert len(session.damage) < 300
    assert len(session.timeline.entries) == 2
    assert session.state.round == 3
    assert not verify(session)
    with pytest.raises(JournalError, match="damaged at line 4"):
        session.do(STEP)
    session.close()
    look(path).close()
    assert path.read_bytes() == data


def test_damage_says_what_is_wrong(path: Path) -> None:
    forge(path, a_note(path, events=changing(["units.nobody.side", "a", "b"])))
    assert "line 4 (there is no units.nobody.side in this game)" in look(path).damage


def test_a_line_longer_than_any_that_vedette_writes_is_damage(path: Path) -> None:
    more = [{"is": "noted", "of": {"text": "x" * 1000}, "changes": []}] * 1200
    forge(path, a_note(path, events=more))
    assert "damaged at line 4" in look(path).damage


def test_what_is_odd_and_does_no_harm_is_let_through(path: Path) -> None:
    forge(path, a_note(path, events=[{"is": "never-heard", "of": {"a": 1}, "changes": []}]))
    forge(path, a_note(path, events=rolled(own=[1], dice=3) + rolled(modifiers=[])))
    session = look(path)
    assert not session.damage
    assert [len(session.sentences(entry)) for entry in session.timeline.entries[-2:]] == [1, 2]


def test_damage_in_an_undone_branch_is_found_as_well(path: Path) -> None:
    forge(path, a_note(path, events=changing(["units.a1.tents.7", 1, 2])))
    forge(path, {"n": 4, "parent": 3, "time": TIME, "kind": "undo", "input": {"to": 2}})
    assert "line 4" in look(path).damage


def test_the_earliest_of_many_is_named(path: Path) -> None:
    session = reopen(path)
    session.goto(0)
    session.do(STEP)
    session.goto(2)
    session.close()
    forge(path, a_note(path, parent=2, events=changing(["x", 1, 2])))
    forge(path, {"n": 7, "parent": 6, "time": TIME, "kind": "goto", "input": {"to": 4}})
    forge(path, {**a_note(path, parent=4), "events": changing(["y", 1, 2])})
    assert "line 7 (there is no x" in look(path).damage


def test_thousands_of_jumps_between_long_branches_take_no_time(path: Path) -> None:
    lines: list[dict[str, Any]] = []
    note = a_note(path, events=changing(["round", 3, 4]))

    def add(parent: int, **more: Any) -> None:
        lines.append({**note, "n": 3 + len(lines), "parent": parent, **more})

    def jump(here: int, there: int) -> None:
        add(here, kind="goto", input={"to": there}, events=[])

    for n in range(2, 1002):
        add(n)
    jump(1002, 0)
    add(0)
    for n in range(1004, 2003):
        add(n)
    here, there = 2003, 1002
    for _ in range(2000):
        jump(here, there)
        add(there)
        here, there = 2 + len(lines), here
    forge(path, *lines)
    session = look(path)
    assert not session.damage
    assert len(session.timeline.entries) == 2 + len(lines)


@pytest.mark.parametrize(
    "snapshot", [[], [["round", 1, 99]], [["no.such", 0, 99]], [["round", 1, "x"]], [["units", {}, {}]]]
)
def test_a_snapshot_that_says_something_else_is_not_used(path: Path, snapshot: list[Any]) -> None:
    forge(path, a_note(path, snapshot=snapshot))
    session = look(path)
    assert not session.damage
    assert session.state.round == 3


def test_a_command_that_is_said_to_wait_and_does_not_can_be_undone(path: Path) -> None:
    forge(path, a_note(path, waits="dice"))
    session = reopen(path)
    assert not session.damage
    assert "cannot go on" in session.notice
    with pytest.raises(CommandError, match="Undo it first"):
        session.do(STEP)
    session.undo()
    session.do(STEP)
    session.close()
    assert not look(path).damage


def test_an_open_command_that_the_rules_refuse_is_not_run(path: Path) -> None:
    throw = {"input": {**THROW, "target": "a2"}, "events": [], "waits": "dice"}
    forge(path, a_note(path, **throw))
    session = reopen(path)
    assert "TOY-2" in session.notice
    assert session.request is None
    session.close()


def test_verify_looks_at_who_and_at_what_is_waited_for(path: Path) -> None:
    forge(path, a_note(path, who="b"))
    forge(path, a_note(path, waits="tent"))
    assert [(one.n, one.text) for one in verify(look(path))] == [
        (3, "note: given by a and complete under today's rules, not given by b and complete"),
        (4, "note: given by a and complete under today's rules, not given by a and waiting for tent"),
    ]


@pytest.mark.parametrize(
    "settle",
    [
        lambda play: play.emit(Noted("\x1b[2J")),
        lambda play: play.emit(Noted("x" * 30_000)),
        lambda play: play.emit(Noted(cast(Any, 5))),
        lambda play: play.commit(replace(play.state, round=10**12), Noted("late")),
        lambda play: play.commit(replace(play.state, phase=3), Noted("odd")),
        lambda play: play.commit(replace(play.state, phase="x" * 2**20), Noted("long")),
    ],
)
def test_nothing_is_written_that_would_not_be_read(tmp_path: Path, settle: Any) -> None:
    path = tmp_path / "y.vedette"
    session = new_session(replace(TOY, after_command=settle), SETUP, seed=1, path=path)
    state, data = session.state, path.read_bytes()
    with pytest.raises(CommandError, match="No save could keep this"):
        session.do(STEP)
    assert session.state is state
    assert path.read_bytes() == data
    session.close()


def _say_very_much(play: Play[Any]) -> None:
    for _ in range(1100):
        play.emit(Noted("x" * 1000))


def test_a_line_that_is_too_long_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "y.vedette"
    session = new_session(replace(TOY, after_command=_say_very_much), SETUP, seed=1, path=path)
    with pytest.raises(JournalError, match="No save keeps this entry"):
        session.do(STEP)
    assert session.timeline.head == 0
    session.close()
    assert not look(path).timeline.entries


def test_more_dice_than_anybody_can_roll_are_not_asked_for() -> None:
    session = new_session(TOY, SETUP, seed=1)
    state = session.state
    with pytest.raises(CommandError, match="1001 dice are more than"):
        session.do({**THROW, "balls": 1001}, override="we have many")
    assert session.state is state
    assert session.request is None
