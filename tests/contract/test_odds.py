"""The odds of commands out of the example games, held against the same commands carried out with dice."""

from __future__ import annotations

import shutil
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest

from tests.contract.test_examples import EXAMPLES
from tests.trials.odds import SIGMAS, cases_of, compared, game_at, odds_of, tried, with_dice
from vedette.engine.again import carried_out, understood
from vedette.engine.checks import Refusal
from vedette.engine.dice import Die
from vedette.engine.odds.command_odds import command_search, hears_moments, tells_changes
from vedette.engine.odds.search import first_option
from vedette.engine.plain import to_plain
from vedette.engine.requests import DiceRequest
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session, open_session, read_session
from vedette.engine.timeline import CommandEntry
from vedette.registry import rulesets
from vedette.testing.plugin import Times

SECONDS = 0.4
"""So long odds are looked for here; what is not looked into by then is a part of every chance."""

BRIEFLY = 0.05
"""As long where it is only asked whether they are found."""

READ_DIE_BY_DIE = {"open-fire": {"Attack"}, "close-quarters": {"who"}}
"""Rolls whose rules ask for single dice: an Unstable weapon for whose die it was, a random pick for its face."""


def games(ruleset: Ruleset[Any]) -> list[Session[Any]]:
    every = [read_session(rulesets(), path) for path in EXAMPLES]
    return [session for session in every if session.ruleset.id == ruleset.id]


def some(found: list[Any], many: int) -> list[Any]:
    return Random(7).sample(found, min(many, len(found)))


@pytest.fixture
def commands(ruleset: Ruleset[Any], times: Times) -> list[tuple[Session[Any], CommandEntry]]:
    found = [(session, entry) for session in games(ruleset) for entry in with_dice(session)]
    return some(found, times(2, 100))


def test_odds_are_what_dice_come_to(commands: list[tuple[Session[Any], CommandEntry]], times: Times) -> None:
    tries = times(400, 100_000)
    for session, entry in commands:
        search = odds_of(session, entry, SECONDS)
        assert search.read_raw <= READ_DIE_BY_DIE.get(session.ruleset.id, set()), entry.n
        worst = compared(session, entry, search, tried(session, entry, tries))[:1]
        assert all(off.sigmas <= SIGMAS for off in worst), (entry.n, worst)


def test_odds_go_along_with_whatever_rules_make_of_their_dice(ruleset: Ruleset[Any], times: Times) -> None:
    """Each case has something special, which no example need have."""
    for path in some(cases_of(ruleset.id), times(15, 10_000)):
        session = game_at(path)
        for entry in with_dice(session):
            odds_of(session, entry, BRIEFLY)


def test_a_sample_is_of_the_commands_as_a_game_carries_them_out(
    commands: list[tuple[Session[Any], CommandEntry]], times: Times
) -> None:
    tries = times(10, 1000)
    for session, entry in commands:
        ruleset, state, luck = session.ruleset, session.state_at(entry.parent), Random(entry.n)
        command, tells = understood(ruleset, state, entry.input.words), tells_changes(state)
        came: Counter[tuple[Any, Any]] = Counter()
        for _ in range(tries):
            run = carried_out(ruleset, state, command)
            while (asked := run.request) is not None:
                if isinstance(asked, DiceRequest):
                    faces = range(asked.pool.lowest, asked.pool.highest + 1)
                    run.answer(tuple(map(Die, luck.choices(faces, k=asked.dice))))
                else:
                    run.answer(first_option(asked))
            came.update(tells(run.play.state, None).items())
        assert tried(session, entry, tries).came == came, entry.n


def test_odds_change_nothing_and_are_whole(commands: list[tuple[Session[Any], CommandEntry]]) -> None:
    """To the last digit: whatever comes, and what has not been looked into, is all that can come."""
    for session, entry in commands[:1]:
        state = session.state_at(entry.parent)
        before = to_plain(session.ruleset.paths(state))
        words = entry.input.words
        search = command_search(
            session.ruleset,
            state,
            words,
            lambda after, heard: {"all": len(heard)},
            override=True,
            hears=hears_moments,
        )
        assert not isinstance(search, Refusal)
        search.go_on(perf_counter() + SECONDS)
        assert sum(search.odds.chances.get("all", {}).values()) + search.odds.rest == 1
        assert to_plain(session.ruleset.paths(state)) == before


def test_odds_leave_the_state_and_the_dice_to_come_as_they_are(ruleset: Ruleset[Any], tmp_path: Path) -> None:
    """The very same state, and Vedette's dice fall as in a game in which nobody looked ahead."""
    example, session = next(
        (path, session)
        for path in EXAMPLES
        if (session := read_session(rulesets(), path)).ruleset.id == ruleset.id
    )
    diced = {entry.parent for entry in session.timeline.entries if entry.kind == "dice"}
    entry = [entry for entry in with_dice(session) if entry.n in diced][-1]
    thrown = []
    for looks in (False, True):
        save = tmp_path / f"{looks}.vedette"
        shutil.copy(example, save)
        with closing(open_session(rulesets(), save)) as game:
            game.goto(entry.parent)
            state = game.state
            if looks:
                search = odds_of(game, entry, SECONDS)
                search.try_out(tries=5)
                search.weigh_choices(perf_counter() + SECONDS)
            assert game.state is state
            game.do(entry.input.words, override=entry.input.override or "")
            thrown.append(game.throw(afresh=True))
    assert thrown[0] == thrown[1]
