"""The example games: whole, unharmed, and still right under today's rules."""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as copied

from vedette.engine.commands import read_command
from vedette.engine.facts import Adjusted, Noted, alike
from vedette.engine.library import data_folder
from vedette.engine.luck import typed_faces
from vedette.engine.patch import compare, fold
from vedette.engine.save_file import Save
from vedette.engine.session import Session, new_session, read_session
from vedette.engine.timeline import AnswerEntry, Timeline
from vedette.engine.verify import kept_then, verify
from vedette.registry import rulesets
from vedette.testing.plugin import Times
from vedette.view.form_draft import drafted

EXAMPLES = sorted((data_folder() / "saves").glob("*.vedette"))
example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)


def _opened(path: Path) -> Session[Any]:
    return read_session(rulesets(), path)


@example
def test_an_example_opens_without_a_word_and_has_come_to_its_end(path: Path) -> None:
    session = _opened(path)
    assert not session.notice
    assert not session.damage
    assert session.request is None
    assert session.state.outcome in (*session.state.sides, "draw")


@example
def test_todays_rules_judge_an_example_as_it_was_played(path: Path) -> None:
    assert not verify(_opened(path))


@example
@pytest.mark.parametrize("told_before", [-1, 0, 1], ids=["as-told-after", "as-told", "as-told-before"])
def test_a_save_left_at_any_question_plays_on_wherever_its_facts_were_told(
    path: Path, told_before: int, times: Times
) -> None:
    """Versions of the rules may tell a fact before a question that others tell behind its answer.

    At every tenth question, each time at others; with `--thorough` at every one.
    """
    whole, apart = _opened(path), times(10, 1)
    answered = [
        (entry, answer)
        for entry, answer in pairwise(whole.timeline.entries)
        if isinstance(answer, AnswerEntry) and answer.parent == entry.n
    ]
    for entry, answer in answered[(told_before + 1) % apart :: apart]:
        events = (*entry.events, *answer.events)
        told = max(0, min(len(entry.events) + told_before, len(events)))
        left = copied(entry, events=events[:told])
        session = Session(whole.ruleset, whole.header)
        session.load(Save(whole.header, Timeline([*whole.timeline.entries[: entry.n - 1], left])))
        assert session.request, session.notice or session.damage
        session.answer(answer.input.answer)
        chain = session.timeline.command_path()
        facts = tuple(fact for one in chain for fact in session.facts(one))
        before = tuple(fact for one in whole.timeline.command_path(answer.n) for fact in whole.facts(one))
        assert alike(facts, before)
        assert not kept_then(whole, list(compare(session.state, whole.state_at(answer.n))))


@example
def test_an_example_replays_from_its_first_entry_to_its_last(path: Path) -> None:
    session = _opened(path)
    state = session.state_at(0)
    for entry in session.timeline.path():
        state = reduce(fold, (event.changes for event in entry.events), state)
        assert session.state_at(entry.n) == state
        assert all(session.sentences(entry))
        assert session.ruleset.view.position(state)
    assert state == session.state


@example
def test_an_example_played_again_by_its_inputs_comes_out_the_same(path: Path) -> None:
    old = _opened(path)
    new = new_session(old.ruleset, old.setup, seed=old.header.seed)
    for entry in old.timeline.path():
        if entry.kind == "command":
            assert new.do(entry.input.words, override=entry.input.override or "").refusal is None
        elif isinstance(entry, AnswerEntry):
            new.answer(entry.input.answer)
    assert not kept_then(old, list(compare(old.state, new.state)))


@example
def test_an_example_shows_what_happens_at_a_table(path: Path) -> None:
    """Typed and rolled dice, a corrected one, undos, remarks, something set by hand and something forced."""
    session = _opened(path)
    entries = session.timeline.entries
    sources = {source for entry in entries if entry.kind == "dice" for source in entry.given["from"]}
    assert {"typed", "rolled", "corrected"} <= sources
    assert sum(entry.kind == "undo" for entry in entries) >= 2
    kinds = {type(fact) for entry in session.timeline.path() for fact in session.facts(entry)}
    assert {Adjusted, Noted} <= kinds
    assert any(entry.given.get("overridden") for entry in session.timeline.path())


@example
def test_the_typed_dice_of_an_example_look_fair(path: Path) -> None:
    for faces in typed_faces(_opened(path).played.throws()):
        assert faces.fairness is None or faces.fairness > 0.1, faces


@example
def test_an_attack_of_an_example_fills_its_form_as_it_was_given(path: Path) -> None:
    """The first of each kind; what goes without saying may be said or not."""
    session, seen = _opened(path), set[str]()
    for entry in session.timeline.entries:
        given = entry.input.words if entry.kind == "command" else {}
        if given.get("do") in seen or not {"target", "at", "attacks"} & given.keys():
            continue
        seen.add(given["do"])
        draft = drafted(session.ruleset, given)
        form = session.ruleset.view.form(session.state_at(entry.parent), given["do"], given["by"], draft)
        command = read_command(session.ruleset.specs, form.command)
        assert form.ready
        assert _plain(read_command(session.ruleset.specs, given)) == _plain(command)
    assert seen


def _plain(command: Any) -> dict[str, Any]:
    """A command without what is usual: no arc but the front is named, and one target is a list of one."""
    words = command.model_dump(exclude_none=True, exclude_defaults=True)
    if isinstance(words.get("at"), str):
        words["at"] = (words["at"],)
    return {
        name: tuple({key: part for key, part in group.items() if key != "arc"} for group in value)
        if name == "attacks"
        else value
        for name, value in words.items()
        if name != "arc"
    }


def test_there_is_an_example_of_every_ruleset() -> None:
    assert {_opened(path).ruleset.id for path in EXAMPLES} == set(rulesets())
