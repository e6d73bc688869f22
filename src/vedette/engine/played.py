"""One record of what was played: every command on a way through the game, with its answers, facts and throws."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from vedette.engine.data import Row
from vedette.engine.dice import Roll
from vedette.engine.facts import Fact, Rolled, read_fact, tag
from vedette.engine.luck import Throw, throws_of
from vedette.engine.timeline import AnswerEntry, CommandEntry, Entry, GivenDice, RollEntry, Running, Timeline

ROLLED = tag(Rolled)


class PlayedRoll(NamedTuple):
    """A pool as it was read in the end, its line, and its throws: all dice at first, then those that were rolled again."""

    n: int
    roll: Roll
    throws: tuple[Throw, ...]


class PlayedCommand(Struct, frozen=True, eq=False, dict=True):
    """A command with the answers to it up to one of its entries. `before` is the command before it on the way there."""

    kinds: Mapping[str, type[Fact]]
    entries: tuple[Entry, ...]
    before: PlayedCommand | None

    @property
    def command(self) -> CommandEntry:
        assert isinstance(self.entries[0], CommandEntry)
        return self.entries[0]

    @property
    def do(self) -> str:
        return self.command.input.do

    @property
    def by(self) -> str:
        """Who did it: a unit or a side."""
        return self.command.input.by

    @property
    def words(self) -> Row:
        return self.command.input.words

    @property
    def n(self) -> int:
        return self.entries[-1].n

    @property
    def answers(self) -> list[AnswerEntry]:
        return [entry for entry in self.entries if isinstance(entry, AnswerEntry)]

    @property
    def asked_dice(self) -> bool:
        return any(isinstance(entry, RollEntry) for entry in self.entries)

    @property
    def is_open(self) -> bool:
        return bool(self.entries[-1].waits)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        events = (event for entry in self.entries for event in entry.events)
        return tuple(read_fact(self.kinds, event.tag, event.values) for event in events)

    @cached_property
    def rolled(self) -> tuple[PlayedRoll, ...]:
        told: list[GivenDice] = []
        rolled: list[PlayedRoll] = []
        for entry in self.entries:
            told += [entry.input] if isinstance(entry, RollEntry) else []
            facts = [
                read_fact(self.kinds, ROLLED, event.values) for event in entry.events if event.tag == ROLLED
            ]
            rolled += [
                PlayedRoll(entry.n, fact.roll, tuple(throws_of(fact.roll, told)))
                for fact in facts
                if isinstance(fact, Rolled)
            ]
            told = [] if facts else told
        return tuple(rolled)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        return tuple(one.roll for one in self.rolled)

    @property
    def throws(self) -> list[Throw]:
        """Every throw of its dice."""
        return [throw for one in self.rolled for throw in one.throws]


class PlayedGame:
    """The commands of a game. Each is read once, also while the game goes on."""

    def __init__(self, kinds: Mapping[str, type[Fact]], timeline: Timeline) -> None:
        self._kinds, self._timeline = kinds, timeline
        self._known: Running[PlayedCommand | None] = Running(None, self._with)

    def at(self, n: int | None = None) -> PlayedCommand | None:
        """The command of an entry, or of the head, as far as that; None at the set-up."""
        return self._known.at(self._timeline, self._timeline.head if n is None else n)

    def way(self, n: int | None = None) -> list[PlayedCommand]:
        """Every command on the way to an entry, or to the head."""
        found, command = list[PlayedCommand](), self.at(n)
        while command is not None:
            found.append(command)
            command = command.before
        return found[::-1]

    def throws(self) -> list[Throw]:
        """Every throw that counts, in the order of the game."""
        return [throw for command in self.way() for throw in command.throws]

    def _with(self, before: PlayedCommand | None, entry: Entry) -> PlayedCommand:
        if before is None or isinstance(entry, CommandEntry):
            return PlayedCommand(self._kinds, (entry,), before)
        return PlayedCommand(self._kinds, (*before.entries, entry), before.before)
