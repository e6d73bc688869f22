"""The stage between the cards: one widget, whatever stands on it, so that a change is only a repaint."""

from __future__ import annotations

from abc import ABC, abstractmethod
from asyncio import sleep
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from msgspec.structs import replace
from textual import events, work
from textual.message import Message
from textual.widgets import Input

from vedette.tui.keys import ACTIONS, Mode
from vedette.tui.messages import PASTED
from vedette.tui.text import Line, clean
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.signs import Tone

Result = Message | bool
"""What a key or a click came to: something for the screen, taken (true), or not for this panel (false)."""


@dataclass
class Back(Message):
    """Esc in a question: the decision that led to it is to be taken back."""


@dataclass
class Acknowledged(Message):
    """What has just happened was seen."""


@dataclass
class BadKey(Message):
    """A key that the panel has no use for, and why; or what it waits for first, as a warning."""

    sentence: str
    tone: Tone = "bad"


LEAVE_TEXT = frozenset({"up", "down", "tab", "shift+tab", "enter", "escape"})
"""Keys that go from the input line to the panel."""


PAGES = {"pageup": -1, "pagedown": 1}
"""Keys that turn pages."""


BREATH = 0.015
"""Seconds between two pieces of what a panel finds out by and by."""

TUMBLE = 0.08
"""Seconds of each look at tumbling dice."""


def _with_faces(last: Line, line: Line) -> Line:
    """A row with the faces of another row; the text beside them stays, as it belongs to the final dice."""
    targets = [piece.target for piece in last.pieces]
    if not any(targets) or [piece.target for piece in line.pieces] != targets:
        return last
    pieces = zip(last.pieces, line.pieces, strict=True)
    return replace(last, pieces=tuple(new if new.target else old for old, new in pieces))


class Panel(ABC):
    """Something that stands on the stage: drawn from frozen data, played by keys and clicks."""

    @abstractmethod
    def draw(self, width: int, height: int) -> Sequence[Line]:
        """The lines of the panel; as many as it likes where it may be scrolled."""

    def least(self, width: int, height: int) -> int:
        """How few of that many rows will do below another panel."""
        return min(len(self.draw(width, height)), height)

    def below(self, width: int, height: int) -> Sequence[Line]:
        """The panel below another one, in no more than that many rows."""
        return self.draw(width, height)[:height]

    def key(self, key: str, char: str) -> Result:
        return False

    def no_use(self, char: str) -> str:
        """What is said to a key that means nothing to it and goes no further; "" lets it go to the table."""
        return f"{char} does nothing here."

    def paste(self, text: str) -> Result:
        """Pasted text: never keys."""
        return BadKey(PASTED)

    def click(self, target: str) -> Result:
        return False

    def point(self, hex: str, units: Sequence[str]) -> Result:
        """A click on a hex of the map, and who stands there."""
        return False

    def scroll(self, rows: int) -> bool:
        """Scroll a list within the panel; false where there is none, and all of the panel scrolls."""
        return False

    def tumbling(self, step: int, before: int) -> Panel | None:
        """The panel while dice that Vedette has just rolled still tumble, in all but the rolls `before`; None once all lie there."""
        return None

    def later(self) -> Iterator[bool] | None:
        """What it finds out by and by, a short piece at a time, each with whether there is something new to draw; None for nothing."""
        return None

    @property
    def at(self) -> int | None:
        """The row to keep in view."""
        return None

    @property
    def words(self) -> tuple[str, str] | None:
        """Where words are wanted: those there are, and a hint for the empty line."""
        return None

    def put_words(self, text: str) -> Result:
        """Words were typed; false where none are wanted."""
        return False


class Nothing(Panel):
    """An empty stage."""

    def draw(self, width: int, height: int) -> Sequence[Line]:
        return ()


def pressed(mode: Mode, panel: Panel, key: str, char: str) -> Result:
    """What a key comes to; one that means nothing to the panel is the table's where the mode lets it go."""
    result = panel.key(key, char)
    if result is not False or not mode.keeps(key, char):
        return result
    if not (char.isprintable() and char.strip()):
        return True
    said = panel.no_use(char)
    return BadKey(said) if said else False


