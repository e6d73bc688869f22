"""Which entries a game can have: decided when a save is read and before one is written.

An entry that comes here has the form of one and its place in the tree (`timeline.py`). Its facts must be facts of this game, and its
changes must lead to a state that this game can be in. Nothing behind fails because of what an entry says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact, unreadable
from vedette.engine.patch import Place, folded
from vedette.engine.references import missing, ways_to_references
from vedette.engine.state import GameState, S
from vedette.engine.timeline import Entry, HeadEntry

Impossible = Callable[[Any, Any, Collection[str]], Iterator[str]]
"""A game's own reasons against a state: given the first state, that one, and those of its units that may have changed."""


def state_after(
    facts: Mapping[str, type[Fact]], impossible: Impossible, start: S, before: S, entry: Entry
) -> S:
    """The state after an entry that follows a state of a game with these facts that began with `start`.

    Raises CommandError where it can't be an entry of this game.
    """
    sides = {entry.who, *entry.input.agreed} if isinstance(entry, HeadEntry) else {entry.who}
    if not start.sides.keys() >= sides - {""}:
        raise CommandError("there is no such side")
    after = before
    places: list[Place] = []
    for event in entry.events:
        if fault := unreadable(facts, event.tag, event.values):
            raise CommandError(f"{event.tag}: {fault}")
        if event.changes:
            after, referring = folded(after, event.changes)
            places += referring
    if after is not before:
        for place in places:  # one to which others may refer says it for all of the state
            if place.is_referred:
                if fault := missing(after, after, ways_to_references(after.__class__)):
                    raise CommandError(fault)
                break
            if fault := missing(after, place.value(after), place.references):
                raise CommandError(f"{shown(place.path)}: {fault}")
        units: list[str] = []
        if after.units is not before.units:
            units = [id for id, unit in after.units.items() if before.units.get(id) is not unit]
        _require_possible(impossible, start, after, units)
    return after


def must_be_possible(impossible: Impossible, start: GameState, state: GameState) -> None:
    """Raise CommandError for what no state of this game can be; `start` is one that can."""
    if fault := missing(state, state, ways_to_references(state.__class__)):
        raise CommandError(fault)
    _require_possible(impossible, start, state, state.units)


def _require_possible(
    impossible: Impossible, start: GameState, state: GameState, units: Collection[str]
) -> None:
    if state.sides.keys() != start.sides.keys():
        raise CommandError("no side comes or goes")
    if fault := next(impossible(start, state, units), ""):
        raise CommandError(fault)
