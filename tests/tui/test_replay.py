"""A replay: both directions, by lines, activations and rounds, by itself, and out of it into a branch."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.tui.little import little
from tests.tui.rooms import Rooms, play, played, rooms
from tests.web.serving import example
from vedette.engine.session import Session
from vedette.registry import rulesets
from vedette.testing.game import PLAIN, begin
from vedette.testing.starts import game_starts
from vedette.tui.messages import OpenReplay
from vedette.tui.screens import replay
from vedette.tui.widgets.cards import CardWall
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.log import GameLog
from vedette.tui.widgets.panel_host import PanelHost
from vedette.tui.widgets.scrubber import Scrubber
from vedette.view.replay_cursor import ReplayCursor

SIZES = [(80, 24), (120, 40), (200, 60)]


@pytest.fixture
def session() -> Session[Any]:
    """Moves 1, 2, an undo 3, the end of the turn 4; then the same by the other side, 5 to 8."""
    made = little()
    play(made, turns=2)
    return made


@pytest.fixture(scope="module")
def battle() -> Session[Any]:
    """Some rounds of a real game, with undos."""
    game = begin(game_starts("open-fire")[0], 3, {**PLAIN, "history": 3})
    for _ in game.play(5000):
        if game.session.state.round >= 3:
            break
    return game.session


def numbers(cursor: ReplayCursor) -> list[int]:
    return [frame.n for frame in cursor.frames]


def test_it_shows_what_leads_to_the_head_and_in_the_audit_everything(session: Session[Any]) -> None:
    cursor = ReplayCursor(session)
    assert numbers(cursor) == [0, 1, 4, 5, 8]

    cursor.flip_audit()
    assert numbers(cursor) == list(range(9))


def test_every_picture_is_the_state_after_its_line(session: Session[Any]) -> None:
    cursor = ReplayCursor(session)
    cursor.go(1)
    assert cursor.state == session.state_at(1)

    cursor.flip_audit()
    cursor.go(3)
    assert cursor.state is session.state_at(1)  # line 3 takes line 2 back


def test_the_audit_keeps_its_place(session: Session[Any]) -> None:
    cursor = ReplayCursor(session)
    cursor.go(2)
    cursor.flip_audit()
    assert cursor.frame.n == 4
    cursor.step(-1)
    cursor.flip_audit()
    assert cursor.frame.n == 1


def test_nobody_goes_over_the_ends(session: Session[Any]) -> None:
    cursor = ReplayCursor(session)
    assert not cursor.step(1)
    assert cursor.go(-5)
    assert cursor.at == 0
    assert not cursor.step(-1)
    assert not cursor.by_round(-1)


def test_rounds_and_activations_are_found_from_the_states(battle: Session[Any]) -> None:
    cursor = ReplayCursor(battle)
    cursor.go(0)
    rounds, moments = [], []
    while cursor.by_round(1):
        rounds.append(cursor.state.round)
    cursor.go(0)
    while cursor.by_moment(1):
        moments.append(cursor.moment)

    assert rounds[:3] == [1, 2, 3]
    assert cursor.go_on()
    assert [mark.round for mark in cursor.marks] == [0, 1, 2, 3]
    assert len(moments) > 10
    assert all(one != two for one, two in pairwise(moments[:-1]))


def test_back_leads_to_the_same_places_as_on(battle: Session[Any]) -> None:
    cursor = ReplayCursor(battle)
    cursor.go(0)
    there = [0]
    while cursor.by_moment(1):
        there.append(cursor.at)
    back = [cursor.at]
    while cursor.by_moment(-1):
        back.append(cursor.at)

    assert set(there) - {len(cursor.frames) - 1} == set(back) - {len(cursor.frames) - 1}


def test_the_dice_of_a_line_are_those_of_its_command_up_to_there(battle: Session[Any]) -> None:
    cursor = ReplayCursor(battle)
    assert cursor.rolls == battle.rolls
    seen = 0
    for index, frame in enumerate(cursor.frames):
        cursor.go(index)
        kinds = [entry.kind for entry in battle.timeline.command_path(frame.n)] if frame.n else []
        assert len(cursor.rolls) <= kinds.count("dice")
        seen += frame.entry is not None and frame.entry.kind == "dice"
    assert seen


async def _open(app: Rooms) -> None:
    await app.press("r")
    assert app.where == "ReplayScreen"


async def test_a_save_is_watched_from_its_beginning(tmp_path: Path) -> None:
    played(tmp_path / "game.vedette", turns=2)
    async with rooms(tmp_path) as app:
        await _open(app)
        assert "line 0 of 8" in app.said

        await app.press("right")
        assert "line 1 of 8" in app.said
        assert "Grenadiers 1 moves 5 inches." in app.one(PanelHost).plain
        assert "Grenadiers 1 moves 5 inches" in app.one(Head).plain

        await app.press("end")
        assert "line 8 of 8" in app.said
        await app.press("left", "left")
        assert "line 4 of 8" in app.said, "the number in the log: lines 2 and 3 were undone"
        assert "VERDANT LINE" in app.one(Head).plain
        assert "Grenadiers 1" in app.one(CardWall, "#first").plain


async def test_undone_lines_are_seen_in_the_audit(tmp_path: Path) -> None:
    played(tmp_path / "game.vedette")
    async with rooms(tmp_path) as app:
        await _open(app)
        await app.press("end")
        assert "undone lines too" not in app.said
        await app.press("a")
        await app.press("end", "l", "a")
        assert "moves 3 inches" in app.one(GameLog).plain
        await app.press("escape")
        assert "undone lines too" in app.said
        assert "line 4 of 4" in app.said


def test_whoever_is_lost_is_found_on_the_track_in_both_directions() -> None:
    game = little()
    play(game, turns=2)
    game.do({"do": "concede", "by": "red"})
    game.do({"do": "note", "by": "red", "text": "tea"})
    cursor = ReplayCursor(game)
    assert cursor.go_on()
    (loss,) = cursor.losses
    cursor.go(0)
    assert not cursor.by_loss(-1)
    assert cursor.by_loss(1)
    assert cursor.at == loss == len(cursor.frames) - 2
    assert not cursor.by_loss(1)
    cursor.flip_audit()
    assert cursor.go_on()
    assert cursor.losses == [9]


def test_the_losses_on_the_track_add_up_to_all_that_was_lost(battle: Session[Any]) -> None:
    cursor, view = ReplayCursor(battle), battle.ruleset.view
    assert cursor.go_on()
    begun, ended = (view.table(battle.state_at(n), None) for n in (0, battle.timeline.head))
    for side in ended.sides:
        had, has = (
            sum(card.value for card in table.cards if card.side == side.id) for table in (begun, ended)
        )
        assert sum(mark.points for mark in cursor.lost if mark.side == side.id) == had - has


async def test_it_runs_by_itself_to_the_end_and_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "SPEEDS", (("1", 0.01), ("2", 0.005), ("4", 0.002)))
    played(tmp_path / "game.vedette", turns=2)
    async with rooms(tmp_path) as app:
        await _open(app)
        await app.press("space")
        for _ in range(200):
            if "line 8 of 8" in app.said:
                break
            await app.pilot.pause(0.02)
        await app.settled()
        assert "line 8 of 8" in app.said
        assert "stopped" in app.said


async def test_a_line_is_chosen_in_the_log_and_on_the_track(tmp_path: Path) -> None:
    played(tmp_path / "game.vedette", turns=3)
    async with rooms(tmp_path) as app:
        await _open(app)
        await app.press("l", "home", "down", "g")
        assert "line 1 of 12" in app.said
        await app.pilot.click("Scrubber", offset=(78, 0))
        await app.settled()
        assert "line 12 of 12" in app.said


async def test_playing_on_from_a_line_makes_a_branch(tmp_path: Path) -> None:
    path = played(tmp_path / "game.vedette")
    before = path.read_bytes()
    async with rooms(tmp_path) as app:
        await _open(app)
        await app.press("right", "enter", "enter")
        assert app.where == "TableScreen"
        session = app.screen.session  # type: ignore[attr-defined]
        assert session.timeline.head == 1
        assert not session.readonly
        assert path.read_bytes().startswith(before)


async def test_from_the_table_it_opens_where_the_game_stands_and_goes_back_there(tmp_path: Path) -> None:
    path = played(tmp_path / "game.vedette")
    async with rooms(tmp_path, save=path) as app:
        await app.press("P")
        assert "line 4 of 4" in app.said
        await app.press("escape")
        assert app.where == "TableScreen"

        await app.press("P", "left", "enter", "enter")
        assert app.where == "TableScreen"
        assert "◀ Ironclads │" in app.one(Head).plain


async def test_a_damaged_save_is_played_on_in_a_copy_of_what_is_good(tmp_path: Path) -> None:
    path = played(tmp_path / "game.vedette", turns=2)
    path.write_bytes(path.read_bytes().replace(b'"end"', b'"END"', 1))
    before = path.read_bytes()
    async with rooms(tmp_path) as app:
        await app.press("slash", *"game", "enter", "r", "right", "enter")
        await app.press("enter")
        assert app.where == "TableScreen"
        assert app.screen.session.timeline.head == 1  # type: ignore[attr-defined]

    assert path.read_bytes() == before
    assert (tmp_path / "game-mended.vedette").exists()


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_real_battle_at_every_size(
    battle: Session[Any], tmp_path: Path, size: tuple[int, int]
) -> None:
    """Both sides' cards, the dice of a line, the rounds on the track, at each size."""
    async with rooms(tmp_path, rulesets(), size=size) as app:
        app.app.post_message(OpenReplay(battle))
        await app.settled()
        await app.press("left_square_bracket", "comma")
        while not app.screen._cursor.rolls:  # type: ignore[attr-defined]
            await app.press("left")

        assert app.one(Head).plain.startswith(" Replay")
        assert "D12" in app.one(PanelHost).plain
        assert ("Round 2" in app.one(Scrubber).plain) == (size[1] > 24)
        for wall in ("#first", "#second"):
            assert {"▆", "▀"} & set(app.one(CardWall, wall).plain)


