"""A new game: one form, every fault at once, and an army in a few keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tui.rooms import Rooms, rooms
from vedette.engine import library
from vedette.engine.grammar import agree, the
from vedette.engine.session import new_session
from vedette.games.close_quarters.library import read_map
from vedette.registry import rulesets
from vedette.tui.base_screen import SMALLEST
from vedette.tui.screens.new_game import WIDE, Forces
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.form_panel import Closed, Committed
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.menu import Menu
from vedette.tui.widgets.new_game_panel import EditArmy, NewGamePanel
from vedette.tui.widgets.panel_host import PanelHost
from vedette.view.armies import FILE, GAME_FILE, OWN, new_unit, without_places
from vedette.view.hexes import neighbours
from vedette.view.new_game_setup import NewGameSetup, Plan, SaveNames

OPEN_FIRE = "open-fire"


@pytest.fixture
def setup() -> NewGameSetup:
    return NewGameSetup(
        rulesets(), SaveNames(lambda name: "taken." if name == "taken" else "", lambda name: name)
    )


def plan(setup: NewGameSetup, **draft: Any) -> Plan:
    """The plan of a draft; `__` stands for the point in the name of a field."""
    setup.fill({name.replace("__", "."): value for name, value in draft.items()})
    return setup.plan


def offered(made: Plan, name: str) -> list[str]:
    field = next(field for field in made.form.fields if field.name == name)
    return [choice.value for choice in field.choices]


def starts(made: Plan) -> None:
    new_session(rulesets()[made.ruleset], made.setup, seed=1)


def test_the_first_ready_made_game_can_be_started_as_it_is(setup: NewGameSetup) -> None:
    made = plan(setup, ruleset=OPEN_FIRE)

    assert made.faults == ()
    assert made.name == "keelborn-wardens"
    starts(made)


def test_a_side_is_named_by_the_game_where_its_ruleset_has_no_name_for_it(setup: NewGameSetup) -> None:
    made = plan(setup, ruleset="napoleonic")

    labels = [field.label for field in made.form.fields]
    assert {"French", "British"} <= set(labels)
    assert not {"Red", "Blue"} & set(labels)


@pytest.mark.parametrize("game", ["first-battle", "hanging-yard", "ninth-gate"])
def test_every_ready_made_game_is_picked_in_one_step(setup: NewGameSetup, game: str) -> None:
    made = plan(setup, ruleset=OPEN_FIRE, game=game)

    assert (made.faults, made.refusals) == ((), ())
    starts(made)


def test_what_belongs_to_an_expansion_is_offered_when_it_is_on(setup: NewGameSetup) -> None:
    without = plan(setup, ruleset=OPEN_FIRE)
    on = plan(setup, ruleset=OPEN_FIRE, expansions=["skirmish"])

    assert "hanging-yard" not in offered(without, "mission")
    assert "hanging-yard" in offered(on, "mission")
    assert "gate-nine-patrol" not in offered(without, "army.red")
    assert "gate-nine-patrol" in offered(on, "army.red")


def test_what_is_no_longer_offered_must_be_chosen_anew(setup: NewGameSetup) -> None:
    made = plan(setup, ruleset=OPEN_FIRE, game="hanging-yard", expansions=[])

    assert made.faults == (
        "Mission: choose one.",
        "Gullet Row: choose an army.",
        "Gate Nine: choose an army.",
    )


def test_a_rule_that_will_say_no_at_the_table_is_told_with_its_id(setup: NewGameSetup) -> None:
    made = plan(setup, ruleset=OPEN_FIRE, expansions=["skirmish"])

    assert made.faults == ()
    assert made.refusals
    assert made.refusals[0].startswith("OFS-UNI-1")


def test_both_sides_may_take_the_same_army(setup: NewGameSetup) -> None:
    made = plan(setup, ruleset=OPEN_FIRE, army__red="wall-picket", army__blue="wall-picket")

    assert made.faults == ()
    names = [side["name"] for side in made.setup["sides"]]
    assert names == ["The Wall Picket", "Wardens"]
    starts(made)


def test_sides_of_one_name_are_told_apart(setup: NewGameSetup) -> None:
    made = plan(setup, ruleset=OPEN_FIRE, game="ninth-gate", army__blue="dry-masts")

    assert [side["name"] for side in made.setup["sides"]] == ["The Dry Masts (Red)", "The Dry Masts (Blue)"]


def test_a_name_that_was_typed_is_worded_by_choice_and_forgets_what_the_file_says_of_another(
    setup: NewGameSetup,
) -> None:
    ours = plan(setup, ruleset="company", game="mill-road")
    assert ours.setup["sides"][0]["plural"] is True
    assert not [field for field in ours.form.fields if field.name.startswith("wording.")]

    typed = plan(setup, ruleset="company", game="mill-road", name__red="Ann")
    assert "plural" not in typed.setup["sides"][0]
    field = next(field for field in typed.form.fields if field.name == "wording.red")
    assert field.value == "none-one"

    said = plan(setup, ruleset="company", game="mill-road", name__red="Hart", wording__red="the-many")
    side = new_session(rulesets()[said.ruleset], said.setup, seed=1).names()["red"]
    assert (the(side), agree(side, "wins", "win")) == ("the Hart", "win")


def test_all_faults_of_an_army_file_are_told_at_once_by_side_and_unit(
    setup: NewGameSetup, tmp_path: Path
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(
        'name = "Bad Lads"\n'
        '[[units]]\nid = "a1"\nname = "Ghosts"\nprofile = "nobody"\n'
        '[[units]]\nid = "A 2"\nname = "Wall"\nprofile = "lock-guard"\nskl = -3\n'
    )
    made = plan(setup, ruleset=OPEN_FIRE, army__red=FILE, file__red=str(file), save="taken")

    assert not made.form.ready
    assert any(fault.startswith("Bad Lads, Ghosts: ") and "nobody" in fault for fault in made.faults)
    assert any(fault.startswith("Bad Lads, Wall: id") for fault in made.faults)
    assert any(fault.startswith("Bad Lads, Wall: skl") for fault in made.faults)
    assert made.faults[-1] == "Save as: taken."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "there is no file army.toml."),
        ("units = 3", "army.toml has no list of units."),
        ("= = =", "army.toml is not valid TOML"),
        ("[" * 5000, "army.toml is not valid TOML"),
        ("x" * 2_000_000, "army.toml is too large to be a data file."),
    ],
)
def test_a_file_that_is_no_army_is_told_in_a_sentence(
    setup: NewGameSetup, tmp_path: Path, text: str | None, said: str
) -> None:
    file = tmp_path / "army.toml"
    if text is not None:
        file.write_text(text)
    made = plan(setup, ruleset=OPEN_FIRE, army__red=FILE, file__red=str(file))

    assert any(said in fault for fault in made.faults)


@pytest.mark.parametrize("path", ["", " ", "~nobody/x", "/", "a\x00b", "x" * 10_000, "[/b]"])
def test_a_path_that_leads_nowhere_is_told_in_a_sentence(setup: NewGameSetup, path: str) -> None:
    assert plan(setup, ruleset=OPEN_FIRE, army__red=FILE, file__red=path).faults


def test_units_put_together_have_ids_and_names_of_their_own(setup: NewGameSetup) -> None:
    roster = plan(setup, ruleset=OPEN_FIRE).roster
    guard = next(one for one in roster.profiles if one.id == "lock-guard")
    units = [new_unit(guard, "red", ())]
    units.append(new_unit(guard, "red", units))

    assert [unit["id"] for unit in units] == ["r1", "r2"]
    assert [unit["name"] for unit in units] == ["Lock guard", "Lock guard 2"]

    setup.own["red"] = units
    made = plan(setup, ruleset=OPEN_FIRE, army__red=OWN)
    assert made.faults == ()
    starts(made)


def test_another_game_to_start_from_takes_everything_back(setup: NewGameSetup) -> None:
    panel = NewGamePanel(setup, lambda: None)
    for key in ("m", "1", "g", "3"):
        panel.key(key, key)

    assert setup.plan.game.id == "ninth-gate"
    assert setup.plan.mission is not None
    assert setup.plan.mission.id == "ninth-gate"


def test_units_of_a_game_file_go_before_those_of_its_army(
    setup: NewGameSetup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "rulesets" / "close-quarters" / "games"
    games.mkdir(parents=True)
    (games / "yard.toml").write_text(
        """
        [[sides]]
        id = "colony"
        army = "colony"
        units = [{ profile = "bruce", id = "bruce", hex = "0206" }]
        [[sides]]
        id = "rebels"
        army = "rebels"
        """,
        encoding="utf-8",
    )
    monkeypatch.setattr(library, "user_folder", lambda: tmp_path)
    made = plan(setup, ruleset="close-quarters", game="yard")

    first, second = made.setup["sides"]
    assert [unit["hex"] for unit in first["units"]] == ["0206"]
    assert first["army"] == "colony", "what else the army gives stays"
    assert (second["army"], "units" in second) == ("rebels", False)
    assert offered(made, "army.colony")[0] == GAME_FILE
    assert made.faults == ()


def test_whoever_comes_in_place_of_others_stands_where_they_would(setup: NewGameSetup) -> None:
    setup.fill({"ruleset": "close-quarters", "game": "duel"})
    setup.take("colony", [{"profile": "mira", "id": "c1"}, {"profile": "oskar", "id": "c2"}])
    made = plan(setup, ruleset="close-quarters", game="duel", army__colony=OWN, army__rebels="colony")

    first, second = made.setup["sides"]
    assert [unit.get("hex") for unit in first["units"]] == ["0206", None], "the game file has a place for one"
    assert [unit.get("hex") for unit in second["units"]] == ["1406", *[None] * 4]
    assert made.faults == ()
    assert without_places(first["units"], made.roster) == setup.own["colony"]


def test_small_fights_come_first_and_are_saved_by_their_names(setup: NewGameSetup) -> None:
    made = plan(setup, ruleset="close-quarters")

    assert (made.game.id, made.name) == ("duel", "duel")
    assert offered(made, "game")[-1] == "ruins-patrol"


def test_picking_put_together_opens_it_and_so_does_space(setup: NewGameSetup) -> None:
    panel = NewGamePanel(setup, lambda: None)
    panel.entry.pick("army.red")
    at = offered(setup.plan, "army.red").index(OWN) + 1

    assert panel.key("space", " ") == EditArmy("red")
    assert panel.key(str(at), str(at)) == EditArmy("red")


def test_the_simplest_game_of_each_edition_is_offered_first(setup: NewGameSetup) -> None:
    assert plan(setup, ruleset="company").game.id == "cold-harvest"
    assert plan(setup, ruleset="company", edition="chapter").game.id == "mill-road"


def test_an_edition_offers_what_is_its_own(setup: NewGameSetup) -> None:
    """A game that is named brings its edition; a location and house rules are asked only where the edition has them."""
    site, chapter = plan(setup, ruleset="company"), plan(setup, ruleset="company", game="low-ford")
    assert (site.edition, site.setup["edition"]) == ("site", "site")
    assert (chapter.edition, chapter.setup["edition"]) == ("chapter", "chapter")
    assert [field.name for field in site.form.fields[:3]] == ["ruleset", "edition", "game"]
    assert "place" in {field.name for field in site.form.fields}
    assert "place" not in {field.name for field in chapter.form.fields}
    assert "once_each" in site.readings
    assert "once_each" not in chapter.readings
    for one in (site, chapter):
        offered = (*one.roster.armies, *one.roster.profiles, *one.roster.missions, *one.roster.games)
        assert all(one.edition in item.editions for item in offered)
    there = plan(setup, ruleset="company", place="arena")
    assert (there.setup["location"], there.faults) == ("arena", ())


async def test_enter_in_a_name_goes_on_and_starts_nothing(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets()) as app:
        await app.press("n")
        panel = app.one(PanelHost).panel
        assert isinstance(panel, NewGamePanel)
        panel.entry.pick("name.red")
        app.one(PanelHost).follow()
        await app.press(*"Bo", "enter")
        assert app.where == "NewGameScreen"
        assert panel.entry.focus != "name.red"
        await app.press("enter")
        assert app.where == "TableScreen"


async def test_another_scenario_is_not_called_by_the_game_it_was_taken_from(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets(), size=(120, 40)) as app:
        await app.press("n")
        panel = app.one(PanelHost).panel
        assert isinstance(panel, NewGamePanel)
        panel.entry.put("ruleset", "company")
        panel.entry.put("mission", "raid")
        await app.press("g", "down", "up")
        assert "RAID" in app.one(Forces).plain.splitlines()[0]
        assert "title" not in panel.plan.setup


async def test_a_game_is_started_in_two_keys(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets()) as app:
        await app.press("n")
        assert "Start from" in app.one(PanelHost).plain
        assert "Start the game" in app.one(PanelHost).plain
        await app.press("enter")
        assert app.where == "TableScreen"
        assert "KEELBORN" in app.one(Head).plain
        assert [path.stem for path in app.folder.glob("*.vedette")] == ["keelborn-wardens"]


async def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("a file where the folder should be")
    async with rooms(tmp_path / "own", rulesets()) as app:
        await app.press("n", "enter")
        assert app.where == "NewGameScreen"
        assert "✘" in app.one(PanelHost).plain


async def test_the_text_of_the_choice_at_hand_is_below_the_table(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets(), size=(120, 40)) as app:
        await app.press("n", "3")
        assert "Red comes up" not in app.one(Forces).plain
        await app.press("m")
        assert "THE NINTH GATE" in app.one(Forces).plain
        assert "The attackers come up out of the dry sea" in app.one(Forces).plain


async def test_where_the_screen_is_narrow_tab_shows_the_table_or_the_choices(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets()) as app:
        await app.press("n")
        for pick, name in enumerate(rulesets()):
            await app.press("r", str(pick + 1))
            for width in (SMALLEST[0], 94, 100, WIDE - 1, WIDE):
                await app.pilot.resize_terminal(width, 34)
                await app.settled()
                assert app.where == "NewGameScreen", (name, width)
                stage = app.screen.query_one("#stage")
                assert stage.display is (width >= WIDE), (name, width)
                if width < WIDE:
                    await app.press("tab")
                    assert (stage.display, app.one(PanelHost).size.width) == (True, 0)
                    await app.press("tab")
                    assert (stage.display, app.one(PanelHost).size.width > 0) == (False, True)


async def test_optional_rules_have_keys_and_a_sentence_each(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets(), size=(120, 40)) as app:
        await app.press("n", "r", "4", "o")
        panel, options = app.one(PanelHost).panel, rulesets()[CLOSE_QUARTERS].options()
        assert isinstance(panel, NewGamePanel)
        told = " ".join(app.one(Forces).plain.split())
        assert all(one.name in told for one in options.values())
        keys = {one.id: key for key, one in panel.option_keys.items()}
        await app.press(keys["fatigue"])
        assert panel.plan.setup["options"]["fatigue"] is True
        assert panel.plan.setup["options"]["nonlethal"] is True, "fatigue needs it"
        await app.press(keys["nonlethal"])
        assert not {"fatigue", "nonlethal"} & panel.plan.setup["options"].keys()
        await app.press(keys["gravity"])
        assert app.where == "AgreementScreen", "a number is typed"


async def test_an_army_is_put_together_named_and_played(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets()) as app:
        await app.press("n")
        await _space_on(app, "army.red")
        assert app.where == "ArmyScreen"
        assert "Skipper Jessa" in app.one(Menu, "#units").plain

        await app.press("enter", "tab", "enter", *"Bo", "enter", "escape")
        assert app.where == "NewGameScreen"
        assert "pick your own" in app.one(PanelHost).plain
        await app.press("enter")

        names = [unit.name for unit in app.screen.session.state.units.values()]  # type: ignore[attr-defined]
        assert "Bo" in names


async def test_units_are_taken_out_again(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets()) as app:
        await app.press("n")
        await _space_on(app, "army.red")
        await app.press("backspace")
        assert "3 units" in app.one(Banner).plain
        await app.press(*["backspace"] * 4)
        assert "0 units" in app.one(Banner).plain
        await app.press("escape")
        assert "no units yet" in app.one(PanelHost).plain


async def _space_on(app: Rooms, field: str) -> None:
    panel = app.one(PanelHost).panel
    assert isinstance(panel, NewGamePanel)
    panel.entry.pick(field)
    await app.press("space")


async def test_a_key_pressed_twice_leaves_or_starts_once(tmp_path: Path) -> None:
    async with rooms(tmp_path) as shown:
        await shown.press("n")
        panel = shown.screen
        panel.post_message(Closed())
        panel.post_message(Closed())
        await shown.settled()
        assert shown.where == "HomeScreen"

        await shown.press("n")
        host, form = shown.one(PanelHost).panel, shown.screen
        assert isinstance(host, NewGamePanel)
        form.post_message(Committed(host.entry.form))
        form.post_message(Committed(host.entry.form))
        await shown.settled()
        assert shown.where == "TableScreen"
        assert len(list(tmp_path.glob("*.vedette"))) == 1


async def test_both_armies_are_beside_the_table_and_the_one_at_hand_is_told_in_full(tmp_path: Path) -> None:
    async with rooms(tmp_path / "own", rulesets(), size=(120, 40)) as app:
        await app.press("n")
        shown = app.one(Forces).plain
        names = ("THE SALT ROAD", "The Mud Landing", "Skipper Jessa Rook", "The Wall Picket", "Young Rattle")
        assert all(text in shown for text in names)
        assert "Inspiring Presence" not in shown
        panel = app.one(PanelHost).panel
        assert isinstance(panel, NewGamePanel)
        await app.press(panel.entry.letters["army.blue"])
        assert "Inspiring Presence" in app.one(Forces).plain
        await app.press("right")
        assert "The Wall Picket" not in app.one(Forces).plain


# --- leaders, maps, and what was played last


CLOSE_QUARTERS = "close-quarters"


def test_whoever_leads_must_be_there_else_somebody_is_asked_for(setup: NewGameSetup) -> None:
    game = {"ruleset": CLOSE_QUARTERS, "game": "ruins-patrol"}
    assert leader(plan(setup, **game)) == "hanne"

    other = plan(setup, **game, army__colony="rebels")
    assert (other.faults, leader(other)) == ((), "vesna")

    setup.take(
        "colony", [unit for unit in plan(setup, **game).armies["colony"].units if unit["id"] != "hanne"]
    )
    asked = plan(setup, **game, army__colony=OWN)
    assert asked.faults == ("Colony Defense Team: choose who leads.",)
    field = next(field for field in asked.form.fields if field.name == "leader.colony")
    assert (field.value, field.required) == (None, True)
    assert "hanne" not in [choice.value for choice in field.choices]

    for chosen in ("mira", ""):
        made = plan(setup, **game, army__colony=OWN, leader__colony=chosen)
        assert (made.faults, made.setup["sides"][0]["leader"]) == ((), chosen)
        starts(made)


def leader(made: Plan) -> object:
    return made.setup["sides"][0].get("leader")


def test_of_two_sides_with_the_same_army_each_has_its_own_leader(setup: NewGameSetup) -> None:
    made = plan(
        setup, ruleset=CLOSE_QUARTERS, game="ruins-patrol", army__rebels="colony", army__colony="colony"
    )
    first, second = made.setup["sides"]
    assert made.faults == ()
    assert first["leader"] != second["leader"]
    assert second["leader"] in [unit["id"] for unit in second["units"]]
    starts(made)


def test_on_another_map_everybody_begins_in_the_zone_of_the_side(setup: NewGameSetup) -> None:
    own = plan(setup, ruleset=CLOSE_QUARTERS, game="duel")
    other = plan(setup, ruleset=CLOSE_QUARTERS, game="duel", mission="ship-deck")

    assert own.board is not None
    assert other.board is not None
    assert other.faults == ()
    assert [figure.hex for figure in own.board.figures] != [figure.hex for figure in other.board.figures]
    zones = read_map(next(row for row in library.table(CLOSE_QUARTERS, "maps") if row["id"] == "ship-deck"))[
        "zones"
    ]
    assert all(figure.hex in zones[zone] for zone, figure in zip("12", other.board.figures, strict=True))
    starts(other)


def test_on_another_map_nobody_stands_shoulder_to_shoulder_while_there_is_room(setup: NewGameSetup) -> None:
    made = plan(setup, ruleset=CLOSE_QUARTERS, game="foxholes", mission="ruins")

    assert made.board is not None
    hexes = [figure.hex for figure in made.board.figures]
    assert len(hexes) == 8
    assert not any(other in neighbours(hex) for hex in hexes for other in hexes)


async def test_the_game_that_was_played_last_is_offered_first(tmp_path: Path) -> None:
    (tmp_path / "broken.vedette").write_bytes(b"\xff{")
    async with rooms(tmp_path, rulesets(), size=(120, 40)) as at:
        await at.press("n")
        assert "Keelborn" in at.one(PanelHost).plain
        await at.press("escape")
        new_session(
            rulesets()[CLOSE_QUARTERS],
            library.games(CLOSE_QUARTERS)["duel"],
            seed=1,
            path=tmp_path / "d.vedette",
        ).close()
        await at.press("n")
        assert "Close Quarters" in at.one(PanelHost).plain
        assert "against rifle" in at.one(Forces).plain
