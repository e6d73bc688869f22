"""Finding a place again at the table: bookmarks in the log and in the replay."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.tui.rooms import rooms
from vedette.engine.library import data_folder
from vedette.registry import rulesets
from vedette.tui.widgets.log import GameLog
from vedette.tui.widgets.panel_host import PanelHost
from vedette.tui.widgets.scrubber import Scrubber


@pytest.fixture
def yard(tmp_path: Path) -> Path:
    """The Hanging Yard, which is over."""
    copy = tmp_path / "yard.vedette"
    shutil.copy(data_folder() / "saves" / "open-fire-hanging-yard.vedette", copy)
    return copy


async def test_a_bookmark_stands_in_the_log_and_in_the_replay(yard: Path) -> None:
    async with rooms(yard.parent, rulesets(), yard, (120, 40)) as at:
        await at.press("l", "up", "up", "b", *"wow", "enter")
        await at.settled()
        assert "⚑  wow" in at.one(GameLog).plain
        await at.press("escape", "P", "home")
        await at.settled()
        assert "⚑" in at.one(Scrubber).plain
        await at.press("j")
        await at.settled()
        assert "wow" in at.one(PanelHost).plain
        await at.press("b", *("backspace",) * 3, "enter", "home")
        await at.settled()
        assert "⚑" not in at.one(Scrubber).plain


async def test_the_log_is_searched_by_unit_and_kind_with_the_words_offered(yard: Path) -> None:
    async with rooms(yard.parent, rulesets(), yard, (120, 40)) as at:
        await at.press("slash", *"uni", "tab", *"la")
        assert "unit:lark" in at.one(GameLog).plain
        await at.press("tab", *"kind:att", "tab", "enter")
        await at.settled()
        told = at.one(GameLog).plain
        assert "Ansa attacked Lark." in told
        assert "activated" not in told
