"""A whole small battle of Open Fire in a real terminal, by keys alone, from the home screen to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.terminal import VEDETTE, Terminal, begun

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
def test_a_battle_is_played_to_its_end_by_keys_alone(tmp_path: Path, size: tuple[int, int]) -> None:
    begun("weir-gate", tmp_path)
    with start(tmp_path, size) as table:
        table.see("Continue")
        table.press("enter")
        table.see("start the game")
        table.press("s")
        table.see("Roll off for the first")
        table.press("r")
        table.see("Roll-off")
        table.press("8", "3")
        table.see("◀ Keelborn", "Choose a unit to activate")

        # The first round: one comes onto the table, moves, and takes the gate; the other fires at them.
        table.press("d")
        table.see("Esc back")
        table.press("enter")
        table.see("choose an action", "End activation")
        table.press("m", "4", "enter")
        table.see('moved 4"', "s  Secure")
        table.press("s", "enter")
        table.see("secured Gate house", "End activation")
        table.press("e")
        table.see("Wardens ▶")
        table.acknowledge()
        table.press("d", "enter")
        table.see("choose an action", "End activation")
        table.press("a")
        table.see("Target")
        before = table.keys
        table.press("a", "8", "enter")
        table.see("roll 12 D12", "1-9 a face")
        assert table.keys - before <= 3
        table.press("#", "2", "enter")
        table.see("◀ Keelborn", "Defence: roll 2 D12")
        table.press("1", "1")
        table.see("−2 models, 2 hits")
        table.press("e")
        table.see("End round 1")
        table.press("e")
        table.see("Round 2 of 2")

        # The second round: stress is recovered from, a ready unit attacks at once, and the gate counts.
        table.press("r", "8", "3")
        table.see("Choose a unit to activate")
        table.press("c")
        table.see("Recover: roll 1 D12")
        table.press("9")
        table.see("recovered 1 stress", "End activation")
        table.press("e")
        table.see("Wardens ▶")
        table.acknowledge()
        table.press(".", "8", "enter")
        table.see("First Relief → The Ladder Gang", "roll 12 D12")
        table.press("#", "0", "enter")
        table.see("0 hits")
        table.press("e")
        table.see("End round 2")
        table.press("e")
        table.see("Victory for Keelborn")

        table.press("q")
        table.see("n New game")
        table.press("q")
        assert table.wait() == 0
