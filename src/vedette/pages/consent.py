"""Taking something back: other sides are asked where they must agree, and told what goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from vedette.controller import Feedback, GameController
from vedette.engine.corrections import Correction
from vedette.engine.session import Session
from vedette.engine.undo_policy import TakingBack
from vedette.pages.model import AskConsent, Confirm
from vedette.view.undo_summary import about_going, what_goes

T = TypeVar("T")


async def undo(controller: GameController) -> Feedback:
    """Take the last decision back."""
    return await take_back(controller.session, controller.taking_back("undo"), "Undo?", controller.undo)


async def redo(controller: GameController) -> Feedback:
    """Do again what was undone."""
    return await take_back(controller.session, controller.taking_back("redo"), "Redo?", controller.redo)


async def go_to(controller: GameController, n: int, *, sure: bool = False) -> Feedback:
    """Go to a line; unless they are `sure`, they are told what that undoes and asked first."""
    session, question = controller.session, f"Go to line {n}?"

    def act(by: str = "", *, agreed: bool = False) -> Feedback:
        return controller.goto(n, by, agreed=agreed)

    if not session.timeline.has_place(n) or (n == session.timeline.head and not sure):
        return act()  # refused: nothing to ask
    confirm = None
    if not sure:
        about = f"{about_going(session, n)} Nothing is erased."
        confirm = Confirm(question, "go there", about, if_cancelled="Nothing is undone.")
    return await take_back(session, controller.taking_back("goto", n), question, act, confirm)


async def correct(controller: GameController, planned: Correction[Any]) -> Feedback:
    """Correct a line, and play again what holds."""
    n = planned.entry.n
    taking = controller.taking_back("goto", corrects=n)

    def act(by: str, *, agreed: bool = False) -> Feedback:
        return controller.correct(planned, by, agreed=agreed)

    return await take_back(controller.session, taking, f"Correct line {n}, and play what holds again?", act)


async def take_back(
    session: Session[Any],
    taking: TakingBack,
    question: str,
    act: Callable[..., T],
    confirm: Confirm | None = None,
) -> T:
    """Move the head as soon as the other sides have agreed; where none must agree, after `confirm` if that is given."""
    goes = what_goes(session, taking)
    if taking.asked:
        sides = {id: side.name for id, side in session.state.sides.items()}
        by = await AskConsent(question, taking, goes, sides, if_cancelled="Not agreed: nothing is undone.")
        return act(by, agreed=True)
    if confirm is not None:
        await Confirm(confirm.question, confirm.yes, confirm.about, goes, if_cancelled=confirm.if_cancelled)
    return act(taking.by)