class PanelHost(LineWidget, can_focus=True):
    """Shows one panel that has the keyboard, and perhaps another above it to look at."""

    DEFAULT_CSS = """
    PanelHost {
        padding: 0 1;
        & > Input { dock: bottom; }
    }
    """

    pages = (": PgUp", ": PgDn")

    class Touched(Message):
        """A key or a click changed the panel."""

    panel: Panel = Nothing()
    mode = ACTIONS
    _above: Panel | None = None
    _line: Input | None = None

    def show(self, mode: Mode, panel: Panel, above: Panel | None = None) -> None:
        """Put a panel on the stage; the mode says what becomes of keys that mean nothing to it."""
        self.mode, self.panel, self._above, self.top = mode, panel, above, 0
        self.follow()
        self.workers.cancel_group(self, "later")
        for shown in (panel, above):
            pieces = shown.later() if shown else None
            if pieces is not None:
                self._find_out(pieces)

    @work(group="later")
    async def _find_out(self, pieces: Iterator[bool]) -> None:
        """Let a panel find out what it still can; keys that are pressed meanwhile come first."""
        for is_new in pieces:
            if is_new:
                self.redraw()
            await sleep(BREATH)

    def tumble(self, before: int) -> None:
        """Let the dice tumble that Vedette has rolled, in all but so many rolls before; any key ends it."""
        self.play(self._tumbling(before), TUMBLE)

    def _tumbling(self, before: int) -> Iterator[Mapping[int, Line]]:
        """The rows of the dice in which others lie than in the end; all else stands as it is."""
        panel, above = self.panel, self._above
        for step in count():
            shown, over = panel.tumbling(step, before), above.tumbling(step, before) if above else None
            if self.top or not (shown or over):
                return
            self.panel, self._above = shown or panel, over or above
            lines = self.draw(*self.size)
            self.panel, self._above = panel, above
            last = self._visible_lines
            rows = enumerate(zip(last, lines, strict=False))
            yield {y: row for y, (old, new) in rows if (row := _with_faces(old, new)) != old}

    def follow(self) -> None:
        """Draw the panel as it is now; open the input line where it wants words."""
        self.redraw()
        if self.panel.at is not None:
            at = self.panel.at
            self.show_row(max(0, at - 1), min(at + 1, len(self._lines) - 1))
        self._open_line(self.panel.words)
        if self._line is None and not self.has_focus:
            self.focus(scroll_visible=False)

    def draw(self, width: int, height: int) -> Sequence[Line]:
        if self.panel.words is not None:
            height -= 1
        if self._above is None:
            return self.panel.draw(width, height)
        room = height - self.panel.least(width, height - 1)
        upper = list(self._above.draw(width, room))[:room]
        gap = [Line()] if upper and len(upper) < room else []
        return [*upper, *gap, *self.panel.below(width, height - len(upper) - len(gap))]

    def clicked(self, target: str) -> None:
        self._take(self.panel.click(target))

    def point(self, hex: str, units: Sequence[str]) -> bool:
        """A click on the map; whether it means anything to the panel."""
        return self._take(self.panel.point(hex, units))

    def on_key(self, event: events.Key) -> None:
        self.be_still()
        if self.panel.words is not None and event.key not in LEAVE_TEXT:
            return
        if self._take(pressed(self.mode, self.panel, event.key, event.character or "")) or self._turn_page(
            event.key
        ):
            event.stop()
            event.prevent_default()
        else:
            self._base.pass_on(event)

    def repeat(self, key: str, times: int) -> int:
        """Handle keys that only change the panel; the others are the screen's."""
        self.be_still()
        taken, result = 0, self.panel.words is None and pressed(self.mode, self.panel, key, "")
        while result is True and taken + 1 < times:
            taken, result = taken + 1, pressed(self.mode, self.panel, key, "")
        if taken:
            self.post_message(self.Touched())
            self.follow()
        if self._take(result):
            return taken + 1
        return taken or (self._base.repeat(key, times) if self.panel.words is None else 0)

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text, for the panel as a whole."""
        event.stop()
        self._take(self.panel.paste(event.text))

    def press(self, char: str) -> None:
        """A sign for the panel that was typed into the one before it."""
        self._take(pressed(self.mode, self.panel, char, char))

    def scroll_rows(self, rows: int) -> None:
        if self.panel.scroll(rows):
            self.redraw()
        else:
            super().scroll_rows(rows)

    def _turn_page(self, key: str) -> bool:
        """What is too long is read a page at a time; false for any other key."""
        if key in PAGES:
            self.scroll_rows(PAGES[key] * max(1, self.size.height // 2))
        return key in PAGES

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.panel.words is not None:
            self.panel.put_words(clean(event.value))
            self.redraw()

    def _take(self, result: Result) -> bool:
        if isinstance(result, Message):
            self.post_message(result)
        elif result is False:
            return False
        else:
            self.post_message(self.Touched())
        self.follow()
        return True

    def _open_line(self, words: tuple[str, str] | None) -> None:
        if words is None:
            if self._line is not None:
                self.call_later(self._line.remove)
                self._line = None
        elif self._line is None:
            self._line = Input(words[0], placeholder=clean(words[1]), select_on_focus=False, compact=True)
            self.call_later(self._mount_line, self._line)
        elif self._line.value != words[0]:
            self._line.value = words[0]

    async def _mount_line(self, line: Input) -> None:
        await self.mount(line)
        line.focus()
