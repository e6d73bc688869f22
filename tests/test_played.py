"""The record of what was played: it is the same read at once or line by line, and every line of the way is in one command of it."""

from __future__ import annotations

from typing import Any

import pytest

from vedette.engine.facts import Rolled
from vedette.engine.played import PlayedCommand, PlayedGame
from vedette.engine.session import Session
from vedette.engine.timeline import CommandEntry
from vedette.registry import rulesets
from vedette.testing.game import PLAIN, begin
from vedette.testing.starts import game_starts
from vedette.view.action_log import ActionLog

LINES = 250


@pytest.fixture(scope="module", params=sorted(rulesets()))
def battle(request: pytest.FixtureRequest) -> Session[Any]:
    """A battle with undos, also of single answers, redos and jumps to other branches."""
    game = begin(game_starts(request.param)[0], 5, {**PLAIN, "history": 12})
    for _ in game.play(2000):
        if len(game.session.timeline.entries) >= LINES or game.session.state.outcome:
            break
    assert not all(entry.is_place for entry in game.session.timeline.entries)
    return game.session


def told(command: PlayedCommand) -> tuple[Any, ...]:
    before = command.before.n if command.before else 0
    return command.entries, command.facts, command.throws, before


def test_every_line_of_the_way_is_in_exactly_one_command_with_everything_that_happened(
    battle: Session[Any],
) -> None:
    way, path = battle.played.way(), battle.timeline.path()
    assert [entry for command in way for entry in command.entries] == path
    assert [command.command for command in way] == [one for one in path if isinstance(one, CommandEntry)]
    facts = [fact for entry in path for fact in battle.facts(entry)]
    assert [fact for command in way for fact in command.facts] == facts
    assert [roll for command in way for roll in command.rolls] == [
        fact.roll for fact in facts if isinstance(fact, Rolled)
    ]


def test_a_record_that_grows_line_by_line_says_what_one_says_that_is_read_at_once(
    battle: Session[Any],
) -> None:
    grown = Session(battle.ruleset, battle.header)
    log = ActionLog(grown)
    for entry in battle.timeline.entries:
        assert grown.take_over([entry])
        log.last(3)
    fresh = PlayedGame(battle.ruleset.facts, battle.timeline)
    assert list(map(told, grown.played.way())) == list(map(told, fresh.way()))
    assert log.last(LINES) == ActionLog(battle).last(LINES)


def test_what_was_taken_back_is_counted_between_what_stands(battle: Session[Any]) -> None:
    log, way = ActionLog(battle), battle.played.way()
    given = [entry.n for entry in battle.timeline.entries if isinstance(entry, CommandEntry)]
    lines, gone = log.last(10**6), battle.timeline.undone()
    assert [line.n for line in lines if not line.undone] == [one.n for one in way if log.line(one)]
    assert sum(line.undone for line in lines) == len(given) - len(way)
    ends = [battle.timeline.command_at(line.n).n if line.n else 0 for line in lines] + [LINES * 10]
    for line, start, end in zip(lines, ends, ends[1:], strict=False):
        assert not line.undone or line.undone == sum(start < n < end for n in given if n in gone)


def test_the_record_of_any_line_leads_there_on_whatever_branch_it_is(battle: Session[Any]) -> None:
    for entry in battle.timeline.entries:
        if entry.is_place:
            way = battle.played.way(entry.n)
            assert [one for command in way for one in command.entries] == battle.timeline.path(entry.n)
