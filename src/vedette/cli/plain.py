"""Opens games that are played by lines of text."""

from __future__ import annotations

import sys

from vedette.cli.errors import say
from vedette.cli.games import path_to_play
from vedette.engine.saves import save_folder
from vedette.engine.session import open_session
from vedette.plain.beginning import begin
from vedette.plain.play import play, print_line, terminal_talk
from vedette.registry import rulesets


def play_plainly(save: str | None) -> None:
    """Play a game by lines; without a name, choose one first or begin a new one. Ends with the exit code of a script."""
    _hear_any_bytes()
    _play(save)


def offer_lines(save: str | None) -> None:
    """In a terminal that cannot draw: the game by lines of text, if they want that."""
    _hear_any_bytes()
    say("This terminal cannot draw the screen. Play by lines of text instead? Yes or no?")
    if sys.stdin.readline().strip().casefold() in ("y", "yes"):
        _play(save)
    say("vedette play --plain does the same at any time.")


def _hear_any_bytes() -> None:
    """Bytes that are no text become a sign; before the first line is read, afterwards it can't be said."""
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]


def _play(save: str | None) -> None:
    talk, folder = terminal_talk(sys.stdin, print_line), save_folder()
    if save is None:
        session = begin(rulesets(), folder, talk)
    else:
        session = open_session(rulesets(), path_to_play(save, folder))
    try:
        code = play(session, talk, script=not sys.stdin.isatty()) if session is not None else 0
    finally:
        if session is not None:
            session.close()
    sys.exit(code)
