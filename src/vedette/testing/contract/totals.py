"""What the dice came to, told in place of their faces, leads to the very same game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from vedette.engine.case import given_to
from vedette.engine.dice import Roll, SummedPool, TypedTotal
from vedette.engine.errors import VedetteError
from vedette.engine.plain import to_plain
from vedette.engine.requests import Answer, DiceRequest, Request, ScriptedAnswers, Throw
from vedette.engine.session import new_session
from vedette.engine.verify import verify
from vedette.registry import rulesets
from vedette.testing import starts
from vedette.testing.plugin import Times

RECORDS = ("last.dice", "last.scores", "criticals")
"""Values that only record faces; nothing depends on them."""


class Totals(ScriptedAnswers):
    """Faces as they are written down; where the total will do, that alone is told."""

    def answer(self, request: Request, throw: Throw) -> Answer | None:
        answer = super().answer(request, throw)
        if not isinstance(answer, tuple) or not isinstance(request, DiceRequest) or request.no_total:
            return answer
        roll = Roll("", "", request.pool, answer)
        pool = request.pool
        return TypedTotal(pool.sum_of(roll.faces) if isinstance(pool, SummedPool) else roll.successes)


def test_totals_come_out_as_their_faces_do(ruleset_id: str, times: Times) -> None:
    """In cases that are evenly taken from among all."""
    paths = starts.case_paths(ruleset_id)
    told = 0
    for case in map(starts.case_at, paths[:: -(-len(paths) // times(20, len(paths)))]):
        if case.setup_error:
            continue
        faces, totals = (new_session(rulesets()[ruleset_id], case.setup, seed=0) for _ in range(2))
        for step in case.steps:
            if step.error:
                continue
            for session, kind in ((faces, ScriptedAnswers), (totals, Totals)):
                with suppress(VedetteError):
                    given_to(session, step, kind(step.told, step.choose))
        assert dict(values(faces.paths())) == dict(values(totals.paths())), case.title
        told += sum("total" in entry.given for entry in totals.timeline.entries)
        assert verify(totals) == [], case.title
    assert told


def values(plain: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every value of a state by its path, but for records of faces."""
    items = to_plain(plain)
    if isinstance(items, dict):
        for key, value in items.items():
            yield from values(value, f"{path}.{key}")
    elif not path.endswith(RECORDS):
        yield path, items if not isinstance(items, list) else None
        for i, value in enumerate(items if isinstance(items, list) else ()):
            yield from values(value, f"{path}.{i}")
