"""A great moment catches the eye once, and nothing is told by motion alone."""

from __future__ import annotations

import pytest

from tests.tui.test_table import Table, table
from vedette.tui.widgets import line_widget
from vedette.tui.widgets.card_wall import CardWall
from vedette.tui.widgets.head import Head


@pytest.fixture(autouse=True)
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is lit stays lit, so that it can be looked at."""
    monkeypatch.setattr(line_widget, "FLASH", 3600)


def reversed_rows(shown: Table) -> list[int]:
    wall = shown.pilot.app.screen.query_one("#second", CardWall)
    strips = wall.render_lines(wall.outer_size.region)
    return [y for y, strip in enumerate(strips) if any(part.style and part.style.reverse for part in strip)]


async def hurt(shown: Table) -> None:
    await shown.press("a", "b", "8", "enter", "9", "1", "1", "1")


async def test_the_bar_of_whoever_was_hurt_is_lit_until_something_else_is_drawn() -> None:
    async with table() as shown:
        shown.pilot.app.animation_level = "full"
        await hurt(shown)
        assert len(reversed_rows(shown)) == 1
        await shown.press("down")
        assert reversed_rows(shown) == []


async def test_nothing_is_lit_where_motion_is_off() -> None:
    async with table() as shown:
        assert shown.pilot.app.animation_level == "none"
        await hurt(shown)
        assert reversed_rows(shown) == []


async def test_a_great_moment_lights_the_row_of_the_outcome() -> None:
    async with table() as shown:
        shown.pilot.app.animation_level = "full"
        head = shown.pilot.app.screen.query_one(Head)
        head.flash_outcome()
        first, second, *_ = head.render_lines(head.outer_size.region)
        assert all(part.style and part.style.reverse for part in second if part.text.strip())
        assert not any(part.style and part.style.reverse for part in first)
