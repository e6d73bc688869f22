"""A chain of tests or an exchange of fire above what is asked: its rows, the test just taken, and what waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace
from rich.cells import cell_len

from vedette.engine.figures import number
from vedette.tui.figures import tall
from vedette.tui.text import Line, Said, clean, filled, fit, line, pad, rule, spread
from vedette.tui.widgets.choice_panel import FAR
from vedette.tui.widgets.dice_lines import Tiles, rolled, tumbling
from vedette.tui.widgets.dice_panel import FALL, TUMBLES
from vedette.tui.widgets.panel_host import Panel
from vedette.view.course import Cell, Course, Ledger, Row, Verdict, cell_text
from vedette.view.dice_text import modifiers_told, pool_words

SHORT_ROWS = 50  # below so many cells a row has only the columns that are needed
TOLD = 2  # columns of rows without heads, of which the second is a sentence
LEAST_ROWS = 3  # rows of a chain that stay, whatever else is to be seen
BOX = 14  # cells of what a test came to


@dataclass(eq=False)
class CoursePanel(Panel):
    """Draws a course in the colours of its sides; free rows yield first, then rows far from the one at hand, then the tall dice."""

    course: Course
    roles: Mapping[str, str]
    letters: Mapping[str, str]
    is_over: bool = False
    """Nothing of it is asked any more: what it changes stands here, and not below a question."""

    def tumbling(self, step: int, before: int) -> CoursePanel | None:
        test = self.course.verdict
        rolled_so_far = tumbling(test.roll, step, max(0, step - TUMBLES) * FALL) if test else None
        if test is None or rolled_so_far is None or rolled_so_far == test.roll:
            return None
        course = replace(self.course, verdict=replace(test, roll=rolled_so_far))
        return CoursePanel(course, self.roles, self.letters, self.is_over)

    def draw(self, width: int, height: int) -> list[Line]:
        ledger, test, waits = self.course.ledger, self.course.verdict, self.course.waits
        if height <= LEAST_ROWS:
            return []
        below = [verdict_lines(test, width, self.roles)] if test else []
        below += [ledger_lines(waits, width, len(waits.rows) + 1, self.roles, self.letters)] if waits else []
        then = self.course.then if self.is_over else None
        below += [ledger_lines(then, width, len(then.rows) + 1, self.roles, {})] if then else []
        rows = len(ledger.rows) + 2 + bool(ledger.below) - (width < SHORT_ROWS)
        free = height - rows - sum(map(len, below))
        air = [Line()] if free > len(below) + (width >= SHORT_ROWS) else []
        gap = [Line()] if free >= len(below) else []
        room = height - sum(len(part) + len(gap) for part in below) - len(air)
        if test and room < LEAST_ROWS + 1:
            below[0] = below[0][:1]
            room = height - sum(len(part) + len(gap) for part in below)
        made = ledger_lines(ledger, width, max(room, LEAST_ROWS), self.roles, self.letters, air or ())
        for part in below:
            made += [*gap, *part]
        return made[: max(height, 0)]


def ledger_lines(
    ledger: Ledger,
    width: int,
    height: int,
    roles: Mapping[str, str],
    letters: Mapping[str, str],
    air: Sequence[Line] | None = None,
) -> list[Line]:
    """Title, heads and as many rows round the one at hand as fit into so many."""
    if air is None:
        made = [rule(ledger.title, width, ledger.note)]
    else:
        head: list[Said] = [(f"{ledger.title.upper()}  ", "strong")]
        head += ((f"{word} ", "strong" if word.isdecimal() else "dim") for word in ledger.count.split())
        note = fit(clean(ledger.note), max(0, width - line(*head).width))
        made = [spread(head, [(note, ledger.tone)], width)]
    narrow = width < SHORT_ROWS
    cells = [one.few if narrow else one.cells for one in ledger.columns]
    spare = width - sum(cells)
    longest = max((len(row.cells[0]) for row in ledger.rows), default=0) + 3
    cells[0] += max(0, min(spare, longest - cells[0])) if not narrow else spare
    both = len({row.side for row in ledger.rows if row.side}) > 1 and air is not None
    headed, told = any(one.head for one in ledger.columns), len(ledger.columns) == TOLD
    if headed and not narrow:
        columns = zip(ledger.columns, cells, strict=True)
        heads = ((one.head.upper().ljust(size), "dim") for one, size in columns)
        made += [*(air or ()), line(*heads)]
    below = [line((f"  {fit(clean(ledger.below), width - 2)}", "dim"))] if ledger.below else []
    room = max(1, height - len(made) - len(below))
    rows, at = list(ledger.rows), ledger.at
    if narrow and len(rows) > room:  # who is lost is named in the status row
        rows = [row for i, row in enumerate(rows) if row.when != "lost" or i == at]
        at = rows.index(ledger.rows[at])
    first = max(0, min(at - room // 2, len(rows) - room))
    for i, row in enumerate(rows[first : first + room], first):
        hidden = first if i == first else len(rows) - first - room if i == first + room - 1 else 0
        if hidden > 0 and i != at and room > 2:
            way = "↑" if i == first else "↓"
            made.append(line((f" {way} {hidden + 1} more", "dim")))
            continue
        role, letter = roles.get(row.side, ""), letters.get(row.side, " ") if both else ""
        if told:
            made.append(_told_row(row, cells, width, role))
        else:
            made.append(_row(row, cells, width, role, letter, headed=headed))
    return [*made, *below]


def _told_row(row: Row, cells: list[int], width: int, role: str) -> Line:
    """A row without heads: whom it is about, and what; where both have no room the name goes, which the title has."""
    name, text = f" {clean(cell_text(row.cells[0]))}", clean(cell_text(row.cells[1]))
    size = max(cells[0], len(name) + 1) if name.strip() else 0
    if row.side and size + len(text) > width:
        size = 0
    lead = pad(name, size) if size else " "
    return line((lead, f"{role} strong" if row.side else "dim"), (fit(text, width - len(lead)), _toned(row)))


def _row(row: Row, cells: list[int], width: int, role: str, letter: str, *, headed: bool) -> Line:
    ground = {"good": "good-ground", "bad": "bad-ground"}.get(row.tone, "warn-ground")
    ground = ground if row.when == "now" else ""
    style = {"lost": "dim struck", "waits": ""}.get(row.when, "strong" if headed else role)
    lead: tuple[Said, ...] = ((letter, f"{role} strong"), ("│", "edge")) if letter else ((" ", ""),)
    said: list[Said] = [*lead, *_cell(row.cells[0], cells[0] - len(lead) - (len(row.cells) > 1), style)]
    used = cells[0]
    said = [*filled(said, used)]
    for i, (cell, size) in enumerate(zip(row.cells[1:], cells[1:], strict=True), 1):
        if not size:
            continue
        last = i == len(row.cells) - 1
        room = width - used if last else size
        quiet = "dim" if row.when in ("waits", "lost") or (i == 1 and not last) else ""
        said += filled(_cell(cell, room - (not last), _toned(row) if last else quiet), room)
        used += room
    return line(*said, ground=ground)


def _toned(row: Row) -> str:
    tone = "" if row.tone == "plain" else row.tone
    return f"{tone} strong" if tone in ("good", "bad", "warn") else tone


def _cell(cell: Cell, size: int, style: str) -> list[Said]:
    if isinstance(cell, str):
        return [(fit(clean(cell), size), style)]
    tones = {"plain": style, "dim": "dim"}
    return [(clean(part.text), tones.get(part.tone, f"{part.tone} strong")) for part in cell]


def verdict_lines(test: Verdict, width: int, roles: Mapping[str, str]) -> list[Line]:
    """Whose test it is, its dice, the one number that they make with their modifiers, what it is held against, and what came of it."""
    pool, role = test.roll.pool, roles.get(test.side, "first")
    needs: list[Said] = [("   needs ", "dim"), (f"{test.against}+", "strong"), (f" {test.of}", "dim")]
    narrow = width < SHORT_ROWS
    head = line((f" {clean(test.unit)} ", f"{role}-block"), (f" {pool_words(pool)}", "strong"), *needs)
    if head.width > width:
        short = (clean(test.unit), f"{role} strong"), (f"  {pool_words(pool)}", "dim")
        head = spread(short, [("needs ", "dim"), (f"{test.against}+", "strong")], width)
    style = f"{test.tone} strong"
    figures, box = tall(number(test.roll.total)), 12 if narrow else BOX
    dice = [line("")] * 3
    if test.roll.dice:
        tiles = Tiles(rolled(test.roll), pool.sides)
        dice = tiles.large(width)[:3]
        if dice[0].width + cell_len(figures[0]) + box > width:
            dice = [*tiles.small(width)[:2], line("")]
    sums = [("", ""), ("" if narrow else f"against {test.against}", "dim"), ("", "")]
    made = []
    for i, (tile, figure, beside) in enumerate(zip(dice, figures, sums, strict=False)):
        left: list[Said] = [] if narrow else [" "]
        for piece in tile.pieces:  # as they lie on the table; between two of them one cell is free
            text = piece.text.replace("│", " ") if piece.role else piece.text[:1]
            left.append((text, "ink-block strong" if piece.role else "", piece.target))
        left += () if narrow else [("  =  " if i == 1 else "     ", "strong")]
        left += [(figure, style), ("" if narrow else "  ", ""), beside]
        text = test.lines[i] if i < len(test.lines) else ""
        right = (fit(f" {text}", box).ljust(box), f"{test.tone}-block")
        made.append(spread(left, [right], min(width, FAR)))
    told = modifiers_told(pool) or "no modifier"
    room = width - cell_len(told) - (1 if narrow else 7)
    aside = f"  {clean(test.aside)}"
    words: list[Said] = [(f" {told}", ""), (aside if cell_len(aside) < room else "", "dim")]
    air = [] if narrow else [Line()]
    return [head, *air, *made, *air, spread(words, [] if narrow else [("w", "key"), (" why", "dim")], width)]
