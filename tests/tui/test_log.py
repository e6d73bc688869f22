"""The log as a widget of its own: whatever the mouse and the keys do to it."""

from __future__ import annotations

import pytest
from textual import events
from textual.app import App, ComposeResult

from tests.tui.little import little
from tests.tui.test_table import table
from vedette.tui import whole_log
from vedette.tui.base_screen import BaseScreen
from vedette.tui.history import History
from vedette.tui.theme import DARK, VARIABLES
from vedette.tui.widgets.log import GameLog, LogLine

WHEEL: list[type[events.MouseEvent]] = [events.MouseScrollDown, events.MouseScrollUp]


class OnlyLog(App[None]):
    """A log and nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.theme = DARK.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return VARIABLES

    def get_default_screen(self) -> BaseScreen[None]:
        return BaseScreen()

    def compose(self) -> ComposeResult:
        yield GameLog()


@pytest.mark.parametrize("lines", [0, 1, 2, 40])
@pytest.mark.parametrize("wheel", WHEEL)
async def test_the_wheel_turns_over_a_log_of_any_length(lines: int, wheel: type[events.MouseEvent]) -> None:
    async with OnlyLog().run_test(size=(40, 10)) as pilot:
        log = pilot.app.screen.query_one(GameLog)
        log.show([LogLine(n, f"line {n}") for n in range(1, lines + 1)])
        for _ in range(3):
            log.post_message(wheel(log, 1, 1, 0, 0, 0, False, False, False))
        await pilot.pause()

        assert ("line" in log.plain) == bool(lines)


async def test_a_log_that_was_empty_shows_its_first_lines() -> None:
    async with OnlyLog().run_test(size=(40, 10)) as pilot:
        log = pilot.app.screen.query_one(GameLog)
        log.show([])
        log.post_message(events.MouseScrollDown(log, 1, 1, 0, 0, 0, False, False, False))
        await pilot.pause()
        log.show([LogLine(1, "first"), LogLine(2, "second")])

        assert [row.strip() for row in log.plain.split("\n")[:2]] == ["▸  first", "second"]


async def test_up_goes_to_the_entry_before_and_not_to_another_sentence_of_the_same() -> None:
    async with OnlyLog().run_test(size=(40, 10)) as pilot:
        log = pilot.app.screen.query_one(GameLog)
        log.show(
            [LogLine(n, text) for n, text in ((1, "a move"), (2, "a roll"), (2, "a loss"), (2, "the end"))]
        )
        log.focus()
        await pilot.press("up")
        assert "▸  a move" in log.plain
        await pilot.press("down")
        assert "▸  a roll" in log.plain


async def test_earlier_lines_come_in_above_and_the_cursor_stays_on_its_line() -> None:
    lines = [LogLine(n, f"line {n}", undone=n % 7 == 0) for n in range(1, 101)]
    async with OnlyLog().run_test(size=(40, 10)) as pilot:
        log = pilot.app.screen.query_one(GameLog)
        log.show(lines[-20:], read=0.25)
        log.focus()
        await pilot.pause()
        assert "25%" in log.plain
        await pilot.press("end", "up", "up", "up")
        at, shown = log.at, log.plain.split("\n")[1:]
        log.show(lines)
        assert log.at == at
        assert log.plain.split("\n")[-len(shown) :] == shown
        assert "25%" not in log.plain
        await pilot.press("home")
        assert log.at == 1


async def test_a_long_log_opens_with_its_last_lines_and_comes_to_hold_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(whole_log, "LATEST", 2)
    session = little()
    for n in range(20):
        session.do({"do": "note", "by": "red", "text": f"remark {n}"})
    session.undo("red", 3)
    session.bookmark(5, "here", "red")
    async with table(session) as shown:
        await shown.press("l", "up")
        log = shown.pilot.app.screen.query_one(GameLog)
        while whole_log.is_reading(log):
            await shown.pilot.pause()
        await shown.press("a", "slash", *"kind:note", "enter", "home")
        assert log.at == 1
        assert "remark 0" in log.plain
        await shown.press("end")
        assert "remark 19" in log.plain


@pytest.mark.parametrize("most", [4, 9, 99])
def test_the_last_lines_are_told_as_among_all(most: int) -> None:
    session = little()
    for n in range(9):
        session.do({"do": "note", "by": "red", "text": f"remark {n}"})
    session.undo("red", 3)
    session.bookmark(8, "here", "red")
    last = History(session, {}).latest(most)
    whole = History(session, {})
    while not whole.go_on(0):
        pass
    assert last == list(whole.lines())[-len(last) :]
    assert {line.n for line in last} == {line.n for line in whole.lines() if line.n >= last[0].n}
