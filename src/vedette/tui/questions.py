"""Questions of an action on the screen: each is a dialog over what is there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from textual.screen import Screen

from vedette.controller import Feedback
from vedette.engine.errors import VedetteError
from vedette.pages import model
from vedette.pages.model import Question, Steps, advance
from vedette.tui.screens import dialogs
from vedette.tui.screens.sheet import SheetScreen
from vedette.tui.screens.waiting import Waiting

T = TypeVar("T")


Push = Callable[[Screen[Any], Callable[[Any], Any]], Awaitable[object]]
"""Puts a screen over what is there; what is given with it gets the screen's result."""


Opens = Callable[[Any], Screen[Any]]
"""Makes the screen of a tool, or of what a tool leaves to the screen."""


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
            if given in (None, False) and not question.may_be_left:
                steps.close()
                say(Feedback(question.if_cancelled))
            else:
                await go_on(given)

        try:
            dialog = _dialog_of(question, opens)
        except VedetteError as error:
            say(Feedback(str(error), "bad"))
            return
        await push(dialog, answered)

    await go_on(None)


def _dialog_of(question: Question[Any], opens: Opens | None) -> Screen[Any]:
    match question:
        case model.Confirm():
            words = f"{question.question} {question.about}".rstrip()
            return dialogs.Confirm(words, question.yes, question.goes)
        case model.AskText():
            above, usual = "\n".join(question.about), question.usual
            return dialogs.AskText(
                question.question,
                question.hint or usual,
                above,
                question.start,
                usual=usual or None,
                edit=question.edit,
            )
        case model.Open() | model.Elsewhere():
            assert opens is not None, "only tools open tools"
            return opens(question.tool if isinstance(question, model.Open) else question)
        case model.AskRow():
            offered = {row.id: (question.section.name(row), row.note) for row in question.section.choices}
            return dialogs.Choose(question.question, offered)
        case model.Work():
            return Waiting(question.title, question.run, question.drop)
        case model.Show():
            return SheetScreen(question.sheet, question.folder)
        case model.AskConsent():
            return dialogs.Agree(question)
    raise TypeError(f"There is no dialog for {type(question).__name__}.")
