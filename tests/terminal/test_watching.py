"""A game is played in one terminal and watched in another; whoever plays is killed, and goes on."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.terminal.terminal import VEDETTE, Terminal, begun


def test_a_second_terminal_follows_the_first_through_a_kill(tmp_path: Path) -> None:
    save = begun("toll-bar", tmp_path)
    size = {"columns": 80, "lines": 24, "environment": {"NO_COLOR": "1"}}
    with Terminal([*VEDETTE, "watch", str(save)], **size) as watch:  # type: ignore[arg-type]
        watch.see("Bar Keepers", "is read-only")
        with Terminal([*VEDETTE, "play", str(save)], **size) as play:  # type: ignore[arg-type]
            play.see("Bar Keepers")
            play.press("N", *"hear me", "enter")
            watch.see("hear me")
            watch.press("n")
            watch.see("You are only watching")
            play.signal(signal.SIGKILL)
        with Terminal([*VEDETTE, "play", str(save)], **size) as play:  # type: ignore[arg-type]
            play.see("Bar Keepers")
            play.press("u")
            play.press("N", *"once more", "enter")
            watch.see("once more")
        watch.press("q")
        assert watch.wait() == 0
