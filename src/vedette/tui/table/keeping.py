"""What is asked where something can't be kept as it should be: a save that was touched, a file that may be another's."""

from __future__ import annotations

from pathlib import Path

from vedette.controller import Feedback
from vedette.engine.errors import JournalError
from vedette.engine.saves import free_path, save_folder
from vedette.tui.messages import LeaveTable
from vedette.tui.screens.dialogs import Confirm
from vedette.tui.table.at_table import AtTable


async def ask_whose(at: AtTable, file: str, said: str) -> None:
    """Whether a character comes home to a file that is perhaps not the one that they came from."""

    def settle(yes: bool | None) -> None:
        at.show(at.controller.settle_stranger(file, theirs=bool(yes)))

    await at.ask(Confirm(f"{said} Is it theirs anyway?", f"write into {file}"), settle)


async def keep_game(at: AtTable, fault: str, *, leaving: bool = False) -> None:
    """Offer to go on in a new save beside the one that was touched."""
    from vedette.tui.screens.keep_game import KeepGame, Kept  # another screen: 2 ms

    try:
        path = free_path(at.session.path or Path(), save_folder())
    except JournalError as error:
        at.say(Feedback(str(error), "bad"))
        return

    def keep(answer: Kept | None) -> None:
        if answer == "beside":
            _write_beside(at, path, leaving=leaving)
        elif answer == "leave":
            at.post(LeaveTable(at.session))
        else:
            at.show(Feedback(fault, "bad"))

    await at.ask(KeepGame(fault, path.name, leaving=leaving), keep)


def _write_beside(at: AtTable, path: Path, *, leaving: bool) -> None:
    try:
        at.session.write_to(path)
    except JournalError as error:
        at.show(Feedback(f"{error} The game is still here.", "bad"))
        return
    if leaving:
        at.post(LeaveTable(at.session))
    else:
        at.show(Feedback(f"This game is now {path.name}. Repeat what was not saved.", "good"))
