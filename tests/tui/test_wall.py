"""The last wall of the screen, without a terminal: what reaches it, and how the app ends behind it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from tests.tui.little import little
from tests.tui.test_table import table
from vedette.engine.session import Session
from vedette.tui.app import VedetteApp
from vedette.tui.safe_app import SIGNALS
from vedette.tui.screens.dialogs import AskText
from vedette.tui.screens.table import TableScreen
from vedette.tui.table_controller import TableController
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.panel_host import PanelHost

CODE = 70

Told = list[tuple[Exception, Session[Any] | None, str]]


class UnexpectedError(LookupError):
    """Something that nobody expected."""


def fail(*_: Any, **__: Any) -> Any:
    raise UnexpectedError


async def fail_later() -> None:
    raise UnexpectedError


def played(monkeypatch: pytest.MonkeyPatch, keys: str, session: Session[Any]) -> tuple[int, Told, str]:
    """Play a game by keys until it ends: exit code, what the wall was told, the last words."""
    told: Told = []

    def report(error: Exception, game: Session[Any] | None, where: str) -> tuple[str, int]:
        told.append((error, game, where))
        return "last words", CODE

    async def press(pilot: Pilot[object]) -> None:
        for key in keys:
            pilot.app.post_message(events.Key("enter" if key == "\r" else key, key))

    app = VedetteApp(session, report=report)
    monkeypatch.setattr(app, "run", partial(app.run, headless=True, size=(80, 24), auto_pilot=press))
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = [signal.getsignal(number) for number in numbers]
    code = app.play()
    assert before == [signal.getsignal(number) for number in numbers]
    return code, told, app.last_words


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "a key": lambda patch: patch.setattr(TableController, "flip_dice", fail),
    "a timer": lambda patch: patch.setattr(
        TableScreen, "action_do", lambda self, _: self.set_timer(0.01, fail)
    ),
    "a task": lambda patch: patch.setattr(
        TableScreen, "action_do", lambda self, _: self.run_worker(fail_later)
    ),
    "a thread": lambda patch: patch.setattr(
        TableScreen, "action_do", lambda self, _: self.run_worker(fail, thread=True)
    ),
    "painting": lambda patch: patch.setattr(LineWidget, "render_lines", fail),
    "a screen that is made": lambda patch: patch.setattr(TableScreen, "compose", fail),
    "a screen that begins": lambda patch: patch.setattr(TableScreen, "on_mount", fail),
    "a screen that is closed": lambda patch: patch.setattr(TableScreen, "on_unmount", fail, raising=False),
    "a size": lambda patch: patch.setattr(PanelHost, "on_resize", fail),
}


@pytest.mark.parametrize("place", FAULTS)
def test_every_unexpected_error_comes_to_the_wall_and_ends_the_app(
    place: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = little()
    FAULTS[place](monkeypatch)

    code, told, words = played(monkeypatch, "q" if place == "a screen that is closed" else "D", session)
    assert (code, words) == (CODE, "last words")
    (error, game, where) = told[0]
    assert type(error) is UnexpectedError
    assert game is session or place == "a screen that is closed"
    assert "80x2" in where
    assert "Traceback" not in "".join(capsys.readouterr())


def test_an_error_in_a_rule_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    session = little()
    before = session.state

    async def attack(*_: Any) -> None:
        raise UnexpectedError

    monkeypatch.setitem(session.ruleset.specs, "attack", _with_procedure(session, attack))
    code, told, _ = played(monkeypatch, "ab8\r", session)
    assert (code, type(told[0][0])) == (CODE, UnexpectedError)
    assert session.state is before
    assert session.request is None
    assert not session.timeline.entries


def test_nothing_that_was_typed_ahead_counts_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    session = little()
    monkeypatch.setattr(TableController, "flip_dice", fail)

    code, _, _ = played(monkeypatch, "DDm5\r", session)
    assert code == CODE
    assert not session.timeline.entries


def test_a_screen_that_was_left_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played(monkeypatch, "qm5\r", little()) == (0, [], "")


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_ends_the_app_with_its_own_code(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableController, "flip_dice", lambda *_: signal.raise_signal(number))
    monkeypatch.setattr(TableScreen, "show", lambda *_: None)
    assert played(monkeypatch, "D", little()) == (128 + number, [], "")


async def test_what_is_pasted_waits_for_the_keys_before_it() -> None:
    async with table() as shown:
        app = shown.pilot.app
        for event in (events.Key("N", "N"), *(events.Key(one, one) for one in "abc"), events.Paste("def")):
            app.post_message(event)
        await shown.pilot.pause(0.2)
        assert isinstance(app.screen, AskText)
        await shown.press("enter")
        assert shown.session.timeline.entries[0].given["text"] == "abcdef"


async def test_a_mouse_beside_the_screen_points_at_nothing() -> None:
    async with table() as shown:
        app = shown.pilot.app
        focused = app.focused
        for x, y in ((80, 3), (3, 24), (10**9, 10**9)):
            down = events.MouseDown(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y)
            app.post_message(down)
        await shown.pilot.pause()
        assert app.focused is focused is not None


def _with_procedure(session: Session[Any], procedure: Any) -> Any:
    from msgspec.structs import replace

    return replace(session.ruleset.specs["attack"], procedure=procedure)
