"""The commands that open a game on the screen, or as lines of text: play, learn."""

from __future__ import annotations

from vedette.cli.games import first_battle, ruleset_named
from vedette.cli.late import behind
from vedette.cli.screen import need_terminal, open_screen


def play(save: str | None, plain: bool) -> None:
    if plain:
        behind("plain:play_plainly")(save)
    else:
        open_screen(save)


def learn(ruleset: str, plain: bool) -> None:
    if ruleset:
        ruleset_named(ruleset)  # a wrong name is told before a missing terminal
    if not plain:
        need_terminal()
    play(str(first_battle(ruleset)), plain)
