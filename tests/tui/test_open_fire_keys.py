"""How many keys a real game takes: the counts that were promised."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.company.skirmishes import group, skirmish
from tests.games.open_fire.battles import through_deployment
from tests.tui.test_table import table
from vedette.engine import library
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import Session, new_session
from vedette.games.company.ruleset import RULESET as COMPANY
from vedette.games.open_fire.ruleset import RULESET
from vedette.tui.widgets.actions_panel import ActionsPanel
from vedette.tui.widgets.form_panel import FormPanel
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.panel_host import PanelHost
from vedette.tui.widgets.table_actions import TableActions


@pytest.fixture
def battle() -> Session[Any]:
    """A first battle with two units of each side on the table, the blue captain about to act."""
    folder = library.data_folder() / "rulesets" / "open-fire" / "games"
    session = new_session(RULESET, library.read_toml(folder / "first-battle.toml"), seed=7)
    units = {
        side: [name for name, unit in session.state.units.items() if unit.side == side]
        for side in ("red", "blue")
    }
    session.do({"do": "start_game", "by": "red"})
    session.do({"do": "roll_off", "by": "red"}, answers=ScriptedAnswers([9, 3]))
    for side, i in (("red", 0), ("blue", 1), ("red", 1)):
        session.do({"do": "deploy", "by": units[side][i]})
        session.do({"do": "end_activation", "by": units[side][i]})
    session.do({"do": "deploy", "by": units["blue"][0]})
    return session


async def test_an_attack_with_the_assistants_dice_takes_six_keys_at_most(battle: Session[Any]) -> None:
    async with table(battle) as shown:
        for wall in ("#first", "#second"):
            await shown.pilot.click(wall, offset=(3, 0))
        before = len(battle.timeline.entries)
        await shown.press("a", "b", "8", "enter")
        if battle.request:
            await shown.press("1")

        kinds = [entry.kind for entry in battle.timeline.entries[before:]]
        assert kinds[0] == "command"
        assert battle.timeline.entries[before].given["range"] == 8


async def test_typed_dice_take_no_more_keys_than_five_and_the_dice(battle: Session[Any]) -> None:
    async with table(battle) as shown:
        before = len(battle.timeline.entries)
        await shown.press("a", "b", "8", "enter", "1", "1", "2")

        assert [entry.kind for entry in battle.timeline.entries[before:]] == ["command", "dice"]
        assert battle.request is None


async def test_behind_a_range_of_two_digits_the_dice_are_typed_at_once(battle: Session[Any]) -> None:
    async with table(battle, (120, 40)) as shown:
        before = len(battle.timeline.entries)
        await shown.press("a", "b", "1")
        assert "Type the dice" not in shown.shows(PanelHost)
        await shown.press("0")
        assert "▸Type the dice or Enter  Attack: roll 3 D12" in shown.shows(PanelHost)
        assert len(battle.timeline.entries) == before

        await shown.press("1", "equals_sign", "2")
        assert [entry.kind for entry in battle.timeline.entries[before:]] == ["command", "dice"]
        assert battle.timeline.entries[before].given["range"] == 10
        assert battle.rolls[-1].faces == (1, 12, 2)


async def test_what_changes_the_range_comes_back_to_it_from_the_dice(battle: Session[Any]) -> None:
    async with table(battle) as shown:
        await shown.press("a", "b", "1", "0")
        entry = shown.panel.entry
        assert entry.at_dice

        await shown.press("backspace", "1")
        assert (entry.focus, entry.draft["range"]) == ("range", 11)
        assert entry.form.refusal.rule == "OF-RNG-1"  # nothing is typed behind what is refused

        await shown.press("backspace", "0")
        assert entry.at_dice
        await shown.press("full_stop", "5")
        assert (entry.focus, entry.draft["range"]) == ("range", 10.5)
        await shown.press("r", "1", "0", "up", "8")
        assert (entry.focus, entry.draft["range"]) == ("range", 8)


async def test_a_key_that_is_no_face_gives_no_command_from_the_form(battle: Session[Any]) -> None:
    async with table(battle) as shown:
        before = len(battle.timeline.entries)
        await shown.press("a", "b", "1", "0", "k", "comma")
        assert isinstance(shown.panel, FormPanel)
        assert len(battle.timeline.entries) == before


async def test_whose_dice_vedette_rolls_is_not_asked_for_the_first_one(battle: Session[Any]) -> None:
    async with table(battle) as shown:
        await shown.press("D", "a", "b", "1", "0")
        assert shown.panel.entry.focus == "range"
        await shown.press("enter")
        assert {die.source for die in battle.rolls[-1].dice} == {"rolled"}


async def test_an_enter_right_after_the_last_die_rolls_no_dice_of_the_other_player(
    battle: Session[Any],
) -> None:
    async with table(battle) as shown:
        await shown.press("a", "b", "8", "enter", "9", "9", "9")
        assert "Enter twice" in shown.shows(PanelHost)
        rolled = len(battle.rolls)
        await shown.press("enter")
        assert "Enter twice" not in shown.shows(PanelHost)
        assert len(battle.rolls) == rolled

        await shown.press("enter")
        assert len(battle.rolls) > rolled


async def test_what_is_asked_last_is_what_the_form_showed(battle: Session[Any]) -> None:
    async with table(battle) as shown:
        await shown.press("a", "b", "8", "enter", "u", "a")

        fields = {field.name: field.value for field in shown.panel.entry.form.fields}
        assert (fields["range"], shown.panel.entry.form.ready) == (8, True)


async def test_only_weapons_that_reach_beyond_contact_are_asked_for(battle: Session[Any]) -> None:
    """The captain's sabre is grey, so that the pistol goes without saying and the range comes next."""
    async with table(battle) as shown:
        await shown.press("a", "b")

        weapon = next(field for field in shown.panel.entry.form.fields if field.name == "weapon")
        pistol, sabre = weapon.choices
        assert (pistol.why_not, sabre.why_not.rule) == (None, "OF-RNG-1")
        assert shown.panel.entry.focus == "range"


