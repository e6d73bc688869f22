"""Undo by agreement: what a move of the head takes back, and which sides must agree to it.

One rule for undo, redo, going to a line and corrections. What counts is everything that is taken back since somebody
decided last, or since an undo was last agreed on: many small undos are judged like the large one that they come to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from msgspec import Struct

from vedette.engine.common import SETTINGS
from vedette.engine.facts import Names
from vedette.engine.grammar import at_start, the
from vedette.engine.settings import UndoRule
from vedette.engine.text import joined
from vedette.engine.timeline import CommandEntry, Entry, GivenMove, HeadEntry, RollEntry, Timeline

RuleAt = Callable[[int], UndoRule]
"""How undo works after an entry."""


class TakingBack(Struct, frozen=True):
    """What a move takes back (the latest first), the side that does it, and the sides that must agree (none if it is free)."""

    entries: tuple[Entry, ...]
    by: str
    asked: tuple[str, ...]

    @property
    def rolls(self) -> int:
        return sum(isinstance(entry, RollEntry) for entry in self.entries)

    @property
    def decisions(self) -> Counter[str]:
        """The commands and choices that are taken back, by side; "" is both."""
        return Counter(entry.who for entry in self.entries if not isinstance(entry, RollEntry))

    def words(self, name: Names) -> str:
        """What is taken back, counted: `2 decisions by the Wardens, 1 by Keelborn, 3 rolls`."""
        counted = sorted(self.decisions.items(), key=lambda one: one[0] != self.by)
        parts = [f"{count} by {the(name(side)) if side else 'both'}" for side, count in counted]
        if parts:
            number, _, whose = parts[0].partition(" ")
            parts[0] = f"{number} decision{'' if number == '1' else 's'} {whose}"
        rolls = [f"{self.rolls} roll{'' if self.rolls == 1 else 's'}"] if self.rolls else []
        return ", ".join([*parts, *rolls])

    def must_agree(self, name: Names) -> str:
        """A sentence that tells who must agree, and why."""
        who = at_start(joined([the(name(side)) for side in self.asked]))
        return f"{who} must agree: this undoes {self.words(name)}."


def taking_back(
    rule_at: RuleAt,
    timeline: Timeline,
    sides: Collection[str],
    move: GivenMove,
    by: str = "",
    made: HeadEntry | None = None,
) -> TakingBack:
    """What a move of the head would take back (or did when it was `made`), and who must agree to it.

    It is given by a side, or by the one whose decision goes first.
    """
    head, last = (made.parent, made.n - 1) if made else (timeline.head, len(timeline.entries))
    to = timeline.entry(move.corrects).parent if move.corrects else move.to
    stood = timeline.stood(last)  # everything that was taken back up to then counts
    taken = _taken(timeline, stood, to)
    rule, free = rule_at(stood), True
    if taken:
        command, first = timeline.command_at(taken[0].n), taken[-1]
        by = by or (command.who if command.n >= first.n else taken[0].who)
        own = all(entry.who == by for entry in taken) and not any(
            isinstance(entry, CommandEntry) and entry.input.do == SETTINGS for entry in taken
        )
        if rule == "own":  # the last decision alone
            free = own and command.n <= first.n
        elif rule == "both":
            free = own and not any(isinstance(entry, RollEntry) for entry in taken)
    asked = () if free else tuple(side for side in sides if side != by)
    return TakingBack(tuple(_taken(timeline, head, to)), by, asked)


def taken_back(rule_at: RuleAt, timeline: Timeline, sides: Collection[str], entry: HeadEntry) -> TakingBack:
    """Judge a move of the head that was made."""
    return taking_back(rule_at, timeline, sides, entry.input, entry.who, entry)


def _taken(timeline: Timeline, start: int, to: int) -> list[Entry]:
    """The entries on the way to `start` that are not on the way to `to`, the latest first."""
    taken: list[Entry] = []
    while start != to:
        if start > to:
            taken.append(timeline.entry(start))
            start = taken[-1].parent
        else:
            to = timeline.entry(to).parent
    return taken
