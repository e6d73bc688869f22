"""Keys that only move a cursor, typed ahead: all of them count, and few of them are painted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from textual import events
from textual.app import ComposeResult

from tests.seen import notes
from tests.tui.test_table import table
from vedette.engine.commands import TEXT_LIMIT
from vedette.tui.base_screen import BaseScreen
from vedette.tui.key_queue import MOST_PASTED, KeyQueue
from vedette.tui.text import Line, Piece
from vedette.tui.theme import DARK, VARIABLES
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.menu import Menu, MenuRow
from vedette.tui.widgets.panel_host import PanelHost

ROWS = 300
WALKS: Sequence[tuple[Sequence[str], int]] = (
    (["down"] * 120 + ["enter"], 120),
    (["down"] * 5000 + ["enter"], ROWS - 1),
    (["down", "down", "up"] * 100 + ["enter"], 100),
    (["end"] * 40 + ["up"] * 40 + ["enter"], ROWS - 41),
)


class Walked(KeyQueue):
    """One widget, and what was chosen in it."""

    def __init__(self, shown: LineWidget) -> None:
        super().__init__()
        self.shown = shown
        self.chosen: list[int] = []
        self.register_theme(DARK)
        self.theme = DARK.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return VARIABLES

    def get_default_screen(self) -> BaseScreen[None]:
        return BaseScreen()

    def compose(self) -> ComposeResult:
        yield self.shown

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        self.chosen.append(int(event.id))


def fill(shown: LineWidget) -> None:
    if isinstance(shown, Menu):
        shown.show(lambda _: [MenuRow(str(n), (Line((Piece(f"row {n}"),)),)) for n in range(ROWS)])


@pytest.mark.parametrize(("keys", "at"), WALKS)
@pytest.mark.parametrize("kind", [Menu])
async def test_every_key_counts_and_the_next_one_means_what_it_means_there(
    kind: type[LineWidget], keys: Sequence[str], at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Walked(kind())
    async with app.run_test(size=(40, 10)) as pilot:
        app.shown.focus()
        await pilot.pause()
        fill(app.shown)
        await pilot.pause()
        drawn: list[object] = []
        redraw = LineWidget.redraw

        def counted(widget: LineWidget) -> None:
            drawn.append(widget)
            redraw(widget)

        monkeypatch.setattr(LineWidget, "redraw", counted)
        for key in keys:
            app.post_message(events.Key(key, None))
        while not (app.chosen and app.is_at_rest):
            await pilot.pause()
        assert app.chosen == [at]
        changes = sum(key != before for key, before in zip(keys, ["", *keys], strict=False))
        assert len(drawn) <= 2 * changes


async def test_arrows_typed_ahead_at_the_table_go_from_unit_to_unit() -> None:
    async with table() as one, table() as other:
        for _ in range(5):
            await one.press("down")
        for _ in range(5):
            other.pilot.app.post_message(events.Key("down", None))
        await other.press("up")
        await other.press("down")
        shown = [each.pilot.app.screen.query_one("#first", LineWidget).plain for each in (one, other)]
        assert shown[0] == shown[1]


async def test_what_no_field_can_hold_is_refused_before_anybody_looks_at_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert MOST_PASTED > TEXT_LIMIT
    async with table() as shown:
        before, said = shown.shows(PanelHost), notes(shown.pilot.app, monkeypatch)
        shown.pilot.app.post_message(events.Paste("\x1b" * (MOST_PASTED + 1)))
        await shown.pilot.pause()
        assert len(said) == 1
        assert shown.shows(PanelHost) == before
