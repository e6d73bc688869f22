"""Exact odds: a procedure is run once for each thing that it makes of its dice, and equal states are expanded once.

The weights are fractions. What has not been expanded yet is the `rest`, so that at any time the odds are known to lie
between a chance and that chance with all of the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from time import perf_counter
from typing import Any, Generic, TypeVar

from vedette.engine.data import Table
from vedette.engine.driver import Procedure
from vedette.engine.facts import Fact
from vedette.engine.hidden_information import StaysSealed, kept_shut
from vedette.engine.odds import state_graph
from vedette.engine.odds.odds_play import DIE_BY_DIE, MOST_ORDERED, Constraints, Hears, OddsPlay, constrained
from vedette.engine.odds.outcomes import (
    PLACES,
    ROW,
    TOTAL,
    DependentThrow,
    NeedsRefinement,
    Partition,
    Predicate,
    Throw,
)
from vedette.engine.odds.random_variables import RandomVariable, Rerun
from vedette.engine.odds.sample import Sample
from vedette.engine.odds.standard_error import standard_error
from vedette.engine.odds.state_graph import Edge, Graph, Summary, absorbed, values_of
from vedette.engine.odds.state_keys import StateKeys
from vedette.engine.odds.terminal_states import ConditionedCopy
from vedette.engine.readings import unexplained
from vedette.engine.requests import Answer, ChoiceRequest, DiceRequest, Option, different

S = TypeVar("S")

Telling = Callable[[S, Any], Mapping[Any, Any]]
"""What is told of an end, from its state and from what was heard: values by their names."""

Chooses = Callable[[ChoiceRequest], str | int]
"""What is chosen where the procedure asks."""

USUAL: Mapping[str, Partition] = {
    **dict.fromkeys(("tests", "count", "low"), frozenset([("mark", "failure")])),
    **dict.fromkeys(("total", "sum"), frozenset([TOTAL])),
    "faces": frozenset([PLACES]),
}
"""The partition of a throw to begin with, by the reading of its pool; nearly always it is all that is read."""

ALONE = 0.25
"""Seconds for which odds are only worked out; then half of the time is for a sample, as long as much is left."""

BLIND = 0.05
"""The same where nothing at all is known by then."""

LITTLE = Fraction(1, 5)
"""What may be left by then without a sample: so narrow an interval tells more."""

TURN = 0.01
"""Seconds that are spent on the one or the other at a stretch."""

MOST_STATES = 30_000
"""States that are expanded at most: some hundred megabytes."""

MOST_ANSWERS = 200
"""Answers on one way where the frames can't be read, and so a rule's own loop doesn't close; what is left then is next to nothing."""

MOST_WEIGHED = 600
"""The same where choices are weighed: about a second. Where they lead to more, it is often hours."""

MOST_REMEMBERED = 100_000
"""Values whose keys are remembered from one search to the next."""

_SEALED = object()
"""In place of what is asked: something sealed would have to be opened."""

_THROWN = object()
"""The answer to a throw: all of its outcomes."""


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
        """True if all of it has been looked into."""
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
        """True if nothing is left that can be looked into."""
        return self.rest == self.sealed


@dataclass(slots=True)
class _Node(Generic[S]):
    """A state: its weight, the answers and constraints on one way there, a run that waits there, and what it asks.

    A terminal state asks nothing, and has the summary instead. `likely` is the weight as a float, to pick the likeliest.
    """

    weight: Fraction
    script: tuple[Any, ...]
    constraints: Constraints
    play: OddsPlay[S]
    run: Coroutine[Any, Any, None] | None = None
    asked: Any = None
    key: Any = None
    summary: Summary | None = None
    likely: float = 0.0


@dataclass(slots=True)
class _Branch:
    """A run to be made: its weight, its answers, and what is known of them."""

    weight: Fraction
    script: tuple[Any, ...]
    constraints: Constraints


_common = StateKeys(OddsPlay)


def _keys_before(*values: Any) -> StateKeys:
    """Keys for what there is before a search: most of it is the same as before the last one."""
    global _common  # noqa: PLW0603
    if len(_common) > MOST_REMEMBERED:
        _common = StateKeys(OddsPlay)
    for value in values:
        _common.key_of(value)
    return _common


