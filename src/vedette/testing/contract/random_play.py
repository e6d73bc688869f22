"""Random play: whatever is given, the answer is an outcome, a refusal or one sentence."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from vedette.engine.ruleset import Ruleset, won_and_over
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.testing import starts
from vedette.testing.game import PLAIN, WILD, GameStep, begin
from vedette.testing.plugin import Times
from vedette.testing.starts import Start, cases, commands_of, each_game, every_case, game_starts

TRIES = 30
"""How often a game is begun where a case gives a command, with `--thorough`; else once."""

PLACES = 3
"""In so many of those cases; with `--thorough` in all of them."""

SELDOM = 6
"""So many commands may not come up where each is tried only once."""

SHARES = 6
"""Into so many tests the cases of a ruleset are split, for the workers."""


def _told_well(step: GameStep) -> None:
    """An error is one sentence; a refusal is one too, and names a rule."""
    if step.outcome is None:
        assert step.error.endswith((".", "”")), step
        assert len(step.error) < 1000, step
        assert "\n" not in step.error, step


def _nothing_changed(session: Session[GameState], step: GameStep) -> None:
    if step.outcome is None or step.refused:
        assert session.state is step.before, step
        assert session.request == step.asked, step


@each_game()
@pytest.mark.parametrize("seed", range(starts.SEEDS))
def test_hundreds_of_wild_commands_from_the_start_raise_nothing_but_errors(
    start: Start, seed: int, times: Times
) -> None:
    game = begin(start, seed, WILD)
    for step in game.play(times(150, 500)):
        _told_well(step)
        _nothing_changed(game.session, step)


@pytest.mark.parametrize("share", range(SHARES))
def test_wild_commands_from_the_middle_of_a_game_raise_nothing_but_errors(
    ruleset_id: str, share: int
) -> None:
    for start in cases(ruleset_id)[share::SHARES]:
        game = begin(start, share, WILD)
        for step in game.play(60):
            _told_well(step)
            _nothing_changed(game.session, step)


@each_game()
def test_whole_games_reach_an_outcome(start: Start) -> None:
    game = begin(start, 1, {**PLAIN, "history": 1})
    for _ in game.play(20_000):
        if game.session.state.outcome:
            break
    session = game.session
    assert session.state.outcome in (*session.state.sides, "draw")
    if session.ruleset.won is won_and_over:  # else the turn is played out
        assert session.state.phase == "over"
        assert not session.pending


def test_every_command_and_every_kind_of_answer_comes_up(ruleset: Ruleset[GameState], times: Times) -> None:
    """Else random play would say little. Cases in which a command is given are where it comes up again.

    Players give up only when a game lasts too long: `common_commands.py` does that for them.
    """
    missing = {*ruleset.commands, "dice", "choice", "undo", "redo", "goto"} - {"concede"}
    seldom, starts = times(SELDOM, 0), sorted(every_case(ruleset.id), key=lambda start: start.name)
    for start in game_starts(ruleset.id):
        missing -= _came_up(start)
    for do in sorted(missing):
        for start, seed in _likely(starts, do, times(1, TRIES), times(PLACES, len(starts))):
            if do not in missing or len(missing) <= seldom:
                break
            missing -= _came_up(start, seed)
    assert len(missing) <= seldom, missing


def _likely(starts: list[Start], do: str, tries: int, places: int) -> Iterator[tuple[Start, int]]:
    """Those in which it is given, time and again; any of them where no case gives it."""
    given = [start for start in starts if do in commands_of(start)] or starts
    yield from ((start, seed) for seed in range(tries) for start in given[:places])


def _came_up(start: Start, seed: int = 0) -> set[str]:
    session = begin(start, seed, PLAIN).run(60).session
    return {str(entry.given.get("do", entry.kind)) for entry in session.timeline.entries}
