"""The app: colours, which screen is open, the last filter against control characters, and a clean way out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from rich.segment import Segment
from textual import events
from textual.binding import Binding
from textual.color import Color
from textual.filter import LineFilter
from textual.reactive import Reactive
from textual.screen import Screen
from textual.theme import Theme

from vedette.engine.errors import VedetteError
from vedette.engine.long_work import search_seldom
from vedette.tui.base_screen import BaseScreen, PlainSigns
from vedette.tui.key_queue import KeyQueue
from vedette.tui.messages import (
    PASTED,
    KeyClicked,
    LeaveTable,
    LookAgain,
    NextTheme,
    OpenHelp,
    OpenReplay,
    OpenTable,
)
from vedette.tui.text import clean
from vedette.tui.theme import DARK, MONO, THEMES, VARIABLES
from vedette.view.signs import plain_signs

if TYPE_CHECKING:  # the rules and the save are loaded by whoever opens a game
    from vedette.engine.session import Session
    from vedette.engine.state import GameState
    from vedette.tui.safe_app import Report


class ScreenFactories(Struct, frozen=True):
    """How the other screens are made; where one is None there is nothing to open."""

    home: Callable[[], Screen[Any]] | None = None
    help: Callable[[OpenHelp], Screen[Any]] | None = None
    replay: Callable[[Session[GameState], int], Screen[Session[GameState] | None]] | None = None
    play: Callable[[Path], Session[GameState]] | None = None


NO_DOORS = ScreenFactories()
"""There is nothing but the first screen."""


class ControlCharFilter(LineFilter):
    """Lets no control or direction character reach the terminal, whatever a widget draws."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [Segment(clean(segment.text), segment.style, segment.control) for segment in segments]


class VedetteApp(KeyQueue):
    """Opens a game, or the home screen where no game was given."""

    TITLE = "Vedette"
    CSS = "Input > .input--placeholder { color: $faint; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("ctrl+z", "suspend_process", show=False)]

    theme = Reactive(DARK.name, init=False)
    """Ours from the beginning: the style sheets are read once."""

    def __init__(
        self,
        session: Session[GameState] | None = None,
        doors: ScreenFactories = NO_DOORS,
        report: Report | None = None,
    ) -> None:
        """Begin with a session, or at home; errors that nobody expected are told to `report`."""
        super().__init__(report)
        self._first = self._game = session
        self._doors = doors
        self._own_filters = [ControlCharFilter(), *([PlainSigns()] if plain_signs() else [])]
        if self.no_color:
            self.theme = MONO.name
            self.animation_level = "none"

    def on_ready(self) -> None:
        search_seldom()
        if self._first is not None:
            self.call_later(self._ask_which, self._first)

    @property
    def available_themes(self) -> dict[str, Theme]:
        return {**super().available_themes, **{theme.name: theme for theme in THEMES}}

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return VARIABLES

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The usual filters, the one against control characters, and plain signs where the font has no others."""
        return [*self._own_filters, *super().get_line_filters()]

    def get_default_screen(self) -> Screen[Any]:
        if self._first is not None:
            return _table(self._first)
        return self._doors.home() if self._doors.home else super().get_default_screen()

    @property
    def game(self) -> Session[GameState] | None:
        return self._game

    async def _ask_which(self, session: Session[GameState]) -> None:
        """Ask, before any change to a save that lacks lines of this computer, whether to play on in it or in a copy with them."""
        lost, play = session.diverged, self._doors.play
        if lost is None:
            return
        from vedette.tui.screens.dialogs import Choose  # with what a game needs, 250 ms at home

        copies = {str(copy): copy for copy in lost.copies if play}
        offered = {copy: (path.name, f"It has line {lost.line}.") for copy, path in copies.items()}
        offered[""] = (lost.name, f"Play on in it as it is, without line {lost.line}.")

        def decide(chosen: str | None) -> None:
            if chosen == "":
                session.accept()
                return
            self.post_message(LeaveTable(session))
            if chosen and play:
                try:
                    self.post_message(OpenTable(play(copies[chosen])))
                except VedetteError as error:
                    self.notify(str(error), severity="error")

        await self.push_screen(Choose(f"{lost.sentence} Which save counts?", offered, "open"), decide)

    async def on_open_table(self, event: OpenTable) -> None:
        self._game = event.session
        await self.push_screen(_table(event.session))
        await self._ask_which(event.session)

    async def on_open_replay(self, event: OpenReplay) -> None:
        below, shown = self.screen, event.session
        if self._doors.replay is None:
            return

        def go_on(session: Session[GameState] | None) -> None:
            if session is shown:
                below.post_message(LookAgain())
            elif session is not None:
                self.post_message(OpenTable(session))

        await self.push_screen(self._doors.replay(shown, event.at), go_on)

    async def on_open_help(self, event: OpenHelp) -> None:
        if self._doors.help is not None:
            await self.push_screen(self._doors.help(event))

    async def on_leave_table(self, event: LeaveTable) -> None:
        event.session.pauses.stop()
        event.session.close()
        self._game = None
        if self._doors.home is None:
            self.exit()
        elif self._first is event.session:
            self._first = None
            await self.push_screen(self._doors.home())  # Textual cannot switch away from its default screen
        else:
            await self.pop_screen()

    def action_help_quit(self) -> None:
        """Ctrl+C: the screen says how it is left, in place of Textual's own words, which name another key."""
        if isinstance(self.screen, BaseScreen):
            self.screen.say_how_to_leave()

    def on_paste(self, event: events.Paste) -> None:
        self.notify(PASTED, severity="warning")

    def on_key_clicked(self, event: KeyClicked) -> None:
        self.simulate_key(event.key)

    def on_next_theme(self, event: NextTheme) -> None:
        names = [theme.name for theme in THEMES]
        at = names.index(self.theme) + 1 if self.theme in names else 0
        self.theme = names[at % len(names)]


def _table(session: Session[GameState]) -> Screen[None]:
    from vedette.tui.screens.table import TableScreen  # with what a game needs, 300 ms at home

    return TableScreen(session)
