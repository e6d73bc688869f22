"""Finding a place again at the table: bookmarks in the log and in the replay."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.tui.rooms import played, rooms
from vedette.engine.library import data_folder
from vedette.registry import rulesets
from vedette.tui.screens.log import Filters
from vedette.tui.widgets.footer import KeyBar
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
        assert "wow" in at.one(GameLog).plain
        await at.press("escape", "P", "home")
        await at.settled()
        assert at.one(Scrubber).plain.splitlines()[2].strip() == "1"
        await at.press("j")
        await at.settled()
        assert "wow" in at.one(PanelHost).plain
        await at.press("b", *("backspace",) * 3, "enter", "home")
        await at.settled()
        assert not at.one(Scrubber).plain.splitlines()[2].strip()


async def test_the_log_is_searched_by_unit_and_kind_with_the_words_offered(yard: Path) -> None:
    async with rooms(yard.parent, rulesets(), yard, (120, 40)) as at:
        await at.press("slash", *"uni", "tab", *"la")
        assert "unit:lark" in at.one(Filters).plain
        await at.press("tab", *"kind:att", "tab", "enter")
        await at.settled()
        told = at.one(GameLog).plain
        assert "→ Lark" in told
        assert "deployed" not in told


async def test_while_words_are_typed_the_last_row_tells_no_letters_of_the_log(tmp_path: Path) -> None:
    async with rooms(tmp_path, save=played(tmp_path / "game.vedette")) as app:
        await app.press("slash")
        assert "letters look for" in app.one(KeyBar).plain
        assert "g go there" not in app.one(KeyBar).plain

        await app.press(*"mov", "enter")
        assert "g go there" in app.one(KeyBar).plain


async def test_at_home_too(tmp_path: Path) -> None:
    played(tmp_path / "game.vedette")
    async with rooms(tmp_path) as app:
        await app.press("slash", *"zz")
        assert "letters look for" in app.one(KeyBar).plain
        assert app.list.strip() == "No game has these words. Esc lists all again."

        await app.press("escape")
        assert "n new" in app.one(KeyBar).plain
