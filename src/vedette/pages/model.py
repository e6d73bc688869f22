"""Questions that an action asks the players, whatever front end they play with.

An action is a coroutine that awaits questions:

    file = draft.file(await AskText("Save this army as", "its name"))
    if file.path.exists():
        await Confirm(f"Replace your army {file.id}?", "replace it", if_cancelled="Nothing is saved.")
    draft.save(file)

If the players cancel, the coroutine is closed and nothing after the `await` runs: so check first, ask second, change last.
No event loop is needed: each front end runs the coroutine from question to question with `advance`.
"""

from __future__ import annotations

from collections.abc import Coroutine, Generator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from vedette.engine.undo_policy import TakingBack

T = TypeVar("T")


class Question(Struct, Generic[T], frozen=True, kw_only=True):
    """Base of all questions. `if_cancelled` is said when the players cancel."""

    if_cancelled: str = ""

    def __await__(self) -> Generator[Question[T], T, T]:
        return (yield self)


class Confirm(Question[bool], frozen=True):
    """Yes or cancel. `about` explains the question; `goes` is what would be lost, line by line."""

    question: str
    yes: str = "go on"
    about: str = ""
    goes: Sequence[str] = ()


class AskConsent(Question[str], frozen=True):
    """Consent of the other sides to taking something back. The answer is the side that takes it back."""

    question: str
    taking: TakingBack
    goes: Sequence[str]
    sides: Mapping[str, str]


Steps = Coroutine[Question[Any], Any, T]
"""An action on its way to a result."""


def advance(steps: Steps[T], answer: Any = None) -> Question[Any] | T:
    """Run an action to its next question or its result. Raises VedetteError."""
    try:
        return steps.send(answer)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
