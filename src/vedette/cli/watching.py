"""The command that looks on while somebody else plays: watch."""

from __future__ import annotations

from vedette.cli.screen import open_watch
from vedette.engine.following import FollowedSave
from vedette.engine.saves import find_save, save_folder
from vedette.plain.watch import tell_on
from vedette.registry import rulesets


def watch(save: str, plain: bool) -> None:
    followed = FollowedSave(rulesets(), find_save(save, save_folder()))
    if plain:
        tell_on(followed)
        return
    open_watch(followed)
