"""Legality: small checks, each with its rule ids and the fields of the command that it reads.

A check runs as soon as its fields are filled. So one mechanism refuses with the rule's id, says why
not beside an action before anything is picked, and greys an option inside a form.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import wraps
from typing import Any, Generic, TypeVar

from msgspec import Struct

from vedette.engine.dice import Remark

S = TypeVar("S")
C = TypeVar("C", contravariant=True)


class Refusal(Struct, frozen=True):
    """A rule's no: its id, one plain sentence, and the nearest legal value if there is one.

    `alternative` is a few words without a full stop, as they read behind an arrow: `6 inches`, `end the round`.
    Not `overridable`: there is nothing to carry out, so that no agreement of the players can set it aside.
    `also` are the other rules that the same command breaks, or the exception that it has no part in.
    `reading` says how the text is read, where another reading would have allowed it.
    """

    rule: str
    sentence: str
    alternative: str = ""
    overridable: bool = True
    also: tuple[str, ...] = ()
    reading: Remark | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """All rules that it names; the first is the one that refuses."""
        return (self.rule, *self.also)

    @property
    def words(self) -> str:
        """What is wrong, what would be right where that is not said already, and how the text is read; without the ids."""
        said = not self.alternative or self.alternative in self.sentence
        nearest = "" if said else f" → {self.alternative}"
        read = f" ({self.reading.name}: {self.reading.text})" if self.reading else ""
        return f"{self.sentence}{nearest}{read}"

    def __str__(self) -> str:
        """The refusal as a player reads it, with its rules before it."""
        return f"{', '.join(self.rules)}: {self.words}"


WhyNot = str | tuple[str, str] | Refusal | None
"""Why a rule forbids it: a sentence, or a sentence and the nearest legal value, or all that there is to say of it."""


class Check(Struct, Generic[S, C], frozen=True):
    """A test of a command by one rule (or by rules that share one sum).

    `test` is a pure function of the state and the command; it answers None, or the refusal.
    """

    rules: tuple[str, ...]
    reads: tuple[str, ...]
    test: Callable[[S, C], Refusal | None]


def check(
    *rules: str, reads: tuple[str, ...] = ()
) -> Callable[[Callable[[S, C], Refusal | None]], Check[S, C]]:
    """Tag a test with its rule ids and the fields of the command that it reads."""
    return lambda test: Check(rules, reads, test)


def forbids(
    *rules: str, reads: tuple[str, ...] = (), alternative: str = "", overridable: bool = True
) -> Callable[[Callable[[S, C], WhyNot]], Check[S, C]]:
    """Declare a check whose test returns why the first of the rules forbids the command, or None."""

    def tag(test: Callable[[S, C], WhyNot]) -> Check[S, C]:
        @wraps(test)
        def judged(state: S, command: C) -> Refusal | None:
            why = test(state, command)
            if why is None or isinstance(why, Refusal):
                return why
            sentence, instead = (why, alternative) if isinstance(why, str) else why
            return Refusal(rules[0], sentence, instead, overridable)

        return Check(rules, reads, judged)

    return tag


def refusals(
    checks: tuple[Check[S, Any], ...], state: S, command: Any, filled: Collection[str] | None = None
) -> Iterator[Refusal]:
    """Every refusal, in the order of the checks; only of checks whose fields are filled."""
    for check in checks:
        if filled is None or all(field in filled for field in check.reads):
            refusal = check.test(state, command)
            if refusal is not None:
                yield refusal
