"""The end of a game: who has won, what each side scored and lost, how it went, and the moments that decided it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from time import perf_counter
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.message import Message

from vedette.engine.figures import number
from vedette.tui.figures import TALL, can_be_tall, tall
from vedette.tui.sides import initials
from vedette.tui.text import NO_BREAK, Line, Piece, clean, ends, filled, fit, line, pad, rule, wrap
from vedette.tui.widgets.actions_panel import ActionsPanel, spaced
from vedette.tui.widgets.cards import bar
from vedette.tui.widgets.luck_lines import luck_lines
from vedette.tui.widgets.panel_host import Panel, Result
from vedette.tui.widgets.strength_lines import strength_lines
from vedette.view.luck import SideLuck
from vedette.view.report import BattleReport, ReportSide, TurningPoint
from vedette.view.signs import CURSOR, GONE
from vedette.view.vocabulary import Card, Report, Table

if TYPE_CHECKING:
    from vedette.view.loss_luck import LossSearch

TWO_COLUMNS, LEFT, GAP = 100, 50, 4
"""From how many cells on there are two columns, and how wide the left one and the gap are."""

CURVE, LOW_CURVE = 9, 6
"""Rows of the curve of strength, and where rows are scarce."""

LARGE = 22
"""From how many rows on the result stands in large letters."""

COLUMN, LEAST = 12, 14
"""Cells of a side's points at most, and of what they were scored for at least."""

ACTIONS = 10
"""Rows of what can still be done at most."""

SLICE = 0.01
"""Seconds that one look at the losses of a whole game takes."""

BAR = 16
"""Cells of what is left of a unit, as a bar."""


@dataclass
class TurnChosen(Message):
    """The game is to be played on from before a turning point: from this line."""

    n: int


