"""Words that do something wherever they are said, and talks that are made of such words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError, VedetteError
from vedette.plain.speech import spoken_sentence
from vedette.plain.talk import Talk

T = TypeVar("T")
"""Where a word may be said."""


class Word(Struct, Generic[T], frozen=True):
    """Something that may be said: what may stand behind it, what it does in a sentence, and how.

    `done` may raise VedetteError.
    """

    name: str
    takes: str
    help: str
    done: Callable[[T, str], None]

    @property
    def line(self) -> str:
        return f"{' '.join(filter(None, (self.name, self.takes)))}: {self.help}"


def by_name(words: Iterable[Word[T]]) -> Mapping[str, Word[T]]:
    return {word.name: word for word in words}


def help_lines(words: Mapping[str, Word[T]], name: str) -> Iterator[str]:
    """One word in full, or all of them; raises CommandError where there is none of that name."""
    if name and name not in words:
        raise CommandError(f"There is no word “{shown(name)}”; help tells all of them.")
    yield from (word.line for word in words.values() if name in ("", word.name))


class Dialogue:
    """A talk beside the game: each line is one of its words, or something to take. It goes on until it is `over`."""

    words: ClassVar[Mapping[str, Word[Any]]] = {}

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.over = False

    def hold(self) -> None:
        """Hear lines until it is over; what is wrong with one is said, and changes nothing."""
        while not self.over:
            line = self.talk.hear()
            first, _, rest = line.partition(" ")
            word = self.words.get(first.casefold())
            try:
                if word is not None:
                    word.done(self, rest.strip())
                else:
                    self.take(line)
            except VedetteError as error:
                self.talk.complain(spoken_sentence(str(error)))

    def take(self, line: str) -> None:
        """A line that begins with no word; raises VedetteError."""
        raise NotImplementedError

    def help(self, rest: str) -> None:
        self.talk.say(*help_lines(self.words, rest))

    def ask(self, *question: str) -> str:
        """Say a question and hear the answer, whatever word it may be."""
        self.talk.say(*question)
        return self.talk.hear()
