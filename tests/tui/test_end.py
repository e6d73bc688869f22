"""The end of a game: the points by their source, the losses, the moments."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tui.little import little
from tests.tui.rooms import rooms
from tests.tui.test_table import table
from vedette.engine.facts import Adjusted, Score
from vedette.engine.library import data_folder, read_toml
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import Session, new_session, read_session
from vedette.games.company.scoring import Scored
from vedette.registry import rulesets
from vedette.tui.screens.table import TableScreen
from vedette.tui.sides import roles
from vedette.tui.table import panels
from vedette.tui.widgets.aftermath_panel import AftermathPanel
from vedette.tui.widgets.end_panel import EndPanel, TurnChosen
from vedette.tui.widgets.panel_host import PanelHost
from vedette.view.loss_impact import UnitLoss
from vedette.view.luck import luck_of
from vedette.view.report import battle_report
from vedette.view.vocabulary import Card

FIRST = next((data_folder() / "saves").glob("*first-battle*"))


@pytest.fixture(scope="module")
def panel() -> EndPanel:
    """The end of the first battle: 3 to 1 for the Wardens, two of eight units hardly hurt."""
    session = read_session(rulesets(), FIRST)
    told, table = battle_report(session), session.ruleset.view.table(session.state, None)
    luck = {side.id: luck_of([], side.id) for side in table.sides}
    return EndPanel(told, table, roles(table.sides), luck, "q leaves")


def drawn(panel: EndPanel, width: int, height: int = 34) -> list[str]:
    return [line.text.rstrip() for line in panel.draw(width, height)]


def test_points_losses_and_luck_stand_beside_the_curve_and_the_turning_points(panel: EndPanel) -> None:
    rows = drawn(panel, 118, 38)

    assert rows[1].endswith("VICTORY")
    left = [" ".join(row[:38].split()) for row in rows]
    at = next(i for i, row in enumerate(left) if row.startswith("VICTORY POINTS"))
    assert left[at + 1 : at + 4] == ["■K Broken sledge round 3 1 ·", "■W Way house the end · 3", "Total 1 3"]
    assert "† The Ladder Gang ▁ ▁ ▁ ▁ ▁ ▁" in left
    assert "Wardens 7 of 20, 35 %" in left
    assert rows[at].partition("    ")[2].startswith("STRENGTH ")
    for share, side in (("35 %", "Wardens"), ("9 %", "Keelborn")):
        end = next(i for i, row in enumerate(rows) if i > at and row.endswith(f" {share}"))
        assert rows[end + 1].endswith(side)


def test_the_score_stands_in_boxes_and_the_winner_s_is_filled(panel: EndPanel) -> None:
    boxes = {
        role
        for row in panel.draw(118, 38)[:6]
        for role in (piece.role for piece in row.pieces)
        if "second" in role
    }
    assert "second-block" in boxes
    assert not any("first-block" in piece.role for row in panel.draw(118, 38)[:6] for piece in row.pieces)


@pytest.mark.parametrize(("width", "height"), [(78, 21), (98, 28), (118, 38), (198, 58)])
def test_the_end_fits_its_width_and_shows_the_chosen_turning_point(
    panel: EndPanel, width: int, height: int
) -> None:
    rows = panel.draw(width, height)
    assert all(row.width <= width for row in rows)
    assert panel.at is not None
    assert panel.at < height


def test_what_a_turning_point_came_to_is_told_only_where_all_of_it_has_room(panel: EndPanel) -> None:
    assert [
        row
        for row in drawn(panel, 198, 58)
        if "left Second Relief with one model" in row and "EXPLODED" in row
    ]
    assert not [row for row in drawn(panel, 118, 38) if "The Wardens scored 3 VP" in row and "…" in row]


def test_the_curve_has_lines_at_every_quarter_and_numbers_the_turning_points(panel: EndPanel) -> None:
    rows = drawn(panel, 118, 38)
    shown = [row[42:46].strip() for row in rows]

    assert [one for one in shown if one.isdigit()][:5] == ["100", "75", "50", "25", "0"]
    axis = next(i for i, row in enumerate(rows) if "─── 1 ─" in row)
    assert re.findall(r"\d", rows[axis]) == list("123456")
    assert rows[axis + 1][38:].split() == "round 1 2 3 4".split()


def test_arrows_go_through_the_turning_points_and_enter_plays_on_from_before_one(panel: EndPanel) -> None:
    assert panel.key("down", "")
    row = next(row for row in drawn(panel, 78) if "▸" in row)
    chosen = panel.key("enter", "")
    panel.key("up", "")

    assert row.startswith("▸ 2  R2 The Ladder Gang destroyed Captain Edrit Sool")
    assert isinstance(chosen, TurnChosen)
    assert chosen.n == 69


def test_what_a_turning_point_changed_stands_below_it(panel: EndPanel) -> None:
    rows = drawn(panel, 118)
    assert "Keelborn 21 → 19 of 22 left" in " ".join(" ".join(row[42:].split()) for row in rows)


def test_points_come_from_what_is_scored_and_from_what_is_set_by_hand() -> None:
    assert Scored("red", 2, "the Captain is Routed.").score == Score("red", 2, "the Captain is Routed")
    assert Adjusted("sides.red.vp", 4, 3, "").score == Score("red", -1, "By hand")
    assert Adjusted("sides.red.name", "a", "b", "").score is None


def test_who_is_gone_with_something_left_has_nothing_left_on_the_table() -> None:
    """A rout takes what the dice have left; a long name yields to what became of its unit."""
    before = Card("b", "The Gull Boys of the Quay", "blue", "ready", value=6, full=6)
    panel = AftermathPanel(None, [UnitLoss(before, replace(before, value=1, standing="gone"))], None, {})
    assert any("5 HP lost, rest gone" in line.text for line in panel.draw(34, 12))
    assert any("5 HP lost, rest gone" in line.text for line in panel.draw(84, 12))


async def test_enter_plays_on_from_before_a_turning_point_and_tab_shows_the_table(tmp_path: Path) -> None:
    """What is gone back from stays in the save; the report stands beside it."""
    path = tmp_path / "battle.vedette"
    path.write_bytes(FIRST.read_bytes())
    async with rooms(tmp_path, rulesets(), path, (100, 30)) as app:
        stage = app.one(PanelHost)
        assert "▸ 1  R1 Second Relief cost" in stage.plain
        await app.press("tab")
        assert "TURNING POINTS" not in stage.plain
        await app.press("escape", "R")
        assert "Second Relief cost" in path.with_suffix(".html").read_text(encoding="utf-8")
        await app.press("enter")
        assert app.where == "Confirm"
        await app.press("enter")
        session = app.screen.session  # type: ignore[attr-defined]
        assert session.timeline.head == 25
        assert session.state.outcome == ""
        assert session.timeline.entry(170).given["do"] == "end_round"


async def test_enter_takes_no_action_at_the_end_where_none_is_marked(tmp_path: Path) -> None:
    """Of a settled fight much can still be done; a stray Enter does none of it."""
    path = tmp_path / "fight.vedette"
    path.write_bytes(next((data_folder() / "saves").glob("*boarding*")).read_bytes())
    async with rooms(tmp_path, rulesets(), path, (120, 40)) as app:
        stage = app.one(PanelHost)
        assert re.search(r"  g  Take up what lies there", stage.plain)
        assert stage.plain.count("▸") == 1
        assert isinstance(app.screen, TableScreen)
        hints = app.screen.controller.told.splitlines()
        assert hints
        assert all(stage.plain.count(hint[:20]) == 1 for hint in hints), hints
        assert "▸ 1  T1" in stage.plain, "the first turning point, as the footer says"
        await app.press("enter")
        assert app.where == "Confirm"


def test_a_game_that_only_ran_out_of_rounds_ends_with_who_has_won() -> None:
    """Its last action scored nothing, and left a unit with stress: the verdict is what matters of it."""
    folder = data_folder() / "rulesets" / "open-fire" / "games"
    session = new_session(rulesets()["open-fire"], read_toml(folder / "first-battle.toml"), seed=7)
    session.do({"do": "start_game", "by": "red"})
    while not session.state.outcome:
        if (session.state.round, session.state.phase) == (4, "end"):
            hurt = {"path": "units.m1.took_damage", "value": True, "reason": "seen by both"}
            session.do({"do": "adjust", "by": "red", **hurt})
        pass_the_time(session)
    assert battle_report(session).turning[-1].text == "A draw."


def pass_the_time(session: Session[Any]) -> None:
    """Whatever comes next, with nothing done but to get on."""
    state = session.state
    active = state.activation.unit
    due = [id for id, unit in state.units.items() if unit.side == state.turn and not unit.activated]
    if state.phase == "activation" and active:
        words = {"do": "end_activation", "by": active}
    elif state.phase == "activation":
        words = {"do": "deploy" if state.units[due[0]].in_reserve else "activate", "by": due[0]}
    else:
        words = {"do": "end_round" if state.phase == "end" else "roll_off", "by": "red"}
    session.do(words, answers=ScriptedAnswers([9, 3] if words["do"] == "roll_off" else []))


async def test_a_long_game_is_added_up_while_the_table_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for short in (panels.LONG, 0):
        monkeypatch.setattr(panels, "LONG", short)
        session = little()
        session.do({"do": "concede", "by": "red"})
        async with table(session, size=(120, 40)) as seen:
            while "Adding up" in seen.shows(PanelHost):
                await seen.pilot.pause()
            await seen.press("down")
            shown.append(seen.shows(PanelHost))
            await seen.press("u")
            assert not session.state.outcome
    assert shown[0] == shown[1]