class EndPanel(Panel):
    """The end of a game. Arrows go through the turning points, Enter plays on from one; every other key is the actions' that are left."""

    def __init__(
        self,
        told: BattleReport,
        table: Table,
        roles: Mapping[str, str],
        luck: Mapping[str, SideLuck],
        keys: str,
        units: Report | None = None,
        actions: ActionsPanel | None = None,
        losses: LossSearch | None = None,
    ) -> None:
        """Show how a game ended; `keys` tells what is left to do, `units` what each unit did where the game counts it, `actions` are those that are still possible.

        `losses` are those of each side against what the odds told, shown once all of them are known.
        """
        self._search = losses
        self._told = told
        self._table = table
        self._roles = roles
        self._luck = luck
        self._keys = keys
        self._units = units
        self._actions = actions
        self._chosen = -1 if actions or not told.turning else 0
        self._row: int | None = None
        self._initials = initials({side.id: side.name for side in told.sides})

    # --- keys

    def key(self, key: str, char: str) -> Result:
        """Arrows choose a turning point, and Enter takes it, or the first one; every other key picks an action."""
        turning, actions = self._told.turning, self._actions
        if key == "enter" and self._chosen >= 0:
            return TurnChosen(turning[self._chosen].start)
        if key == "enter" and not (
            actions and actions.is_guarded
        ):  # no action is marked, so that none is meant
            key = "down"
        if key in ("up", "down") and turning:
            step = 1 if key == "down" else -1
            self._chosen = max(0, min(len(turning) - 1, self._chosen + step))
            return True
        return actions.key(key, char) if actions else False

    def click(self, target: str) -> Result:
        kind, _, place = target.partition(":")
        if kind == "turn":
            self._chosen = int(place)
            return True
        return self._actions.click(target) if self._actions else False

    def later(self) -> Iterator[bool] | None:
        """What each side had to expect to lose; it is told once all of it is known."""
        return None if self._search is None or self._search.done else self._count(self._search)

    def _count(self, search: LossSearch) -> Iterator[bool]:
        known = False
        while not known:
            known = search.go_on(perf_counter() + SLICE)
            yield known

    @property
    def at(self) -> int | None:
        return self._row

    # --- lines

    def draw(self, width: int, height: int) -> list[Line]:
        """The result over the whole width, below it what was scored and lost beside how it went; one below the other where columns are few."""
        heads = self._result(width, height)
        if width >= TWO_COLUMNS:
            left, right = self._left(LEFT), width - LEFT - GAP
            crowded = len(heads) + 1 + len(self._right(right, CURVE)) > height
            made = spaced(heads, _beside(left, self._right(right, LOW_CURVE if crowded else CURVE)))
        else:
            low = LOW_CURVE if height < LARGE else CURVE
            units = self._unit_rows(width)
            made = spaced(heads, units, self._right(width, low), self._left(width, told=bool(units)))
        cursor = (i for i, row in enumerate(made) if any(CURSOR in piece.text for piece in row.pieces))
        self._row = next(cursor, None)
        return made

    def _left(self, width: int, *, told: bool = False) -> list[Line]:
        """What stands on the left: points, losses, luck; what the units did may have been `told` already."""
        lost = self._search if self._search and self._search.done else None
        luck = luck_lines(self._table.sides, self._roles, self._luck, width, lost, self._told.losses_in)
        losses = [] if told else self._unit_rows(width) or self._losses(width)
        return spaced(self._points(width), losses, luck)

    def _right(self, width: int, rows: int) -> list[Line]:
        keys = [line((row, "dim")) for part in self._keys.splitlines() for row in wrap(clean(part), width)]
        actions = list(self._actions.below(width, ACTIONS)) if self._actions else []
        curve = strength_lines(self._told, self._roles, self._initials, width, rows)
        how = curve, self._turning(width), self._of_note(width)
        return spaced(actions, keys, *how) if actions else spaced(*how, keys)

    def _result(self, width: int, height: int) -> list[Line]:
        """Who has won, in tall letters where they leave room for the rest."""
        said = clean(self._told.result).rstrip(".")
        words = self._words(said)
        text = "".join(word for word, _ in words)
        if height < LARGE or not can_be_tall(text, width):
            return [rule("The end", width), line((said, "strong"))]
        rows = [
            Line(tuple(piece for word, role in words for piece in (Piece(tall(word)[row], role), Piece(" "))))
            for row in range(TALL)
        ]
        return [rule("The end", width, said), *rows]

    def _words(self, said: str) -> list[tuple[str, str]]:
        """The result in words with their colours: both sides with their points, or who has won."""
        sides = self._told.sides
        if len(sides) == 2 and all(side.points is not None for side in sides):
            one, other = ((clean(side.name).upper(), f"{self._roles[side.id]} strong") for side in sides)
            score = f" {sides[0].points} - {sides[1].points} "
            return [one, (score, "strong"), other]
        won = next((clean(side.name) for side in sides if side.id == self._told.winner), said)
        return [(won.upper(), f"{self._roles.get(self._told.winner, '')} strong".strip())]

    def _points(self, width: int) -> list[Line]:
        """What brought each side its victory points, what they come to, and how they stood after each round."""
        told = self._told
        if not told.points:
            return []
        cell = max(4, min(COLUMN, (width - LEAST) // len(told.sides)))
        names = [self._cell(fit(clean(side.name), cell - 1), side, cell) for side in told.sides]
        rows = [Line(ends((), names, width))]
        total = {side.id: side.points or 0 for side in told.sides}
        for source, points in (*told.points, ("Total", total)):
            figures = [points.get(side.id, 0) for side in told.sides]
            cells = [
                self._cell(number(figure) if figure else "·", side, cell)
                for figure, side in zip(figures, told.sides, strict=True)
            ]
            role = "strong" if source == "Total" else ""
            rows.append(Line(ends([Piece(clean(source), role)], cells, width)))
        return [rule("Victory points", width), *rows, *self._by_round(width)]

    def _by_round(self, width: int) -> list[Line]:
        """How the points stood at the end of each round: `R1 0–0, R2 1–0`."""
        told = self._told
        stood = [
            f"{_short(one.name)}{NO_BREAK}{'–'.join(str(one.points.get(side.id, 0)) for side in told.sides)}"
            for one in told.rounds
        ]
        return [line((row, "dim")) for row in wrap(", ".join(stood), width)]

    def _losses(self, width: int) -> list[Line]:
        rows = [rule("Losses", width, f"{self._told.strength_in} left")]
        for side in self._told.sides:
            rows += [self._unit(card, width) for card in self._table.cards if card.side == side.id]
            share = f"{round(100 * side.strength.share)} %" if side.strength.full else ""
            left = f"{side.strength.now} of {side.strength.full} left" if side.strength.full else ""
            name = Piece(f"{clean(side.name)}  ", f"{self._roles[side.id]} strong")
            rows.append(Line(ends([name, Piece(left)], [Piece(share, "strong")], width)))
        return rows

    def _unit(self, card: Card, width: int) -> Line:
        gone = card.standing == "gone"
        role = f"{self._roles.get(card.side, '')}{' struck' if gone else ''}"
        left = 0 if gone else card.value
        whole = Card(card.id, card.name, card.side, "ready", value=left, full=card.full)
        count = [Piece(f"{left:>4}", "strong"), Piece(f"/{card.full:<3}", "dim")] if card.full else []
        blocks = bar(whole, BAR + 4) if card.full else []
        wide = sum(cell_len(piece.text) for piece in blocks)
        tail = [*blocks, Piece(" " * max(0, BAR - wide)), *count]
        name = Piece(fit(clean(card.name), width - BAR - 11), role)
        return Line(ends([Piece(f"{GONE if gone else ' '} ", "bad"), name], tail, width))

    def _unit_rows(self, width: int) -> list[Line]:
        told = self._units
        if told is None:
            return []
        columns = zip(told.heads, *told.rows.values(), strict=True)
        widths = [max(map(len, column)) + 2 for column in columns]
        heads = [Piece(f"{head:>{cells}}", "dim") for head, cells in zip(told.heads, widths, strict=True)]
        rows = [rule("Who did what", width), Line(ends((), heads, width))]
        for card in self._table.cards:
            cells = zip(told.rows.get(card.id, ()), widths, strict=False)
            name = Piece(fit(clean(card.name), width - sum(widths)), self._roles.get(card.side, ""))
            figures = [Piece(f"{clean(cell):>{wide}}", "strong") for cell, wide in cells]
            rows.append(Line(ends([name], figures, width)))
        return rows

    def _turning(self, width: int) -> list[Line]:
        turning = self._told.turning
        if not turning:
            return []
        rows = [rule("Turning points", width, "Enter plays on from there")]
        for place, turn in enumerate(turning):
            rows += self._turn(turn, place, width)
        return rows

    def _turn(self, turn: TurningPoint, place: int, width: int) -> Iterator[Line]:
        chosen = place == self._chosen
        role = self._roles.get(turn.side, "")
        before = [
            Piece(CURSOR if chosen else " ", "key"),
            Piece(f"{place + 1} ", f"{role} strong"),
            Piece(f"{_short(turn.round):<4}", "dim"),
        ]
        rare = [Piece(f" {turn.chance} roll", "dim")] if turn.roll else []
        text, target = clean(turn.text).removesuffix("."), f"turn:{place}"
        room = width - Line((*before, *rare)).width
        first, *rest = wrap(text, room) if chosen else (text,)
        role, ground = ("strong", "chosen") if chosen else ("", "")
        yield Line(ends([*before, Piece(first, role)], rare, width), ground, target)
        yield from (Line(filled((Piece(" " * 7), Piece(row, role)), width), ground, target) for row in rest)
        if chosen:
            more = ". ".join(filter(None, (turn.roll, " · ".join(self._told.changes(turn)))))
            yield from (
                Line((Piece("       "), Piece(row, "dim")), "", target)
                for row in wrap(clean(more), width - 7)
                if row
            )

    def _of_note(self, width: int) -> list[Line]:
        told, rows = self._told, []
        if told.deeds and told.deeds[0].dealt:
            most = max(told.deeds, key=lambda deed: deed.dealt)
            rows.append(("Most damage", most.side, most.unit, f"{most.dealt}, for {most.lost} lost"))
            felled = max(told.deeds, key=lambda deed: len(deed.felled))
            if felled.felled:
                rows.append(
                    ("Most brought down", felled.side, felled.unit, ", ".join(map(clean, felled.felled)))
                )
        rows.append(("Time", "", "", ", ".join(f"{clean(side.name)} {side.time}" for side in told.sides)))
        return [
            rule("Of note", width, f"losses in {told.losses_in}"),
            *(self._noted(row, width) for row in rows),
        ]

    def _noted(self, row: Sequence[str], width: int) -> Line:
        what, side, who, said = row
        name = width // 3
        return Line(
            filled(
                [
                    Piece(pad(what, 19), "dim"),
                    Piece(pad(clean(who), name) + " " if who else "", f"{self._roles.get(side, '')} strong"),
                    Piece(said),
                ],
                width,
            )
        )

    def _cell(self, text: str, side: ReportSide, width: int) -> Piece:
        return Piece(" " * (width - cell_len(text)) + text, f"{self._roles.get(side.id, '')} strong".strip())


def _short(name: str) -> str:
    """A round in a few cells: `R3` for `Round 3 of 6`."""
    word, _, rest = name.partition(" ")
    figure = rest.partition(" ")[0]
    return f"{word[:1]}{figure}" if figure.isdecimal() else "–"


def _beside(left: Sequence[Line], right: Sequence[Line]) -> list[Line]:
    """Two columns; the ground of a row on the right is that of its pieces."""
    made = []
    for one, other in zip_longest(left, right, fillvalue=Line()):
        gap = Piece(" " * (LEFT + GAP - one.width))
        pieces = [
            Piece(piece.text, f"{other.ground} {piece.role}".strip(), piece.target or other.target)
            for piece in other.pieces
        ]
        made.append(Line((*one.pieces, gap, *pieces)))
    return made
