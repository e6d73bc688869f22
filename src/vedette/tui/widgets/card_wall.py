"""All cards of one side in one widget; a card is painted again only when it is another card."""

from __future__ import annotations

from dataclasses import dataclass

from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from vedette.tui.text import Line, clean, fit, line
from vedette.tui.widgets.card_lines import LONGEST, SHORTEST, card_lines
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.vocabulary import Card, SideView

HEAD = 1
"""The row with the side's name, which stays where it is."""

TYPED, ROLLED = ("✎", "dice typed"), ("⚄", "dice rolled")
"""Where a side's dice come from: a sign, and words where there is room for them."""

WORDY = 31
"""From this width on."""

KEPT = 400
"""Cards whose strips are kept: those on the wall, and some that a replay will come back to."""

SIDE = "@side"
"""What a click on that row means; no id looks like this."""


class CardWall(LineWidget):
    """The cards of a side below its name, score and dice setting.

    Strips are kept by the identity of the card, which never changes once it is made.
    """

    DEFAULT_CSS = """
    CardWall { width: 20; }
    """

    @dataclass
    class CardChosen(Message):
        """A card was clicked."""

        wall: CardWall
        unit: str

        @property
        def control(self) -> CardWall:
            """The wall that the card is on."""
            return self.wall

    @dataclass
    class HeadClicked(Message):
        """The side's own row was clicked."""

        wall: CardWall
        side: str

        @property
        def control(self) -> CardWall:
            """The wall of the side."""
            return self.wall

    def __init__(self, role: str, *, id: str | None = None) -> None:
        """Take the colour role of the side, `first` or `second`."""
        super().__init__(id=id)
        self._side_role = role
        self._side: SideView | None = None
        self._rolled: bool | None = False
        self._cards: tuple[Card, ...] = ()
        self._chosen = ""
        self._strips: dict[tuple[int, bool], tuple[Card, list[Strip]]] = {}
        self._geometry = (0, 0)

    def show(self, side: SideView, cards: tuple[Card, ...], chosen: str, *, rolled: bool | None) -> None:
        """Put the side's cards up; only rows of cards that are new or newly chosen are painted.

        `rolled` says where the side's dice come from: None where none will be.
        """
        if (side, rolled) != (self._side, self._rolled):
            self._side, self._rolled = side, rolled
            self.refresh(Region(0, 0, self.size.width, HEAD))
        before, was = self._cards, self._chosen
        self._cards, self._chosen = cards, chosen
        if len(before) != len(cards) or self._measure() != self._geometry:
            self._forget()
        else:
            for index, (old, new) in enumerate(zip(before, cards, strict=True)):
                if old is not new or (was != chosen and new.id in (was, chosen)):
                    self._refresh_card(index)
        self._reveal()

    def redraw(self) -> None:
        """Measure the cards for the size there is."""
        self._forget()
        self._reveal()

    def scroll_rows(self, rows: int) -> None:
        """Scroll by some rows, as far as there are cards."""
        top = max(0, min(self.top + rows, len(self._cards) * self._rows - self._room))
        if top != self.top:
            self.top = top
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The side's row, or one row of a card."""
        width = self.size.width
        if y < HEAD:
            return self.paint(self._head(width), width)
        index, row = divmod(self.top + y - HEAD, max(1, self._rows))
        if index >= len(self._cards):
            return Strip.blank(width, self.role(""))
        hidden = len(self._cards) * self._rows - self.top - self._room
        if y == self.size.height - 1 and hidden > 0:
            return self.paint(line((f" ↓ {-(-hidden // self._rows)} more", "dim")), width)
        return self._card_strips(self._cards[index])[row]

    def clicked(self, target: str) -> None:
        """A card, or the side's own row."""
        if target == SIDE and self._side is not None:
            self.post_message(self.HeadClicked(self, self._side.id))
        else:
            self.post_message(self.CardChosen(self, target))

    def notify_style_update(self) -> None:
        """Forget strips in the colours of the theme before."""
        self._strips.clear()
        super().notify_style_update()

    @property
    def plain(self) -> str:
        """What is shown, as text."""
        return "\n".join(self.render_line(y).text.rstrip() for y in range(self.size.height))

    @property
    def _rows(self) -> int:
        return self._geometry[1] or SHORTEST

    @property
    def _room(self) -> int:
        return self.size.height - HEAD

    def _measure(self) -> tuple[int, int]:
        """The width of a card, and how many rows each may take."""
        rows = self._room // max(1, len(self._cards))
        return self.size.width, max(SHORTEST, min(LONGEST, rows))

    def _card_strips(self, card: Card) -> list[Strip]:
        chosen = card.id == self._chosen
        kept = self._strips.get((id(card), chosen))
        if kept is None:
            if len(self._strips) > KEPT:
                self._strips.clear()
            lines = card_lines(card, self.size.width, self._rows, chosen, self._side_role)
            shown = [self.paint(Line(line.pieces, line.ground, card.id), self.size.width) for line in lines]
            kept = self._strips[id(card), chosen] = (card, shown)
        return kept[1]

    def _head(self, width: int) -> Line:
        if self._side is None:
            return Line()
        sign = "►" if self._side.acting else " "
        sign_of, said = ROLLED if self._rolled else TYPED
        dice = f"  {sign_of} {said}" if width >= WORDY else f"  {sign_of}"
        tail = f" {clean(self._side.score)}{dice if self._rolled is not None else ''} "
        name = fit(clean(self._side.name), width - len(tail) - 2)
        gap = " " * max(0, width - len(tail) - 2 - Line(line(name).pieces).width)
        ground = f"{self._side_role} shade strong"
        return line(f"{sign} ", name, gap, tail, ground=ground, target=SIDE)

    def _refresh_card(self, index: int) -> None:
        top = HEAD + index * self._rows - self.top
        region = Region(0, top, self.size.width, self._rows)
        visible = region.intersection(Region(0, HEAD, self.size.width, self._room))
        if visible:
            self.refresh(visible)

    def _reveal(self) -> None:
        """Scroll the chosen card into view."""
        for index, card in enumerate(self._cards):
            if card.id == self._chosen:
                hint = 1 if index < len(self._cards) - 1 else 0
                first = index * self._rows
                top = min(max(self.top, first + self._rows + hint - self._room), first)
                if top != self.top:
                    self.top = max(0, top)
                    self.refresh()

    def _forget(self) -> None:
        self._strips.clear()
        self._geometry = self._measure()
        self.top = max(0, min(self.top, len(self._cards) * self._rows - self._room))
        self.refresh()
