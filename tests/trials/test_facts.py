"""Facts that nobody ever said: whatever can be read as one can be told."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.trials.odd import of_type, texts_of
from vedette.engine.facts import read_fact, tag, unreadable
from vedette.engine.library import games
from vedette.engine.session import new_session
from vedette.registry import rulesets
from vedette.testing.plugin import Times


@pytest.mark.parametrize("name", list(rulesets()))
def test_every_fact_that_can_be_read_can_be_told(name: str, times: Times) -> None:
    ruleset = rulesets()[name]
    session = new_session(ruleset, next(iter(games(name).values())), seed=1)
    names, words = session.names(), texts_of(session)
    tried = told = 0
    for kind in sorted(ruleset.facts.values(), key=tag):
        for n in range(times(20, 2000)):
            values = json.dumps(of_type(kind, words, Random(f"{name}/{tag(kind)}/{n}"))).encode()
            tried += 1
            if unreadable(ruleset.facts, tag(kind), values):
                continue
            try:
                assert read_fact(ruleset.facts, tag(kind), values).sentence(lambda one: names.get(one, one))
            except Exception as error:
                error.add_note(f"{name}: {tag(kind)}, {n}: {values!r}")
                raise
            told += 1
    print(f"{name}: {tried} facts, {told} told")
