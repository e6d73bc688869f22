"""House rules: chosen at New game, kept in the save, told in the help."""

from __future__ import annotations

from pathlib import Path

from tests.tui.rooms import rooms
from vedette.engine.session import read_session
from vedette.registry import rulesets
from vedette.tui.screens.agreement import AtHand
from vedette.tui.screens.new_game import Forces
from vedette.tui.setup_page import at_hand
from vedette.tui.topics import topics
from vedette.tui.widgets.panel_host import PanelHost
from vedette.view.agreements import by_chapter
from vedette.view.new_game_setup import NewGameSetup, SaveNames
from vedette.view.signs import BEFORE

CLOSE_QUARTERS = "close-quarters"
READINGS = by_chapter(rulesets()[CLOSE_QUARTERS].readings(), rulesets()[CLOSE_QUARTERS].rules())
FIRST = next(iter(READINGS.values()))
REFLECTOR = READINGS["reflector"]
OTHER = REFLECTOR.choices[1]


def setup() -> NewGameSetup:
    return NewGameSetup(rulesets(), SaveNames(lambda name: "", lambda name: name))


def test_a_set_up_says_only_what_was_chosen() -> None:
    made = setup().make({"ruleset": CLOSE_QUARTERS})
    assert "readings" not in made.setup
    field = next(one for one in made.form.fields if one.name == "readings")
    assert [one.label for one in field.choices] == ["none"]


def test_house_rules_that_are_chosen_stand_in_the_set_up_and_in_the_form() -> None:
    made = setup().make({"ruleset": CLOSE_QUARTERS, "readings": {"reflector": OTHER.id}})
    assert made.setup["readings"] == {"reflector": OTHER.id}
    field = next(one for one in made.form.fields if one.name == "readings")
    assert [one.label for one in field.choices] == [REFLECTOR.title]
    assert made.faults == ()


def test_the_page_tells_them_in_the_order_in_which_they_are_asked() -> None:
    other = {id: one.choices[-1].id for id, one in READINGS.items()}
    plan = setup().make({"ruleset": CLOSE_QUARTERS, "readings": other})
    told = " ".join(" ".join(row.text for row in at_hand(plan, "readings", {}, 80)).split())
    places = [told.index(one.title) for one in READINGS.values()]
    assert places == sorted(places)


async def test_house_rules_are_found_and_chosen_by_keys(tmp_path: Path) -> None:
    """What is left by Escape stays as it was; while words are looked for, Escape lists all again."""
    async with rooms(tmp_path, rulesets(), size=(120, 40)) as app:
        await app.press("n", "r", "4")
        assert BEFORE not in app.one(PanelHost).plain
        await app.press("h", "space", "2", "escape")
        assert app.where == "NewGameScreen"
        assert "none" in app.one(PanelHost).plain

        await app.press("h", "space")
        before = app.one(PanelHost).plain
        await app.press("slash", *"reflector")
        found = app.one(PanelHost).plain
        assert REFLECTOR.title in found
        assert rulesets()[CLOSE_QUARTERS].readings()["two_pistols"].title not in found
        await app.press("enter", "2", "escape")
        assert app.where == "AgreementScreen"
        assert len(app.one(PanelHost).plain.splitlines()) >= len(before.splitlines())
        await app.press("enter")
        assert REFLECTOR.title in app.one(Forces).plain
        await app.press("h", "space", "slash", *"reflector", "enter", "d", "escape", "enter")
        assert "none" in app.one(PanelHost).plain

        await app.press("h", "space", "down")
        told = " ".join(app.one(AtHand).plain.split())
        assert FIRST.question in told
        assert all(one.text in told and one.because in told for one in FIRST.choices)

        await app.press("2", "enter")
        assert app.where == "NewGameScreen"
        assert FIRST.title in app.one(Forces).plain

        await app.press("enter")
        played = app.screen.session.house_rules  # type: ignore[attr-defined]
        assert [one.text for one in played] == [FIRST.choices[1].text]


