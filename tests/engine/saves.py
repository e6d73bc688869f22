"""Small saves for the tests of the journal and the session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.engine.toy import SETUP, TOY
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import Session, new_session, open_session, read_session

TOYS = {"toy": TOY}


def new(path: Path | None = None, seed: int = 7) -> Session[Any]:
    return new_session(TOY, SETUP, seed=seed, path=path)


def reopen(path: Path) -> Session[Any]:
    return open_session(TOYS, path)


def look(path: Path) -> Session[Any]:
    return read_session(TOYS, path)


def play_some(session: Session[Any]) -> None:
    """A step, a throw with a choice, an undo, and another throw that waits in its middle."""
    session.do({"do": "step", "by": "a1", "tag": "ä→b"})
    session.do({"do": "throw", "by": "a1", "target": "b1"}, answers=ScriptedAnswers([5, 2], [1]))
    session.undo("a")
    session.do(
        {"do": "throw", "by": "a1", "target": "b2", "balls": 3}, answers=ScriptedAnswers([4, 5, 6], [0])
    )


def saved(path: Path) -> bytes:
    """The bytes of such a game."""
    session = new(path)
    play_some(session)
    session.close()
    return path.read_bytes()
