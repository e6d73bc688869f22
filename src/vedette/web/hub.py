"""Everybody who looks on, and what they are sent: each moment is drawn once for all of them."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress

from msgspec import Struct

from vedette.web.drawing import Regions, own_parts, page, parts, regions
from vedette.web.moment import PageMoment

SETTLED = 0.03
"""Seconds after a decision before the page is drawn: the table paints first."""

LATEST = 0.12
"""Seconds after which it is drawn however fast the next decisions come."""

QUIET = 15.0
"""Seconds without a decision after which a viewer is told that the line still stands."""

BREATH = 0.004
"""Seconds between two turns of work."""

TURN = 8
"""Viewers that are served in one turn."""

EVERYBODY = ""
"""Whoever is of no side."""


class Shown(Struct, frozen=True):
    """A moment as it was drawn: its version, all parts, and as an event those that differ from the moment before."""

    version: str
    moment: PageMoment
    drawn: Regions
    whole: bytes
    changes: bytes


class Hub:
    """The viewers of one game; lives in the loop of the server, save for `publish`.

    It works in short turns with a breath between them: the game runs in the same process, and comes first.
    """

    def __init__(self, first: PageMoment, tell_viewers: Callable[[int], None]) -> None:
        """Begin with a moment; `tell_viewers` hears how many are looking, whenever that changes."""
        self.viewers = 0
        self._tell_viewers = tell_viewers
        self._boot = secrets.token_hex(4)
        self._published = first
        self._news = asyncio.Event()
        self._waiting: list[asyncio.Future[None]] = []
        self._drawing = asyncio.Lock()
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._shown = _shown(f"{self._boot}-1", first, regions(first), None)
        self._own: dict[str, bytes] = {}

    def publish(self, moment: PageMoment) -> None:
        """The game stands so now. From any thread; costs it next to nothing."""
        self._published = moment
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._news.set)

    async def draw_on(self) -> None:
        """Draw what is published, as long as it is not closed; what nobody looks at isn't drawn."""
        self._loop = asyncio.get_running_loop()
        self._news.set()
        while not self._closed:
            await self._news.wait()
            await self._settle()
            if self.viewers:
                await self._show()

    def close(self) -> None:
        self._closed = True
        self._news.set()
        for waiting in self._waiting:
            _wake(waiting)

    async def page(self, side: str) -> str:
        """The whole page, for everybody or with what only one side may see."""
        await self._show()
        shown, own = self._shown, None
        drawn = dict(shown.drawn)
        if side:
            own = next((one.name for one in shown.moment.table.sides if one.id == side), side)
            drawn |= own_parts(shown.moment, side)
        return page("page.html", shown.moment, drawn, version=shown.version, own=own)

    async def events(self, side: str, seen: str) -> AsyncIterator[bytes]:
        """What a viewer is sent who has seen a version; who is slow is sent the latest one, and none between."""
        with self._looking():
            yield b"retry: 1000\n: here\n\n"
            await self._show()
            while not self._closed:
                shown = self._shown
                if shown.version == seen:
                    if not await self._something_new():
                        yield b": still here\n\n"
                    continue
                yield self._event(shown, seen, side)
                seen = shown.version

    async def _something_new(self) -> bool:
        """Wait for it; false where nothing happens for a while."""
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            await asyncio.wait_for(waiting, QUIET)
        except TimeoutError:
            self._waiting = [other for other in self._waiting if other is not waiting]
            return False
        return True

    def _event(self, shown: Shown, seen: str, side: str) -> bytes:
        sent = shown.changes if seen == self._version(shown, -1) else shown.whole
        if not side:
            return sent
        if side not in self._own:
            self._own[side] = _event(shown.version, own_parts(shown.moment, side))
        return sent + self._own[side]  # its own map after that of everybody

    def _version(self, shown: Shown, step: int) -> str:
        return f"{self._boot}-{int(shown.version.partition('-')[2]) + step}"

    async def _settle(self) -> None:
        """Until nothing new has come for a moment, or it has taken long enough."""
        until = asyncio.get_running_loop().time() + LATEST
        with suppress(TimeoutError):
            while asyncio.get_running_loop().time() < until:
                self._news.clear()
                await asyncio.wait_for(self._news.wait(), SETTLED)

    async def _show(self) -> None:
        """Draw what was published, if it isn't drawn, and wake whoever waits for it."""
        async with self._drawing:
            moment, before = self._published, self._shown
            if moment is before.moment:
                return
            drawn = {}
            for id, html in parts(moment):
                drawn[id] = html
                await asyncio.sleep(BREATH)
            self._shown, self._own = _shown(self._version(before, 1), moment, drawn, before), {}
        waiting, self._waiting = self._waiting, []
        for place, one in enumerate(waiting, 1):
            _wake(one)
            if place % TURN == 0:
                await asyncio.sleep(BREATH)

    @contextmanager
    def _looking(self) -> Iterator[None]:
        self.viewers += 1
        self._tell_viewers(self.viewers)
        try:
            yield
        finally:
            self.viewers -= 1
            self._tell_viewers(self.viewers)


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)


def _shown(version: str, moment: PageMoment, drawn: Regions, before: Shown | None) -> Shown:
    changes = {id: html for id, html in drawn.items() if before is None or before.drawn.get(id) != html}
    return Shown(version, moment, drawn, _event(version, drawn), _event(version, changes))


def _event(version: str, parts: Regions) -> bytes:
    """An event of the stream: JSON has no line breaks that would end it."""
    return f"id: {version}\ndata: {json.dumps(parts)}\n\n".encode()
