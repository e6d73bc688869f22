"""On the screen whoever watches a hex is called upon when an enemy comes through it, and the mover waits."""

from __future__ import annotations

from tests.games.close_quarters.watched import before_the_move
from tests.tui.test_table import table
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.hex_map import HexMap
from vedette.tui.widgets.panel_host import PanelHost

WALK = ("m", "V", "d", "e", "d", "enter", "enter")


async def test_the_key_that_the_list_names_fires_at_the_mover() -> None:
    session = before_the_move("zorgo")
    async with table(session, (120, 40)) as shown:
        await shown.press(*WALK)
        assert session.state.units["hanne"].hex == "0906"
        assert "Rebels ▶ │ Zorgo may fire" in shown.shows(Head)
        assert "→ Hanne Dahl moves to 0906" in shown.shows(Head)
        assert "waits for an answer" in shown.shows(Head)
        await shown.press("enter", "o", "enter", "6", "6", "6")
        assert session.rolls[0].why == "to_hit"


async def test_a_mover_cannot_go_on_before_the_watcher_lets_it_pass() -> None:
    session = before_the_move("zorgo")
    async with table(session, (120, 40)) as shown:
        await shown.press(*WALK, "enter")
        line = session.timeline.head
        await shown.press("m", "e", "e", "tab", "m", "e", "e")
        assert session.timeline.head == line
        assert "Colony" not in shown.shows(Head).splitlines()[0]
        await shown.press("tab", "p", "enter", "m")
        assert session.timeline.command_at(session.timeline.head).input.do == "let_pass"
        assert "Bruce Corr" in shown.shows(Head)


async def test_the_shot_is_shown_with_its_odds_and_enter_fires() -> None:
    """The mover's Enter does not fire it: what has happened is acknowledged first. On the map the target has its chance."""
    session = before_the_move("zorgo")
    async with table(session, (120, 40)) as shown:
        await shown.press(*WALK, "enter")
        panel = shown.shows(PanelHost)
        assert all(one in panel for one in ("hand over to the Rebels", "Marksmanship", "95 %", "Let it pass"))
        assert "95%" in shown.shows(HexMap)
        await shown.press("enter", "6", "6", "6")
        assert session.rolls[0].why == "to_hit"
