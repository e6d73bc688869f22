"""A character is built in a real terminal, by keys alone, and his file is opened, read and left."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.terminal import VEDETTE, Terminal


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_a_character_is_built_and_his_file_opened(own_folders: Path, size: tuple[int, int]) -> None:
    columns, lines = size
    with Terminal(VEDETTE, columns=columns, lines=lines, environment={"NO_COLOR": "1"}) as screen:
        screen.see("New character")
        screen.press("c")
        screen.see("Attributes", "✔ Points", "Legal: save keeps it.")

        screen.press("right", "right", "right")
        screen.see("CQ-CHR-4", "has 33")
        screen.press("left", "down", "right", "up", "left")
        screen.see("Legal: save keeps it.")

        screen.press("k", "enter")
        screen.see("[Skills]", "2 slots", "known")
        screen.press("w", "down", "enter", "down", "enter")
        screen.see("[Weapons]", "×1")
        screen.press("r", "enter")
        screen.see("[Armor]", "has it")
        screen.press("c")
        screen.see("[Carrying]", "in hand")
        screen.press("p")
        screen.see("Sheet", "Attributes", "h writes this sheet")
        screen.press("escape")
        screen.see("[Carrying]")

        screen.press("s")
        screen.see("What is the character called?")
        screen.press(*"Jax", "enter")
        screen.see("Jax", "Between games", "Buy a skill")
        screen.press("q")
        screen.see("CHARACTERS", "jax", "0 experience")
        screen.press("q")
        assert screen.wait() == 0
    assert (own_folders / "saves" / "characters" / "jax.vedette").is_file()
