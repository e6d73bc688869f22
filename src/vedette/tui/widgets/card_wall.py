"""All cards of one side."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from textual.message import Message

from vedette.tui.text import Line, lit
from vedette.tui.widgets.card_lines import PACKED, ROOMY, TALL_ROWS, Place, Room, card_lines, gone_line
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.signs import LEFT, LOST, PART
from vedette.view.vocabulary import Card, Detail

SPREADS = ((TALL_ROWS, 1), (TALL_ROWS, 0), (3, 0), (PACKED, 1), (PACKED, 0))
"""Rows of a card and free ones below it, from the roomiest on."""

WEAPONS = 4
"""Weapons that an opened card shows at most."""

BLOCKS = f"{LEFT}{PART}{LOST}▀▄█ "
"""What bars and tall figures are made of."""


class CardWall(LineWidget):
    """The cards of a side, always in the order of its army; those who are out of it share the last line."""

    DEFAULT_CSS = """
    CardWall { width: 22; }
    """

    @dataclass
    class CardChosen(Message):
        """A card was clicked."""

        unit: str

    def __init__(self, role: str, *, id: str | None = None) -> None:
        """Take the colour role of the side, `first` or `second`."""
        super().__init__(id=id)
        self._side_role = role
        self._cards: tuple[Card, ...] = ()
        self._chosen = self._target = self._acting = ""
        self._details: Callable[[str], Sequence[Detail]] = lambda unit: ()

    def show(
        self,
        cards: tuple[Card, ...],
        chosen: str,
        target: str = "",
        acting: str = "",
        *,
        details: Callable[[str], Sequence[Detail]],
    ) -> None:
        """Put the side's cards up; `target` is the unit that is aimed at by the `acting` one, `details` what an opened card tells besides."""
        self._cards, self._chosen, self._target, self._details = cards, chosen, target, details
        self._acting = acting
        self.redraw()
        rows = [row for row, line in enumerate(self._lines) if chosen and line.target == chosen]
        if rows:
            self.show_row(rows[0], rows[-1])

    def flash_units(self, units: Collection[str]) -> None:
        """The bars and the tall figures of units that have just been hurt, briefly."""
        self.flash({y: lit(row, BLOCKS) for y, row in enumerate(self._visible_lines) if row.target in units})

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """The cards as roomy as their number allows; the one that is looked at shows its weapons."""
        here = tuple(card for card in self._cards if card.standing != "gone")
        gone = tuple(card for card in self._cards if card.standing == "gone")
        foot = [gone_line(gone, width)] if gone else []
        rows, gap = _spread(len(here), width, height - len(foot) - bool(foot))
        left = height - len(here) * (rows + gap) - len(foot)
        places: dict[str, Place] = {self._chosen: "chosen", self._target: "target", self._acting: "acting"}
        made: list[Line] = []
        for card in here:
            opened = card.id in (self._chosen, self._target, self._acting) or card.standing == "active"
            most = max(0, min(left, WEAPONS)) if opened and rows == TALL_ROWS else 0
            details = self._details(card.id) if most else ()
            weapons = tuple(detail for detail in details if detail.kind == "weapon")[:most]
            place = places.get(card.id, "")
            lines = card_lines(card, Room(width, rows), place, self._side_role, weapons)
            left -= len(lines) - rows
            made += [*lines, *[Line()] * gap]
        return [*made, *foot]

    def clicked(self, target: str) -> None:
        self.post_message(self.CardChosen(target))


def _spread(count: int, width: int, height: int) -> tuple[int, int]:
    """The roomiest way in which that many cards fit, else the closest."""
    ways: Iterator[tuple[int, int]] = (
        (rows, gap)
        for rows, gap in SPREADS
        if (width >= ROOMY or rows == PACKED) and count * (rows + gap) - gap <= height
    )
    return next(ways, SPREADS[-1])
