"""Bookmarks: notes to lines, which nothing in the game knows of."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from vedette.engine.dice import Die
from vedette.engine.errors import CommandError
from vedette.engine.library import data_folder
from vedette.engine.session import open_session
from vedette.engine.verify import verify
from vedette.registry import rulesets


@pytest.fixture
def yard(tmp_path: Path) -> Path:
    """The Hanging Yard, which is over; its last roll is a killing test at 332."""
    copy = tmp_path / "yard.vedette"
    shutil.copy(data_folder() / "saves" / "open-fire-hanging-yard.vedette", copy)
    return copy


def test_a_bookmark_is_kept_with_the_game_and_changes_nothing_in_it(yard: Path) -> None:
    session = open_session(rulesets(), yard)
    head, state = session.timeline.head, session.state
    session.bookmark(312, " Young Teck runs out of luck ", "blue")
    session.bookmark(300, "here")
    session.bookmark(300, "")
    session.undo()
    session.bookmark(12, "the first shot")
    session.redo()
    assert (session.timeline.head, session.state) == (head, state)
    session.close()

    again = open_session(rulesets(), yard)
    again.close()
    assert again.timeline.bookmarked() == [(12, "the first shot"), (312, "Young Teck runs out of luck")]
    assert (again.timeline.head, again.damage, verify(again)) == (head, "", [])


def test_after_a_correction_a_bookmark_stands_at_the_line_as_it_is_told_now(yard: Path) -> None:
    session = open_session(rulesets(), yard)
    session.bookmark(335, "the last word")
    session.correct(session.correction(332, (Die(2),)))
    session.close()
    again = open_session(rulesets(), yard)
    again.close()
    assert [(note, n > 336) for n, note in again.timeline.bookmarked()] == [("the last word", True)]
    assert not again.damage


@pytest.mark.parametrize(
    ("n", "note", "said"),
    [
        (0, "a", "There is no line 0 to bookmark."),
        (999, "a", "There is no line 999 to bookmark."),
        (12, "", "Line 12 has no bookmark."),
        (12, "a\u202eb", "it holds a character that cannot be shown"),
        (12, "a" * 2001, "at most 2000 characters"),
    ],
)
def test_what_is_no_bookmark_is_said_in_a_sentence(yard: Path, n: int, note: str, said: str) -> None:
    before = yard.read_bytes()
    session = open_session(rulesets(), yard)
    with pytest.raises(CommandError, match=said):
        session.bookmark(n, note)
    session.close()
    assert yard.read_bytes() == before
