"""A terminal that cannot draw: the game is offered by lines, and nothing is drawn."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.terminal import VEDETTE, Terminal, begun


def test_a_dumb_terminal_is_offered_the_game_by_lines(tmp_path: Path) -> None:
    save = begun("toll-bar", tmp_path)
    with Terminal(
        [*VEDETTE, "play", str(save)], columns=100, lines=30, environment={"TERM": "dumb"}
    ) as screen:
        screen.see("Play by lines of text instead?")
        screen.press(*"yes", "enter")
        screen.see("Say help for what you can say")
        screen.press(*"note by ear", "enter")
        screen.see("Note: by ear.")
        screen.press(*"quit", "enter")
        assert screen.wait() == 0
        assert b"\x1b" not in screen.raw
