"""What the guide of a first battle says: a few rows between the table and the last one."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from vedette.tui.messages import KeyClicked
from vedette.tui.text import Line, Piece, clean, line
from vedette.tui.widgets.line_widget import LineWidget

ROWS = 4
"""A heading, and three rows of words."""

WIDEST = 110
"""Cells of a row of words: longer ones are hard to read."""

HEADING, ENDS = "FIRST BATTLE", "E ends the guide"


class GuideStrip(LineWidget):
    """A lesson with its keys; it takes no room where there is no guide."""

    DEFAULT_CSS = f"""
    GuideStrip {{ height: {ROWS}; padding: 0 1; background: $surface; display: none; }}
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._said = ""

    @property
    def said(self) -> str:
        return self._said

    def show(self, said: str) -> None:
        """Say something else; keys stand in backquotes."""
        if said != self._said:
            self._said = said
            self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        key, _, does = ENDS.partition(" ")
        dashes = "─" * (width - len(HEADING) - len(ENDS) - 2)
        head = line((f"{HEADING} ", "strong"), (dashes, "edge"), (f" {key}", "key", key), (f" {does}", "dim"))
        return [head, *keyed(self._said, min(width, WIDEST))]

    def clicked(self, target: str) -> None:
        self.post_message(KeyClicked(target))


def keyed(text: str, width: int) -> Iterator[Line]:
    """A text in rows, broken at blanks; what stands in backquotes is a key."""
    row: list[Piece] = []
    used = 0
    for word in clean(text).split(" "):
        pieces = [
            Piece(part, "key" if place % 2 else "") for place, part in enumerate(word.split("`")) if part
        ]
        cells = sum(cell_len(piece.text) for piece in pieces)
        if row and used + 1 + cells > width:
            yield Line(tuple(row))
            row, used = [], 0
        row += [Piece(" "), *pieces] if row else pieces
        used += cells + (1 if used else 0)
    if row:
        yield Line(tuple(row))
