"""A card in few cells: what has no room is counted, and not cut to a letter."""

from __future__ import annotations

import pytest

from vedette.tui.widgets.card_lines import chips
from vedette.view.vocabulary import Badge, Card

CARD = Card("r", "Salters", "red", "done", badges=tuple(map(Badge, ("SHAKEN", "in melee", "Bloodied"))))


@pytest.mark.parametrize(
    ("width", "said"),
    [
        (40, "SHAKEN  in melee  Bloodied"),
        (20, "SHAKEN  in melee +1"),
        (10, "SHAKEN +2"),
        (7, "SHAKEN"),
    ],
)
def test_conditions_that_have_no_room_are_counted(width: int, said: str) -> None:
    assert "".join(piece.text for piece in chips(CARD, width)) == said
