"""What the guide of a first battle says: a strip between the table and the last row, with the key to press in a box of its own."""

from __future__ import annotations

from rich.cells import cell_len
from textual.geometry import Size

from vedette.tui.messages import KeyClicked
from vedette.tui.text import Line, Piece, Said, clean, filled, line, spread
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.guide import Told
from vedette.view.signs import PLAYED, TO_COME

FULL, SHORT, TALL = 7, 3, 30
"""Rows of the strip, and where there are fewer rows than so many on the screen."""

BOX, WIDEST, INDENT = 26, 110, 2
"""Cells of the box with the key, of a row of words at most, and before them."""

HEADING, ENDS = "FIRST BATTLE", " ends the guide"


def guide_rows(height: int) -> int:
    return FULL if height >= TALL else SHORT


class GuideStrip(LineWidget):
    """A lesson with its keys; it takes no room where there is no guide."""

    DEFAULT_CSS = "GuideStrip { height: auto; background: $surface; display: none; }"

    said = Told()

    def show(self, said: Told) -> None:
        """Say something else; keys stand in backquotes."""
        if said != self.said:
            self.said = said
            self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return guide_rows(viewport.height)

    def draw(self, width: int, height: int) -> list[Line]:
        text, press = self.said.text, self.said.press
        if height < FULL:
            words = [piece for part in (text, press) for piece in keyed(part, filled_keys=part is press)]
            return [line(" ", *row) for row in _rows(words, width - 2)]
        step, of = self.said.step, self.said.of
        track: list[Said] = [
            (" " * INDENT, ""),
            (HEADING, "strong"),
            (f"   step {step} of {of}  ", "dim"),
            (PLAYED * step, "key"),
            (TO_COME * (of - step), "dim"),
        ]
        made = [
            line(("▔" * width, "key")),
            spread(track, [("E", "key", "E"), (f"{ENDS}  ", "", "E")], width),
            *[Line()] * (FULL - 2),
        ]
        room = min(WIDEST, width - BOX - 3 * INDENT)
        box = [[Piece(" " * INDENT), *row] for row in _rows(keyed(press, filled_keys=True), BOX - INDENT)]
        box = [[], *box, []] if len(box) < SHORT else box
        rows = _rows(keyed(text, filled_keys=False), room)
        for i in range(FULL - 2):
            words = [Piece(" " * INDENT), *(rows[i - 1] if 0 < i <= len(rows) else ())]
            key = filled(box[i], BOX, "chosen") if press and i < len(box) else ()
            made[i + 2] = line(*filled(words, width - BOX - INDENT), *key)
        return made

    def clicked(self, target: str) -> None:
        self.post_message(KeyClicked(target))


def keyed(text: str, *, filled_keys: bool) -> list[Piece]:
    """The words of a text, each a piece; what stands in backquotes is a key, filled where it is the one to press."""
    made: list[Piece] = []
    for place, part in enumerate(clean(text).split("`")):
        if place % 2:
            made.append(Piece(f" {part} ", "key reverse") if filled_keys else Piece(part, "key"))
        else:
            made += [Piece(word) for word in part.split(" ") if word]
    return made


def _rows(words: list[Piece], width: int) -> list[list[Piece]]:
    """Words in rows; a stop behind a key stays with it."""
    rows: list[list[Piece]] = [[]]
    used = 0
    for word in words:
        cells, joins = cell_len(word.text), word.text in {".", ",", ";", ":"}
        if used and not joins and used + 1 + cells > width:
            rows.append([])
            used = 0
        rows[-1] += [word] if joins or not used else [Piece(" "), word]
        used += cells + (0 if joins or not used else 1)
    return rows
