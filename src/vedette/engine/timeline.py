"""The tree of entries: one for each thing that a player gave. Undo and redo only move the head."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationInfo, model_validator

from vedette.engine.dice import MOST_DICE, Source
from vedette.engine.errors import CommandError
from vedette.engine.patch import Change
from vedette.engine.text import LARGEST, is_plainly_storable, require_storable

Kind = Literal["command", "dice", "choice", "undo", "redo", "goto"]

DEEPEST = 12
"""How deep tables may stand in each other in an entry."""

LONGEST_TEXT = 20_000
"""Characters of a text in an entry: the key of a choice among very many, or a box."""

STORABLE: Mapping[str, Any] = {}
"""The context of an entry whose line was seen to hold nothing but what can be kept."""

Number = Annotated[int, Field(strict=True, ge=0, le=LARGEST)]
Word = Annotated[str, StringConstraints(max_length=200)]
Tag = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,80}$")]


class Given(BaseModel):
    """Base of what a player gave, as an entry holds it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class GivenCommand(Given):
    """A command in its own words; `overridden` are the rules that the players set aside."""

    model_config = ConfigDict(extra="allow")

    do: Word
    by: Word
    override: str = ""
    overridden: list[Word] = Field(default_factory=list)


class GivenDice(Given):
    """Faces for a question, where each comes from, and after an undo those that stood there before."""

    key: str
    faces: Annotated[list[int], Field(max_length=MOST_DICE)]
    sources: list[Source] = Field(alias="from")
    instead_of: list[int] = Field(default_factory=list, alias="instead of")

    @model_validator(mode="after")
    def _each_with_its_source(self) -> Self:
        if len(self.faces) != len(self.sources):
            raise ValueError("each face has a source")
        return self


class GivenChoice(Given):
    """One of the answers to a question."""

    key: str
    choice: int | str


class GivenMove(Given):
    """Where the head moves."""

    to: Number


GIVEN: Mapping[Kind, type[Given]] = {
    "command": GivenCommand,
    "dice": GivenDice,
    "choice": GivenChoice,
    "undo": GivenMove,
    "redo": GivenMove,
    "goto": GivenMove,
}


class SavedEvent(BaseModel):
    """An event as it is saved: the tag of its fact, the fact's values, the changes."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    tag: Tag = Field(alias="is")
    of: dict[str, Any]
    changes: tuple[Change, ...] = ()


class Entry(BaseModel):
    """One line of the save.

    `parent` is the entry that it follows in the tree (0: the set-up). `waits` tells what the game waits
    for after it, "" where the command is complete. A `snapshot` holds all changes since the set-up.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    n: Number
    parent: Number
    time: str
    kind: Kind
    who: Word = ""
    input: dict[str, Any] = {}
    events: tuple[SavedEvent, ...] = ()
    waits: Word = ""
    snapshot: tuple[Change, ...] | None = None

    @model_validator(mode="after")
    def _can_be_kept(self, info: ValidationInfo) -> Self:
        """Whatever stands in it can be shown and is of a size that a table needs; nothing follows from an undo."""
        GIVEN[self.kind].model_validate(self.input)
        if info.context is not STORABLE:
            told = [(event.of, event.changes) for event in self.events]
            require_storable((self.who, self.waits, self.input, told, self.snapshot), DEEPEST, LONGEST_TEXT)
        _must_be_a_time(self.time)
        if self.moves_head and (self.events or self.waits or self.snapshot):
            raise ValueError("an undo, a redo or a jump only moves the head")
        return self

    @classmethod
    def read(cls, held: bytes) -> Self:
        """The entry that a line holds; raises ValidationError."""
        plain = len(held) <= LONGEST_TEXT and is_plainly_storable(held, DEEPEST)
        return cls.model_validate_json(held, context=STORABLE if plain else None)

    @property
    def moves_head(self) -> bool:
        """Whether this is an undo, a redo or a jump, and no place in the tree."""
        return self.kind in ("undo", "redo", "goto")


def _must_be_a_time(text: str) -> None:
    """Raise ValueError for what no clock shows, in UTC as well."""
    try:
        datetime.fromisoformat(text).astimezone(UTC)
    except OverflowError as error:
        raise ValueError("it is before or after all time") from error


Question = tuple[str, str, int, str]
"""Which command by whom asks for dice, after how many pools of the game, and its key."""


def asked(words: Mapping[str, Any], rolls: int, key: str) -> Question:
    """What makes two questions the same: dice of one attack are none for another, by whomever it is."""
    return str(words.get("do")), str(words.get("by")), rolls, key