def first_option(request: ChoiceRequest) -> str | int:
    """What is chosen where nobody says otherwise: what was chosen before, else what is named first."""
    return request.options[0].value if request.suggested is None else request.suggested


def ignore_facts(heard: Any, fact: Fact) -> Any:
    """Hear nothing: states that differ only in what was reported are merged."""
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
        hears: Hears = ignore_facts,
        heard: Any = (),
        chooses: Chooses = first_option,
        recorded: Sequence[Answer] | None = None,
        typed: Sequence[int | None] = (),
    ) -> None:
        """`tells`, what is told of an end. `recorded`, the answers that a command under way has had already; what it opened by then is known.

        `typed`: the faces of the dice that it waits for, as far as they lie on the table.
        """
        self._procedure, self._state, self._tells = procedure, state, tells
        self._hears, self._heard, self._chooses = hears, heard, chooses
        self._terms: Table = {
            "hears": hears,
            "heard": heard,
            "chooses": chooses,
            "recorded": recorded,
            "typed": typed,
        }
        self._typed = tuple(typed)
        self._recorded, self._public = tuple(recorded or ()), -1 if recorded is None else len(recorded)
        self._learned: dict[Any, Partition] = {}
        self._weighs = self._weighed = False
        self._reads_frames = True
        self._weigher: Search[S] | None = None
        self._sample: Sample[S] | None = None
        self._spent = self._tried = 0.0
        self._begin()

    @property
    def read_raw(self) -> set[str]:
        """Why those rolls are made of which it mattered which die shows what."""
        return {
            why for (why, _), partition in self._learned.items() if PLACES in partition or ROW in partition
        }

    @property
    def certain(self) -> bool:
        """True if nothing is asked, so that there is only one end."""
        return self.odds.complete and not self._graph.keys() - {None}

    @property
    def full(self) -> bool:
        """True if no more states are kept in mind, so that what is left stays unknown."""
        held = len(self._graph) + len(self._waiting) + len(self._found)
        return held >= (MOST_WEIGHED if self._weighs else MOST_STATES)

    @property
    def weighed(self) -> bool:
        """True if it is known what other choices would come to, or there are none."""
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
                except NeedsRefinement as need:
                    self._learn(need.throw, need.predicate)
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
        if not self._weigher or not self._weighed:
            return None
        return state_graph.range_of(self._weigher._graph, None, name, what)

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
        """Begin from the start, with the partitions that have been learned."""
        self.odds = Odds()
        self._keys = StateKeys(OddsPlay, before=_keys_before(self._procedure, self._state))
        self._graph: Graph = {}
        self._waiting = {}
        self._again: dict[Any, Fraction] = {}
        self._opening: list[S] = []
        self._aside = {}
        self._found: list[_Node[S]] = []
        self._share, self._from, self._answer = Fraction(1), None, None
        self._next = self._successors(None, None)

    def _learn(self, throw: Throw, predicate: Predicate) -> None:
        """From here on tell the outcomes of such throws apart by this predicate as well."""
        partition = self._learned.get(throw.key, USUAL[throw.pool.reading]) | {predicate}
        assert partition != self._learned.get(throw.key)
        places = PLACES in partition or (TOTAL in partition and len(partition) > 1)
        self._learned[throw.key] = frozenset([PLACES]) if places else partition

    def _step(self) -> bool:
        """One more run; where a state has been expanded, on to the next one. False where there is none."""
        node = next(self._next, None)
        if node is not None:
            self._found.append(node)
            return True
        if self._found:
            # Give each successor its part of the weight; that of a state which is expanded already is carried on in the end.
            edges = [Edge(one.weight, one.key, one.summary) for one in self._found]
            self._graph.setdefault(self._from, {})[self._answer] = edges
            for one, edge in zip(self._found, edges, strict=True):
                one.weight = self._share * edge.probability
                if one.asked is None:
                    self._end(one.summary, one.weight)
                elif one.key in self._graph:
                    if one.weight:
                        self._again[one.key] = self._again.get(one.key, Fraction(0)) + one.weight
                elif self._reads_frames or len(one.script) < MOST_ANSWERS:
                    waiting = self._waiting.setdefault(one.key, one)
                    if waiting is not one:
                        waiting.weight += one.weight
                    waiting.likely = float(waiting.weight)
            self._found = []
        if self._waiting:
            chosen = max(self._waiting.values(), key=lambda one: one.likely)
            del self._waiting[chosen.key]
            answer: Any = _THROWN
            if isinstance(chosen.asked, ChoiceRequest):
                answer = self._chooses(chosen.asked)
                for option in different(chosen.asked, answer):
                    self._aside[chosen.key, option] = chosen
            self._expand(chosen, answer, chosen.weight)
        elif self._again:
            ends, sealed = absorbed(self._graph, self._again)
            self._again = {}
            for summary, weight in ends:
                self._end(summary, weight)
            self.odds.sealed += sealed
        elif self._aside:
            (_, option), chosen = self._aside.popitem()
            self._expand(chosen, option, Fraction(0))
        else:
            return False
        return True

    def _expand(self, node: _Node[S], answer: Any, weight: Fraction) -> None:
        self._share, self._from, self._answer = weight, node.key, answer
        self._next, self._found = self._successors(node, answer), []

    def _end(self, summary: Summary | None, weight: Fraction) -> None:
        if summary is None:
            self.odds.sealed += weight
            return
        self.odds.rest -= weight
        for name, value in summary.items() if weight else ():
            chances = self.odds.chances.setdefault(name, {})
            for part, one in values_of(value, weight):
                chances[one] = chances.get(one, Fraction(0)) + part

    def _successors(self, node: _Node[S] | None, answer: Any) -> Iterator[_Node[S]]:
        """Every state that may come next, with its part of the weight: one for each part of what had to be observed."""
        script, known = ((*node.script, answer), node.constraints) if node else (self._recorded, {})
        todo = [_Branch(Fraction(1), script, known)]
        while todo:
            now, standing, node = todo.pop(), node, None
            key = None
            try:
                play, run, asked = self._run(now, standing)
                if self._weighs and isinstance(asked, ChoiceRequest):
                    self._observe_all(play, run, asked)
                if asked is not None:
                    key = self._key(play, run, asked)
            except Rerun:
                todo += _split(self._play, now)
                continue
            except StaysSealed:
                play, run, asked = self._play, None, _SEALED
            now, *others = _split(play, now)
            todo += others
            if asked is None:
                yield from self._ends(play, now)
            elif asked is _SEALED:
                yield _Node(now.weight, play.script, play.constraints, play)
            else:
                yield _Node(now.weight, play.script, play.constraints, play, run, asked, key)

    def _ends(self, play: OddsPlay[S], end: _Branch) -> Iterator[_Node[S]]:
        """The summary of an end, part by part where it must know more than the procedure had to."""
        held, copies = (play.state, play.heard), list[tuple[S, Any]]()

        def copied(state: S, heard: Any) -> tuple[S, Any]:
            copy = ConditionedCopy(play)
            return copy.of(state, self._state), copy.of(heard, self._heard)

        play.before_split = lambda: copies.append(copied(*held))
        todo = [end]
        while todo:
            now = todo.pop()
            play.constraints, summary = now.constraints, None
            try:
                told = self._tells(*(copied(*copies[0]) if copies else held))
                summary = {name: _as_one_variable(value) for name, value in told.items()}
                for value in summary.values():
                    if type(value) is not RandomVariable:
                        hash(value)  # observes what it holds
            except Rerun:
                todo += _split(play, now)
                continue
            except StaysSealed:
                pass
            now, *others = _split(play, now)
            todo += others
            yield _Node(now.weight, play.script, play.constraints, play, summary=summary)

    def _run(self, branch: _Branch, node: _Node[S] | None) -> tuple[OddsPlay[S], Any, Any]:
        """A run over these answers, up to the next throw: one that waits at a state already, or one from the start."""
        if node is None or node.run is None:
            self.odds.runs += 1
            self._play = play = OddsPlay(
                self._state,
                self._hears,
                self._heard,
                branch.constraints,
                self._opening,
                len(self._recorded),
                self._typed,
            )
            run: Any = self._procedure(play)
            asked = self._send(run, None)
        else:
            self._play, run, asked = node.play, node.run, node.asked
            play = self._play
            node.run = None  # it goes on
        for answer in branch.script[len(play.script) :]:
            play.script = (*play.script, answer)
            asked = self._send(run, self._thrown(play, asked) if answer is _THROWN else answer)
        while isinstance(asked, ChoiceRequest) and not self._weighs:
            choice = self._chooses(asked)
            if asked.name not in self.odds.choices and different(asked, choice):
                self.odds.choices[asked.name] = next(one for one in asked.options if one.value == choice)
            play.script = (*play.script, choice)
            asked = self._send(run, choice)
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

    def _thrown(self, play: OddsPlay[S], asked: Throw | DependentThrow) -> Any:
        if isinstance(asked, Throw) and asked.placed:
            return play.result_of(asked, frozenset([PLACES]))
        pool = asked.throws[0].pool if isinstance(asked, DependentThrow) else asked.pool
        partition = self._learned.get(asked.key, USUAL[pool.reading])
        if PLACES in partition and isinstance(asked, Throw) and pool.sides**asked.dice > MOST_ORDERED:
            return DIE_BY_DIE
        return play.result_of(asked, partition)

    def _key(self, play: OddsPlay[S], run: Any, asked: Any) -> Hashable:
        """What makes two states one: the game's state, what was heard, what is asked, and what the procedure still holds.

        That is read from its frames. Where they can't be read, its history decides it; then variables of throws that
        the history has forgotten are compared with all of their outcomes.
        """
        assert not isinstance(asked, DiceRequest)  # recorded faces have been given
        keys = self._keys
        keys.variables.clear()
        visible = keys.key_of(play.state), keys.key_of(play.heard), keys.key_of(asked)
        held = keys.key_of_suspended(run)
        if held is not None:
            return (*visible, *held)
        self._reads_frames = False
        forgotten = [
            (one.distribution.places, tuple(one.distribution.outcomes))
            for one in keys.variables
            if not all(map(play.remembers, one.distribution.places))
        ]
        keys.variables += [
            one
            for place, one in play.results.items()
            if type(one) is RandomVariable and play.remembers(place)
        ]
        return (*visible, play.history, *forgotten)

    def _observe_all(self, play: OddsPlay[S], run: Any, asked: Any) -> None:
        """Observe every die that may still matter: those of which the state holds anything."""
        self._key(play, run, asked)
        held: dict[int, list[RandomVariable]] = {}
        for one in self._keys.variables:
            one.current_values()
            held.setdefault(id(one.distribution), []).append(one)
        for variables in held.values():
            parts: dict[tuple[Any, ...], list[int]] = {}
            for i, values in enumerate(zip(*(one.current_values() for one in variables), strict=True)):
                parts.setdefault(values, []).append(i)
            if len(parts) > 1:
                variables[0].distribution.condition([*parts.values()])


def _as_one_variable(value: Any) -> Any:
    """A tuple with a variable in it as a variable of tuples, which need not be observed."""
    at = [i for i, one in enumerate(value) if type(one) is RandomVariable] if type(value) is tuple else []
    if len(at) != 1:
        return value
    before, after = value[: at[0]], value[at[0] + 1 :]
    return value[at[0]].of(lambda one: (*before, one, *after))


def _split(play: OddsPlay[Any], branch: _Branch) -> list[_Branch]:
    """A run, and the branches for the other parts of what it has observed; the first is the run itself."""
    others: list[_Branch] = []
    weight, known = branch.weight, branch.constraints
    for answered, places, ((first, left), *blocks) in play.splits:
        ways = first + sum(some for some, _ in blocks)
        for some, block in blocks:
            share = Fraction(weight.numerator * some, weight.denominator * ways)
            others.append(_Branch(share, play.script[:answered], constrained(known, places, block)))
        weight = Fraction(weight.numerator * first, weight.denominator * ways)
        known = constrained(known, places, left)
    play.splits.clear()
    return [_Branch(weight, play.script, known), *others]
