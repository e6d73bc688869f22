"""Questions of an action in plain mode: they are said, and the lines that follow answer them."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from vedette.pages.model import AskConsent, Confirm, Question, Steps, advance
from vedette.plain.speech import spoken, spoken_list, spoken_sentence

T = TypeVar("T")


class Asker(Protocol):
    """Says lines and asks questions: a talk, or a table where other words may be said meanwhile."""

    def say(self, *lines: str) -> None:
        """Say lines."""

    def sure(self, question: str) -> bool:
        """Whether they mean it."""


def carry_out(steps: Steps[T], asker: Asker) -> T | None:
    """Run an action to its result; None if they cancel a question. Raises VedetteError."""
    came = advance(steps)
    while isinstance(came, Question):
        answer = _answer(came, asker)
        if answer is None:
            steps.close()
            asker.say(spoken_sentence(came.if_cancelled))
            return None
        came = advance(steps, answer)
    return came


def _answer(question: Question[Any], asker: Asker) -> Any:
    """The answer; None if they cancel."""
    match question:
        case Confirm():
            asker.say(spoken_sentence(question.about), *map(spoken_sentence, question.goes))
            return asker.sure(question.question) or None
        case AskConsent():
            names = {side: spoken(name) for side, name in question.sides.items()}
            words = question.taking.words(lambda side: names.get(side, side))
            asker.say(spoken_sentence(f"Takes back {words}"), *map(spoken_sentence, question.goes))
            asked = spoken_list(names[side] for side in question.taking.asked)
            return question.taking.by if asker.sure(f"{asked}: do you agree?") else None
    raise TypeError(f"There are no words for {type(question).__name__}.")
