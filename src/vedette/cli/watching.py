"""The command that looks on while somebody else plays: watch."""

from __future__ import annotations

from typing import Annotated

import typer

from vedette.cli.options import SaveName, Saves


def watch(
    save: SaveName,
    plain: Annotated[
        bool, typer.Option("--plain", help="In lines of text, as they happen; Ctrl-C ends it.")
    ] = False,
    saves: Saves = None,
) -> None:
    """Look on while a game is played in another process: the table, read-only, in a second terminal or over ssh."""
    from vedette.engine.following import FollowedSave
    from vedette.engine.saves import find_save, save_folder
    from vedette.registry import rulesets

    followed = FollowedSave(rulesets(), find_save(save, save_folder(saves)))
    if plain:
        from vedette.plain.watch import tell_on

        tell_on(followed)
        return
    from vedette.cli.screen import open_watch

    open_watch(followed)
