"""The key that opens the page of a game for others: who may look, where it is, how many do, and its end."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from textual.containers import Vertical
from textual.widgets import Static

from tests.tui.rooms import Rooms, played, rooms
from tests.web.serving import Following, ask
from tests.web.test_pages import hidden
from vedette.engine.library import games
from vedette.engine.session import new_session
from vedette.registry import rulesets
from vedette.shared_page import SharedPage
from vedette.tui.screens.invite import Invite
from vedette.tui.screens.table import TableScreen
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.panel_host import PanelHost
from vedette.web.qr import qr_lines
from vedette.web.server import Address


def said(at: Rooms) -> str:
    """What the box says."""
    assert isinstance(at.screen, Invite)
    return "\n".join(str(part.content) for part in at.screen.query(Static) if part.id != "code")


async def until_footer(at: Rooms, words: str) -> None:
    while words not in at.one(KeyBar).plain:
        await at.pilot.pause(0.01)


async def test_a_page_is_opened_followed_counted_and_closed(tmp_path: Path) -> None:
    async with rooms(tmp_path, save=played(tmp_path / "g.vedette"), size=(120, 40)) as at:
        await at.press("I")
        assert "Who may look?" in said(at)
        await at.press("2")
        address = re.search(r"http://127\.0\.0\.1:(\d+)/", said(at))
        assert address is not None
        await at.press("escape")
        viewer = Following(int(address[1]))
        assert "Verdant Line" in viewer.next()["banner"]
        await until_footer(at, "1 looking")
        await at.press("m", "4", "enter")
        told = viewer.next()
        while "4 inches" not in told.get("log", ""):
            told = viewer.next()
        viewer.close()
        await until_footer(at, "0 looking")
        await at.press("I", "x")
        assert "looking" not in at.one(KeyBar).plain
        with pytest.raises(ConnectionError):
            ask(address[0])


async def test_the_open_form_is_on_the_page_with_its_odds(tmp_path: Path) -> None:
    async with rooms(tmp_path, save=played(tmp_path / "g.vedette"), size=(120, 40)) as at:
        await at.press("I", "2")
        address = said(at).split()[0]
        await at.press("escape", "a")
        assert re.search(r"<h2>Attack", ask(address).text)
        await at.press("escape")
        assert not re.search(r"<h2>Attack", ask(address).text)


async def test_the_address_of_a_side_is_shown_to_that_side_alone(tmp_path: Path) -> None:
    save = tmp_path / "g.vedette"
    new_session(
        rulesets()["close-quarters"], games("close-quarters")["ruins-patrol"], seed=1, path=save
    ).close()
    async with rooms(tmp_path, rulesets(), save) as at:
        await at.press("I", "2", "1")
        assert at.where == "Confirm"
        await at.press("enter")
        own = said(at)
        assert re.match(r"For .+ alone: http://127\.0\.0\.1:\d+/[\w-]{16}/", own)
        await at.press("0")
        assert said(at).startswith("http://127.0.0.1")


class WithManyAddresses(SharedPage):
    """A page for everybody and for two sides, by four adapters."""

    is_open = True
    addresses = tuple(
        Address(f"http://10.0.{n}.1:8000/token-of-{side or 'all'}/", side, f"wlan{n}")
        for side in ("", "Red", "Blue")
        for n in range(4)
    )


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)])
async def test_arrows_reach_every_address_each_with_its_code(tmp_path: Path, size: tuple[int, int]) -> None:
    """A side's own is not to be read before somebody says that the others look away."""
    page = WithManyAddresses(lambda viewers: None)
    async with rooms(tmp_path, save=played(tmp_path / "g.vedette"), size=size) as at:
        table = at.screen
        assert isinstance(table, TableScreen)
        await at.app.push_screen(Invite(page, table.controller.table))
        await at.settled()
        for place, address in enumerate(page.addresses):
            if address.side:
                assert address.url not in said(at)
                await at.press("enter", "enter")
            assert address.url in said(at)
            code = str(at.one(Static, "#code").content)
            assert code == "\n".join(qr_lines(address.url))
            assert all(
                other.url not in said(at) for other in page.addresses if other.side and other != address
            )
            box = at.one(Vertical).region
            assert (box.y >= 0, box.bottom <= size[1]) == (True, True), place
            await at.press("down")
        assert page.addresses[0].url in said(at).splitlines()[0]


async def test_a_form_that_one_side_fills_in_secret_is_not_on_the_page(tmp_path: Path) -> None:
    session = hidden(tmp_path, tmp_path / "g.vedette")
    session.undo("red")
    session.close()
    async with rooms(tmp_path, rulesets(), tmp_path / "g.vedette", (120, 40)) as at:
        await at.press("I", "2")
        address = said(at).split()[0]
        await at.press("escape", "b", "enter")
        assert "Seal a declaration" in at.one(PanelHost).plain
        assert "<h2>Seal" not in ask(address).text


async def test_no_network_is_told_in_the_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ifaddr.get_adapters", list)
    async with rooms(tmp_path, save=played(tmp_path / "g.vedette")) as at:
        await at.press("I", "1")
        assert "This computer is in no network." in said(at)
        await at.press("escape")
        assert at.where == "TableScreen"


def test_nothing_of_the_web_is_loaded_before_somebody_wants_the_page() -> None:
    code = "import sys, vedette.cli.app, vedette.tui.screens.table\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"starlette", "uvicorn", "segno", "jinja2", "vedette.web"} & set(done.stdout.split())
