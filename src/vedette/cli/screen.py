"""Opens the screen: the one place of the command line that loads Textual."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

from vedette.cli.crash import reported
from vedette.cli.errors import BROKEN, guarded, say
from vedette.cli.late import behind
from vedette.engine.errors import CommandError
from vedette.engine.saves import find_save, save_folder
from vedette.registry import rulesets

if TYPE_CHECKING:
    from vedette.engine.following import FollowedSave
    from vedette.engine.session import Session
    from vedette.engine.state import GameState
    from vedette.tui.app import VedetteApp
    from vedette.view.map_files import OpenedMap


def is_terminal() -> bool:
    """Whether both the screen (standard error) and the keyboard are a terminal."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def need_terminal() -> None:
    """Raise CommandError where there is nothing to draw on."""
    if not is_terminal():
        raise CommandError("The screen needs a terminal. For the command line see: vedette --help")


def open_screen(save: str | None = None, opened: OpenedMap | None = None) -> None:
    """Run the screen, on a save, on a map to be drawn, or at home. Raises CommandError where there is no terminal."""
    need_terminal()
    if os.environ.get("TERM") == "dumb" and opened is None:
        behind("plain:offer_lines")(save)
        return
    folder = save_folder()
    path = find_save(save, folder) if save is not None else None
    gc.disable()  # all that is made until the first frame stays; `VedetteApp.on_ready` goes on
    from vedette.tui.launch import make_app

    _run(make_app(rulesets(), folder, path, _report, opened))


def _run(app: VedetteApp) -> None:
    """Until it is left; then its last words, and its exit code."""
    code = app.play()
    for line in app.last_words.splitlines():
        say(line)
    if app.error is not None and os.environ.get("VEDETTE_DEBUG"):
        raise app.error
    if code:
        sys.exit(code)


def open_watch(followed: FollowedSave) -> None:
    """Run the screen on a game that somebody else plays. Raises CommandError where there is no terminal."""
    if not is_terminal():
        raise CommandError("The screen needs a terminal; --plain tells the game in lines.")
    from vedette.tui.launch import make_watch

    _run(make_watch(rulesets(), followed, _report))


def run_screen(save: str | None = None) -> None:
    sys.exit(guarded(lambda: open_screen(save)))


def _report(error: Exception, session: Session[GameState] | None, where: str) -> tuple[str, int]:
    return "\n".join(reported(error, session, where)), BROKEN
