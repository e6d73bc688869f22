"""Putting an army together: its faults at once, what only one unit has, and a file that is offered from then on."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from textual import events

from tests.tui.rooms import Rooms, rooms
from vedette.engine import library
from vedette.engine.data import Row
from vedette.engine.saves import save_folder
from vedette.engine.session import new_session
from vedette.pages.army import ArmyTool
from vedette.registry import rulesets
from vedette.tui.screens.army import ArmyScreen
from vedette.tui.widgets.army_lines import ArmyFoot, unit_rows
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.menu import Menu
from vedette.tui.widgets.new_game_panel import NewGamePanel
from vedette.tui.widgets.page import Page
from vedette.tui.widgets.panel_host import PanelHost
from vedette.view.army_draft import ArmyDraft
from vedette.view.new_game_setup import NewGameSetup, SaveNames
from vedette.view.roster import UniqueMark, with_mark


@pytest.fixture
def own_data() -> Path:
    """The players' data folder, which is empty in every test."""
    return library.user_folder()


FIRST = {"company": "mill-road", "open-fire": "first-battle"}


async def _army_of_red(app: Rooms, ruleset: str) -> None:
    await app.press("n")
    panel = app.one(PanelHost).panel
    assert isinstance(panel, NewGamePanel)
    panel.click(f"choice:ruleset:{list(rulesets()).index(ruleset)}")
    if ruleset == "company":
        panel.entry.put("edition", "chapter")
    games = [game.id for game in panel.plan.roster.games]
    panel.click(f"choice:game:{games.index(FIRST[ruleset])}")
    panel.entry.pick("army.red")
    await app.press("space")
    assert app.where == "ArmyScreen"


def _against(app: Rooms) -> str:
    return " ".join(app.one(ArmyFoot).plain.split())


def _offers(app: Rooms, columns: str, faction: str, in_full: str) -> None:
    """Profiles by faction, with their numbers; the one at hand in full."""
    offered = app.one(Menu, "#profiles").plain
    assert all(column in offered.splitlines()[0] for column in columns.split())
    assert offered.splitlines()[1].strip() == faction
    assert in_full in " ".join(app.one(Page, "#about").plain.split("\n")).replace("   ", " ")


async def test_a_company_is_put_together_from_profiles_and_its_points_are_judged(tmp_path: Path) -> None:
    """Only the list that has the keys shows the cursor; the captain is one group."""
    async with rooms(tmp_path / "own", rulesets(), size=(120, 40)) as app:
        await _army_of_red(app, "company")
        _offers(app, "pts R T MO", "Fen and fell", "Elusive  Attacked while not Shaken")
        assert [menu.plain.count("▸") for menu in app.screen.query(Menu)] == [1, 0]

        await app.press("tab")
        assert [menu.plain.count("▸") for menu in app.screen.query(Menu)] == [0, 1]
        await app.press("down", "down", "space")
        told = app.one(Menu, "#units").plain
        assert told.count("Captain") == 1
        assert "Mole Street Band" in told.partition("Captain")[0].splitlines()[-2]
        assert "The game may begin" in _against(app)

        await app.press("tab")

        await app.press("enter")
        assert "✔ Within the limit" not in _against(app)
        assert _against(app).count("✘") == 2

        await app.press("backspace", "backspace")
        assert "! 2 points are free" in _against(app)
        assert "The sides field 22 and 24 points." in _against(app)


@pytest.mark.parametrize(("side", "role"), [("red", "first"), ("blue", "second")])
def test_an_army_has_the_colour_of_its_side(side: str, role: str) -> None:
    setup = NewGameSetup(rulesets(), SaveNames(lambda name: "", lambda name: name))
    draft = {"ruleset": "company", "game": FIRST["company"]}
    setup.fill(draft)
    rows = unit_rows(ArmyTool(ArmyDraft(setup, draft, side)), 60, "", tall=True)
    signs = [piece for row in rows for one in row.lines for piece in one.pieces if "◆" in piece.text]
    assert {piece.role for piece in signs} == {role}


async def test_a_unit_is_listed_before_the_game_is_planned_again(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets(), size=(120, 40)) as app:
        await _army_of_red(app, "company")
        screen = app.screen
        assert isinstance(screen, ArmyScreen)
        draft = screen.tool.draft
        await screen.press("enter")
        assert app.one(Menu, "#units").plain.count("◆ Light Riders") == 1
        assert not draft.is_judged
        await app.press("tab")
        assert draft.is_judged


async def test_profiles_are_found_by_points_and_by_traits(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets()) as app:
        await _army_of_red(app, "company")
        every = app.one(Menu, "#profiles").ids
        await app.press("slash", "less_than_sign", "4", "enter")
        cheap = app.one(Menu, "#profiles").ids
        assert 0 < len(cheap) < len(every)
        await app.press("slash", *["backspace"] * 2, *"elusive", "enter")
        assert "skirmishers" in app.one(Menu, "#profiles").ids
        assert not set(cheap) >= set(app.one(Menu, "#profiles").ids)
        await app.press("slash", "escape")
        assert app.one(Menu, "#profiles").ids == every


