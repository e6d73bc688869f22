"""What becomes of the lines behind a question that a correction opens, over every answer to it.

Each answer is tried, and the questions that follow from it, until the line is complete; then every later line is judged
from each of the states to which that leads. What is the same in all of them holds whatever is answered.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb, inf
from time import perf_counter
from typing import Generic, Literal

from vedette.engine import corrections
from vedette.engine.corrections import Correction, Judged, RecordedCommand, Verdict
from vedette.engine.dice import CountedPool, Die, Tests, TypedTotal
from vedette.engine.driver import Execution
from vedette.engine.odds.state_keys import StateKeys
from vedette.engine.play import Play
from vedette.engine.requests import Answer, DiceRequest, Request, distinct
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import S
from vedette.engine.timeline import AnswerEntry

Prospect = Literal["holds", "falls away", "depends", ""]
"""What becomes of a line whatever is answered, that it depends on the answer, or "" where that can't be told."""

MOST_RESULTS = 100
"""Results of one roll that are tried, each; of more only some are."""

MOST_WAYS = 400
"""Ways through the open line that are tried."""

MOST_STATES = 24
"""States from which the later lines are judged."""


class Prospects(Generic[S]):
    """Works out the fate of the waiting lines, a slice of time at a time.

    `found` tells it of those that it has come to, in their order. `every` answer has been tried, or else only some: then it
    can be said of a line that it depends on the answer, and no more.
    """

    def __init__(self, ruleset: Ruleset[S], correction: Correction[S]) -> None:
        """Look at a correction's waiting lines; there are none if no request is open."""
        done = (correction.first, *correction.later)
        at = next((at for at, one in enumerate(done) if one.verdict == "asked again"), len(done))
        self._ruleset, self._start = ruleset, correction.before_question
        self._open: Judged | None = done[at] if at < len(done) else None
        self._waiting = [one.line for one in done[at + 1 :]]
        self._ends: list[S] = []
        self._steps = self._look()
        self.every = True
        self.found: list[Prospect] = []

    def go_on(self, until: float = inf) -> bool:
        """Work until a time of `perf_counter`. True if every line has been judged."""
        while perf_counter() <= until:
            if next(self._steps, None) is None:
                return True
        return False

    def _look(self) -> Iterator[bool]:
        """Yield after each way and each line."""
        if self._open is None:
            return
        yield from self._ways(self._open.line)
        states: list[S] = self._ends
        unknown = not states
        for line in self._waiting:
            verdicts: set[Verdict] = set()
            after: list[S] = []
            for state in states:
                judged, then = corrections.judged_from(self._ruleset, state, line)
                verdicts.add(judged.verdict)
                if judged.verdict == "asked again":
                    unknown = True  # what follows from here can't be known either
                elif then not in after:
                    after.append(then)
                yield True
            prospect: Prospect = "depends" if len(verdicts) > 1 else ""
            if len(verdicts) == 1 and self.every and not unknown:
                (verdict,) = verdicts
                prospect = verdict if verdict in ("holds", "falls away") else ""
            self.found.append(prospect)
            states = after

    def _ways(self, line: RecordedCommand) -> Iterator[bool]:
        """Every way through the open line; what was answered in the record is kept where it is still asked."""
        todo: deque[tuple[Answer, ...]] = deque([()])
        keys, seen = StateKeys(Play), set[object]()
        for _ in range(MOST_WAYS):
            if not todo or len(self._ends) == MOST_STATES:
                break
            script = todo.popleft()
            run, left = self._run(line, script)
            if run.request is None:
                if run.play.state not in self._ends:
                    self._ends.append(run.play.state)
            else:  # what is asked again in the same state, such as after a tie, leads nowhere new
                visible = keys.key_of((run.play.state, run.request, tuple(one.n for one in left)))
                held = keys.key_of_suspended(run.suspended)
                key = visible, script if held is None else tuple(held)
                if key not in seen:
                    seen.add(key)
                    todo += [(*script, answer) for answer in self._answers(run.request)]
            run.close()
            yield True
        self.every = self.every and not todo

    def _run(
        self, line: RecordedCommand, script: Sequence[Answer]
    ) -> tuple[Execution[S], tuple[AnswerEntry, ...]]:
        """The open line over these answers, and the recorded ones that are left."""
        run = corrections.begun(self._ruleset, self._start, line)
        left = line.answers
        for answer in script:
            left = corrections.repeated(run, left, lambda request, again: run.answer(again))
            run.answer(answer)
        return run, corrections.repeated(run, left, lambda request, again: run.answer(again))

    def _answers(self, request: Request) -> Sequence[Answer]:
        """Every answer that may make a difference; of too many results only some."""
        if not isinstance(request, DiceRequest):
            return [option.value for option in distinct(request.options)]
        pool, dice = request.pool, request.dice
        if not request.no_total:
            return [TypedTotal(total) for total in pool.totals]
        faces = range(pool.lowest, pool.highest + 1)
        own = isinstance(pool, Tests) and bool(pool.own)
        if own or comb(len(faces) + dice - 1, dice) > MOST_RESULTS:
            self.every = False
            marks = {pool.mark(face): face for face in faces} if isinstance(pool, CountedPool) else {}
            faces = sorted({faces[0], faces[len(faces) // 2], faces[-1], *marks.values()})  # type: ignore[assignment]
        results = list(combinations_with_replacement(faces, dice))
        some = results[:: max(1, len(results) // MOST_RESULTS)]
        return [tuple(map(Die, result)) for result in some]
