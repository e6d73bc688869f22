"""A terminal that is only heard: the app writes into it as into a real one, and nothing is awaited from it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual import events
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.message import Message
from textual.pilot import Pilot

from vedette.tui import key_queue
from vedette.tui.app import VedetteApp
from vedette.tui.keyboard import Keyboard

OURS = re.compile(r"\x1b\[[0-9;:?<>=]*[ -/]*[@-~]|\x1b\]22;[a-z]*\x07|\x1b\]52;c;[A-Za-z0-9+/=]*\x07|\r?\n")
"""What Textual itself says to a terminal: sequences, the shape of the mouse, and what was copied."""


class Ear(HeadlessDriver):
    """Takes everything that is painted."""

    heard: str = ""

    @property
    def is_headless(self) -> bool:
        """No: it is to be painted."""
        return False

    def write(self, data: str) -> None:
        """Take it; a bell is rung alone."""
        self.heard += data if data != "\x07" else ""

    def send_message(self, message: Message) -> None:
        """Pass it on at once."""
        self._app.post_message(message)

    def stop_application_mode(self) -> None:
        """Nothing has to be given back."""

    def disable_input(self) -> None:
        """There is none."""


class Player:
    """Somebody at a running app: sends bytes as a terminal would, and other sizes."""

    def __init__(self, app: VedetteApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.events = 0
        self._pilot = pilot
        self._keyboard = Keyboard()
        assert isinstance(app._driver, Ear)
        self._ear = app._driver

    async def send(self, data: bytes) -> None:
        """Bytes, and until everything that they set off is done."""
        for event in [*self._keyboard.take(data), *self._keyboard.tick()]:
            self.events += 1
            self._ear.process_message(event)
        await self.settled()

    async def resize(self, width: int, height: int) -> None:
        """Another size."""
        size = Size(width, height)
        self.events += 1
        self._ear._size = size
        self.app.post_message(events.Resize(size, size))
        await self.settled()

    async def settled(self) -> None:
        """Until nothing is left to do."""
        await self._pilot._wait_for_screen()
        while self.runs and not self.app.is_at_rest:
            await asyncio.sleep(0.001)  # whoever asks the widgets now is what the keys wait for
        await self._pilot._wait_for_screen()

    @property
    def runs(self) -> bool:
        """Whether the app is neither left nor broken."""
        return self.app.is_running and not self.app.leaving

    def heard(self) -> str:
        """What has been painted since the last time, without the sequences that Textual paints with."""
        said, self._ear.heard = self._ear.heard, ""
        return OURS.sub("", said)


@asynccontextmanager
async def at(app: VedetteApp, size: tuple[int, int] = (100, 30)) -> AsyncIterator[Player]:
    """An app that runs, without the pauses that are made for human eyes."""
    app.driver_class = Ear
    breath, key_queue.BREATH = key_queue.BREATH, 0.0
    try:
        async with app.run_test(headless=False, size=size) as pilot:
            player = Player(app, pilot)
            await player.settled()
            yield player
            app.exit()  # in the order in which it ends at a table
            while app.is_running:
                await asyncio.sleep(0.001)
    finally:
        key_queue.BREATH = breath
        if app.game is not None:
            app.game.close()
