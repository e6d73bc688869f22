"""A house profile made in the army builder: checked as it is typed, offered with the others, and written as a file to send."""

from __future__ import annotations

from pathlib import Path

from tests.tui.rooms import Rooms, rooms
from vedette.engine import library
from vedette.registry import rulesets
from vedette.tui.widgets.form_panel import FormPanel
from vedette.tui.widgets.menu import Menu
from vedette.tui.widgets.new_game_panel import NewGamePanel
from vedette.tui.widgets.page import Page
from vedette.tui.widgets.panel_host import PanelHost
from vedette.view.pack_files import open_pack, packs_of


async def _army(app: Rooms, ruleset: str) -> None:
    await app.press("n")
    panel = app.one(PanelHost).panel
    assert isinstance(panel, NewGamePanel)
    panel.click(f"choice:ruleset:{list(rulesets()).index(ruleset)}")
    panel.entry.pick("army.red")
    await app.press("space")


def _form(app: Rooms) -> FormPanel:
    panel = app.one(PanelHost).panel
    assert isinstance(panel, FormPanel)
    return panel


async def test_a_house_profile_is_made_changed_sent_and_removed(tmp_path: Path, own_folders: Path) -> None:
    async with rooms(tmp_path / "own", rulesets()) as app:
        await _army(app, "company")
        await app.press("down", "down", "h", "enter", *"The [b]Reeds")
        assert "Enter saves it" in app.one(Page).plain
        await app.press(*["down"] * 6)
        entry = _form(app).entry
        entry.set_value(next(one for one in entry.form.fields if one.name == "traits"), ["vicious"])
        await app.press("0")
        assert "FS must be at least 1" in app.one(Page).plain
        await app.press("backspace", "6")
        assert "Points 9: 6, Vicious +3" in app.one(PanelHost).plain
        await app.press("enter")
        assert "⌂ The [b]Reeds" in app.one(Menu).plain
        (pack,) = packs_of("company")
        assert [(row["id"], row["points"]) for row in pack.tables["profiles"]] == [("the-b-reeds", 9)]

        await app.press("escape", "enter")
        assert "1× ⌂ The [b]Reeds" in app.one(Menu, "#profiles").plain

        await app.press("h", "w", *"Reed club", "enter")
        sent = library.user_folder() / "sent" / "reed-club.toml"
        await app.press("backspace", "enter")
        assert packs_of("company")[0].tables.get("profiles", []) == []
    assert [row["id"] for row in open_pack(sent, rulesets()).tables["profiles"]] == ["the-b-reeds"]
