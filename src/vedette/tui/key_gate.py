"""Keys one after the other, however fast they are typed.

What a key sets off runs through several widgets as messages, and a screen that it opens takes the keyboard only when
it stands. A key that came in the meantime would mean what it meant before: an Enter for the form that is just about
to open would go to the list below it. So every key waits until all is done that the key before it has set off.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress

from textual import events
from textual.app import App
from textual.dom import DOMNode
from textual.keys import key_to_character
from textual.message_pump import MessagePump

from vedette.tui.widgets.painted import Painted

LINE_FEED = "ctrl+j"
"""What a terminal makes of an Enter that is typed before the program has taken it over."""

QUIET = 2
"""How often in a row nothing may be left to do; at one look a message may be on its way between two widgets."""

BREATH = 0.03
"""Seconds in which a key may be painted before anybody looks whether it has settled, where no other key waits."""

PATIENCE = 5.0
"""Seconds until a widget that does not come to an end is no longer waited for."""


class KeyGate(App[None]):
    """An app that takes its keys in turn."""

    def __init__(self) -> None:
        """No key is taken before the first screen stands."""
        super().__init__()
        self._typed: deque[events.Key] = deque()
        self._taking = True

    async def on_event(self, event: events.Event) -> None:
        """A key that has just been typed waits for its turn; everything else goes on as usual."""
        if not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
            return
        self._typed.append(events.Key("enter", "\r") if event.key == LINE_FEED else event)
        if not self._taking:
            self._taking = True
            self.run_worker(self._take_keys(), group="keys")

    def simulate_key(self, key: str) -> None:
        """A key that was clicked, with the sign that it stands for; from the app, as a message goes up to its sender."""
        pressed = events.Key(key, key_to_character(key))
        pressed.set_sender(self)
        self.post_message(pressed)

    def on_ready(self) -> None:
        """The first screen stands: take what has been typed in the meantime."""
        self.run_worker(self._take_first_keys(), group="keys")

    async def _take_first_keys(self) -> None:
        await self._settled()
        await self._take_keys()

    async def _take_keys(self) -> None:
        try:
            while self._typed:
                key = self._typed.popleft()
                text = self._writing and key.is_printable
                await super().on_event(key)
                if text:
                    continue
                if not self._typed:
                    await asyncio.sleep(BREATH)
                await self._settled()
        finally:
            self._taking = False

    @property
    def _writing(self) -> bool:
        """Whether words are being typed: one sign after the other, and none of them leads anywhere else."""
        return self.focused is not None and not isinstance(self.focused, Painted)

    async def _settled(self) -> None:
        """Wait until nobody through whom a key goes has anything left to do."""
        quiet = 0
        while quiet < QUIET:
            way = self._way
            await _emptied(way)
            busy = any(pump.message_queue_size for pump in way) or self._way != way
            quiet = 0 if busy else quiet + 1

    @property
    def _way(self) -> list[DOMNode]:
        """Who hears of a key, one after the other: what has the keyboard, what it lies in, and the app."""
        return (self.focused or self.screen).ancestors_with_self


async def _emptied(pumps: Sequence[MessagePump]) -> None:
    """Wait until each has done what stands in its queue now."""
    done = asyncio.Event()
    waiting = 0

    def reached() -> None:
        nonlocal waiting
        waiting -= 1
        if not waiting:
            done.set()

    waiting = sum(pump.call_later(reached) for pump in pumps)
    if waiting:
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), PATIENCE)
