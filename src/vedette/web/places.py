"""Who may be connected to the page, and for how long: most places are for those who have its address."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vedette.engine.system import most_files

MOST = 300
"""Connections at once, or half of the files that this process may have open, if those are fewer: saving needs some."""

STRANGERS = 60
"""How many of them may be of those who have not yet shown that they know an address of the page."""

MOST_OF_ONE = 40
"""Connections from one other computer."""

PATIENCE = 10.0
"""Seconds in which a connection must make its first request, or the next one, or take what waits for it."""

FAREWELL = 1.0
"""Seconds in which one connection too many may read that."""

FULL = b"Too many are looking on already.\n"
NOT_NOW = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
    b"content-length: %d\r\n\r\n%s" % (len(FULL), FULL)
)


def most_connections() -> int:
    """How many may be there at once."""
    return min(MOST, most_files() // 2)


class Places:
    """The connections of a page, oldest first, and the app around its own that hears of their requests."""

    def __init__(self, app: ASGIApp) -> None:
        """No connection is there yet."""
        self.taken: dict[Any, Connection] = {}
        self.refused = 0
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request. An answer other than a refusal shows that the address is known."""
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
        """Whether there is a place for a new connection; if need be, that of the stranger who has waited longest."""
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
    """A connection that gives way; what is said over it is for the server's own protocol.

    Its clock runs whenever no request is being answered, and while an answer is not taken.
    """

    def __init__(self, places: Places, inner: Any) -> None:
        """`inner` speaks HTTP."""
        self.is_stranger = True
        self.host = ""
        self._places = places
        self._inner = inner
        self._place: Any = None
        self._clock: asyncio.TimerHandle | None = None
        self._answering = self._paused = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a place, or say that there is none; with very many of them not even that."""
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
        """Free the place."""
        self._stop()
        if self._place is None:
            self._places.refused -= 1
        else:
            self._leave_place()
            self._inner.connection_lost(error)

    def leave(self) -> None:
        """Make room at once."""
        self._leave_place()
        self._transport.abort()

    def asked(self) -> None:
        """A whole request is there."""
        self._answering = True
        self._tick()

    def answered(self) -> None:
        """And the answer is given."""
        self._answering = False
        self._tick()

    def data_received(self, data: bytes) -> None:
        """Part of a request; the clock runs on until all of it is there."""
        if self._place is not None:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Nothing more comes."""
        return self._inner.eof_received() if self._place is not None else None

    def pause_writing(self) -> None:
        """They don't take what they asked for."""
        self._paused = True
        if self._place is not None:
            self._inner.pause_writing()
            self._tick()

    def resume_writing(self) -> None:
        """They do again."""
        self._paused = False
        if self._place is not None:
            self._inner.resume_writing()
            self._tick()

    def _leave_place(self) -> None:
        if self._places.taken.get(self._place) is self:
            del self._places.taken[self._place]

    def _tick(self) -> None:
        """Let the clock run if the next move is theirs."""
        if self._answering and not self._paused:
            self._stop()
        elif self._clock is None and not self._transport.is_closing():
            self._clock = asyncio.get_running_loop().call_later(PATIENCE, self._transport.abort)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
