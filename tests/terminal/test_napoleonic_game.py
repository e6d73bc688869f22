"""A whole short game of Napoleonic in a real terminal, by keys alone, from the home screen over a turn to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.test_open_fire_game import SIZES, start


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_game_is_played_to_its_end_by_keys_alone(tmp_path: Path, size: tuple[int, int]) -> None:
    with start(tmp_path, size) as table:
        table.see("n new game")
        table.press("n")
        table.see("Start the game")
        table.press("r", "3")
        table.see("Along the hedges")
        table.press("enter")
        table.see("Chain of command: play it by your own rules")
        table.press("p")
        table.see("Artillery fire: play it")

        # The French fire with real dice, and the British answer; nobody is hurt before both are done.
        table.press("p")
        table.see("Both sides fire", "2 shots")
        before = table.keys
        table.press("a")
        table.see("Esc back", "95th Rifles")
        table.press("a")
        table.see("Range", "4 = Drill 2", "◀ French │ 9e Légère: skirmishers fire", "◈")
        table.press("r", "2", "enter")
        table.see("roll 2 D10", "0-9")
        assert table.keys - before <= 5
        table.press("1", "0")
        table.see("of 2")
        table.press("tab")
        table.see("3 shots")
        table.press("a")
        table.see("Esc back")
        table.press("a")
        table.see("Range")
        table.press("r", "1", ".", "5", "enter")
        table.see("roll 3 D10")
        table.press("1", "1", "9")
        table.see("of 3")
        table.press("e")
        table.see("could still", "e again to end")
        table.press("e")
        table.see("Losses are marked")

        # In troop movement a group is sent out; a Unit is marked when order is restored.
        for phase in ("Infantry fire: play", "Charge declarations: play", "Move by your own rules"):
            table.press("p")
            table.see(phase)
        table.press("s")
        table.see("9e Légère, Skirmish Group 1 went out")
        table.press("p")
        table.see("Minibattles: play")
        table.press("p")
        table.see("Restore order by your own rules")
        table.press("k")
        table.see("Esc back")
        table.press("d", "enter")
        table.see_gone("Esc back")
        table.see("Missing: 9e Légère (Drum)")
        table.press("p")
        table.see("Routs: play")
        table.press("p")
        table.see("Turn 2", "Chain of command: play")

        # Who has lost by those rules concedes.
        table.press("t", "c")
        table.see("Esc back")
        table.press("enter")
        table.see("Victory for the British")

        table.press("q")
        table.see("n new game")
        table.press("q")
        assert table.wait() == 0
