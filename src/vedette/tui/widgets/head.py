"""The head of the table: who decides what now, what came out last, and the score. Nothing else may use these rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Region
from textual.message import Message

from vedette.engine.facts import Moment
from vedette.engine.figures import number
from vedette.engine.settings import UndoRule
from vedette.kit.words import count
from vedette.tui.figures import TALL, tall, tall_width
from vedette.tui.sides import called
from vedette.tui.text import (
    Line,
    Piece,
    Said,
    clean,
    cut_line,
    ends,
    filled,
    fit,
    lit,
    pad,
    with_result,
    wrap,
)
from vedette.tui.widgets.line_widget import LineWidget, is_moving
from vedette.tui.widgets.objectives import Objectives
from vedette.tui.widgets.prompt import SIGNS
from vedette.view.action_log import ActionLine
from vedette.view.clock import LAST, LOW, ClockView, clock_face
from vedette.view.signs import (
    FAILURE,
    GONE,
    HURT,
    PLAYED,
    ROLLED,
    SENSELESS,
    STANDING,
    SUCCESS,
    TO_COME,
    TOKEN,
    Tone,
)
from vedette.view.vocabulary import SideView, Table

TRACKED, FULL, STRIP, OUTCOME = 6, 5, 3, 1
"""Rows of the head: with a track of the phases and the sides below it, with a score board of three rows, or with one."""

WIPE, STEPS = 0.02, 8
"""Seconds of a step, and how many, in which the banner of another side spreads over that of the one before."""

MOMENTS: Mapping[Moment, tuple[str, str, str]] = {
    "lost": (f"{GONE} ", "bad", "bad-ground"),
    "down": (f"{SENSELESS} ", "bad", "bad-ground"),
    "hurt": (f"{HURT} ", "warn", "warn-ground"),
    "waits": (f"{TOKEN} ", "warn", "warn-ground"),
    "fail": (f"{FAILURE} ", "bad", "bad-ground"),
    "gain": (f"{SUCCESS} ", "good", "good-ground"),
    "": ("", "", "panel"),
}
"""The sign of a moment, its colour, and the ground of its row."""

GROUNDS: Mapping[Tone, str] = {"bad": "bad-ground", "warn": "warn-ground", "good": "good-ground"}
"""The ground of what is said in answer to a key."""

LEAST_TITLE = 6
"""Cells that the name of the mission takes at least, else it is left out: the phase goes before it."""

WIDE = 100
"""From this many columns on the phase stands on the score board, and not in the banner."""

SIDE = "@side:"
"""What a click on a side means; no id looks like this."""

RAIL = "─"
"""Joins the phases of the track."""

UNDO: Mapping[UndoRule, str] = {"own": "Undo: own", "both": "Undo: ask"}
"""What is said of undo where it is not free."""

STOPPED = {"paused": "Clock stopped", "break": "Clock stopped: no answer for 10 minutes"}
"""What is said where no clock runs."""

ROLL = re.compile(r"(re-)?roll \d+ D\d+")
"""Which dice the banner calls for."""

TO = "→"
"""Before the score as it would be."""


class PromptText(Struct, frozen=True):
    """Who is called upon: the side's name and colour role, and what it must decide."""

    name: str
    role: str
    text: str


class HeadView(Struct, frozen=True):
    """All that the head shows.

    `call`: who decides what. `last`: the last action. `said`, `tone`, `keys`: the answer to the last key, in place of the last
    action while it holds; `sign`: before it, in place of that of its tone. `rolled`: whose dice Vedette rolls. `rule`: which rule it tells. `notice`: why nothing can be written. `odds_hidden`: whether forms tell no odds.
    `replayed`: both ends of the first row where nobody decides. `undo`: how undo works. `clock`: the clocks, where they are on the table.
    """

    table: Table
    roles: Mapping[str, str]
    call: PromptText
    last: ActionLine | None = None
    said: str = ""
    tone: Tone = "plain"
    keys: str = ""
    rolled: Mapping[str, bool] = {}
    notice: str = ""
    where: str = ""
    odds_hidden: bool = False
    undo: UndoRule = "free"
    clock: ClockView | None = None
    sign: str = ""
    rule: str = ""
    replayed: tuple[Sequence[Said], Sequence[Said]] | None = None


