"""The replay and the report of a game that goes on: read in a thread of their own, and each line only once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from tests.tui.rooms import LITTLE_GAMES, played
from tests.web.serving import Following, ask, example, served
from vedette.engine.session import open_session
from vedette.web.moment import moment_at
from vedette.web.past import Past

GAME = Path(__file__).parents[2] / "saves/open-fire-first-battle.vedette"


def test_who_follows_waits_for_no_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading it takes as long as it takes; meanwhile the page answers."""
    go_on, reading = threading.Event(), threading.Event()

    def slow(*given: Any) -> Any:
        reading.set()
        assert go_on.wait(30)
        return moment_at(*given)

    monkeypatch.setattr("vedette.web.past.moment_at", slow)
    told: list[int] = []
    with served(example(GAME.stem), GAME) as screen:
        other = threading.Thread(target=lambda: told.append(ask(f"{screen.address}replay").status))
        other.start()
        assert reading.wait(30)
        assert ask(screen.address).status == 200
        follower = Following(screen.port)
        follower.next()
        follower.close()
        assert not told
        go_on.set()
        other.join()
    assert told == [200]


def test_each_line_is_drawn_once_while_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    marked: list[Any] = []

    def counted(session: Any, digest: Any, n: int) -> Any:
        drawn.append(n)
        return moment_at(session, digest, n)

    monkeypatch.setattr("vedette.web.past.moment_at", counted)
    path = played(tmp_path / "game.vedette")
    before = Past(LITTLE_GAMES, path)
    first = [before.line(n) for n in before._lines() if n] if before.replay() else []
    marked.append(dict(before._marked))
    many = len(drawn)
    playing = open_session(LITTLE_GAMES, path)
    side = next(iter(playing.state.sides))
    playing.do({"do": "note", "by": side, "text": "and on"})
    assert [before.line(n) for n in before._lines()[1 : len(first) + 1]] == first
    assert drawn[many:] == []
    assert before.line(before._lines()[-1]) is not None
    playing.undo(side)
    assert "and on" not in str(before.line(before._lines()[-1]))
    assert before.line(10**6) is None
    fresh = Past(LITTLE_GAMES, path)
    fresh.replay()
    assert (fresh._lines(), fresh._marks()) == (before._lines(), before._marks())
    assert marked[0].items() <= fresh._marked.items()
    playing.close()
    for one in (before, fresh):
        one.close()
