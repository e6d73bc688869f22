"""The first rows: what is played, when we are, what lies on the table, and the score."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.dice import Remark
from vedette.tui.sides import roles
from vedette.tui.text import Line, Piece, clean, fit, line
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.vocabulary import Mark, Table

NAMES = 36
"""Columns for the names of all sides, where the row is short."""

LEAST = 20
"""Columns without which the house rules are not told."""


class Header(LineWidget):
    """Round and phase on the left, the sides' score on the right, marks below."""

    DEFAULT_CSS = """
    Header { height: 2; padding: 0 1; background: $panel; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._table: Table | None = None
        self._house_rules: Sequence[Remark] = ()
        self._notice = ""

    def show(self, table: Table, house_rules: Sequence[Remark], notice: str = "") -> None:
        """Show the table's heads, and where the text is read otherwise than usual; `notice` says where nothing can be written."""
        self._table, self._house_rules, self._notice = table, house_rules, notice
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        """One row of heads, one of marks."""
        table = self._table
        if table is None:
            return []
        when = " · ".join(part for part in (clean(table.round), clean(table.phase)) if part)
        score = self._score(table, width)
        if Line(tuple(score)).width + Line((Piece(f"{clean(table.title)} · {when}"),)).width + 2 > width:
            score = self._score(table, NAMES // max(2, len(table.sides)))
        room = width - Line(tuple(score)).width - 2
        title = fit(clean(table.title), max(0, room - len(when) - 3))
        head = [Piece(title, "title"), Piece(f" · {when}" if title else when, "strong")]
        gap = Piece(" " * max(1, width - Line((*head, *score)).width))
        return [Line((*head, gap, *score)), self._marks(table, width)]

    def _score(self, table: Table, room: int) -> list[Piece]:
        """The sides and how they stand; each name in so many cells at most."""
        of_side = roles(table.sides)
        pieces: list[Piece] = []
        for side in table.sides:
            said = f"{'►' if side.acting else ' '}{fit(clean(side.name), room)} {clean(side.score)} "
            pieces.append(Piece(said, f"{of_side[side.id]} strong"))
        return pieces

    def _marks(self, table: Table, width: int) -> Line:
        of_side = roles(table.sides)
        if self._notice:
            return line((fit(f"! {clean(self._notice)}", width), "warn"))
        made = Line()
        for long in (True, False):
            pieces = [
                piece
                for mark in table.marks
                for piece in self._mark(mark, of_side.get(mark.side, ""), long=long)
            ]
            made = Line(tuple(pieces))
            if made.width <= width:
                break
        return Line((*made.pieces, *self._read_otherwise(width - made.width)))

    def _read_otherwise(self, room: int) -> list[Piece]:
        """The house rules, as many words as there is room for."""
        played = self._house_rules
        if not played or room < LEAST:
            return []
        head = "House rules " if len(played) > 1 else "House rule "
        said = " · ".join(remark.name for remark in played) if len(played) > 1 else played[0].text
        return [Piece(head, "warn"), Piece(fit(clean(said), room - len(head)), "dim")]

    def _mark(self, mark: Mark, role: str, *, long: bool) -> list[Piece]:
        """Free, held by a side, or done with; what it is worth where there is room."""
        sign = "✓" if mark.done else "⚑" if mark.side else "⚐"
        name = Piece(f"{sign} {clean(mark.name)}", f"{'dim' if mark.done else role} strong")
        return [name, Piece(f" {clean(mark.text)}" if long else "", "dim"), Piece("   " if long else "  ")]
