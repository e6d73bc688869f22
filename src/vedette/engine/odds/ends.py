"""An end that is told of in several parts, where what is told must know more than the procedure had to: no run is made for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from vedette.engine.odds.numbers import Chance, Key, Number, number
from vedette.engine.record import is_frozen, replace


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
            own = [self.of(one, None) for one in value]
            return kind(own) if any(one is not old for one, old in zip(own, value, strict=True)) else value
        if isinstance(value, Mapping):
            was = before if isinstance(before, Mapping) else {}
            return self._changed(value, {key: self.of(one, was.get(key)) for key, one in value.items()})
        if is_frozen(kind):
            was = before if type(before) is kind else None
            held = {one.name: getattr(value, one.name) for one in fields(value)}
            own = {name: self.of(one, getattr(was, name, None)) for name, one in held.items()}
            return value if self._changed(held, own) is held else replace(value, **own)
        return value

    @staticmethod
    def _changed(old: Mapping[Any, Any], new: dict[Any, Any]) -> Mapping[Any, Any]:
        return new if any(new[key] is not one for key, one in old.items()) else old

    def _number(self, value: Number) -> Any:
        values = value.now()
        chance, left = self._chance(value.chance)
        return number(chance, values if left is None else [values[i] for i in left])

    def _chance(self, chance: Chance) -> tuple[Chance, list[int] | None]:
        found = self._chances.get(id(chance))
        if found is None:
            left = self._play.still_possible(chance.places, chance.keys)
            keys: list[Key] = [*chance.keys] if left is None else [chance.keys[i] for i in left]
            ways = [*chance.ways] if left is None else [chance.ways[i] for i in left]
            found = self._chances[id(chance)] = Chance(chance.places, keys, ways, self._play), left
        return found
