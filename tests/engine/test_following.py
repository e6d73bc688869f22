"""A save is followed while somebody else writes it: lines, undo and branches, a writer that dies, a save that goes away."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.saves import TOYS, new, play_some, reopen
from vedette.engine.errors import JournalError
from vedette.engine.following import FollowedSave
from vedette.engine.journal import beside
from vedette.engine.save_file import read

STEP = {"do": "step", "by": "a1"}


def same(followed: FollowedSave, path: Path) -> bool:
    """Whether it says what the save says."""
    told, there = followed.session.timeline, read(path).timeline
    return told.entries == there.entries and told.head == there.head


def stands(followed: FollowedSave) -> bool:
    """Whether the clock is stopped, as far as a follower knows."""
    return followed.session.pauses.stopped


def test_every_line_is_heard_of_and_nothing_is_read_twice(tmp_path: Path) -> None:
    path = tmp_path / "g.vedette"
    writer = new(path)
    followed = FollowedSave(TOYS, path)
    session = followed.session
    assert not followed.look()
    play_some(writer)  # commands, an undo, another branch, a question that stays open

    assert followed.look()
    assert same(followed, path)
    assert followed.session.request == writer.request
    assert followed.session.state == writer.state
    assert followed.session is session
    assert not followed.look()


def test_a_clock_that_is_stopped_stands_for_whoever_follows(tmp_path: Path) -> None:
    """Until the next line, or until it goes on; also for who comes later. What makes no sense is passed over."""
    path = tmp_path / "g.vedette"
    writer = new(path)
    writer.do(STEP)
    followed = FollowedSave(TOYS, path)
    writer.pauses.stop()
    assert (followed.look(), stands(followed), stands(FollowedSave(TOYS, path))) == (True, True, True)
    writer.pauses.start()
    assert (followed.look(), stands(followed)) == (True, False)
    writer.pauses.stop()
    writer.do({**STEP, "by": "b1"})
    assert (followed.look(), stands(followed)) == (True, False)
    for note in ("", "2 0 never", "2 \x1b", "2", "999 0 2025-01-01T00:00:00"):
        beside(path).write_text(note, "utf-8")
        followed.look()
        assert not stands(followed)


def test_a_line_that_is_half_written_waits_for_its_end_or_its_writer(tmp_path: Path) -> None:
    path = tmp_path / "g.vedette"
    writer = new(path)
    followed = FollowedSave(TOYS, path)
    writer.do(STEP)
    writer.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])  # it died in the middle of the line
    assert not followed.look()
    assert followed.session.timeline.entries == []

    again = reopen(path)  # it is opened again, and the torn end set aside
    again.do(STEP)
    assert followed.look()
    assert same(followed, path)
    assert followed.fault == ""


@pytest.mark.posix
def test_another_game_in_its_place_is_read_from_its_beginning(tmp_path: Path) -> None:
    path, other = tmp_path / "g.vedette", tmp_path / "o.vedette"
    writer = new(path)
    play_some(writer)
    followed = FollowedSave(TOYS, path)
    new(other, seed=8).do(STEP)
    other.replace(path)

    assert followed.look()
    assert same(followed, path)
    assert followed.session.header.seed == 8


@pytest.mark.posix
def test_a_save_that_goes_away_is_told_once_and_followed_when_it_is_back(tmp_path: Path) -> None:
    path, away = tmp_path / "g.vedette", tmp_path / "away.vedette"
    writer = new(path)
    writer.do(STEP)
    followed = FollowedSave(TOYS, path)
    path.rename(away)
    assert followed.look()
    assert followed.fault == "g.vedette cannot be read: No such file or directory."
    assert not followed.look()
    assert len(followed.session.timeline.entries) == 1

    away.rename(path)
    assert followed.look()
    assert followed.fault == ""
    assert same(followed, path)


def test_what_is_no_save_can_not_be_followed(tmp_path: Path) -> None:
    path = tmp_path / "g.vedette"
    with pytest.raises(JournalError, match="cannot be read"):
        FollowedSave(TOYS, path)
    path.write_text("Dear diary")
    with pytest.raises(JournalError, match="not a save of Vedette"):
        FollowedSave(TOYS, path)
