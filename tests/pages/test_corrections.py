"""Corrections without a screen: what is typed, what would come of it, and what is refused."""

from __future__ import annotations

import pytest

from tests.pages.driving import do
from vedette.controller import GameController
from vedette.engine.errors import CommandError
from vedette.engine.library import data_folder
from vedette.engine.session import read_session
from vedette.pages.corrections import ROLLS, CorrectionTool
from vedette.pages.model import Reply
from vedette.registry import rulesets


@pytest.fixture
def tool() -> CorrectionTool:
    """The Hanging Yard, whose last roll is a killing test at 332."""
    save = data_folder() / "saves" / "open-fire-hanging-yard.vedette"
    made = CorrectionTool(GameController(read_session(rulesets(), save)))
    made.at(332)
    return made


def test_a_face_that_is_typed_tells_what_would_come_of_it(tool: CorrectionTool) -> None:
    assert tool.subtitle == "nothing changes until you press Enter"
    assert tool.type("2", "2") == ""
    tool.work()
    assert tool.subtitle == "3 later lines: 3 hold"
    assert tool.sentences()[-1] == tool.subtitle
    tool.at(318)
    assert tool.planned is None


def test_what_is_no_key_of_dice_is_left_to_others(tool: CorrectionTool) -> None:
    assert tool.type("x", "x") is None


def test_nothing_typed_is_nothing_to_correct(tool: CorrectionTool) -> None:
    said = do(tool, "correct", "332")
    assert isinstance(said, Reply)
    assert "nothing to correct" in said.text


def test_a_line_that_is_not_there_cannot_be_corrected(tool: CorrectionTool) -> None:
    with pytest.raises(CommandError, match="no line 999"):
        tool.at(999)


def test_commands_and_choices_are_listed_on_demand(tool: CorrectionTool) -> None:
    rolls = len(tool.page().section(ROLLS).choices)
    do(tool, "all", "332")
    assert len(tool.page().section(ROLLS).choices) > rolls
