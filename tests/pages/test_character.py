"""The character builder without a screen."""

from __future__ import annotations

import pytest

from tests.pages.driving import do, rows
from vedette.engine.errors import CommandError
from vedette.pages.character import LINES, CharacterTool
from vedette.pages.model import Close, Reply
from vedette.registry import rulesets
from vedette.save_library import BuilderContext


def character() -> CharacterTool:
    game = rulesets()["close-quarters"]
    assert game.view.builder is not None
    return CharacterTool(BuilderContext(game, game.view.builder))


def test_steps_are_counted_and_bounded() -> None:
    tool = character()
    strength = tool.page().section(LINES).choices[0].id
    do(tool, "more", strength, "2")
    assert "strength 12" in rows(tool, LINES)[0]
    with pytest.raises(CommandError, match="1 to 99 steps"):
        do(tool, "more", strength, "100")
    do(tool, "undo")
    assert "strength 10" in rows(tool, LINES)[0]


def test_what_breaks_a_rule_is_saved_only_with_a_reason_and_a_name() -> None:
    tool = character()
    do(tool, "more", tool.page().section(LINES).choices[0].id, "9")
    refused = do(tool, "save")
    assert isinstance(refused, Reply)
    assert refused.refusal is not None
    assert do(tool, "override", "", "agreed") == Reply(""), "no name, nothing is saved"
    made = do(tool, "override", "", "agreed", "Mira")
    assert isinstance(made, Close)
    made.result.close()


def test_nothing_begun_is_left_without_a_question() -> None:
    tool = character()
    assert do(tool, "cancel") == Close()
    do(tool, "take", tool.page().section(LINES).choices[-1].id)
    assert do(tool, "cancel") == Reply()
    assert do(tool, "cancel", "", "", True) == Close()
