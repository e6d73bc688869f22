"""Setting up the table: the sketch, and steps that may be ticked."""

from __future__ import annotations

from pathlib import Path

from tests.tui.rooms import rooms
from vedette.engine.library import data_folder, read_toml
from vedette.engine.session import new_session
from vedette.registry import rulesets
from vedette.tui.widgets.panel_host import PanelHost
from vedette.view.signs import DONE


def begun(folder: Path, ruleset: str, game: str, **more: object) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{game}.vedette"
    setup = read_toml(data_folder() / "rulesets" / ruleset / "games" / f"{game}.toml")
    new_session(rulesets()[ruleset], {**setup, **more}, seed=7, path=path).close()
    return path


async def test_steps_are_ticked_by_digits_and_ticks_outlive_the_sitting(tmp_path: Path) -> None:
    begun(tmp_path / "own", "open-fire", "ninth-gate")
    async with rooms(tmp_path / "own", rulesets(), size=(120, 40)) as app:
        await app.press("enter")
        stage = app.one(PanelHost)
        assert "Dam wall" in stage.plain
        assert "↓ The Ninth Lock" in stage.plain
        await app.press("1", "3", "1")
        assert stage.plain.count(DONE) == 1
        await app.press("q", "enter")
        assert app.one(PanelHost).plain.count(DONE) == 1
        await app.press("enter")
        assert DONE not in app.one(PanelHost).plain, "nothing has to be ticked"
        assert app.screen.session.state.phase != "setup"  # type: ignore[attr-defined]


async def test_the_briefing_is_read_in_place_of_the_steps(tmp_path: Path) -> None:
    begun(tmp_path / "own", "company", "mill-road")
    async with rooms(tmp_path / "own", rulesets(), size=(120, 40)) as app:
        await app.press("enter", "b")
        assert "Two companies on one road" in app.one(PanelHost).plain
        await app.press("b")
        assert "Two companies" not in app.one(PanelHost).plain


async def test_a_house_rule_is_a_step_and_all_steps_have_room_on_a_small_screen(tmp_path: Path) -> None:
    readings = rulesets()["open-fire"].readings()
    reading = next(iter(readings.values()))
    begun(tmp_path / "own", "open-fire", "first-battle", readings={reading.id: reading.choices[1].id})
    async with rooms(tmp_path / "own", rulesets(), size=(80, 24)) as app:
        await app.press("enter")
        shown = app.one(PanelHost).plain
        assert "House rule" in shown
        assert "Start the game" in shown


def test_a_game_file_may_have_steps_of_its_own_and_a_game_without_any_opens_as_before() -> None:
    setup = read_toml(data_folder() / "rulesets" / "company" / "games" / "mill-road.toml")
    own = new_session(
        rulesets()["company"], {**setup, "setup": [{"name": "Coffee", "text": "for both sides"}]}, seed=1
    )
    assert own.header.setup["setup"][0]["name"] == "Coffee"
    old = {key: value for key, value in own.header.setup.items() if key != "setup"}
    old["scenario"] = {key: value for key, value in old["scenario"].items() if key not in ("setup", "sketch")}
    assert new_session(rulesets()["company"], old, seed=1).state.phase == "setup"
