"""The odds of commands out of the example games, held against the same commands carried out with dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any

import pytest

from tests.contract.test_examples import EXAMPLES
from vedette.engine.again import carried_out
from vedette.engine.checks import Refusal
from vedette.engine.commands import read_command
from vedette.engine.dice import Die
from vedette.engine.odds.command import command_search, hears_moments, tells_changes
from vedette.engine.odds.search import first_option
from vedette.engine.patch import get
from vedette.engine.plain import to_plain
from vedette.engine.requests import DiceRequest
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session, read_session
from vedette.engine.timeline import CommandEntry
from vedette.registry import rulesets
from vedette.testing.plugin import Times

SECONDS = 1.0
"""So long odds are looked for here; what is not looked into by then is a part of every chance."""

SIGMAS = 4.0

READ_DIE_BY_DIE = {"open-fire": {"Attack"}, "close-quarters": {"who"}}
"""Rolls whose rules ask for single dice: an Unstable weapon for whose die it was, a random pick for its face."""


def with_dice(session: Session[Any]) -> list[CommandEntry]:
    """The commands of a game that something was asked of."""
    entries = session.timeline.entries
    asked = {entry.parent for entry in entries if entry.kind in ("dice", "choice")}
    return [entry for entry in entries if isinstance(entry, CommandEntry) and entry.n in asked]


def games(ruleset: Ruleset[Any]) -> list[Session[Any]]:
    every = [read_session(rulesets(), path) for path in EXAMPLES]
    return [session for session in every if session.ruleset.id == ruleset.id]


def some(found: list[Any], many: int) -> list[Any]:
    return Random(7).sample(found, min(many, len(found)))


def ends(session: Session[Any], entry: CommandEntry, times: int) -> Iterator[Mapping[str, Any]]:
    """What a command comes to, so many times, with dice and with the choices that odds take for granted."""
    ruleset, state, luck = session.ruleset, session.state_at(entry.parent), Random(entry.n)
    command = read_command(ruleset.specs, entry.input.words)
    command = ruleset.specs[command.do].understand(state, command)
    tells = tells_changes(state)
    for _ in range(times):
        run = carried_out(ruleset, state, command)
        while run.request is not None:
            asked = run.request
            if isinstance(asked, DiceRequest):
                low, high = asked.pool.lowest, asked.pool.highest
                run.answer(tuple(Die(luck.randint(low, high)) for _ in range(asked.dice)))
            else:
                run.answer(first_option(asked))
        yield tells(run.play.state, None)


@pytest.fixture
def commands(ruleset: Ruleset[Any], times: Times) -> list[tuple[Session[Any], CommandEntry]]:
    found = [(session, entry) for session in games(ruleset) for entry in with_dice(session)]
    return some(found, times(3, 100))


def test_odds_are_what_dice_come_to(commands: list[tuple[Session[Any], CommandEntry]], times: Times) -> None:
    tries = times(150, 100_000)
    for session, entry in commands:
        state = session.state_at(entry.parent)
        search = command_search(
            session.ruleset, state, entry.input.words, tells_changes(state), override=True
        )
        assert not isinstance(search, Refusal)
        search.go_on(perf_counter() + SECONDS)
        odds = search.odds
        assert search.read_raw <= READ_DIE_BY_DIE.get(session.ruleset.id, set()), entry.n
        came = Counter(end for told in ends(session, entry, tries) for end in told.items())
        told = {(path, value) for path, values in odds.chances.items() for value in values}
        plain = to_plain(state)
        for path, value in told | set(came):
            if value == get(plain, path):
                continue  # nothing has changed, of which only numbers that were not known are told
            least = float(odds.chances.get(path, {}).get(value, 0))
            most = least + float(odds.rest)
            seen = came[path, value] / tries
            spread = SIGMAS * max(sqrt(chance * (1 - chance) / tries) for chance in (least, most)) + 1 / tries
            assert least - spread <= seen <= most + spread, (entry.n, path, value, least, most, seen)


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
