"""Opens the screen: the one place of the command line that loads Textual."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from vedette.engine.errors import CommandError


def open_screen(save: str | None, saves: Path | None) -> None:
    """Run the screen, on a save or at home. Raises CommandError where there is no terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise CommandError("The screen needs a terminal. For the command line see: vedette --help")
    from vedette.cli.games import path_to_play
    from vedette.engine.saves import save_folder
    from vedette.engine.session import open_session
    from vedette.registry import rulesets

    path = path_to_play(save, save_folder(saves)) if save is not None else None
    session = open_session(rulesets(), path) if path else None
    gc.disable()  # importing makes a great many objects and no garbage; the first frame turns it on again
    from vedette.tui.app import VedetteApp

    try:
        VedetteApp(session).run()
    finally:
        if session:
            session.close()
