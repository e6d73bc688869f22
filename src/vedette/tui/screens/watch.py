"""The table of a game that somebody else plays: it follows the save, and keys that act are refused in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from vedette.controller import NOTHING, Feedback
from vedette.engine.data import Words
from vedette.engine.errors import CommandError
from vedette.engine.following import OFTEN, FollowedSave
from vedette.engine.session import Outcome, Session
from vedette.engine.state import GameState
from vedette.save_library import SaveLibrary
from vedette.tui.keys import FORM
from vedette.tui.screens.table import TableScreen
from vedette.tui.table_controller import TableController
from vedette.tui.widgets.actions_panel import Picked
from vedette.tui.widgets.panel_host import Back

WATCHING = Feedback("You are only watching: the players decide.", "bad")
"""What every key that acts is answered with."""

REFUSED = frozenset(
    ("undo", "redo", "again", "force", "adjust", "note", "bookmark", "correct", "dice", "settings", "report")
)
"""What such keys do, by their ids."""

GIVEN = frozenset(("first", "face", "roll", "back", "start", "tick"))
"""Other keys by which something is given or answered: they are refused too."""


class WatchedLibrary(SaveLibrary):
    """From a replay of a game that is watched, nobody plays on."""

    def copies(self, session: Session[GameState]) -> bool:
        """It is not asked for: nothing is played on."""
        return False

    def go_on(
        self, session: Session[GameState], n: int, by: str = "", *, agreed: bool = False
    ) -> Session[GameState]:
        raise CommandError(WATCHING.text)


class WatchController(TableController):
    """Looks at a game and gives nothing to it. Odds are shown or not for whoever watches, as long as the players show them."""

    def __init__(self, session: Session[GameState]) -> None:
        super().__init__(session)
        self._odds_wanted = True
        self._command = 0

    @property
    def foresees(self) -> bool:
        return super().foresees and self._odds_wanted

    def witness(self) -> None:
        """Somebody has decided something: its dice and losses are looked at as at the table."""
        timeline = self.session.timeline
        moved = bool(timeline.entries) and not timeline.entries[-1].is_place
        command = timeline.command_at(timeline.head).n if timeline.head else 0
        if command != self._command:
            self._command, self._before = command, self.cards_by_id
        self.rolls = () if moved else self.session.rolls
        self._acted, self.refused = not moved, None
        self.look()
        self.guard = ""

    def go_on(self) -> Feedback:
        """Nothing goes on by itself here."""
        return NOTHING

    def flip_dice(self, side: str) -> Feedback:
        return WATCHING

    def flip_odds(self) -> Feedback:
        if not self.session.odds_shown:
            return Feedback("The players have hidden the odds.", "dim")
        self._odds_wanted = not self._odds_wanted
        return Feedback("Odds shown." if self._odds_wanted else "Odds hidden.", "good")

    def press_clock(self) -> Feedback:
        """The clocks may be looked at; whoever plays stops them."""
        return super().press_clock() if self.clock is None else WATCHING

    def _try(self, act: Callable[[], Outcome], words: Words | None = None) -> Feedback:
        return WATCHING


class WatchScreen(TableScreen):
    """The table, read-only. What is looked at stays until it is left; then the table is as the players have it."""

    CONTROLLER: ClassVar[type[TableController]] = WatchController

    def __init__(self, followed: FollowedSave) -> None:
        super().__init__(followed.session)
        self._followed = followed
        self._key_bar.without = REFUSED | GIVEN
        self._late = False

    def on_mount(self) -> None:
        self.set_interval(OFTEN, self._follow)

    def _follow(self) -> None:
        """What is new in the save is shown, but not over a log or a form that is being read."""
        self._late = self._followed.look() or self._late
        if self._late and self.is_current and self.stage.mode is not FORM:
            self._late = False
            if self._followed.session is not self.session:
                self.sit_down(self._followed.session)
            elif isinstance(self.controller, WatchController):
                self.controller.witness()
            fault = self._followed.fault
            self.show(Feedback(fault, "bad") if fault else NOTHING)

    async def on_picked(self, event: Picked) -> None:
        """A form may be looked at, for its odds; whatever is given at once is refused."""
        if event.action.why_not is None and (not event.action.form or event.action.secret):
            event.prevent_default()
            self._refuse()

    async def on_back(self, event: Back) -> None:
        event.prevent_default()
        self._refuse()

    def _refuse(self) -> None:
        self.say(WATCHING)

    async def action_do(self, id: str) -> None:
        if id == "leave":
            self.app.exit()
        elif id in REFUSED:
            self._refuse()
        else:
            await super().action_do(id)
