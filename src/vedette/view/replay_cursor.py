"""A replay: every line of a game as it stood then, with steps on and back by lines, activations and rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import inf
from time import perf_counter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Roll
from vedette.engine.facts import LOSSES
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import BookmarkEntry, Entry, LeftOutEntry


class Frame(Struct, frozen=True):
    """A picture: the entry behind it (None: the set-up), and the place in the tree where the game then stood."""

    entry: Entry | None
    place: int

    @property
    def n(self) -> int:
        """The number of the line."""
        return self.entry.n if self.entry else 0


class RoundMark(Struct, frozen=True):
    """The first picture of a round; `name` is the round in the game's own words, such as `Turn 5`."""

    index: int
    round: int
    name: str


class LossMark(Struct, frozen=True):
    """What a side lost by a picture: hit points, and whether a unit is `gone`."""

    index: int
    side: str
    points: int = 0
    gone: bool = False


class ReplayCursor:
    """The pictures of a game, and the one that is looked at.

    Without the undone lines they lead straight to the head; with them (`audit`) they are all lines in the order
    in which they were given. Among those read, `marks` are the first pictures of rounds and `losses` those in which somebody is gone.
    """

    def __init__(self, session: Session[GameState]) -> None:
        self._session = session
        self.audit = False
        self._cut()
        self.at = len(self.frames) - 1

    def _cut(self) -> None:
        timeline = self._session.timeline
        self.frames = [
            Frame(None, 0),
            *(
                Frame(entry, timeline.place(entry.n))
                for entry in (timeline.entries if self.audit else timeline.path())
                if not isinstance(entry, BookmarkEntry | LeftOutEntry)
            ),
        ]
        self.marks: list[RoundMark] = []
        self.losses: list[int] = []
        self._lost: dict[tuple[int, str], LossMark] = {}
        self._seen = 0

    @property
    def frame(self) -> Frame:
        """The picture that is looked at."""
        return self.frames[self.at]

    @property
    def state(self) -> Any:
        """How the game stood."""
        return self._state(self.at)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The pools that the command of this picture had rolled by then."""
        entry = self.frame.entry
        played = self._session.played.at(entry.n) if entry and entry.is_place else None
        return played.rolls if played else ()

    @property
    def moment(self) -> str:
        """Where the game stood, in a few words."""
        return self._moment(self.at)

    @property
    def share(self) -> float:
        """How many pictures were read."""
        return self._seen / len(self.frames)

    def go_on(self, until: float = inf) -> bool:
        """Find rounds and losses, until a time of `perf_counter`; whether every picture was read."""
        while self._seen < len(self.frames):
            index, frame = self._seen, self.frames[self._seen]
            self._seen += 1
            number, name = self._state(index).round, self._moment(index).partition(" · ")[0]
            if not self.marks or number != self.marks[-1].round:
                self.marks.append(RoundMark(index, number, name))
            elif (
                f"{number}" in name and f"{number}" not in self.marks[-1].name
            ):  # it began before it was called
                self.marks[-1] = replace(self.marks[-1], name=name)
            moments = {fact.moment for fact in self._session.facts(frame.entry)} if frame.entry else set()
            if moments & LOSSES:
                self.losses.append(index)
            if moments & {*LOSSES, "hurt"}:
                # What the command of a picture has cost each side by then; its models may go line by line before it is said.
                session, view = self._session, self._session.ruleset.view
                command = session.timeline.command_at(self.frames[index].n)
                was = {card.id: card for card in view.table(session.state_at(command.parent), None).cards}
                points: Counter[str] = Counter()
                gone = set()
                for card in view.table(self._state(index), None).cards:
                    then = was.get(card.id, card)
                    points[card.side] += max(0, then.value - card.value)
                    gone |= {card.side} if card.standing == "gone" != then.standing else set()
                for side in points:
                    if points[side] or side in gone:
                        first = self._lost.get((command.n, side))
                        at = first.index if first else index
                        self._lost[command.n, side] = LossMark(at, side, points[side], side in gone)
            if perf_counter() > until:
                break
        return self._seen == len(self.frames)

    @property
    def lost(self) -> tuple[LossMark, ...]:
        """What each side lost by a command, at the picture that first says so."""
        return tuple(self._lost.values())

    @property
    def bookmarks(self) -> tuple[int, ...]:
        """The pictures with a bookmark."""
        marked = self._session.timeline.bookmarks
        return tuple(index for index, frame in enumerate(self.frames) if frame.n in marked)

    def go(self, index: int) -> bool:
        """Look at another picture; false where it is this one already."""
        index = max(0, min(index, len(self.frames) - 1))
        moved = index != self.at
        self.at = index
        return moved

    def step(self, by: int) -> bool:
        """So many lines on."""
        return self.go(self.at + by)

    def by_moment(self, by: int) -> bool:
        """To the next activation, or to the beginning of this one or the one before."""
        return self._to_change(self._moment, by)

    def by_round(self, by: int) -> bool:
        """To the next round, or to the beginning of this one or the one before."""
        return self._to_change(lambda index: self._state(index).round, by)

    def by_loss(self, by: int) -> bool:
        """To the next picture in which somebody is lost, or the one before; nowhere without one."""
        return self._to_one_of(self.losses, by)

    def by_bookmark(self, by: int) -> bool:
        """To the next picture with a bookmark, or the one before; nowhere without one."""
        return self._to_one_of(self.bookmarks, by)

    def jump(self, n: int) -> bool:
        """To the line of that number, or the last before it that is shown."""
        return self.go(max(index for index, frame in enumerate(self.frames) if frame.n <= n))

    def flip_audit(self) -> None:
        """With the undone lines, or without; where we are stays in view."""
        n = self.frame.n
        self.audit = not self.audit
        self._cut()
        self.at = 0
        self.jump(n)

    def _to_one_of(self, pictures: Sequence[int], by: int) -> bool:
        if by > 0:
            return self.go(next((index for index in pictures if index > self.at), self.at))
        return self.go(next((index for index in reversed(pictures) if index < self.at), self.at))

    def _to_change(self, what: Callable[[int], Any], by: int) -> bool:
        ways = range(self.at + 1, len(self.frames)) if by > 0 else range(self.at - 1, 0, -1)
        end = len(self.frames) - 1 if by > 0 else 0
        return self.go(next((i for i in ways if what(i) != what(i - 1)), end))

    def _state(self, index: int) -> Any:
        return self._session.state_at(self.frames[index].place)

    def _moment(self, index: int) -> str:
        return str(self._session.ruleset.view.position(self._state(index)))
