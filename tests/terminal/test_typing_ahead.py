"""Keys typed faster than the screen follows mean what they would have meant one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.terminal import VEDETTE, Terminal, begun

TOLL_BAR = (
    *("c", "enter", "3", "3"),  # two Captains are Plain
    *("enter", "c", "enter", "3", "3"),
    *("r", "5", "2", "s", "enter"),  # the roll-off, and the game starts
    *(
        "down",
        "s",
        "a",
        "9",
        "enter",
        "3",
        "4",
        *"666655111111",
        "1",
        "1",
        "6",
        "6",
    ),  # a volley and two tests
    *("N", *"what a day", "enter"),  # a remark, in a box that opens over the table
    *("m", "enter", "1", "1"),  # a failed activation hands over
)
BROOK_PATH = (
    *("s", "r", "6", "2", "2"),  # the combat starts, and Blue moves first
    *("m", *"qaqa", "enter", "e", "enter", "e", "e"),  # four steps on the map
    *("s", "enter", "6", "6", "4"),  # a shot that misses
    *("N", *"so near", "enter"),
    *("s", "enter", "4", "4", "2", "2", "1"),  # one that hits
)


@pytest.mark.parametrize(
    ("game", "keys", "last", "remark"),
    [
        pytest.param(
            *("toll-bar", TOLL_BAR, ("The Cart ▶", "Activate a Group", "the turn"), "what a day"),
            marks=pytest.mark.thorough,
        ),
        ("brook-path", BROOK_PATH, ("Bob acts (DEX 11)",), "so near"),
    ],
)
def test_a_turn_typed_in_one_go_while_the_screen_still_starts(
    game: str, keys: tuple[str, ...], last: tuple[str, ...], remark: str, tmp_path: Path
) -> None:
    save = begun(game, tmp_path)
    command = [*VEDETTE, "play", str(save)]
    with Terminal(command, columns=120, lines=40, environment={"NO_COLOR": "1"}) as table:
        table.hurry(*keys)
        table.see(*last)
    assert remark in save.read_text(encoding="utf-8")
