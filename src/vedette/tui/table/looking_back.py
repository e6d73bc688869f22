"""Back and forth along the lines of a game: the log with its notes, undo and redo, and rolls that were misread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vedette.controller import Feedback
from vedette.pages import consent
from vedette.pages.model import Steps
from vedette.tui.messages import OpenReplay
from vedette.tui.questions import carry_out
from vedette.tui.screens.dialogs import AskText, ask_bookmark
from vedette.tui.sides import initials
from vedette.tui.table.at_table import AtTable

if TYPE_CHECKING:
    from vedette.view.log_rows import LogRows


class LookingBack:
    """Opens the whole log over the table, and keeps its rows once they are told."""

    def __init__(self, at: AtTable) -> None:
        self._at = at
        self._rows: LogRows | None = None
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
        self._rows = None

    async def open(self, *, finds: bool = False) -> None:
        """The whole log over the table; what is open there stays as it is."""
        from vedette.tui.screens.log import LogAnswer, LogScreen  # another screen: 10 ms
        from vedette.view.log_rows import LogRows

        at, controller = self._at, self._at.controller
        if self._rows is None:
            self._rows = LogRows(at.session)

        async def then(answer: LogAnswer | None) -> None:
            if answer is None:
                return
            if answer.way == "go":
                await self.go_to(answer.n)
            elif answer.way == "correct":
                await self.correct()
            else:
                at.post_message(OpenReplay(at.session, answer.n))

        letters = initials({side.id: side.name for side in controller.table.sides})
        log = LogScreen(
            self._rows,
            controller.roles,
            letters,
            lambda n, note: controller.bookmark(n, note).text,
            controller.behind_line,
            finds=finds,
        )
        await at.ask(log, then)

    async def find(self) -> None:
        await self.open(finds=True)

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

        if not n or not at.session.timeline.entry(n).is_place:
            at.say(Feedback("There is no line here to bookmark.", "dim"))
        else:
            await at.ask(ask_bookmark(at.session, n), bookmark)

    async def undo(self) -> None:
        await self.move(consent.undo(self._at.controller))

    async def go_to(self, n: int) -> None:
        await self.move(consent.go_to(self._at.controller, n))

    async def move(self, steps: Steps[Feedback]) -> None:
        """Take something back, after the questions that this needs: other sides may have to agree."""
        await carry_out(steps, self._at.ask, self._at.show, self._at.say)

    async def correct(self) -> None:
        from vedette.pages.corrections import CorrectionTool
        from vedette.tui.screens.correct import CorrectScreen  # another screen: 10 ms

        def show(said: Feedback | None) -> None:
            if said is not None:
                self._at.show(said)

        controller = self._at.controller
        await self._at.ask(CorrectScreen(CorrectionTool(controller), controller.roles), show)
