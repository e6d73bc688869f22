"""Corrections: what is said to hold does hold, nothing is lost, and the branch is the game that would have been played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest

from vedette.engine.correction_forecast import Prospect, Prospects
from vedette.engine.corrections import Correction, Now
from vedette.engine.dice import Die, TypedTotal
from vedette.engine.errors import CommandError
from vedette.engine.session import Session, new_session, open_session
from vedette.engine.timeline import AnswerEntry, CommandEntry, Entry, GivenTotal, RollEntry
from vedette.engine.verify import verify
from vedette.registry import rulesets
from vedette.testing.game import Game, begin
from vedette.testing.plugin import Times
from vedette.testing.starts import Start, cases, game_starts

MIX = {"likely": 84, "words": 3, "override": 3, "adjust": 4, "history": 6}


def _otherwise(entry: Entry, luck: Random) -> Now | None:
    """What might have been misread: a face or two, another of the options, a number; None where nothing could."""
    if isinstance(entry, RollEntry):
        if isinstance(entry.input, GivenTotal):
            return TypedTotal(entry.input.total + luck.choice((-1, 1)))
        faces = list(entry.input.faces)
        sides = int(entry.input.key.rpartition("d")[2])
        for _ in range(luck.randint(1, 2)):
            faces[luck.randrange(len(faces))] = luck.randint(1, sides)
        return tuple(map(Die, faces))
    if isinstance(entry, CommandEntry):
        numbers = {key: value for key, value in entry.input.words.items() if type(value) is int}
        return {key: value + luck.choice((-1, 1)) for key, value in numbers.items()} or None
    assert isinstance(entry, AnswerEntry)
    kind = type(entry.input.choice)
    return kind(luck.choice(entry.input.key.rpartition("/")[2].split(",")))


def _some_correction(game: Game) -> Correction[Any] | None:
    """A random correction; None where it makes no sense."""
    entry = game.luck.choice(game.session.timeline.path())
    try:
        now = _otherwise(entry, game.luck)
        return None if now is None else game.session.correction(entry.n, now)
    except (CommandError, ValueError):
        return None


def _by_hand(session: Session[Any]) -> Session[Any]:
    """A new game in which everything on the way to where this one stands is given anew."""
    again = new_session(session.ruleset, session.header.setup, seed=session.header.seed)
    for entry in session.timeline.path():
        if isinstance(entry, CommandEntry):
            refused = again.do(entry.input.words, override=entry.input.override or "").refusal
            assert refused is None
        else:
            again.answer(entry.input.answer)  # type: ignore[union-attr]
    return again


def _only_that_one_differs(session: Session[Any], planned: Correction[Any], before: int, state: Any) -> None:
    """Where a correction changes nothing, the branch is the old game but for the entry that was told anew."""
    old, new = session.timeline.path(before), session.timeline.path()
    if session.state != state or len(old) != len(new):
        return
    for then, now in zip(old, new, strict=True):
        given = [{key: one.given[key] for key in one.given if key != "instead of"} for one in (then, now)]
        assert (then.kind, then.who, then.waits) == (now.kind, now.who, now.waits)
        assert given[0] == given[1] or then.n == planned.entry.n


def _came_as_foretold(
    session: Session[Any], planned: Correction[Any], found: Sequence[Prospect], since: int
) -> None:
    """What was to hold whatever the answer was played again, and what was to fall away was not."""
    if session.correcting or session.request:
        return
    told = [one.given for one in session.timeline.entries[since:] if isinstance(one, CommandEntry)]
    waiting = [one.line.command.given for one in planned.later if one.verdict == "waits"]
    foretold = list(zip(waiting, found, strict=False))
    holding = [one.line.command.given for one in (planned.first, *planned.later) if one.verdict != "waits"]
    for given, prospect in foretold:
        others = [prospect for other, prospect in foretold if other == given]
        if prospect == "holds":
            assert told.count(given) >= others.count("holds")
        elif prospect == "falls away" and len(others) == 1 and waiting.count(given) == 1:
            assert given in holding or given not in told


def _reopened(session: Session[Any], path: Path) -> Session[Any]:
    session.write_to(path)
    session.close()
    session._journal = None
    again = open_session(rulesets(), path)
    again.close()
    return again


def _named(start: Start) -> str:
    return f"{start.ruleset}/{start.name}"


STARTS = [start for ruleset in rulesets() for start in (*game_starts(ruleset)[:1], *cases(ruleset)[:1])]


@pytest.mark.parametrize("start", STARTS, ids=_named)
def test_what_is_said_to_hold_holds_and_is_the_game_as_it_would_have_been_played(
    start: Start, tmp_path: Path, times: Times
) -> None:
    game = begin(start, 31, MIX)
    for _ in game.play(times(60, 200)):
        pass
    session = game.session
    for at in range(times(5, 30)):
        before, entries, state = session.timeline.head, list(session.timeline.entries), session.state
        planned = _some_correction(game)
        if planned is None:
            continue
        outcome = session.correct(planned)
        assert session.timeline.entries[: len(entries)] == entries
        if planned.refusal is not None:
            assert outcome.refusal == planned.refusal
            assert session.timeline.entries == entries
            continue
        told = [one for one in outcome.entries if isinstance(one, CommandEntry)]
        wanted = [
            one.line.command.given
            for one in (planned.first, *planned.later)
            if one.verdict in ("holds", "asked again")
        ]
        assert [one.given for one in told] == wanted
        assert session.state == planned.state
        assert _by_hand(session).state == session.state
        _only_that_one_differs(session, planned, before, state)
        ahead = Prospects(session.ruleset, planned)
        ahead.go_on(perf_counter() + 0.2)
        again = _reopened(session, tmp_path / f"{at}.vedette")
        assert [one.answers for one in again._correcting] == [one.answers for one in session._correcting]
        assert again._correcting[1:] == session._correcting[1:]
        assert again.state == session.state
        while session.correcting:
            session.answer(game.answer())
        assert verify(session) == []
        _came_as_foretold(session, planned, ahead.found, len(entries))
        session.goto(before)
        assert session.state is state or session.state == state
