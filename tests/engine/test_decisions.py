"""Decisions of several lines: all of their lines count, or none; and broken lines at the end of a save."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.engine.saves import TOYS, look, new, reopen, saved
from vedette.engine import files, save_file
from vedette.engine.chain import FORMAT_AT, in_first_format, last_checksum
from vedette.engine.errors import JournalError
from vedette.engine.following import FollowedSave
from vedette.engine.plain import to_plain
from vedette.engine.receipts import Receipt
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.save_cards import save_card
from vedette.engine.saves import mend
from vedette.engine.session import Session
from vedette.engine.timeline import LeftOutEntry, read_entry
from vedette.engine.verify import verify
from vedette.testing.plugin import Times

THROW = {"do": "throw", "by": "a1", "target": "b1"}

DECISIONS: dict[str, Callable[[Session[Any]], object]] = {
    "correction": lambda session: session.correct(session.correction(1, {"tag": "put right"})),
    "undo": lambda session: session.undo("a", 2),
    "redo": lambda session: session.redo("a", 2),
    "command": lambda session: session.do(THROW, answers=ScriptedAnswers([5, 2], [1])),
    "answers": lambda session: session.answer_all(ScriptedAnswers([5, 2], [1])),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.vedette"


def begun(path: Path, decision: str) -> Session[Any]:
    """A game in which that decision can be made, as if all of it had been given line by line."""
    session = new(path)
    for tag in "xyz":
        session.do({"do": "step", "by": "a1", "tag": tag})
    if decision == "redo":
        session.undo("a")
        session.undo("a")
    if decision == "answers":
        session.do(THROW)
    return session


def standing(session: Session[Any]) -> Any:
    return to_plain(session.state), session.timeline.head, session.timeline.can_redo, session.pending


def cut_off(path: Path, decision: str) -> tuple[bytes, list[bytes], Any]:
    """Make the decision; the bytes before it, its lines, and how the game stood before."""
    session = begun(path, decision)
    before, stood = path.read_bytes(), standing(session)
    DECISIONS[decision](session)
    session.close()
    after = path.read_bytes()
    assert in_first_format(after).startswith(before)
    start = after[: len(before)]
    return start, after[len(before) :].splitlines(keepends=True), stood


@pytest.mark.parametrize("decision", DECISIONS)
def test_each_line_names_the_first_and_the_last_of_its_decision(path: Path, decision: str) -> None:
    session = begun(path, decision)
    there = len(session.timeline.entries)
    DECISIONS[decision](session)
    made = session.timeline.entries[there:]
    assert len(made) > 1
    assert {entry.lines for entry in made} == {(made[0].n, made[-1].n)}
    assert not [entry for entry in session.timeline.entries[:there] if entry.lines]
    session.close()
    assert look(path).timeline.entries == session.timeline.entries


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_decision_that_was_cut_off_anywhere_is_whole_or_not_there(
    path: Path, decision: str, times: Times
) -> None:
    start, lines, stood = cut_off(path, decision)
    whole, all_lines = standing(look(path)), b"".join(lines)
    ends = {sum(map(len, lines[:many])) for many in range(len(lines) + 1)}
    others = Random(decision).sample(range(len(all_lines)), times(5, 100))
    for place in sorted({*ends, *others}):
        path.write_bytes(start + all_lines[:place])
        held = path.read_bytes()
        session = look(path)
        if place >= len(all_lines) - 1:
            assert standing(session) == whole
            continue
        assert standing(session) == stood, place
        assert bool(session.notice) == bool(place), place
        assert verify(session) == []
        assert path.read_bytes() == held
        assert save_card(path).fault == ""


@pytest.mark.parametrize("decision", DECISIONS)
def test_the_game_goes_on_behind_what_was_cut_off(path: Path, decision: str) -> None:
    start, lines, stood = cut_off(path, decision)
    for many in range(1, len(lines)):
        path.write_bytes(start + b"".join(lines[:many]))
        left = path.read_bytes()
        session = reopen(path)
        assert standing(session) == stood
        assert len(session.timeline.left_out) == many
        assert "does not count" in session.notice
        DECISIONS[decision](session)
        done = standing(session)
        session.close()
        assert path.read_bytes().startswith(left)
        assert last_checksum(path.read_bytes()) is not None
        again = reopen(path)
        assert (standing(again), again.notice) == (done, "")
        assert verify(again) == []
        receipt = Receipt.of(save_file.read(path))
        assert sum(isinstance(entry, LeftOutEntry) for entry in again.timeline.entries) == many
        copy = path.with_name(f"copy-{many}.vedette")
        mend(again, copy)
        assert copy.read_bytes() == path.read_bytes()
        assert receipt.holds(save_file.read(copy))
        again.close()


def test_a_correction_that_was_cut_off_says_what_it_was_to_correct(path: Path) -> None:
    start, lines, _ = cut_off(path, "correction")
    path.write_bytes(start + lines[0])
    session = look(path)
    assert session.timeline.lost_correction == 1
    assert "correction of line 1 " in session.notice
    path.write_bytes(start + b"".join(lines))
    assert look(path).timeline.lost_correction == 0


def test_only_such_decisions_raise_the_format(path: Path) -> None:
    session = begun(path, "undo")
    before = path.read_bytes()
    assert before[FORMAT_AT : FORMAT_AT + 1] == b"1"
    session.undo("a", 2)
    after = path.read_bytes()
    assert [at for at, byte in enumerate(before) if byte != after[at]] == [FORMAT_AT]
    assert after[FORMAT_AT : FORMAT_AT + 1] == b"2"
    session.redo("a", 2)
    session.close()
    copy = path.with_name("copy.vedette")
    mend(look(path), copy)
    assert copy.read_bytes() == path.read_bytes()


def test_a_write_that_fails_leaves_the_format_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(path, "undo")
    before, stood = path.read_bytes(), standing(session)

    def full(file: int, data: bytes) -> None:
        os.write(file, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "")

    monkeypatch.setattr(files, "write_durably", full)
    with pytest.raises(JournalError, match="the disk is full"):
        session.undo("a", 2)
    assert (path.read_bytes(), standing(session)) == (before, stood)
    monkeypatch.undo()
    session.undo("a", 2)
    session.close()
    assert look(path).notice == ""


def test_a_save_of_the_second_format_may_lose_any_bit_of_its_first_line(path: Path, times: Times) -> None:
    cut_off(path, "undo")
    data, good = path.read_bytes(), save_file.read(path)
    bits = [(place, bit) for place in range(data.index(b"\n")) for bit in range(8)]
    bits = [*((FORMAT_AT, bit) for bit in range(8)), *Random(1).sample(bits, times(20, 500))]
    for place, bit in bits:
        path.write_bytes(data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :])
        save = save_file.read(path)
        assert "in its first line" in save.damage
        assert (save.header, save.entries, save.unsure) == (good.header, good.entries, False)


def test_a_save_of_a_later_format_needs_a_newer_vedette(path: Path) -> None:
    data = saved(path)
    path.write_bytes(data[:FORMAT_AT] + b"4" + data[FORMAT_AT + 1 :])
    with pytest.raises(JournalError, match="needs a newer Vedette"):
        save_file.read(path)


def test_who_follows_a_save_sees_a_decision_when_it_is_whole(path: Path) -> None:
    start, lines, stood = cut_off(path, "correction")
    path.write_bytes(start)
    followed = FollowedSave(TOYS, path)
    for line in lines[:-1]:
        with path.open("ab") as file:
            file.write(line)
        assert not followed.look()
        assert standing(followed.session) == stood
    with path.open("ab") as file:
        file.write(lines[-1])
    assert followed.look()
    assert standing(followed.session) == standing(look(path))


def test_who_follows_a_save_goes_on_behind_what_was_cut_off(path: Path) -> None:
    start, lines, _ = cut_off(path, "correction")
    path.write_bytes(start)
    followed = FollowedSave(TOYS, path)
    path.write_bytes(start + b"".join(lines[:2]))
    followed.look()
    session = reopen(path)
    session.do({"do": "step", "by": "a1", "tag": "on"})
    followed.look()
    assert followed.session.timeline.entries == session.timeline.entries
    assert standing(followed.session) == standing(session)
    session.close()


def test_what_was_cut_off_keeps_its_time_and_its_pause(path: Path) -> None:
    session = begun(path, "undo")
    session.pauses.hear("120 ")
    before = len(session.timeline.entries)
    session.undo("a", 2)
    session.close()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    made, left = session.timeline.entries[before], look(path).timeline.entries[before]
    assert isinstance(left, LeftOutEntry)
    assert (left.time, left.paused, left.who) == (made.time, made.paused, made.who)
    assert left.paused >= 120


def test_a_branch_holds_no_part_of_a_decision(path: Path) -> None:
    from vedette.engine.branches import write_branch

    session = begun(path, "command")
    DECISIONS["command"](session)
    session.close()
    for n in range(len(session.timeline.entries) + 1):
        place = path.with_name(f"branch-{n}.vedette")
        write_branch(session.header, session.timeline, n, "game", place)
        branch = look(place)
        assert branch.notice == ""
        assert to_plain(branch.state) == to_plain(session.state_at(n))


@pytest.mark.parametrize("wrong", [[1, 2], [4, 3], [5, 9], [4], "45", [4, -1], [4, 2.5]])
def test_lines_that_a_line_cannot_belong_to_are_damage(path: Path, wrong: Any) -> None:
    from tests.engine.forging import a_note, forge

    begun(path, "undo").close()
    forge(path, a_note(path, lines=wrong))
    assert "damaged at line 5" in save_file.read(path).damage


def test_a_first_line_that_follows_another_of_its_decision_is_damage(path: Path) -> None:
    from tests.engine.forging import a_note, forge

    new(path).close()
    forge(path, a_note(path, lines=[0, 1]))
    assert "damaged at line 2" in save_file.read(path).damage


def test_a_decision_is_not_taken_up_in_its_middle(path: Path) -> None:
    """A line that says it is the second of a decision of which the line before is none."""
    from tests.engine.forging import a_note, forge

    begun(path, "undo").close()
    forge(path, a_note(path, lines=[3, 4]))
    assert "damaged at line 5" in save_file.read(path).damage
    begun(other := path.with_name("other.vedette"), "undo").close()
    forge(other, a_note(other, lines=[3, 9]))
    assert "damaged at line 5" in save_file.read(other).damage


def test_half_a_decision_before_a_line_that_makes_no_sense_does_not_count(path: Path) -> None:
    from tests.engine.forging import a_note, forge

    stood = standing(begun(path, "undo"))
    note = a_note(path)
    forge(path, note | {"lines": [4, 5]}, note | {"n": 5, "parent": 4, "who": "nobody", "lines": [4, 5]})
    session = look(path)
    assert "damaged at line 6" in session.damage
    assert standing(session) == stood


# --- broken lines at the end


@pytest.mark.parametrize("ended", [True, False])
def test_a_broken_last_line_is_set_aside(path: Path, ended: bool) -> None:
    data = saved(path)
    start = data.rindex(b"\n", 0, -1) + 1
    broken = data[start : start + 20] + bytes(64) + data[start + 84 : None if ended else -1]
    path.write_bytes(data[:start] + broken)
    assert (look(path).damage, path.read_bytes()) == ("", data[:start] + broken)
    session = reopen(path)
    session.close()
    assert not session.readonly
    assert "set aside in game.vedette.torn" in session.notice
    assert path.read_bytes() == data[:start]
    assert path.with_name("game.vedette.torn").read_bytes() == broken.rstrip(b"\n") + b"\n"


def test_a_broken_line_before_another_line_is_damage(path: Path) -> None:
    whole, after = saved(path), path.with_name("after.vedette")
    begun(after, "undo").close()
    for behind in (b"garbage\n", b"\n", after.read_bytes().splitlines(keepends=True)[-1]):
        path.write_bytes(whole + b"broken\n" + behind)
        assert save_file.read(path).damage


@pytest.mark.parametrize("decision", ["correction", "undo", "command"])
def test_the_lines_of_the_last_decision_may_reach_the_disk_in_any_order(path: Path, decision: str) -> None:
    """As long as one line of it can be read, it is known to be the last decision; how many lines it had is told."""
    start, lines, stood = cut_off(path, decision)
    for at in range(len(lines)):
        broken = [
            b"\0" * (len(line) - 1) + b"\n" if place == at else line for place, line in enumerate(lines)
        ]
        path.write_bytes(start + b"".join(broken))
        session = reopen(path)
        session.close()
        torn = path.with_name("game.vedette.torn")
        assert (session.readonly, standing(session)) == ("", stood)
        assert torn.read_bytes() == b"".join(broken[at:])
        many = len(lines) - at
        assert (f"last {many} lines of" if many > 1 else "last line of") in session.notice
        assert path.read_bytes() == start + b"".join(lines[:at])
        torn.unlink()


def test_more_lines_than_the_last_decision_has_left_are_damage(path: Path) -> None:
    start, lines, _ = cut_off(path, "correction")
    path.write_bytes(start + b"broken\n" + b"".join(lines[1:]) + b"one more\n")
    assert "damaged at line" in save_file.read(path).damage


def test_many_broken_lines_are_judged_in_one_pass(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = saved(path)
    read: list[int] = []
    monkeypatch.setattr(save_file, "read_entry", partial(_counted, read, read_entry))
    path.write_bytes(data + b"broken\n" * 500)
    assert save_file.read(path).damage
    assert len(read) < 600


def _counted(read: list[int], real: Callable[..., Any], *given: Any, **more: Any) -> Any:
    read.append(1)
    return real(*given, **more)


def test_the_line_of_a_decision_says_so_in_plain_json(path: Path) -> None:
    _, lines, _ = cut_off(path, "undo")
    assert [json.loads(line)["lines"] for line in lines] == [[4, 5], [4, 5]]
