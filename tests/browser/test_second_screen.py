"""The second screen in a real browser: phone and laptop, dark and light, live, and the replay."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import LAPTOP, PHONE, OpenPage, inaccessible
from tests.conftest import ROOT
from tests.tui.rooms import LITTLE_GAMES, played
from tests.web.serving import example, now, served
from tests.web.test_pages import hidden
from vedette.engine.library import games
from vedette.engine.session import new_session, read_session
from vedette.registry import rulesets
from vedette.view.action_log import ActionLog
from vedette.view.palette import PALETTES
from vedette.web.moment import moment_at

expect.set_options(timeout=20_000)


def too_wide(page: Page) -> bool:
    """Whether one would have to scroll sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def sees(page: Page, where: str, words: str) -> None:
    """Wait until these words stand there."""
    expect(page.locator(where)).to_contain_text(words)


@pytest.mark.parametrize(
    ("name", "line", "phone", "dark"),
    [
        ("open-fire-hanging-yard", 180, True, True),
        pytest.param("company-mill-road", 120, False, False, marks=pytest.mark.thorough),
        pytest.param("napoleonic-along-the-hedges", 60, True, False, marks=pytest.mark.thorough),
        pytest.param("close-quarters-boarding", 90, False, True, marks=pytest.mark.thorough),
    ],
)
def test_every_game_fits_and_can_be_read_by_everybody(
    open_page: OpenPage, name: str, line: int, phone: bool, dark: bool
) -> None:
    session = example(name)
    line = max(entry.n for entry in session.timeline.path() if entry.n <= line)
    with served(session) as screen:
        screen.publish(moment_at(session, ActionLog(session), line))
        page = open_page(screen.address, PHONE if phone else LAPTOP, dark=dark)
        sees(page, "#line", "Live")
        page.locator("summary").first.click()
        palette = PALETTES["dark" if dark else "light"]
        ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        red, green, blue = (int(palette["background"][at : at + 2], 16) for at in (1, 3, 5))
        assert ground == f"rgb({red}, {green}, {blue})"
        assert not too_wide(page)
        assert page.locator("nav").is_visible() == phone
        assert inaccessible(page) == []


def test_a_decision_is_seen_at_once_and_what_is_open_stays_open(open_page: OpenPage) -> None:
    game = new_session(rulesets()["open-fire"], games("open-fire")["first-battle"], seed=1)
    with served(game) as screen:
        page = open_page(screen.address)
        sees(page, "#line", "Live")
        page.evaluate("window.loadedOnce = true")
        page.locator("#army-1 summary").first.click()
        page.evaluate("scrollTo(0, 40)")
        game.do({"do": "start_game", "by": "red"})
        game.do({"do": "roll_off", "by": "red"})
        screen.publish(now(game))
        sees(page, "#banner", "roll 2 D12")
        assert page.evaluate("window.loadedOnce")
        assert page.locator("#army-1 details").first.evaluate("card => card.open")
        page.reload()
        assert page.locator("#army-1 details").first.evaluate("card => card.open")


def test_a_dropped_line_comes_back_by_itself_and_catches_up(open_page: OpenPage) -> None:
    game = new_session(rulesets()["open-fire"], games("open-fire")["first-battle"], seed=1)
    with served(game) as screen:
        page = open_page(screen.address, may_drop=True)
        sees(page, "#line", "Live")
    sees(page, "#line", "dropped")
    game.do({"do": "start_game", "by": "red"})
    game.do({"do": "roll_off", "by": "red"})
    with served(game, port=screen.port):
        sees(page, "#banner", "roll 2 D12")
        sees(page, "#line", "Live")


def test_hostile_names_are_words_also_under_the_token_of_a_network(
    open_page: OpenPage, tmp_path: Path
) -> None:
    bad = "</script><img src=x onerror=alert(1)><b>"
    session = read_session(LITTLE_GAMES, played(tmp_path / "bad.vedette", names=(bad, "Wardens")))
    with served(session, host="127.0.0.1") as screen:
        page = open_page(screen.address, PHONE)
        sees(page, "#line", "Live")
        sees(page, "#army-1 h2", bad)
        assert page.locator("img").count() == 0


