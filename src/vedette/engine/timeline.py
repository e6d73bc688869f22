"""The tree of entries: one for each thing that a player gave. Undo and redo only move the head."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Literal, TypeVar, cast

from msgspec import Meta, Raw, Struct, ValidationError, convert
from msgspec.json import Decoder, Encoder, decode
from pydantic_core import from_json

from vedette.engine.data import Table
from vedette.engine.dice import MOST_DICE, Die, Source, TypedTotal
from vedette.engine.errors import ForbiddenError
from vedette.engine.patch import Change
from vedette.engine.text import LARGEST, LONGEST, is_plainly_storable, require_storable
from vedette.engine.times import FIRST, LAST, moment

HeadMove = Literal["undo", "redo", "goto"]

DEEPEST = 12
"""How deep tables may stand in each other in an entry."""

LONGEST_TEXT = 20_000
"""Characters of a text in an entry: the key of a choice among very many, or a box."""

LONGEST_WORD = 200
"""Characters of an id or of another word that stands for something."""


def seconds_between(before: str, after: str) -> int:
    """Whole seconds from one time to another, below 0 where a clock went back; a time without a zone is one in UTC."""
    return int((moment(after) - moment(before)).total_seconds())


Number = Annotated[int, Meta(ge=0, le=LARGEST)]
Word = Annotated[str, Meta(max_length=LONGEST_WORD)]

FORCED = ("override", "overridden")
"""What stands among the words of a recorded command where it was forced."""


class GivenCommand:
    """A command, with all its words in the order in which they were given."""

    __slots__ = ("root",)

    def __init__(self, root: Table) -> None:
        self.root = root

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GivenCommand) and self.root == other.root

    __hash__ = None  # type: ignore[assignment]

    @property
    def do(self) -> str:
        return str(self.root["do"])

    @property
    def by(self) -> str:
        return str(self.root["by"])

    @property
    def override(self) -> str | None:
        """Why the players set rules aside; None where they did not."""
        return self.root.get("override")

    @property
    def overridden(self) -> tuple[str, ...]:
        """The rules that they set aside."""
        return tuple(self.root.get("overridden", ()))

    @property
    def words(self) -> Table:
        return {key: value for key, value in self.root.items() if key not in FORCED}


_NAMES = {"source": "from", "sources": "from", "instead_of": "instead of", "tag": "is", "values": "of"}
"""What fields are called in a line that can't be called so here."""


class Given(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, rename=_NAMES):
    """Base of what a player gave besides commands, as an entry holds it.

    Nothing of an entry refers back to it, so that there is nothing in them for the search for garbage, which would look through
    all of them again and again.
    """


InsteadOf = tuple[int, ...] | int
"""The faces or the total that stood there before an undo."""


class _Dice:
    """What was told of dice, as msgspec knows it, which reads no union of types that don't say which they are."""

    __slots__ = ()


class GivenFaces(Given, _Dice, frozen=True):
    """Faces for a question, and where each comes from."""

    key: str
    faces: Annotated[tuple[int, ...], Meta(max_length=MOST_DICE)]
    sources: tuple[Source, ...]
    instead_of: InsteadOf = ()

    def __post_init__(self) -> None:
        if len(self.faces) != len(self.sources):
            raise ValueError("each face has a source")

    @property
    def answer(self) -> tuple[Die, ...]:
        """The dice, as the question wants them."""
        return tuple(map(Die, self.faces, self.sources))

    @property
    def told(self) -> tuple[int, ...]:
        return self.faces


class GivenTotal(Given, _Dice, frozen=True):
    """What the dice came to, where nothing more was told of them."""

    key: str
    total: int
    source: Literal["typed", "corrected"]
    instead_of: InsteadOf = ()

    @property
    def answer(self) -> TypedTotal:
        """The total, as the question wants it."""
        return TypedTotal(self.total, self.source)

    @property
    def told(self) -> int:
        return self.total


GivenDice = GivenFaces | GivenTotal


def given_dice(held: Any) -> GivenDice:
    """What was told of dice, out of plain data; raises ValueError."""
    kind: type[GivenDice] = GivenTotal if "total" in held else GivenFaces
    return convert(held, kind)


class GivenChoice(Given, frozen=True):
    """One of the answers to a question."""

    key: str
    choice: int | str

    @property
    def answer(self) -> int | str:
        return self.choice


