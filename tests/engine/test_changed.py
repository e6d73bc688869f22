"""A changed value is what `dataclasses.replace` makes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vedette.engine.changed import changed
from vedette.engine.record import record


@record
class Piece:
    """Something with fields."""

    name: str
    place: int = 0
    marks: tuple[str, ...] = ()


def test_a_changed_value_is_as_replaced() -> None:
    piece = Piece("rook", 3, ("old",))
    assert changed(piece, place=4) == replace(piece, place=4)
    assert changed(piece) == piece
    assert piece.place == 3


def test_there_are_no_fields_but_its_own() -> None:
    with pytest.raises(AttributeError):
        changed(Piece("rook"), colour="white")
