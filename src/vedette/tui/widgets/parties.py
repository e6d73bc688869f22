"""Who attacks whom, in a row over the dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from vedette.tui.text import WITH_IDS, Line, Piece, clean, fit
from vedette.view.signs import STANDING, TARGET
from vedette.view.vocabulary import Card

ARROW = " ──→ "

LEAST = 16
"""Rows that a panel has where this takes two of them; where there are fewer, the cards tell it."""


class Parties(Struct, frozen=True):
    """The two units of a command that is aimed at somebody, and the colours of the sides."""

    by: Card
    target: Card
    roles: Mapping[str, str]

    def over(self, width: int, height: int) -> Sequence[Line]:
        """The row, and a free one below it; none where there is little room."""
        if width < WITH_IDS or height < LEAST:
            return ()
        room = (width - len(ARROW) - 4) // 2
        return Line(
            (
                *self._party(self.by, STANDING[self.by.standing], room, ""),
                Piece(ARROW, "strong"),
                *self._party(self.target, TARGET, room, " under"),
            )
        ), Line()

    def _party(self, card: Card, sign: str, room: int, under: str) -> tuple[Piece, ...]:
        role = self.roles.get(card.side, "")
        return (
            Piece(f"{sign} ", f"{role} strong"),
            Piece(fit(clean(card.name), room), f"{role} strong{under}"),
        )
