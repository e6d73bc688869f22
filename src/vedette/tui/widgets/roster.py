"""All sides in one narrow column beside the map: a line for everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from textual.message import Message

from vedette.tui.signs import STANDING
from vedette.tui.text import Line, Piece, clean, fit
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.vocabulary import Card, SideView

SIDE = "@side:"
"""What a click on a side's own row means; no id looks like this."""

LOW = 0.5
"""Who has no more left than this part of his hits is set apart."""


class Roster(LineWidget):
    """Names and hits; the chosen unit stays in view."""

    DEFAULT_CSS = """
    Roster { width: 17; background: $surface; }
    """

    @dataclass
    class UnitClicked(Message):
        """Somebody was clicked."""

        roster: Roster
        unit: str

        @property
        def control(self) -> Roster:
            """The roster."""
            return self.roster

    @dataclass
    class SideClicked(Message):
        """A side's own row was clicked."""

        roster: Roster
        side: str

        @property
        def control(self) -> Roster:
            """The roster."""
            return self.roster

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sides: Sequence[SideView] = ()
        self._roles: Mapping[str, str] = {}
        self._cards: Sequence[Card] = ()
        self._chosen = ""

    def show(
        self, sides: Sequence[SideView], roles: Mapping[str, str], cards: Sequence[Card], chosen: str
    ) -> None:
        """Show everybody, below the name of his side."""
        self._sides, self._roles, self._cards, self._chosen = sides, roles, cards, chosen
        self.redraw()
        for at, line in enumerate(self._lines):
            if chosen and line.target == chosen:
                self.show_row(at - 1, at + 1 if at + 1 < len(self._lines) else at)

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """Side by side, one below the other."""
        made: list[Line] = []
        for side in self._sides:
            role = self._roles.get(side.id, "")
            made.append(_head(side, role, width))
            made += [
                _row(card, role, width, chosen=card.id == self._chosen)
                for card in self._cards
                if card.side == side.id
            ]
        return made

    def clicked(self, target: str) -> None:
        """Somebody, or a side."""
        if target.startswith(SIDE):
            self.post_message(self.SideClicked(self, target.removeprefix(SIDE)))
        else:
            self.post_message(self.UnitClicked(self, target))


def _head(side: SideView, role: str, width: int) -> Line:
    sign = "▸" if side.acting else " "
    name = fit(clean(side.name), width - 1)
    score = f"{clean(side.score)} "
    room = width - 1 - Line((Piece(name),)).width
    tail = score.rjust(room) if len(score) < room else ""
    return Line((Piece(sign + name), Piece(tail)), f"{role} panel strong", SIDE + side.id)


def _row(card: Card, role: str, width: int, *, chosen: bool) -> Line:
    """Sign, name, what is left of the hits."""
    total = f"{card.value}/{card.full}" if card.full else ""
    name = fit(clean(card.name), width - len(total) - 3)
    gap = " " * max(1, width - len(total) - 2 - Line((Piece(name),)).width)
    gone = card.standing == "gone"
    low = not gone and bool(card.full) and card.value <= card.full * LOW
    colour = "dim struck" if gone else "dim" if card.standing == "done" else f"{role} strong"
    if chosen:
        ground = f"{role}-block" if role else "chosen strong"
        return Line((Piece(f"{STANDING[card.standing]} {name}{gap}{total}"),), ground, card.id)
    return Line(
        (
            Piece(f"{STANDING[card.standing]} ", "dim" if gone else f"{role} strong"),
            Piece(name, colour),
            Piece(gap),
            Piece(total, "warn strong" if low else "dim" if gone else ""),
        ),
        target=card.id,
    )
