"""No stray key may cost anything: what only acknowledges, what Enter never does, what stays while one looks elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import pytest

from tests.tui.little import little
from tests.tui.rooms import LITTLE_GAMES, played, rooms
from tests.tui.test_table import table
from vedette.engine.save_cards import SaveCard
from vedette.engine.saves import table_file
from vedette.engine.session import read_session
from vedette.save_library import SaveLibrary
from vedette.tui.app import VedetteApp
from vedette.tui.keys import GONE
from vedette.tui.widgets import actions_panel
from vedette.tui.widgets.actions_panel import ActionsPanel
from vedette.tui.widgets.dice_panel import DicePanel
from vedette.tui.widgets.form_panel import FormPanel
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.log import GameLog
from vedette.tui.widgets.panel_host import PanelHost
from vedette.tui.widgets.save_preview import preview_of


async def test_after_a_hand_over_the_first_letter_only_acknowledges() -> None:
    async with table() as shown:
        await shown.press("e")
        assert "Go on" in shown.shows(PanelHost)
        assert shown.session.state.turn == "blue"

        await shown.press("e")
        assert shown.entries == ["command"]
        await shown.press("e")
        assert shown.entries == ["command", "command"]


async def test_after_a_hand_over_the_first_enter_only_acknowledges() -> None:
    async with table() as shown:
        await shown.press("e", "enter")

        assert isinstance(shown.panel, ActionsPanel)
        assert "Go on" not in shown.shows(PanelHost)
        await shown.press("enter")
        assert isinstance(shown.panel, FormPanel)


async def test_whoever_goes_to_another_unit_has_seen_the_hand_over() -> None:
    async with table() as shown:
        await shown.press("e", "down", "m")

        assert isinstance(shown.panel, FormPanel)


async def test_a_second_enter_after_the_last_die_does_nothing() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "enter", "enter")

        assert shown.entries == ["command", "dice"] or shown.session.request
        assert not isinstance(shown.panel, FormPanel)


async def test_an_enter_that_comes_later_does_what_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions_panel, "HABIT", 0.0)
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "1", "1", "1", "1")
        assert "Enter" in shown.shows(PanelHost)
        assert "Go on" not in shown.shows(PanelHost)
        given = len(shown.entries)

        await shown.press("enter")
        assert isinstance(shown.panel, FormPanel) or len(shown.entries) > given


async def test_an_enter_right_after_the_last_die_answers_no_question() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "9", "4", "3", "enter")
        assert shown.entries == ["command", "dice"]

        await shown.press("enter")
        assert shown.entries == ["command", "dice", "choice"]


async def test_an_enter_right_after_a_typed_total_answers_no_question() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "number_sign", "1", "enter", "enter")
        assert shown.entries == ["command", "dice"]

        await shown.press("enter")
        assert shown.entries == ["command", "dice", "choice"]


async def test_faces_stay_where_their_attack_is_undone_and_redone() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "9", "4", "u")
        assert "Undone: " in shown.shows(Head)
        await shown.press("y", "3")
        assert shown.session.rolls[-1].faces == (9, 4, 3)


async def test_faces_are_not_those_of_another_attack() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "9", "4", "u", "a", "b", "9", "enter", "3")
        assert shown.session.request is not None


async def test_enter_never_ends_a_turn() -> None:
    session = little(units=1)
    async with table(session) as shown:
        await shown.press("m", "4", "enter")
        for _ in range(3):
            await shown.press("enter", "escape")

        assert session.state.turn == "red"


async def test_escape_in_a_pool_takes_the_command_back() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "9")
        assert isinstance(shown.panel, DicePanel)

        await shown.press("escape")
        assert shown.entries == ["command", "undo"]
        assert shown.session.request is None


async def test_faces_stay_while_the_log_is_read_and_a_remark_is_written() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "9", "l")
        assert shown.pilot.app.focused is shown.pilot.app.screen.query_one(GameLog)

        await shown.press("escape", "N", *"tea", "enter", "4", "3")
        assert shown.session.rolls[-1].faces == (9, 4, 3)


async def test_faces_survive_leaving_the_game(tmp_path: Path) -> None:
    path = played(tmp_path / "game.vedette", turns=0)
    async with rooms(tmp_path, LITTLE_GAMES, path) as at:
        await at.press("a", "b", "8", "enter", "9", "4", "Q")
    assert table_file(path).exists()

    async with rooms(tmp_path, LITTLE_GAMES, path) as at:
        await at.press("3")
        session = at.screen.session  # type: ignore[attr-defined]
        assert session.rolls[-1].faces == (9, 4, 3)
        assert not table_file(path).exists()


async def test_faces_survive_where_vedette_is_killed(tmp_path: Path) -> None:
    """What stands on the disk after each face is all that there is then: it is copied while the game is still open."""
    path, killed = played(tmp_path / "game.vedette", turns=0), tmp_path / "killed"
    async with rooms(tmp_path, LITTLE_GAMES, path) as at:
        await at.press("a", "b", "8", "enter", "9", "4")
        copytree(tmp_path, killed)

    async with rooms(killed, LITTLE_GAMES, killed / path.name) as at:
        await at.press("3")
        session = at.screen.session  # type: ignore[attr-defined]
        assert session.rolls[-1].faces == (9, 4, 3)


async def test_who_has_dice_rolled_is_remembered(tmp_path: Path) -> None:
    path = played(tmp_path / "game.vedette", turns=0)
    async with rooms(tmp_path, LITTLE_GAMES, path) as at:
        await at.press("D", "Q")

    async with rooms(tmp_path, LITTLE_GAMES, path) as at:
        await at.press("a", "b", "8", "enter")
        session = at.screen.session  # type: ignore[attr-defined]
        assert session.rolls
        await at.press("escape", "escape", "D", "a", "b", "8", "enter")
        assert isinstance(at.one(PanelHost).panel, DicePanel)


async def test_who_has_dice_rolled_is_remembered_of_a_renamed_game_and_of_no_other(tmp_path: Path) -> None:
    path = played(tmp_path / "game.vedette", turns=0)
    async with rooms(tmp_path, LITTLE_GAMES, path) as at:
        await at.press("D", "Q")
    renamed = SaveLibrary(LITTLE_GAMES, tmp_path).rename(path, "other")
    kept = table_file(renamed).read_bytes()
    assert b'"red"' in kept

    table_file(renamed).write_bytes(kept.replace(b" 7", b" 8"))  # of a game with another seed
    async with rooms(tmp_path, LITTLE_GAMES, renamed) as at:
        await at.press("a", "b", "8", "enter")
        assert "3 to come" in at.one(PanelHost).plain


async def test_a_total_that_is_being_typed_survives_too(tmp_path: Path) -> None:
    path = played(tmp_path / "game.vedette", turns=0)
    async with rooms(tmp_path, LITTLE_GAMES, path) as at:
        await at.press("a", "b", "8", "enter", "number_sign", "2", "Q")
    async with rooms(tmp_path, LITTLE_GAMES, path) as at:
        await at.press("enter")
        session = at.screen.session  # type: ignore[attr-defined]
        assert session.rolls[-1].successes == 2


def table_of(save: Path, **typed: object) -> bytes:
    """What a table would have kept of the first attack of a game."""
    header = read_session(LITTLE_GAMES, save).header
    key = "1/Attack/red/pool/3d12"
    kept = {"game": f"{header.created} {header.seed}", "typed": {"key": key, **typed}}
    return json.dumps(kept).encode()


async def test_faces_that_were_tampered_with_are_typed_again(tmp_path: Path) -> None:
    path = played(tmp_path / "game.vedette", turns=0)
    async with rooms(tmp_path, LITTLE_GAMES, path) as at:
        await at.press("a", "b", "8", "enter", "9", "Q")
    for nonsense in (
        b"",
        b"\xff",
        table_of(path, faces=[99, None, None]),
        b'{"faces": "no"}',
        table_of(path, faces=[], total="many"),
    ):
        table_file(path).write_bytes(nonsense)
        async with rooms(tmp_path, LITTLE_GAMES, path) as at:
            assert "0 of 3" not in at.one(PanelHost).plain
            assert "3 to come" in at.one(PanelHost).plain
            await at.press("Q")


async def test_the_log_is_searched_and_says_what_going_back_takes_back() -> None:
    async with table() as shown:
        await shown.press("m", "4", "enter", "m", "5", "enter", "n", *"tea", "enter")
        await shown.press("slash", *"4 inches", "enter")
        told = shown.shows(GameLog)
        assert "moves 4 inches" in told
        assert "moves 5 inches" not in told

        await shown.press("g")
        question = shown.pilot.app.screen.query("Static").first()
        assert "2 decisions are undone" in str(question.render())
        await shown.press("enter")
        assert shown.session.timeline.head == 1


async def test_a_search_without_hits_says_so() -> None:
    async with table() as shown:
        await shown.press("m", "4", "enter", "slash", *"krakens")
        assert "Nothing found." in shown.shows(GameLog)
        await shown.press("enter", "escape")
        assert "moves 4 inches" in shown.shows(GameLog)


async def test_rolls_are_no_decisions_where_what_goes_is_counted() -> None:
    async with table() as shown:
        await shown.press(
            "m", "4", "enter", "a", "b", "8", "enter", "9", "4", "3", "1", "l", "home", "down", "g"
        )
        question = shown.pilot.app.screen.query("Static").first()
        assert "2 decisions and 1 roll are undone" in str(question.render())


def test_whoever_only_looks_at_a_save_leaves_the_faces_to_whoever_plays_on(tmp_path: Path) -> None:
    """The home screen shows the save under the cursor; the faces that were left beside it are not its own."""
    path = played(tmp_path / "game.vedette", turns=0)
    left = table_file(path)
    left.write_bytes(table_of(path, faces=[9, 4, None]))

    preview_of(read_session(LITTLE_GAMES, path), SaveCard(path, False))
    assert left.exists()


async def test_the_habits_of_a_terminal_undo_and_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    suspended: list[str] = []
    monkeypatch.setattr(VedetteApp, "action_suspend_process", lambda app: suspended.append("yes"))
    async with table() as shown:
        await shown.press("e", "e")
        before = shown.entries
        await shown.press("ctrl+z")
        assert bool(suspended) is ("suspend" not in GONE)
        await shown.press("ctrl+c")
        assert "q leaves" in shown.shows(Head)
        assert shown.entries == before
        assert shown.pilot.app.is_running


async def test_whoever_types_real_dice_is_asked_twice_before_vedette_rolls_for_them() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "1", "1", "1")
        assert not shown.session.request
        await shown.press("a", "enter", "enter")
        assert isinstance(shown.panel, DicePanel), "the second Enter only acknowledges"
        await shown.press("enter")
        assert not isinstance(shown.panel, DicePanel)
