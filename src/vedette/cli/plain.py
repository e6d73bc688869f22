"""Opens games that are played by lines of text."""

from __future__ import annotations

import sys
from pathlib import Path

import typer


def play_plainly(save: str | None, saves: Path | None) -> None:
    """Play a game by lines; without a name, choose one first or begin a new one. Ends with the exit code of a script."""
    from vedette.cli.games import path_to_play
    from vedette.engine.saves import save_folder
    from vedette.engine.session import open_session
    from vedette.plain.play import play, print_line, terminal_talk
    from vedette.registry import rulesets

    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    talk, folder = terminal_talk(sys.stdin, print_line), save_folder(saves)
    if save is None:
        from vedette.plain.beginning import begin

        session = begin(rulesets(), folder, talk)
    else:
        session = open_session(rulesets(), path_to_play(save, folder))
    try:
        code = play(session, talk, script=not sys.stdin.isatty()) if session is not None else 0
    finally:
        if session is not None:
            session.close()
    raise typer.Exit(code)
