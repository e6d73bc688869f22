"""A card in few cells: what has no room is counted, and not cut to a letter."""

from __future__ import annotations

from typing import get_args

import pytest

from vedette.tui.widgets.card_lines import TALL_ROWS, Place, Room, card_lines, chips
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


def test_a_lone_condition_without_room_is_told_by_what_stands_before_its_colon() -> None:
    cavalry = Card("h", "Hussars", "red", "done", badges=(Badge("cavalry: no skirmishers"),))
    assert [piece.text for piece in chips(cavalry, 30)] == ["cavalry: no skirmishers"]
    assert [piece.text for piece in chips(cavalry, 10)] == ["cavalry"]


def test_who_acts_is_another_sign_than_who_is_looked_at_or_aimed_at() -> None:
    heads = {
        place: card_lines(CARD, Room(40, TALL_ROWS), place, "first")[0].text.split("  ")[0]
        for place in get_args(Place)
    }
    assert heads == {"": " ◇ Salters", "chosen": "▸◇ Salters", "target": " ◎ Salters", "acting": "▸◈ Salters"}
