"""Everybody who looks on, and what they are sent: each moment is drawn once for all of them."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from vedette.web.drawing import Regions, hidden, page, regions
from vedette.web.moment import Moment

SETTLED = 0.03
"""Seconds after a decision before the page is drawn: the table paints first."""

LATEST = 0.12
"""Seconds after which it is drawn however fast the next decisions come."""

QUIET = 15.0
"""Seconds without a decision after which a viewer is told that the line still stands."""

EVERYBODY = ""
"""Whoever is of no side."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A moment as it was drawn: its version, all parts, and as an event those that differ from the moment before."""

    version: str
    moment: Moment
    drawn: Regions
    whole: bytes
    changes: bytes


class Hub:
    """The viewers of one game; lives in the loop of the server, save for `publish`."""

    def __init__(self, first: Moment, tell_viewers: Callable[[int], None]) -> None:
        """Begin with a moment; `tell_viewers` hears how many are looking, whenever that changes."""
        self.viewers = 0
        self._tell_viewers = tell_viewers
        self._boot = secrets.token_hex(4)
        self._drawings = 0
        self._waiting = first
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changed = asyncio.Event()
        self._shown = self._draw(first, None)

    def open(self) -> None:
        """From here on the moments that are published are drawn, in the loop that runs now."""
        self._loop = asyncio.get_running_loop()
        self._later()

    def publish(self, moment: Moment) -> None:
        """The game stands so now. From any thread; costs it next to nothing."""
        self._waiting = moment
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._later)

    def close(self) -> None:
        """Nobody is sent anything more."""
        self._closed = True
        self._changed.set()

    @property
    def version(self) -> str:
        """Which drawing is shown."""
        return self._shown.version

    def page(self, side: str) -> str:
        """The whole page, for everybody or with what only one side may see."""
        self._show()
        shown = self._shown
        own = None
        drawn = dict(shown.drawn)
        if side:
            own = next((one.name for one in shown.moment.table.sides if one.id == side), side)
            drawn["hidden"] = hidden(shown.moment, side)
        return page("page.html", shown.moment, drawn, version=shown.version, own=own)

    async def events(self, side: str, seen: str) -> AsyncIterator[bytes]:
        """What a viewer is sent who has seen a version; who is slow is sent the latest one, and none between."""
        self._show()
        with self._looking():
            yield b"retry: 1000\n: here\n\n"
            while not self._closed:
                changed, shown = self._changed, self._shown
                if shown.version != seen:
                    yield self._event(shown, seen, side)
                    seen = shown.version
                    continue
                try:
                    await asyncio.wait_for(changed.wait(), QUIET)
                except TimeoutError:
                    yield b": still here\n\n"

    def _event(self, shown: Shown, seen: str, side: str) -> bytes:
        number = shown.version.partition("-")[2]
        before = f"{self._boot}-{int(number) - 1}"
        sent = shown.changes if seen == before else shown.whole
        if side:
            return _event(shown.version, {"hidden": hidden(shown.moment, side)}) + sent
        return sent

    def _later(self) -> None:
        """Draw what waits a moment from now, or with what comes until then."""
        assert self._loop is not None
        now = self._loop.time()
        if self._timer is None:
            self._due = now + LATEST
        else:
            self._timer.cancel()
        self._timer = self._loop.call_at(min(now + SETTLED, self._due), self._show_to_viewers)

    def _show_to_viewers(self) -> None:
        """What nobody looks at isn't drawn."""
        self._timer = None
        if self.viewers:
            self._show()

    def _show(self) -> None:
        """Draw what waits, if it isn't drawn."""
        if self._waiting is self._shown.moment:
            return
        self._shown = self._draw(self._waiting, self._shown)
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _draw(self, moment: Moment, before: Shown | None) -> Shown:
        self._drawings += 1
        version = f"{self._boot}-{self._drawings}"
        drawn = regions(moment)
        changes = {id: html for id, html in drawn.items() if before is None or before.drawn.get(id) != html}
        return Shown(version, moment, drawn, _event(version, drawn), _event(version, changes))

    @contextmanager
    def _looking(self) -> Iterator[None]:
        self.viewers += 1
        self._tell_viewers(self.viewers)
        try:
            yield
        finally:
            self.viewers -= 1
            self._tell_viewers(self.viewers)


def _event(version: str, parts: Regions) -> bytes:
    """An event of the stream: JSON has no line breaks that would end it."""
    return f"id: {version}\ndata: {json.dumps(parts)}\n\n".encode()
