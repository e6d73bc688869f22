"""The server behind the page: a thread with a loop of its own, which the game never waits for."""

from __future__ import annotations

import asyncio
import logging
import secrets
import socket
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct
from uvicorn import Config, Server

from vedette.engine.files import why
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState
from vedette.web.hub import EVERYBODY, Hub
from vedette.web.links import Door, WebError, doors, tokens
from vedette.web.moment import PageMoment
from vedette.web.pages import pages
from vedette.web.past import Past
from vedette.web.places import Connection, Places

PORT = 8437
"""Where the page is, unless another port is asked for; where it is taken, any free one."""

ALONE = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
"""On Windows, SO_REUSEADDR would let two programs listen on one port."""

LOOPBACK = "127.0.0.1"

USUAL = (80, 443)
"""Ports that browsers leave out of the host name."""

EAGER = 0.001
"""Seconds after which the page's thread gives way to the table's, while both have work."""


class Address(Struct, frozen=True):
    """Where the page is, for whom, and by which adapter.

    `side` is "" for everybody, else the name of the one side that may look there; `adapter` is "" on this computer alone.
    """

    url: str
    side: str = ""
    adapter: str = ""

    @property
    def whose(self) -> str:
        """What stands before it: `For Red alone, by wlan0: `."""
        parts = (self.side and f"for {self.side} alone", self.adapter and f"by {self.adapter}")
        told = ", ".join(filter(None, parts))
        return f"{told[0].upper()}{told[1:]}: " if told else ""


class SecondScreen:
    """The page of a game. `viewers` are told whenever they change; from the server's thread."""

    def __init__(
        self,
        rulesets: Mapping[str, Ruleset[GameState]],
        path: Path | None,
        first: PageMoment,
        *,
        game: str = "",
        lan: bool = False,
        host: str = "",
        port: int | None = None,
        new_link: bool = False,
        tell_viewers: Callable[[int], None] = lambda viewers: None,
    ) -> None:
        """Open the page, on this computer alone, in its networks, or at one address of it.

        `game` tells it from all others: its links stay the same, unless there is to be a new one. Raises WebError where
        there is no network, no such address or no such port.
        """
        self._hub = Hub(first, tell_viewers)
        reached = doors(host) if lan or host else [Door(LOOPBACK, "")]
        self._sockets = _listening([door.host for door in reached], port)
        self.port: int = self._sockets[0].getsockname()[1]
        tell = first.ruleset.view.hidden
        hidden = any(tell(first.state, side.id) is not None for side in first.table.sides)
        names = {EVERYBODY: "", **({side.id: side.name for side in first.table.sides} if hidden else {})}
        words = dict(tokens(game or secrets.token_hex(), names, renew=new_link))
        if not (lan or host):
            words[EVERYBODY] = ""
        self.addresses = tuple(
            Address(f"http://{door.host}:{self.port}/{word and f'{word}/'}", names[side], door.adapter)
            for side, word in words.items()
            for door in reached
        )
        self._past = past = Past(rulesets, path) if path is not None else None
        served = {"localhost", LOOPBACK, *(door.host for door in reached)}
        usual = served if self.port in USUAL else set()
        hosts = frozenset({f"{name}:{self.port}" for name in served} | usual)
        audiences = {word: side for side, word in words.items()}
        self.places = places = Places(pages(self._hub, past, audiences, hosts))
        config = Config(
            places, http="h11", ws="none", lifespan="off", log_config=None, access_log=False,
            proxy_headers=False, server_header=False, timeout_graceful_shutdown=1,
        )  # fmt: skip
        config.load()
        speaks: Any = config.http_protocol_class
        config.http_protocol_class = lambda **given: Connection(places, speaks(**given))  # type: ignore[assignment]
        self._server = Server(config)
        self._thread = threading.Thread(target=self._run, name="second screen", daemon=True)
        self._loop = asyncio.new_event_loop()
        self._switch = sys.getswitchinterval()
        sys.setswitchinterval(EAGER)
        self._thread.start()

    @property
    def address(self) -> str:
        return self.addresses[0].url

    @property
    def viewers(self) -> int:
        return self._hub.viewers

    def publish(self, moment: PageMoment) -> None:
        """The game stands so now."""
        self._hub.publish(moment)

    def stop(self) -> None:
        """Close the page; whoever looked sees that the line dropped."""
        self._server.should_exit = True
        with suppress(RuntimeError):  # the loop may have ended by itself
            self._loop.call_soon_threadsafe(self._hub.close)
        self._thread.join()
        if self._past is not None:
            self._past.close()
        sys.setswitchinterval(self._switch)

    def _run(self) -> None:
        for name in ("uvicorn", "asyncio"):  # a screen may be on the terminal
            logging.getLogger(name).addHandler(logging.NullHandler())
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        drawing = asyncio.create_task(self._hub.draw_on())
        await self._server.serve(self._sockets)
        self._hub.close()
        await asyncio.wait([drawing])


def _listening(hosts: Sequence[str], port: int | None) -> list[socket.socket]:
    """Sockets that listen at one port; at the usual one where none was asked for, else at any that is free."""
    try:
        return _bound(hosts, PORT if port is None else port)
    except OSError as error:
        if port is not None:
            because = "the system reserves it" if isinstance(error, PermissionError) else why(error)
            raise WebError(f"Port {port} cannot be used: {because}.") from error
    return _bound(hosts, 0)


def _bound(hosts: Sequence[str], port: int) -> list[socket.socket]:
    made: list[socket.socket] = []
    try:
        for host in hosts:
            made.append(socket.socket(socket.AF_INET, socket.SOCK_STREAM))
            made[-1].setsockopt(socket.SOL_SOCKET, ALONE, 1)
            made[-1].bind((host, port))
            made[-1].listen(128)
            port = made[-1].getsockname()[1]  # Windows tells none before
    except OSError:
        for one in made:
            one.close()
        raise
    return made