class Head(LineWidget):
    """Banner, outcome, and the score board: of three rows where there is room, else of one."""

    DEFAULT_CSS = f"Head {{ height: {FULL}; }}"

    @dataclass
    class SideClicked(Message):
        """A side was clicked: its dice setting."""

        side: str

    _view: HeadView | None = None
    column = 32

    def show(self, view: HeadView) -> None:
        """Show this; where another side decides, its banner spreads from the middle to its cards."""
        before, lines = self._view, self._visible_lines
        if view == before:
            return
        self._view = view
        self.redraw()
        if before and lines and before.call.role != view.call.role and is_moving(self.app):
            self.play(self._wipe(lines[0], view.call.role), WIPE)

    def _wipe(self, banner: Line, role: str) -> Iterator[Mapping[int, Line]]:
        """The banner before, over which the new one spreads."""
        width, new = self.size.width, self._visible_lines[0]
        for step in range(STEPS):
            reach = width * step // STEPS // 2
            start = 0 if role == "second" else width // 2 - reach
            end = width if role == "first" else width // 2 + reach
            old = cut_line(banner, 0, start), cut_line(banner, end, width)
            yield {0: Line((*old[0], *cut_line(new, start, end), *old[1]))}

    def tick(self, clock: ClockView) -> None:
        """The clocks have gone on: only the cells that differ are painted, and nothing else is looked at."""
        if self._view is None or not self._visible_lines:
            return
        self._view = replace(self._view, clock=clock)
        before, after = self._visible_lines, self.draw(*self.size)
        if len(after) != self.size.height:
            return
        for y, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new:
                self._visible_lines[y] = new
                self.refresh(Region(*cells_changed(old, new), 1).translate((0, y)))

    def flash_outcome(self) -> None:
        if self._view is not None and not self._view.said and self._visible_lines:
            self.flash({OUTCOME: lit(self._visible_lines[OUTCOME])})

    def make_room(self, column: int) -> None:
        """The cards below have so many columns now; whichever of the two hears of another size first."""
        if column != self.column:
            self.column = column
            self.redraw()

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """The banner, then the outcome in as many rows as an answer needs, then as much of the board as is left."""
        view = self._view
        if view is None:
            return []
        second = self._answer(view, width) if view.said else [self._outcome(view, width)]
        if height < FULL:
            board = [self._strip(view, width)]
        elif height >= TRACKED and view.table.phases:
            board = [*track_lines(view.table, width), self._sides(view, width)]
        else:
            board = self._board(view, width)
        rest = height - 1 - len(second)
        return [self._banner(view, width), *second, *(board[-rest:] if rest > 0 else [])]

    def clicked(self, target: str) -> None:
        self.post_message(self.SideClicked(target.removeprefix(SIDE)))

    def _banner(self, view: HeadView, width: int) -> Line:
        call, table = view.call, view.table
        if view.replayed:
            return Line(ends(*view.replayed, width, "panel"))
        if not call.role and not table.outcome and len(table.sides) == 2:
            return self._of_both(view, width)
        block = f"{call.role}-block" if call.role else "ink-block"
        name = clean(call.name)
        who = f"{called(name, call.role)}│ " if name else " "
        said = _decision(view, width - cell_len(who), block, phase=width < WIDE)
        return Line((Piece(who, block), *said))

    def _of_both(self, view: HeadView, width: int) -> Line:
        """The same where both sides decide: each at the end above its cards."""
        first, second = (
            Piece(called(clean(side.name), view.roles[side.id]), f"{view.roles[side.id]}-block")
            for side in view.table.sides
        )
        between = Piece("│ ", "ink-block"), Piece("│", "ink-block")
        room = width - Line((first, second, *between)).width
        said = _decision(view, room, "ink-block", phase=width < WIDE)
        return Line((first, between[0], *said, between[1], second))

    def rows_said(self, width: int) -> int:
        """Rows that the answer to the last key takes: it is never cut."""
        return len(self._answer(self._view, width)) if self._view and self._view.said else 1

    def _answer(self, view: HeadView, width: int) -> list[Line]:
        """What was said, then the rule behind it, and at the end of the last row the keys that have to do with it."""
        ground = GROUNDS.get(view.tone, "panel")
        sign = f"{view.sign} " if view.sign else SIGNS[view.tone]
        keys: list[Piece] = []
        for one in filter(None, view.keys.split(" · ")):
            key, _, does = one.partition(" ")
            keys += [Piece(f"  {key} ", "key"), Piece(f"{does} ")]
        hang = cell_len(sign)
        rows = list(wrap(clean(view.said), width - 2 - hang))
        rest = Piece(f"  {view.rule}" if view.rule else "", "dim")
        if cell_len(rows[-1]) + Line((rest, *keys)).width + hang + 2 > width:
            rows.append("")
            rest = replace(rest, text=rest.text.strip())
        role = "strong" if view.tone in GROUNDS and view.tone != "bad" else ""
        lead = f"{view.tone if ground != 'panel' else ''} strong"
        made = [[Piece(" "), Piece(" " * hang), Piece(row, role)] for row in rows]
        made[0][1] = Piece(sign, lead)
        made[-1].append(rest)
        last = len(rows) - 1
        return [Line(ends(row, keys if i == last else [], width, ground)) for i, row in enumerate(made)]

    def _outcome(self, view: HeadView, width: int) -> Line:
        last = view.last
        tail = [Piece(f" {view.where} ", "dim")] if view.where and (view.replayed or width >= WIDE) else []
        if last is None or not last.results:
            return Line(ends([Piece(" "), Piece(clean(view.notice), "warn")], tail, width, "panel"))
        loud, done, more = last.loudest, last.results[0], last.cause
        won = [result for result in last.results if result.moment == "gain"]
        if view.table.outcome and won and not last.is_great:  # what won the game, and not the last stress
            loud = next((result for result in won[::-1] if result.text != view.table.outcome), won[-1])
            more = " · ".join(result.text for result in last.results if result is not loud)
        sign, role, ground = MOMENTS[loud.moment]
        waits = bool(view.table.prompt.answer)
        if waits and not loud.moment:
            sign, role, ground = f"{TO} ", "warn", "warn-ground"
        said = with_result(clean(loud.text), width - cell_len(sign) - 1 - Line((*tail,)).width)
        made = [Piece(f" {sign}", f"{role} strong"), Piece(said, f"{role} strong".strip())]
        if len(last.results) > 1:
            made.append(Piece(f"  {clean(more)}", "" if loud is not done else "dim"))
        if last.missed:
            made.append(Piece(f"  {last.missed}", "strong"))
        made += [Piece("  waits for an answer", "strong")] if waits else []
        return Line(ends(made, tail, width, ground))

    def _strip(self, view: HeadView, width: int) -> Line:
        """The score in one row: the sides at its ends, the round between them, and what has room beside it."""
        table = view.table
        *first, last = [self._short(view, side) for side in table.sides]
        last = [*last[1:], *last[:1]]  # its name at the end of the row
        left = [Piece(" "), *(piece for side in first for piece in (*side, Piece("  ")))]
        right = [*last, Piece(" ")]
        room = width - Line((*left, *right)).width - 2
        remarks, track = _remarks(view), short_track(table) if width >= WIDE else []
        if Line((*remarks, *track)).width > room:
            track = []
        begun = [*remarks, *(track or self._rounds(table))]
        if Line(tuple(begun)).width > room:  # the banner has the round
            begun = remarks
        spare = room - Line(tuple(begun)).width
        rest = Objectives.of(table, view.roles).brief(spare)
        if not rest and spare >= cell_len(clean(table.title)) + 2 and table.title:
            rest = [Piece(f"  {clean(table.title)}", "dim")]
        middle = filled(begun if spare < 0 else [*begun, *rest], max(0, room))
        return Line(ends([*left, *middle], right, width, "panel"))

    def _short(self, view: HeadView, side: SideView) -> list[Piece]:
        """A side in a few words: name, score, what it would be if the game ended now, clock."""
        role, target = view.roles.get(side.id, ""), SIDE + side.id
        dice = f" {ROLLED}" if view.rolled.get(side.id) else ""
        ended = f" {TO} {number(side.ended)} VP" if side.ended is not None else ""
        score = clean(side.score).removesuffix(" VP") if ended else clean(side.score)
        return [
            Piece(f"{clean(side.name).upper()}{dice}", f"{role} strong", target),
            Piece(f" {score}" if score else "", "strong", target),
            Piece(f"{ended} ", "dim", target),
            *_clock(view, side.id),
        ]

    def _rounds(self, table: Table) -> list[Piece]:
        """Which round it is, of how many, and a block for each; before the first one what is done, and how many follow."""
        now, most = table.rounds if table.rounds[1] else (table.phase_at + 1, len(table.phases))
        blocks = [Piece(PLAYED * now, "strong"), Piece(TO_COME * (most - now), "dim")] if most else []
        called = re.fullmatch(r"(\D*)(\d+)(.*)", clean(table.round))
        if called is None:
            follow = f"   then {count(most, 'round')}" if most and not table.outcome else ""
            return [Piece(f" {clean(table.round or table.phase).upper()}", "strong"), Piece(follow, "dim")]
        word, number, of = called.groups()
        phase = f" {clean(table.phases[table.phase_at].name)}" if table.phases and not table.rounds[1] else ""
        begun = Piece(f" {word.upper()}", "dim"), Piece(number, "strong"), Piece(f"{of} ", "dim")
        return [*begun, *blocks, Piece(phase, "strong")]

    def _sides(self, view: HeadView, width: int) -> Line:
        """Below the track: each side above its cards, and between them the round and what lies on the table."""
        first, *others = ([Piece(" "), *self._short(view, side)] for side in view.table.sides)
        second = others[0] if others else []
        room = width - 2 * self.column - 2
        said = [Piece(f" {clean(view.table.round).upper()} ", "strong"), *_remarks(view)]
        marks = Objectives.of(view.table, view.roles).brief(room - Line(tuple(said)).width)
        gap = Piece(" ")
        cells = filled(first, self.column, "panel"), filled(second, self.column, "panel")
        return Line((*cells[0], gap, *filled([*said, *marks], room, "panel"), gap, *cells[1]))

    def _board(self, view: HeadView, width: int) -> list[Line]:
        sides = view.table.sides
        first = self._side(view, sides[0], self.column)
        second = self._side(view, sides[1], self.column) if len(sides) > 1 else [(), (), ()]
        middle = self._middle(view, width - 2 * self.column - 2)
        gap, rows = Piece(" "), zip(first, middle, second, strict=True)
        return [Line((*one, gap, *two, gap, *three)) for one, two, three in rows]

    def _side(self, view: HeadView, side: SideView, width: int) -> list[tuple[Piece, ...]]:
        """A side: its name, how many units can still act, its VP if the game ended now; its score in tall figures."""
        role, standing = view.roles.get(side.id, ""), list[Piece]()
        for sign, many, words in view.table.strength(side.id):
            gap = "  " if standing else ""
            standing += [
                Piece(f"{gap}{STANDING[sign]} ", f"{role} strong" if sign == "ready" else role),
                Piece(f"{many}", "strong" if many else "dim"),
                Piece(f" {words}", "dim"),
            ]
        rolled, clock = bool(view.rolled.get(side.id)), tuple(_clock(view, side.id))
        if not (view.table.round or view.table.outcome):  # nobody has scored before the first round
            side = replace(side, score="")
        return _side_rows(side, role, tuple(standing), rolled, clock, width)

    def _middle(self, view: HeadView, width: int) -> list[tuple[Piece, ...]]:
        """Round and phase with the mission, or with what has to be said of the game; below it what lies on the table."""
        table = view.table
        left = self._rounds(table)
        phase = f"   {clean(table.phase)}" if table.round else ""
        remarks = _remarks(view)
        if Line((*left, *remarks)).width + len(phase) > width:
            phase = ""
        left.append(Piece(phase, "strong"))
        spare = width - Line(tuple(left)).width - 2
        title = [Piece(f" {fit(clean(table.title), spare)} ", "dim")] if spare >= LEAST_TITLE else []
        on_board = Objectives.of(table, view.roles).on_board(width)
        return [ends(left, remarks or title, width, "panel"), *on_board]


