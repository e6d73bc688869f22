"""Whatever adjusting lets through is a game that can be shown; whatever it refuses, it refuses in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.trials.odd import texts_of, values_like
from vedette.engine.errors import CommandError
from vedette.engine.plain import to_plain
from vedette.engine.session import Session
from vedette.registry import rulesets
from vedette.testing import proposals
from vedette.testing.drawn import draw
from vedette.testing.game import PLAIN, Game, begin
from vedette.testing.plugin import Times
from vedette.testing.starts import Start, cases, every_case, game_starts


@pytest.mark.parametrize("name", list(rulesets()))
def test_every_adjusted_game_can_be_shown(name: str, times: Times) -> None:
    whole = times(0, 1)
    starts = [*game_starts(name) * 3, *(every_case(name) if whole else cases(name))]
    luck = Random(f"adjusting/{name}")
    tried = shown = 0
    for seed, start in enumerate(starts if whole else luck.sample(starts, 2)):
        session = _somewhere(start, seed, luck).session
        for path, value in _adjustments(session, luck, 1000 if whole else 4):
            tried += 1
            shown += _adjusted_and_drawn(session, path, value, f"{start.name}, seed {seed}")
    print(f"{name}: {tried} adjustments, {shown} games drawn")
    assert shown


def _somewhere(start: Start, seed: int, luck: Random) -> Game:
    """A game that was played for a while; nothing is open."""
    game = begin(start, seed, PLAIN)
    for _ in game.play(luck.choice((0, 5, 40))):
        pass
    while game.session.request is not None:
        game.session.answer(game.answer())
    return game


def _adjustments(session: Session[Any], luck: Random, most: int) -> Iterator[tuple[str, Any]]:
    """Paths of the game, each with values of its type and with odd ones."""
    leaves = list(proposals.paths_of(to_plain(session.paths()), ""))
    words = texts_of(session)
    for path, old in luck.sample(leaves, min(most, len(leaves))):
        for value in values_like(old, words, luck):
            yield path, value


def _adjusted_and_drawn(session: Session[Any], path: str, value: Any, where: str) -> bool:
    """Adjust, draw and take back; whether it was let through."""
    before = session.state
    try:
        said = _refusal_of(session, {"path": path, "value": value, "reason": "x"})
        if not said:
            draw(session.ruleset, session.state)
            session.undo()
    except Exception as error:
        error.add_note(f"{where}: {path} = {value!r}")
        raise
    assert session.state is before, (where, path, value)
    assert not said or (said.endswith((".", "”")) and len(said) < 500), (where, path, value, said)
    return not said


def _refusal_of(session: Session[Any], words: dict[str, Any]) -> str:
    """What the game says against an adjustment; "" where it was made."""
    try:
        refusal = session.do({"do": "adjust", "by": next(iter(session.state.sides)), **words}).refusal
    except CommandError as error:
        return str(error)
    return refusal.sentence if refusal else ""
