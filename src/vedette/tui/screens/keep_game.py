"""A box over the table: the save was taken away or changed by somebody else, and the game can be kept elsewhere."""

from __future__ import annotations

from typing import Literal

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from vedette.tui.screens.dialogs import Dialog, keyed

Kept = Literal["beside", "leave", ""]
"""Write the game beside its save; leave without it; neither."""


class KeepGame(Dialog[Kept]):
    """What happened to the save, and the new one that the game can go on in."""

    def __init__(self, fault: str, save: str, *, leaving: bool) -> None:
        """Offer a new save of that name; somebody who is `leaving` may do so without it."""
        super().__init__(fault)
        self._save = save
        self._keys: dict[str, Kept] = {"enter": "beside", "escape": ""}
        if leaving:
            self._keys["l"] = "leave"

    def body(self) -> ComposeResult:
        ways = [("Enter", f"save it as {self._save}")]
        ways += [("l", "leave, and lose the game")] if "l" in self._keys else []
        yield Static(Content("The whole game is still in memory."))
        yield Static(keyed([*ways, ("Esc", "not now")]), classes="ways")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key in self._keys:
            self.leave(self._keys[event.key])