@lru_cache(maxsize=64)  # most keys change nothing here
def _side_rows(
    side: SideView,
    role: str,
    standing: tuple[Piece, ...],
    rolled: bool,
    clock: tuple[Piece, ...],
    width: int,
) -> list[tuple[Piece, ...]]:
    """The three rows of a side; where its dice are `rolled`, Vedette does."""
    target = SIDE + side.id
    begins = re.match(r"−?\d+", side.score)
    figure = begins.group() if begins else ""
    unit = clean(side.score[len(figure) :].strip() if figure else side.score)
    rows = tall(figure) if figure else [""] * TALL
    tails = ("", "", f" {unit}" if unit else "")
    room = width - tall_width(figure) - len(tails[-1]) - 1 if figure else width - len(unit) - 2
    dice = f" {ROLLED}" if rolled else ""
    now = (
        " if it ended now"
        if room >= len(f" {TO} {number(side.ended or 0)} VP if it ended now")
        else " if ended now"
    )
    ended: list[Said] = [(f" {TO} ", "dim"), (f"{number(side.ended or 0)} VP", "strong"), (now, "dim")]
    name = f" {clean(side.name).upper()}{dice}", f"{role} strong", target
    ended = ended if side.ended is not None else []
    left: tuple[Iterable[Said], ...] = ends([name], clock, room), [Piece(" "), *standing], ended
    made = []
    for said, row, tail in zip(left, rows, tails, strict=True):
        figures = Piece(row, f"{role} strong", target), Piece(tail, "dim")
        made.append(filled([*filled(said, room), *figures], width, "panel"))
    return made