class Timeline:
    """All entries in the order of the file, and where we are among them."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        """The head stands on the set-up, and then where the entries lead."""
        self.entries: list[Entry] = []
        self.head = 0
        self._redo: list[int] = []
        self._rolls: dict[int, int] = {0: 0}
        self._asked: dict[Question, list[int]] = {}
        for entry in entries:
            self.add(entry)

    @property
    def waits(self) -> str:
        """What the command at the head waits for; "" where it is complete."""
        return self.entry(self.head).waits if self.head else ""

    def entry(self, n: int) -> Entry:
        """The entry with that number."""
        return self.entries[n - 1]

    def admits(self, entry: Entry) -> bool:
        """Whether an entry can come next: it follows the head, fits what is waited for, and leads where it may."""
        if entry.n != len(self.entries) + 1 or entry.parent != self.head:
            return False
        if entry.moves_head:
            return entry.input["to"] in self._leads_to(entry.kind)
        answer: Kind = "dice" if self.waits == "dice" else "choice"
        return entry.kind == (answer if self.waits else "command")

    def _leads_to(self, kind: Kind) -> Collection[int]:
        """Where an undo, a redo or a jump may lead."""
        if kind == "undo":
            return self.undo_targets(1) if self.head else ()
        if kind == "redo":
            return self.redo_targets(1) if self.can_redo else ()
        return self._rolls

    def add(self, entry: Entry) -> None:
        """Append an entry and move the head as it says."""
        self.entries.append(entry)
        if entry.moves_head:
            self._move(entry)
            return
        self._redo.clear()
        self.head = entry.n
        self._rolls[entry.n] = self._rolls[entry.parent] + (entry.kind == "dice")
        if entry.kind == "dice":
            command = self.command_path(entry.parent)[0]
            question = asked(command.input, self._rolls[entry.parent], str(entry.input["key"]))
            self._asked.setdefault(question, []).append(entry.n)

    def path(self, n: int | None = None) -> list[Entry]:
        """The entries from the set-up to the head, or to another entry."""
        return list(self._back(self.head if n is None else n))[::-1]

    def undone(self) -> set[int]:
        """The numbers of all entries that do not lead to the head; moves of the head are none of them."""
        alive = {entry.n for entry in self._back(self.head)}
        return {entry.n for entry in self.entries if entry.n not in alive and not entry.moves_head}

    def command_at(self, n: int) -> Entry:
        """The command to which an entry belongs: itself, or the one that it answers."""
        return next(entry for entry in self._back(n) if entry.kind == "command")

    def command_path(self, n: int | None = None) -> list[Entry]:
        """The last command on the way to the head, or to another entry, and the answers to it so far."""
        entries: list[Entry] = []
        for entry in self._back(self.head if n is None else n):
            entries.append(entry)
            if entry.kind == "command":
                break
        return entries[::-1]

    def undo_targets(self, steps: int) -> list[int]:
        """Where undos lead, one after the other.

        Before the last answer of an open command, else before the last command. Raises CommandError
        where there are not so many.
        """
        targets, head = [], self.head
        for _ in range(steps):
            if head == 0:
                raise CommandError(
                    "There is nothing to undo." if steps == 1 else "There is not so much to undo."
                )
            last = self.entry(head)
            head = last.parent if last.waits else self.command_at(head).parent
            targets.append(head)
        return targets

    def redo_targets(self, steps: int) -> list[int]:
        """Where redos lead: to the places that the last undos left, the latest first."""
        if steps > len(self._redo):
            raise CommandError("There is nothing to redo." if steps == 1 else "There is not so much to redo.")
        return self._redo[: -steps - 1 : -1]

    @property
    def can_redo(self) -> bool:
        """Whether an undo may be taken back."""
        return bool(self._redo)

    def rolls_at(self, n: int) -> int:
        """How many pools were rolled on the way to an entry."""
        return self._rolls[n]

    def asked_before(self, question: Question) -> list[Entry]:
        """Undone answers to the same question, oldest first."""
        return [self.entry(n) for n in self._asked.get(question, ())]

    def _back(self, n: int) -> Iterator[Entry]:
        while n:
            entry = self.entry(n)
            yield entry
            n = entry.parent

    def _move(self, entry: Entry) -> None:
        if entry.kind == "redo":
            del self._redo[-1:]
        else:
            self._redo.append(self.head)
        self.head = int(entry.input["to"])
