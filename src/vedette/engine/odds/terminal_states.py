"""Terminal states that are summed up in several parts: where the summary must know more than the procedure had to, no run is made for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.odds.random_variables import Distribution, RandomVariable, variable
from vedette.engine.odds.state_keys import getter_of

LEAVES = (str, int, bool, float, type(None))


@cache
def _read(kind: Any) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The fields of a record, and what reads them all at once."""
    return kind.__struct_fields__, getter_of(kind.__struct_fields__)


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
            alike = type(before) is kind and len(before) == len(value)
            own = self._changed(enumerate(value), before.__getitem__ if alike else lambda _: None)
            return kind(own.get(i, one) for i, one in enumerate(value)) if own else value
        if isinstance(value, Mapping):
            own = self._changed(value.items(), before.get if isinstance(before, Mapping) else lambda _: None)
            return {**value, **own} if own else value
        if not isinstance(value, Struct):
            return value
        names, read = _read(cast(Hashable, kind))
        was = dict(zip(names, read(before), strict=True)) if type(before) is kind else {}
        own = self._changed(zip(names, read(value), strict=True), was.get)
        return replace(value, **own) if own else value

    def _changed(self, held: Iterable[tuple[Any, Any]], before: Callable[[Any], Any]) -> dict[Any, Any]:
        """Copies, by their names, of the parts that hold variables."""
        found: dict[Any, Any] = {}
        for name, one in held:
            if type(one) in LEAVES or one is (was := before(name)):
                continue
            own = self.of(one, was)
            if own is not one:
                found[name] = own
        return found

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
