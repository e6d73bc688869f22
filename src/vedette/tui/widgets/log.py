"""The whole log: a row a command under its round; a row can be opened, and what was undone is folded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace
from rich.cells import cell_len
from textual import events
from textual.message import Message

from vedette.tui.text import Line, Said, beside, clean, filled, fit, flowing, line, pad, rows_of, spread
from vedette.tui.widgets.dice_lines import Tiles, rolled
from vedette.tui.widgets.head import MOMENTS
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.dice_text import needs, outcome
from vedette.view.log_rows import LogQuery, LogRow, LogRows
from vedette.view.log_search import FILTERS, read_wanted
from vedette.view.signs import BOOKMARK, CURSOR, TAKEN_BACK

WHO, TIME = 11, 6
"""Where the names begin, and the cells of the time at the end."""

MOST_WHO, BESIDE = 26, 16
"""Cells of a name at most, and those that an action has beside the name of its target."""

WIDE = 100
"""Columns from which the result has a column and the time is shown."""

RULES = 38
"""Cells of the rules and keys beside an opened row."""

KEYS = (
    ("g", "play on from here"),
    ("h", "correct a die"),
    ("b", "bookmark"),
    ("w", "what decided it"),
    ("P", "replay from here"),
)
"""What can be done from an opened row."""


class GameLog(LineWidget, can_focus=True):
    """Shows the rows of a session that are looked for, and says what is to be done with the one at hand."""

    DEFAULT_CSS = "GameLog { padding: 0; }"

    @dataclass
    class Wanted(Message):
        """A key for the line at hand: to go there, to correct it, to bookmark it, to explain it, to replay from it."""

        key: str
        row: LogRow

    class Changed(Message):
        """Other rows are listed now."""

    class Find(Message):
        """The keyboard is to go to the line for words."""

    class Left(Message):
        """The players leave the log."""

    def __init__(self, rows: LogRows, roles: Mapping[str, str], letters: Mapping[str, str]) -> None:
        super().__init__()
        self._source, self._roles, self._letters = rows, roles, letters
        cards = rows.session.ruleset.view.table(rows.session.state, None).cards
        longest = max((cell_len(clean(card.name)) for card in cards), default=0)
        self._who = min(longest, MOST_WHO) + 1
        self._what = self._who + BESIDE
        self.query_now = LogQuery(rounds=frozenset({len(rows.rounds()) - 1}))
        self._rows: Sequence[LogRow] = ()
        self._at = self._open = -1
        self._made: dict[tuple[int, int], list[Line]] = {}
        self.list_again()
        self._at = len(self._rows) - 1

    @property
    def row(self) -> LogRow | None:
        return self._rows[self._at] if 0 <= self._at < len(self._rows) else None

    @property
    def found(self) -> int:
        """How many rows there are besides headings."""
        return sum(row.kind not in ("round", "undone") for row in self._rows)

    def list_again(self, query: LogQuery | None = None, at: LogRow | None = None) -> None:
        """List what is wanted now, with the row that was at hand, or the next one, at hand."""
        at = at or self.row
        self.query_now = query or self.query_now
        self._rows, self._open, self._made = self._source.rows(self.query_now), -1, {}
        keys = [(row.kind, row.n) for row in self._rows]
        if at and (at.kind, at.n) in keys:
            self._at = keys.index((at.kind, at.n))
        else:
            later = (i for i, row in enumerate(self._rows) if at and row.last >= at.last > 0)
            self._at = next(later, len(self._rows) - 1)
        self.redraw()
        self._reveal()
        self.post_message(self.Changed())

    def look_for(self, text: str) -> None:
        self.list_again(replace(self.query_now, wanted=read_wanted(text)))
        self._go(len(self._rows) - 1)

    def show_line(self, n: int) -> None:
        """Go to the row of a line, whose round is opened for it."""
        begun = self._source.rounds()
        place = max(i for i, start in enumerate(begun) if start <= n)
        self.list_again(replace(self.query_now, rounds=self.query_now.rounds | {place}))
        near = [i for i, row in enumerate(self._rows) if row.kind == "command" and row.n <= max(1, n)]
        self._go(near[-1] if near else 0)

    # --- drawing

    def draw(self, width: int, height: int) -> list[Line]:
        if not self._rows:
            return [line((fit("  Nothing found. Esc shows all lines again.", width), "dim"))]
        return [shown for i in range(len(self._rows)) for shown in self._lines_of(i, width)]

    def _lines_of(self, i: int, width: int) -> list[Line]:
        if i == self._at or i == self._open or (i, width) not in self._made:
            row = self._rows[i]
            made = self._heading(row, i, width) if row.kind == "round" else self._told(row, i, width)
            if i == self._open:
                made += self._opened(row, width)
            if i in (self._at, self._open):
                return made
            self._made[i, width] = made
        return self._made[i, width]

    def _heading(self, row: LogRow, i: int, width: int) -> list[Line]:
        here = i == self._at
        lead, title = f"{CURSOR}" if here else " ", clean(row.who).upper()
        said = f" {clean(row.what)} " if row.is_open else f" {row.lines} lines, {clean(row.what)} "
        right = f" {clean(row.right) if row.is_open else 'Enter opens'}"
        if cell_len(lead + title + said + right) + 6 > width:
            right = ""
        dashes = "─" * max(0, width - cell_len(lead + title + said + right) - 4)
        said = fit(said, max(0, width - cell_len(lead + title) - 4))
        begun = (lead, "key"), (f"{title} ", "strong"), ("──", "edge"), (said, "dim")
        ground = "chosen" if here and self.has_focus else ""
        return [line(*begun, (dashes, "edge"), (right, "dim"), ground=ground, target=str(i))]

    def _told(self, row: LogRow, i: int, width: int) -> list[Line]:
        """Number, side, who, what they did, what came of it, and the time; on a narrow screen what came of it is below."""
        here, wide = i == self._at, width >= WIDE
        role, struck = self._roles.get(row.side, ""), " struck dim" if row.undone else ""
        number = "+" if row.kind == "undone" else BOOKMARK if row.kind == "bookmark" else str(row.n)
        number_role = {"undone": "key", "bookmark": "warn strong"}.get(row.kind, "" if here else "dim")
        letter = self._letters.get(row.side, " ")
        head: list[Said] = [(CURSOR if here else " ", "key"), (f"{number:>4}  ", number_role)]
        bar = "┆" if row.kind == "undone" else "│"
        head += [(letter, f"{role} strong"), (bar, "edge"), "  "]
        if row.kind == "undone":
            taken_back = (f"{TAKEN_BACK} ", "warn"), (clean(row.who), "dim struck")
            said: list[Said] = [*head, *taken_back, (f"   {clean(row.what)}", "dim")]
        elif row.kind in ("told", "bookmark"):
            said = [*head, (clean(row.what), "warn" if row.kind == "told" else f"warn strong{struck}")]
        else:
            who, what = clean(row.who), clean(row.what)
            if wide and row.who:
                who = pad(who, self._who)
            head += [(f"{who} " if who else "", f"strong{struck}")]
            if (
                wide and row.came
            ):  # what came of it begins in its column, and yields to nothing but a short action
                room = self._what if row.who else self._who + 1 + self._what
                what = pad(what, room) + " "
            said = [*head, (what, struck)]
        came: list[Said] = []
        for result in row.came if wide else row.came[:2]:
            sign, colour, _ = MOMENTS[result.moment]
            style = f"{'bad' if result.moment == 'hurt' else colour} strong" if result.moment else ""
            came += [("  " if came else "", ""), (f"{sign}{clean(result.text)}", f"{style}{struck}")]
        ground = "chosen" if here and self.has_focus else ""
        if wide:
            return [spread([*said, *came], [(f" {row.time} ", "" if here else "dim")], width, ground, str(i))]
        made = [Line(filled(said, width), ground, str(i))]
        if came:
            if line(*said, "  ", *came).width <= width:
                return [Line(filled([*said, "  ", *came], width), ground, str(i))]
            made.append(Line(filled([" " * WHO, *came], width), ground, str(i)))
        return made

    def _opened(self, row: LogRow, width: int) -> list[Line]:
        """Its dice and sums, else its sentences; beside them its rules and what can be done from here."""
        room = width - WHO - (RULES if width >= WIDE else 1)
        log_line, played = self._source.line(row), self._source.session.played.at(row.last)
        made, words = list[Line](), self._source.session.ruleset.view.story
        for roll in played.rolls if played and row.kind == "command" else ():
            role = self._roles.get(roll.side, "")
            head: list[Said] = [(f" {clean(roll.title)} ", f"{role}-block" if role else "strong")]
            head += [(f" {roll.pool.dice} D{roll.pool.sides}", "strong")]
            head += [(f"   {needs(roll.pool)}", "dim")] if needs(roll.pool) else []
            came = outcome(roll, words)
            tiles = Tiles(rolled(roll, costs=roll.why in words.saves), roll.pool.sides)
            heading = spread(head, [f"  {came}"] if came else [], room - 2)
            made += [heading, *tiles.small(room - 2), Line()]
        for said in (log_line.arithmetic if log_line else ()) or self._source.sentences(row):
            made += rows_of(said, room - 2, "", 2)
        right = [line((f"{key:<3}", "key"), what) for key, what in KEYS]
        if rules := self._source.rules(row):
            named = ((f"{rule:<9} ", fit(clean(title), RULES - 12)) for rule, title in rules.items())
            titles = [line((rule, "key"), title) for rule, title in named]
            right = [line(("RULES", "dim")), *titles, Line(), *right]
        if width >= WIDE:
            made = beside([made, right], room, 0)
        else:
            made += [Line(), *flowing([[(f"{key} ", "key"), f"{what}   "] for key, what in KEYS], room, 3)]
        made = [Line(), *made, Line()]
        return [Line(filled([" " * WHO, *one.pieces], width, "surface"), "surface") for one in made]

    # --- where we are

    def _go(self, index: int) -> None:
        self._at = max(0, min(index, len(self._rows) - 1))
        self.redraw()
        self._reveal()

    def _reveal(self) -> None:
        width, height = self.size
        if height and self._rows:
            first = sum(len(self._lines_of(i, width)) for i in range(self._at))
            size = len(self._lines_of(self._at, width))
            self.show_row(max(0, first - 1), min(first + size + 1, first + height))

    def on_mount(self) -> None:
        self.call_after_refresh(self._reveal)

    def on_resize(self) -> None:
        super().on_resize()
        self._reveal()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        key, row = event.key, self.row
        if self.repeat(key, 1):
            pass
        elif key == "enter" and row:
            self._enter(row)
        elif key in ("a", "plus", "asterisk"):
            self.list_again(replace(self.query_now, undone=not self.query_now.undone))
        elif len(key) == 1 and key.isdigit() and 0 < int(key) <= len(FILTERS):
            self.list_again(replace(self.query_now, filter=FILTERS[int(key) - 1]))
        elif key in ("g", "z", "h", "b", "B", "w", "W", "P") and row:
            if row.last:
                self.post_message(self.Wanted({"z": "g", "B": "b", "W": "w"}.get(key, key), row))
        elif key == "slash":
            self.post_message(self.Find())
        elif key == "escape" and self.query_now.is_search:
            self.list_again(LogQuery(rounds=self.query_now.rounds, undone=self.query_now.undone))
        elif key in ("escape", "l", "L"):
            self.post_message(self.Left())
        else:
            return
        event.stop()
        event.prevent_default()

    def _enter(self, row: LogRow) -> None:
        if row.kind == "round":
            if not self.query_now.is_search:
                self.list_again(replace(self.query_now, rounds=self.query_now.rounds ^ {row.n}))
        elif row.kind == "undone":
            self.list_again(replace(self.query_now, undone=not self.query_now.undone))
        else:
            self._open = -1 if self._open == self._at else self._at
            self.redraw()
            self._reveal()

    def repeat(self, key: str, times: int) -> int:
        heads = [i for i, row in enumerate(self._rows) if row.kind == "round"] or [0]
        if key in ("up", "down"):
            self._go(self._at + (times if key == "down" else -times))
        elif key in ("pageup", "pagedown"):
            page = max(1, self.size.height - 2)
            self._go(self._at + times * (page if key == "pagedown" else -page))
        elif key in ("left", "right"):
            ways = [i for i in heads if (i > self._at if key == "right" else i < self._at)]
            self._go((ways[0] if key == "right" else ways[-1]) if ways else self._at)
        elif key in ("home", "end"):
            self._go(0 if key == "home" else len(self._rows) - 1)
        else:
            return 0
        return times

    def clicked(self, target: str) -> None:
        """A row: the first click goes there, the next one opens it."""
        self.focus()
        if int(target) == self._at and self.row:
            self._enter(self.row)
        else:
            self._go(int(target))
