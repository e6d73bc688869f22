"""The screen is ended from outside while its save is gone."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.terminal.terminal import VEDETTE, Terminal, begun
from vedette.engine.save_file import read


def test_a_game_whose_save_was_deleted_is_written_beside_when_the_screen_ends(tmp_path: Path) -> None:
    save = begun("toll-bar", tmp_path)
    command = [*VEDETTE, "play", str(save)]
    with Terminal(command, columns=200, lines=40, environment={"NO_COLOR": "1"}) as screen:
        screen.see("Bar Keepers")
        screen.press("N", *"so far", "enter")
        screen.see("Note: so far")
        save.unlink()
        screen.signal(signal.SIGTERM)
        assert screen.wait() == 128 + signal.SIGTERM
        told = screen.last_words
    assert "toll-bar.vedette was deleted while it was open. The whole game is now in " in told
    assert [entry.given["text"] for entry in read(tmp_path / "toll-bar-2.vedette").entries] == ["so far"]
