"""The end of a game: who has won, what each side scored and lost, how it went, and the moments that decided it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual.message import Message

from vedette.engine.figures import number
from vedette.tui.figures import TALL, can_be_tall, tall
from vedette.tui.sides import initials
from vedette.tui.text import (
    NO_BREAK,
    Line,
    Said,
    beside,
    clean,
    filled,
    fit,
    line,
    pad,
    rows_of,
    rule,
    spread,
    wrap,
)
from vedette.tui.widgets.actions_panel import ActionsPanel, spaced
from vedette.tui.widgets.cards import bar
from vedette.tui.widgets.luck_lines import luck_lines
from vedette.tui.widgets.panel_host import Panel, Result
from vedette.view.luck import SideLuck
from vedette.view.report import BattleReport, ReportSide, TurningPoint
from vedette.view.signs import CURSOR, GONE
from vedette.view.vocabulary import Card, Report, Table

if TYPE_CHECKING:
    from vedette.view.loss_luck import LossSearch

TWO_COLUMNS, LEFT, GAP = 100, 50, 4
"""From how many cells on there are two columns, and how wide the left one and the gap are."""

CURVE, LOW_CURVE = 9, 6  # rows of the curve of strength, and where rows are scarce
LARGE = 22  # from how many rows on the result stands in large letters
COLUMN, LEAST = 12, 14  # cells of a side's points at most, and of what they were scored for at least
ACTIONS = 10  # rows of what can still be done at most
SLICE = 0.01  # seconds that one look at the losses of a whole game takes
BAR = 16  # cells of what is left of a unit, as a bar

SCALE, NAME = 4, 8
"""Cells of the percent on the left of the curve, and of a side with what it has left on the right."""

HALVES = {(True, False): "▀", (False, True): "▄", (True, True): "█"}

DASH = 3  # cells of a dash, and of the gap behind it


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
        self._told, self._table, self._roles, self._luck = told, table, roles, luck
        self._keys, self._units, self._actions, self._search = keys, units, actions, losses
        self._chosen = -1 if actions or not told.turning else 0
        self._row: int | None = None

    def key(self, key: str, char: str) -> Result:
        """Arrows choose a turning point, and Enter takes it, or the first one; every other key picks an action."""
        turning, actions = self._told.turning, self._actions
        if key == "enter" and self._chosen >= 0:
            return TurnChosen(turning[self._chosen].start)
        if key == "enter" and not (actions and actions.is_guarded):  # no action is marked: none is meant
            key = "down"
        if key in ("up", "down") and turning:
            step = 1 if key == "down" else -1
            self._chosen = max(0, min(len(turning) - 1, self._chosen + step))
            return True
        return actions.key(key, char) if actions else False

    def no_use(self, char: str) -> str:
        """The actions' answer."""
        return self._actions.no_use(char) if self._actions else ""

    def click(self, target: str) -> Result:
        """A turning point, or an action."""
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
            how = self._right(right, LOW_CURVE if crowded else CURVE)
            made = spaced(heads, beside((left, how), LEFT, GAP))
        else:
            low = LOW_CURVE if height < LARGE else CURVE
            units = self._unit_rows(width)
            made = spaced(heads, units, self._right(width, low), self._left(width, told=bool(units)))
        cursor = (i for i, row in enumerate(made) if any(CURSOR in piece.text for piece in row.pieces))
        self._row = next(cursor, None)
        return made

    def _left(self, width: int, *, told: bool = False) -> list[Line]:
        lost = self._search if self._search and self._search.done else None
        luck = luck_lines(self._table.sides, self._roles, self._luck, width, lost, self._told.losses_in)
        losses = [] if told else self._unit_rows(width) or self._losses(width)
        return spaced(self._points(width), losses, luck)

    def _right(self, width: int, rows: int) -> list[Line]:
        keys = [row for part in self._keys.splitlines() for row in rows_of(part, width, "dim")]
        actions = self._actions.flow(width)[:ACTIONS] if self._actions else []
        turning = [row for at, turn in enumerate(self._told.turning) for row in self._turn(turn, at, width)]
        if turning:
            turning = [rule("Turning points", width, "Enter plays on from there"), *turning]
        how = _curve(self._told, self._roles, width, rows), turning, self._of_note(width)
        return spaced(actions, keys, *how) if actions else spaced(*how, keys)

    def _role(self, side: str) -> str:
        return f"{self._roles.get(side, '')} strong".strip()

    def _result(self, width: int, height: int) -> list[Line]:
        """Who has won, or both sides with their points, in tall letters where they leave room for the rest."""
        sides, said = self._told.sides, clean(self._told.result).rstrip(".")
        won = next((clean(side.name) for side in sides if side.id == self._told.winner), said)
        words = [(won.upper(), self._role(self._told.winner))]
        if len(sides) == 2 and all(side.points is not None for side in sides):
            one, other = ((clean(side.name).upper(), self._role(side.id)) for side in sides)
            words = [one, (f" {sides[0].points} - {sides[1].points} ", "strong"), other]
        if height < LARGE or not can_be_tall("".join(word for word, _ in words), width):
            return [rule("The end", width), line((said, "strong"))]
        rows = [
            line(*(piece for word, role in words for piece in ((tall(word)[row], role), " ")))
            for row in range(TALL)
        ]
        return [rule("The end", width, said), *rows]

    def _points(self, width: int) -> list[Line]:
        """What brought each side its victory points, what they come to, and how they stood after each round: `R1 0–0, R2 1–0`."""
        told, sides = self._told, self._told.sides
        if not told.points:
            return []
        cell = max(4, min(COLUMN, (width - LEAST) // len(sides)))

        def cells(texts: Sequence[str]) -> list[tuple[str, str]]:
            return [
                (" " * (cell - line(text).width) + text, self._role(side.id))
                for text, side in zip(texts, sides, strict=True)
            ]

        rows = [spread([], cells([fit(clean(side.name), cell - 1) for side in sides]), width)]
        total = {side.id: side.points or 0 for side in sides}
        for source, points in (*told.points, ("Total", total)):
            figures = [number(figure) if (figure := points.get(side.id, 0)) else "·" for side in sides]
            role = "strong" if source == "Total" else ""
            rows.append(spread([(clean(source), role)], cells(figures), width))
        stood = [
            f"{_short(one.name)}{NO_BREAK}{'–'.join(str(one.points.get(side.id, 0)) for side in sides)}"
            for one in told.rounds
        ]
        return [rule("Victory points", width), *rows, *rows_of(", ".join(stood), width, "dim")]

    def _losses(self, width: int) -> list[Line]:
        rows = [rule("Losses", width, f"{self._told.strength_in} left")]
        for side in self._told.sides:
            rows += [self._unit(card, width) for card in self._table.cards if card.side == side.id]
            strength, name = side.strength, (f"{clean(side.name)}  ", self._role(side.id))
            left = f"{strength.now} of {strength.full} left" if strength.full else ""
            share = f"{round(100 * strength.share)} %" if strength.full else ""
            rows.append(spread([name, left], [(share, "strong")], width))
        return rows

    def _unit(self, card: Card, width: int) -> Line:
        gone = card.standing == "gone"
        left = 0 if gone else card.value
        pips = tuple(replace(pip, value=0) for pip in card.pips) if gone else card.pips
        whole = replace(card, standing="ready", value=left, pips=pips)
        count = [(f"{left:>4}", "strong"), (f"/{card.full:<3}", "dim")] if card.full else []
        blocks = bar(whole, BAR + 4) if card.full else []
        tail: list[Said] = [*blocks, " " * max(0, BAR - line(*blocks).width), *count]
        role = f"{self._roles.get(card.side, '')}{' struck' if gone else ''}"
        name = fit(clean(card.name), width - BAR - 11), role
        return spread([(f"{GONE if gone else ' '} ", "bad"), name], tail, width)

    def _unit_rows(self, width: int) -> list[Line]:
        """A row for each unit with what it did, where the game counts it."""
        told = self._units
        if told is None:
            return []
        widths = [max(map(len, column)) + 2 for column in zip(told.heads, *told.rows.values(), strict=True)]
        heads = [(f"{head:>{cells}}", "dim") for head, cells in zip(told.heads, widths, strict=True)]
        rows = [rule("Who did what", width), spread([], heads, width)]
        for card in self._table.cards:
            cells = zip(told.rows.get(card.id, ()), widths, strict=False)
            name = fit(clean(card.name), width - sum(widths)), self._roles.get(card.side, "")
            rows.append(spread([name], [(f"{clean(cell):>{wide}}", "strong") for cell, wide in cells], width))
        return rows

    def _turn(self, turn: TurningPoint, place: int, width: int) -> Iterator[Line]:
        chosen = place == self._chosen
        before: list[Said] = [
            (CURSOR if chosen else " ", "key"),
            (f"{place + 1} ", f"{self._roles.get(turn.side, '')} strong"),
            (f"{_short(turn.round):<4}", "dim"),
        ]
        rare = [(f" {turn.chance} roll", "dim")] if turn.roll else []
        text, target = clean(turn.text).removesuffix("."), f"turn:{place}"
        room = width - line(*before, *rare).width
        first, *rest = wrap(text, room) if chosen else (text,)
        role, ground = ("strong", "chosen") if chosen else ("", "")
        yield spread([*before, (first, role)], rare, width, ground, target)
        for row in rest:
            yield spread([" " * 7, (row, role)], [], width, ground, target)
        if chosen and (more := ". ".join(filter(None, (turn.roll, " · ".join(self._told.changes(turn)))))):
            for row in wrap(clean(more), width - 7):
                yield line((" " * 7 + row, "dim"), target=target)

    def _of_note(self, width: int) -> list[Line]:
        """Who cost the others most, who brought down most, and how long it took."""
        told, rows = self._told, []
        if told.deeds and told.deeds[0].dealt:
            most = max(told.deeds, key=lambda deed: deed.dealt)
            rows.append(("Most damage", most.side, most.unit, f"{most.dealt}, for {most.lost} lost"))
            felled = max(told.deeds, key=lambda deed: len(deed.felled))
            if felled.felled:
                names = ", ".join(map(clean, felled.felled))
                rows.append(("Most brought down", felled.side, felled.unit, names))
        rows.append(("Time", "", "", ", ".join(f"{clean(side.name)} {side.time}" for side in told.sides)))
        made = [rule("Of note", width, f"losses in {told.losses_in}")]
        for what, side, who, said in rows:
            named = pad(clean(who), width // 3) + " " if who else "", self._role(side)
            made.append(Line(filled([(pad(what, 19), "dim"), named, said], width)))
        return made


def _short(name: str) -> str:
    """A round in a few cells: `R3` for `Round 3 of 6`."""
    word, _, rest = name.partition(" ")
    figure = rest.partition(" ")[0]
    return f"{word[:1]}{figure}" if figure.isdecimal() else "–"


# --- the curve of strength


def _curve(report: BattleReport, roles: Mapping[str, str], width: int, rows: int) -> list[Line]:
    """How strong the sides were, as blocks in so many rows: a full line for the first side, dashed ones for the others.

    Below it the rounds and the numbers of the turning points; nothing where there is no room.
    """
    wide = width - SCALE - NAME
    if not report.curve or rows < 3 or wide < 2 * DASH:
        return []
    lines = {side.id: _levels(report, side.id, wide, 2 * rows) for side in report.sides}
    begins = {_column(report, told.first, wide): told.name.partition(" of ")[0] for told in report.rounds[1:]}
    letters = initials({side.id: side.name for side in report.sides})
    ends: dict[int, ReportSide] = {}  # behind the end of a line: whose it is, and what is left
    for side in report.sides:
        at = round((1 - side.strength.share) * (rows - 1))
        while at in ends:
            at = at - 1 if at else at + 1
        ends[at] = side
    drawn = [rule("Strength", width, "% of what they began with")]
    for row in range(rows):
        said: list[Said] = [(" " * SCALE, "dim")]
        if row in (0, rows - 1) or row == (rows - 1) / 2:
            said = [(f"{100 - round(100 * row / (rows - 1)):>3} ", "dim")]
        for column in range(wide):  # of several lines through a cell the one whose dash it is
            cell = ("┆", "edge") if column in begins else (" ", "")
            for place, (id, levels) in enumerate(lines.items()):
                first, last = sorted(levels[column])
                half = (first <= 2 * row <= last, first <= 2 * row + 1 <= last)
                dashed = place and first == last and column // DASH % 2 == 0
                if any(half) and not dashed:
                    cell = HALVES[half], roles.get(id, "")
            said.append(cell)
        if here := ends.get(row):
            said.append(
                (f"  {letters[here.id]} {round(100 * here.strength.share)}", f"{roles[here.id]} strong")
            )
        drawn.append(line(*said))
    marks: list[Said] = [("─", "edge")] * wide  # of two turning points at one place the first
    for place, turn in reversed([*enumerate(report.turning, 1)]):
        role = f"{roles.get(turn.side, '')} strong reverse".strip()
        marks[_column(report, turn.n, wide)] = str(place), role
    names = fit(report.rounds[0].name.partition(" of ")[0], wide) if report.rounds else ""
    for column, name in sorted(begins.items()):
        if column > len(names) and column + len(name) <= wide + NAME:
            names = names.ljust(column) + name
    return [*drawn, line(" " * SCALE, *marks), line((" " * SCALE + clean(names), "dim"))]


def _column(report: BattleReport, n: int, wide: int) -> int:
    return min(wide - 1, n * (wide - 1) // max(1, report.curve[-1].n))


def _levels(report: BattleReport, side: str, wide: int, halves: int) -> list[tuple[int, int]]:
    """From where to where the line of a side goes in each column, in half rows from above."""
    levels = [round((1 - point.strength[side].share) * (halves - 1)) for point in report.curve]
    ends = levels[:1] * wide
    for point, level in zip(report.curve, levels, strict=True):
        at = _column(report, point.n, wide)
        ends[at:] = [level] * (wide - at)
    return [(ends[max(0, at - 1)], end) for at, end in enumerate(ends)]
