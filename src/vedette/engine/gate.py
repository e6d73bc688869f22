"""The gate: decides whether an entry can be an entry of this game, when a save is read and before one is written.

An entry that comes here has the form of one and its place in the tree (`timeline.py`). Its facts and its changes must
be such as this game has. Nothing behind the gate fails because of what an entry says.
"""

from __future__ import annotations

from typing import Any

from vedette.engine.errors import CommandError
from vedette.engine.facts import unreadable
from vedette.engine.mirror import Mirror, Undo, take_back
from vedette.engine.patch import Change
from vedette.engine.possible import data_must_be_possible
from vedette.engine.ruleset import Ruleset
from vedette.engine.timeline import Entry, HeadEntry, Timeline


class Gate:
    """Judges the entries of one timeline.

    It keeps the state as plain data, at the place where it looked last.
    """

    def __init__(self, ruleset: Ruleset[Any], start: Any, timeline: Timeline) -> None:
        """Stand on the set-up."""
        self._ruleset = ruleset
        self._first = start
        self._timeline = timeline
        self._mirror = Mirror(start)
        self._way: list[tuple[int, list[Undo]]] = []
        self._on_way = {0}

    def fault(self, entry: Entry) -> str:
        """Why an entry of the timeline, or the one that is to follow, can't be one of this game; "" where it can."""
        try:
            self._let_through(entry)
        except CommandError as error:
            return str(error)
        return ""

    def first_fault(self) -> tuple[int, str] | None:
        """The first entry of the timeline that can't be one of this game, and why.

        Entries are looked at branch by branch, so that it takes no longer where a game was often undone.
        """
        following: dict[int, list[Entry]] = {}
        for entry in reversed(self._timeline.entries):
            following.setdefault(entry.parent, []).append(entry)
        found: tuple[int, str] | None = None
        waiting = list(following.get(0, ()))
        while waiting:
            entry = waiting.pop()
            if found is not None and entry.n > found[0]:
                continue
            fault = self.fault(entry)
            if fault:
                found = entry.n, fault
            else:
                waiting += following.get(entry.n, ())
        return found

    def _let_through(self, entry: Entry) -> None:
        sides = self._first.sides
        agreed = entry.input.agreed if isinstance(entry, HeadEntry) else ()
        if (entry.who and entry.who not in sides) or (agreed and not sides.keys() >= set(agreed)):
            raise CommandError("there is no such side")
        for event in entry.events:
            fault = unreadable(self._ruleset.facts, event.tag, event.values)
            if fault:
                raise CommandError(f"{event.tag}: {fault}")
        if not entry.is_place:
            return
        self._stand_on(entry.parent)
        changes = self._go_on(entry)
        if changes:
            units = self._mirror.units(changes)
            data_must_be_possible(self._ruleset.impossible, self._first, self._mirror.data, units)

    def _stand_on(self, n: int) -> None:
        """Go to an entry of the timeline: back to where the ways part, and on."""
        if self._way and self._way[-1][0] == n:  # nearly always: it is the entry before
            return
        ahead: list[Entry] = []
        while n not in self._on_way:
            ahead.append(self._timeline.entry(n))
            n = ahead[-1].parent
        while self._way and self._way[-1][0] != n:
            left, made = self._way.pop()
            self._on_way.remove(left)
            take_back(made)
        for entry in reversed(ahead):
            self._go_on(entry)

    def _go_on(self, entry: Entry) -> list[Change]:
        """Make the changes of an entry, and tell them; raises CommandError, with none made, where one of them can't be."""
        changes = [change for event in entry.events for change in event.changes]
        self._way.append((entry.n, self._mirror.change(changes)))
        self._on_way.add(entry.n)
        return changes
