"""What is kept of the table besides the game, and what is asked where the game can't be kept as it should be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from vedette.controller import Feedback
from vedette.engine.errors import JournalError
from vedette.engine.saves import free_path, save_folder
from vedette.tui.messages import LeaveTable
from vedette.tui.screens.dialogs import Confirm, KeepGame, Kept
from vedette.tui.screens.waiting import Waiting
from vedette.tui.table.at_table import AtTable
from vedette.tui.table.panels import LONG
from vedette.tui.table_memory import TableMemory


class Keeping:
    """The file with what the table keeps for itself; leaving, reports, and a save that was touched."""

    def __init__(self, at: AtTable) -> None:
        self._at = at
        self.deeds = {"leave": self.leave, "report": self.report}

    def sit_down(self) -> None:
        session = self._at.session
        self._memory = TableMemory(None if session.readonly else session.path, session.header)
        self._at.controller.take_up(self._memory.kept)

    def keep(self) -> None:
        """Keep what is no part of the game beside the save, once it is painted."""
        controller = self._at.controller
        ticked = controller.ticked if controller.setup else ()
        self._at.call_after_refresh(self._memory.keep, controller.typed, controller.rolled_for, ticked)

    async def leave(self) -> None:
        fault = self._at.session.fault
        if fault:
            await self.lost(fault, leaving=True)
        else:
            self._at.post_message(LeaveTable(self._at.session))

    async def report(self) -> None:
        at, write = self._at, self._at.controller.write_report
        if len(at.session.timeline.entries) <= LONG:
            at.say(write())
            return

        def say(written: Callable[[], Feedback] | None) -> None:
            at.say(written() if written else Feedback("No report was written.", "dim"))

        await at.ask(Waiting("Writing the report …", write, lambda _: None), say)

    async def whose(self, file: str, said: str) -> None:
        """Ask whether a character comes home to a file that is perhaps not the one that they came from."""
        at = self._at

        def settle(yes: bool | None) -> None:
            at.show(at.controller.settle_stranger(file, theirs=bool(yes)))

        await at.ask(Confirm(f"{said} Is it theirs anyway?", f"write into {file}"), settle)

    async def lost(self, fault: str, *, leaving: bool = False) -> None:
        """Offer to go on in a new save beside the one that was touched."""
        at = self._at
        try:
            path = free_path(at.session.path or Path(), save_folder())
        except JournalError as error:
            at.say(Feedback(str(error), "bad"))
            return

        def keep(answer: Kept | None) -> None:
            try:
                if answer == "beside":
                    at.session.write_to(path)
            except JournalError as error:
                at.show(Feedback(f"{error} The game is still here.", "bad"))
                return
            if answer == "leave" or (answer and leaving):
                at.post_message(LeaveTable(at.session))
            elif answer:
                at.show(Feedback(f"This game is now {path.name}. Repeat what was not saved.", "good"))
            else:
                at.show(Feedback(fault, "bad"))

        await at.ask(KeepGame(fault, path.name, leaving=leaving), keep)
