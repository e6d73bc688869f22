"""Numbers that aren't known yet: what a procedure makes of dice that nobody has looked at.

A `Chance` is what is still possible of a throw, or of several together. Whatever is worked out from it is a `Number`, one
value for each result; where a procedure must know more, as in a comparison that some of them pass and some don't, the
chance is narrowed to a part of them, and the run goes on with that; the other parts are noted, and looked into by runs of
their own.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any

from vedette.engine.amounts import Unknown

Key = tuple[Any, ...]
"""A result of each throw that a chance is made of."""

Portion = tuple[int, frozenset[Key]]
"""Some of the results, and in how many ways they come about."""

JOINT = 3000
"""Results of several throws that are kept together; where there would be more, one of them must be known."""


class Rerun(BaseException):
    """A number was wanted as a key, and what keeps a key may outlive the run: begin again, with the number known."""


class Chance:
    """Results, and in how many `ways` each of them comes about, as they are known at one time of a run.

    `places` are those of its throws among the answers of the command. The `play` takes down what is narrowed, and knows
    what has been before. A chance never changes: once more is known, or it has become part of another, it goes on as
    `then`, each of whose results goes back to one of its own, whose index is in `picked`.
    """

    __slots__ = ("keys", "picked", "places", "play", "then", "ways")

    def __init__(self, places: tuple[int, ...], keys: Sequence[Key], ways: Sequence[int], play: Any) -> None:
        """As it is known now."""
        self.places, self.keys, self.ways, self.play = places, keys, ways, play
        self.then: Chance | None = None
        self.picked: Sequence[int] = ()

    def narrow(self, parts: Sequence[Sequence[int]]) -> None:
        """Go on with the first part."""
        first = parts[0]
        self.play.narrowed(self.places, [self._part(part) for part in parts])
        keys, ways = [self.keys[i] for i in first], [self.ways[i] for i in first]
        self.then, self.picked = Chance(self.places, keys, ways, self.play), first

    def _part(self, part: Sequence[int]) -> Portion:
        return sum([self.ways[i] for i in part]), frozenset([self.keys[i] for i in part])

    def latest(self) -> Chance:
        """As it has become."""
        chance = self
        while chance.then is not None:
            chance = chance.then
        return chance


def number(chance: Chance, values: Sequence[Any]) -> Any:
    """A number that isn't known yet, or the one that it can only be."""
    first = values[0]
    alike = values[-1] == first and values.count(first) == len(values)
    return first if alike else Number(chance, values)


def joined(one: Chance, other: Chance) -> None:
    """Both go on as one."""
    many = range(len(other.keys))
    mine = [i for i in range(len(one.keys)) for _ in many]
    its = [*many] * len(one.keys)
    places = (*one.places, *other.places)
    keys = [(*a, *b) for a in one.keys for b in other.keys]
    ways = [x * y for x in one.ways for y in other.ways]
    left = one.play.still_possible(places, keys, one.places, other.places)
    if left is not None:
        mine, its, keys, ways = ([of[i] for i in left] for of in (mine, its, keys, ways))
    one.then = other.then = Chance(places, keys, ways, one.play)
    one.picked, other.picked = mine, its


def _worked(way: Callable[[Any, Any], Any], *, turned: bool = False) -> Any:
    def worked(self: Number, other: Any) -> Any:
        if type(other) is Number:
            return self.with_other(way, other)
        mine, its = self.now(), repeat(other)
        return number(self.chance, [*map(way, its, mine)] if turned else [*map(way, mine, its)])

    return worked


def _times(*, turned: bool = False) -> Any:
    """A product; how many of a list there are must be known, since a list has a length."""
    worked = _worked(operator.mul, turned=turned)

    def times(self: Number, other: Any) -> Any:
        return other * self.known() if isinstance(other, tuple | list | str) else worked(self, other)

    return times


def _told(way: Callable[[Any, Any], bool]) -> Any:
    worked = _worked(way)

    def told(self: Number, other: Any) -> bool:
        answer = worked(self, other)
        return answer.known() if type(answer) is Number else answer  # type: ignore[no-any-return]

    return told


class Number(Unknown):
    """A value for each result of a chance; it is known when it is the same for all that are possible.

    `chance` and `values` are those of the last look at it, which is `now`.
    """

    __slots__ = ("chance", "values")

    def __init__(self, chance: Chance, values: Sequence[Any]) -> None:
        """The values, in the order of the results."""
        self.chance, self.values = chance, values

    def now(self) -> Sequence[Any]:
        """The values for what is still possible, in the order of the chance's results."""
        while (then := self.chance.then) is not None:
            values = self.values
            self.chance, self.values = then, [values[i] for i in self.chance.picked]
        return self.values

    def by_now(self) -> Any:
        """The number, or what it can only be by now."""
        values = self.now()
        return number(self.chance, values)

    def known(self) -> Any:
        """What it is, in the part of the results that the run goes on with."""
        parts: dict[Any, list[int]] = {}
        for i, value in enumerate(self.now()):
            parts.setdefault(value, []).append(i)
        if len(parts) > 1:
            self.chance.narrow([*parts.values()])
        return next(iter(parts))

    def of(self, way: Callable[[Any], Any]) -> Any:
        """What is made of it."""
        values = [*map(way, self.now())]
        return number(self.chance, values)

    def with_other(self, way: Callable[[Any, Any], Any], other: Any) -> Any:
        """What is made of it and another; where both together are too much, the other must be known."""
        if type(other) is not Number:
            return self.of(lambda value: way(value, other))
        mine, its = self.now(), other.now()
        if self.chance is not other.chance:
            if len(mine) * len(its) > JOINT:
                return self.with_other(way, other.known())
            joined(self.chance, other.chance)
            mine, its = self.now(), other.now()
        return number(self.chance, [*map(way, mine, its)])

    def __bool__(self) -> bool:
        answer = self.of(bool)
        return answer.known() if type(answer) is Number else answer  # type: ignore[no-any-return]

    def __neg__(self) -> Any:
        return self.of(operator.neg)

    def __abs__(self) -> Any:
        return self.of(abs)

    def __hash__(self) -> int:
        self.known()
        raise Rerun

    def __int__(self) -> int:
        return int(self.known())

    def __index__(self) -> int:
        return self.known().__index__()  # type: ignore[no-any-return]

    def __float__(self) -> float:
        return float(self.known())

    def __str__(self) -> str:
        return str(self.known())

    def __format__(self, spec: str) -> str:
        return format(self.known(), spec)

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other

    __add__, __radd__ = _worked(operator.add), _worked(operator.add, turned=True)
    __sub__, __rsub__ = _worked(operator.sub), _worked(operator.sub, turned=True)
    __mul__, __rmul__ = _times(), _times(turned=True)
    __mod__, __rmod__ = _worked(operator.mod), _worked(operator.mod, turned=True)
    __floordiv__, __rfloordiv__ = _worked(operator.floordiv), _worked(operator.floordiv, turned=True)
    __truediv__, __rtruediv__ = _worked(operator.truediv), _worked(operator.truediv, turned=True)
    __eq__, __ne__ = _told(operator.eq), _told(operator.ne)
    __lt__, __le__, __gt__, __ge__ = map(_told, (operator.lt, operator.le, operator.gt, operator.ge))
