"""Questions of an action on the screen: each is a dialog over what is there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from textual.screen import Screen

from vedette.controller import Feedback
from vedette.engine.errors import VedetteError
from vedette.pages.model import AskConsent, Confirm, Question, Steps, advance
from vedette.tui.screens import dialogs

T = TypeVar("T")


Push = Callable[[Screen[Any], Callable[[Any], Any]], Awaitable[object]]
"""Puts a screen over what is there; what is given with it gets the screen's result."""


async def carry_out(
    steps: Steps[T], push: Push, then: Callable[[T], object], say: Callable[[Feedback], object]
) -> None:
    """Run an action to its end. `then` gets its result; `say` tells why there is none: an error, or that they cancelled."""

    async def go_on(answer: Any) -> None:
        try:
            came = advance(steps, answer)
        except VedetteError as error:
            say(Feedback(str(error), "bad"))
            return
        if not isinstance(came, Question):
            then(came)
            return
        question = came

        async def answered(given: Any) -> None:
            if given in (None, False):
                steps.close()
                say(Feedback(question.if_cancelled))
            else:
                await go_on(given)

        await push(_dialog_of(question), answered)

    await go_on(None)


def _dialog_of(question: Question[Any]) -> Screen[Any]:
    match question:
        case Confirm():
            words = f"{question.question} {question.about}".rstrip()
            return dialogs.Confirm(words, question.yes, question.goes)
        case AskConsent():
            return dialogs.Agree(question)
    raise TypeError(f"There is no dialog for {type(question).__name__}.")
