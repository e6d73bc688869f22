"""What a character is made on: the pages to turn to, the sums, and the lines of a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.message import Message

from vedette.tui.figures import GLYPHS, tall
from vedette.tui.text import Line, Said, beside, clean, filled, fit, line, pad
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.menu import Menu, MenuRow
from vedette.tui.widgets.prompt import SIGNS
from vedette.view.editors import WITH_THIS, BuildLine, BuildPage, BuildTotal

LABEL, VALUE, COST = 27, 13, 16  # cells of a line's columns at most; the note has the rest

Columns = tuple[int, int, int]
"""Cells for the names of a page, their values and their costs."""

ROOMY = 50  # cells in which the whole sentence of a rule finds room; elsewhere its id stands before the note
LESS, MORE = "less:", "more:"  # begin what a click on the arrows of a line means


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
        said: list[Said] = []
        for page in self._pages:
            title = f" {clean(page.title)} ", ""
            if page.id == self._open:
                title = f"[{clean(page.title)}]", "chosen strong"
            said += [(page.key, "key", page.key), (*title, page.key), " "]
        return [line(*said)]

    def clicked(self, target: str) -> None:
        self.post_message(self.Turned(target))


class Totals(LineWidget):
    """The sums side by side, in large figures where there is room."""

    DEFAULT_CSS = """
    Totals { height: 2; padding: 0 1; background: $panel; }
    """

    _totals: Sequence[BuildTotal] = ()

    def show(self, totals: Sequence[BuildTotal]) -> None:
        if totals != self._totals:
            self._totals = totals
            self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        if not self._totals:
            return []
        room = width // len(self._totals)
        columns: list[list[Line]] = []
        for total in self._totals:
            role = "" if total.tone == "plain" else total.tone
            sign, label, text = SIGNS[total.tone], total.label, [total.text]
            if len(sign + label) >= room:  # the first word is enough
                label = label.split()[0]
            if height >= 4:  # large figures; words stay words
                is_figure = set(total.text) <= GLYPHS.keys() and not total.text.isalpha()
                text = tall(total.text) if is_figure else ["", total.text, ""]
            limits = [""] * (len(text) - 1) + [f"/{total.of}" if total.of else ""]
            values = [
                ((row, f"{role} strong"), (limit, "dim")) for row, limit in zip(text, limits, strict=True)
            ]
            head = pad(f"{sign}{label}", room - 1) + " ", role
            columns.append([line(head), *(Line(filled(value, room)) for value in values)])
        return beside(columns, room, 0)


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
    label = max((cell_len(clean(line.label)) for line in lines), default=0) + 2
    cost = max((cell_len(clean(line.cost)) for line in lines), default=0) + 2
    columns = min(label, LABEL), VALUE if any(line.value for line in lines) else 0, min(cost, COST)
    for offer in lines:
        if offer.group != group:
            group = offer.group
            made.append(MenuRow("", (line((clean(group), "strong")),)))
        made.append(MenuRow(offer.id, (_row(offer, width, columns),)))
    return made or [MenuRow("", (line(("Nothing to arrange yet.", "dim")),))]


def _row(offer: BuildLine, width: int, columns: Columns) -> Line:
    """Whether they have it, what it is, its value between arrows, its cost, and the rule against it or the note."""
    label, value, cost = columns
    barred = offer.why_not is not None
    role = "dim" if barred and not offer.chosen else ""
    arrows = bool(offer.value) and not offer.chosen
    said: list[Said] = [
        ("✔ " if offer.chosen else "✘ " if barred else "  ", "bad" if barred else "good"),
        (pad(clean(offer.label), label - 1) + " ", f"{role} strong" if offer.chosen else role),
    ]
    if value:
        said += [
            ("‹ " if arrows and offer.less else "  ", "key", f"{LESS}{offer.id}"),
            (fit(clean(offer.value), VALUE - 4), f"{role} strong"),
            (" › " if arrows and offer.more else "   ", "key", f"{MORE}{offer.id}"),
        ]
    used = line(*said).width
    rest = width - max(used, 2 + label + value) - cost
    said += [" " * max(0, 2 + label + value - used), (pad(clean(offer.cost), cost), role)]
    note = offer.note
    if offer.why_not is not None:
        note = str(offer.why_not) if rest >= ROOMY else offer.why_not.sentence.removeprefix(WITH_THIS)
    return line(*said, (fit(clean(note), rest), "bad" if barred else "dim"))