def test_the_replay_steps_through_the_game_and_a_link_leads_to_a_line(open_page: OpenPage) -> None:
    path = ROOT / "saves" / "open-fire-first-battle.vedette"
    session = read_session(rulesets(), path)
    one, after = (entry.n for entry in session.timeline.path()[8:10])
    with served(session, path) as screen:
        page = open_page(f"{screen.address}replay#{one}", PHONE)
        sees(page, "#where", f"Line {one} of")
        page.get_by_label("One line on").click()
        sees(page, "#where", f"Line {after} of")
        assert page.url.endswith(f"#{after}")
        page.get_by_label("To the beginning").click()
        sees(page, "#log", "Nothing has happened yet.")
        page.locator("#at").press("End")
        sees(page, "#stage", "Victory")
        assert inaccessible(page) == []
        page.goto(screen.address)
        page.locator("#log a").nth(3).click()
        expect(page.locator("#where")).not_to_be_empty()
        assert "/replay#" in page.url
        page.get_by_text("Next loss").click()
        sees(page, "#banner", "†")


def test_what_is_asked_and_rolled_is_seen_beside_the_map_without_scrolling(open_page: OpenPage) -> None:
    session = example("close-quarters-boarding")
    session.readonly = ""
    session.goto(60)
    with served(session) as screen:
        page = open_page(screen.address, ViewportSize(width=1366, height=768))
        for part in (".asked", ".faces", "#map svg", ".card.active"):
            box = page.locator(part).first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 768, part


@pytest.mark.parametrize(
    ("name", "line"),
    [("open-fire-first-battle", 87), ("close-quarters-boarding", 92), ("company-mill-road", 71)],
)
def test_a_phone_has_the_result_first_and_nothing_too_small(
    open_page: OpenPage, name: str, line: int
) -> None:
    session = example(name)
    with served(session) as screen:
        screen.publish(moment_at(session, ActionLog(session), line))
        page = open_page(screen.address, PHONE)
        sees(page, "#line", "Live")
        sizes = """() => [...document.querySelectorAll("body *")]
            .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())
                && one.checkVisibility() && !one.closest(".unseen, svg, title"))
            .map(one => parseFloat(getComputedStyle(one).fontSize))"""
        assert min(page.evaluate(sizes)) >= 11
        heights = "all => all.map(one => one.getBoundingClientRect().height)"
        tabs = page.locator("nav a").evaluate_all(heights)
        assert len(tabs) == 5
        assert min(tabs) >= 44
        result, stage = (page.locator(part).bounding_box() for part in (".outcome", "#stage"))
        assert result is not None
        assert stage is not None
        assert result["y"] + result["height"] <= stage["y"]
        if session.state_at(line) and page.locator("#map svg").count():
            fight = page.locator("svg.fight").bounding_box()
            assert fight is not None
            assert fight["x"] >= 0
            assert fight["width"] <= PHONE["width"]


def test_a_new_result_is_seen_at_the_top_of_a_phone(open_page: OpenPage) -> None:
    session = example("open-fire-first-battle")
    log = ActionLog(session)
    with served(session) as screen:
        screen.publish(moment_at(session, log, 76))
        page = open_page(screen.address, PHONE)
        sees(page, "#line", "Live")
        page.evaluate("scrollTo(0, 600)")
        screen.publish(moment_at(session, log, 87))
        sees(page, ".outcome", "5 hits")
        page.wait_for_function("scrollY === 0")


def test_a_phone_can_read_the_map_and_hit_the_links_of_the_log(open_page: OpenPage) -> None:
    with served(example("close-quarters-boarding")) as screen:
        page = open_page(screen.address, PHONE)
        heights = "all => all.map(one => one.getBoundingClientRect().height)"
        assert min(page.locator("#map text").evaluate_all(heights)) >= 10
        assert min(page.locator("#log li a").evaluate_all(heights)) >= 44
        assert not too_wide(page)
        assert inaccessible(page) == []


def test_the_page_of_a_side_says_first_whose_it_is(open_page: OpenPage, tmp_path: Path) -> None:
    with served(hidden(tmp_path)) as screen:
        red = next(address for address in screen.addresses if address.side)
        page = open_page(red.url, PHONE)
        own, stage = page.locator("#hidden").bounding_box(), page.locator("#stage").bounding_box()
        sees(page, "#hidden", f"For {red.side} alone")
        assert own is not None
        assert stage is not None
        assert own["y"] < stage["y"]


def test_on_paper_the_page_has_its_colours_and_nothing_to_press(open_page: OpenPage) -> None:
    with served(example("open-fire-first-battle")) as screen:
        page = open_page(screen.address, PHONE)
        page.emulate_media(media="print")
        assert not page.locator("nav").is_visible()
        adjusts = "getComputedStyle(document.querySelector('.bar i')).printColorAdjust"
        assert page.evaluate(adjusts) == "exact"
