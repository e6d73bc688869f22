"""Runs a procedure over answers: no event loop, and nothing rolls or asks by itself."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Generic, TypeVar

from vedette.engine.facts import Event, Fact, alike
from vedette.engine.play import Play
from vedette.engine.requests import Answer, Request

S = TypeVar("S")

Procedure = Callable[[Play[S]], Coroutine[Any, Any, None]]
"""What carries a command out that was understood."""


class Execution(Generic[S]):
    """A running command. `request` is what it waits for, None once it has finished."""

    def __init__(self, procedure: Procedure[S], state: S) -> None:
        self.play = Play(state)
        self.request: Request | None = None
        self._told = 0
        self._ahead: list[Fact] = []
        self._coroutine = procedure(self.play)
        self._send(None)

    @property
    def waits(self) -> str:
        """The name of what it waits for, as an entry has it; "" once it has finished."""
        return self.request.name if self.request else ""

    @property
    def suspended(self) -> Coroutine[Any, Any, None]:
        """The suspended coroutine, for comparing the positions of two runs."""
        return self._coroutine

    def answer(self, answer: Answer) -> None:
        """Continue to the next request. Raises CommandError, and stays, if the answer does not fit."""
        assert self.request is not None
        self.request.check(answer)
        self._send(answer)

    def take_events(self) -> tuple[Event, ...]:
        """The events since the last call, without those that the save has already."""
        while self._ahead and self._told < len(self.play.events):
            as_told = alike(self.play.events[self._told].fact, self._ahead[0])
            self._ahead = self._ahead[1:] if as_told else []
            self._told += as_told
        events = tuple(self.play.events[self._told :])
        self._told = len(self.play.events)
        return events

    def take_up(self, told: Sequence[Fact]) -> None:
        """Continue a saved command whose recorded facts are these.

        An earlier version may have told some before the question that follow its answer today, or the other way round.
        """
        today = [event.fact for event in self.play.events]
        both = min(len(today), len(told))
        same = all(map(alike, today, told))
        self._told = both if same else len(today)
        self._ahead = list(told[both:]) if same else []

    def close(self) -> None:
        """Drop a procedure that will not be finished."""
        self._coroutine.close()

    def _send(self, answer: Answer | None) -> None:
        try:
            self.request = self._coroutine.send(answer)
        except StopIteration:
            self.request = None


def state_at_once(procedure: Procedure[S], state: S) -> S | None:
    """Return the state after a procedure that asks nothing; None if it asks, and then it is dropped."""
    run = Execution(procedure, state)
    if run.request is None:
        return run.play.state
    run.close()
    return None
