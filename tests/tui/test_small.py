"""A terminal that is too small says so in a line, and a form is never lost in it."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from tests.tui.test_table import table
from vedette.tui.base_screen import SMALLEST
from vedette.tui.widgets.cards import CardWall
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.form_panel import FormPanel
from vedette.tui.widgets.panel_host import PanelHost


@pytest.mark.parametrize("size", [(30, 12), (40, 16), (52, 18), (SMALLEST[0] - 1, 24), (80, SMALLEST[1] - 1)])
async def test_below_the_smallest_size_a_line_says_so_until_there_is_room(size: tuple[int, int]) -> None:
    async with table(size=size) as shown:
        (line,) = shown.pilot.app.screen.query("#too-small").results(Static)
        assert "--plain" in str(line.content)

        await shown.pilot.resize_terminal(*SMALLEST)
        await shown.pilot.pause()
        assert not shown.pilot.app.screen.query("#too-small")


@pytest.mark.parametrize("size", [(40, 16), (52, 18), SMALLEST])
async def test_a_form_has_the_room_of_the_cards_where_columns_are_scarce(size: tuple[int, int]) -> None:
    async with table(size=size) as shown:
        await shown.press("a")
        assert isinstance(shown.panel, FormPanel)
        assert "Range" in shown.shows(PanelHost)
        assert not any(wall.display for wall in shown.pilot.app.screen.query(CardWall))

        await shown.press("escape")
        assert all(wall.display for wall in shown.pilot.app.screen.query(CardWall))


async def test_the_way_out_of_the_log_is_never_cut_off() -> None:
    async with table(size=(80, 24)) as shown:
        await shown.press("l")
        bar = shown.pilot.app.screen.query_one(KeyBar)
        assert bar.plain.rstrip().endswith("Esc close")
