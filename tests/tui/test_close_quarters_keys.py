"""How many keys a turn of Close Quarters takes: the counts that were promised."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import ROOT
from tests.tui.test_table import table
from vedette.engine.library import read_toml
from vedette.engine.requests import DiceRequest, ScriptedAnswers
from vedette.engine.session import Session, new_session
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.view.actions import may
from vedette.tui.screens.table import TableScreen
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.hex_map import HexMap
from vedette.tui.widgets.panel_host import PanelHost
from vedette.tui.widgets.short_log import ShortLog
from vedette.tui.widgets.table_layout import MAP_LOG

GAME = ROOT / "tests" / "terminal" / "games" / "brook-path.toml"


@pytest.fixture
def fight() -> Session[Any]:
    """Six hexes apart; Blue has moved, and Ann is about to, who may fire after half a move."""
    game = read_toml(GAME)
    game["options"] = {**game.get("options", {}), "move_and_shoot": True}
    session = new_session(RULESET, game, seed=7)
    session.do({"do": "start_combat", "by": "red"})
    session.do({"do": "initiative", "by": "red"}, answers=ScriptedAnswers([5, 2], ["blue"]))
    session.do({"do": "end_movement", "by": "blue"})
    return session


def _given(session: Session[Any], start: int) -> list[str]:
    """The commands since then, and the dice between them."""
    return [str(entry.given.get("do", entry.kind)) for entry in session.timeline.entries[start:]]


async def test_a_move_of_three_and_a_shot_take_seven_keys_beside_the_dice_and_the_end_of_the_movement(
    fight: Session[Any],
) -> None:
    async with table(fight) as shown:
        before = len(fight.timeline.entries)
        move, shot = ("m", "d", "e", "d", "enter"), ("s", "enter")
        assert len(move) + len(shot) <= 7
        await shown.press(*move, "e", *shot)
        await shown.press("3", "3", "3", "2", "4")

        assert _given(fight, before) == ["move", "end_movement", "shoot", "dice", "dice"]
        assert fight.request is None
        assert (len(fight.state.units["ann"].path), fight.state.units["bob"].damage) == (4, 6)


async def test_who_shoots_is_looked_at_until_the_last_die_though_another_is_called_upon_next(
    fight: Session[Any],
) -> None:
    async with table(fight) as shown:
        await shown.press("e", "e", "s", "enter", "6", "6", "4", "full_stop")
        screen = shown.pilot.app.screen
        assert isinstance(screen, TableScreen)
        assert fight.request is not None
        assert (fight.state.slots[0].unit, screen.controller.chosen) == ("bob", "ann")
        await shown.press("6", "6", "4")
        assert screen.controller.guard == "any", "Bob's side is called upon now, and was not while Ann rolled"


async def test_the_next_shot_takes_one_key_and_the_dice(fight: Session[Any]) -> None:
    async with table(fight) as shown:
        await shown.press("e", "e", "s", "enter", "6", "6", "4")
        before = len(fight.timeline.entries)
        await shown.press("full_stop")

        assert _given(fight, before)[0] == "shoot"


async def test_a_step_that_is_taken_back_costs_one_key(fight: Session[Any]) -> None:
    async with table(fight) as shown:
        await shown.press("m", "d", "backspace", "e", "enter")

        assert fight.state.units["ann"].hex == "0304"


def six_a_side() -> Session[Any]:
    """Two rows of six, nine hexes apart, with submachine guns, and shots at parts of the body."""
    names = {"red": "Ann Boris Cecily Dragan Esme Fritz", "blue": "Gwen Hassan Ilse Jonah Kirsten Leopold"}
    columns = {"red": ("03", "se"), "blue": ("12", "nw")}
    sides = []
    for side, listed in names.items():
        column, facing = columns[side]
        units = [
            {
                "id": name.lower(), "name": name, "str": 10, "dex": 13 - i, "int": 9, "mov": 8, "facing": facing,
                "skills": ["shoulderarms", "automatic-weapons"], "hex": f"{column}{2 + i:02}",
                "weapons": [{"id": "gun", "type": "submachine-gun", "ammo": 30}], "ready": ["gun"],
            }
            for i, name in enumerate(listed.split())
        ]  # fmt: skip
        sides.append({"id": side, "name": side.title(), "units": units})
    game = {"ruleset": RULESET.id, "map": {"cols": 16, "rows": 12}, "options": {"aimed_shots": True}}
    return new_session(RULESET, {**game, "title": "Six a side", "sides": sides}, seed=7)


async def test_a_turn_of_six_a_side_is_played_by_keys_and_a_shot_shows_all_targets_and_fields() -> None:
    session = six_a_side()
    async with table(session) as shown:
        await shown.press("s", "r", "5", "2", "1", "e", "e", "enter", "e", "e", "enter")
        await shown.press("s")
        form = shown.shows(PanelHost)
        assert all(name in form for name in ("Gwen", "Hassan", "Ilse", "Jonah", "Kirsten", "Leopold"))
        assert all(field in form for field in ("Target", "Weapon", "+ more", "Enter  Shoot"))
        await shown.press("escape")
        for _ in range(11):
            await shown.press("d", "enter")
        await shown.press("d")
        assert session.state.phase == "end"
        await shown.press("e")
        assert session.state.round == 2


@pytest.mark.parametrize(("size", "least"), [((120, 44), MAP_LOG), ((200, 60), 15)], ids=str)
async def test_the_rows_that_a_map_leaves_free_are_the_logs(size: tuple[int, int], least: int) -> None:
    async with table(six_a_side(), size=size) as shown:
        map, log = (shown.pilot.app.screen.query_one(HexMap), shown.pilot.app.screen.query_one(ShortLog))
        assert log.size.height > least
        assert map.size.height >= map.rows
        before = log.region
        await shown.press("s", "r", "5", "2", "1", "m")
        assert log.region == before, "it stays where it is while a form is open"


@pytest.mark.thorough
async def test_a_fight_of_six_a_side_is_played_to_its_end_by_keys() -> None:
    session = six_a_side()
    async with table(session) as shown:
        screen = shown.pilot.app.screen
        assert isinstance(screen, TableScreen)
        await shown.press("s")
        tried = 0
        for _ in range(MOST_KEYS):
            lines = len(session.timeline.entries)
            await shown.press(*_next_keys(session, tried, guarded=bool(screen.controller.guard)))
            tried = tried + 1 if len(session.timeline.entries) == lines else 0
            if session.state.settled:
                break
        assert session.state.settled
        assert session.state.outcome in session.state.sides


MOST_KEYS = 1000
"""More than such a fight takes."""

TRIES = 6
"""Targets that whoever acts aims at before giving up."""


def _next_keys(session: Session[Any], tried: int, *, guarded: bool) -> tuple[str, ...]:
    """What whoever is called upon presses: all stand where they are and fire, at another target where a rule is against one."""
    game, back = session.state, ("escape",) * min(tried, 1)
    if guarded:
        return ("enter",)
    if session.request is not None:
        return ("enter",) if isinstance(session.request, DiceRequest) else ("1",)
    if game.outcome:
        return ("v", "enter")
    if game.phase != "action":
        return ("r",) if game.phase == "initiative" else ("e",)
    fires = tried < TRIES and may(game, "shoot", game.actor)
    return (*back, "s", *["right"] * tried, "enter") if fires else (*back, "p")


async def test_everyone_is_placed_one_after_the_other_and_enter_leaves_whom_it_suits() -> None:
    session = new_session(RULESET, read_toml(GAME), seed=7)
    before = {unit: (one.hex, one.facing) for unit, one in session.state.units.items()}
    first, *others = before
    async with table(session) as shown:
        await shown.press("F", "s", *["enter"] * len(before))
        assert [entry.given["do"] for entry in session.timeline.entries] == ["adjust"]
        now = {unit: (one.hex, one.facing) for unit, one in session.state.units.items()}
        assert now[first] != before[first]
        assert {unit: now[unit] for unit in others} == {unit: before[unit] for unit in others}
        assert "Everyone is placed." in shown.shows(Head)

        await shown.press("F", "escape", "F", "escape")
        assert len(session.timeline.entries) == 1
