"""A page to read: a heading, and paragraphs each behind a label."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from vedette.tui.text import Line, Piece, clean, ends, line, wrap
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.signs import Tone


class Paragraph(Struct, frozen=True):
    """A label that stands out, and a text; a blank row before it where `apart`. Later rows `hang` below the first."""

    label: str = ""
    text: str = ""
    tone: Tone = "plain"
    apart: bool = False
    hang: int = 2


class PageEntry(Struct, frozen=True):
    """A label in a style, and something at the end of its row, which may be filled with the style of a `ground`.

    What is said `below` it is fainter; a blank row before it where `apart`.
    """

    label: str
    end: str = ""
    style: str = "strong"
    ground: str = ""
    below: str = ""
    apart: bool = False


class Drawable(Protocol):
    """What draws itself among the text."""

    def draw(self, width: int) -> list[Line]:
        """Its rows."""


Text = Sequence[Paragraph | PageEntry | Drawable]
"""What stands on a page."""


class Page(LineWidget):
    """Shows a text; one that is too long is scrolled."""

    DEFAULT_CSS = """
    Page { padding: 0 1; background: $surface; }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._title = ""
        self._text: Text = ()

    def show(self, title: str, text: Text) -> None:
        if (title, text) != (self._title, self._text):
            self._title, self._text = title, text
            self.top = 0
            self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        made = [line((row, "strong")) for row in wrap(clean(self._title), width)] if self._title else []
        for part in self._text:
            if not isinstance(part, PageEntry | Paragraph):
                made += part.draw(width)
                continue
            if part.apart:
                made.append(Line())
            made.extend(_entry(part, width) if isinstance(part, PageEntry) else _paragraph(part, width))
        return made


def _entry(entry: PageEntry, width: int) -> list[Line]:
    head = Line(ends((Piece(entry.label, entry.style),), (Piece(f" {entry.end}"),), width, entry.ground))
    below = wrap(clean(entry.below), width - 2) if entry.below else ()
    return [head, *(line((f"  {row}", "dim")) for row in below)]


def _paragraph(paragraph: Paragraph, width: int) -> list[Line]:
    """The label in bold, its text behind it; where they don't fit in a row, below it."""
    label, text = clean(paragraph.label), clean(paragraph.text)
    role = "" if paragraph.tone == "plain" else paragraph.tone
    if not label:
        return [line((row, role)) for row in wrap(text, width)]
    if not text:
        return [line((row, f"{role} strong")) for row in wrap(label, width, paragraph.hang)]
    rows = wrap(f"{label}  {text}", width, paragraph.hang)
    if rows[0].startswith(label):
        head = line((label, f"{role} strong"), (rows[0][len(label) :], role))
        return [head, *(line((row, role)) for row in rows[1:])]
    if not label.strip():  # a sign that is not there keeps its cells
        lead = " " * paragraph.hang
        return [line((lead + row, role)) for row in wrap(text, width - paragraph.hang)]
    return [line((row, f"{role} strong")) for row in wrap(label, width, 2)] + [
        line((row, role)) for row in wrap("  " + text, width, 2)
    ]
