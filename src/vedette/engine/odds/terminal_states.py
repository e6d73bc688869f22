"""An end that is told of in several parts, where what is told must know more than the procedure had to: no run is made for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, cast

from vedette.engine.odds.random_variables import Chance, Number, number
from vedette.engine.odds.state_keys import at_once
from vedette.engine.record import is_frozen, replace

LEAVES = (str, int, bool, float, type(None))


def nothing(name: Any) -> None:
    """There was nothing of that name before."""


@cache
def _read(kind: Any) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The fields of a record, and what reads them all at once."""
    names = tuple(one.name for one in fields(kind))
    return names, at_once(names)


class Part:
    """What an end still holds of its unknown numbers, so that those of the end itself stay as they are."""

    def __init__(self, play: Any) -> None:
        """The part that agrees with what the play knows now."""
        self._play = play
        self._chances: dict[int, tuple[Chance, list[int] | None]] = {}

    def of(self, value: Any, before: Any) -> Any:
        """A value with numbers of its own; what is the same object as before the command holds none."""
        kind = type(value)
        if value is before:
            return value
        if kind is Number:
            return self._number(value)
        if kind in (tuple, list):
            alike = type(before) is kind and len(before) == len(value)
            own = self._own(enumerate(value), before.__getitem__ if alike else nothing)
            return kind(own.get(i, one) for i, one in enumerate(value)) if own else value
        if isinstance(value, Mapping):
            own = self._own(value.items(), before.get if isinstance(before, Mapping) else nothing)
            return {**value, **own} if own else value
        if not is_frozen(cast(Hashable, kind)):
            return value
        names, read = _read(cast(Hashable, kind))
        held = zip(names, read(value), strict=True)
        if type(before) is kind:
            was = dict(zip(names, read(before), strict=True))
            own = self._own(held, was.get)
        else:
            own = self._own(held, nothing)
        return replace(value, **own) if own else value

    def _own(self, held: Iterable[tuple[Any, Any]], before: Callable[[Any], Any]) -> dict[Any, Any]:
        """What has numbers of its own now, of what is held by names."""
        found: dict[Any, Any] = {}
        for name, one in held:
            if type(one) in LEAVES or one is (was := before(name)):
                continue
            own = self.of(one, was)
            if own is not one:
                found[name] = own
        return found

    def _number(self, value: Number) -> Any:
        values = value.now()
        chance, left = self._chance(value.chance)
        return number(chance, values if left is None else [values[i] for i in left])

    def _chance(self, chance: Chance) -> tuple[Chance, list[int] | None]:
        found = self._chances.get(id(chance))
        if found is None:
            left = self._play.still_possible(chance.places, chance.keys)
            keys = chance.keys if left is None else [chance.keys[i] for i in left]
            ways = chance.ways if left is None else [chance.ways[i] for i in left]
            found = self._chances[id(chance)] = Chance(chance.places, keys, ways, self._play), left
        return found
