"""Back and forth along the lines of a game; where another side must agree to it, it is asked first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vedette.controller import Feedback
from vedette.pages import consent
from vedette.pages.model import Steps
from vedette.tui.questions import carry_out
from vedette.tui.table.at_table import AtTable

if TYPE_CHECKING:
    from vedette.tui.screens.correct import Decision


async def move(at: AtTable, steps: Steps[Feedback]) -> None:
    """Take something back, after the questions that this needs."""
    await carry_out(steps, at.ask, at.show, at.say)


async def correct(at: AtTable) -> None:
    """The history of rolls: one that was misread is put right, or the game goes on from before it."""
    from vedette.tui.screens.correct import CorrectScreen  # another screen: 10 ms

    async def go(chosen: Decision) -> None:
        if isinstance(chosen, int):
            await move(at, consent.go_to(at.controller, chosen, sure=True))
        elif chosen is not None:
            await move(at, consent.correct(at.controller, chosen))

    await at.ask(CorrectScreen(at.session, at.controller.roles), go)
