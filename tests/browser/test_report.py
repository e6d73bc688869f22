"""The battle report, the season and an army on paper in a real browser: phone and laptop, dark and light, and for those who can't see it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.browser.conftest import LAPTOP, PHONE, OpenPage, inaccessible
from tests.web.serving import example
from vedette.engine.library import data_folder
from vedette.registry import rulesets
from vedette.testing.plugin import Times
from vedette.view.paper import army_paper, paper_html
from vedette.view.report import battle_report
from vedette.view.report_pages import report_html
from vedette.view.season import read_game, season_of
from vedette.view.season_pages import season_html

HOSTILE = "<img src=x onerror=alert(1)>'\"&"


@pytest.mark.parametrize(
    ("name", "phone"),
    [
        ("close-quarters-boarding", True),
        pytest.param("open-fire-hanging-yard", False, marks=pytest.mark.thorough),
    ],
)
def test_it_fits_every_screen_and_can_be_read_by_everybody(
    open_page: OpenPage, tmp_path: Path, name: str, phone: bool
) -> None:
    file = tmp_path / "battle.html"
    file.write_text(report_html(battle_report(example(name), name)), encoding="utf-8")
    page = open_page(file.as_uri(), PHONE if phone else LAPTOP, dark=phone)

    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert inaccessible(page) == []
    page.locator("ol.turning a").first.click()
    target = page.evaluate("document.querySelector(location.hash).getBoundingClientRect().top")
    assert 0 <= target < LAPTOP["height"]


def test_names_are_text_whatever_they_are(open_page: OpenPage, tmp_path: Path) -> None:
    told = battle_report(example("close-quarters-duel"))
    sides = tuple(
        replace(side, name=HOSTILE, units=tuple(replace(unit, name=HOSTILE) for unit in side.units))
        for side in told.sides
    )
    file = tmp_path / "battle.html"
    file.write_text(report_html(replace(told, title=HOSTILE, sides=sides)), encoding="utf-8")
    page = open_page(file.as_uri())

    assert page.locator("h1").inner_text() == HOSTILE
    assert page.locator("img, script").count() == 0


@pytest.mark.parametrize("phone", [True, pytest.param(False, marks=pytest.mark.thorough)])
def test_a_season_fits_every_screen_and_can_be_read_by_everybody(
    open_page: OpenPage, tmp_path: Path, phone: bool, times: Times
) -> None:
    file = tmp_path / "season.html"
    saves = sorted((data_folder() / "saves").glob("*.vedette"))[:: times(4, 1)]
    file.write_text(
        season_html(season_of((read_game(rulesets(), save) for save in saves), {}), "Club"), encoding="utf-8"
    )
    page = open_page(file.as_uri(), PHONE if phone else LAPTOP, dark=phone)

    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert inaccessible(page) == []


def test_an_army_on_paper_fits_a_phone_and_can_be_read_by_everybody(
    open_page: OpenPage, tmp_path: Path
) -> None:
    game = rulesets()["close-quarters"]
    roster = game.view.roster()
    army = next(one.row for one in roster.armies if one.id == "colony")
    file = tmp_path / "army.html"
    file.write_text(paper_html(army_paper(game, roster, {**army, "name": HOSTILE})), encoding="utf-8")
    page = open_page(file.as_uri(), PHONE)

    assert page.locator("h1").inner_text() == HOSTILE
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert inaccessible(page) == []
