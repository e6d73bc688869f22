"""A whole small game of Company in a real terminal, by keys alone, from the setup to the victory points."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.terminal import VEDETTE, Terminal, begun


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A game of two Groups a side that closes after two rounds."""
    return begun("toll-bar", tmp_path)


def _set_up(table: Terminal) -> None:
    """Both Captains are Plain, the Toll attacks."""
    for captain in ("Bar Keepers", "Drovers"):
        table.see(f"The Captain of {captain} needs a trait")
        if captain == "Drovers":
            table.acknowledge()
        table.press("c", "enter")
        table.see(f"{captain}: the Captain's trait: roll 2 D6")
        table.press("3", "3")
    table.see("Roll off: the higher die attacks")
    table.press("r", "5", "2")
    table.see("then start the game")
    table.press("s", "enter")
    table.see("Round 1 of 2", "Activate a Group")


@pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)], ids=["80x24", "120x40"]
)
def test_a_game_is_played_to_its_victory_points(save: Path, size: tuple[int, int]) -> None:
    columns, lines = size
    command = [*VEDETTE, "play", str(save)]
    with Terminal(command, columns=columns, lines=lines, environment={"NO_COLOR": "1"}) as table:
        _set_up(table)

        # Turn 1, the Toll: a volley breaks the Drovers' line, in four keys and the dice.
        table.press("down")
        before = table.keys
        table.press("s", "a", "9", "enter")
        table.see("Roof Bows to Shoot: roll 2 D6")
        assert table.keys - before <= 4
        table.press("3", "4")
        table.see("Roof Bows: shots at Drovers: roll 12 D6")
        table.press(*"666655111111")
        table.see("Drovers: Resilience test")
        table.press("1", "1")
        table.see("Hedge Walkers: Resilience test: roll 2 D6")
        table.press("6", "6")
        table.see("Round 1 of 2", "Activate a Group", "1 can still act")

        # The Bar Keepers fail: the last die hands the turn over, without another key.
        table.press("m", "enter")
        table.see("Bar Keepers to Move: roll 2 D6")
        table.press("1", "1")
        table.see("The Cart ▶", "Activate a Group", "the turn")

        # Turn 2, the Cart: an attack, in four keys and the dice of both sides.
        table.acknowledge()
        before = table.keys
        table.press("a", "a", "6", "enter")
        table.see("Hedge Walkers to Attack: roll 2 D6")
        assert table.keys - before <= 4
        table.press("6", "6")
        table.see("Hedge Walkers: attack on Bar Keepers: roll 12 D6")
        table.press(*"666111111111")
        table.see("Bar Keepers: defence against Hedge Walkers: roll 12 D6")
        table.press(*"111111111111")
        table.see("Bar Keepers: Resilience test: roll 2 D6")
        table.press("4", "4")
        table.see("Nobody is left to activate: end the turn")
        table.press("e")
        table.see("Round 2 of 2", "◀ The Toll")

        # Both let the second round go by, and the VP are counted.
        table.acknowledge()
        table.press("e")
        table.see("could still act", "e again to end")
        table.press("e")
        table.see("The Cart ▶")
        table.acknowledge()
        table.press("e")
        table.see("could still act", "e again to end")
        table.press("e")
        table.see("The game has closed: count the VP")
        table.press("g", "enter")
        table.see("Victory for the Toll", "THE TOLL")

        table.press("q")
        table.see("n new game")
        table.press("q")
        assert table.wait() == 0
