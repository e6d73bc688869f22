"""Limits on connections to the page: most places are for people who have its address."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vedette.engine.system import most_files

MOST = 300
"""Connections at once; at most half of the files that this process may open, as saving needs some."""

STRANGERS = 60
"""How many of them may be strangers, who have not shown yet that they know an address of the page."""

MOST_OF_ONE = 40
"""Connections from any other computer."""

PATIENCE = 10.0
"""Seconds in which a connection must make its first or next request, or read an answer."""

FAREWELL = 1.0
"""Seconds for a surplus connection to read the refusal."""

FULL = b"Too many people are following this game already.\n"
NOT_NOW = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
    b"content-length: %d\r\n\r\n%s" % (len(FULL), FULL)
)


def most_connections() -> int:
    return min(MOST, most_files() // 2)


class Places:
    """The connections of a page, oldest first, and the app around it that sees their requests."""

    def __init__(self, app: ASGIApp) -> None:
        self.taken: dict[Any, Connection] = {}
        self.refused = 0
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request. Any answer except a refusal shows that the address is known."""
        connection = self.taken.get(scope.get("client"))

        async def heard(message: Message) -> None:
            if connection and message["type"] == "http.response.start" and message["status"] < 400:
                connection.is_stranger = False
            await send(message)

        if connection:
            connection.asked()
        try:
            await self._app(scope, receive, heard)
        finally:
            if connection:
                connection.answered()

    def has_room(self, connection: Connection) -> bool:
        """Whether there is a place for a new connection; if necessary the longest-waiting stranger gives way."""
        most, others = most_connections(), list(self.taken.values())
        strangers = [other for other in others if other.is_stranger]
        alike = [other for other in others if other.host == connection.host]
        leaving: list[Connection] = []
        if len(alike) >= MOST_OF_ONE and not ip_address(connection.host).is_loopback:
            leaving = [other for other in alike if other.is_stranger][:1]
            if not leaving:
                return False
        elif len(strangers) >= min(STRANGERS, most // 5) or len(others) >= most:
            leaving = strangers[:1]
            if not leaving:
                return False
        for stranger in leaving:
            stranger.leave()
        return True


class Connection(asyncio.Protocol):
    """A connection that can be closed for another; its data goes to the server's protocol.

    Its clock runs whenever no request is being answered, and while an answer is not read.
    """

    def __init__(self, places: Places, inner: Any) -> None:
        self.is_stranger = True
        self.host = ""
        self._places = places
        self._inner = inner
        self._place: Any = None
        self._clock: asyncio.TimerHandle | None = None
        self._answering = self._paused = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a place, or refuse; with very many surplus connections close without a word."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        peer = transport.get_extra_info("peername") or ("", 0)
        self.host, place = str(peer[0]), (str(peer[0]), int(peer[1]))
        if not self.host or not self._places.has_room(self):
            self._places.refused += 1
            if self._places.refused > most_connections() // 2:
                transport.abort()
            else:
                transport.write(NOT_NOW)
                transport.write_eof()
                self._clock = asyncio.get_running_loop().call_later(FAREWELL, transport.abort)
            return
        self._place = place
        self._places.taken[place] = self
        self._inner.connection_made(transport)
        self._tick()

    def connection_lost(self, error: Exception | None) -> None:
        self._stop()
        if self._place is None:
            self._places.refused -= 1
        else:
            self._leave_place()
            self._inner.connection_lost(error)

    def leave(self) -> None:
        self._leave_place()
        self._transport.abort()

    def asked(self) -> None:
        self._answering = True
        self._tick()

    def answered(self) -> None:
        self._answering = False
        self._tick()

    def data_received(self, data: bytes) -> None:
        """Part of a request; the clock runs until it is complete."""
        if self._place is not None:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._place is not None else None

    def pause_writing(self) -> None:
        self._paused = True
        if self._place is not None:
            self._inner.pause_writing()
            self._tick()

    def resume_writing(self) -> None:
        self._paused = False
        if self._place is not None:
            self._inner.resume_writing()
            self._tick()

    def _leave_place(self) -> None:
        if self._places.taken.get(self._place) is self:
            del self._places.taken[self._place]

    def _tick(self) -> None:
        """Run the clock if the other side is due."""
        if self._answering and not self._paused:
            self._stop()
        elif self._clock is None and not self._transport.is_closing():
            self._clock = asyncio.get_running_loop().call_later(PATIENCE, self._transport.abort)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
