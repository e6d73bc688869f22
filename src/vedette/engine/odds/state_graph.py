"""Positions that were looked into, and what leads where: loops come out exact, and choices are weighed against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from vedette.engine.odds.random_variables import Number

Told = Mapping[Any, Any]


class Way(NamedTuple):
    """One of the ways on from a position: its share, and the next position or what is told of the end.

    With neither it leads to something sealed.
    """

    share: Fraction
    key: Any
    told: Told | None


Graph = dict[Any, dict[Any, list[Way]]]
"""Positions by their keys: the ways on by the answer; a throw has one answer, and of options the first is the one taken."""

Flow = dict[Any, Fraction]
"""How much comes in, as so many times each of the unknown numbers: what comes back to a position; None is the number itself."""


def carried_on(graph: Graph, weights: Mapping[Any, Fraction]) -> tuple[list[tuple[Told, Fraction]], Fraction]:
    """The ends of what stands at positions that are known, and what of it leads to something sealed.

    What leads back to a position is an unknown number; how much that is in all follows from one equation for each.
    """
    order, loops = _ordered(weights, partial(_taken, graph))
    flows: dict[Any, Flow] = {key: {None: weight} for key, weight in weights.items()}
    back: dict[Any, Flow] = {key: {} for key in loops}
    ends: list[tuple[Told | None, Flow]] = []
    met = set()
    for key in order:
        met.add(key)
        flow = flows.pop(key, {})
        if key in loops:
            flow = {**flow, key: Fraction(1)}
        for way in _taken(graph, key):
            onward = {name: some * way.share for name, some in flow.items()}
            if way.key is None:
                ends.append((way.told, onward))
            else:
                into = back[way.key] if way.key in met else flows.setdefault(way.key, {})
                for name, some in onward.items():
                    into[name] = into.get(name, Fraction(0)) + some
    known = _solved(back)
    told = [
        (end, sum((some * known[name] for name, some in flow.items()), Fraction(0))) for end, flow in ends
    ]
    lost = sum((weight for end, weight in told if end is None), Fraction(0))
    return [(end, weight) for end, weight in told if end is not None], lost


def _taken(graph: Graph, key: Any) -> list[Way]:
    """The ways on with the answer that is taken."""
    return next(iter(graph[key].values()))


def _every(graph: Graph, key: Any) -> Iterator[Way]:
    """The ways on with any answer."""
    return chain.from_iterable(graph[key].values())


def _ordered(starts: Iterable[Any], ways_on: Callable[[Any], Iterable[Way]]) -> tuple[list[Any], set[Any]]:
    """All that can be reached, each before what follows from it; and those that something leads back to."""
    order, loops, state = list[Any](), set[Any](), dict[Any, bool]()
    for start in starts:
        stack = [] if start in state else [(start, iter(ways_on(start)))]
        while stack:
            key, ways = stack[-1]
            state[key] = True
            for way in ways:
                if way.key is not None and way.key not in state:
                    stack.append((way.key, iter(ways_on(way.key))))
                    break
                if way.key is not None and state[way.key]:
                    loops.add(way.key)
            else:
                state[key] = False
                order.append(key)
                stack.pop()
    return order[::-1], loops


def _solved(back: dict[Any, Flow]) -> Flow:
    """The unknown numbers, each of which is told by the others and itself."""
    left = {key: dict(flow) for key, flow in back.items()}
    for key, flow in left.items():
        itself = flow.pop(key, Fraction(0))
        for name in flow:
            flow[name] /= (1 - itself) or 1  # what never ends has no end that this could be wrong for
        for other, into in left.items():
            if other != key and (times := into.pop(key, None)):
                for name, some in flow.items():
                    into[name] = into.get(name, Fraction(0)) + times * some
    return {None: Fraction(1), **{key: flow.get(None, Fraction(0)) for key, flow in left.items()}}


def range_of(
    graph: Graph, start: Any, name: Any, what: Callable[[Any], float | Fraction]
) -> tuple[Fraction, Fraction] | None:
    """The least and the greatest mean of something at the ends, over all that may be chosen; None where there are loops."""
    known: dict[Any, tuple[Fraction, Fraction]] = {}

    def mean(ways: list[Way]) -> tuple[Fraction, Fraction] | None:
        least = most = Fraction(0)
        for way in ways:
            if way.key is not None:
                found = known.get(way.key)
            elif way.told is None:
                found = None
            else:
                end = sum(
                    (part * Fraction(what(one)) for part, one in parts_of(way.told.get(name), Fraction(1)))
                )
                found = Fraction(end), Fraction(end)
            if found is None:
                return None
            least, most = least + way.share * found[0], most + way.share * found[1]
        return least, most

    order, _ = _ordered([start], partial(_every, graph))
    for key in reversed(order):  # what a loop leads back to is not known yet, and so stays unknown
        means = [mean(ways) for ways in graph[key].values()]
        every = [one for one in means if one is not None]
        if len(every) == len(means):
            known[key] = min(one[0] for one in every), max(one[1] for one in every)
    return known.get(start)


def parts_of(value: Any, weight: Fraction) -> Iterator[tuple[Fraction, Any]]:
    """A value with its weight, or each that a number may have."""
    if type(value) is not Number:
        yield weight, value
        return
    ways: dict[Any, int] = {}
    for one, some in zip(value.now(), value.chance.ways, strict=True):
        ways[one] = ways.get(one, 0) + some
    whole = weight.denominator * sum(ways.values())
    for one, some in ways.items():
        yield Fraction(weight.numerator * some, whole), one