async def test_an_army_of_open_fire_is_put_together_and_saved_too(tmp_path: Path, own_data: Path) -> None:
    async with rooms(tmp_path / "own", rulesets(), size=(120, 40)) as app:
        await _army_of_red(app, "open-fire")
        _offers(app, "MOV SKL DEF CMD HP", "Keelborn", "Fearless  Re-rolls failed command tests.")
        await app.press("s", *"Ours", "enter")
        assert "Saved as ours" in app.said
        assert (own_data / "rulesets" / "open-fire" / "armies" / "ours.toml").is_file()
        assert _offers_an_expansion(await _tall(app)) is False


def test_a_caster_tells_every_spell_in_full() -> None:
    profiles = rulesets()["company"].view.roster().of_edition("chapter")
    caster = next(offered for offered in profiles.profiles if "caster" in offered.row.get("traits", ()))
    told = {detail.label for detail in profiles.words.profile(caster.row).details}
    assert "Spell: Bolt" in told


def test_profiles_of_an_expansion_have_their_numbers_too() -> None:
    profiles = rulesets()["open-fire"].view.roster()
    assert [one.id for one in profiles.profiles if not profiles.words.profile(one.row).stats] == []


async def test_the_name_of_a_unit_is_worded_and_saved_with_it(tmp_path: Path, own_data: Path) -> None:
    async with rooms(tmp_path / "own", rulesets()) as app:
        await _army_of_red(app, "company")
        await app.press("tab", "w")
        assert app.said.endswith(("holds.", "hold."))
        await app.press("s", *"Ours", "enter")

    saved = tomllib.loads((own_data / "rulesets/company/armies/ours.toml").read_text(encoding="utf-8"))
    assert {"article", "plural"} <= saved["units"][0].keys()


async def test_a_saved_company_is_offered_and_played(tmp_path: Path, own_data: Path) -> None:
    async with rooms(tmp_path / "own", rulesets()) as app:
        await _army_of_red(app, "company")
        await app.press("s", *"Ours", "enter")
        assert "Saved as ours" in app.said
        await app.press("s", *"Boar", "enter")
        assert "There is an army “boar” already" in app.said

        await app.press("escape")
        assert "Ours" in _offered_armies(app)

    file = own_data / "rulesets" / "company" / "armies" / "ours.toml"
    row = tomllib.loads(file.read_text(encoding="utf-8"))
    assert (row["id"], row["ruleset"], row["points"], len(row["units"])) == ("ours", "company", 24, 6)
    sides = [{"id": "red", "army": "ours"}, {"id": "blue", "army": "hart"}]
    session = new_session(rulesets()["company"], {"ruleset": "company", "sides": sides}, seed=1)
    assert session.state.companies["red"].captain == "t1"


async def _tall(app: Rooms) -> str:
    """All profiles, which need a tall window."""
    await app.pilot.resize_terminal(120, 60)
    await app.settled()
    return app.one(Menu, "#profiles").plain


def _offers_an_expansion(offered: str) -> bool:
    assert "Skipper" in offered
    return "Crew boss" in offered


async def test_profiles_of_an_expansion_are_offered_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FIRST, "open-fire", "hanging-yard")
    async with rooms(tmp_path / "own", rulesets()) as app:
        await _army_of_red(app, "open-fire")
        assert _offers_an_expansion(await _tall(app))


async def test_a_saved_army_is_replaced_only_when_asked(tmp_path: Path, own_data: Path) -> None:
    file = own_data / "rulesets" / "company" / "armies" / "ours.toml"
    async with rooms(tmp_path / "own", rulesets()) as app:
        await _army_of_red(app, "company")
        await app.press("s", *"Ours", "enter", "backspace", "s", *"Ours", "enter", "escape")
        assert len(tomllib.loads(file.read_text(encoding="utf-8"))["units"]) == 6
        await app.press("s", *"Ours", "enter", "enter")
        assert len(tomllib.loads(file.read_text(encoding="utf-8"))["units"]) == 5


async def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, own_data: Path) -> None:
    own_data.parent.mkdir(parents=True, exist_ok=True)
    own_data.write_text("a file where the folder should be")
    async with rooms(tmp_path / "own", rulesets()) as app:
        await _army_of_red(app, "company")
        await app.press("s", *"Ours", "enter")
        assert app.said.startswith("✘ ") or "\n✘ " in app.said


