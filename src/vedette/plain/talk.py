"""Lines that are said and lines that are heard: from a terminal, a pipe, or a list in a test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from vedette.engine.text import visible

LONGEST = 2000
"""Characters that a line may have."""


LEFT = "Left; nothing has happened."


class InputOverError(Exception):
    """Nobody says anything any more."""


class LeftError(Exception):
    """The players leave the game."""


class CancelledError(Exception):
    """What was asked is not wanted any more: nothing has changed."""


class MovedError(Exception):
    """The game stands elsewhere now: whatever was asked is over."""


class Talk:
    """Says lines and hears lines; counts those that made no sense or were refused, for the exit code of a script.

    `echo`: what is heard is told as well, since nobody sees it typed. `silent`: nothing was said since the last line.
    """

    def __init__(
        self,
        heard: Iterable[str],
        tell: Callable[[str], None],
        *,
        echo: bool = False,
        unseen: Callable[[], str] | None = None,
    ) -> None:
        """Hear these lines, and tell others; `unseen` hears one that nobody should see on the screen."""
        self._heard: Iterator[str] = iter(heard)
        self._tell = tell
        self._echo = echo
        self._unseen = unseen
        self._taught: set[str] = set()
        self.wrong = 0
        self.refused = 0
        self.silent = False

    def say(self, *lines: str) -> None:
        """Say lines; empty ones are left out."""
        for line in lines:
            if line:
                self.silent = False
                self._tell(visible(line))

    def teach(self, line: str) -> None:
        """Say how something is done, once."""
        if line not in self._taught:
            self._taught.add(line)
            self.say(line)

    def complain(self, line: str) -> None:
        self.wrong += 1
        self.say(line)

    def refuse(self, line: str) -> None:
        self.refused += 1
        self.say(line)

    def sure(self, question: str) -> bool:
        self.say(f"{question} Yes or no?")
        return self.hear().casefold() in ("y", "yes")

    def hear(self, *, secret: bool = False) -> str:
        """The next line, trimmed; a `secret` one is shown nowhere. Raises InputOverError."""
        while True:
            line = self._unseen() if secret and self._unseen else next(self._heard, None)
            if line is None:
                raise InputOverError
            if self._echo and not secret:
                self._tell(visible(f"> {line.strip()}"))
            if len(line) <= LONGEST:
                self.silent = True
                return line.strip()
            self.complain(f"A line has at most {LONGEST} characters.")
