"""Making one character step by step: what the game offers, what it costs, and every rule against it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

from vedette.engine.checks import Refusal
from vedette.view.sheet import Sheet
from vedette.view.signs import Tone

D = TypeVar("D")  # a draft: a character as far as he is made. Only the game looks into it.


WITH_THIS = "With this: "  # before a rule against what one step more would make of somebody


class BuildLine(Struct, frozen=True):
    """Something that may be taken, raised or arranged.

    value: what it is now. cost: what it takes. note: what there is to know of it, in a line. chosen: he has it.
    why_not: the rule against it, or against one more of it. less, more: whether a step that way changes anything.
    group: the heading that it stands under.
    """

    id: str
    label: str
    value: str = ""
    cost: str = ""
    note: str = ""
    chosen: bool = False
    why_not: Refusal | None = None
    less: bool = False
    more: bool = False
    group: str = ""

    @property
    def toggle(self) -> int:
        """The step that takes it, or puts it back where it is taken or has no more."""
        back = self.less and (self.chosen or not self.more)
        return -1 if back else 1


class BuildPage(Struct, frozen=True):
    """A page of lines; `key` is the letter that opens it."""

    id: str
    title: str
    key: str


class BuildTotal(Struct, frozen=True):
    """A sum that is always in view; `of` how much, where it has a limit."""

    label: str
    text: str
    tone: Tone = "plain"
    of: str = ""


class BuildSummary(Struct, frozen=True):
    """A draft at a glance: sums, and everything that a rule has against it, in the rules' own order."""

    title: str
    totals: tuple[BuildTotal, ...]
    faults: tuple[Refusal, ...]


class Beginning(Struct, frozen=True):
    """How a new character's file begins: its set-up, and the command that makes him."""

    setup: Mapping[str, Any]
    words: Mapping[str, Any]


class Builder(Struct, Generic[D], frozen=True):
    """How a game makes characters.

    begin: a new one, of whom nothing is decided. read: one as a file has him; raises DataError with every fault.
    pages: what there is to decide. lines: a page of it. change: a line of a page one step more (1) or less (-1); the
    same draft where nothing comes of it. rename: another name. beginning: his file, if it had that name.
    line: a character of a game in a few words.
    """

    pages: tuple[BuildPage, ...]
    begin: Callable[[], D]
    read: Callable[[Mapping[str, Any]], D]
    summary: Callable[[D], BuildSummary]
    lines: Callable[[D, str], tuple[BuildLine, ...]]
    change: Callable[[D, str, str, int], D]
    rename: Callable[[D, str], D]
    sheet: Callable[[D], Sheet]
    beginning: Callable[[D, str], Beginning]
    line: Callable[[Any], str]
