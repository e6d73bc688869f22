"""A page that is served, and how tests look at it: by real requests over the loopback address."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.conftest import ROOT
from vedette.engine.session import Session, read_session
from vedette.registry import rulesets
from vedette.view.action_log import ActionLog
from vedette.view.clock import Clock
from vedette.web.moment import PageMoment, moment_of
from vedette.web.server import SecondScreen

EXAMPLES = sorted((ROOT / "saves").glob("*.vedette"))


@dataclass(frozen=True)
class Answer:
    """What came of a request."""

    status: int
    text: str
    headers: dict[str, str]


def example(name: str) -> Session[Any]:
    return read_session(rulesets(), ROOT / "saves" / f"{name}.vedette")


def now(session: Session[Any]) -> PageMoment:
    return moment_of(session, ActionLog(session), Clock(session))


@contextmanager
def served(session: Session[Any], path: Path | None = None, **options: Any) -> Iterator[SecondScreen]:
    """The page of a game; on a port of its own where none is named."""
    screen = SecondScreen(rulesets(), path, now(session), **{"port": free_port(), **options})
    try:
        yield screen
    finally:
        screen.stop()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def ask(url: str, method: str = "GET", **headers: str) -> Answer:
    """One request."""
    place = urlsplit(url)
    line = HTTPConnection(place.netloc, timeout=20)
    try:
        line.request(method, place.path, headers=headers)
        answer = line.getresponse()
        return Answer(answer.status, answer.read().decode(), {k.lower(): v for k, v in answer.getheaders()})
    finally:
        line.close()


class Following:
    """Somebody who follows a game: a line that stays open, and what it is sent."""

    def __init__(self, port: int, seen: str = "", path: str = "/live") -> None:
        self._line = HTTPConnection("127.0.0.1", port, timeout=20)
        self._line.request("GET", f"{path}?seen={seen}")
        self._answer = self._line.getresponse()
        assert self._answer.headers["content-type"].startswith("text/event-stream")

    def next(self) -> dict[str, str]:
        """The parts of the next event; waits for it."""
        while True:
            line = self._answer.readline().decode()
            assert line, "the line was closed"
            if line.startswith("data: "):
                parts: dict[str, str] = json.loads(line.removeprefix("data: "))
                return parts

    def close(self) -> None:
        self._line.close()
        self._answer.close()
