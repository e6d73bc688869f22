"""Back and forth along the lines of a game; where another side must agree to it, it is asked first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from vedette.controller import NOTHING, Feedback
from vedette.engine.errors import CommandError
from vedette.engine.timeline import HeadMove
from vedette.tui.screens.dialogs import Confirm, ask_agreement
from vedette.tui.table.at_table import AtTable
from vedette.view.undo_summary import about_going, what_goes

if TYPE_CHECKING:
    from vedette.tui.screens.correct import Decision


async def undo(at: AtTable) -> None:
    """Take the last decision back."""
    await _move(at, "Undo?", "undo", at.controller.undo)


async def redo(at: AtTable) -> None:
    """Do again what was undone."""
    await _move(at, "Redo?", "redo", at.controller.redo)


async def go_to(at: AtTable, n: int) -> None:
    """To a line, once it was said what goes, and agreed on where a side must agree."""
    goto, timeline = partial(at.controller.goto, n), at.session.timeline
    if n == timeline.head or not timeline.has_place(n):
        at.show(goto())  # refused: nothing to ask
    else:
        question = f"{about_going(at.session, n)} Nothing is erased."
        await _move(at, f"Go to line {n}?", "goto", goto, n, unless_asked=question)


async def correct(at: AtTable) -> None:
    """The history of rolls: one that was misread is put right, or the game goes on from before it."""
    from vedette.tui.screens.correct import CorrectScreen  # another screen: 10 ms

    async def go(chosen: Decision) -> None:
        if isinstance(chosen, int):
            await _move(at, f"Go to line {chosen}?", "goto", partial(at.controller.goto, chosen), chosen)
        elif chosen is not None:
            n = chosen.entry.n
            question = f"Correct line {n}, and play what holds again?"
            await _move(at, question, "goto", partial(at.controller.correct, chosen), corrects=n)

    await at.ask(CorrectScreen(at.session, at.controller.roles), go)


async def _move(
    at: AtTable,
    title: str,
    move: HeadMove,
    act: Callable[..., Feedback],
    to: int = 0,
    *,
    corrects: int = 0,
    unless_asked: str = "",
) -> None:
    """Take something back; where another side must agree it is asked first, and told what goes.

    Where none must, this is done at once, or after a question of its own.
    """
    try:
        taking = at.controller.taking_back(move, to, corrects=corrects)
    except CommandError as error:
        at.say(Feedback(str(error), "bad"))
        return

    def agree(by: str | None) -> None:
        at.show(Feedback("Not agreed: nothing is taken back.") if by is None else act(by, agreed=True))

    def go(yes: bool | None) -> None:
        at.show(act(taking.by) if yes else NOTHING)

    if taking.asked:
        await at.ask(ask_agreement(at.session, title, taking), agree)
    elif unless_asked:
        await at.ask(Confirm(unless_asked, "go there", what_goes(at.session, taking)), go)
    else:
        go(yes=True)
