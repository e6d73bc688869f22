"""A character is made on the screen, his file is opened at the table, and he comes home from a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.characters import arena, own_file
from tests.tui.rooms import Rooms, rooms
from vedette.campaign import character_path
from vedette.engine.session import read_session
from vedette.registry import rulesets
from vedette.tui.screens.builder import BuilderScreen
from vedette.tui.screens.sheet import SheetPage
from vedette.tui.widgets.build_panel import BuildCard, BuildLines, ListHead, PageTabs, Totals
from vedette.tui.widgets.line_widget import LineWidget

LAWFUL = "every rule is kept"

PISTOL = 130
"""Credits for a semi-automatic pistol, and 1 for its load."""


@pytest.fixture
def own(own_folders: Path) -> Path:
    return own_folders / "saves"


async def begun(app: Rooms) -> None:
    await app.press("c")
    assert app.where == "BuilderScreen"


def faults(app: Rooms) -> str:
    return " ".join(app.one(BuildCard).plain.split())


def totals(app: Rooms) -> list[str]:
    """What is left of points, slots and credits."""
    return re.findall(r"(−?\d+) \w+ left", app.one(Totals).plain)


def lines(app: Rooms) -> BuildLines:
    return app.one(BuildLines)


def at(app: Rooms) -> str:
    return next(row for row in lines(app).plain.splitlines() if row.startswith("▸"))


async def go_to(app: Rooms, page: str, line: str) -> None:
    """Open a page, and walk down to a line; the page is drawn only there."""
    await app.press(page, "home", "down", "up")
    for _ in range(120):
        if lines(app).at == line:
            await app.pilot.pause()
            return
        lines(app).step(1)
    raise AssertionError(f"there is no line {line}")


async def test_sums_and_faults_follow_every_step(own: Path) -> None:
    async with rooms(own, rulesets()) as app:
        await begun(app)
        assert totals(app) == ["2", "10", "200"]
        assert LAWFUL in faults(app)

        await app.press("right", "plus", "equals_sign")
        assert "STR" in at(app)
        assert "13" in at(app)
        assert totals(app)[0] == "−1"
        assert "33 points" in faults(app)

        await app.press("left")
        assert LAWFUL in faults(app)
        assert "1 point too many" in at(app)  # what one more would break


async def test_the_sheet_in_short_stands_beside_the_page_where_there_is_room(own: Path) -> None:
    async with rooms(own, rulesets(), size=(120, 40)) as app:
        await begun(app)
        await go_to(app, "k", "knife")
        await app.press("enter")
        told = faults(app)
        assert "1 of 10 slots Knife 1" in told
        await go_to(app, "w", "rifle")
        await app.press("enter")
        assert "Rifle" in faults(app)
        assert "%" in faults(app).partition("IN A FIGHT")[2]


async def test_lines_are_found_by_words_and_by_what_may_be_taken(own: Path) -> None:
    async with rooms(own, rulesets(), size=(120, 40)) as app:
        await begun(app)
        await app.press("k", "slash", *"marksmanship", "enter")
        assert len(lines(app).ids) == 3
        assert "needs DEX 14" in lines(app).plain
        await app.press("m")
        assert not lines(app).ids
        await app.press("m", "slash", "escape")
        assert len(lines(app).ids) > 60


async def test_a_page_that_is_opened_for_the_first_time_begins_at_its_top(own: Path) -> None:
    async with rooms(own, rulesets()) as app:
        await begun(app)
        await app.press("k", *["down"] * 12)
        skill = lines(app).at
        await app.press("w")
        assert lines(app).at == lines(app).ids[0]
        await app.press("k")
        assert lines(app).at == skill


async def test_skills_show_slots_reductions_and_what_they_need(own: Path) -> None:
    async with rooms(own, rulesets(), size=(120, 40)) as app:
        await begun(app)
        await go_to(app, "k", "sword")
        assert "2 slots" in at(app)
        await go_to(app, "k", "knife")
        await app.press("enter")
        await go_to(app, "k", "sword")
        assert "1 slot, not 2" in at(app)
        await app.press("space")
        await go_to(app, "k", "doctor")
        assert "needs INT" in at(app)
        assert "CQ-" not in at(app)
        await app.press("enter")
        assert faults(app).count("Doctor needs") == 2
        await app.press("enter")
        assert LAWFUL in faults(app)


async def test_shopping_counts_credits_and_kilograms(own: Path) -> None:
    async with rooms(own, rulesets()) as app:
        await begun(app)
        await go_to(app, "w", "semi-automatic-pistol")
        await app.press("enter")
        assert totals(app)[2] == f"{200 - PISTOL - 1}"
        await go_to(app, "r", "leather")
        await app.press("enter")
        assert totals(app)[2] == "29"
        await go_to(app, "r", "steel")
        await app.press("enter")
        assert "the limit is 200" in faults(app)
        await app.press("enter")
        await go_to(app, "t", "reload-semi-automatic-pistol")
        await app.press("enter", "right")
        assert "×2" in at(app)
        assert totals(app)[2] == "27"


async def test_things_get_their_places(own: Path) -> None:
    async with rooms(own, rulesets()) as app:
        await begun(app)
        await go_to(app, "w", "rifle")
        await app.press("enter")
        await go_to(app, "r", "large-shield")
        await app.press("enter")
        assert LAWFUL not in faults(app)
        await go_to(app, "c", "shield")
        await app.press("right")
        assert LAWFUL in faults(app)
        await go_to(app, "c", "load:rifle")
        await app.press("left")
        assert "empty" in at(app)
        await app.press("u")
        assert "6/6" in at(app)
        await go_to(app, "t", "bipod")
        await app.press("enter")
        await go_to(app, "c", "fit-with-bipod:rifle")
        await app.press("right")
        assert "fitted" in at(app)
        await go_to(app, "c", "place:rifle")
        await app.press("right", "right", "right")
        assert LAWFUL not in faults(app)


async def test_pages_turn_by_tab_letter_and_click(own: Path) -> None:
    async with rooms(own, rulesets()) as app:
        await begun(app)
        await app.press("tab", "tab")
        assert "WEAPONS" in app.one(ListHead).plain
        await app.press("shift+tab")
        assert "SKILLS" in app.one(ListHead).plain
        await app.pilot.click(PageTabs, offset=(2, 0))
        await app.settled()
        assert "ATTRIBUTES" in app.one(ListHead).plain
        more = lines(app).plain.splitlines()[0].index("›")
        await app.pilot.click(BuildLines, offset=(more + 1, 0))
        await app.settled()
        assert totals(app)[0] == "1"


async def test_he_is_named_saved_and_opened(own: Path) -> None:
    async with rooms(own, rulesets()) as app:
        await begun(app)
        await app.press("right", "right", "s", *"Mira Voss", "enter")
        assert app.where == "TableScreen"
        assert character_path("mira-voss").exists()
        assert "Between games" in app.said
        await app.press("tab", "down", "S")
        assert app.where == "SheetScreen"
        assert "STR  12" in app.one(SheetPage).plain
        await app.press("h")
        assert "Written" in app.said
        assert (character_path("mira-voss").parent / "mira-voss.html").exists()
        await app.press("escape", "q")
        assert app.where == "HomeScreen"
        assert "mira-voss" in app.list
        assert "0 experience · 200 cr" in app.list


async def test_an_unlawful_character_needs_a_reason(own: Path) -> None:
    async with rooms(own, rulesets()) as app:
        await begun(app)
        await app.press("right", "right", "right", "s")
        assert app.where == "BuilderScreen"
        assert "CQ-CHR-4" in app.said
        await app.press("n", *"Zorgo", "enter", "exclamation_mark", *"agreed", "enter")
        assert app.where == "TableScreen"
    session = read_session(rulesets(), character_path("zorgo"))
    assert session.timeline.entry(1).given["overridden"] == ["CQ-CHR-4"]


async def test_whoever_has_begun_is_asked_before_all_is_lost(own: Path) -> None:
    async with rooms(own, rulesets()) as app:
        await begun(app)
        await app.press("escape")
        assert app.where == "HomeScreen"
        await begun(app)
        await app.press("right", "escape", "escape")
        assert app.where == "BuilderScreen"
        await app.press("p")
        assert app.where == "SheetScreen"
        await app.press("escape", "escape", "enter")
        assert app.where == "HomeScreen"


async def test_a_name_that_is_taken_is_told(own: Path) -> None:
    own_file("mira")
    async with rooms(own, rulesets()) as app:
        await begun(app)
        await app.press("s", *"Mira", "enter")
        assert app.where == "BuilderScreen"
        assert "already" in app.said
        assert isinstance(app.screen, BuilderScreen)


async def test_games_without_characters_say_so(tmp_path: Path) -> None:
    async with rooms(tmp_path) as app:
        await app.press("c")
        assert "No game here has characters" in app.said


async def test_experience_is_spent_in_his_file(own: Path) -> None:
    own_file()
    async with rooms(own, rulesets(), character_path("bruce")) as app:
        await app.press("b")
        assert "Credits" in app.screen.query_one("PanelHost").plain  # type: ignore[attr-defined]
        await app.press("escape", "P", "left")
        assert app.where == "ReplayScreen"
        await app.press("escape")
        assert app.where == "TableScreen"


async def test_he_comes_home_when_the_game_is_settled_and_when_it_is_opened_later(own: Path) -> None:
    own_file()
    own.mkdir(exist_ok=True)
    game = arena(own / "sands.vedette")
    game.do({"do": "settle", "by": "red", "winner": "red"})
    game.close()
    async with rooms(own, rulesets(), own / "sands.vedette", size=(120, 40)) as app:
        assert "Bruce Corr's file is up to date." in app.said
        await app.press("u")
        assert "is undone" in app.said
        await app.press("y")
        assert "is up to date" in app.said
        await app.press("P", "home", "enter", "enter")
        assert app.where == "TableScreen"
        assert "is undone" in app.said
    assert read_session(rulesets(), character_path("bruce")).timeline.head == 1


async def test_help_begins_with_the_keys_of_the_builder(own: Path) -> None:
    async with rooms(own, rulesets()) as app:
        await begun(app)
        await app.press("question_mark")
        assert app.where == "HelpScreen"
        told = [widget.plain.casefold() for widget in app.screen.query(LineWidget).results(LineWidget)]
        assert any("a character" in one for one in told)
        await app.press("escape", "shift+down")
        assert app.where == "BuilderScreen"


async def test_a_page_before_is_reached_and_what_cannot_be_is_said(own: Path) -> None:
    async with rooms(own, rulesets()) as app:
        await begun(app)
        await app.press("u")
        assert "There is nothing to undo." in app.said
        await app.press("shift+tab")
        assert "CARRYING" in app.one(ListHead).plain
        await app.press("right")
        assert "There is nothing to decide here yet." in app.said
