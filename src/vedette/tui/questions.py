"""Questions of an action on the screen: each is a dialog over what is there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from textual.screen import Screen

from vedette.controller import Feedback
from vedette.engine.errors import VedetteError
from vedette.pages.model import (
    AskConsent,
    AskText,
    Confirm,
    FormTool,
    Open,
    Question,
    Show,
    Steps,
    Tool,
    advance,
)
from vedette.tui.screens import dialogs
from vedette.tui.screens.sheet import SheetScreen

T = TypeVar("T")


Push = Callable[[Screen[Any], Callable[[Any], Any]], Awaitable[object]]
"""Puts a screen over what is there; what is given with it gets the screen's result."""


Opens = Callable[[Tool | FormTool], Screen[Any]]
"""Makes the screen of a tool."""


async def carry_out(
    steps: Steps[T],
    push: Push,
    then: Callable[[T], object],
    say: Callable[[Feedback], object],
    opens: Opens | None = None,
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
            if given in (None, False) and not isinstance(question, Open | Show):
                steps.close()
                say(Feedback(question.if_cancelled))
            else:
                await go_on(given)

        await push(_dialog_of(question, opens), answered)

    await go_on(None)


def _dialog_of(question: Question[Any], opens: Opens | None) -> Screen[Any]:
    match question:
        case Confirm():
            words = f"{question.question} {question.about}".rstrip()
            return dialogs.Confirm(words, question.yes, question.goes)
        case AskText():
            above, usual = "\n".join(question.about), question.usual
            return dialogs.AskText(
                question.question,
                question.hint or usual,
                above,
                question.start,
                usual=usual or None,
                edit=True,
            )
        case Open():
            assert opens is not None, "only tools open tools"
            return opens(question.tool)
        case Show():
            return SheetScreen(question.sheet, question.folder)
        case AskConsent():
            return dialogs.Agree(question)
    raise TypeError(f"There is no dialog for {type(question).__name__}.")
