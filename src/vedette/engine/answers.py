"""Where answers come from that are given together with a command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from vedette.engine.dice import Dice, Die, TypedTotal
from vedette.engine.errors import CommandError
from vedette.engine.requests import Answer, DiceRequest, Request

Throw = Callable[[], Dice]
"""Rolls the assistant's dice for the request at hand."""


class AnswerSource(Protocol):
    """Gives answers one by one."""

    def answer(self, request: Request, throw: Throw) -> Answer | None:
        """The answer to this request, or None to let the game wait."""

    def finish(self) -> None:
        """Raise CommandError where something was given that nobody asked for."""


class ScriptedAnswers:
    """Faces and answers that were written down beforehand, as in a case or on the command line.

    A pool is answered whole, with faces or with a total. Where `dice` is None the assistant rolls.
    """

    def __init__(
        self, dice: Sequence[int | TypedTotal] | None = None, choose: Sequence[str | int] = ()
    ) -> None:
        """Take the faces and the answers in the order in which they will be asked for."""
        self._rolls = dice is None
        self._dice = list(dice or ())
        self._choose = list(choose)

    def answer(self, request: Request, throw: Throw) -> Answer | None:
        """The next faces, thrown ones, the next choice, or nothing."""
        if not isinstance(request, DiceRequest):
            return self._choose.pop(0) if self._choose else None
        if self._rolls:
            return throw()
        if not self._dice:
            return None
        if isinstance(self._dice[0], TypedTotal):
            return self._dice.pop(0)
        faces = tuple(Die(face) for face in self._dice[: request.dice] if not isinstance(face, TypedTotal))
        del self._dice[: len(faces)]
        return faces

    def finish(self) -> None:
        """Complain about faces and answers that are left over."""
        if self._dice:
            raise CommandError(f"{len(self._dice)} faces more were given than dice were asked for.")
        if self._choose:
            raise CommandError(f"Nobody asked for the answer “{self._choose[0]}”.")