def _decision(view: HeadView, width: int, block: str, *, phase: bool) -> tuple[Piece, ...]:
    """What is to be decided, and at the end in which round, and `phase`, where there is room for it."""
    table = view.table
    said = _squeezed(clean(view.call.text).removesuffix("."), width - 1)
    played = f" · {clean(table.phase)}" if phase and table.phase else ""
    whens = (f"{clean(table.round)}{played}".removeprefix(" · "), clean(table.round), "")
    when = next(when for when in whens if len(when) <= width - cell_len(said) - 2 or not when)
    return ends([Piece(said)], [Piece(f" {when} ")], width, block)


LEAST_WHAT = 4  # cells of what dice are for, without which only the dice are named


def _squeezed(text: str, room: int) -> str:
    """A sentence in so many cells; which dice are to be rolled is not cut off, but what for."""
    what, of, roll = text.rpartition(": ")
    if not ROLL.fullmatch(roll) or cell_len(text) <= room:
        return fit(text, room)
    left = room - len(of + roll)
    return f"{fit(what, left)}{of}{roll}" if left >= LEAST_WHAT else fit(roll, room)


def short_track(table: Table) -> list[Piece]:
    """The phases of the round in one row, the one that is played marked."""
    made: list[Piece] = []
    for place, phase in enumerate(table.phases):
        now = place == table.phase_at
        name = Piece(f" {clean(phase.name)} ", "ink-block") if now else Piece(clean(phase.name), "dim")
        made += [Piece(f" {RAIL} " if place else "", "edge"), name]
    return [*made, Piece("  ")] if made else []


