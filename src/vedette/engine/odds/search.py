"""Exact odds: a procedure is run once for everything that it makes of its dice, and positions that are equal are one.

The weights are fractions. What has not been looked into yet is the `rest`, so that the odds are known at any time between
a chance and the chance with all of the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from time import perf_counter
from typing import Any, Generic, TypeVar

from vedette.engine.facts import Fact
from vedette.engine.odds import state_graph
from vedette.engine.odds.odds_play import APART, TOGETHER, Cells, Hears, OddsPlay, narrower
from vedette.engine.odds.outcomes import PLACES, ROW, TOTAL, Cut, Cuts, Finer, Throw, Throws
from vedette.engine.odds.random_variables import Number, Rerun
from vedette.engine.odds.sample import Sample, Terms
from vedette.engine.odds.standard_error import standard_error
from vedette.engine.odds.state_graph import parts_of
from vedette.engine.odds.state_keys import Positions
from vedette.engine.odds.terminal_states import Part
from vedette.engine.play import Play
from vedette.engine.readings import unexplained
from vedette.engine.requests import Answer, ChoiceRequest, DiceRequest, Option, different
from vedette.engine.sealed import StaysSealed, kept_shut

S = TypeVar("S")
Procedure = Callable[[Play[S]], Coroutine[Any, Any, None]]

Telling = Callable[[S, Any], Mapping[Any, Any]]
"""What is told of an end, from its state and from what was heard: values by their names."""

Chooses = Callable[[ChoiceRequest], str | int]
"""What is chosen where the procedure asks."""

USUAL: Mapping[str, Cuts] = {
    **dict.fromkeys(("tests", "count", "low"), frozenset([("mark", "failure")])),
    **dict.fromkeys(("total", "sum"), frozenset([TOTAL])),
    "faces": frozenset([PLACES]),
}
"""What is nearly always read of a pool."""

ALONE = 0.25
"""Seconds for which odds are only worked out; then half of the time is for a sample, as long as much is left."""

BLIND = 0.05
"""The same where nothing at all is known by then."""

LITTLE = Fraction(1, 5)
"""What may be left by then without a sample: so narrow an interval tells more."""

TURN = 0.01
"""Seconds that are spent on the one or the other at a stretch."""

MOST_POSITIONS = 30_000
"""So many positions are looked into at most: some hundred megabytes."""

MOST_WEIGHED = 600
"""The same where choices are weighed: about a second. Where they lead to more, it is often hours."""

REMEMBERED = 100_000
"""So many values at most are remembered from one search to the next."""

_SEALED = object()
"""In place of what is asked: something sealed would have to be opened."""

_THROWN = object()
"""The answer to a throw: all of its results."""


@dataclass(slots=True)
class Odds:
    """How likely each value of each name is: worked out, or else how often it came in so many tries, `sampled`.

    `chances`: fractions by value by name. `rest`: what has not been looked into; `sealed` is the part of it that depends on what a
    side has sealed, and stays unknown. `choices`: what was taken to be chosen, by the name of the question.
    Where nothing else could be chosen it is left out. `runs`: how often the procedure was begun.
    """

    chances: dict[Any, dict[Any, Fraction]] = field(default_factory=dict)
    rest: Fraction = Fraction(1)
    sealed: Fraction = Fraction(0)
    choices: dict[str, Option] = field(default_factory=dict)
    runs: int = 0
    sampled: int = 0

    @property
    def exact(self) -> bool:
        """Whether all of it has been looked into."""
        return not self.rest and not self.sampled

    @property
    def kind(self) -> str:
        """`exact`; `interval` where the rest may add to each chance; or `sample`, whose chances have a standard error."""
        return "sample" if self.sampled else "exact" if self.exact else "interval"

    def error_of(self, chance: Fraction) -> float:
        """The standard error of a chance in a sample; 0 where it was worked out."""
        return standard_error(chance, self.sampled)

    @property
    def complete(self) -> bool:
        """Whether nothing is left that can be looked into."""
        return self.rest == self.sealed

    def add(self, name: Any, value: Any, weight: Fraction) -> None:
        """A value is that much more likely."""
        values = self.chances.setdefault(name, {})
        values[value] = values.get(value, Fraction(0)) + weight


@dataclass(slots=True)
class _Node(Generic[S]):
    """A position: how likely it is (roughly too), the answers and cells on one way there, and a run that stands there."""

    weight: Fraction
    script: tuple[Any, ...]
    cells: Cells
    play: OddsPlay[S]
    run: Coroutine[Any, Any, None] | None
    asked: Any = None
    key: Any = None
    told: Mapping[Any, Any] | None = None
    likely: float = 0.0


@dataclass(slots=True)
class _Todo:
    """A run to be made: its part of the weight, its answers, what is known of them."""

    weight: Fraction
    script: tuple[Any, ...]
    cells: Cells


_common = Positions(OddsPlay)


def _known_before(*values: Any) -> Positions:
    """Positions with marks for what there is before a search: most of it is the same as before the last one."""
    global _common  # noqa: PLW0603
    if len(_common) > REMEMBERED:
        _common = Positions(OddsPlay)
    for value in values:
        _common.of(value)
    return _common


def first_option(request: ChoiceRequest) -> str | int:
    """What is chosen where nobody says otherwise: what was chosen before, else what is named first."""
    return request.options[0].value if request.suggested is None else request.suggested


def hears_nothing(heard: Any, fact: Fact) -> Any:
    """What happened is of no interest."""
    return heard


class Search(Generic[S]):
    """Looks for the odds of a procedure, as long at a time as it is let."""

    odds: Odds
    _next: Iterator[_Node[S]]
    _waiting: dict[Any, _Node[S]]
    _aside: dict[tuple[Any, Any], _Node[S]]

    def __init__(
        self,
        procedure: Procedure[S],
        state: S,
        tells: Telling[S],
        *,
        hears: Hears = hears_nothing,
        heard: Any = (),
        chooses: Chooses = first_option,
        recorded: Sequence[Answer] | None = None,
    ) -> None:
        """`tells`, what is told of an end. `recorded`, the answers that a command under way has had already; what it opened by then is known."""
        self._procedure, self._state, self._tells = procedure, state, tells
        self._hears, self._heard, self._chooses = hears, heard, chooses
        self._terms: Terms = {"hears": hears, "heard": heard, "chooses": chooses, "recorded": recorded}
        self._recorded, self._public = tuple(recorded or ()), -1 if recorded is None else len(recorded)
        self._learned: dict[Any, Cuts] = {}
        self._weighs = self._weighed = False
        self._weigher: Search[S] | None = None
        self._sample: Sample[S] | None = None
        self._spent = self._tried = 0.0
        self._begin()

    @property
    def read_raw(self) -> set[str]:
        """Why those rolls are made of which it mattered which die shows what."""
        return {why for (why, _), cuts in self._learned.items() if PLACES in cuts or ROW in cuts}

    @property
    def certain(self) -> bool:
        """Whether nothing is asked, so that there is only one end."""
        return self.odds.complete and not self._graph.keys() - {None}

    @property
    def full(self) -> bool:
        """Whether no more positions are kept in mind, so that what is left stays unknown."""
        held = len(self._graph) + len(self._waiting) + len(self._found)
        return held >= (MOST_WEIGHED if self._weighs else MOST_POSITIONS)

    @property
    def weighed(self) -> bool:
        """Whether it is known what other choices would come to, or there are none."""
        return self._weighed or not self.odds.choices

    def go_on(self, until: float = inf) -> bool:
        """Look on until a time of `perf_counter`; whether all of it that can be has been looked into."""
        with kept_shut(), unexplained():
            while self._weighs or not self.odds.complete:
                if perf_counter() > until or self.full:
                    return False
                try:
                    if not self._step():
                        break
                except Finer as need:
                    self._learn(need.throw, need.cut)
                    self._begin()
        return True

    def look(self, until: float = inf) -> bool:
        """As `go_on`, and where that takes long, try it with dice as well; whether there is no more to do."""
        while (begun := perf_counter()) < until:
            turn, wide = min(until, begun + TURN), self.odds.rest - self.odds.sealed > LITTLE
            if self.full:
                if wide:
                    self.try_out(until)
                return not wide or not (self._sample and self._sample.tries)
            if wide and self._tried < self._spent - (BLIND if self.odds.rest == 1 else ALONE):
                self.try_out(turn)
                # Where nothing can be tried, no time goes by.
                self._tried += max(TURN, perf_counter() - begun)
            elif self.go_on(turn):
                return True
            else:
                self._spent += perf_counter() - begun
        return False

    def try_out(self, until: float = inf, tries: int | None = None) -> None:
        """Try it with dice until that time, or so often in all."""
        if self._sample is None:
            self._sample = Sample(self._procedure, self._state, self._tells, **self._terms)
        self._sample.go_on(until, tries)

    @property
    def known(self) -> Odds:
        """The odds as closely as they are known by now: a sample is told where two of its errors to either side are less than what is left."""
        sample, left = self._sample, self.odds.rest - self.odds.sealed
        if sample is None or 4 * standard_error(0.5, sample.tries) > left or not sample.tries:
            return self.odds
        sealed = Fraction(sample.sealed, sample.tries)
        return Odds(sample.chances(), sealed, sealed, sample.choices, sampled=sample.tries)

    def weigh_choices(self, until: float = inf) -> bool:
        """After the odds: look into everything that may be chosen, until that time or `MOST_WEIGHED`; whether there is no more to do.

        A player who chooses knows every die that lies on the table by then, even those that no rule has read yet.
        """
        if self.weighed:
            return True
        if self._weigher is None:
            self._weigher = Search(self._procedure, self._state, self._tells, **self._terms)
            self._weigher._weighs = True
        self._weighed = self._weigher.go_on(until)
        return self._weighed or self._weigher.full

    def range_of(
        self, name: Any, what: Callable[[Any], float | Fraction]
    ) -> tuple[Fraction, Fraction] | None:
        """From where to where the mean of something may be moved by the choices; what is not told is None.

        None where they have not been weighed, or a loop leads back to them.
        """
        return (
            state_graph.range_of(self._weigher._graph, None, name, what)
            if self._weigher and self._weighed
            else None
        )

    def close(self) -> None:
        """Drop what waits."""
        self._next = iter(())
        for node in self._waiting.values():
            if node.run is not None:
                node.run.close()
        self._waiting.clear()
        if self._weigher is not None:
            self._weigher.close()

    def _begin(self) -> None:
        """Begin anew, with what has been learned."""
        self.odds = Odds()
        self._positions = Positions(OddsPlay, before=_known_before(self._procedure, self._state))
        self._graph: state_graph.Graph = {}
        self._waiting = {}
        self._again: dict[Any, Fraction] = {}
        self._opening: list[S] = []
        self._aside = {}
        self._found: list[_Node[S]] = []
        self._share, self._from, self._answer = Fraction(1), None, None
        self._next = self._after(None, None)

    def _learn(self, throw: Throw, cut: Cut) -> None:
        """From here on tell the results of such throws apart by this as well."""
        cuts = self._learned.get(throw.key, USUAL[throw.pool.reading]) | {cut}
        assert cuts != self._learned.get(throw.key)
        places = PLACES in cuts or (TOTAL in cuts and len(cuts) > 1)
        self._learned[throw.key] = frozenset([PLACES]) if places else cuts

    def _step(self) -> bool:
        """One more run; where a position has been looked into, on to the next one. False where there is none."""
        node = next(self._next, None)
        if node is not None:
            self._found.append(node)
            return True
        if self._found:  # nothing is left of what has been shared out
            self._share_out()
        if self._waiting:
            chosen = max(self._waiting.values(), key=lambda one: one.likely)
            del self._waiting[chosen.key]
            self._look_into(chosen, self._answer_to(chosen), chosen.weight)
        elif self._again:
            ends, lost = state_graph.carried_on(self._graph, self._again)
            self._again = {}
            for told, weight in ends:
                self._end(told, weight)
            self.odds.sealed += lost
        elif self._aside:
            (_, option), chosen = self._aside.popitem()
            self._look_into(chosen, option, Fraction(0))
        else:
            return False
        return True

    def _look_into(self, node: _Node[S], answer: Any, share: Fraction) -> None:
        self._share, self._from, self._answer = share, node.key, answer
        self._next, self._found = self._after(node, answer), []

    def _answer_to(self, node: _Node[S]) -> Any:
        """A throw comes to all of its results; of options the one that is taken first, and the others are put aside."""
        if not isinstance(node.asked, ChoiceRequest):
            return _THROWN
        choice = self._chooses(node.asked)
        for option in different(node.asked, choice):
            self._aside[node.key, option] = node
        return choice

    def _chosen(self, asked: ChoiceRequest) -> str | int:
        """What is taken to be chosen, which is told with the odds."""
        choice = self._chooses(asked)
        if asked.name not in self.odds.choices and different(asked, choice):
            self.odds.choices[asked.name] = next(one for one in asked.options if one.value == choice)
        return choice

    def _share_out(self) -> None:
        """Give each position that was found its part of the weight; one that is known already has it carried on in the end."""
        ways = [state_graph.Way(one.weight, one.key, one.told) for one in self._found]
        self._graph.setdefault(self._from, {})[self._answer] = ways
        for one, way in zip(self._found, ways, strict=True):
            one.weight = self._share * way.share
            if one.asked is None:
                self._end(one.told, one.weight)
            elif one.key in self._graph:
                if one.weight:
                    self._again[one.key] = self._again.get(one.key, Fraction(0)) + one.weight
            else:
                waiting = self._waiting.setdefault(one.key, one)
                if waiting is not one:
                    waiting.weight += one.weight
                waiting.likely = float(waiting.weight)
        self._found = []

    def _after(self, node: _Node[S] | None, answer: Any) -> Iterator[_Node[S]]:
        """Every position that may come next, with its part of the weight; what had to be known has parted them."""
        script, cells = ((*node.script, answer), node.cells) if node else (self._recorded, {})
        todo = [_Todo(Fraction(1), script, cells)]
        while todo:
            now, standing, node = todo.pop(), node, None
            try:
                play, run, asked = self._run(now, standing)
                if self._weighs and isinstance(asked, ChoiceRequest):
                    self._look_at_all(play, run, asked)
                key = None if asked is None else self._key(play, run, asked)
            except Rerun:
                todo += _parted(self._play, now)
                continue
            except StaysSealed:
                play, run, asked, key = self._play, None, _SEALED, None
            now, *others = _parted(play, now)
            todo += others
            if asked is None:
                yield from self._ends(play, now)
            else:
                asked = None if asked is _SEALED else asked
                yield _Node(now.weight, play.script, play.cells, play, run, asked, key)

    def _ends(self, play: OddsPlay[S], end: _Todo) -> Iterator[_Node[S]]:
        """What is told of an end, part by part where it must know more than the procedure had to."""
        held, copies = (play.state, play.heard), list[tuple[S, Any]]()
        play.first_narrowed = lambda: copies.append(self._part(play, *held))
        todo = [end]
        while todo:
            now = todo.pop()
            play.cells, told = now.cells, None
            try:
                told = self._told(*(self._part(play, *copies[0]) if copies else held))
            except Rerun:
                todo += _parted(play, now)
                continue
            except StaysSealed:
                pass
            now, *others = _parted(play, now)
            todo += others
            yield _Node(now.weight, play.script, play.cells, play, None, None, None, told)

    def _part(self, play: OddsPlay[S], state: S, heard: Any) -> tuple[S, Any]:
        """A copy of an end with what is left of its numbers."""
        part = Part(play)
        return part.of(state, self._state), part.of(heard, self._heard)

    def _told(self, state: S, heard: Any) -> Mapping[Any, Any]:
        """What is told of an end; all that it holds but numbers must be known."""
        told = self._tells(state, heard)
        whole = {name: _as_one(value) for name, value in told.items()}
        return {
            name: value for name, value in whole.items() if type(value) is Number or hash(value) is not None
        }

    def _run(self, todo: _Todo, node: _Node[S] | None) -> tuple[OddsPlay[S], Any, Any]:
        """A run over these answers, up to the next throw: one that stands at a position already, or one from the start."""
        if node is None or node.run is None:
            self.odds.runs += 1
            self._play = play = OddsPlay(
                self._state, self._hears, self._heard, todo.cells, self._opening, len(self._recorded)
            )
            run: Any = self._procedure(play)
            asked = self._send(run, None)
        else:
            self._play, run, asked = node.play, node.run, node.asked
            play = self._play
            node.run = None  # it goes on
        for answer in todo.script[len(play.script) :]:
            play.script = (*play.script, answer)
            asked = self._send(run, self._thrown(play, asked) if answer is _THROWN else answer)
        while isinstance(asked, ChoiceRequest) and not self._weighs:
            play.script = (*play.script, self._chosen(asked))
            asked = self._send(run, play.script[-1])
        return play, run, asked

    def _send(self, run: Any, answer: Any) -> Any:
        """What a procedure waits for after an answer; None once it is complete."""
        try:
            if len(self._play.script) > self._public:
                return run.send(answer)
            with kept_shut(shut=False):
                return run.send(answer)
        except StopIteration:
            return None

    def _thrown(self, play: OddsPlay[S], asked: Throw | Throws) -> Any:
        placed = isinstance(asked, Throw) and asked.placed
        pool = asked.throws[0].pool if isinstance(asked, Throws) else asked.pool
        cuts = frozenset([PLACES]) if placed else self._learned.get(asked.key, USUAL[pool.reading])
        if PLACES in cuts and not placed and isinstance(asked, Throw) and pool.sides**asked.dice > TOGETHER:
            return APART
        return play.thrown(asked, cuts)

    def _key(self, play: OddsPlay[S], run: Any, asked: Any) -> Any:
        """What makes two positions one: the state, what was heard, what is asked, and what the procedure still knows."""
        assert not isinstance(asked, DiceRequest)  # recorded faces have been given
        of = self._positions.of
        self._positions.unknown.clear()
        return of(play.state), of(play.heard), of(asked), *self._positions.frames(run)

    def _look_at_all(self, play: OddsPlay[S], run: Any, asked: Any) -> None:
        """Know every die that may still matter: those of which the position holds anything."""
        self._key(play, run, asked)
        held: dict[int, list[Number]] = {}
        for one in self._positions.unknown:
            held.setdefault(id(one.chance), []).append(one)
        for numbers in held.values():
            parts: dict[tuple[Any, ...], list[int]] = {}
            for i, values in enumerate(zip(*(one.now() for one in numbers), strict=True)):
                parts.setdefault(values, []).append(i)
            if len(parts) > 1:
                numbers[0].chance.narrow([*parts.values()])

    def _end(self, told: Mapping[Any, Any] | None, weight: Fraction) -> None:
        if told is None:
            self.odds.sealed += weight
            return
        self.odds.rest -= weight
        for name, value in told.items() if weight else ():
            for part, one in parts_of(value, weight):
                self.odds.add(name, one, part)


def _as_one(value: Any) -> Any:
    """A tuple with a number in it as a number of tuples: so it need not be known."""
    at = [i for i, one in enumerate(value) if type(one) is Number] if type(value) is tuple else []
    if len(at) != 1:
        return value
    before, after = value[: at[0]], value[at[0] + 1 :]
    return value[at[0]].of(lambda one: (*before, one, *after))


def _parted(play: OddsPlay[Any], todo: _Todo) -> list[_Todo]:
    """A run, and those for the other parts of what it had to know; the first is the run itself."""
    others: list[_Todo] = []
    weight, cells = todo.weight, todo.cells
    for answered, places, parts in play.notes:
        (first, cell), *more = parts
        ways = first + sum(some for some, _ in more)
        for some, part in more:
            share = Fraction(weight.numerator * some, weight.denominator * ways)
            others.append(_Todo(share, play.script[:answered], narrower(cells, places, part)))
        weight = Fraction(weight.numerator * first, weight.denominator * ways)
        cells = narrower(cells, places, cell)
    play.notes.clear()
    return [_Todo(weight, play.script, cells), *others]
