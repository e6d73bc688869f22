"""What players make step by step: a character out of what a game offers, with every rule against it, and a map; every step back and forth."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from vedette.engine.checks import Refusal
from vedette.engine.data import Row, Words
from vedette.engine.errors import CommandError
from vedette.view.board import Board
from vedette.view.sheet import Sheet
from vedette.view.signs import Tone

D = TypeVar("D")  # what is made, as far as it is made: only the game looks into it
WITH_THIS = "With this: "  # before a rule against what one step more would make of somebody
SIZE = re.compile(r"\D*(\d{1,4})\D+(\d{1,4})\D*")  # columns and rows of a map as somebody types them


class Edited(Generic[D]):
    """What it is `now`, and what it was before each change; `kept` is what was saved last, or begun with."""

    def __init__(self, begun: D) -> None:
        self.now = self.kept = begun
        self._before: list[D] = []
        self._after: list[D] = []

    @property
    def is_kept(self) -> bool:
        """Whether nothing would be lost."""
        return bool(self.now == self.kept)

    @property
    def is_touched(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._before)

    def change(self, to: D, *, joined: bool = False) -> bool:
        """Make it this; false where it is this already. One that is `joined` is taken back with the change before it."""
        if to == self.now:
            return False
        if not joined:
            self._before.append(self.now)
        self.now, self._after = to, []
        return True

    def undo(self) -> bool:
        """Take the last change back; false where there is none."""
        return self._travel(self._before, self._after)

    def redo(self) -> bool:
        """Do again what was taken back; false where there is nothing."""
        return self._travel(self._after, self._before)

    def _travel(self, back: list[D], forth: list[D]) -> bool:
        if back:
            forth.append(self.now)
            self.now = back.pop()
            return True
        return False


# --- a character


class Condition(Struct, frozen=True):
    """Something that must be so before it may be taken: whether it is, and how it is now."""

    text: str
    met: bool
    now: str = ""


class BuildLine(Struct, frozen=True):
    """Something that may be taken, raised or arranged.

    value: what it is now. cost: what it takes. note: what there is to know of it, in a line. chosen: he has it.
    why_not: the rule against it, or against one more of it; `short` says so in a few words, and `helps` what would help.
    less, more: whether a step that way changes anything. group: the heading that it stands under.
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
    conditions: tuple[Condition, ...] = ()
    short: str = ""
    helps: str = ""

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
    """A sum that is always in view; `of` how much, where it has a limit, which is `about` that."""

    label: str
    text: str
    tone: Tone = "plain"
    of: str = ""
    about: str = ""


class BuildBlock(Struct, frozen=True):
    """A part of the character as it is by now: a heading with a word at its end, and rows of what, how, and how much."""

    title: str
    end: str
    rows: tuple[tuple[str, str, str], ...]


class BuildSummary(Struct, frozen=True):
    """A draft at a glance: sums, and everything that a rule has against it, in the rules' own order."""

    title: str
    totals: tuple[BuildTotal, ...]
    faults: tuple[Refusal, ...]


class Beginning(Struct, frozen=True):
    """How a new character's file begins: its set-up, and the command that makes him."""

    setup: Row
    words: Words


class Builder(Struct, Generic[D], frozen=True):
    """How a game makes characters.

    begin: a new one, of whom nothing is decided. read: one as a file has him; raises DataError with every fault.
    pages: what there is to decide. lines: a page of it. change: a line of a page one step more (1) or less (-1); the
    same draft where nothing comes of it. rename: another name. beginning: his file, if it had that name.
    card: who this is so far, at a glance.
    line: a character of a game in a few words.
    """

    pages: tuple[BuildPage, ...]
    begin: Callable[[], D]
    read: Callable[[Row], D]
    summary: Callable[[D], BuildSummary]
    lines: Callable[[D, str], tuple[BuildLine, ...]]
    change: Callable[[D, str, str, int], D]
    rename: Callable[[D, str], D]
    sheet: Callable[[D], Sheet]
    card: Callable[[D], tuple[BuildBlock, ...]]
    beginning: Callable[[D, str], Beginning]
    line: Callable[[Any], str]


# --- a map


class Brush(Struct, frozen=True):
    """Something that can be drawn: on a hex, or on one side of it.

    key: the letter or digit that takes it; none of `q w e a s d`, which are directions. sign: how the file has it, ""
    where it stands beside the drawing. group: the heading that it stands under.
    """

    id: str
    label: str
    key: str
    sign: str = ""
    on: Literal["hex", "side"] = "hex"
    group: str = ""


class MapEditor(Struct, Generic[D], frozen=True):
    """How a game draws maps.

    table: the folder of its data in which maps stand. brushes: what can be drawn. begin: an empty map. read: the map of
    a file; raises DataError with every fault. name: what it is called. rename: called otherwise. board: what it looks
    like. paint: with a brush on a hex, or on a side of it; the same map where nothing comes of it. resize: with so many
    columns and rows; raises CommandError for what no map can have. text: the file, under an id.
    """

    table: str
    brushes: tuple[Brush, ...]
    begin: Callable[[], D]
    read: Callable[[Row], D]
    name: Callable[[D], str]
    rename: Callable[[D, str], D]
    board: Callable[[D], Board]
    paint: Callable[[D, str, str, str], D]
    resize: Callable[[D, int, int], D]
    text: Callable[[D, str], str]

    def sized(self, drawn: D, text: str) -> D:
        """With as many columns and rows as somebody typed; raises CommandError."""
        found = SIZE.fullmatch(text)
        if found is None:
            raise CommandError("A size is two numbers, columns and rows, such as 24 18.")
        return self.resize(drawn, int(found[1]), int(found[2]))
