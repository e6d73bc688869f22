"""The table screen, played by keys and by mouse."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.little import little
from tests.tui.test_text import HOSTILE
from vedette.controller import Feedback
from vedette.engine.library import games
from vedette.engine.session import Session, new_session
from vedette.games.open_fire.ruleset import RULESET as OPEN_FIRE
from vedette.tui.app import VedetteApp
from vedette.tui.theme import THEMES
from vedette.tui.widgets.actions_panel import ActionsPanel
from vedette.tui.widgets.dice_panel import DicePanel
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.form_panel import FormPanel
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.log import GameLog
from vedette.tui.widgets.panel_host import PanelHost
from vedette.tui.widgets.short_log import ShortLog

SIZES = [(80, 24), (120, 40), (200, 60)]


class Table:
    """A running table screen, and how tests look at it."""

    def __init__(self, pilot: Pilot[None], session: Session[Any]) -> None:
        self.pilot = pilot
        self.session = session

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    def shows(self, kind: type[LineWidget]) -> str:
        return self.pilot.app.screen.query_one(kind).plain

    @property
    def panel(self) -> Any:
        return self.pilot.app.screen.query_one(PanelHost).panel

    @property
    def entries(self) -> Sequence[str]:
        return [entry.kind for entry in self.session.timeline.entries]


@asynccontextmanager
async def table(
    session: Session[Any] | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Table]:
    session = session or little()
    async with VedetteApp(session).run_test(size=size) as pilot:
        await pilot.pause()
        yield Table(pilot, session)


@pytest.mark.parametrize("size", SIZES)
async def test_the_table_shows_who_must_decide_and_both_sides(size: tuple[int, int]) -> None:
    async with table(size=size) as shown:
        assert "Ironclads" in shown.shows(Head)
        assert "Round 1 of 6" in shown.shows(Head)
        assert "Ford" in shown.shows(Head)
        assert "Move" in shown.shows(PanelHost)
        for wall in ("#first", "#second"):
            assert "Grenadiers 1" in shown.pilot.app.screen.query_one(wall, LineWidget).plain


async def test_an_attack_with_the_assistants_dice_takes_four_keys_and_the_casualties() -> None:
    async with table() as shown:
        await shown.press("D")
        await shown.press("a", "b", "8", "enter")

        assert shown.entries == ["command", "dice"]
        await shown.press("1", "1")
        assert not shown.session.request
        assert "of 3" in shown.shows(PanelHost)


async def test_typed_dice_need_no_key_beyond_their_faces() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "3", "4", "-")

        assert shown.session.rolls[-1].faces == (3, 4, 11)
        assert [die.source for die in shown.session.rolls[-1].dice] == ["typed"] * 3


async def test_enter_says_what_the_form_still_needs() -> None:
    async with table() as shown:
        await shown.press("a", "8", "enter")
        assert "Still needed: Target" in shown.shows(Head)
        assert shown.entries == []


async def test_the_same_attack_again_is_the_action_and_enter() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "1", "1", "1")
        await shown.press("a", "enter", "1", "1", "1")
        await shown.press("full_stop", "enter", "1", "1", "1")

        inputs = [entry.given for entry in shown.session.timeline.entries if entry.kind == "command"]
        assert inputs[0] == inputs[1] == inputs[2]


async def test_a_wrong_face_is_refused_at_the_key() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "3", "s", "b")

        assert isinstance(shown.panel, DicePanel)
        assert "b is not a die face" in shown.shows(Head)
        assert shown.session.rolls == ()


async def test_after_an_undo_the_same_faces_are_offered_and_others_are_marked() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "3", "4", "-", "u")
        assert "Same faces as before: 3 4 11" in shown.shows(PanelHost)
        assert "Enter repeats 3 4 11." in shown.shows(Head)

        await shown.press("right", "right", "2")
        assert [die.source for die in shown.session.rolls[-1].dice] == ["corrected"] * 3


async def test_a_redo_is_offered_only_after_an_undo() -> None:
    async with table(size=(200, 60)) as shown:
        await shown.press("m", "4", "enter")
        assert "redo" not in shown.shows(KeyBar)
        await shown.press("u")
        assert "y redo" in shown.shows(KeyBar)
        await shown.press("y")
        assert "redo" not in shown.shows(KeyBar)


async def test_a_side_that_has_its_dice_rolled_is_not_rolled_over_after_an_undo() -> None:
    async with table() as shown:
        await shown.press("D", "a", "b", "8", "enter", "u")

        assert isinstance(shown.panel, DicePanel)
        before = shown.session.recalled()
        assert isinstance(before, tuple)
        await shown.press("enter")
        assert shown.session.rolls[-1].faces == tuple(die.face for die in before)


async def test_undone_lines_stay_in_the_log() -> None:
    async with table() as shown:
        await shown.press("m", "4", "enter", "u")

        assert "1 action undone" in shown.shows(ShortLog)
        await shown.press("l")
        assert "1 line undone" in shown.shows(GameLog)
        await shown.press("a")
        assert "moves 4 inches" in shown.shows(GameLog)
        await shown.press("escape", "y")
        assert "I┃ Grenadiers 1 moves 4 inches" in shown.shows(ShortLog)


async def test_the_log_leads_back_to_a_line() -> None:
    async with table() as shown:
        await shown.press("m", "4", "enter", "m", "5", "enter")
        await shown.press("l", "up", "g", "enter")

        assert shown.session.timeline.head == 1
        assert shown.entries[-1] == "goto"


async def test_a_refusal_can_be_overruled() -> None:
    async with table() as shown:
        await shown.press("m", "7", "enter")
        assert "LG-MOV-1" in shown.shows(Head)
        assert shown.entries == []

        await shown.press("!", "o", "k", "enter")
        assert shown.session.timeline.entries[0].given["override"] == "ok"


async def test_what_was_said_of_a_draft_goes_when_the_draft_changes() -> None:
    async with table() as shown:
        await shown.press("m", "7", "enter")
        assert "LG-MOV-1" in shown.shows(Head)

        await shown.press("backspace", "2")
        assert "LG-MOV-1" not in shown.shows(Head)


async def test_what_is_not_possible_says_why() -> None:
    async with table() as shown:
        await shown.press("tab", "m")
        assert "LG-ACT-1" in shown.shows(Head)
        assert isinstance(shown.panel, ActionsPanel)


async def test_small_letters_belong_to_an_open_form_and_capitals_to_the_table() -> None:
    async with table() as shown:
        await shown.press("m", "4", "enter", "m", "u", "l", "q")
        assert isinstance(shown.panel, FormPanel)

        await shown.press("U")
        assert shown.entries == ["command", "undo"]


async def test_several_values_are_corrected_at_once_and_taken_back_at_once() -> None:
    async with table() as shown:
        await shown.press("x", "h", "0", "s", "plus", "plus", "minus", "a", "right")
        assert "2 → 0" in shown.shows(PanelHost)
        assert shown.entries == []

        await shown.press("enter")
        unit = shown.session.state.units["r1"]
        assert (unit.models, unit.stress, unit.done) == ((0,), 1, True)
        await shown.press("u")
        assert shown.session.state.units["r1"].models == (2,)
        assert shown.entries == ["command", "undo"]


async def test_a_form_is_still_open_after_a_look_at_what_can_be_corrected() -> None:
    async with table() as shown:
        await shown.press("m", "4", "X", "minus", "escape")

        assert isinstance(shown.panel, FormPanel)
        assert "4" in shown.shows(PanelHost)


async def test_a_form_is_open_again_after_a_correction_and_judges_by_it() -> None:
    async with table() as shown:
        await shown.press("m", "4", "X", "h", "minus", "enter")

        assert shown.entries == ["command"]
        assert isinstance(shown.panel, FormPanel)
        await shown.press("enter")
        assert shown.entries == ["command", "command"]


async def test_any_value_is_found_in_the_list_behind_one_more_key() -> None:
    async with table() as shown:
        await shown.press("x", "x", *"stress", "enter", "2", "enter", *"token", "enter")

        assert shown.session.state.units["r1"].stress == 2
        assert "Grenadiers 1, stress 0 → 2" in shown.shows(ShortLog)


async def test_a_condition_is_said_of_a_unit_and_ends_by_hand() -> None:
    battle = new_session(OPEN_FIRE, next(iter(games("open-fire").values())), seed=7)
    async with table(battle) as shown:
        await shown.press("x", "c", *"dug in", "down", "down", "down", "minus", "1", "enter")
        (condition,) = battle.state.conditions
        assert (condition.text, condition.until) == ("dug in", "round")
        assert condition.modifiers == {"attack_against": -1}

        await shown.press("x", "d", "minus", "enter")
        assert battle.state.conditions == ()


async def test_a_remark_goes_into_the_log() -> None:
    async with table() as shown:
        await shown.press("n", *"tea", "enter")

        assert "Note: tea" in shown.shows(ShortLog)


async def test_everything_can_be_clicked() -> None:
    async with table() as shown:
        await shown.pilot.click("#first", offset=(4, 4))
        assert "Fusiliers 2" in shown.shows(PanelHost)

        await shown.pilot.click(PanelHost, offset=(4, 4))
        assert isinstance(shown.panel, FormPanel)
        await shown.pilot.click(KeyBar, offset=(30, 0))
        assert isinstance(shown.panel, (FormPanel, ActionsPanel))


async def test_a_click_on_a_letter_below_is_the_letter() -> None:
    async with table() as shown:
        bar = shown.shows(KeyBar)
        await shown.pilot.click(KeyBar, offset=(1 + bar.index("l log"), 0))
        assert shown.pilot.app.focused is shown.pilot.app.screen.query_one(GameLog)


async def test_names_from_outside_are_text_and_nothing_else() -> None:
    async with table(little(names={"red": HOSTILE, "blue": "[/]"})) as shown:
        await shown.press("n", *"[/]", "enter", "e")

        assert "[/][@click" in shown.shows(Head)
        assert all(line.isprintable() for line in shown.shows(Head).splitlines())


async def test_a_table_in_use_by_nobody_else_can_only_be_looked_at_when_readonly() -> None:
    session = little()
    session.readonly = "This game is open for reading only."
    async with table(session) as shown:
        await shown.press("m", "4", "enter")

        assert "reading only" in shown.shows(Head)
        assert shown.entries == []


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
async def test_every_theme_has_every_style(theme: str) -> None:
    async with table() as shown:
        shown.pilot.app.theme = theme
        await shown.press("a", "a", "3", "enter", "1", "1", "1")

        assert "of 3" in shown.shows(PanelHost)


async def test_a_change_is_painted_in_one_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """The room is shared out anew only where something begins or ends to be asked."""
    async with table(little(units=20), (120, 40)) as shown:
        screen = shown.pilot.app.screen
        layouts: list[bool] = []
        await shown.press("a")
        monkeypatch.setattr(screen, "_refresh_layout", lambda *args, **kwargs: layouts.append(True))
        await shown.press("b", "8", "enter", "3", "4")

        assert layouts == []


def test_widgets_do_not_reach_through_the_app() -> None:
    widgets = Path("src/vedette/tui/widgets").glob("*.py")

    assert not [path.name for path in widgets if "self.app." in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("words", [6, 8, 14, 60])
async def test_a_refusal_is_read_in_full_however_long_it_is(words: int) -> None:
    said = " ".join(["OF-TRA-9:", *["carried"] * words])
    async with table() as shown:
        shown.pilot.app.screen.say(Feedback(said, "bad", "W why · ! overrule"))  # type: ignore[attr-defined]
        await shown.pilot.pause()
        told = " ".join(shown.shows(Head).split())
        assert f"✘ {said} W why ! overrule" in told
