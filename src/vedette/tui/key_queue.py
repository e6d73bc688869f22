"""Keys and what is pasted one after the other, however fast they are typed.

What a key sets off runs through several widgets as messages, and a screen that it opens takes the keyboard only when
it stands. A key that came in the meantime would mean what it meant before: an Enter for the form that is just about
to open would go to the list below it. So every key waits until all is done that the key before it has set off.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from typing import TypeGuard

from textual import events, work
from textual.dom import DOMNode
from textual.keys import key_to_character
from textual.message_pump import MessagePump

from vedette.tui.safe_app import Report, SafeApp
from vedette.tui.text import clean
from vedette.tui.widgets.line_widget import LineWidget

LINE_FEED = "ctrl+j"
"""What a terminal makes of an Enter that is typed before the program has taken it over."""

WALKS = frozenset({"up", "down", "pageup", "pagedown", "home", "end"})
"""Keys that move a cursor."""

MOST_PASTED = 20_000
"""The most characters accepted at once: more than any field can hold."""

QUIET = 2
"""How often in a row nothing may be left to do; at one look a message may be on its way between two widgets."""

BREATH = 0.03
"""Seconds in which a key may be painted before anybody looks whether it has settled, where no other key waits."""

PATIENCE = 5.0
"""Seconds until a widget that does not come to an end is no longer waited for."""


class KeyQueue(SafeApp):
    """An app that takes its keys in turn."""

    def __init__(self, report: Report | None = None) -> None:
        super().__init__(report)
        self._typed: deque[events.Key | events.Paste] = deque()
        self._come = asyncio.Event()
        self._taking = True

    async def on_event(self, event: events.Event) -> None:
        """What has just been typed waits for its turn; everything else goes on as usual.

        A mouse beside the screen, which may have just become smaller, would take the keyboard from everybody.
        """
        if event.is_forwarded or not isinstance(event, (events.Key, events.Paste, events.MouseEvent)):
            await super().on_event(event)
        elif self.leaving:
            return
        elif isinstance(event, events.MouseEvent):
            if self.size.region.contains(int(event.x), int(event.y)):
                await super().on_event(event)
        elif self._is_held and isinstance(event, events.Key) and event.key == "escape":
            await super().on_event(event)
        elif isinstance(event, events.Paste) and len(event.text) > MOST_PASTED:
            self.notify(f"{len(event.text):,} characters are too many to paste here.", severity="warning")
        else:
            enter = isinstance(event, events.Key) and event.key == LINE_FEED
            self._typed.append(events.Key("enter", "\r") if enter else event)
            self._come.set()

    def simulate_key(self, key: str) -> None:
        """A key that was clicked, with the sign that it stands for; from the app, as a message goes up to its sender."""
        pressed = events.Key(key, key_to_character(key))
        pressed.set_sender(self)
        self.post_message(pressed)

    def on_ready(self) -> None:
        self._take_keys()

    @property
    def is_at_rest(self) -> bool:
        """Whether no key waits, and all is done that the last one has set off."""
        return not self._typed and not self._taking

    @work(group="keys")
    async def _take_keys(self) -> None:
        """Take one key after the other, the first when all is done that the start has set off."""
        await self._settled()
        while True:
            if not self._typed:
                self._taking = False
                self._come.clear()
                await self._come.wait()
                self._taking = True
            if self._is_held:
                await asyncio.sleep(BREATH)
                await self._settled()
                continue
            key = self._typed.popleft()
            if not (self.leaving or await self._walked(key)):
                await self._take(key)

    async def _walked(self, key: events.Key | events.Paste) -> bool:
        """Whether a key only moved a cursor, together with equal keys that wait behind it.

        Other such keys need not wait for its effects; any other key does.
        """
        if not (self._walks(key) and self._typed and isinstance(self.focused, LineWidget)):
            return False
        alike = takewhile(lambda other: self._walks(other) and other.key == key.key, self._typed)
        taken = self.focused.repeat(key.key, 1 + sum(1 for _ in alike))
        for _ in range(taken - 1):
            self._typed.popleft()
        if taken and self._typed and self._walks(self._typed[0]):
            await asyncio.sleep(0)
        elif taken:
            await self._settled()
        return bool(taken)

    @property
    def _is_held(self) -> bool:
        return bool(self.screen_stack) and getattr(self.screen, "holds_keys", False)

    @staticmethod
    def _walks(key: events.Key | events.Paste) -> TypeGuard[events.Key]:
        return isinstance(key, events.Key) and key.key in WALKS

    async def _take(self, key: events.Key | events.Paste) -> None:
        """Take a key, and wait until all is done that it has set off."""
        text = self._writing and (isinstance(key, events.Paste) or key.is_printable)
        if text:
            key = self._for_a_line(key)
        await super().on_event(key)
        if text:
            return
        if not self._typed:
            await asyncio.sleep(BREATH)
        await self._settled()

    def _for_a_line(self, typed: events.Key | events.Paste) -> events.Key | events.Paste:
        """What is written into a line of text, in a line; what it has no room for is said, not only rung."""
        words = (
            typed.character or ""
            if isinstance(typed, events.Key)
            else clean(typed.text.replace("\r\n", "\n"))
        )
        most = getattr(self.focused, "max_length", None)
        if most and len(getattr(self.focused, "value", "")) + len(words) > most:
            self.notify(f"There is room for {most} characters here.", severity="warning")
        return typed if isinstance(typed, events.Key) else events.Paste(words)

    @property
    def _writing(self) -> bool:
        """Whether words are being typed: one sign after the other, and none of them leads anywhere else."""
        return self.focused is not None and not isinstance(self.focused, LineWidget)

    async def _settled(self) -> None:
        """Wait until nobody through whom a key goes has anything left to do."""
        quiet = 0
        while quiet < QUIET:
            way = self._way
            await _emptied(way)
            busy = any(pump.message_queue_size for pump in way if pump.is_running) or self._way != way
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
    await asyncio.sleep(0)  # who is about to close takes nothing more, and gets on only if it is let
    if waiting:
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), PATIENCE)
