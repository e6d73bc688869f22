"""What screens ask of the app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from vedette.engine.session import Session
    from vedette.engine.state import GameState
    from vedette.tui.keys import Keys
    from vedette.view.behind import Behind

PASTED = "Pasted text is ignored here."
"""Said of a paste where no text is wanted."""


@dataclass
class OpenHelp(Message):
    """Show the keys, those of what has the keyboard first (`here`: a mode, or the keys of a tool), and the rules of the game; `near` are those behind what is on the screen.

    With a `board` there are the keys of the map as well. Where the `rules` are wanted they come before the keys.
    """

    here: Keys
    session: Session[GameState] | None = None
    near: tuple[Behind, ...] = ()
    board: bool = False
    rules: bool = False


@dataclass
class KeyClicked(Message):
    """A key was clicked where it is listed, by its name for Textual: it is that key."""

    key: str


@dataclass
class OpenReplay(Message):
    """Look at the game step by step, from line `at` where one is named."""

    session: Session[GameState]
    at: int = 0


@dataclass
class OpenTable(Message):
    """Play on."""

    session: Session[GameState]


@dataclass
class LeaveTable(Message):
    """Leave the game: back to where one came from, or out."""

    session: Session[GameState]


@dataclass
class JudgedOtherwise(Message):
    """To the table: today's rules judge a recorded game otherwise, first at entry `n`."""

    n: int
    text: str
    count: int


@dataclass
class LookAgain(Message):
    """To the table: the game was moved from elsewhere."""


@dataclass
class ViewersChanged(Message):
    """To the table: so many look at the page of its game."""

    viewers: int


@dataclass
class NextTheme(Message):
    """Other colours."""
