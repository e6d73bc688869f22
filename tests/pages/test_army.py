"""The army builder without a screen: what its actions do and ask."""

from __future__ import annotations

import pytest

from tests.pages.driving import do, rows
from vedette.engine.errors import CommandError
from vedette.pages.army import PROFILES, UNITS, ArmyTool
from vedette.pages.model import Close, Reply
from vedette.registry import rulesets
from vedette.view.army_draft import ArmyDraft
from vedette.view.new_game_setup import NewGameSetup, SaveNames


def army() -> ArmyTool:
    setup = NewGameSetup(rulesets(), SaveNames(lambda name: "", lambda name: name))
    draft = {"ruleset": "company", "game": "mill-road"}
    setup.fill(draft)
    return ArmyTool(ArmyDraft(setup, draft, "red"))


def test_a_profile_is_added_and_the_last_unit_is_taken_out() -> None:
    tool = army()
    before = rows(tool, UNITS)
    added = do(tool, "add", tool.page().section(PROFILES).choices[0].id)
    assert isinstance(added, Reply)
    assert added.at == f"unit {len(before)}"
    assert [note.tone for note in tool.page().notes].count("bad") == 2
    do(tool, "less")
    assert rows(tool, UNITS) == before
    assert "bad" not in [note.tone for note in tool.page().notes]


def test_an_army_is_replaced_only_after_a_question() -> None:
    tool = army()
    do(tool, "save", "", "Ours")
    do(tool, "less")
    assert do(tool, "save", "", "Ours") == Reply("Nothing is saved.")
    saved = do(tool, "save", "", "Ours", True)
    assert isinstance(saved, Reply)
    assert saved.text.startswith("Saved as ours")


def test_what_was_put_together_is_discarded_only_after_a_question() -> None:
    tool = army()
    assert do(tool, "cancel") == Close()
    do(tool, "less")
    assert do(tool, "cancel") == Reply()
    assert do(tool, "cancel", "", "", True) == Close()


def test_a_list_with_a_fault_adds_nothing_and_tells_every_fault() -> None:
    tool = army()
    before = rows(tool, UNITS)
    said = do(tool, "paste", "", "1x Nobody")
    assert isinstance(said, Reply)
    assert (said.text, said.tone, len(said.detail)) == ("Nothing imported.", "bad", 1)
    assert rows(tool, UNITS) == before


def test_the_last_unit_is_meant_where_none_is_named() -> None:
    tool = army()
    do(tool, "name", "", "The Rear")
    assert rows(tool, UNITS)[-1] == "The Rear"
    while rows(tool, UNITS):
        do(tool, "less")
    with pytest.raises(CommandError, match="no units"):
        do(tool, "wording")
