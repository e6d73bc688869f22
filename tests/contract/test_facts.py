"""What happened is told in sentences that people can read."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from tests.contract.game import PLAIN, WILD, Game, begin
from tests.contract.starts import CASES, Start, cases, every_game, games
from vedette.engine.case import given_to, read_case
from vedette.engine.errors import CommandError
from vedette.engine.facts import Adjusted, Fact, Noted, Rolled, read_fact
from vedette.engine.plain import to_plain
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session, new_session
from vedette.engine.timeline import Entry

OWN_WORDS = (Noted, Adjusted, Rolled)
"""These quote what players wrote, or a path of the state."""


def _named(start: Start) -> str:
    return f"{start.ruleset}/{start.name}"


def _facts(session: Session[Any]) -> Iterator[tuple[Entry, Fact, str]]:
    for entry in session.timeline.entries:
        yield from (
            (entry, fact, text)
            for fact, text in zip(session.facts(entry), session.sentences(entry), strict=True)
        )


def _played(start: Start, steps: int, mix: dict[str, int] = WILD) -> Game:
    game = begin(start, 21, mix)
    for _ in game.play(steps):
        pass
    return game


@pytest.mark.parametrize("start", every_game(), ids=_named)
def test_everything_that_happens_is_told_in_a_full_sentence(start: Start) -> None:
    for _, fact, sentence in _facts(_played(start, 500).session):
        assert sentence == sentence.strip()
        assert len(sentence) > 5
        assert "\n" not in sentence
        if not isinstance(fact, Noted):
            assert sentence.endswith((".", "!", "?")), fact


@pytest.mark.parametrize("start", every_game(), ids=_named)
def test_sentences_call_things_by_their_names(start: Start) -> None:
    session = _played(start, 500, PLAIN).session
    raw = {one for one, name in session.names().items() if name != one}
    assert raw
    ids = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(raw)))})(?![\w-])")
    for _, fact, sentence in _facts(session):
        if not isinstance(fact, OWN_WORDS):
            named = {name for name in session.names().values() if name in sentence}
            assert not ids.search(_without(sentence, named)), sentence


def _without(sentence: str, names: set[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        sentence = sentence.replace(name, "…")
    return sentence


def test_every_fact_of_a_ruleset_happens_in_a_case_or_in_random_play_or_is_at_least_told_by_the_code(
    ruleset: Ruleset[Any],
) -> None:
    kinds = set(ruleset.fact_kinds.values())
    missing = kinds - _in_cases(ruleset)
    for start in _starts(ruleset):
        session = _played(start, 60).session
        missing -= _kinds(session)
        if len(missing) <= 0.05 * len(kinds):
            break
    assert not {kind.__name__ for kind in missing} - _said_in_the_code(ruleset)
    assert len(missing) <= 0.1 * len(kinds), missing


def test_every_fact_is_read_back_from_a_save_as_it_was(ruleset: Ruleset[Any]) -> None:
    for start in _starts(ruleset)[:40]:
        session = _played(start, 40).session
        for entry in session.timeline.entries:
            for event in entry.events:
                fact = read_fact(ruleset.facts, event.tag, event.of)
                assert type(fact) is ruleset.facts[event.tag]
                assert to_plain(fact) == event.of


def test_every_fact_has_a_sentence_of_its_own(ruleset: Ruleset[Any]) -> None:
    for kind in ruleset.facts.values():
        assert "sentence" in vars(kind), kind
        assert kind.__doc__, kind


def _starts(ruleset: Ruleset[Any]) -> list[Start]:
    return [*games(ruleset.id), *cases(ruleset.id)]


def _kinds(session: Session[Any]) -> set[type[Fact]]:
    return {type(fact) for entry in session.timeline.entries for fact in session.facts(entry)}


def _in_cases(ruleset: Ruleset[Any]) -> set[type[Fact]]:
    """What happens where the cases of a ruleset are played."""
    met: set[type[Fact]] = set()
    for path in sorted((CASES / ruleset.id).glob("*.toml")):
        case = read_case(path)
        if not case.setup_error:
            session = new_session(ruleset, {**case.setup, "ruleset": ruleset.id}, seed=0)
            for step in case.steps:
                with suppress(CommandError):
                    given_to(session, step)
            met |= _kinds(session)
    return met


def _said_in_the_code(ruleset: Ruleset[Any]) -> set[str]:
    """The names of classes that the game's package calls."""
    package = ruleset.new_game.__module__.rpartition(".")[0]
    modules = [module for name, module in sys.modules.items() if name.startswith(package)]
    calls = (
        node.func
        for module in modules
        for node in ast.walk(ast.parse(inspect.getsource(module) or ""))
        if isinstance(node, ast.Call)
    )
    return {
        call.attr if isinstance(call, ast.Attribute) else call.id
        for call in calls
        if isinstance(call, (ast.Attribute, ast.Name))
    }
