"""What takes long is done beside the screen, keeps the keys that are typed for later, and can be given up."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest
from textual import events

from tests.tui.rooms import Rooms, played, rooms
from vedette import save_library
from vedette.engine.errors import CommandError
from vedette.engine.long_work import Told
from vedette.tui.screens.waiting import Waiting
from vedette.tui.table import keeping


@pytest.fixture(autouse=True)
def everything_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save_library, "LONG", 0)
    monkeypatch.setattr(keeping, "LONG", 0)


async def typed(app: Rooms, *keys: str) -> None:
    """Keys that are all there before the first is taken."""
    for key in keys:
        app.app.post_message(events.Key(key, key if len(key) == 1 else None))
    await app.press()
    while not app.app.is_at_rest:
        await app.pilot.pause()


async def test_keys_typed_while_a_save_is_opened_are_for_its_table(tmp_path: Path) -> None:
    played(tmp_path / "game.vedette", turns=2)
    async with rooms(tmp_path) as app:
        await typed(app, "1", "l")
        assert app.where == "LogScreen"


async def test_a_save_that_cannot_be_opened_is_told_of(tmp_path: Path) -> None:
    played(tmp_path / "game.vedette", turns=2)
    async with rooms(tmp_path) as app:
        (tmp_path / "game.vedette").write_bytes(b"x")
        await typed(app, "1")
        assert app.where == "HomeScreen"
        assert "game.vedette" in app.said


async def test_a_report_is_written_beside_the_screen(tmp_path: Path) -> None:
    played(tmp_path / "game.vedette", turns=2)
    async with rooms(tmp_path) as app:
        await typed(app, "1", "R")
        assert app.where == "TableScreen"
        assert (tmp_path / "game.html").is_file()


@pytest.mark.parametrize("looks", [True, False])
async def test_what_is_given_up_ends_or_is_dropped(tmp_path: Path, looks: bool) -> None:
    """At the next look at how far it is, and where there is none at its end."""
    go, ended, dropped = Event(), Event(), list[str]()

    def work(tell: Told) -> str:
        try:
            go.wait(9)
            if looks:
                tell(0.5)
            return "result"
        finally:
            ended.set()

    answers: list[object] = []
    async with rooms(tmp_path) as app:
        _ = app.app.push_screen(Waiting("Long", work, dropped.append), answers.append)
        await app.pilot.pause()
        app.app.post_message(events.Key("x", "x"))
        app.app.post_message(events.Key("escape", None))
        while app.where != "HomeScreen":
            await app.pilot.pause()
        go.set()
        assert ended.wait(9)
    assert answers == [None]
    assert dropped == ([] if looks else ["result"])


async def test_what_goes_wrong_is_raised_where_the_result_is_taken(tmp_path: Path) -> None:
    def work(tell: Told) -> str:
        raise CommandError("No.")

    found: list[object] = []
    async with rooms(tmp_path) as app:
        _ = app.app.push_screen(Waiting("Long", work, found.append), found.append)
        while not found:
            await app.pilot.pause()
    (result,) = found
    with pytest.raises(CommandError, match="No"):
        result()  # type: ignore[operator]