async def test_the_same_again_takes_two_keys_and_the_dice(battle: Session[Any]) -> None:
    async with table(battle) as shown:
        await shown.press("a", "b", "8", "enter", "1", "1", "2", "u")
        before = len(battle.timeline.entries)
        await shown.press("full_stop", "enter", "enter")

        assert [entry.kind for entry in battle.timeline.entries[before:]] == ["command", "dice"]


@pytest.fixture
def second_round(battle: Session[Any]) -> Session[Any]:
    """Everybody is on the table and has no stress; red is to activate."""
    through_deployment(battle)
    return battle


def _given(session: Session[Any], start: int) -> list[str]:
    return [str(entry.given.get("do", entry.kind)) for entry in session.timeline.entries[start:]]


async def test_a_ready_unit_is_activated_by_its_attack_or_move(second_round: Session[Any]) -> None:
    async with table(second_round) as shown:
        before = len(second_round.timeline.entries)
        await shown.press("a", "b", "8", "enter", "1", "1", "2")
        assert _given(second_round, before)[:3] == ["activate", "attack", "dice"]

        await shown.press("e", "enter", "down", "m", "4", "enter")
        assert _given(second_round, before)[-3:] == ["end_activation", "activate", "move"]


async def test_a_form_that_is_left_or_refused_activates_nobody(second_round: Session[Any]) -> None:
    async with table(second_round) as shown:
        before = len(second_round.timeline.entries)
        await shown.press("a", "b", "4", "8", "enter", "escape")
        assert len(second_round.timeline.entries) == before

        await shown.press("a", "b", "4", "8", "enter", "!", *"agreed", "enter")
        assert _given(second_round, before)[:2] == ["activate", "attack"]


async def test_who_has_to_recover_first_is_activated_for_itself(second_round: Session[Any]) -> None:
    unit = next(id for id, unit in second_round.state.units.items() if unit.side == "red")
    second_round.do(
        {"do": "adjust", "by": "red", "path": f"units.{unit}.stress", "value": 1, "reason": "token"}
    )
    async with table(second_round) as shown:
        await shown.press("a")
        assert "OF-ACT-1" in shown.shows(Head)

        await shown.press("enter")
        assert second_round.request is not None


async def test_a_tie_is_told_and_who_rolls_again(second_round: Session[Any]) -> None:
    while second_round.state.phase != "initiative":
        second_round.undo("red")
    async with table(second_round, (120, 40)) as shown:
        await shown.press("r", "7", "7")
        assert "Roll-off: a tie, both sides roll again" in shown.shows(Head)


async def test_what_belongs_to_the_table_stands_behind_one_entry(battle: Session[Any]) -> None:
    async with table(battle) as shown:
        assert "Concede" not in [action.title for action in shown.panel.offer.actions]

        await shown.press("t")
        assert isinstance(shown.panel, TableActions)
        for told in ("c  Concede", "x  Adjust", "n  Note"):
            assert told in shown.shows(PanelHost)

        await shown.press("escape")
        assert type(shown.panel) is ActionsPanel
        await shown.press("t", "c")
        assert isinstance(shown.panel, FormPanel)


async def test_behind_an_undo_the_unit_stays_at_hand_whose_attack_was_taken_back(
    second_round: Session[Any],
) -> None:
    async with table(second_round, (120, 40)) as shown:
        await shown.press("down", "a", "b", "1", "2", *"111111111")
        await shown.press("u", "escape", "u")

        assert second_round.state.activation.unit == ""
        assert shown.panel.offer.card.name == "Morning Watch"


async def test_whose_dice_are_asked_for_has_the_sign_of_who_acts() -> None:
    """In Company the rules count a Group among those that have acted before its dice fall; its card says ACTING all the same."""
    async with table(skirmish([group("r1")], [group("b1")]), (120, 40)) as shown:
        await shown.press("a", "3", "enter")
        assert "◈ Group r1 ──→ ◎ Group b1" in shown.shows(PanelHost)


async def test_what_is_counted_is_told_in_whole_words() -> None:
    """The points lost were cut in the middle of a word, and the VP behind them in the middle of a score."""
    preset = {"phase": "activation", "active": "red"}
    game = {**library.games("company")["bell-hill"], "state": preset}
    async with table(new_session(COMPANY, game, seed=1), (120, 40)) as shown:
        board = " ".join(shown.shows(Head).split())
        assert "POINTS 24 of 24 left 24 of 24 left" in board
        assert board.count("→ 0 VP if it ended now") == 2
