"""The end of a game: who has won, what each side scored and lost, how it went, and the moments that decided it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from msgspec.structs import replace
from rich.cells import cell_len
from textual.message import Message

from vedette.engine.figures import number
from vedette.engine.luck import Tally
from vedette.kit.words import count
from vedette.tui.figures import TALL, tall, tall_width
from vedette.tui.sides import initials
from vedette.tui.text import (
    Line,
    Said,
    beside,
    clean,
    filled,
    fit,
    line,
    pad,
    rule,
    spread,
    within,
)
from vedette.tui.widgets.actions_panel import ActionsPanel, spaced
from vedette.tui.widgets.cards import INDENT, bar
from vedette.tui.widgets.panel_host import Panel, Result
from vedette.view.clock import clock_words
from vedette.view.luck import SideLuck, more_words, one_decimal
from vedette.view.palette import SIDES
from vedette.view.report import LAST, BattleReport, TurningPoint
from vedette.view.signs import CURSOR, GONE, OBJECTIVE
from vedette.view.vocabulary import Card, Pip, Report, SideView, Table

if TYPE_CHECKING:
    from vedette.view.loss_luck import Losses, LossSearch

TWO_COLUMNS, LEFT, WIDER, GAP = 100, 38, 50, 4
"""From how many cells on there are two columns, how wide the left one is, and how wide with a table of what each unit did, and the gap."""

CURVE, LOW_CURVE = 14, 8  # rows of the curve of strength, and where rows are scarce
LARGE = 26  # from how many rows on the result has air round it
EDGE, BETWEEN, WORDS = 5, 4, 14
"""Cells before a name in tall letters, on both sides of it, and of what is said at the end."""

COLUMN, LEAST, FIGURE, WHEN = 10, 14, 4, 7
"""Cells of a side's points at most, of what they were scored for at least, of a number, and of when."""

ACTIONS = 10  # rows of what can still be done at most
SLICE = 0.01  # seconds that one look at the losses of a whole game takes
BAR = 17  # cells of what is left of a unit, as a bar

SCALE, NAME = 5, 10
"""Cells of the percent on the left of the curve, and of a side with what it has left on the right."""

LEVELS = (100, 75, 50, 25, 0)
"""Percents that have a line."""

DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The dots of a cell of braille, by column and row."""

DASH = 4  # dots of a dash and the gap behind it


SIDE, KIND = 10, 10  # cells of the name of a side, and of a kind of roll beside it


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
        self._chosen = 0 if told.turning else -1
        self._row: int | None = None

    def key(self, key: str, char: str) -> Result:
        """Arrows choose a turning point, and Enter takes it, or the first one where it does not confirm anything; every other key picks an action."""
        turning, actions = self._told.turning, self._actions
        waits = actions is not None and actions.only_acknowledges(key)
        if key == "enter" and not waits:  # no action is marked: none is meant
            return TurnChosen(turning[self._chosen].start) if turning else False
        if key in ("up", "down") and turning:
            step = 1 if key == "down" else -1
            self._chosen = max(0, min(len(turning) - 1, self._chosen + step))
            return True
        return actions.key(key, char) if actions else False

    def no_use(self, char: str) -> str:
        return self._actions.no_use(char) if self._actions else ""

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
        units = self._unit_rows(width if width < TWO_COLUMNS else WIDER)
        if width >= TWO_COLUMNS:
            left = WIDER if units else LEFT
            room, parts = width - left - GAP, height - len(heads) - 1
            own = spaced(self._points(left), units or self._losses(left), self._luck_rows(left))
            if len(own) > parts:
                own = spaced(self._points(left), units or self._losses(left))
            ways = ((CURVE, True), (CURVE, False), (LOW_CURVE, False), (0, False))
            rights = [self._right(room, rows, noted=noted) for rows, noted in ways]
            right = next((made for made in rights if len(made) <= parts), rights[2])
            made = spaced(heads, beside((own, right), left, GAP))
        else:
            losses = units or self._losses(width)
            right = self._right(width, LOW_CURVE, noted=True, before=True)
            made = spaced(heads, self._points(width), right, losses, self._luck_rows(width))
        cursor = (i for i, row in enumerate(made) if any(CURSOR in piece.text for piece in row.pieces))
        self._row = next(cursor, None)
        return made

    def _luck_rows(self, width: int) -> list[Line]:
        """Each side's luck, and the rarest roll of the battle."""
        lost = self._search if self._search and self._search.done else None
        made = luck_lines(self._table.sides, self._roles, self._luck, width, lost)
        rare = max(self._told.turning, key=lambda turn: turn.one_in, default=None)
        if rare is None or not rare.one_in:
            return made
        roll = clean(rare.roll).partition(";")[0].removesuffix(f": {rare.chance} chance of that")
        told = spread([roll], [(f" {rare.chance}", "strong")], width)
        return [*made, Line(), told, line(("was the rarest roll of the battle", "dim"))]

    def _right(self, width: int, rows: int, *, noted: bool, before: bool = False) -> list[Line]:
        """What can still be done, how it went, and what turned it: `before` the curve where rows are few."""
        actions = [_unmarked(row) for row in self._actions.below(width, ACTIONS)] if self._actions else []
        if actions:
            told = (row for part in self._keys.splitlines() for row in within(clean(part), width, 3))
            actions += [line((row, "dim")) for row in told]
        turning = [self._turn(turn, at, width) for at, turn in enumerate(self._told.turning)]
        if turning:
            turning = [rule("Turning points", width, "Enter plays on from there"), *turning]
            turning += self._more(width)
        curve = _curve(self._told, self._roles, width, rows)
        how = (turning, curve) if before else (curve, turning)
        return spaced(actions, *how, self._of_note(width) if noted else [])

    def _role(self, side: str) -> str:
        return f"{self._roles.get(side, '')} strong".strip()

    def _result(self, width: int, height: int) -> list[Line]:
        """Both sides with their points in boxes, the winner's filled; without points, with what is left of them in percent."""
        told, sides = self._told, self._told.sides
        said = clean(told.result).rstrip(".")
        if len(sides) != 2:
            return [rule("The end", width, said)]
        scored = all(side.points is not None for side in sides)
        boxes = [str(side.points) if scored else str(round(100 * side.strength.share)) for side in sides]
        names = [clean(side.name).upper() for side in sides]
        large = height >= LARGE
        room = width - EDGE - 4 * BETWEEN - WORDS - sum(map(tall_width, boxes)) - 3
        are_tall = all(tall_width(name) == len(tall(name)[0]) for name in names)
        are_tall = are_tall and sum(map(tall_width, names)) <= room and large
        last = told.rounds[-1].name.partition(" of ")[0].lower() if told.rounds else ""
        winner = next((clean(side.name) for side in sides if side.id == told.winner), "")
        together = clock_words(told.seconds_together + sum(side.seconds for side in told.sides))
        left_of = [("" if scored else "% left")] if large else []
        right = ["VICTORY" if winner else "DRAW", *left_of, _rounds(last), together]
        blank, made = int(large), list[Line]()
        rows = [fit(name, room // 2) for name in names]
        for row in range(-1 if large else 0, TALL + blank):
            pieces: list[Said] = [(" " * EDGE, "panel")]
            for at, side in enumerate(sides):
                role = f"{self._roles[side.id]}-ground {self._role(side.id)}"
                role = f"{self._roles[side.id]}-block" if told.winner == side.id else role
                digits = tall(boxes[at])[row] if 0 <= row < TALL else " " * tall_width(boxes[at])
                box = (f"  {digits}  ", role)
                plain = rows[at] if row == 1 else " " * len(rows[at])
                letters = tall(names[at])[row] if 0 <= row < TALL else " " * tall_width(names[at])
                name = (letters if are_tall else plain, f"panel {self._role(side.id)}")
                gap = "    ", "panel"
                pieces += [box, gap, name] if at else [name, gap, box, (" ", "panel")]
            at = row + blank
            end = f"{right[at]} " if at < len(right) else ""
            made.append(spread(pieces, [(end, "" if at else self._role(told.winner))], width, "panel"))
        return [*([line(" " * width, ground="panel")] if large else []), *made]

    def _points(self, width: int) -> list[Line]:
        """What brought each side its victory points and when, and what they come to."""
        told, sides = self._told, self._told.sides
        if not told.points:
            return []
        cells_of_when = WHEN if set(told.scored_in.values()) != {LAST} else 0
        cell = max(FIGURE, min(COLUMN, (width - LEAST) // len(sides)))
        taken = max(line(clean(source)).width for source, _ in told.points) + FIGURE + cells_of_when
        longest = max(line(clean(side.name)).width for side in sides) + 2
        cell = max(cell, min(longest, (width - taken) // len(sides)))  # whole names where there is room
        letters = initials({side.id: side.name for side in sides})
        objectives = {mark.name for mark in self._table.marks if mark.objective}

        def row(left: Sequence[Said], figures: Sequence[str], roles: Sequence[str]) -> Line:
            cells: list[Said] = []
            for text, role in zip(figures, roles, strict=True):  # the left may run under the first name
                room = cell if cells or text.startswith(" ") else FIGURE
                shown = fit(text, cell - 1)
                cells.append((" " * (room - line(shown).width) + shown, role))
            return spread(left, cells, width)

        strong = [self._role(side.id) for side in sides]
        names = [f" {clean(side.name)}" for side in sides]
        heading = rule("Victory points", max(0, width - cell * len(sides)))
        made = [row(heading.pieces, names, [self._roles[side.id] for side in sides])]
        for source, points in told.points:
            figures = [number(figure) if (figure := points.get(side.id, 0)) else "·" for side in sides]
            owners = [side.id for side in sides if points.get(side.id, 0) > 0 and source in objectives]
            sign = (f"{OBJECTIVE}{letters[owners[0]]} ", self._role(owners[0])) if len(owners) == 1 else "   "
            when = told.scored_in.get(source, "") if cells_of_when else ""
            room = width - cell * (len(sides) - 1) - FIGURE - 4 - cells_of_when
            what = [sign, f"{pad(clean(source), room)} ", (when, "dim")]
            roles = ["dim" if figure == "·" else role for figure, role in zip(figures, strong, strict=True)]
            made.append(row(what, figures, roles))
        total = [number(side.points or 0) for side in sides]
        return [*made, row(["   ", ("Total", "strong")], total, strong)]

    def _losses(self, width: int) -> list[Line]:
        """Of each side what is left, and its units as on their cards, those that are gone last."""
        blocks: list[list[Line]] = []
        for side in self._told.sides:
            strength = side.strength
            left = f"{strength.now} of {strength.full}, {round(100 * strength.share)} %"
            left = left if strength.full else ""
            own = [card for card in self._table.cards if card.side == side.id]
            own.sort(key=lambda card: card.standing == "gone")
            head = spread([(clean(side.name), self._role(side.id))], [(left, "strong")], width)
            blocks.append([head, *(self._unit(card, width) for card in own)])
        first, *others = blocks
        return spaced([rule("Losses", width, f"{self._told.strength_in} left"), *first], *others)

    def _unit(self, card: Card, width: int) -> Line:
        gone = card.standing == "gone"
        left = 0 if gone else card.value
        pips = tuple(Pip(0, pip.full) for pip in card.pips) if gone else card.pips
        whole = Card(card.id, card.name, card.side, "ready", value=left, full=card.full, pips=pips)
        role = "dim struck" if gone else self._roles.get(card.side, "")
        at, name = width - BAR, fit(clean(card.name), width - BAR - 3)
        lead = (f"{GONE if gone else ' '} ", "bad"), (name, role), " " * (at - 2 - line(name).width)
        return Line(filled([*lead, *(bar(whole, BAR + INDENT + 1) if card.full else ())], width))

    def _unit_rows(self, width: int) -> list[Line]:
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

    def _turn(self, turn: TurningPoint, place: int, width: int) -> Line:
        """Its number, its round, what happened, what it came to, and the chance of a roll that was unlikely."""
        chosen = place == self._chosen
        role = self._roles.get(turn.side, "")
        before: list[Said] = [
            (CURSOR if chosen else " ", "key"),
            (f" {place + 1} ", f"{role}-block" if role else "strong"),
            (f" {_short(turn.round):<3}", "" if chosen else "dim"),
        ]
        share = turn.chance.removesuffix(" %")
        unlikely = any(turn.chance for turn in self._told.turning)
        rare: list[Said] = [(f"{share:>4}", "strong"), (" % ", "dim")] if share else [" " * 7 * unlikely]
        room = width - line(*before, *rare).width
        text = clean(turn.text).removesuffix(".")
        came = clean([*turn.headline.split(" · "), ""][1] or turn.headline)
        fits = cell_len(text) + 2 + cell_len(came) <= room and any(char.isdigit() for char in came)
        told = f"  {came}" if fits else ""
        words = room - cell_len(told)
        what = pad(fit(text, words), words), "strong" if chosen else ""
        left = [*before, what, (told, "dim")]
        return spread(left, rare, width, "chosen" if chosen else "", f"turn:{place}")

    def _more(self, width: int) -> list[Line]:
        """Of the chosen turning point the unlikely roll, and how the table stood before and after; in two rows always."""
        told = ""
        if 0 <= self._chosen < len(self._told.turning):
            turn = self._told.turning[self._chosen]
            changes = " · ".join(self._told.changes(turn))
            told = clean(". ".join(filter(None, (turn.roll, changes))))
        rows = within(told, width - 8, 2)
        return [*(line((" " * 8 + row, "dim")) for row in rows), *[Line()] * (2 - len(rows))]

    def _of_note(self, width: int) -> list[Line]:
        told, rows = self._told, []
        if told.deeds and told.deeds[0].dealt:
            most = max(told.deeds, key=lambda deed: deed.dealt)
            rows.append(("Most damage", most.side, most.unit, f"{most.dealt}, for {most.lost} lost"))
            felled = max(told.deeds, key=lambda deed: len(deed.felled))
            if felled.felled:
                names = ", ".join(map(clean, felled.felled))
                rows.append(("Most kills", felled.side, felled.unit, names))
        rows.append(("Time", "", "", ", ".join(f"{clean(side.name)} {side.time}" for side in told.sides)))
        made = [rule("Of note", width, f"losses in {told.losses_in}")]
        for what, side, who, said in rows:
            named = pad(clean(who), 18) + " " if who else "", self._role(side)
            made.append(Line(filled([(pad(f" {what}", 16), "dim"), named, said], width)))
        return made


def _unmarked(row: Line) -> Line:
    """An action's row without the marks of what Enter does: that is a turning point."""
    bare = ((piece, piece.text.replace(CURSOR, " ")) for piece in row.pieces)
    made = (replace(piece, text="" if text.strip() == "Enter" else text) for piece, text in bare)
    return replace(row, pieces=tuple(made), ground="" if row.ground == "chosen" else row.ground)


def _rounds(last: str) -> str:
    """`4 rounds`, of the name of the last one."""
    word, _, figure = last.partition(" ")
    return f"{figure} {word}{'' if figure == '1' else 's'}" if figure.isdecimal() else ""


def _short(name: str) -> str:
    """A round in a few cells: `R3` for `Round 3 of 6`."""
    word, _, rest = name.partition(" ")
    figure = rest.partition(" ")[0]
    return f"{word[:1]}{figure}" if figure.isdecimal() else "–"


def luck_lines(
    sides: Sequence[SideView],
    roles: Mapping[str, str],
    luck: Mapping[str, SideLuck],
    width: int,
    losses: LossSearch | None = None,
) -> list[Line]:
    """Each side's luck: its successes against those of fair dice by kind of roll, and its losses against those that the odds told."""
    aside = losses.left_out if losses else 0
    without = f"losses without {count(aside, 'command')}" if aside else ""
    made = [rule("Luck", width, without or "against fair dice")]
    for side in sides:
        tallies: list[tuple[str, Tally | Losses]] = [*luck[side.id].kinds.items()]
        if losses and losses.losses[side.id]:
            tallies.append(("Losses", losses.losses[side.id]))
        role = f"{roles.get(side.id, '')} strong"
        short = all(len(kind) < KIND for kind, _ in tallies)
        made += [line((clean(side.name), role))] if tallies and not short else []
        # what was rolled, what was to be expected, the difference
        for i, (kind, tally) in enumerate(tallies):
            tone = "good" if tally.luck > 0 else "bad"
            name = pad(clean(side.name) if i == 0 else "", SIDE) if short else " "
            said = (
                (f"{tally.actual:>4}", "strong"),
                (f" of {one_decimal(tally.expected):<5}", "dim"),
                (f"{more_words(tally.luck):>5} ", f"{tone} strong"),
            )
            made.append(spread([(f"{name} ", role), (clean(kind).lower(), "dim")], said, width))
    return made if len(made) > 1 else []


# --- the curve of strength


def _curve(report: BattleReport, roles: Mapping[str, str], width: int, rows: int) -> list[Line]:
    """How strong the sides were, in dots of braille: a thick line for the first side, dashed ones for the others.

    Behind the end of each line stands whose it is; below are the numbers of the turning points and the rounds. Nothing
    where there is no room.
    """
    wide = width - SCALE - NAME
    if not report.curve or rows < len(LEVELS) or wide < 20:
        return []
    begins = {_column(report, told.first, wide): told.name.partition(" of ")[0] for told in report.rounds[1:]}
    cells: dict[tuple[int, int], tuple[int, str]] = {}
    for place, side in reversed([*enumerate(report.sides)]):
        for x, y in _dots(report, side.id, wide, rows, dashed=bool(place)):
            at = x // 2, y // 4
            known, role = cells.get(at, (0, ""))
            own = roles.get(side.id, "")
            cells[at] = (known if role == own else 0) | DOTS[x % 2][y % 4], own
    ruled = {round((100 - level) / 100 * (rows - 1)): level for level in LEVELS}
    ends_at = _ends(report, rows)
    drawn = [rule("Strength", width, f"% of the {report.strength_in} they began with")]
    for row in range(rows):
        said: list[Said] = [(f"{ruled[row]:>3} " if row in ruled else "    ", "dim"), ("│", "edge")]
        for column in range(wide):
            dots, role = cells.get((column, row), (0, ""))
            empty = "┆" if column in begins else "┈" if row in ruled and 0 < row < rows - 1 else " "
            said.append((chr(0x2800 + dots), f"{role} strong") if dots else (empty, "edge"))
        drawn.append(line(*said, *ends_at.get(row, ())))
    marks: list[Said] = [("─", "edge")] * wide
    free = 0
    for place, turn in enumerate(report.turning, 1):  # of two turning points at one place both are told
        mark = min(wide - 3, max(free, _column(report, turn.n, wide) - 1))
        role = roles.get(turn.side, "")
        marks[mark : mark + 3] = [(f" {place} ", f"{role}-block" if role else "strong"), "", ""]
        free = mark + 3
    names = fit(clean(report.rounds[0].name.partition(" of ")[0].lower()), wide) if report.rounds else ""
    for column, name in sorted(begins.items()):
        figure = clean(name.rpartition(" ")[2])
        if column > len(names) and column + len(figure) <= wide + NAME:
            names = names.ljust(column) + figure
    return [*drawn, line(" " * SCALE, *marks), line((" " * SCALE + names, "dim"))]


def _ends(report: BattleReport, rows: int) -> dict[int, list[Said]]:
    """What stands behind the ends of the lines, by row: the percent, and below it the side, none over another."""
    made: dict[int, list[Said]] = {}
    places = sorted((round((1 - side.strength.share) * (rows - 1)), i) for i, side in enumerate(report.sides))
    taken = -2
    last = rows - 2 * len(places)
    for order, (wanted, i) in enumerate(places):
        side = report.sides[i]
        at = max(taken + 2, min(wanted, last + 2 * order))
        role = SIDES[i % len(SIDES)]
        made[at] = [(f" {round(100 * side.strength.share)} %", f"{role} strong")]
        made[at + 1] = [(f" {fit(clean(side.name), NAME - 1)}", role)]
        taken = at
    return made


def _column(report: BattleReport, n: int, wide: int) -> int:
    return min(wide - 1, n * (wide - 1) // max(1, report.curve[-1].n))


def _dots(
    report: BattleReport, side: str, wide: int, rows: int, *, dashed: bool
) -> Iterator[tuple[int, int]]:
    low, last = rows * 4 - 1, max(1, report.curve[-1].n)
    steps = [
        (point.n * (2 * wide - 1) // last, round((1 - point.strength[side].share) * low))
        for point in report.curve
    ]
    before = steps[0][1]
    for x in range(2 * wide):
        y = next(level for at, level in reversed(steps) if at <= x)
        if y != before:
            yield from ((x, one) for one in range(min(before, y), max(before, y) + 1))
        elif not dashed or x % DASH < DASH // 2:
            yield x, y
        if not dashed:
            yield x, min(low, y + 1)
        before = y
