"""Opens the screen: the one place of the command line that loads Textual."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from vedette.cli.walls import guarded
from vedette.engine.errors import CommandError


def open_screen(save: str | None, saves: Path | None) -> None:
    """Run the screen, on a save or at home. Raises CommandError where there is no terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise CommandError("The screen needs a terminal. For the command line see: vedette --help")
    from vedette.engine.saves import find_save, save_folder
    from vedette.registry import rulesets

    folder = save_folder(saves)
    path = find_save(save, folder) if save is not None else None
    gc.disable()  # importing makes a great many objects and no garbage
    from vedette.tui.launch import make_app

    app = make_app(rulesets(), folder, path)
    gc.freeze()
    gc.enable()
    app.run()
    if app.return_code:
        sys.exit(app.return_code)


def run_screen(save: str | None = None) -> None:
    """Run the screen and end the process with its exit code."""
    sys.exit(guarded(lambda: open_screen(save, None)))
