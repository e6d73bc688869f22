"""Help: the keys of where one came from, and any rule in a few letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.rooms import played, rooms
from vedette.registry import rulesets
from vedette.tui.keys import ACTIONS, DICE, HOME
from vedette.tui.screens.help import Column
from vedette.tui.topics import groups, key_entries, sign_entries, topics
from vedette.tui.widgets.page import Page
from vedette.view.behind import Behind

OPEN_FIRE = rulesets()["open-fire"]


def test_help_begins_with_the_keys_by_what_one_wants_or_with_those_of_the_screen_before() -> None:
    at_table, at_home = (list(key_entries(here, groups())) for here in (DICE, HOME))

    assert (at_table[0].heading, at_table[0].sign) == ("Play", "Enter")
    assert at_home[0].heading == HOME.title
    assert {one.heading for one in at_home} >= {group.title for group in groups()}


def test_words_on_the_cards_say_what_they_cost() -> None:
    (word,) = (
        one for one in sign_entries({"hurt": "MOV, SKL, DEF −1"}, board=False) if one.has(["hurt", "def"])
    )
    assert (word.heading, word.sign) == ("Words on the cards", "hurt")


def test_signs_of_the_map_are_told_where_there_is_one() -> None:
    assert {one.heading for one in sign_entries({}, board=True)} > {
        one.heading for one in sign_entries({}, board=False)
    }


def test_every_rule_is_there_with_its_text_and_what_vedette_does_about_it() -> None:
    found = {topic.label: topic for topic in topics([OPEN_FIRE])}

    for rule in OPEN_FIRE.rules().values():
        page = " ".join(paragraph.text for paragraph in found[rule.id].page)
        assert " ".join(rule.text.split()) in page


def test_the_rules_that_matter_now_are_first() -> None:
    near = (Behind("OF-STR-5", "Stress −2"), Behind("no such rule", "x"), Behind("OF-LOS-2"))
    made = topics([OPEN_FIRE], near)

    assert [(topic.group, topic.label) for topic in made[:2]] == [
        ("Stress −2", "OF-STR-5"),
        ("Now", "OF-LOS-2"),
    ]
    assert made[0].page[0].text == "Stress −2"


@pytest.mark.parametrize("gone", [True, False])
def test_keys_that_a_system_does_not_have_are_not_offered(
    monkeypatch: pytest.MonkeyPatch, gone: bool
) -> None:
    monkeypatch.setattr("vedette.tui.topics.GONE", {"suspend"} if gone else set())
    offered = {one.sign for one in key_entries(ACTIONS, groups())}
    assert ("Ctrl+Z" in offered) != gone


def test_a_search_wants_all_words_in_any_order() -> None:
    made = topics([OPEN_FIRE])

    assert [one.label for one in made if one.has(["of-mov-1"])] == ["OF-MOV-1"]
    stress = {one.label for one in made if one.has(["stress", "recover"])}
    assert "OF-REC-1" in stress
    assert stress < {one.label for one in made if one.has(["stress"])}
    assert not [one for one in made if one.has(["stress", "xyzzy"])]


def test_the_licence_of_the_rules_is_told() -> None:
    notice = next(topic for topic in topics([OPEN_FIRE]) if topic.id == "notice open-fire")

    assert any("Creative Commons Attribution" in paragraph.text for paragraph in notice.page)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    played(tmp_path / "game.vedette")
    return tmp_path


async def test_typing_filters_keys_signs_and_rules_and_escape_empties_and_then_leaves(folder: Path) -> None:
    async with rooms(folder, size=(120, 40)) as app:
        await app.press("question_mark")
        assert app.where == "HelpScreen"
        keys, signs = app.screen.query(Column).results(Column)
        assert "THE FIRST SCREEN" in keys.plain

        await app.press(*"undo")
        assert "undone or corrected" not in keys.plain
        assert "u" in keys.plain.split()
        assert "THE FIRST SCREEN" not in keys.plain
        await app.press(*["backspace"] * 4, *"target")
        assert "◎" in signs.plain
        assert "†" not in signs.plain

        await app.press(*["backspace"] * 6, *"lg-rng")
        assert "LG-RNG-1" in app.at
        assert "Nobody shoots further than 12 inches." in " ".join(app.one(Page).plain.split())

        await app.press("escape")
        assert "THE FIRST SCREEN" in keys.plain
        await app.press("escape")
        assert app.where == "HomeScreen"


async def test_nothing_found_is_said(folder: Path) -> None:
    async with rooms(folder, size=(120, 40)) as app:
        await app.press("question_mark", *"[/b]")
        assert "Nothing found" in app.list
        assert all("Nothing found" in column.plain for column in app.screen.query(Column).results(Column))
        await app.press("down", "enter")
        assert app.where == "HelpScreen"


async def test_on_a_small_screen_tab_goes_to_the_rules_and_a_search_to_what_is_found(folder: Path) -> None:
    async with rooms(folder) as app:
        await app.press("question_mark")
        assert app.one(Column, "#keys").region.area
        assert not app.one(Page).region.area
        await app.press("tab")
        assert app.one(Page).region.area
        await app.press("tab", *"lg-act")
        assert app.one(Page).region.area


@pytest.mark.parametrize("key", ["question_mark", "w"])
async def test_from_a_refusal_its_rule_is_one_key_away(folder: Path, key: str) -> None:
    async with rooms(folder, save=folder / "game.vedette") as app:
        await app.press("m", "9", key)
        assert app.where == "HelpScreen"
        assert "A unit moves up to 6 inches." in " ".join(app.one(Page).plain.split())
        await app.press("escape")
        assert app.where == "TableScreen"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)], ids=str)
async def test_list_and_text_are_seen_at_every_size(folder: Path, size: tuple[int, int]) -> None:
    async with rooms(folder, size=size) as app:
        await app.press("question_mark", *"lg-act")
        assert "LG-ACT-1" in app.at
        assert "Only units of the side that acts" in " ".join(app.one(Page).plain.split())
