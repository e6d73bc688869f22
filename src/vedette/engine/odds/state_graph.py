"""The graph of states that were expanded: loops are solved exactly, as in an absorbing Markov chain, and choices are weighed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from vedette.engine.odds.random_variables import RandomVariable

Summary = Mapping[Any, Any]
"""Values of a terminal state by their names; a value may be a random variable."""


class Edge(NamedTuple):
    """A probability, and the next state's key or the summary of a terminal state. With neither it leads to something sealed."""

    probability: Fraction
    key: Any
    summary: Summary | None


Graph = dict[Any, dict[Any, list[Edge]]]
"""States by their keys: edges by the answer. A throw has one answer; of options the first is the one that is taken."""

Flow = dict[Any, Fraction]
"""A linear form: a multiple of the unknown weight of each looping state; None is the constant term."""


def absorbed(
    graph: Graph, weights: Mapping[Any, Fraction]
) -> tuple[list[tuple[Summary, Fraction]], Fraction]:
    """Return the terminal states in which these weights end up, and the weight that leads to something sealed.

    How much comes back to the start of a loop is an unknown; there is one linear equation for each.
    """
    order, loops = _topological(weights, lambda key: next(iter(graph[key].values())))
    flows: dict[Any, Flow] = {key: {None: weight} for key, weight in weights.items()}
    back: dict[Any, Flow] = {key: {} for key in loops}
    ends: list[tuple[Summary | None, Flow]] = []
    met = set()
    for key in order:
        met.add(key)
        flow = flows.pop(key, {})
        if key in loops:
            flow = {**flow, key: Fraction(1)}
        for edge in next(iter(graph[key].values())):
            onward = {name: some * edge.probability for name, some in flow.items()}
            if edge.key is None:
                ends.append((edge.summary, onward))
            else:
                into = back[edge.key] if edge.key in met else flows.setdefault(edge.key, {})
                for name, some in onward.items():
                    into[name] = into.get(name, Fraction(0)) + some
    known = _solved(back)
    found = [
        (end, sum((some * known[name] for name, some in flow.items()), Fraction(0))) for end, flow in ends
    ]
    sealed = sum((weight for end, weight in found if end is None), Fraction(0))
    return [(end, weight) for end, weight in found if end is not None], sealed


def _topological(
    starts: Iterable[Any], edges_of: Callable[[Any], Iterable[Edge]]
) -> tuple[list[Any], set[Any]]:
    """All reachable states, each before those that follow from it; and the states that a back edge leads to."""
    order, loops, open_now = list[Any](), set[Any](), dict[Any, bool]()
    for start in starts:
        stack = [] if start in open_now else [(start, iter(edges_of(start)))]
        while stack:
            key, edges = stack[-1]
            open_now[key] = True
            for edge in edges:
                if edge.key is not None and edge.key not in open_now:
                    stack.append((edge.key, iter(edges_of(edge.key))))
                    break
                if edge.key is not None and open_now[edge.key]:
                    loops.add(edge.key)
            else:
                open_now[key] = False
                order.append(key)
                stack.pop()
    return order[::-1], loops


def _solved(equations: dict[Any, Flow]) -> Flow:
    """Solve for the unknowns by elimination; each equation says what an unknown is in terms of all of them."""
    left = {key: dict(flow) for key, flow in equations.items()}
    for key, flow in left.items():
        itself = flow.pop(key, Fraction(0))
        for name in flow:
            flow[name] /= (1 - itself) or 1  # a loop without an exit has no end that this could be wrong for
        for other, into in left.items():
            if other != key and (times := into.pop(key, None)):
                for name, some in flow.items():
                    into[name] = into.get(name, Fraction(0)) + times * some
    return {None: Fraction(1), **{key: flow.get(None, Fraction(0)) for key, flow in left.items()}}


def range_of(
    graph: Graph, start: Any, name: Any, what: Callable[[Any], float | Fraction]
) -> tuple[Fraction, Fraction] | None:
    """The least and the greatest mean of something at the ends, over all choices; None where there are loops."""
    known: dict[Any, tuple[Fraction, Fraction]] = {}

    def means(edges: list[Edge]) -> tuple[Fraction, Fraction] | None:
        least = most = Fraction(0)
        for edge in edges:
            if edge.key is not None:
                found = known.get(edge.key)
            elif edge.summary is None:
                found = None
            else:
                values = values_of(edge.summary.get(name), Fraction(1))
                end = sum((weight * Fraction(what(one)) for weight, one in values), Fraction(0))
                found = end, end
            if found is None:
                return None
            least, most = least + edge.probability * found[0], most + edge.probability * found[1]
        return least, most

    order, _ = _topological([start], lambda key: chain.from_iterable(graph[key].values()))
    for key in reversed(
        order
    ):  # the start of a loop isn't known when the loop leads back to it, and stays unknown
        options = [means(edges) for edges in graph[key].values()]
        weighed = [one for one in options if one is not None]
        if len(weighed) == len(options):
            known[key] = min(one[0] for one in weighed), max(one[1] for one in weighed)
    return known.get(start)


def values_of(value: Any, weight: Fraction) -> Iterator[tuple[Fraction, Any]]:
    """Share a weight out among the values of a variable; anything else gets all of it."""
    if type(value) is not RandomVariable:
        yield weight, value
        return
    ways: dict[Any, int] = {}
    for one, some in zip(value.current_values(), value.distribution.ways, strict=True):
        ways[one] = ways.get(one, 0) + some
    whole = weight.denominator * sum(ways.values())
    for one, some in ways.items():
        yield Fraction(weight.numerator * some, whole), one
