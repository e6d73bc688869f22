"""What screens ask of the app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from textual.message import Message

from vedette.engine.session import Session
from vedette.tui.keys import Mode


@dataclass
class OpenHelp(Message):
    """Show the keys, those of what has the keyboard first, and the rules of the game; `near` are those at hand."""

    mode: Mode
    session: Session[Any] | None = None
    near: tuple[str, ...] = ()


@dataclass
class OpenReplay(Message):
    """Look at the game step by step."""

    session: Session[Any]


@dataclass
class OpenTable(Message):
    """Play on."""

    session: Session[Any]


@dataclass
class LeaveTable(Message):
    """Leave the game: back to where one came from, or out."""

    session: Session[Any]


@dataclass
class NextTheme(Message):
    """Other colours."""
