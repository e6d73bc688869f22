"""A page to read: a heading, and paragraphs each behind a label."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from vedette.tui.text import Line, clean, line, rows_of, wrap
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.signs import Tone


class Paragraph(Struct, frozen=True):
    """A label that stands out, and a text; a blank row before it where `apart`. Later rows `hang` below the first."""

    label: str = ""
    text: str = ""
    tone: Tone = "plain"
    apart: bool = False
    hang: int = 2


Text = Sequence[Paragraph]
"""What stands on a page."""


class Page(LineWidget):
    """Shows a text; one that is too long is scrolled."""

    DEFAULT_CSS = "Page { padding: 0 1; background: $surface; }"

    _title = ""
    _text: Text = ()

    def show(self, title: str, text: Text) -> None:
        if (title, text) != (self._title, self._text):
            self._title, self._text = title, text
            self.top = 0
            self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        title = rows_of(self._title, width, "strong") if self._title else []
        return [*title, *text_lines(self._text, width)]


def text_lines(text: Text, width: int) -> list[Line]:
    return [row for part in text for row in [*([Line()] if part.apart else []), *_paragraph(part, width)]]


def _paragraph(paragraph: Paragraph, width: int) -> list[Line]:
    """The label in bold, its text behind it; where they don't fit in a row, below it."""
    label, text = clean(paragraph.label), clean(paragraph.text)
    role = "" if paragraph.tone == "plain" else paragraph.tone
    strong = f"{role} strong"
    if not (label and text):
        return rows_of(label or text, width, strong if label else role, paragraph.hang if label else 0)
    rows = wrap(f"{label}  {text}", width, paragraph.hang)
    if rows[0].startswith(label):
        head = line((label, strong), (rows[0][len(label) :], role))
        return [head, *(line((row, role)) for row in rows[1:])]
    if not label.strip():  # a sign that is not there keeps its cells
        return rows_of(text, width, role, lead=" " * paragraph.hang)
    return [*rows_of(label, width, strong, 2), *rows_of(f"  {text}", width, role, 2)]