def test_companies_of_an_army_stay_with_the_units_taken_from_it() -> None:
    setup = NewGameSetup(rulesets(), SaveNames(lambda name: "", lambda name: name))
    draft = {"ruleset": "company", "game": "low-ford"}
    setup.fill(draft)
    setup.take("blue", setup.plan.armies["blue"].units)
    setup.fill({**draft, "army.blue": "@own"})

    assert (setup.plan.faults, setup.plan.refusals) == ((), ())
    assert [one["id"] for one in setup.plan.setup["sides"][1]["companies"]] == ["eel", "heron"]


def test_a_side_without_a_colour_is_called_by_its_name() -> None:
    made = NewGameSetup(rulesets(), SaveNames(lambda name: "", lambda name: name)).make(
        {"ruleset": "napoleonic"}
    )
    labels = [field.label for field in made.form.fields if field.name.startswith("army.")]
    assert labels == ["French", "British"]


def test_a_mark_is_shared_by_nobody_of_its_company() -> None:
    mark = UniqueMark("captain", "Captain", "company")
    units: list[Row] = [
        {"id": "a", "captain": True},
        {"id": "b"},
        {"id": "c", "company": "x", "captain": True},
    ]

    assert [bool(one.get("captain")) for one in with_mark(units, 1, mark)] == [False, True, True]
    assert [bool(one.get("captain")) for one in with_mark(units, 0, mark)] == [False, False, True]


def _offered_armies(app: Rooms) -> str:
    panel = app.one(PanelHost).panel
    assert isinstance(panel, NewGamePanel)
    panel.entry.pick("army.red", 0)
    field = next(field for field in panel.plan.form.fields if field.name == "army.red")
    return "\n".join(choice.label for choice in field.choices)


async def test_a_list_that_is_pasted_adds_its_units_or_says_which_line_is_wrong(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets()) as app:
        await _army_of_red(app, "open-fire")
        before = app.one(Menu, "#units").plain
        app.screen.post_message(events.Paste("1x Skipper\n2x Nobody\n1x Skipper [hp=0]"))
        await app.pilot.pause()
        assert "Line 2: there is no Nobody" in app.said
        assert "Line 3: hp must be at least 1" in app.one(Page, "#about").plain
        assert app.one(Menu, "#units").plain == before
        app.screen.post_message(events.Paste("1x Skipper: [b]Old Tom\n2x Deckhands"))
        await app.pilot.pause()
        assert "[b]Old Tom" in app.one(Menu, "#units").plain
        await app.press("y")
        assert "1x Skipper (3): [b]Old Tom" in app.app.clipboard
        await app.press("u")
        assert app.one(Menu, "#units").plain == before, "one key undoes the whole paste"


async def test_an_army_is_written_as_a_page_to_be_printed(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets()) as app:
        await _army_of_red(app, "company")
        await app.press("p")
        assert "Written:" in app.said
        assert 'class="box"' in (save_folder() / "the-boar.html").read_text()

        await app.press(*["backspace"] * 9, "p")
        assert "There are no units to print." in app.said


async def test_enter_takes_the_suggested_name_and_the_army_goes_by_it(tmp_path: Path, own_data: Path) -> None:
    async with rooms(tmp_path / "own", rulesets()) as app:
        await _army_of_red(app, "company")
        await app.press("tab", "backspace", "s", "enter")
        assert "Saved as the-boar" in app.said or "already" in app.said
        await app.press("s", *"Our band", "enter")
        assert "Our band" in app.one(Banner).plain
        await app.press("escape")
        assert "Our band" in app.one(PanelHost).plain
        assert "put together" not in app.one(PanelHost).plain


async def test_an_undo_of_units_says_what_it_brought_back(tmp_path: Path, own_data: Path) -> None:
    async with rooms(tmp_path / "own", rulesets()) as app:
        await _army_of_red(app, "company")
        await app.press("tab", "backspace", "u")
        assert "Back: " in app.said


async def test_traits_are_bought_and_an_army_moves_with_their_keys(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets(), size=(120, 40)) as app:
        await app.press("n")
        panel = app.one(PanelHost).panel
        assert isinstance(panel, NewGamePanel)
        panel.click(f"choice:ruleset:{list(rulesets()).index('company')}")
        panel.entry.put("edition", "site")
        panel.entry.pick("army.red")
        await app.press("space", "tab", "e")
        assert app.where == "PageScreen"
        await app.press("enter", "escape")
        assert app.where == "ArmyScreen"
        screen = app.screen
        assert isinstance(screen, ArmyScreen)
        bought = screen.tool.draft.units[0]["add"]
        assert len(bought) == 1
        name = next(one.name for one in screen.tool.draft.extras_of(0) if one.taken)
        assert name in app.one(Menu, "#units").plain

        before = [*screen.tool.draft.units]
        await app.press("m", "1", "enter")
        assert app.where == "FormScreen"
        await app.press("escape")
        assert screen.tool.draft.units == before
