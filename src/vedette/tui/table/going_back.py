"""Back and forth along the lines of a game; where another side must agree to it, it is asked first."""

from __future__ import annotations

from vedette.controller import Feedback
from vedette.pages.model import Steps
from vedette.tui.questions import carry_out
from vedette.tui.table.at_table import AtTable


async def move(at: AtTable, steps: Steps[Feedback]) -> None:
    """Take something back, after the questions that this needs."""
    await carry_out(steps, at.ask, at.show, at.say)


async def correct(at: AtTable) -> None:
    """The history of rolls: one that was misread is put right, or the game goes on from before it."""
    from vedette.pages.corrections import CorrectionTool
    from vedette.tui.screens.correct import CorrectScreen  # another screen: 10 ms

    def show(said: Feedback | None) -> None:
        if said is not None:
            at.show(said)

    await at.ask(CorrectScreen(CorrectionTool(at.controller), at.controller.roles), show)
