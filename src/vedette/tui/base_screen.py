"""The ground that painted widgets stand on: a screen that knows every style that a piece may name."""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.await_complete import AwaitComplete
from textual.color import Color
from textual.filter import LineFilter, Monochrome, NoColor
from textual.screen import Screen, ScreenResultType
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from vedette.tui.messages import NextTheme
from vedette.tui.sides import ROLES as SIDES
from vedette.tui.theme import MONO
from vedette.view.signs import PLAIN

TEXT = {
    "dim": "faint",
    "edge": "edge",
    "good": "success",
    "warn": "warning",
    "bad": "error",
    "key": "key",
    "brand": "warning",
    **{side: side for side in SIDES},
}
"""Styles of text, by the names of their colours."""

GROUNDS = {
    "surface": "surface",
    "panel": "panel",
    "chosen": "chosen",
    "good-ground": "success-ground",
    "warn-ground": "warning-ground",
    "bad-ground": "error-ground",
    **{f"{side}-ground": f"{side}-ground" for side in SIDES},
}
"""Styles of what lies under text."""

FILLED = {
    **{f"{side}-block": side for side in SIDES},
    "good-block": "success",
    "warn-block": "warning",
    "bad-block": "error",
    "ink-block": "foreground",
}
"""Text on a filled colour: who decides, who acts, an answer that hurts."""

BOLD = frozenset({"key", "brand", *FILLED})
ATTRIBUTES = {"strong": "bold", "struck": "strike", "under": "underline", "reverse": "reverse"}


def piece_style(name: str, colours: Mapping[str, str]) -> Style:
    """The style that a piece names, in the colours of a theme. Raises KeyError where there is none of that name.

    They are no component classes of Textual, which works out each of them for every screen, before anything is painted.
    """
    if name in ATTRIBUTES:
        return Style.parse(ATTRIBUTES[name])
    if name in GROUNDS:
        return Style(bgcolor=_rich(colours[GROUNDS[name]]))
    if name in FILLED:
        return Style(color=_rich(colours["on-filled"]), bgcolor=_rich(colours[FILLED[name]]), bold=True)
    return Style(color=_rich(colours[TEXT[name]]), bold=name in BOLD or None)


def _rich(colour: str) -> RichColor:
    return Color.parse(colour).rich_color


class PlainSigns(LineFilter):
    """Paints plainer signs, for fonts with few."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(text.translate(PLAIN), style, control) for text, style, control in segments]


def colouring(widget: Widget) -> Callable[[Strip], Strip]:
    """Turns strips of clean text into what is shown: in black and white or with plain signs if wanted, else as they are."""
    wanted = (Monochrome, NoColor, PlainSigns)
    filters = [one for one in widget.app.get_line_filters() if isinstance(one, wanted)]

    def coloured(strip: Strip) -> Strip:
        for one in filters:
            strip = strip.apply_filter(one, widget.background_colors[1])
        return strip

    return coloured


SMALLEST = (60, 18)
"""Columns and rows below which not everything has room."""

HOW_TO_LEAVE = "q leaves; Esc goes back. Everything is saved already."
"""Said to Ctrl+C, the habit of a terminal."""

TOO_SMALL = f"Too small: needs {SMALLEST[0]}x{SMALLEST[1]}, or play with --plain."


class BaseScreen(Screen[ScreenResultType]):
    """A screen that knows the styles of pieces, and says so where it is too small to show everything."""

    DEFAULT_CSS = """
    BaseScreen {
        background: $background;
        & > #too-small { dock: top; height: auto; background: $error; color: $background; }
        & Input:focus { background-tint: transparent; }
        & Input > .input--placeholder { color: $faint; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._styles_of_pieces: dict[str, Style] = {}

    def on_resize(self, event: events.Resize) -> None:
        """Say in a line that there is too little room, as long as that is so."""
        size, said = event.size, self.query("#too-small")
        small = size.width < SMALLEST[0] or size.height < SMALLEST[1]
        if small and not said:
            _ = self.mount(Static(TOO_SMALL, id="too-small", markup=False), before=0)
        elif said and not small:
            _ = said.remove()

    def piece_style(self, name: str) -> Style:
        if name not in self._styles_of_pieces:
            self._styles_of_pieces[name] = piece_style(name, self.palette)
        return self._styles_of_pieces[name]

    def notify_style_update(self) -> None:
        self._styles_of_pieces.clear()
        super().notify_style_update()

    @property
    def palette(self) -> Mapping[str, str]:
        return self.app.theme_variables

    @property
    def is_black_and_white(self) -> bool:
        return self.app.theme == MONO.name

    @property
    def has_few_colours(self) -> bool:
        """Whether the terminal has 16 colours at most, which make many of ours the same."""
        return self.app.console.color_system not in ("256", "truecolor")

    @property
    def has_plain_signs(self) -> bool:
        return any(isinstance(one, PlainSigns) for one in self.app.get_line_filters())

    def action_suspend(self) -> None:
        """Back to the shell, until it brings us back; on Windows no shell could."""
        if hasattr(signal, "SIGTSTP"):
            self.app.action_suspend_process()
        else:
            self.say_how_to_leave()

    def say_how_to_leave(self) -> None:
        """Ctrl+C leaves nothing by itself."""
        self.notify(HOW_TO_LEAVE)

    def action_theme(self) -> None:
        self.post_message(NextTheme())

    def repeat(self, key: str, times: int) -> int:
        """Handle a repeated cursor key that the focused widget ignores; how many repeats were handled."""
        return 0

    def pass_on(self, event: events.Key) -> None:
        """A key that the widget with the keyboard has no use for is the app's at once: on its way up nobody else has any either."""
        event.stop()
        self.app.post_message(event)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leave, once: a key that was pressed twice in haste would take the screen below away as well."""
        if self not in self.app.screen_stack:
            return AwaitComplete()
        self.workers.cancel_node(self)  # they would search the screen while it is being removed
        return super().dismiss(result)
