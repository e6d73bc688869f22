"""Letters of actions: the same in every game for what is the same, and one for all that belongs to the table."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList

from tests.idle import workers_done
from tests.tui.test_table import table
from vedette.engine.checks import Refusal
from vedette.registry import rulesets
from vedette.tui.keys import ACTIONS, EVERYWHERE, RESERVED
from vedette.tui.screens.dialogs import ReadRule
from vedette.tui.widgets.actions_panel import ActionList, ActionsPanel
from vedette.tui.widgets.form_panel import FormPanel
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.panel_host import BadKey, PanelHost, pressed
from vedette.tui.widgets.table_actions import TableActions
from vedette.view.vocabulary import Action, Card


@pytest.mark.parametrize("game", sorted(rulesets()))
def test_attack_move_and_end_have_their_letters_and_nothing_else_has(game: str) -> None:
    keys = {do: spec.key for do, spec in rulesets()[game].specs.items()}

    assert {do for do, key in keys.items() if key == "a"} <= {"attack", "skirmish_fire", "group_fire"}
    assert {do for do, key in keys.items() if key == "m"} <= {"move"}
    assert all(do.startswith("end_") or do == "cease_fire" for do, key in keys.items() if key == "e")
    assert not RESERVED & set(keys.values())


def test_no_other_action_falls_back_on_a_letter_that_means_the_same_everywhere() -> None:
    crowd = [Action(f"do{i}", "r1", "Maneuver", "k") for i in range(16)]
    given = ActionList.of(crowd, None, "first", "").keys

    assert not EVERYWHERE & set(given)


def nothing_of(*actions: Action) -> str:
    """What is said to the letter of an attack where nobody lists one."""
    said = pressed(ACTIONS, ActionsPanel(ActionList.of(actions, None, "first", "")), "a", "a")
    assert isinstance(said, BadKey)
    return said.sentence


def test_a_letter_that_is_not_even_listed_tells_what_is_possible_or_why_nothing_is() -> None:
    under_way = Refusal("LG-ACT-1", "The activation of The Corks is under way.")
    deploy, waits = Action("deploy", "r1", "Deploy", "d"), Action("deploy", "r1", "Deploy", "d", under_way)

    assert nothing_of() == "No attack is possible now."
    waiting = ActionsPanel(ActionList.of((), None, "first", "", "Zorgo decides first."))
    for key, char in (("o", "o"), ("enter", "")):
        said = pressed(ACTIONS, waiting, key, char)
        assert isinstance(said, BadKey)
        assert "Zorgo decides first." in said.sentence
    assert nothing_of(deploy) == "No attack is possible now. Possible: Deploy."
    several = [Action(f"do{i}", "r1", f"Maneuver {i}", "k") for i in range(5)]
    assert "Maneuver 0, Maneuver 1, Maneuver 2 and 2 more." in nothing_of(*several)
    assert nothing_of(waits) == "No attack is possible now. The activation of The Corks is under way."


async def test_the_tables_entry_and_its_list_can_be_clicked() -> None:
    async with table() as shown:
        rows = shown.shows(PanelHost).splitlines()
        entry = next(y for y, row in enumerate(rows) if "the table" in row)
        await shown.pilot.click(PanelHost, offset=(8, entry))
        assert isinstance(shown.panel, TableActions)

        rows = shown.shows(PanelHost).splitlines()
        dice = next(y for y, row in enumerate(rows) if "Dice" in row)
        await shown.pilot.click(PanelHost, offset=(8, dice))
        await shown.pilot.pause()
        assert "Vedette rolls for" in shown.shows(Head)


async def test_the_palette_finds_actions_and_rules_by_any_word(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table() as shown:
        monkeypatch.setattr(shown.pilot.app, "notify", lambda said, **_: pytest.fail(said))
        await shown.press("colon", *"mov")
        await workers_done(shown.pilot.app)
        found = [str(option.prompt) for option in shown.pilot.app.screen.query_one(OptionList).options]
        named = [one.splitlines()[0] for one in found]
        assert named == ["Move", "LG-MOV-1  Moving", "Then attack"]

        await shown.press("down", "enter")
        await shown.pilot.pause()
        assert isinstance(shown.pilot.app.screen, ReadRule)
        await shown.press("escape", "colon", *"move", "enter")
        await shown.pilot.pause()
        assert isinstance(shown.panel, FormPanel)


async def test_nothing_belongs_to_the_table_while_a_question_is_open() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "t")

        assert not isinstance(shown.panel, TableActions)


async def test_dice_that_no_rule_asks_for_are_rolled_at_the_table() -> None:
    async with table() as shown:
        await shown.press("A", "1")
        assert "✘ Say which dice, such as 1d12." in shown.shows(PanelHost)
        assert "Needed" not in shown.shows(PanelHost)
        await shown.press(*"d12", "tab", *"War drum", "enter", "7")

        assert shown.entries == ["command", "dice"]
        roll = shown.session.rolls[-1]
        assert (roll.title, roll.faces) == ("War drum", (7,))
        assert "War drum" in shown.shows(PanelHost)


async def test_the_palette_finds_a_unit_by_part_of_its_name_and_keys_by_what_they_do() -> None:
    async with table() as shown:
        await shown.press("colon", *"siliers", "enter")
        await workers_done(shown.pilot.app)
        await shown.pilot.pause()
        assert "Fusiliers" in shown.shows(PanelHost).splitlines()[0]
        await shown.press("colon", *"clocks", "enter")
        await workers_done(shown.pilot.app)
        await shown.pilot.pause()
        assert shown.pilot.app.screen.controller.clock is not None  # type: ignore[attr-defined]


async def test_what_is_not_possible_is_one_line_that_a_key_opens_with_a_reason_each() -> None:
    async with table() as shown:
        await shown.press("tab")
        folded = shown.shows(PanelHost)
        assert "more, not possible now" in folded
        assert "It is the turn of red." not in folded
        await shown.press("plus")
        assert "It is the turn of red." in shown.shows(PanelHost)
        await shown.press("plus")
        assert shown.shows(PanelHost) == folded


def test_enter_ends_a_units_own_time_where_only_something_seldom_is_left() -> None:
    card = Card("r1", "Rook", "red", "active")
    end = Action("end", "r1", "End activation", "e", deliberate=True)
    ability = Action("ability", "r1", "Ability", "b", seldom=True)
    move = Action("move", "r1", "Move", "m")
    passing = Action("pass", "red", "Pass", "p", deliberate=True)

    def first(*actions: Action) -> Action | None:
        return ActionList.of(actions, card, "first", "").first

    assert first(ability, move, end) is move
    assert first(ability, end) is end
    assert first(ability, passing) is ability
    assert first(passing) is None


async def test_a_unit_in_full_is_a_key_away_and_no_part_of_the_table_at_rest() -> None:
    async with table() as shown:
        rest = shown.shows(PanelHost)
        assert "RNG 12" not in rest
        await shown.press("space")
        assert "RNG 12" in shown.shows(PanelHost)
        await shown.press("escape")
        assert shown.shows(PanelHost) == rest
