"""What a character is made on: the pages to turn to, the sums, and the lines of a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.message import Message

from vedette.tui.figures import GLYPHS, tall
from vedette.tui.text import Line, Piece, clean, filled, fit, line, pad
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.menu import Menu, MenuRow
from vedette.tui.widgets.prompt import SIGNS
from vedette.view.editors import WITH_THIS, BuildLine, BuildPage, BuildTotal

LABEL, VALUE, COST = 27, 13, 16
"""Cells of a line's columns at most; the note has the rest."""

Columns = tuple[int, int, int]
"""Cells for the names of a page, their values and their costs."""

ROOMY = 50
"""Cells in which the whole sentence of a rule finds room; elsewhere its id stands before the note."""

LESS, MORE = "less:", "more:"
"""Begin what a click on the arrows of a line means."""


class PageTabs(LineWidget):
    """The pages with their letters, the open one marked."""

    DEFAULT_CSS = """
    PageTabs { height: 1; padding: 0 1; background: $surface; }
    """

    @dataclass
    class Turned(Message):
        """A page was clicked, that of this letter."""

        page: str

    def __init__(self, pages: Sequence[BuildPage]) -> None:
        """Offer these pages."""
        super().__init__()
        self._pages = pages
        self._open = ""

    def show(self, page: str) -> None:
        self._open = page
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        pieces: list[Piece] = []
        for page in self._pages:
            here = page.id == self._open
            title = clean(page.title)
            words = f"[{title}]" if here else f" {title} "
            role = "chosen strong" if here else ""
            pieces += [Piece(page.key, "key", page.key), Piece(words, role, page.key), Piece(" ")]
        return [Line(tuple(pieces))]

    def clicked(self, target: str) -> None:
        self.post_message(self.Turned(target))


class Totals(LineWidget):
    """The sums side by side, in large figures where there is room."""

    DEFAULT_CSS = """
    Totals { height: 2; padding: 0 1; background: $panel; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._totals: Sequence[BuildTotal] = ()

    def show(self, totals: Sequence[BuildTotal]) -> None:
        if totals != self._totals:
            self._totals = totals
            self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        if not self._totals:
            return []
        room = width // len(self._totals)
        heads = [Piece(pad(_label(total, room - 1), room), _role(total)) for total in self._totals]
        if height < 4:
            values = [piece for total in self._totals for piece in _value(total, total.text, room, of=True)]
            return [Line(tuple(heads)), Line(tuple(values))]
        rows = [_large(total.text) for total in self._totals]
        large = [
            [
                piece
                for total, text in zip(self._totals, rows, strict=True)
                for piece in _value(total, text[row], room, of=row == len(rows[0]) - 1)
            ]
            for row in range(len(rows[0]))
        ]
        return [Line(tuple(heads)), *(Line(tuple(pieces)) for pieces in large)]


class BuildLines(Menu):
    """The lines of a page; a click on an arrow takes a step."""

    @dataclass
    class Stepped(Message):
        """A line is to go a step on or back."""

        line: str
        step: int

    def clicked(self, target: str) -> None:
        for lead, step in ((LESS, -1), (MORE, 1)):
            if target.startswith(lead):
                self.post_message(self.Stepped(target.removeprefix(lead), step))
                return
        super().clicked(target)


def build_rows(lines: Sequence[BuildLine], width: int) -> list[MenuRow]:
    made: list[MenuRow] = []
    group = ""
    columns = _columns(lines)
    for offer in lines:
        if offer.group != group:
            group = offer.group
            made.append(MenuRow("", (line((clean(group), "strong")),)))
        made.append(MenuRow(offer.id, (_line(offer, width, columns),)))
    return made or [MenuRow("", (line(("Nothing to arrange yet.", "dim")),))]


def _columns(lines: Sequence[BuildLine]) -> Columns:
    label = max((cell_len(clean(line.label)) for line in lines), default=0) + 2
    cost = max((cell_len(clean(line.cost)) for line in lines), default=0) + 2
    return min(label, LABEL), VALUE if any(line.value for line in lines) else 0, min(cost, COST)


def _line(line: BuildLine, width: int, columns: Columns) -> Line:
    """Whether he has it, what it is, its value between arrows, its cost, and the rule against it or the note."""
    label, value, cost = columns
    barred = line.why_not is not None
    role = "dim" if barred and not line.chosen else ""
    arrows = bool(line.value) and not line.chosen
    pieces = [
        Piece("✔ " if line.chosen else "✘ " if barred else "  ", "bad" if barred else "good"),
        Piece(pad(clean(line.label), label - 1) + " ", f"{role} strong" if line.chosen else role),
    ]
    if value:
        pieces += [
            Piece("‹ " if arrows and line.less else "  ", "key", f"{LESS}{line.id}"),
            Piece(fit(clean(line.value), VALUE - 4), f"{role} strong"),
            Piece(" › " if arrows and line.more else "   ", "key", f"{MORE}{line.id}"),
        ]
    used = Line(tuple(pieces)).width
    gap = " " * max(0, 2 + label + value - used)
    rest = width - max(used, 2 + label + value) - cost
    pieces += [Piece(gap), Piece(pad(clean(line.cost), cost), role)]
    if line.why_not is None:
        return Line((*pieces, Piece(fit(clean(line.note), rest), "dim")))
    said = str(line.why_not) if rest >= ROOMY else line.why_not.sentence.removeprefix(WITH_THIS)
    return Line((*pieces, Piece(fit(clean(said), rest), "bad")))


def _label(total: BuildTotal, width: int) -> str:
    """Its name, only the first word of it where there is no room for more."""
    said = f"{SIGNS[total.tone]}{total.label}"
    return said if len(said) <= width else fit(f"{SIGNS[total.tone]}{total.label.split()[0]}", width)


def _value(total: BuildTotal, text: str, width: int, *, of: bool) -> tuple[Piece, ...]:
    """A row of a sum; in the last one its limit, faint."""
    limit = f"/{total.of}" if of and total.of else ""
    return filled([Piece(text, f"{_role(total)} strong"), Piece(limit, "dim")], width)


def _role(total: BuildTotal) -> str:
    return "" if total.tone == "plain" else total.tone


def _large(text: str) -> Sequence[str]:
    """Three rows of figures; words stay words."""
    return tall(text) if all(sign in GLYPHS for sign in text) and not text.isalpha() else ("", text, "")