def track_lines(table: Table, width: int) -> list[Line]:
    """The phases of the round from left to right: those that are over, the one that is played, what is done in each."""
    cell = width // len(table.phases)
    rails, names, notes = list[Piece](), list[Piece](), list[Piece]()
    for place, phase in enumerate(table.phases):
        now = place == table.phase_at
        sign = SUCCESS if place < table.phase_at else str(place + 1)
        quiet = "" if phase.played else "dim"
        name = clean(phase.name).upper() if now else clean(phase.name)
        before, behind = (cell - 3) // 2, cell - 3 - (cell - 3) // 2
        reached = "strong" if place <= table.phase_at else "edge"
        left = "strong" if place < table.phase_at else "edge"
        rails += [
            Piece(RAIL * before if place else " " * before, reached),
            Piece(f" {sign} ", "ink-block" if now else "good" if place < table.phase_at else quiet),
            Piece(RAIL * behind if phase is not table.phases[-1] else " " * behind, left),
        ]
        names.append(Piece(_centred(name, cell), "strong" if now else quiet))
        notes.append(Piece(_centred(clean(phase.note), cell), "warn" if now else "dim"))
    return [Line(filled(row, width, "panel")) for row in (rails, names, notes)]


def _centred(text: str, width: int) -> str:
    said = fit(text, width - 1)
    return pad(" " * ((width - cell_len(said)) // 2) + said, width)


def _clock(view: HeadView, side: str) -> list[Piece]:
    """The clock of a side: what it has left of its limit, else what it has used; filled while it runs."""
    clock = view.clock
    if clock is None:
        return []
    left = clock.left(side)
    face = clock_face(clock.spent.get(side, 0) if left is None else left)
    tone, runs = _haste(left), clock.running == side and not clock.stopped
    role = f"{tone or view.roles.get(side, 'ink')}-block" if runs else f"{tone} strong" if tone else "dim"
    return [Piece(" "), Piece(f" {face} ", role)]


def _round_clock(clock: ClockView, called: str) -> list[Piece]:
    """What is left of the round, as the game calls it, and that no clock runs."""
    left = clock.left_in_round
    made = []
    if left is not None:
        made.append(Piece(f" {called} {clock_face(left)} ", f"{_haste(left)} strong".strip()))
    return made + ([Piece(f" {STOPPED[clock.stopped]} ", "warn")] if clock.stopped in STOPPED else [])


def _haste(left: int | None) -> Tone | Literal[""]:
    return "" if left is None or left >= LOW else "bad" if left < LAST else "warn"


def cells_changed(old: Line, new: Line) -> tuple[int, int, int]:
    """From where on two lines differ, as x, y and how many cells; all of them where their pieces don't match."""
    if len(old.pieces) != len(new.pieces):
        return 0, 0, max(old.width, new.width)
    start, end, x = None, 0, 0
    for was, now in zip(old.pieces, new.pieces, strict=True):
        across = cell_len(now.text)
        if was != now:
            start, end = x if start is None else start, x + across
        if cell_len(was.text) != across:
            return start or 0, 0, max(old.width, new.width) - (start or 0)
        x += across
    return start or 0, 0, end - (start or 0)


def _remarks(view: HeadView) -> list[Piece]:
    """Why nothing can be written, else the clock of the round, that odds are hidden, and that undo is not free."""
    if view.notice:
        return [Piece(f" ! {clean(view.notice)}", "warn")]
    hidden = _round_clock(view.clock, clean(view.table.round).partition(" ")[0]) if view.clock else []
    hidden += [Piece(" Odds hidden ", "warn")] if view.odds_hidden else []
    hidden += [Piece(f" {UNDO[view.undo]} ", "warn")] if view.undo in UNDO else []
    return hidden
