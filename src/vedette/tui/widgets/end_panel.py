"""The end of a game: who has won, what each side scored and lost, and for what, and the moments that decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from vedette.engine.figures import number
from vedette.tui.figures import can_be_tall, tall
from vedette.tui.text import Line, Piece, clean, ends, fit, line, rule, wrap
from vedette.tui.widgets.actions_panel import spaced
from vedette.tui.widgets.card_lines import bar
from vedette.tui.widgets.head import MOMENTS
from vedette.tui.widgets.luck_lines import luck_in_short, luck_lines
from vedette.tui.widgets.panel_host import Panel
from vedette.view.digest import ActionLine, Result, points_by_source
from vedette.view.luck import SideLuck
from vedette.view.vocabulary import Card, Report, SideView, Table

LEFT_FOR_MOMENTS = 5
"""Rows that the moments keep beside the luck."""

PLAIN, LARGE = 2, 5
"""Rows of the result, and of the result with the winner in large letters."""

COLUMN, LEAST = 12, 14
"""Cells of a side's points at most, and of what they were scored for at least."""


class EndPanel(Panel):
    """Looked at; what can still be done is the table's: undo, the replay, leaving."""

    def __init__(
        self,
        table: Table,
        actions: Sequence[ActionLine],
        roles: Mapping[str, str],
        keys: str,
        luck: Mapping[str, SideLuck],
        report: Report | None = None,
    ) -> None:
        """Show how a game ended; `actions` are all of it, `keys` tells what is left to do, `luck` is each side's, `report` each unit's."""
        self._told = report
        self._luck = luck
        self._table = table
        self._actions = actions
        self._roles = roles
        self._keys = keys

    def draw(self, width: int, height: int) -> list[Line]:
        """The result, the units where there is room for all of them or else the sides, the luck, the moments, the last ones first to go where rows are scarce."""
        report, points = self._report(width), self._points(width)
        sides = report if 0 < len(report) < height - PLAIN else self._sides(width)
        told = height - PLAIN - len(sides) - 2 if sides is report else height
        hint = wrap(clean(self._keys), width)[: max(1, told)]
        keys = [line((row, "dim")) for row in hint]
        free = height - len(keys) - 2
        heads = spaced(self._result(width, free - len(sides)), sides)
        room = free - len(heads)
        points = points if len(points) < room else []
        left = room - len(points) - bool(points)
        luck = luck_lines(self._table.sides, self._roles, self._luck, width, left - LEFT_FOR_MOMENTS)
        moments = self._moments(width, left - len(luck) - bool(luck))
        return spaced(heads, points, luck, moments, keys)

    def _result(self, width: int, height: int) -> list[Line]:
        """Who has won, in tall letters where they leave room for the rest."""
        said = clean(self._table.outcome).rstrip(".")
        word = said.upper().removeprefix("VICTORY FOR ")
        large = (
            [line((row, "strong")) for row in tall(word)]
            if height >= LARGE and can_be_tall(word, width)
            else []
        )
        return [rule("The end", width), *large, line((said, "strong"))]

    def _sides(self, width: int) -> list[Line]:
        """Each side: its score, its units that are left, and what is left of them as a bar; its luck."""
        return [row for side in self._table.sides for row in self._side(side, width)]

    def _side(self, side: SideView, width: int) -> list[Line]:
        cards = [card for card in self._table.cards if card.side == side.id]
        here = [card for card in cards if card.standing != "gone"]
        left, full = sum(card.value for card in cards), sum(card.full for card in cards)
        role = self._roles.get(side.id, "")
        name = [Piece(clean(side.name), f"{role} strong"), Piece(f"  {clean(side.score)}", "strong")]
        said = [Piece(f"{len(here)} of {len(cards)} left", "dim")]
        whole = Card(side.id, side.name, side.id, "ready", value=left, full=full)
        points = [Piece(f" {left}/{full}", "dim")] if full else []
        luck = luck_in_short(self._luck[side.id], width * 2 // 3)
        said = said if Line((*name, *said)).width < width else []
        short = Line((*bar(whole, width - 8 - len(luck)), *points))
        return [Line(ends(name, said, width)), Line(ends(short.pieces, [Piece(luck, "dim")], width))]

    def _points(self, width: int) -> list[Line]:
        """What brought each side its victory points, and what they come to."""
        scored = points_by_source(self._actions)
        if not scored:
            return []
        cell = max(4, min(COLUMN, (width - LEAST) // len(self._table.sides)))
        total: Counter[str] = Counter()
        for points in scored.values():
            total.update(points)
        names = [self._cell(fit(clean(side.name), cell - 1), side, cell) for side in self._table.sides]
        rows = [Line(ends((), names, width))]
        for source, points in (*scored.items(), ("Total", total)):
            figures = [points.get(side.id, 0) for side in self._table.sides]
            cells = [
                self._cell(number(figure) if figure else "·", side, cell)
                for figure, side in zip(figures, self._table.sides, strict=True)
            ]
            rows.append(
                Line(ends([Piece(clean(source), "strong" if source == "Total" else "")], cells, width))
            )
        return [rule("Victory points", width), *rows]

    def _report(self, width: int) -> list[Line]:
        """A row for each unit: what it did, and what became of it."""
        report = self._told
        if report is None:
            return []
        widths = [
            max(map(len, column)) + 2 for column in zip(report.heads, *report.rows.values(), strict=True)
        ]
        heads = [Piece(f"{head:>{cells}}", "dim") for head, cells in zip(report.heads, widths, strict=True)]
        rows = [rule("Who did what", width), Line(ends((), heads, width))]
        for card in self._table.cards:
            cells = zip(report.rows.get(card.id, ()), widths, strict=False)
            name = Piece(fit(clean(card.name), width - sum(widths)), self._roles.get(card.side, ""))
            figures = [Piece(f"{clean(cell):>{wide}}", "strong") for cell, wide in cells]
            rows.append(Line(ends([name], figures, width)))
        return rows

    def _cell(self, text: str, side: SideView, width: int) -> Piece:
        """A word or a figure of a side at the end of its column."""
        return Piece(" " * (width - cell_len(text)) + text, f"{self._roles.get(side.id, '')} strong".strip())

    def _moments(self, width: int, rows: int) -> list[Line]:
        """Who was lost and what was gained, in the order of the game; the points have been told."""
        found = [
            (action, result)
            for action in self._actions
            for result in action.results
            if result.moment == "lost" or (result.moment == "gain" and not action.scores)
        ]
        if not found or rows <= 1:
            return []
        return [
            rule("Moments", width),
            *(self._moment(action, result, width) for action, result in found[-(rows - 1) :]),
        ]

    def _moment(self, action: ActionLine, result: Result, width: int) -> Line:
        sign, colour, _ = MOMENTS[result.moment]
        done = action.results[0].text if action.results[0] is not result else ""
        left = [Piece(f"{sign}{clean(result.text)}", f"{colour} strong"), Piece(f"  {clean(done)}", "dim")]
        return Line(ends(left, [Piece(f" line {action.n}", "dim")], width))
