"""Back and forth along the lines of a game: the log with its notes, undo and redo, and rolls that were misread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vedette.controller import Feedback
from vedette.pages import consent
from vedette.pages.model import Steps
from vedette.tui.keys import LOG
from vedette.tui.questions import carry_out
from vedette.tui.screens.dialogs import AskText, ask_bookmark
from vedette.tui.table.at_table import AtTable
from vedette.tui.whole_log import show_lines, stop_reading

if TYPE_CHECKING:
    from vedette.tui.history import History
    from vedette.view.log_search import Finder


class LookingBack:
    """Opens the whole log over the stage, and keeps its lines once they are made."""

    def __init__(self, at: AtTable) -> None:
        """The log is made when it is first opened."""
        self._at = at
        self._lines: tuple[History, Finder] | None = None
        self.deeds = {
            "log": self.open,
            "find": self.find,
            "note": self.note,
            "bookmark": lambda: self.bookmark(at.session.timeline.head),
            "undo": self.undo,
            "redo": lambda: self.move(consent.redo(at.controller)),
            "correct": self.correct,
        }

    def sit_down(self) -> None:
        """At another game: its lines are others."""
        self._lines = None

    def open(self) -> None:
        """Walk through the whole log."""
        self._at.picture.be(is_walking=True)
        self._show()
        self._at.picture.game_log.focus()

    def _show(self) -> None:
        from vedette.tui.history import History  # with the log that nobody has opened yet: 5 ms
        from vedette.view.log_search import Finder

        session = self._at.session
        if self._lines is None:
            self._lines = History(session, self._at.controller.roles), Finder(session)
        show_lines(self._at.picture.game_log, *self._lines)

    def find(self) -> None:
        """Look for words in the log."""
        self.open()
        self._at.picture.game_log.find()

    def leave(self) -> None:
        """Out of the log, back to what is open."""
        stop_reading(self._at.picture.game_log)
        self._at.picture.be(is_walking=False)
        self._at.picture.stage.focus()
        self._at.keys_moved()

    async def note(self) -> None:
        at = self._at

        def note(text: str | None) -> None:
            if text:
                at.show(at.controller.note(text))

        await at.ask(AskText("A remark for the log", "what should be remembered"), note)

    async def bookmark(self, n: int) -> None:
        at = self._at

        def bookmark(note: str | None) -> None:
            if note is not None:
                at.say(at.controller.bookmark(n, note))
                if at.stage.mode is LOG:
                    self._show()

        if not n or not at.session.timeline.entry(n).is_place:
            at.say(Feedback("There is no line here to bookmark.", "dim"))
        else:
            await at.ask(ask_bookmark(at.session, n), bookmark)

    async def undo(self) -> None:
        await self.move(consent.undo(self._at.controller))

    async def go_to(self, n: int) -> None:
        """Back or on to a line, after one question."""
        await self.move(consent.go_to(self._at.controller, n))

    async def move(self, steps: Steps[Feedback]) -> None:
        """Take something back, after the questions that this needs: other sides may have to agree."""
        await carry_out(steps, self._at.ask, self._at.show, self._at.say)

    async def correct(self) -> None:
        """The history of rolls: one that was misread is put right, or the game goes on from before it."""
        from vedette.pages.corrections import CorrectionTool
        from vedette.tui.screens.correct import CorrectScreen  # another screen: 10 ms

        def show(said: Feedback | None) -> None:
            if said is not None:
                self._at.show(said)

        controller = self._at.controller
        await self._at.ask(CorrectScreen(CorrectionTool(controller), controller.roles), show)
