"""Terminal states that are summed up in several parts: where the summary must know more than the procedure had to, no run is made for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import repeat
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from vedette.engine.odds.random_variables import Distribution, RandomVariable, variable

LEAVES = (str, int, bool, float, type(None))


class ConditionedCopy:
    """Copies values with variables of their own, conditioned on what the play knows now; those of the end stay as they are."""

    def __init__(self, play: Any) -> None:
        self._play = play
        self._copies: dict[int, tuple[Distribution, list[int] | None]] = {}

    def of(self, value: Any, before: Any) -> Any:
        """A copy; what is the same object as `before` the command holds no variables, and is not copied."""
        kind = type(value)
        if value is before:
            return value
        if kind is RandomVariable:
            values = value.current_values()
            distribution, left = self._distribution(value.distribution)
            return variable(distribution, values if left is None else [values[i] for i in left])
        if kind in (tuple, list):
            was = before if type(before) is kind and len(before) == len(value) else repeat(None)
            own = self._changed(zip(range(len(value)), value, was, strict=False))
            return kind(own.get(i, one) for i, one in enumerate(value)) if own else value
        if isinstance(value, Mapping):
            held = before if isinstance(before, Mapping) else {}
            own = self._changed((name, one, held.get(name)) for name, one in value.items())
            return {**value, **own} if own else value
        if not isinstance(value, Struct):
            return value
        was = astuple(before) if type(before) is kind else repeat(None)
        own = self._changed(zip(value.__struct_fields__, astuple(value), was, strict=False))
        return replace(value, **own) if own else value

    def _changed(self, held: Iterable[tuple[Any, Any, Any]]) -> dict[Any, Any]:
        return {
            name: own
            for name, one, was in held
            if type(one) not in LEAVES and one is not was and (own := self.of(one, was)) is not one
        }

    def _distribution(self, distribution: Distribution) -> tuple[Distribution, list[int] | None]:
        # Its id can't come again: the end that is copied holds it.
        found = self._copies.get(id(distribution))
        if found is None:
            outcomes, ways = distribution.outcomes, distribution.ways
            left = self._play.compatible(distribution.places, outcomes)
            if left is not None:
                outcomes, ways = [outcomes[i] for i in left], [ways[i] for i in left]
            copy = Distribution(distribution.places, outcomes, ways, self._play)
            found = self._copies[id(distribution)] = copy, left
        return found
