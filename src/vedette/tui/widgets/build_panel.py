"""What a character is made on: the pages to turn to, the sums, the lines of a page, and who it is so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.message import Message

from vedette.tui.figures import TALL, can_be_tall, tall
from vedette.tui.text import (
    Line,
    Piece,
    Said,
    clean,
    filled,
    fit,
    line,
    pad,
    rows_of,
    rule,
    spread,
)
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.menu import Menu, MenuRow
from vedette.tui.widgets.prompt import Prompt
from vedette.view.editors import BuildBlock, BuildLine, BuildPage, BuildSummary, BuildTotal
from vedette.view.signs import CARE, CHOSEN, FAILURE, SUCCESS

LABEL, VALUE, COST = 27, 13, 16  # cells of a line's columns at most; the note has the rest
REASON = 22  # cells that the reason has at the end of a line, at most
LEAST_NOTE = 8
BESIDE = 60  # the card has fewer cells where it stands beside the lines
FIRST_TO_YIELD = ("In a fight", "Arms")

LESS, MORE = "less:", "more:"  # begin what a click on the arrows of a line means


class PageTabs(LineWidget):
    """The pages with their numbers, the open one filled."""

    DEFAULT_CSS = "PageTabs { height: 1; padding: 0 1; }"

    @dataclass
    class Turned(Message):
        """A page was clicked, that of this key."""

        page: str

    def __init__(self, pages: Sequence[BuildPage]) -> None:
        super().__init__()
        self._pages = pages
        self._open = ""

    def show(self, page: str) -> None:
        self._open = page
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        said: list[Said] = []
        gap = "   " if width > BESIDE * 1.5 else " "
        for number, page in enumerate(self._pages, 1):
            ground = "chosen strong" if page.id == self._open else ""
            said += [
                (f" {number} ", f"{ground} key", page.key),
                (f"{clean(page.title)} ", ground, page.key),
                gap,
            ]
        return [line(*said)]

    def clicked(self, target: str) -> None:
        self.post_message(self.Turned(target))


class Totals(LineWidget):
    """What is left of each sum that has a limit, in large figures where there is room."""

    DEFAULT_CSS = "Totals { height: 1; padding: 0 1; background: $panel; }"

    _totals: Sequence[BuildTotal] = ()

    def show(self, totals: Sequence[BuildTotal]) -> None:
        shown = [total for total in totals if total.about]
        if shown != self._totals:
            self._totals = shown
            self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        if not self._totals:
            return []
        room = width // len(self._totals)
        if height <= TALL:
            said: list[Said] = []
            for total in self._totals:
                role = "bad strong" if total.tone == "bad" else "strong"
                of = f" of {total.of}" if total.of else ""
                said += [(f"{total.text} ", role), (f"{total.label.lower()}{of}    ", "dim")]
            return [line(*said)]
        columns: list[list[tuple[Piece, ...]]] = []
        for total in self._totals:
            role = "bad strong" if total.tone == "bad" else "strong"
            figure = tall(total.text) if can_be_tall(total.text, room) else ["", total.text, ""]
            wide, of = max(map(cell_len, figure)) + 2, f"of {total.of}" if total.of else ""
            texts = (total.label.lower(), "strong"), (of, "dim"), (total.about, "dim")
            cells = zip(figure, texts, strict=True)
            columns.append([filled([" ", (pad(row, wide), role), text], room) for row, text in cells])
        rows = (line(*(piece for column in columns for piece in column[i])) for i in range(TALL))
        return [*[Line()] * (height - TALL), *rows]


class ListHead(LineWidget):
    """What the columns of a page are called."""

    DEFAULT_CSS = "ListHead { height: 1; padding: 0 1; }"

    _offers: Sequence[BuildLine] = ()
    _title = ""

    def show(self, title: str, lines: Sequence[BuildLine]) -> None:
        self._title, self._offers = title, lines
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        label, value, cost = _columns(self._offers)
        room, title = 4 + label + value, f"    {self._title.upper()}"
        told = f"{'COST':>{cost}}  WHAT IT DOES" if self._offers else ""
        return [line((pad(title, max(room, len(title))), "dim"), (told, "dim"))]


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


def _columns(lines: Sequence[BuildLine]) -> tuple[int, int, int]:
    """Cells for names, values and costs; the value has its column on a page where something is counted."""
    label = max((cell_len(clean(line.label)) for line in lines), default=0) + 2
    cost = max((cell_len(clean(line.cost)) for line in lines), default=0)
    counted = any(line.value and not line.chosen for line in lines)
    return min(label, LABEL), VALUE if counted else 0, min(cost, COST)


def build_rows(lines: Sequence[BuildLine], width: int, nothing: str = "") -> list[MenuRow]:
    made: list[MenuRow] = []
    group = ""
    columns = _columns(lines)
    for offer in lines:
        if offer.group != group:
            group = offer.group
            made.append(MenuRow("", (line((clean(group), "strong")),)))
        made.append(MenuRow(offer.id, (_row(offer, width, columns),)))
    return made or [MenuRow("", (line((nothing, "dim")),))]


def _row(offer: BuildLine, width: int, columns: tuple[int, int, int]) -> Line:
    """Whether they have it, what it is, its value between arrows, its cost, the note, and at the end what is against it."""
    label, value, cost = columns
    barred = offer.why_not is not None and not offer.chosen
    role = "good strong" if offer.chosen else "dim" if barred else ""
    said: list[Said] = [(f"{CHOSEN} " if offer.chosen else "  ", "good")]
    said.append((pad(clean(offer.label), label - 1) + " ", role))
    if value:
        arrows = bool(offer.value) and not offer.chosen
        said += [
            ("‹ " if arrows and offer.less else "  ", "key", f"{LESS}{offer.id}"),
            (pad(clean(offer.value), VALUE - 5), "strong"),
            (" › " if arrows and offer.more else "   ", "key", f"{MORE}{offer.id}"),
        ]
    number = f"{clean(offer.cost):>{cost}}  "
    said.append((number, "dim" if barred else "strong" if offer.chosen else ""))
    rest = width - line(*said).width
    many = offer.value if offer.chosen and offer.value.startswith("×") else ""
    short = clean(offer.short) if barred else many
    short = fit(short, min(max(REASON, rest // 3), max(0, rest - LEAST_NOTE)))
    note = fit(clean(offer.note), rest - cell_len(short) - 2 if short else rest)
    return spread([*said, (note, "dim")], [(short, "warn" if barred else "strong")], width)


class AtHand(Prompt):
    """The line at hand: what it does, each condition and whether it is met, and what would help; or the answer to the last key."""

    DEFAULT_CSS = "AtHand { height: 3; padding: 0 2; }"

    _line: BuildLine | None = None
    _nothing = ""

    def show_line(self, line: BuildLine | None, nothing: str) -> None:
        self._line, self._nothing = line, nothing
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        if self._said:
            return super().draw(width, height)
        one = self._line
        if one is None:
            return [line((self._nothing, "dim"))]
        head: list[Said] = [(clean(one.label).strip(), "strong")]
        head += [(f"   {clean(part)}", "") for part in (one.value, one.cost) if part]
        for one_of in one.conditions:
            sign, role = (SUCCESS, "good") if one_of.met else (FAILURE, "warn strong")
            head += [(f"   {clean(one_of.text)}", "dim"), (f" {sign} {clean(one_of.now)}".rstrip(), role)]
        helped: list[Line] = []
        if one.why_not is not None and not one.chosen:
            said = one.helps or one.why_not.words.removeprefix("With this: ")
            helped = rows_of(said, width, "" if one.helps else "warn")[: height - 2]
        note, room = rows_of(clean(one.note), width, "dim"), max(1, height - 1 - len(helped))
        if len(note) > room:
            note = [
                *note[: room - 1],
                line((fit(" ".join(row.text for row in note[room - 1 :]), width), "dim")),
            ]
        made = [line(*head), *note, *helped]
        return made[:height]


class BuildCard(LineWidget):
    """Who it is so far, whether the rules allow it, and how it is saved; on a narrow screen only what is against it."""

    DEFAULT_CSS = "BuildCard { padding: 0 1; }"

    _blocks: Sequence[BuildBlock] = ()
    _summary = BuildSummary("", (), ())

    def show(self, blocks: Sequence[BuildBlock], summary: BuildSummary) -> None:
        self._blocks, self._summary = blocks, summary
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        verdict = self._verdict(width)
        if width > BESIDE:
            return verdict
        save = spread(
            [(" s", "key"), (f"  Save {clean(self._summary.title)}", "good")], [], width, "good-ground"
        )
        if self._summary.faults:
            save = spread([(" !", "key"), ("  Save it anyway, if all agree", "dim")], [], width, "surface")
        foot = [rule("Lawful?", width), *verdict, Line(), save]
        left = [block.title for block in self._blocks]
        while True:
            made = [row for block in self._blocks if block.title in left for row in self._block(block, width)]
            gone = next((title for title in FIRST_TO_YIELD if title in left), "")
            if len(made) + len(foot) <= height or not gone:
                return [*made, *foot]
            left.remove(gone)

    def _block(self, block: BuildBlock, width: int) -> list[Line]:
        if block is self._blocks[0]:
            number, _, what = block.end.partition(" ")
            head = spread([(clean(block.title), "first strong")], [(number, "strong"), f" {what}"], width)
            rows = [
                line((f"{name:<5}", "dim"), (f"{value:>2}", "strong"), (f"  {clean(said)}", ""))
                for name, value, said in block.rows
            ]
            return [head, Line(), *rows, Line()]
        rows = []
        for name, how, value in block.rows:
            left = clean(name), (f"   {clean(how)}" if how else "", "dim")
            rows.append(spread(left, [(f" {clean(value)}", "strong")], width))
        return [rule(block.title, width, block.end), *rows, Line()]

    def _verdict(self, width: int) -> list[Line]:
        faults = self._summary.faults
        made = [row for fault in faults for row in rows_of(f"{FAILURE} {fault.words}", width, "bad", 2)]
        if not faults:
            made = [line((f"{SUCCESS} ", "good"), "every rule is kept")]
            made += [
                line(
                    (f"{CARE} ", "warn"),
                    f"{_counted(one.text, one.label.lower().removesuffix(' left'))} free",
                )
                for one in self._summary.totals
                if one.about and one.text not in ("0", "–")
            ]
        return made


def _counted(number: str, things: str) -> str:
    return f"{number} {things.removesuffix('s') if number == '1' else things}"
