"""Random and malformed commands, answers and jumps: only documented errors, and what is refused changes nothing."""

from __future__ import annotations

from collections import Counter
from itertools import count, cycle
from random import Random
from typing import Any

from tests.trials.mutating import limited
from vedette.engine.session import Session
from vedette.testing.game import WILD, GameStep, begin
from vedette.testing.plugin import Times
from vedette.testing.starts import cases, every_case, game_starts

MALFORMED = {**WILD, "garbage": 40, "words": 40}
"""How often what is proposed, of about a hundred steps."""

AT_A_TIME = 250
"""Steps in one game."""


def checked(session: Session[Any], step: GameStep) -> str:
    """What came of a step; raises AssertionError where it is not as it should be."""
    if step.outcome is None:
        assert step.error.endswith((".", "”")), step
        assert len(step.error) < 1000, step
        assert step.error.isprintable(), step
    elif not step.refused:
        return "done"
    assert session.state is step.before, step
    assert session.request == step.asked, step
    return "refused" if step.refused else "error"


def test_a_million_commands(ruleset_id: str, times: Times) -> None:
    """A quarter of a million for each of the four."""
    counted, most = Counter[str](), times(500, 250_000)
    starts = [*game_starts(ruleset_id), *(every_case if times(0, 1) else cases)(ruleset_id)]
    Random(ruleset_id).shuffle(starts)
    for start, seed in zip(cycle(starts), count(), strict=False):
        game = begin(start, seed, MALFORMED if seed % 2 else WILD)
        for _ in range(min(AT_A_TIME, most - counted.total())):
            with limited():
                step = game.step()
            try:
                counted[checked(game.session, step)] += 1
            except AssertionError as error:
                error.add_note(f"{start.name}, seed {seed}, step {len(game.given)}")
                raise
        if counted.total() == most:
            break
    print(ruleset_id, dict(counted))
