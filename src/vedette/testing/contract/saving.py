"""A save holds the whole game: folding its changes, running it again and playing on agree."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import pytest

from vedette.engine.patch import fold
from vedette.engine.session import Session, open_session, read_session
from vedette.engine.state import GameState
from vedette.engine.verify import verify
from vedette.registry import rulesets
from vedette.testing.game import PLAIN, WILD, begin
from vedette.testing.plugin import Times
from vedette.testing.starts import Start, cases, each_game

SHARES = 4
"""Into so many tests the cases of a ruleset are split; every second one is enough here."""


def _told(session: Session[GameState]) -> list[list[str]]:
    return [session.sentences(entry) for entry in session.timeline.entries]


def _same(one: Session[GameState], other: Session[GameState]) -> None:
    """Two sessions stand at the same place and would go on in the same way."""
    assert other.timeline.entries == one.timeline.entries
    assert other.timeline.head == one.timeline.head
    assert other.timeline.undone() == one.timeline.undone()
    assert other.state == one.state
    assert other.request == one.request
    assert other.pending == one.pending
    assert other.rolls == one.rolls
    assert other.paths() == one.paths()
    assert other.timeline.can_redo == one.timeline.can_redo


@each_game()
def test_a_save_that_is_opened_again_is_the_same_game(start: Start, tmp_path: Path, times: Times) -> None:
    path = tmp_path / "game.vedette"
    played = begin(start, 5, WILD, path).run(times(200, 400)).session
    played.close()
    opened = open_session(rulesets(), path)
    opened.close()
    assert not opened.notice
    assert not opened.damage
    _same(played, opened)
    assert _told(opened) == _told(played)
    places = [entry.n for entry in played.timeline.entries if entry.is_place]
    for n in (0, *places):
        assert opened.state_at(n) == played.state_at(n)


@each_game()
def test_folding_the_changes_gives_every_state(start: Start, tmp_path: Path, times: Times) -> None:
    session = begin(start, 6, WILD, tmp_path / "game.vedette").run(times(150, 300)).session
    session.close()
    folded = {0: session.state_at(0)}
    for entry in session.timeline.entries:
        if entry.is_place:
            folded[entry.n] = reduce(fold, (event.changes for event in entry.events), folded[entry.parent])
            assert folded[entry.n] == session.state_at(entry.n)


@pytest.mark.parametrize("share", range(SHARES))
def test_running_a_game_again_finds_no_difference(ruleset_id: str, share: int, tmp_path: Path) -> None:
    for start in cases(ruleset_id)[share::SHARES]:
        path = tmp_path / f"{start.name}.vedette"
        session = begin(start, 7, WILD, path).run(60).session
        session.close()
        assert not verify(session), start.name
        assert not verify(read_session(rulesets(), path)), start.name


@each_game()
def test_running_a_long_game_again_finds_no_difference(start: Start, tmp_path: Path, times: Times) -> None:
    session = begin(start, 5, PLAIN, tmp_path / "game.vedette").run(times(125, 600)).session
    session.close()
    assert not verify(read_session(rulesets(), tmp_path / "game.vedette"))


def test_a_save_opens_in_the_middle_of_every_command_that_waits(ruleset_id: str, tmp_path: Path) -> None:
    waits = 0
    for start in cases(ruleset_id):
        path = tmp_path / f"{start.name}.vedette"
        game = begin(start, 8, PLAIN, path)
        for _ in game.play(30):
            if game.session.request:
                waits += 1
                _same(game.session, read_session(rulesets(), path))
        game.session.close()
    assert waits


@each_game()
def test_a_game_that_is_opened_again_and_again_goes_on_like_one_that_was_not(
    start: Start, tmp_path: Path, times: Times
) -> None:
    """At every eighth step; with `--thorough` at every one."""
    path, apart = tmp_path / "in-parts.vedette", times(8, 1)
    parts, whole = begin(start, 9, PLAIN, path), begin(start, 9, PLAIN)
    for step in range(120):
        parts.step()
        whole.step()
        if step % apart == 0:
            parts.session.close()
            parts.session = open_session(rulesets(), path)
    parts.session.close()
    assert [entry.given for entry in parts.session.timeline.entries] == [
        entry.given for entry in whole.session.timeline.entries
    ]
    assert parts.session.state == whole.session.state
    assert _told(parts.session) == _told(whole.session)
