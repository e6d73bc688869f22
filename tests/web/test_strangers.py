"""Strangers who hold connections, hurry, or ask for odd things: those who were invited look on."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.conftest import ROOT
from tests.web.serving import Following, ask, example, served
from tests.web.test_following import until
from vedette.engine.system import most_files
from vedette.web import places, server
from vedette.web.places import Connection, Places
from vedette.web.server import SecondScreen

GAME = "open-fire-first-battle"


def head(path: str, host: str, *more: str, method: str = "GET") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host}", *more, "", ""]).encode("latin-1")


@contextmanager
def crowd(screen: SecondScreen, many: int, say: Callable[[socket.socket], None]) -> Iterator[None]:
    """So many connections that stay open, each after it has said something."""
    lines = []
    for _ in range(many):
        line = socket.create_connection(("127.0.0.1", screen.port), timeout=20)
        try:
            say(line)
        except OSError:  # it had to make room
            line.close()
        else:
            lines.append(line)
    try:
        yield
    finally:
        for line in lines:
            line.close()


def nothing(line: socket.socket) -> None:
    pass


def half(line: socket.socket) -> None:
    line.sendall(b"GET / HTTP/1.1\r\nHost:")


def one_and_a_half(line: socket.socket) -> None:
    """A whole request, and the beginning of the next one."""
    line.sendall(head("/", "127.0.0.1"))
    line.recv(4096)
    half(line)


@pytest.mark.parametrize("say", [nothing, half, one_and_a_half])
def test_strangers_lock_nobody_out_and_are_let_go(
    say: Callable[[socket.socket], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(example(GAME), host="127.0.0.1") as screen:
        friend = Following(screen.port, path=f"{urlsplit(screen.address).path}live")
        friend.next()
        with crowd(screen, 200, say):
            until(lambda: len(screen.places.taken) > 1)
            assert len(screen.places.taken) <= places.STRANGERS + 2
            assert [ask(screen.address).status for _ in range(3)] == [200] * 3
        until(lambda: len(screen.places.taken) == 1)
        monkeypatch.setattr(places, "PATIENCE", 0.1)
        with crowd(screen, 10, say):
            until(lambda: len(screen.places.taken) == 1)  # the friend's answer is not over
        friend.close()


def test_who_is_idle_between_two_requests_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "PATIENCE", 0.2)
    with served(example(GAME)) as screen:
        with socket.create_connection(("127.0.0.1", screen.port), timeout=20) as line:
            line.sendall(head("/page.js", f"127.0.0.1:{screen.port}"))
            while line.recv(65536):
                pass
        until(lambda: not screen.places.taken)


def test_half_of_the_files_stay_free_for_the_save(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "most_files", lambda: 64)
    assert places.most_connections() == 32
    with served(example(GAME)) as screen, crowd(screen, 100, nothing):
        assert ask(screen.address).status == 200
        assert len(screen.places.taken) <= 32


class Peer:
    """The other end of a connection."""

    gone = False

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port

    def connection(self, hall: Places) -> Any:
        made: Any = Connection(hall, None)
        made.host, made._transport = self.host, self
        return made

    def abort(self) -> None:
        self.gone = True


def test_one_computer_has_so_many_places_and_this_one_any() -> None:
    async def app(*_: object) -> None:
        """Is never asked."""

    def come(host: str, hall: Places, *, stranger: bool) -> bool:
        peer = Peer(host, len(hall.taken))
        one = peer.connection(hall)
        one.is_stranger = stranger
        room = hall.has_room(one)
        if room:
            one._place = (host, object())
            hall.taken[one._place] = one
        return room

    for stranger in (False, True):
        hall = Places(app)
        taken = [come("192.168.1.9", hall, stranger=stranger) for _ in range(places.MOST_OF_ONE + 5)]
        assert len(hall.taken) == places.MOST_OF_ONE
        assert taken.count(True) == (places.MOST_OF_ONE + 5 if stranger else places.MOST_OF_ONE)
        assert come("192.168.1.10", hall, stranger=False)
    hall = Places(app)
    assert all(come("127.0.0.1", hall, stranger=False) for _ in range(places.MOST_OF_ONE + 5))


def test_the_usual_ports_may_be_left_out_of_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(server.USUAL) == {80, 443}
    with served(example(GAME)) as screen:
        assert ask(screen.address, Host="127.0.0.1").status == 421
        port = screen.port
    monkeypatch.setattr(server, "USUAL", (port,))
    with served(example(GAME), port=port) as screen:
        assert ask(screen.address, Host="127.0.0.1").status == 200
        assert ask(screen.address, Host="127.0.0.1:1").status == 421


def test_odd_requests_are_refused_and_harm_nobody() -> None:
    """Path tricks, Host tricks, endless numbers and headers, other protocols, bodies, and 200 requests at once."""
    save = Path(ROOT / "saves" / f"{GAME}.vedette")
    with served(example(GAME), save, host="127.0.0.1") as screen:
        token, host = urlsplit(screen.address).path.rstrip("/"), f"127.0.0.1:{screen.port}"
        shut = "Connection: close"
        refused = {
            **{f"GET {path}": head(path, host, shut) for path in (
                "/", "/AAAAAAAAAAAAAAAA/", f"{token.swapcase()}/", f"{token}/../../etc/passwd", f"{token}/%2e%2e/%2e%2e/etc/passwd",
                f"/{token}/", "/page.css", f"{token}/replay/-1", f"{token}/replay/{'9' * 30}", f"{token}/replay/{'9' * 5000}",
                f"{token}/replay/%D9%A1", f"{token}/%00", "*",
            )},
            **{f"host {name}": head(f"{token}/", name, shut) for name in ("evil", f"evil:{screen.port}", "127.0.0.1", f"a@{host}")},
            **{method: head(f"{token}/", host, shut, method=method) for method in ("POST", "OPTIONS", "TRACE", "CONNECT", "get")},
            "two hosts": head(f"{token}/", host, "Host: evil", shut), "no host": f"GET {token}/ HTTP/1.0\r\n\r\n".encode(),
            "http 2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 300,
            "long header": head(f"{token}/", host, "X: " + "a" * 1_000_000, shut),
            "negative length": head(f"{token}/", host, "Content-Length: -1", shut), "both lengths": head(f"{token}/", host, "Transfer-Encoding: chunked", "Content-Length: x", shut),
            "raw nul": head(f"{token}/\0", host, shut),
        }  # fmt: skip
        for name, request in refused.items():
            status = answer(screen.port, request)
            assert status == b"" or status[:1] == b"4", (name, status)
        for name, request in {
            "body": head(f"{token}/", host, "Content-Length: 1000000", shut) + b"x" * 1_000_000,
            "live": head(f"{token}/live?seen=%00%ff" + "A" * 5000, host, "Last-Event-ID: x\xff-9", shut),
            "headers": head(f"{token}/", host, *(f"x{n}: 1" for n in range(10_000)), shut),
            "pipelined": head(f"{token}/page.js", host) * 200,
        }.items():
            assert answer(screen.port, request) in (b"200", b"400", b"431", b""), name
        assert ask(screen.address).status == 200
    print(f"{len(refused) + 3} odd requests; this process may have {most_files()} files open")


def answer(port: int, request: bytes) -> bytes:
    """The status of the first answer; b"" for none."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        try:
            line.sendall(request)
            return line.recv(4096)[9:12]
        except ConnectionError:
            return b""


def test_two_thousand_connections_and_a_storm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each asks for the stream; whoever was there before is sent what is new, and others may look again afterwards."""
    monkeypatch.setattr(places, "MOST", 100)
    with served(example(GAME)) as screen:
        friend = Following(screen.port)
        friend.next()
        request = head("/live", f"127.0.0.1:{screen.port}")
        for _ in range(20):
            with crowd(screen, 100, lambda line: line.sendall(request)):
                pass
        until(lambda: len(screen.places.taken) == 1)
        until(lambda: screen.viewers == 1)
        assert ask(screen.address).status == 200
        friend.close()