def test_the_help_tells_how_the_game_at_hand_reads_the_text() -> None:
    game = rulesets()[CLOSE_QUARTERS]
    found = next(
        one for one in topics([game], played={"reflector": OTHER.id}) if one.id == "reading reflector"
    )
    lines = [(one.label, one.text) for one in found.page]
    assert ("◉", OTHER.text) in lines
    assert found.has(["house", "rules"])


def test_house_rules_stand_below_their_chapters() -> None:
    form = setup().make({"ruleset": CLOSE_QUARTERS}).agreements["readings"].form({})
    chapters = [field.group for field in form.fields if field.group]
    numbers = [int(one.removeprefix("Chapter ")) for one in chapters]
    assert numbers == sorted(numbers)
    assert len(set(numbers)) > 1


async def test_optional_rules_are_chosen_by_keys_and_played(tmp_path: Path) -> None:
    option = rulesets()[CLOSE_QUARTERS].options()["opportunity_fire"]
    async with rooms(tmp_path, rulesets(), size=(120, 40)) as app:
        await app.press("n", "r", "4", "o", "space", "slash", *option.text[:20], "enter", "space", "enter")
        assert app.where == "NewGameScreen"
        assert "differ" in app.one(PanelHost).plain
        assert option.text[:20] in app.one(Forces).plain
        await app.press("enter")
    session = read_session(rulesets(), next(tmp_path.glob("*.vedette")))
    assert session.header.setup["options"][option.id] is True


async def test_a_preset_answers_all_questions_at_once(tmp_path: Path) -> None:
    game = rulesets()[CLOSE_QUARTERS]
    preset = game.presets()[0]
    async with rooms(tmp_path, rulesets(), size=(120, 60)) as app:
        await app.press("n", "r", "4", "h", "space", "2")
        assert preset.name in app.one(PanelHost).plain
        await app.press("enter", "enter")
    session = read_session(rulesets(), next(tmp_path.glob("*.vedette")))
    assert session.readings == preset.completed(game.readings())


async def test_a_number_out_of_bounds_is_told_where_it_is_typed(tmp_path: Path) -> None:
    async with rooms(tmp_path, rulesets(), size=(120, 40)) as app:
        await app.press(
            "n",
            "r",
            "4",
            "o",
            "space",
            "slash",
            *"starting points",
            "enter",
            "9",
            "9",
            "9",
            "9",
            "9",
            "enter",
        )
        assert app.where == "AgreementScreen"
        assert "Starting points: a whole number from" in " ".join(app.one(AtHand).plain.split())


async def test_a_digit_at_a_switch_sets_that_one_alone(tmp_path: Path) -> None:
    async with rooms(tmp_path, rulesets(), size=(120, 40)) as app:
        await app.press("n", "r", "4", "o", "space")
        before = app.one(PanelHost).plain.splitlines()
        await app.press("down", "down", "2")
        now = app.one(PanelHost).plain.splitlines()
        changed = [row for row, old in zip(now, before, strict=True) if row != old]
        assert ["Everybody can read" in row for row in changed if "●" in row and "off" in row] == [True]
        await app.press("9")
        assert app.one(PanelHost).plain.splitlines() == now


async def test_only_what_differs_is_listed_and_marked(tmp_path: Path) -> None:
    async with rooms(tmp_path, rulesets(), size=(120, 40)) as app:
        await app.press("n", "r", "4", "h", "space", "down", "2", "c")
        listed = app.one(PanelHost).plain
        assert (listed.count("●"), listed.count("· ")) == (1, 0)
        assert FIRST.title in listed
        await app.press("c")
        assert REFLECTOR.title in app.one(PanelHost).plain or "more below" in app.one(PanelHost).plain


async def test_where_the_screen_is_narrow_enter_opens_the_question(tmp_path: Path) -> None:
    async with rooms(tmp_path, rulesets()) as app:
        await app.press("n", "r", "4", "h", "space", "down", "enter")
        assert not app.one(PanelHost).size.width
        assert FIRST.question in " ".join(app.one(AtHand).plain.split())
        await app.press("2", "escape")
        assert "●" in app.one(PanelHost).plain
        await app.press("enter", "enter")
        assert app.where == "NewGameScreen"
        assert FIRST.title in app.one(PanelHost).plain