async def test_where_nobody_more_is_lost_it_is_said(tmp_path: Path) -> None:
    played(tmp_path / "game.vedette", turns=2)
    async with rooms(tmp_path) as app:
        await _open(app)
        await app.press("n")
        assert "No † after this line." in app.said
        await app.press("end", "N")
        assert "No † before this line." in app.said


async def test_a_long_game_is_looked_at_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes to show the same as a short one, and what was pressed meanwhile counts."""
    played(tmp_path / "game.vedette", turns=2)
    shown = []
    for short in (replay.SHORT, 1):
        monkeypatch.setattr(replay, "SHORT", short)
        async with rooms(tmp_path) as app:
            await _open(app)
            await app.press("end", "left")
            while any(one.group == "reading" and not one.is_finished for one in app.screen.workers):
                await app.pilot.pause()
            shown.append("\n".join(widget.plain for widget in app.screen.query(LineWidget)))
    assert shown[0] == shown[1]
    assert "reading" not in shown[0]


async def test_a_long_game_can_be_left_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path / "game.vedette", turns=2)
    monkeypatch.setattr(replay, "SHORT", 1)
    monkeypatch.setattr(ReplayCursor, "go_on", lambda cursor, until=0.0: False)
    async with rooms(tmp_path) as app:
        await app.pilot.press("r", "right", "escape")
        await app.settled()
        assert app.where == "HomeScreen"


@pytest.mark.parametrize("name", ["close-quarters-boarding", "open-fire-first-battle"])
def test_each_round_goes_by_its_number_also_where_it_begins_between_combats(name: str) -> None:
    cursor = ReplayCursor(example(name))
    cursor.go_on()
    assert all(f"{mark.round}" in mark.name for mark in cursor.marks if mark.round)
