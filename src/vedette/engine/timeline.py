"""The tree of entries: one for each thing that a player gave. Undo and redo only move the head."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from vedette.engine.errors import CommandError
from vedette.engine.patch import Change

Kind = Literal["command", "dice", "choice", "undo", "redo", "goto"]


class Happened(BaseModel):
    """An event as it is saved: the tag of its fact, the fact's values, the changes."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    tag: str = Field(alias="is")
    of: dict[str, Any]
    changes: tuple[Change, ...] = ()


class Entry(BaseModel):
    """One line of the save.

    `parent` is the entry that it follows in the tree (0: the set-up). `waits` tells what the game waits
    for after it, "" where the command is complete. A `snapshot` holds all changes since the set-up.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    n: int
    parent: int
    time: str
    kind: Kind
    who: str = ""
    input: dict[str, Any] = {}
    events: tuple[Happened, ...] = ()
    waits: str = ""
    snapshot: tuple[Change, ...] | None = None

    @property
    def moves_head(self) -> bool:
        """Whether this is an undo, a redo or a jump, and no place in the tree."""
        return self.kind in ("undo", "redo", "goto")


Question = tuple[str, str, int, str]
"""Which command by whom asks for dice, after how many pools of the game, and its key."""


def asked(words: Mapping[str, Any], rolls: int, key: str) -> Question:
    """What makes two questions the same: dice of one attack are none for another, by whomever it is."""
    return str(words.get("do")), str(words.get("by")), rolls, key


def follows(entry: Entry, before: Sequence[Entry]) -> bool:
    """Whether an entry makes sense behind those: its number, its parent and its input."""
    if entry.n != len(before) + 1 or not _is_place(entry.parent, before):
        return False
    given, waits = entry.input, bool(entry.parent and before[entry.parent - 1].waits)
    if entry.kind == "command":
        return not waits and isinstance(given.get("do"), str) and isinstance(given.get("by"), str)
    if entry.kind == "choice":
        return waits and "choice" in given and isinstance(given.get("key"), str)
    if entry.kind == "dice":
        return (
            waits and isinstance(given.get("key"), str) and _are_dice(given.get("faces"), given.get("from"))
        )
    return _is_place(given.get("to"), before)


def _is_place(n: Any, entries: Sequence[Entry]) -> bool:
    """Whether the head can stand there: on the set-up, or on an entry that is no move of the head."""
    return n == 0 or (type(n) is int and 0 < n <= len(entries) and not entries[n - 1].moves_head)


def _are_dice(faces: Any, sources: Any) -> bool:
    if not isinstance(faces, list) or not isinstance(sources, list) or len(faces) != len(sources):
        return False
    return all(type(face) is int for face in faces) and all(type(source) is str for source in sources)


class Timeline:
    """All entries in the order of the file, and where we are among them."""

    def __init__(self) -> None:
        """An empty timeline: the head stands on the set-up."""
        self.entries: list[Entry] = []
        self.head = 0
        self._redo: list[int] = []
        self._rolls: dict[int, int] = {0: 0}
        self._asked: dict[Question, list[int]] = {}

    def entry(self, n: int) -> Entry:
        """The entry with that number."""
        return self.entries[n - 1]

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
