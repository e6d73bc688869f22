"""Whoever sits at the table and plays: how a command is given, and how what it asks is answered."""

from __future__ import annotations

from random import Random
from typing import Any

from vedette.engine.dice import Die
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.requests import Answer, ChoiceRequest, DiceRequest
from vedette.engine.session import Outcome, Session

Words = dict[str, Any]


class Seat:
    """Both players of a game. `typed` is the side with dice of its own."""

    session: Session[Any]
    luck: Random
    typed: str

    def give(self, do: str, by: str, override: str = "", **words: Any) -> Outcome | None:
        """Give a command and answer what it asks; None where a rule or the sense of it forbids it."""
        given = {"do": do, "by": by, **words}
        outcome = self.ask(given, override)
        if outcome is not None:
            self.answer_all()
            self.second_look(given, override)
        return outcome

    def second_look(self, words: Words, override: str = "") -> None:
        """After the answers. An evening adds to this."""

    def ask(self, words: Words, override: str = "") -> Outcome | None:
        """Give a command, and answer nothing yet; None where a rule or the sense of it forbids it."""
        try:
            outcome = self.session.do(words, override=override)
        except CommandError:
            return None
        return None if outcome.refusal else outcome

    def answer_all(self) -> None:
        """Answer until nothing is asked any more."""
        while self.session.request is not None:
            self.session.answer(self.answer())

    def answer(self) -> Answer:
        """Real dice on one side of the table, rolled ones on the other; choices as the players make them."""
        request = self.session.request
        if isinstance(request, ChoiceRequest):
            return self.choice(request)
        assert isinstance(request, DiceRequest)
        if request.side != self.typed and request.side:
            return self.session.throw()
        return tuple(
            Die(self.luck.randint(request.pool.lowest, request.pool.highest)) for _ in range(request.dice)
        )

    def choice(self, request: ChoiceRequest) -> str | int:
        """The first one will do."""
        return request.options[0].value

    def last_facts(self) -> list[Fact]:
        """What the last command brought about so far."""
        return [fact for entry in self.session.timeline.command_path() for fact in self.session.facts(entry)]
