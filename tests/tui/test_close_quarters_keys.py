"""How many keys a turn of Close Quarters takes: the counts that were promised."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import ROOT
from tests.tui.test_table import table
from vedette.engine.answers import ScriptedAnswers
from vedette.engine.library import read_toml
from vedette.engine.session import Session, new_session
from vedette.games.close_quarters.ruleset import RULESET

GAME = ROOT / "tests" / "terminal" / "games" / "brook-path.toml"


@pytest.fixture
def fight() -> Session[Any]:
    """Six hexes apart; Blue has moved, and Ann is about to."""
    session = new_session(RULESET, read_toml(GAME), seed=7)
    session.do({"do": "start_combat", "by": "red"})
    session.do({"do": "initiative", "by": "red"}, answers=ScriptedAnswers([5, 2], ["blue"]))
    session.do({"do": "end_movement", "by": "blue"})
    return session


def _given(session: Session[Any], start: int) -> list[str]:
    """The commands since then, and the dice between them."""
    return [str(entry.given.get("do", entry.kind)) for entry in session.timeline.entries[start:]]


async def test_a_move_and_a_shot_take_eight_keys_at_most_beside_the_dice(fight: Session[Any]) -> None:
    async with table(fight) as shown:
        before = len(fight.timeline.entries)
        keys = ("m", "d", "enter", "e", "s", "enter")
        assert len(keys) <= 8
        await shown.press(*keys)
        await shown.press("3", "3", "3", "2", "4")

        assert _given(fight, before) == ["move", "end_movement", "shoot", "dice", "dice"]
        assert fight.request is None
        assert (fight.state.units["ann"].hex, fight.state.units["bob"].damage) == ("0305", 6)


async def test_the_next_shot_takes_two_keys_and_the_dice(fight: Session[Any]) -> None:
    async with table(fight) as shown:
        await shown.press("e", "s", "enter", "6", "6", "4")
        before = len(fight.timeline.entries)
        await shown.press("full_stop", "enter")

        assert _given(fight, before)[0] == "shoot"


async def test_a_step_that_is_taken_back_costs_one_key(fight: Session[Any]) -> None:
    async with table(fight) as shown:
        await shown.press("m", "d", "backspace", "e", "enter")

        assert fight.state.units["ann"].hex == "0304"
