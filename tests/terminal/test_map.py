"""The map in a real terminal: what it takes in keys to move, shoot and look; and the same with the mouse."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.terminal.terminal import VEDETTE, Terminal, begun

MOST: Mapping[str, int] = {
    "a move of three hexes": 5,
    "a shot": 2,  # and the dice
    "the same shot again": 1,  # and the dice
    "a look at a hex": 3,  # one, and two moves of the cursor
    "the enemy's sheet": 2,
    "a route to a hex": 5,  # four, and a move of the cursor
}
"""Keys from the list of actions to the result, beside dice."""

POINTS = 35
"""The mouse moves, and no button is down."""


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """One against one, six hexes apart; whoever wins the initiative has been asked who moves first."""
    return begun("brook-path", tmp_path)


def _to_move(table: Terminal) -> None:
    """Red has the initiative, and Ann moves first."""
    table.see("Start the combat")
    table.press("s")
    table.see("roll for the initiative")
    table.press("r", "6", "2")
    table.see("Which side moves first?")
    table.press("1")
    table.see("Move with m: Ann")


def test_the_usual_things_on_the_map_take_few_keys(save: Path) -> None:
    with Terminal(
        [*VEDETTE, "play", str(save)], columns=120, lines=40, environment={"NO_COLOR": "1"}
    ) as table:
        counted: dict[str, int] = {}

        def press(what: str, *keys: str, then: str, beside: int = 0) -> None:
            before = table.keys
            table.press(*keys)
            table.see(then)
            counted[what] = table.keys - before - beside

        _to_move(table)
        press("a look at a hex", "V", "d", "d", then="2 hexes from Ann")
        table.press("escape")
        table.see_gone("2 hexes from Ann")
        press("the enemy's sheet", "tab", "S", then="Hits left")
        table.press("escape")
        table.see("Move with m: Ann")
        table.press("tab")
        press("a route to a hex", "m", "V", "d", "enter", "enter", then="Ann moves to 0305")
        table.press("u")
        table.see("Undone: Ann moves to 0305")
        press("a move of three hexes", "m", "d", "d", "d", "enter", then="Ann moves to 0506")
        table.press("e")
        table.see("Move with m: Bob")
        table.acknowledge()
        table.press("e", "e")
        table.see("Ann acts")
        table.acknowledge()
        table.press("p")
        table.see("Bob acts")
        table.acknowledge()
        press("a shot", "s", "enter", "4", "4", "5", then="shot 2 of 2", beside=3)
        press("the same shot again", ".", "4", "4", "6", then="End turn 1", beside=3)

    assert counted.keys() == MOST.keys()
    assert {what: keys for what, keys in counted.items() if keys > MOST[what]} == {}


def test_a_mouse_looks_routes_and_places(save: Path) -> None:
    with Terminal(
        [*VEDETTE, "play", str(save)], columns=80, lines=24, environment={"NO_COLOR": "1"}
    ) as table:
        _to_move(table)
        table.click("┃An", across=9, button=POINTS)
        table.see("2 hexes from Ann")

        # The move and a hex are two clicks; the third gives it.
        table.click("m  Move")
        table.see("0 of 8 MOV")
        table.click("┃An", across=9)
        table.see("2 of 8 MOV", "0404")
        table.click("Enter  Move")
        table.see("Ann moves to 0404")

        # By hand she stands elsewhere: a hex is clicked, then her facing is said.
        table.press("x", "o")
        table.see("Place on the map")
        table.click("┃An", across=-7)
        table.see("0204")
        table.press("f", "w", "enter")
        table.see("An↑")
