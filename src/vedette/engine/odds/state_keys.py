"""Canonical keys of states, by hash-consing: equal values have the same key, so that equal states are looked into once.

A key covers the game's state, the facts heard, what is asked, and what the suspended procedure may still use. What can't be
compared by its value is equal to itself only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from operator import attrgetter
from types import CoroutineType, FunctionType, GeneratorType, MethodType
from typing import Any, cast

from msgspec import Struct
from pydantic import BaseModel

from vedette.engine.marks import PAST, kept_fields, marked
from vedette.engine.odds.lazy_roll import LaidRoll, LazyRoll, OrderedLazyRoll
from vedette.engine.odds.random_variables import Distribution, RandomVariable
from vedette.engine.odds.suspended_frames import frames_of

PLAIN = frozenset({str, int, type(None)})
ALIKE = frozenset({bool, float})
"""Types whose values may be equal to an `int`, and are different values nevertheless."""

_THINGS: tuple[Any, ...] = ((), [], "", {}, {}.items(), {}.values(), range(0), range(1 << 99), reversed([]))
ITERATORS = frozenset({*(type(iter(thing)) for thing in _THINGS), enumerate, zip, map, reversed})


class Key:
    """Stands for all values that are equal to one."""

    __slots__ = ()


class StateKeys:
    """Keys for values. Every value that its id is remembered of is kept, so that no id comes again.

    `same` are types whose objects all count as one. `before`: keys that are taken over. `variables` collects the random variables
    that were met.
    """

    def __init__(self, *same: object, before: StateKeys | None = None) -> None:
        self._same = same
        self._before: Mapping[int, tuple[Any, Key]] = before._known if before else {}
        self._keys_before: Mapping[Hashable, Key] = before._keys if before else {}
        self.variables: list[RandomVariable] = []
        self._keys: dict[Hashable, Key] = {}
        self._known: dict[int, tuple[Any, Key]] = {}
        self._own: dict[int, Any] = {}

    def key_of(self, value: Any) -> Hashable:
        """Return a hashable key: two values with equal keys lead to the same odds."""
        kind: Any = type(value)
        if kind in PLAIN:
            return value  # type: ignore[no-any-return]
        if kind in ALIKE:
            return kind, value
        known = self._known.get(id(value)) or self._before.get(id(value))
        if known is not None:
            return known[1]
        if kind in self._same:
            return kind  # type: ignore[no-any-return]
        if kind is RandomVariable:
            value = value.simplified()
            if type(value) is not RandomVariable:
                return self.key_of(value)
            self.variables.append(value)
            return self._key((kind, self._distribution(value.distribution), tuple(value.values)))
        if kind in (LazyRoll, OrderedLazyRoll, LaidRoll):
            parts = self._all_of((value.results, value.throw, value.pool))
            return self._key((kind, value.partition, *parts))
        if compared_fields(kind) is not None:
            met = len(self.variables)
            key = self._key((kind, *self._all_of(field_reader(kind)(value))))
            if met == len(self.variables):  # else more of it may be observed by the next time
                self._known[id(value)] = value, key
            return key
        if isinstance(value, (tuple, list)):
            return self._key((kind, *self._all_of(value)))
        if kind is dict or isinstance(value, Mapping):
            return self._key((kind, *self._all_of(value), *self._all_of(value.values())))
        if kind in (set, frozenset):
            return self._key((kind, frozenset(map(self.key_of, value))))
        if isinstance(value, BaseModel):
            return self._key((kind, self.key_of(value.__dict__)))
        if kind is FunctionType:
            cells = tuple(self.key_of(cell.cell_contents) for cell in value.__closure__ or ())
            return self._key((kind, id(value.__code__), cells, self.key_of(value.__defaults__)))
        if kind is MethodType:
            return self._key((kind, id(value.__func__), self.key_of(value.__self__)))
        if kind is range:
            return self._key((kind, value.start, value.stop, value.step))
        if kind in (CoroutineType, GeneratorType) and (frames := self.key_of_suspended(value)):
            return self._key((kind, *frames))
        if kind in ITERATORS:
            return self._key((kind, *map(self.key_of, value.__reduce__())))
        self._own[id(value)] = value
        return self._key((kind, id(value)))

    def key_of_suspended(self, awaited: Any) -> list[Hashable] | None:
        """Return a key of where a coroutine waits and of what it may still use; None where `frames_of` can't tell."""
        frames = frames_of(awaited)
        if frames is None:
            return None
        found: list[Hashable] = []
        for place, held in frames:
            found += (place, tuple(self._all_of(held)))
        return found

    def _all_of(self, values: Iterable[Any]) -> list[Hashable]:
        """The key of each of these; most of what a state holds is plain, which takes no call."""
        found: list[Hashable] = []
        for value in values:
            kind = type(value)
            if kind in PLAIN:
                found.append(value)
            elif kind in ALIKE:
                found.append((kind, value))
            elif kind is tuple and not value:
                found.append(())
            else:
                found.append(self.key_of(value))
        return found

    def _distribution(self, value: Distribution) -> Hashable:
        known = self._known.get(id(value.ways))
        if known is None:  # throws of the same pool may share them
            known = self._known[id(value.ways)] = value.ways, self._key(tuple(value.ways))
        return Distribution, value.places, known[1]

    def __len__(self) -> int:
        return len(self._known)

    def _key(self, parts: Hashable) -> Key:
        key = self._keys.get(parts) or self._keys_before.get(parts)
        if key is None:
            key = self._keys[parts] = Key()
        return key


@cache
def field_reader(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that reads all compared fields of such a value at once."""
    names = compared_fields(kind) or ()
    if len(names) > 1:
        return cast(Callable[[Any], tuple[Any, ...]], attrgetter(*names))
    return lambda value: tuple(getattr(value, name) for name in names)  # of fewer, attrgetter makes no tuple


@cache
def compared_fields(kind: Hashable) -> tuple[str, ...] | None:
    """The fields of a struct, without those that only tell what has happened or never change; None for other types."""
    if not isinstance(kind, type) or not issubclass(kind, Struct) or not kind.__struct_config__.eq:
        return None
    past = marked(kind, PAST)
    return tuple(name for name in kept_fields(kind) or () if name not in past)
