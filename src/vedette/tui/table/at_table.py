"""What a chapter of the table's screen has of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct
from textual.message import Message
from textual.screen import Screen

from vedette.controller import NOTHING, Feedback
from vedette.engine.data import Words
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.tui.table_controller import TableController

T = TypeVar("T")


class Ask(Protocol):
    """Puts boxes over the table."""

    async def __call__(self, box: Screen[T], then: Callable[[T | None], Any] | None = None) -> None:
        """Put one there; `then` hears what it was left with."""


class Show(Protocol):
    """Paints the table."""

    def __call__(self, said: Feedback = NOTHING) -> None:
        """Paint whatever is different now, and say something."""


class AtTable(Struct, frozen=True):
    """A game at the table. `say` tells something and changes nothing else on the screen; `post` sends a message to the screen."""

    session: Session[GameState]
    controller: TableController
    ask: Ask
    say: Callable[[Feedback], None]
    show: Show
    post: Callable[[Message], object]

    def give(self, words: Words, override: str = "", first: Sequence[Words] = ()) -> None:
        """Give a command after others, one that was refused with the reason why both overrule that."""
        self.given(self.controller.do(words, override=override, first=first))

    def given(self, said: Feedback) -> None:
        """A command was given; where it is refused what is open stays."""
        if said.tone == "bad":
            self.say(said)
        else:
            self.show(said)
