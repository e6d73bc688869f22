"""A whole fight of Close Quarters in a real terminal, by keys alone, from the first key to the settled scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.terminal import VEDETTE, Terminal, begun


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """One against one, six hexes apart."""
    return begun("brook-path", tmp_path)


def _initiative(table: Terminal, turn: int, red: str, blue: str, first: str) -> None:
    """Both sides roll, and the winner says who moves first."""
    table.see(f"Turn {turn}: roll for the initiative")
    table.press("r")
    table.see("◀ Red", "Initiative: roll 1 D6")
    table.press(red)
    table.see("Blue ▶", "Initiative: roll 1 D6")
    table.press(blue)
    table.see("Which side moves first?")
    table.press(first)


def _fire(table: Terminal, *faces: str) -> None:
    """A shot at the only target there is: two keys beside the dice."""
    before = table.keys
    table.press("s")
    table.see("TO HIT", "84%")
    table.press("enter")
    table.see("Ann to hit Bob: roll 3 D6", "needs 13 or less")
    assert table.keys - before == 2
    table.press(*faces)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_a_fight_is_played_till_it_is_settled(save: Path, size: tuple[int, int]) -> None:
    columns, lines = size
    command = [*VEDETTE, "play", str(save)]
    with Terminal(command, columns=columns, lines=lines, environment={"NO_COLOR": "1"}) as table:
        table.see("Start the combat")
        table.press("s")

        # Turn 1: Bob comes near by four steps on the map, and Ann fires twice.
        _initiative(table, 1, "6", "2", "2")
        table.see("Move with m: Bob")
        table.press("m")
        table.see("0 of 8 MOV", "half 4")
        for spent, step in enumerate("qaqa", start=1):
            table.press(step)
            table.see(f"{spent} of 8 MOV")
        table.see("0604 → 0504 → 0404")
        table.press("enter")
        table.see("end the movement with e")
        table.press("e")
        table.see("Move with m: Ann")
        table.acknowledge()
        table.press("e")
        table.see("Ann could still move", "e again to end")
        table.press("e")
        table.see("Ann acts (DEX 13)", "Then Bob (11)")
        _fire(table, "6", "6", "4")
        table.see("✘", "shot 2 of 2")
        _fire(table, "4", "4", "2")
        table.see("Damage to Bob: roll 2 D6", "✔")
        table.press("2", "1")
        table.see("Bob acts (DEX 11)")
        table.acknowledge()
        table.press("d")
        table.see("End turn 1 with e")
        table.press("e")

        # Turn 2: Bob charges, and Ann is faster with the knife.
        _initiative(table, 2, "3", "5", "1")
        table.see("Move with m: Ann")
        table.press("e")
        table.see("Ann could still move")
        table.press("e")
        table.see("Move with m: Bob")
        table.acknowledge()
        table.press("m")
        table.see("0 of 8 MOV")
        table.press("q")
        table.see("0404 → 0304")
        table.press("enter")
        table.see("end the movement with e")
        table.press("e")
        table.see("Ann acts (DEX 13)")
        table.acknowledge()
        table.press("a")
        table.see("Fighting knife", "Short weapon", "74%")
        table.press("enter")
        table.see("Ann to hit Bob: roll 3 D6")
        table.press("3", "3", "3")
        table.see("Damage to Bob: roll 1 D6")
        table.press("6")
        table.see("settle the scenario with v", "0/10", "BLUE 0/1 able")

        # The duel is settled: what Bob carried is Ann's to claim.
        table.press("v")
        table.see("Winner", "To the death", "◀ Red │ Settle the scenario")
        table.press("enter")
        table.see("The scenario is settled.", "Spoils")

        table.press("q")
        table.see("n New game")
        table.press("q")
        assert table.wait() == 0
