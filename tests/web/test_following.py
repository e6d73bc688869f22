"""Many who follow one game: each decision is drawn once, nobody waits for anybody, and the game waits for none."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import active_count

import pytest

from tests.web.serving import Following, ask, example, now, served
from vedette.engine.library import games
from vedette.engine.session import new_session
from vedette.registry import rulesets
from vedette.web import hub, places
from vedette.web.drawing import parts
from vedette.web.moment import PageMoment
from vedette.web.server import SecondScreen


def test_a_decision_reaches_everybody_in_parts_that_changed_and_is_drawn_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    drawn: list[PageMoment] = []

    def draw(moment: PageMoment) -> Iterator[tuple[str, str]]:
        drawn.append(moment)
        return parts(moment)

    monkeypatch.setattr(hub, "parts", draw)
    game = new_session(rulesets()["open-fire"], games("open-fire")["first-battle"], seed=1)
    with served(game) as screen:
        version = ask(screen.address).text.partition('data-seen="')[2].partition('"')[0]
        viewers = [Following(screen.port, version) for _ in range(20)]
        late = Following(screen.port)  # has seen nothing yet
        assert "army-1" in late.next()
        game.do({"do": "start_game", "by": "red"})
        screen.publish(now(game))
        told = [viewer.next() for viewer in [*viewers, late]]
        for viewer in [*viewers, late]:
            viewer.close()

    assert all(parts == told[0] for parts in told)
    assert "banner" in told[0]
    assert "map" not in told[0]
    assert len(drawn) == 1


def test_who_comes_back_is_sent_what_was_missed() -> None:
    session = example("open-fire-first-battle")
    with served(session) as screen:
        first = Following(screen.port)
        first.next()
        first.close()
        screen.publish(now(session))
        back = Following(screen.port, "an-older-version")
        assert {"banner", "score", "clocks", "stage", "map", "log", "army-1", "army-2"} == back.next().keys()
        back.close()


def test_viewers_are_counted_as_they_come_and_go() -> None:
    counts: list[int] = []
    with served(example("open-fire-first-battle"), tell_viewers=counts.append) as screen:
        lines = [Following(screen.port) for _ in range(3)]
        for line in lines:
            line.next()
            line.close()
        until(lambda: counts[-1] == 0)
    assert max(counts) == 3


def test_one_connection_too_many_is_told_so_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "MOST", 20)
    session = example("open-fire-first-battle")
    with served(session) as screen:
        lines = [Following(screen.port) for _ in range(20)]
        refused = [ask(screen.address) for _ in range(30)]
        assert {(answer.status, answer.text) for answer in refused} == {(503, places.FULL.decode())}
        for line in lines:
            assert "banner" in line.next()
            line.close()
        until(lambda: _answers(screen))


def _answers(screen: SecondScreen) -> bool:
    try:
        return ask(screen.address).status == 200
    except ConnectionError:
        return False


def test_who_does_not_read_or_never_asks_is_let_go_and_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(places, "PATIENCE", 0.3)
    monkeypatch.setattr(hub, "QUIET", 0.05)
    session = example("close-quarters-boarding")
    moments = [now(session) for _ in range(2)]
    with served(session) as screen:
        silent = socket.create_connection(("127.0.0.1", screen.port))
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.connect(("127.0.0.1", screen.port))
        slow.sendall(f"GET /page.css HTTP/1.1\r\nHost: 127.0.0.1:{screen.port}\r\n\r\n".encode() * 400)
        quick = Following(screen.port)
        quick.next()
        screen.publish(moments[1])
        silent.settimeout(20)
        assert silent.recv(1) == b""
        until(lambda: len(screen.places.taken) == 1)  # only the quick one is left
        quick.close()
        silent.close()
        slow.close()


def test_the_page_ends_with_its_thread_and_can_be_opened_again() -> None:
    session, before = example("open-fire-first-battle"), active_count()
    with served(session) as screen:
        line = Following(screen.port)
        line.next()
    assert active_count() == before
    with pytest.raises(AssertionError, match="closed"):
        line.next()
    line.close()
    with served(session, port=screen.port) as again:
        assert ask(again.address).status == 200


def until(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + 20
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)
