"""How many keys a turn takes on the table screen: the counts that were promised."""

from __future__ import annotations

from tests.games.company.skirmishes import BOWS, WILD, group, skirmish
from tests.tui.test_table import table
from vedette.engine import library
from vedette.engine.session import new_session
from vedette.games.company.ruleset import RULESET
from vedette.tui.screens.table import TableScreen
from vedette.tui.widgets.setup_panel import BRIEFING


async def test_activate_and_shoot_takes_four_keys_and_the_dice() -> None:
    session = skirmish([group("r1", BOWS)], [group("b1"), group("b2")])
    async with table(session) as shown:
        await shown.press("s", "b", "9", "enter")
        await shown.press("4", "4", *"111111111111")
    assert session.timeline.entries[0].given["target"] == "b2"
    assert session.state.units["r1"].activated
    assert session.request is None


async def test_who_shoots_is_looked_at_until_the_last_die_though_he_has_acted() -> None:
    session = skirmish([group("r1", BOWS), group("r2")], [group("b1"), group("b2")])
    async with table(session) as shown:
        await shown.press("s", "b", "9", "enter", "4", "4")
        screen = shown.pilot.app.screen
        assert isinstance(screen, TableScreen)
        assert session.request is not None
        assert (session.state.units["r1"].activated, screen.controller.chosen) == (True, "r1")


async def test_activate_and_attack_takes_four_keys_and_the_dice_and_in_melee_two() -> None:
    session = skirmish([group("r1"), group("r2")], [group("b1"), group("b2")])
    async with table(session) as shown:
        await shown.press("a", "a", "5", "enter")
        await shown.press("4", "4", *"1" * 24)
        assert session.state.units["r1"].in_melee_with == ("b1",)
        session.do({"do": "end_turn", "by": "red"})
        session.do({"do": "end_turn", "by": "blue"})
    async with table(session) as shown:
        await shown.press("a", "enter")
        await shown.press("4", "4", *"1" * 24)
    assert session.state.units["r1"].activated
    assert session.request is None


async def test_a_turn_begins_with_enter_and_an_acknowledgement_after_each_roll() -> None:
    red = [group("r1"), group("r2", WILD), group("r3")]
    presets = {"phase": "rally", "units.r1.shaken": True, "units.r3.shaken": True}
    session = skirmish(red, [group("b1")], presets)
    async with table(session) as shown:
        await shown.press("enter", "6", "6", "enter")
        assert session.state.units["r1"].rallied
        await shown.press("enter", "6", "6", "enter")
        assert session.state.units["r3"].rallied
        await shown.press("enter", "a", "7", "enter", "1", "1")
    assert session.state.units["r2"].checked
    assert session.state.phase == "activation"


async def test_a_failed_activation_takes_no_key_to_hand_over() -> None:
    session = skirmish([group("r1")], [group("b1")])
    async with table(session) as shown:
        await shown.press("m", "enter", "1", "1")
        assert session.state.active == "blue"
        await shown.press("enter", "m", "enter", "6", "6")
    assert session.state.units["b1"].activated


def test_the_letter_of_an_ambition_is_not_that_of_the_briefing() -> None:
    traits = {f"companies.{side}.trait": "plain" for side in ("red", "blue")}
    roles = {"sides.red.role": "attacker", "sides.blue.role": "defender"}
    session = skirmish(
        [group("r1", captain=True)],
        [group("b1", captain=True), group("b2")],
        {"phase": "setup", "active": "", **traits, **roles},
    )
    actions = RULESET.view.actions(session.state, "red")
    keys = [action.key for action in actions if action.why_not is None]
    assert [action.do for action in actions].count("ambition") == 2
    assert len(set(keys)) == len(keys)
    assert BRIEFING not in keys


async def test_the_set_up_of_a_raid_takes_enter_for_each_step() -> None:
    traits = {f"companies.{company}.trait": "capable" for company in ("seafolk", "bearfolk-war-party")}
    state = {**traits, "sides.red.role": "attacker", "sides.blue.role": "defender"}
    session = new_session(RULESET, {**library.games("company")["salt-cellars"], "state": state}, seed=1)
    async with table(session) as shown:
        await shown.press("enter", "1", "2", "3", "enter")
        await shown.press("enter", "enter")
        await shown.press("enter", "enter")
        await shown.press("enter", "enter")
    held_back = [unit for unit in session.state.units.values() if unit.reserve]
    assert [unit.side for unit in held_back] == ["blue", "blue"]
    assert session.request is not None
    assert session.request.name == "first_turn"
