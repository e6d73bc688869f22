"""Home without a screen: saves are looked after, and only after a question."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.driving import do, rows
from tests.tui.rooms import LITTLE_GAMES, played
from vedette.engine.errors import CommandError
from vedette.pages.home import GAMES, HomeTool, Opened
from vedette.pages.model import Close, Reply
from vedette.save_library import SaveLibrary


def test_a_save_is_put_away_and_brought_back(tmp_path: Path) -> None:
    path = played(tmp_path / "game.vedette")
    tool = HomeTool(SaveLibrary(LITTLE_GAMES, tmp_path))
    assert do(tool, "bin", str(path)) == Reply("")
    assert path.exists()
    do(tool, "bin", str(path), "", True)
    assert not [row for row in rows(tool, GAMES) if row.startswith("game:")]
    back = do(tool, "restore")
    assert isinstance(back, Reply)
    assert back.at == str(path)
    with pytest.raises(CommandError, match="Nothing was put away"):
        do(tool, "restore")


def test_a_game_is_opened_to_play_or_to_look_at(tmp_path: Path) -> None:
    path = played(tmp_path / "game.vedette")
    tool = HomeTool(SaveLibrary(LITTLE_GAMES, tmp_path))
    for word, look in (("open", False), ("replay", True)):
        done = do(tool, word, str(path))
        assert isinstance(done, Close)
        assert isinstance(done.result, Opened)
        assert done.result.look == look
        done.result.session.close()
    with pytest.raises(CommandError, match="Choose a game to replay"):
        do(tool, "replay")


def test_words_find_games(tmp_path: Path) -> None:
    played(tmp_path / "game.vedette")
    tool = HomeTool(SaveLibrary(LITTLE_GAMES, tmp_path))
    do(tool, "find", "", "ironclads game")
    assert len(rows(tool, GAMES)) == 1
    do(tool, "find", "", "nobody")
    assert not rows(tool, GAMES)
