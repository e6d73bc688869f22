"""The whole log: plain sentences, thousands of them; what was taken back is folded behind a count, and can be unfolded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from msgspec import Struct
from textual import events
from textual.message import Message
from textual.widgets import Input

from vedette.tui.text import Line, Said, clean, fit, line, spread, wrap
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.log_search import Finder, Wanted, read_wanted, tells
from vedette.view.signs import CURSOR

PREFIX = 3  # cells before each sentence: who, or that it was undone

UNDONE = "↶"

HOW_TO_FIND = ("words, or unit: rule: kind:", "dim")


class LogLine(Struct, frozen=True):
    """One sentence of entry `n`: `role` colours it, `sign` stands before it, in the colour of a `side` its initial; `undone` strikes it through."""

    n: int
    text: str
    role: str = ""
    sign: str = " "
    side: str = ""
    undone: bool = False


class GameLog(LineWidget, can_focus=True):
    """Lines from the bottom up. The last visible line is kept, so nothing is wrapped that isn't seen."""

    DEFAULT_CSS = """
    GameLog {
        padding: 0 1;
        & > Input { dock: bottom; }
    }
    """

    @dataclass
    class LineChosen(Message):
        """The players want to go to the entry of a line."""

        n: int

    @dataclass
    class BookmarkWanted(Message):
        """The players want to put a note to the entry of a line."""

        n: int

    class Finding(Message):
        """The keyboard goes to a line for words."""

    class Left(Message):
        """The players leave the log."""

    _all: Sequence[LogLine] = ()
    _entries: Sequence[LogLine] = ()
    _read: float | None = None
    _finder: Finder | None = None
    _look = Wanted()
    _typed = ""
    _offered: Sequence[str] = ()
    _unfolded = False
    _line: Input | None = None
    _bottom = _cursor = 0

    @property
    def at(self) -> int:
        """The entry whose line the cursor is on; 0 for none."""
        return self._entries[self._cursor].n if self._entries else 0

    def show(
        self, lines: Sequence[LogLine], finder: Finder | None = None, *, read: float | None = None
    ) -> None:
        """Show these lines; if the end was in view it stays in view. The finder has their search words.

        `read` is the share that has been read, if earlier lines are still missing.
        """
        earlier, before = self._read is not None and read is None, len(self._entries)
        self._all, self._finder, self._read = lines, finder, read
        self._list()
        if earlier:
            more = len(self._entries) - before
            self._bottom = max(0, self._bottom + (more if self._bottom <= before else 0))
            self._move(self._cursor + more)

    def tell(self, read: float) -> None:
        self._read = read
        self.redraw()

    def _list(self) -> None:
        """The lines that are looked for, those that were taken back only counted."""
        follows, finder, look = self._bottom >= len(self._entries), self._finder, self._look
        found = self._all
        if look and finder:
            found = [line for line in found if finder.matches(line.n, line.text, look)]
        elif look:
            found = [line for line in found if tells(line.text, look)]
        self._entries = lines = found if self._unfolded else list(_folded(found))
        if follows or self._bottom > len(lines):
            self._bottom = len(lines)
        self._cursor = min(self._cursor, max(0, len(lines) - 1))
        if not self.has_focus:
            self._cursor = max(0, len(lines) - 1)
        self.redraw()

    def walk_to(self, index: int) -> None:
        self._move(index)

    def draw(self, width: int, height: int) -> list[Line]:
        """The lines that end at the bottom line, as many as fit; below them what may be typed next."""
        shown: list[Line] = []
        below: list[Line] = []
        if self._line is not None:  # it is over the last row
            offers: list[Said] = [("Tab  ", "key"), ("  ".join(self._offered), "key")]
            below = [spread(offers if self._offered else [HOW_TO_FIND], [], width)]
            height -= 2
        if self._read is not None:  # until all are read
            told = fit(f"Reading earlier lines: {self._read:.0%}. Esc stops.", width)
            shown.append(line((told, "dim")))
            height -= 1
        return [*shown, *self._listed(width, height), *below]

    def _listed(self, width: int, height: int) -> list[Line]:
        if not self._entries and self._look:
            return [line((fit(f"Nothing found for “{clean(self._typed.strip())}”.", width), "dim"))]
        rows: list[Line] = []
        index = self._bottom
        while index > 0 and len(rows) < height:
            index -= 1
            rows[:0] = self._wrapped(index, width)
        if len(rows) >= height:
            return rows[-height:]
        rows = []  # from the first line on, where not all of the height is needed
        for index in range(len(self._entries)):
            rows += self._wrapped(index, width)
            if len(rows) >= height:
                self._bottom = max(self._bottom, index + 1)
                break
        return rows[:height]

    def find(self) -> None:
        if self._line is None:
            self._line = Input(self._typed, placeholder="words to look for", compact=True)
            self.call_later(self._mount_line, self._line)
            self.redraw()

    async def _mount_line(self, line: Input) -> None:
        await self.mount(line)
        line.focus()
        self.post_message(self.Finding())

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._look_for(clean(event.value))
        self._to_end()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._close_line()

    def _look_for(self, text: str) -> None:
        """List only what has these words and marks, and offer what may be typed next."""
        self._typed, self._look = text, read_wanted(text)
        self._offered = self._finder.offered(text, so_far=self._read is not None) if self._finder else ()
        self._list()

    def _complete(self) -> None:
        if self._line is not None and self._offered:
            before, space, _ = self._line.value.rpartition(" ")
            word = self._offered[0]
            self._line.value = f"{before}{space}{word}{'' if word.endswith(':') else ' '}"
            self._line.cursor_position = len(self._line.value)

    def _close_line(self) -> None:
        if self._line is not None:
            self.call_later(self._line.remove)
            self._line = None
            self.focus()

    def _to_end(self) -> None:
        self._bottom = len(self._entries)
        self._move(self._bottom - 1)

    def scroll_rows(self, rows: int) -> None:
        bottom = min(max(1, self._bottom + rows), len(self._entries))
        if bottom != self._bottom:
            self._bottom = bottom
            self.redraw()

    def _wrapped(self, index: int, width: int) -> list[Line]:
        entry = self._entries[index]
        here = self.has_focus and index == self._cursor
        role = f"{entry.role} dim struck" if entry.undone else entry.role
        sign = UNDONE if entry.undone else entry.sign
        made: list[Line] = []
        for i, row in enumerate(wrap(clean(entry.text), width - PREFIX)):
            bar = "│" if entry.side else " "
            first = (CURSOR if here else sign) if i == 0 else " "
            lead = f"{first}{bar} ", "key" if here and not i else entry.side or entry.role
            made.append(line(lead, (row, role), ground="chosen" if here else "", target=str(index)))
        return made

    def _move(self, index: int) -> None:
        self._cursor = max(0, min(index, len(self._entries) - 1))
        if self._cursor >= self._bottom:
            self._bottom = min(self._cursor + 1, len(self._entries))
        elif self._cursor < self._reach(self._bottom, -1):
            self._bottom = self._reach(self._cursor, 1)
        self.redraw()

    def _step(self, by: int) -> None:
        """Go to the first sentence of the entry this many before or after; all sentences of an entry count as one."""
        way, lines, index = (1 if by > 0 else -1), self._entries, self._cursor
        for _ in range(abs(by)):
            before = index
            while 0 <= index < len(lines) and lines[index].n == lines[before].n:
                index += way
            if not 0 <= index < len(lines):
                break
            while index and lines[index - 1].n == lines[index].n:
                index -= 1
        self._move(index)

    def _reach(self, index: int, way: int) -> int:
        """Where the window ends if it begins at a line, and where it begins if it ends there."""
        width, height = self.size.width, self.size.height - (self._read is not None)
        while 0 <= index + min(way, 0) < len(self._entries) and height > 0:
            height -= len(wrap(clean(self._entries[index + min(way, 0)].text), width - PREFIX))
            index += way
        return index if height >= 0 else index - way

    def on_resize(self) -> None:
        super().on_resize()
        if self._cursor >= len(self._entries) - 1:
            self._to_end()
        else:
            self._move(self._cursor)

    def watch_has_focus(self, has_focus: bool) -> None:
        """Begin at the last line, and show the end again afterwards."""
        super().watch_has_focus(has_focus)
        if self._line is None:
            self._to_end()

    def on_key(self, event: events.Key) -> None:
        key, typing = event.key, self._line is not None
        if self.repeat(key, 1):
            pass
        elif typing and key == "tab":
            self._complete()
        elif typing and key == "escape":
            self._look_for("")
            self._close_line()
        elif typing:
            return
        elif key in ("enter", "g") and self._entries:
            self.post_message(self.LineChosen(self._entries[self._cursor].n))
        elif key in ("b", "B") and self._entries:
            self.post_message(self.BookmarkWanted(self.at))
        elif key == "slash":
            self.find()
        elif key == "a":
            self._unfolded = not self._unfolded
            self._list()
        elif key == "escape" and self._look:
            self._look_for("")
            self._to_end()
        elif key in ("escape", "l"):
            self._unfolded = False
            self.post_message(self.Left())
        else:
            return
        event.stop()
        event.prevent_default()

    def repeat(self, key: str, times: int) -> int:
        """Walk or jump, this many times; only by arrows while words are typed."""
        page = max(1, self.size.height - 1)
        if key in ("up", "down"):
            self._step(-times if key == "up" else times)
        elif self._line is not None:
            return 0
        elif key in ("pageup", "pagedown"):
            self._move(self._cursor + times * (page if key == "pagedown" else -page))
        elif key in ("home", "end"):
            self._move(0 if key == "home" else len(self._entries) - 1)
        else:
            return 0
        return times

    def clicked(self, target: str) -> None:
        """A line: the first click goes there, the next one chooses it."""
        if self.has_focus and int(target) == self._cursor:
            self.post_message(self.LineChosen(self._entries[self._cursor].n))
        else:
            self.focus()
            self._move(int(target))


def _folded(lines: Sequence[LogLine]) -> Iterator[LogLine]:
    """The lines, with one in place of all that were taken back in a row."""
    for undone, run in groupby(lines, key=lambda line: line.undone):
        if not undone:
            yield from run
            continue
        gone = list(run)
        said = "1 line taken back" if len(gone) == 1 else f"{len(gone)} lines taken back"
        yield LogLine(gone[0].n, f"{said}; a shows them", "dim", UNDONE)
