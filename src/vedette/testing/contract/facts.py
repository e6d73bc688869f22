"""What happened is told in sentences that people can read."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from msgspec.structs import astuple
from rich.cells import cell_len

from vedette.engine.facts import LOSSES, Adjusted, Fact, Noted, Rolled, facts_of
from vedette.engine.grammar import name_of
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import Entry
from vedette.testing import starts
from vedette.testing.brought import Told, brought_about
from vedette.testing.game import PLAIN, WILD, begin
from vedette.testing.known import known
from vedette.testing.plugin import Times
from vedette.testing.starts import Start, each_game

OWN_WORDS = (Noted, Adjusted, Rolled)
"""These quote what players wrote, or a path of the state."""

SHORT = 60
"""Cells of a headline: it stands with others in a line of the log."""

SINGULAR = re.compile(r"(?<!of )§ (is|has|does|was|\w+[^s ]s)\b")
"""A verb behind a name that would be wrong behind a plural one."""


def _facts(session: Session[GameState]) -> Iterator[tuple[Entry, Fact, str]]:
    for entry in session.timeline.entries:
        yield from (
            (entry, fact, text)
            for fact, text in zip(session.facts(entry), session.sentences(entry), strict=True)
        )


@each_game()
def test_everything_that_happens_is_told_in_a_full_sentence(start: Start, times: Times) -> None:
    for _, fact, sentence in _facts(begin(start, 21, WILD).run(times(125, 500)).session):
        assert sentence == sentence.strip()
        assert len(sentence) > 5
        assert "\n" not in sentence
        if not isinstance(fact, Noted):
            assert sentence.endswith((".", "!", "?")), fact


@each_game()
def test_sentences_call_things_by_their_names(start: Start, times: Times) -> None:
    session = begin(start, 21, PLAIN).run(times(125, 500)).session
    raw = {one for one, name in session.names().items() if name != one}
    assert raw
    ids = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(raw)))})(?![\w-])")
    for _, fact, sentence in _facts(session):
        if not isinstance(fact, OWN_WORDS):
            bare = sentence
            for name in sorted(set(session.names().values()), key=len, reverse=True):
                bare = bare.replace(name, "…") if name in sentence else bare
            assert not ids.search(bare), sentence


def test_every_fact_of_a_ruleset_happens_in_a_case_or_an_example(ruleset: Ruleset[GameState]) -> None:
    never = {kind.__name__ for kind in set(ruleset.fact_kinds.values()) - brought_about(ruleset.id).kinds}
    assert sorted(never - set(known(ruleset.id).elsewhere)) == []


def test_facts_that_happen_elsewhere_are_told_there(ruleset: Ruleset[GameState]) -> None:
    for name, (path, words) in known(ruleset.id).elsewhere.items():
        assert name in {kind.__name__ for kind in ruleset.fact_kinds.values()}
        assert words in (starts.ROOT / path).read_text(encoding="utf-8"), name


def test_every_fact_of_a_case_is_told_in_a_full_sentence_with_the_names_of_what_it_is_about(
    ruleset: Ruleset[GameState],
) -> None:
    silent = {
        type(told.fact).__name__: told.sentence
        for told in brought_about(ruleset.id).told
        if not isinstance(told.fact, OWN_WORDS)
        and type(told.fact).__name__ not in known(ruleset.id).quoting
        and not _is_well_told(told)
    }
    assert silent == {}


def test_no_verb_is_wrong_where_a_unit_or_a_side_has_a_plural_name(ruleset: Ruleset[GameState]) -> None:
    many = name_of(SimpleNamespace(name="§", plural=True))

    def is_singular(told: Told) -> bool:
        plural = {getattr(told.fact, "side", "")} if known(ruleset.id).people else told.names
        return SINGULAR.search(told.fact.sentence(lambda one: many if one in plural else one)) is not None

    told = brought_about(ruleset.id).told
    assert {type(one.fact).__name__: one.sentence for one in told if is_singular(one)} == {}


def _is_well_told(told: Told) -> bool:
    """A full sentence that calls at least one of the sides or units that the fact holds by its name."""
    fact: Any = told.fact
    values = astuple(fact)
    single = [part for value in values for part in (value if isinstance(value, tuple) else (value,))]
    about = [told.names[part] for part in single if isinstance(part, str) and part in told.names]
    whole = len(told.sentence) > 5 and told.sentence.endswith((".", "!", "?"))
    return whole and (not about or any(name.lower() in told.sentence.lower() for name in about))


def test_every_headline_is_short_and_calls_out_whoever_is_lost(ruleset: Ruleset[GameState]) -> None:
    """A few words without a full stop, one of them in capitals where somebody is lost."""
    for told in brought_about(ruleset.id).told:
        if not (isinstance(told.fact, OWN_WORDS) or told.fact.aside):
            headline = _headline(told)
            assert told.fact.moment not in LOSSES or re.search(r"\b[A-Z]{4,}\b", headline), headline
            assert 2 < cell_len(headline) <= SHORT, headline
            assert headline == headline.strip().removesuffix("."), headline


def _headline(told: Told) -> str:
    return told.fact.headline(lambda one: told.names.get(one, one))


def test_every_fact_is_read_back_as_it_was_written(ruleset: Ruleset[GameState]) -> None:
    assert brought_about(ruleset.id).unlike == []


def test_every_fact_has_a_sentence_of_its_own(ruleset: Ruleset[GameState]) -> None:
    for kind in ruleset.facts.values():
        assert "sentence" in vars(kind), kind
        assert kind.__doc__, kind


def test_every_fact_that_a_chapter_tells_is_known_to_the_ruleset(ruleset: Ruleset[GameState]) -> None:
    """What it doesn't know it can't read from a save."""
    package = ".".join(next(iter(ruleset.fact_kinds.values())).__module__.split(".")[:3])
    chapters = [module for name, module in sys.modules.items() if name.startswith(f"{package}.")]
    assert set(facts_of(*chapters)) <= set(ruleset.facts)
