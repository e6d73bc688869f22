"""A great moment catches the eye once, and nothing is told by motion alone."""

from __future__ import annotations

import re

import pytest

from tests.tui.test_table import Table, table
from vedette.tui.widgets import head, line_widget, panel_host
from vedette.tui.widgets.cards import CardWall
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.panel_host import PanelHost


@pytest.fixture(autouse=True)
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is lit stays lit, so that it can be looked at."""
    for module, name in ((line_widget, "FLASH"), (head, "WIPE"), (panel_host, "TUMBLE")):
        monkeypatch.setattr(module, name, 3600)


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


async def test_where_nobody_was_hurt_nothing_is_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table() as shown:
        wall = shown.pilot.app.screen.query_one("#first", CardWall)
        painted: list[object] = []
        monkeypatch.setattr(wall, "refresh", lambda *regions: painted.append(regions))
        wall.flash_units({"b1"})
        wall.play([{}], 3600)
        wall.be_still()
        assert painted == []


async def test_nothing_is_lit_where_motion_is_off() -> None:
    async with table() as shown:
        assert shown.pilot.app.animation_level == "none"
        await hurt(shown)
        assert reversed_rows(shown) == []


async def test_a_great_moment_lights_the_row_of_the_outcome() -> None:
    async with table() as shown:
        shown.pilot.app.animation_level = "full"
        top = shown.pilot.app.screen.query_one(Head)
        top.flash_outcome()
        first, second, *_ = top.render_lines(top.outer_size.region)
        assert all(part.style and part.style.reverse for part in second if part.text.strip())
        assert not any(part.style and part.style.reverse for part in first)


def texts(widget: LineWidget) -> list[str]:
    return [strip.text for strip in widget.render_lines(widget.outer_size.region)]


def grounds(widget: LineWidget) -> list[object]:
    first, *_ = widget.render_lines(widget.outer_size.region)
    return [part.style for part in first]


async def test_the_banner_of_another_side_spreads_over_the_one_before() -> None:
    async with table() as shown:
        shown.pilot.app.animation_level = "full"
        banner = shown.pilot.app.screen.query_one(Head)
        await shown.press("a", "b", "8", "enter", "9", "1", "1")
        spreading = grounds(banner)
        banner.be_still()
        assert grounds(banner) != spreading


async def test_dice_that_vedette_rolls_tumble_until_the_next_key() -> None:
    async with table() as shown:
        shown.pilot.app.animation_level = "full"
        await shown.press("D", "a", "b", "8", "enter")
        host = shown.pilot.app.screen.query_one(PanelHost)
        tumbling = texts(host)
        await shown.press("down")
        assert texts(host) != tumbling


@pytest.mark.parametrize("size", [(80, 18), (80, 24), (120, 40), (200, 60)])
async def test_no_result_is_told_of_dice_that_still_tumble(size: tuple[int, int]) -> None:
    async with table(size=size) as shown:
        shown.pilot.app.animation_level = "full"
        await shown.press("D", "a", "b", "8", "enter")
        host = shown.pilot.app.screen.query_one(PanelHost)
        tumbling = texts(host)
        host.be_still()
        told, lying = (
            re.findall(r"\d+(?: of \d+)? [a-z]+", " ".join(rows)) for rows in (tumbling, texts(host))
        )
        assert told == lying != []