class GivenMove(Given, frozen=True):
    """Where the head moves; `corrects` is the entry that is told anew from there, `agreed` are sides that agreed to it."""

    to: Number
    corrects: Number = 0
    agreed: Annotated[tuple[Word, ...], Meta(max_length=100)] = ()


class GivenBookmark(Given, frozen=True):
    """A line of the save with a note to it; "" takes the bookmark of that line away."""

    line: Annotated[int, Meta(ge=1, le=LARGEST)]
    note: Annotated[str, Meta(max_length=LONGEST)]


class SavedEvent(Struct, frozen=True, gc=False, forbid_unknown_fields=True, rename=_NAMES):
    """An event as it is saved: the tag of its fact, the fact's values as JSON, the changes."""

    tag: Word
    values: Raw
    changes: tuple[Change, ...] = ()

    @property
    def of(self) -> Table:
        """The fact's values as plain data, by their names; none where the line has something else there."""
        values = decode(self.values)
        return values if type(values) is dict else {}


class EntryBase(Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """The fields of every line of a save after the first.

    `parent` is the entry that it follows in the tree (0: the set-up). `waits` names the next input of the command,
    "" if it is complete. A `snapshot`, all changes since the set-up, stands in earlier saves; nobody uses it. The clock was
    stopped for the `paused` seconds before it. A decision of several lines counts only with all of them: each names the first and last of its `lines`.
    """

    is_place: ClassVar[bool] = True
    """Whether it stands in the tree, so that the game can stand there."""

    kind: ClassVar[str]
    """The word for what was given: the tag of its class."""

    n: Number
    parent: Number
    time: str
    who: Word = ""
    input: Any
    events: tuple[SavedEvent, ...] = ()
    waits: Word = ""
    snapshot: tuple[Change, ...] | None = None
    paused: Number = 0
    lines: tuple[Number, Number] | None = None

    def __post_init__(self) -> None:
        if self.lines and not 1 <= self.lines[0] <= self.n <= self.lines[1]:
            raise ValueError("it is none of the lines of its decision")
        if not FIRST.year <= moment(self.time).year <= LAST.year:
            raise ValueError("it is before or after all time")

    @property
    def given(self) -> Table:
        given: Table = decode(_ENCODER.encode(self.input))
        return given

    def plain(self) -> Table:
        """All of it as plain data."""
        plain: Table = decode(_ENCODER.encode(self))
        return plain

    def line(self) -> bytes:
        """What its line holds, without the checksum."""
        held = {name: getattr(self, name) for name in ("n", "parent", "time", "kind", "who", "input")}
        if self.is_place:
            held |= {"events": self.events, "waits": self.waits}
        if self.snapshot is not None:
            held["snapshot"] = self.snapshot
        if self.paused:
            held["paused"] = self.paused
        if self.lines:
            held["lines"] = self.lines
        return _ENCODER.encode(held)


class CommandEntry(EntryBase, frozen=True, tag="command"):
    """A command, as far as its first question."""

    kind: ClassVar[Literal["command"]] = "command"
    input: GivenCommand


class RollEntry(EntryBase, frozen=True, tag="dice"):
    """The faces of a pool or its total, and what followed."""

    kind: ClassVar[Literal["dice"]] = "dice"
    if TYPE_CHECKING:
        input: GivenDice
    else:
        input: _Dice


class ChoiceEntry(EntryBase, frozen=True, tag="choice"):
    """An answer that was chosen, and what followed."""

    kind: ClassVar[Literal["choice"]] = "choice"
    input: GivenChoice


class NoPlace(EntryBase, frozen=True, kw_only=True):
    """A line that is no place in the tree: nothing happens in it."""

    is_place = False

    events: tuple[()] = ()
    waits: Literal[""] = ""
    snapshot: None = None


class HeadEntry(NoPlace, frozen=True):
    """An undo, a redo or a jump: it only moves the head."""

    kind: ClassVar[HeadMove]
    input: GivenMove


class UndoEntry(HeadEntry, frozen=True, tag="undo"):
    """A step back."""

    kind = "undo"


class RedoEntry(HeadEntry, frozen=True, tag="redo"):
    """An undo taken back."""

    kind = "redo"


class GotoEntry(HeadEntry, frozen=True, tag="goto"):
    """A jump to any place."""

    kind = "goto"


HEAD_MOVES: Mapping[HeadMove, type[HeadEntry]] = {"undo": UndoEntry, "redo": RedoEntry, "goto": GotoEntry}


class BookmarkEntry(NoPlace, frozen=True, tag="bookmark"):
    """A line that the players want to find again: nothing in the game knows of it, and the head stays where it is."""

    kind: ClassVar[Literal["bookmark"]] = "bookmark"
    input: GivenBookmark


class LeftOutEntry(NoPlace, frozen=True, tag="left out"):
    """A line of an incomplete decision: only its number and its time count."""

    kind: ClassVar[Literal["left out"]] = "left out"
    input: "CommandEntry | AnswerEntry | HeadEntry | BookmarkEntry"

    @property
    def given(self) -> Table:
        return self.input.given

    @property
    def is_first(self) -> bool:
        """Whether it is the first line of its decision."""
        return self.input.lines is not None and self.input.lines[0] == self.n

    @property
    def corrects(self) -> int:
        """The entry that its decision was to correct, if it is the first line; else 0."""
        return self.input.input.corrects if isinstance(self.input, HeadEntry) else 0

    @property
    def said(self) -> str:
        """A sentence that its decision does not count."""
        what = f"The correction of line {self.corrects}" if self.corrects else "A decision"
        return f"{what} was not written completely, so it does not count."

    def line(self) -> bytes:
        """Its line in the save."""
        return self.input.line()


AnswerEntry = RollEntry | ChoiceEntry
Entry = CommandEntry | AnswerEntry | HeadEntry | BookmarkEntry | LeftOutEntry


def _read_given(kind: type[object], held: Any) -> GivenCommand | GivenDice:
    """What was given, out of plain data; raises ValueError."""
    if kind is not GivenCommand:
        return given_dice(held)
    if type(held) is not dict or not (_is_word(held.get("do")) and _is_word(held.get("by"))):
        raise ValueError("a command says what is to be done, and by whom")
    overridden = held.get("overridden", [])
    if not (type(held.get("override", "")) is str and type(overridden) is list):
        raise ValueError("what is overridden is a list of rules, with a reason")
    if not all(map(_is_word, overridden)):
        raise ValueError("rules are named by their ids")
    return GivenCommand(held)


def _is_word(value: object) -> bool:
    return type(value) is str and len(value) <= LONGEST_WORD


_ENCODER = Encoder(enc_hook=lambda given: given.root)
_DECODER: Decoder[Any] = Decoder(
    CommandEntry | RollEntry | ChoiceEntry | UndoEntry | RedoEntry | GotoEntry | BookmarkEntry,
    dec_hook=_read_given,
)


def made_entry(held: Table) -> Entry:
    """The entry of what its line will hold; raises ValueError like `read_entry`."""
    return read_entry(_ENCODER.encode(held))


def read_entry(held: bytes, *, plain: bool = False) -> Entry:
    """The entry that a line holds; raises ValueError where it is none, or holds what can't be kept or shown.

    `plain`: a look at many lines, this one among them, has shown that they are.
    """
    if len(held) > LONGEST_TEXT or not (plain or is_plainly_storable(held, DEEPEST)):
        require_storable(from_json(held), DEEPEST, LONGEST_TEXT)
    try:
        entry: Entry = _DECODER.decode(held)
    except ValidationError as error:
        # What was expected: in our own words as they are, else in other words with its place.
        expected, _, place = str(error).partition(" - at `$.")
        if "`" not in expected:
            raise ValueError(expected) from error
        longest = re.fullmatch(r"Expected `(str|array)` of length <= (\d+)", expected)
        what = {"str": "characters", "array": "values"}
        fault = f"must have at most {longest[2]} {what[longest[1]]}" if longest else "is not as it must be"
        raise ValueError(f"{place.rstrip('`')} {fault}") from error
    return entry


def whole_decisions(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The same entries, with those of incomplete decisions marked."""
    open_: list[Entry] = []
    for entry in entries:
        if open_ and (entry.n, entry.lines) != (open_[-1].n + 1, open_[-1].lines):
            yield from (_left_out(line, open_[0].parent) for line in open_)
            open_ = []
        open_.append(entry)
        if not entry.lines or entry.n == entry.lines[1]:
            yield from open_
            open_ = []
    yield from (_left_out(line, open_[0].parent) for line in open_)


def _left_out(entry: Any, parent: int) -> LeftOutEntry:
    return LeftOutEntry(
        n=entry.n, parent=parent, time=entry.time, who=entry.who, paused=entry.paused, input=entry
    )


def are_plain(lines: Iterable[bytes]) -> bool:
    """Whether one look at lines shows that nothing in them needs a closer one, but for the length of texts."""
    return is_plainly_storable(b"\n".join(lines), DEEPEST)


def stands_at(entry: Entry) -> int:
    """Where the game stands after an entry, if it was the last one."""
    if isinstance(entry, BookmarkEntry | LeftOutEntry):
        return entry.parent
    return entry.input.to if isinstance(entry, HeadEntry) else entry.n


Question = tuple[str, str, int, str]
"""Which command by whom asks for dice, after how many pools of the game, and its key."""


def asked(command: GivenCommand, rolls: int, key: str) -> Question:
    """What makes two questions the same: dice of one attack are none for another, by whomever it is."""
    return command.do, command.by, rolls, key


V = TypeVar("V")


class Running(Generic[V]):
    """A value that each entry carries on from the one before it; every entry is looked at once, also where one goes back."""

    def __init__(self, first: V, step: Callable[[V, Entry], V]) -> None:
        self._known = {0: first}
        self._step = step

    def at(self, timeline: "Timeline", n: int) -> V:
        """The value after an entry."""
        ahead: list[Entry] = []
        while n not in self._known:
            ahead.append(timeline.entry(n))
            n = ahead[-1].parent
        value = self._known[n]
        for entry in reversed(ahead):
            value = self._known[entry.n] = self._step(value, entry)
        return value


class Timeline:
    """All entries in the order of the file, and where we are among them."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        """The head stands on the set-up, and then where the entries lead. `bookmarks` are the notes by their lines."""
        self.entries: list[Entry] = []
        self.head = 0
        self._redo: list[int] = []
        self._rolls: dict[int, int] = {0: 0}
        self._stood = [0]
        self._asked: dict[Question, list[RollEntry]] = {}
        self.bookmarks: dict[int, str] = {}
        self._undone: set[int] = set()
        self._head_asked, self._asked_upto = 0, 0
        for entry in entries:
            self.add(entry)

    @property
    def waits(self) -> str:
        """What the command at the head waits for; "" where it is complete."""
        return self.entry(self.head).waits if self.head else ""

    def entry(self, n: int) -> Entry:
        """The entry with that number."""
        return self.entries[n - 1]

    def has_place(self, n: int) -> bool:
        """Whether a number is that of a place in the tree, on which a game can stand; the set-up is 0."""
        return n in self._rolls

    def place(self, n: int) -> int:
        """The place in the tree where the game stands after an entry: of a move of the head, where that leads."""
        return stands_at(self.entry(n)) if n else 0

    def stood(self, n: int) -> int:
        """Where the game stood when anything was given up to an entry, or when an undo was agreed on."""
        return self._stood[n]

    def bookmarked(self) -> list[tuple[int, str]]:
        """The bookmarks on the way to the head: each line with its note, in the order of the game."""
        return [(entry.n, self.bookmarks[entry.n]) for entry in self.path() if entry.n in self.bookmarks]

    def admits(self, entry: Entry) -> bool:
        """Whether an entry can come next: it follows the head, fits what is waited for, and leads where it may."""
        if entry.n != len(self.entries) + 1 or entry.parent != self.head:
            return False
        said = entry.input if isinstance(entry, LeftOutEntry) else entry
        if said.lines and said.lines[0] != entry.n:  # it follows another line of its decision
            before = self.entries[-1]
            if isinstance(entry, LeftOutEntry) != isinstance(before, LeftOutEntry):
                return False
            if (before.input if isinstance(before, LeftOutEntry) else before).lines != said.lines:
                return False
        if isinstance(entry, LeftOutEntry):
            return True
        if isinstance(entry, BookmarkEntry):
            return self.has_place(entry.input.line)
        if not isinstance(entry, HeadEntry):
            waits = self.waits
            return entry.kind == (("dice" if waits == "dice" else "choice") if waits else "command")
        to, corrected = entry.input.to, entry.input.corrects
        if entry.kind == "undo":
            return not corrected and self.head > 0 and to in self.undo_targets(1)
        if entry.kind == "redo":
            return not corrected and self.can_redo and to in self.redo_targets(1)
        if corrected and all(one.n != corrected for one in self._back(self.head)):
            return False
        return self.has_place(to) and (not corrected or self.command_at(corrected).parent == to)

    @property
    def left_out(self) -> Sequence[LeftOutEntry]:
        """The lines of an incomplete decision at its end."""
        last = self.entries[-1] if self.entries else None
        if not isinstance(last, LeftOutEntry) or not last.input.lines:
            return ()
        return cast(Sequence[LeftOutEntry], self.entries[last.input.lines[0] - 1 :])

    @property
    def lost_correction(self) -> int:
        """The entry whose correction, the last decision, is incomplete; 0 if there is none on the way to the head."""
        n = self.left_out[0].corrects if self.left_out else 0
        return n if n and any(entry.n == n for entry in self._back(self.head)) else 0

    def add(self, entry: Entry) -> None:
        """Append an entry and move the head as it says."""
        self.entries.append(entry)
        stood = self._stood[-1]
        if isinstance(entry, HeadEntry):
            if entry.kind == "redo":
                del self._redo[-1:]
            else:
                self._redo.append(self.head)
            self.head = entry.input.to
            stood = self.head if entry.input.agreed else stood
        elif isinstance(entry, BookmarkEntry):
            self.bookmarks.pop(entry.input.line, None)
            if entry.input.note:
                self.bookmarks[entry.input.line] = entry.input.note
        elif not isinstance(entry, LeftOutEntry):
            self._redo.clear()
            self.head = stood = entry.n
            rolls = self._rolls[entry.parent]
            if isinstance(entry, RollEntry):
                question = asked(self.command_at(entry.parent).input, rolls, entry.input.key)
                self._asked.setdefault(question, []).append(entry)
                rolls += 1
            self._rolls[entry.n] = rolls
        self._stood.append(stood)

    def path(self, n: int | None = None) -> list[Entry]:
        """The entries from the set-up to the head, or to another entry."""
        return list(self._back(self.head if n is None else n))[::-1]

    def undone(self) -> Set[int]:
        """The numbers of all entries that do not lead to the head; what is no place in the tree is none of them.

        It goes on from where the head stood when this was asked last, so that it takes no longer in a long game.
        """
        before, self._head_asked = self._head_asked, self.head
        fresh, self._asked_upto = self.entries[self._asked_upto :], len(self.entries)
        self._undone.update(entry.n for entry in fresh if entry.is_place)
        n = self.head
        while n in self._undone:
            self._undone.remove(n)
            n = self.entry(n).parent
        while before != n:
            self._undone.add(before)
            before = self.entry(before).parent
        return self._undone

    def command_at(self, n: int) -> CommandEntry:
        """The command to which an entry belongs: itself, or the one that it answers."""
        entry = self.entry(n)
        while not isinstance(entry, CommandEntry):
            entry = self.entry(entry.parent)
        return entry

    def answers_at(self, n: int) -> list[AnswerEntry]:
        """The answers on the way from its command to an entry, itself among them."""
        return [entry for entry in self.command_path(n) if isinstance(entry, AnswerEntry)]

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
                raise _too_few("undo", steps)
            last = self.entry(head)
            head = last.parent if last.waits else self.command_at(head).parent
            targets.append(head)
        return targets

    def redo_targets(self, steps: int) -> list[int]:
        """Where redos lead: to the places that the last undos left, the latest first."""
        if steps > len(self._redo):
            raise _too_few("redo", steps)
        return self._redo[: -steps - 1 : -1]

    @property
    def before_correction(self) -> int | None:
        """Where the game stood before the last correction; if it stands there again, where it went back from. None where there was none."""
        moves = [entry for entry in reversed(self.entries) if isinstance(entry, HeadEntry)]
        before = next((entry.parent for entry in moves if entry.input.corrects), None)
        if before != self.head:
            return before
        return next((entry.parent for entry in moves if entry.input.to == before), before)

    @property
    def can_redo(self) -> bool:
        """Whether an undo may be taken back."""
        return bool(self._redo)

    def rolls_at(self, n: int) -> int:
        """How many pools were rolled on the way to an entry."""
        return self._rolls[n]

    def asked_before(self, question: Question) -> list[RollEntry]:
        """Undone answers to the same question, oldest first."""
        return self._asked.get(question, [])

    def _back(self, n: int) -> Iterator[Entry]:
        while n:
            entry = self.entry(n)
            yield entry
            n = entry.parent


def _too_few(what: Literal["undo", "redo"], steps: int) -> ForbiddenError:
    return ForbiddenError(f"There {'is nothing' if steps == 1 else 'are not that many steps'} to {what}.")
