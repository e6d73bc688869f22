"""A whole round of Open Fire in a real terminal, by keys alone, from the home screen to the next round."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.terminal import VEDETTE, Terminal

SIZES = [
    (80, 24),
    pytest.param((120, 40), marks=pytest.mark.thorough),
    pytest.param((200, 60), marks=pytest.mark.thorough),
]


def start(saves: Path, size: tuple[int, int], *words: str) -> Terminal:
    columns, lines = size
    command = [*VEDETTE, "--saves", str(saves), *words]
    return Terminal(command, columns=columns, lines=lines, environment={"NO_COLOR": "1"})


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_round_is_played_by_keys_alone(tmp_path: Path, size: tuple[int, int]) -> None:
    with start(tmp_path, size) as table:
        table.see("New game")
        table.press("n")
        table.see("Start the game")
        table.press("enter")
        table.see("start the game")

        table.press("s")
        table.see("Roll off for the first")
        table.press("r")
        table.see("Roll-off")
        table.press("8", "3")
        table.see("◀ Keelborn", "Choose a unit to activate")

        # Everybody comes onto the table, moves 4 inches and is done.
        for place in range(7):
            if place:
                table.acknowledge()
            table.press("d")
            table.see("Esc back")
            table.press("enter")
            table.see("choose an action.", "End activation")
            table.press("m")
            table.see("Esc back")
            table.press("4", "enter")
            table.see_gone("Esc back")
            table.see('moves 4"', "End activation")
            table.press("e")
            table.see_gone("choose an action.")

        # The last one, Young Rattle, attacks the first enemy with typed dice before it is done.
        table.acknowledge()
        table.press("d")
        table.see("Esc back")
        table.press("enter")
        table.see("choose an action.", "End activation")
        table.press("a")
        table.see("Target")
        before = table.keys
        table.press("a")
        text = table.see("Range")
        assert "needed" in text
        table.press("r", "1", "5", "enter")
        table.see("5 D12", "1-9 a face")
        assert table.keys - before <= 5
        table.press("2", "2", "2", "2", "2")
        table.see("of 5")
        table.press("e")
        table.see("End round 1")
        table.press("e")
        table.see("Round 2 of 4")

        table.press("q")
        table.see("New game")
        table.press("q")
        assert table.wait() == 0


def test_the_game_opens_in_the_middle_of_an_attack_after_a_kill(tmp_path: Path) -> None:
    size = (100, 30)
    with start(tmp_path, size) as table:
        table.see("New game")
        table.press("n")
        table.see("Start the game")
        table.press("enter")
        table.see("start the game")
        table.press("s", "r")
        table.see("Roll-off")
        table.press("8")
    # Killed while the first of two dice was typed: the command is kept, the pool is asked for again.
    with start(tmp_path, size) as table:
        table.see("Continue")
        table.press("enter")
        table.see("Roll-off", "2 D12")
        table.press("8", "3")
        table.see("Choose a unit to activate")


def test_closing_the_window_ends_the_program_and_frees_the_save(tmp_path: Path) -> None:
    size = (100, 30)
    with start(tmp_path, size) as table:
        table.see("New game")
        table.press("n")
        table.see("Start the game")
        table.press("enter")
        table.see("start the game")
        table.hang_up()
    with start(tmp_path, size) as table:
        table.see("Continue")
        table.press("enter")
        table.see("start the game")
