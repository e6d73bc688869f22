"""Random variables: what a procedure works out from dice that nobody has looked at.

A `Distribution` says what is still possible of a throw, or of several jointly. A `RandomVariable` has a value for each of
its outcomes. Where a procedure must know more, as in a comparison that only some outcomes pass, the distribution is
conditioned on a part of them and the run goes on with that; the other parts are noted and get runs of their own.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any

from vedette.engine.lazy_numbers import Unknown

Outcome = tuple[Any, ...]
"""A result of each throw of a distribution, in the order of its `places`."""

Block = tuple[int, frozenset[Outcome]]
"""Some of the outcomes, and in how many ways they come about."""

MOST_JOINT = 3000
"""Outcomes of several throws that are kept as one distribution; where there would be more, one throw is observed."""


class Rerun(BaseException):
    """A variable was used as a key, which may outlive the run (in a cache): run again, with its value observed."""


class Distribution:
    """Outcomes, and in how many `ways` each comes about, as they are known at one moment of a run.

    `places`: which answers of the command its throws are. `play`: takes down what is conditioned. A distribution never
    changes: once it is conditioned or joined it goes on as `then`, whose outcome i comes from its own outcome `picked[i]`.
    """

    __slots__ = ("outcomes", "picked", "places", "play", "then", "ways")

    def __init__(
        self, places: tuple[int, ...], outcomes: Sequence[Outcome], ways: Sequence[int], play: Any
    ) -> None:
        self.places, self.outcomes, self.ways, self.play = places, outcomes, ways, play
        self.then: Distribution | None = None
        self.picked: Sequence[int] = ()

    def condition(self, parts: Sequence[Sequence[int]]) -> None:
        """Go on with the first of these parts of the outcomes, which are given by their indices."""
        blocks = [
            (sum([self.ways[i] for i in part]), frozenset([self.outcomes[i] for i in part])) for part in parts
        ]
        self.play.conditioned(self.places, blocks)
        self.picked = parts[0]
        outcomes, ways = [self.outcomes[i] for i in self.picked], [self.ways[i] for i in self.picked]
        self.then = Distribution(self.places, outcomes, ways, self.play)


def variable(distribution: Distribution, values: Sequence[Any]) -> Any:
    """A variable with these values, or the value itself where there is only one."""
    first = values[0]
    constant = values[-1] == first and values.count(first) == len(values)
    return first if constant else RandomVariable(distribution, values)


def join(one: Distribution, other: Distribution) -> None:
    """Let both go on as their joint distribution."""
    places = (*one.places, *other.places)
    outcomes = [(*a, *b) for a in one.outcomes for b in other.outcomes]
    ways = [x * y for x in one.ways for y in other.ways]
    many = range(len(other.outcomes))
    of_one = [i for i in range(len(one.outcomes)) for _ in many]
    of_other = [*many] * len(one.outcomes)
    left = one.play.compatible(places, outcomes, one.places, other.places)
    if left is not None:
        of_one, of_other, outcomes, ways = (
            [of[i] for i in left] for of in (of_one, of_other, outcomes, ways)
        )
    one.then = other.then = Distribution(places, outcomes, ways, one.play)
    one.picked, other.picked = of_one, of_other


def _lifted(way: Callable[[Any, Any], Any], *, swapped: bool = False) -> Any:
    def lifted(self: RandomVariable, other: Any) -> Any:
        if type(other) is RandomVariable:
            return self.with_other(way, other)
        mine, its = self.current_values(), repeat(other)
        return variable(self.distribution, [*map(way, its, mine)] if swapped else [*map(way, mine, its)])

    return lifted


def _observed(way: Callable[[Any, Any], bool]) -> Any:
    lifted = _lifted(way)

    def compare(self: RandomVariable, other: Any) -> bool:
        answer = lifted(self, other)
        return answer.observe() if type(answer) is RandomVariable else answer  # type: ignore[no-any-return]

    return compare


class RandomVariable(Unknown):
    """A value for each outcome of a distribution.

    `distribution` and `values` are as they were when `current_values` was asked for the last time.
    """

    __slots__ = ("distribution", "values")

    def __init__(self, distribution: Distribution, values: Sequence[Any]) -> None:
        self.distribution, self.values = distribution, values

    def current_values(self) -> Sequence[Any]:
        """The values for the outcomes that are still possible, in their order."""
        while (then := self.distribution.then) is not None:
            values = self.values
            self.distribution, self.values = then, [values[i] for i in self.distribution.picked]
        return self.values

    def simplified(self) -> Any:
        """The variable, or its only value by now."""
        values = self.current_values()
        return variable(self.distribution, values)

    def observe(self) -> Any:
        """Its value in the part of the outcomes that the run goes on with; the other parts get runs of their own."""
        parts: dict[Any, list[int]] = {}
        for i, value in enumerate(self.current_values()):
            parts.setdefault(value, []).append(i)
        if len(parts) > 1:
            self.distribution.condition([*parts.values()])
        return next(iter(parts))

    def of(self, way: Callable[[Any], Any]) -> Any:
        """A function of it."""
        values = [*map(way, self.current_values())]
        return variable(self.distribution, values)

    def with_other(self, way: Callable[[Any, Any], Any], other: Any) -> Any:
        """A function of it and another; where both together have too many outcomes, the other is observed."""
        if type(other) is not RandomVariable:
            return self.of(lambda value: way(value, other))
        mine, its = self.current_values(), other.current_values()
        if self.distribution is not other.distribution:
            if len(mine) * len(its) > MOST_JOINT:
                return self.with_other(way, other.observe())
            join(self.distribution, other.distribution)
            mine, its = self.current_values(), other.current_values()
        return variable(self.distribution, [*map(way, mine, its)])

    def __bool__(self) -> bool:
        answer = self.of(bool)
        return answer.observe() if type(answer) is RandomVariable else answer  # type: ignore[no-any-return]

    def __mul__(self, other: Any) -> Any:
        if isinstance(
            other, tuple | list | str
        ):  # it has a length, so that it must be observed how many there are
            return other * self.observe()
        return self.with_other(operator.mul, other)

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return self.of(operator.neg)

    def __abs__(self) -> Any:
        return self.of(abs)

    def __hash__(self) -> int:
        self.observe()
        raise Rerun

    def __int__(self) -> int:
        return int(self.observe())

    def __index__(self) -> int:
        return self.observe().__index__()  # type: ignore[no-any-return]

    def __float__(self) -> float:
        return float(self.observe())

    def __str__(self) -> str:
        return str(self.observe())

    def __format__(self, spec: str) -> str:
        return format(self.observe(), spec)

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other

    __add__, __radd__ = _lifted(operator.add), _lifted(operator.add, swapped=True)
    __sub__, __rsub__ = _lifted(operator.sub), _lifted(operator.sub, swapped=True)
    __mod__, __rmod__ = _lifted(operator.mod), _lifted(operator.mod, swapped=True)
    __floordiv__, __rfloordiv__ = _lifted(operator.floordiv), _lifted(operator.floordiv, swapped=True)
    __truediv__, __rtruediv__ = _lifted(operator.truediv), _lifted(operator.truediv, swapped=True)
    __eq__, __ne__ = _observed(operator.eq), _observed(operator.ne)
    __lt__, __le__, __gt__, __ge__ = map(_observed, (operator.lt, operator.le, operator.gt, operator.ge))
