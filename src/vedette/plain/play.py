"""Plays a game by lines, from a terminal or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from getpass import getpass
from typing import TextIO

from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.plain.game import PlainGame
from vedette.plain.talk import Talk

DONE, MADE_NO_SENSE, REFUSED, WAITING = 0, 2, 3, 4
"""What a script is told at its end: as the command line tells it of a single command."""


def terminal_talk(heard: TextIO, tell: Callable[[str], None]) -> Talk:
    """What is said and heard at a terminal, or from a pipe, where what is heard is told as well."""
    interactive = heard.isatty()

    def unseen() -> str:
        try:
            return getpass("")
        except EOFError:
            return ""

    return Talk(heard, tell, echo=not interactive, unseen=unseen if interactive else None)


def print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def play(session: Session[GameState], talk: Talk, *, script: bool) -> int:
    """Play until they leave or nothing more is heard; returns the exit code, which tells a script how it went."""
    PlainGame(session, talk).play()
    if not script:
        return DONE
    return exit_code(session, talk)


def exit_code(session: Session[GameState], talk: Talk) -> int:
    """The worst that came of a script: a line without sense, a refusal, a question that nobody has answered."""
    if talk.wrong:
        return MADE_NO_SENSE
    if talk.refused:
        return REFUSED
    return WAITING if session.request else DONE
